"""What can follow a dot at the prompt: the attributes of a value at the current step."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from llmdb.commands.state.position import evaluate, selected_state
from llmdb.errors import LlmdbError
from llmdb.snippet.nodes import assigned_names

if TYPE_CHECKING:
    from llmdb.session import Session

QUICK_S = 0.5
"""Where the recorded run took longer, nobody waits for another one to complete a word."""

_PATH = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[(?:-?\d+|'[^']*'|\"[^\"]*\")\])*)\.([A-Za-z_]\w*)?$")
_KEPT = "attributes"


def known_names(session: Session) -> tuple[str, ...]:
    """The variables of the selected frame, then what the snippet binds."""
    if not session.is_recorded or not session.position:
        return ()
    of_snippet = sorted(assigned_names(ast.parse(session.snippet.text)))
    return tuple(dict.fromkeys((*selected_state(session), *of_snippet)))


def attributes_at(session: Session, text: str) -> tuple[str, Sequence[str]]:
    """What was typed after the last dot of `text`, and the attributes there may be; ("", ()) for no such text.

    Only names, attributes and constant subscripts are looked at: nothing is called to complete a word.
    """
    found = _PATH.search(text)
    if found is None or not session.is_recorded or not session.position:
        return "", ()
    base, begun = found[1], found[2] or ""
    names = _attributes(session, base)
    return begun, [name for name in names if name.startswith(begun) and (begun or not name.startswith("_"))]


def _attributes(session: Session, base: str) -> Sequence[str]:
    kept = cast("dict[object, Sequence[str]]", session.engine_state.setdefault(_KEPT, {}))
    place = (id(session.trace), session.position, session.selected, base)
    if place not in kept:
        kept.clear()
        kept[place] = _asked(session, base)
    return kept[place]


def _asked(session: Session, base: str) -> Sequence[str]:
    if session.trace.seconds > QUICK_S:
        return ()
    try:
        value = evaluate(session, f"[name for name in dir({base}) if isinstance(name, str)]").value
        return tuple(map(str, ast.literal_eval(value.repr)))
    except (LlmdbError, ValueError, SyntaxError):
        return ()
