"""What can follow a dot at the prompt: the attributes of a value at the current step."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from llmdb.commands.state.position import evaluate, selected_state
from llmdb.errors import LlmdbError
from llmdb.program.nodes import assigned_names
from llmdb.program.parsing import parse
from llmdb.session import Words
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.session import Session
    from llmdb.types import StepNo

QUICK_S = 0.5
"""Where the recorded run took longer, nobody waits for another one to complete a word."""

_PATH = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[(?:-?\d+|'[^']*'|\"[^\"]*\")\])*)\.([A-Za-z_]\w*)?$")
_WORD = re.compile(r"(?:^|[^\w.])((?:[^\W\d]\w*)?)$")


@dataclass(frozen=True, slots=True)
class _Attributes:
    """The attributes of what was asked about last: at which step, in which frame, of which expression."""

    place: tuple[StepNo, int, str]
    names: Sequence[str]


def known_names(session: Session) -> tuple[str, ...]:
    """The variables of the selected frame, then what the snippet binds."""
    if not session.is_recorded or not session.position:
        return ()
    of_snippet = sorted(assigned_names(parse(session.snippet.text)))
    return tuple(dict.fromkeys((*selected_state(session), *of_snippet)))


def words_at(session: Session, text: str, names: Iterable[str]) -> Words:
    """What the end of an expression may become: an attribute after a dot, else one of these names.

    Only names, attributes and constant subscripts are looked at: nothing is called to complete a word. Names that
    begin with an underscore are for those who type one.
    """
    if (path := _PATH.search(text)) is not None:
        begun, offered = path[2] or "", _attributes(session, path[1])
        return _words(begun, [name for name in offered if begun or not name.startswith("_")])
    word = _WORD.search(text)
    return _words(word[1], names) if word is not None else Words("", ())


def _words(begun: str, names: Iterable[str]) -> Words:
    return Words(begun, tuple(name for name in names if name.startswith(begun)))


def _attributes(session: Session, base: str) -> Sequence[str]:
    if not session.is_recorded or not session.position:
        return ()
    place = (session.position, session.selected, base)
    known = session.run.kept.get(_Attributes)
    if known is None or known.place != place:
        known = _Attributes(place, _asked(session, base))
        session.run.kept.put(known)
    return known.names


def _asked(session: Session, base: str) -> Sequence[str]:
    if session.trace.seconds > QUICK_S:
        return ()
    try:
        value = evaluate(session, f"[name for name in dir({base}) if isinstance(name, str)]").value
        return tuple(map(str, ast.literal_eval(value.repr)))
    except (LlmdbError, ValueError, SyntaxError):
        return ()
