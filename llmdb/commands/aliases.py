"""Commands of the user's own, as in pdb: alias, unalias."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from llmdb.arguments import Operand
from llmdb.command import Command
from llmdb.commands.line.dispatch import split_word
from llmdb.commands.results.common import Message
from llmdb.errors import BadArgument, NoSuchName
from llmdb.session import Session

if TYPE_CHECKING:
    from llmdb.registry import Registry

_PLACE = re.compile(r"%([1-9]|\*)")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


def register(registry: Registry) -> None:
    """Add `alias` and `unalias`."""
    registry.command(
        Command(
            name="alias",
            run=run_alias,
            usage="alias [NAME [COMMAND [;; COMMAND ...]]]",
            summary="give command lines a name of your own, show one, or list them",
            details="`%1`, `%2` ... stand for the words after the name, `%*` for all of them; a single command without "
            "any of these has the words put after it. `alias pk p sorted(%1.keys())` makes `pk config` work; in "
            "`~/.llmdbrc` it is there in every session. An alias may hide a command, which it can still use itself.",
            group="session",
            complete=_complete,
        )
    )
    registry.command(
        Command(
            name="unalias",
            run=run_unalias,
            arguments=(Operand("name", is_needed=True, complete=_complete),),
            summary="forget an alias",
            group="session",
        )
    )


def _complete(session: Session, text: str) -> Iterable[str]:
    del text
    return tuple(session.aliases)


def run_alias(session: Session, text: str) -> Message:
    """`alias [NAME [COMMAND]]`."""
    name, lines = split_word(text)
    if not text.strip():
        listed = "\n".join(_shown(session, name) for name in session.aliases)
        return Message(text=listed or "no aliases; `alias NAME COMMAND` makes one")
    if _NAME.fullmatch(name) is None:
        raise BadArgument(f"{text.split()[0]!r} cannot be an alias: letters, digits, _ and - make one")
    if not lines:
        _require(session, name)
        return Message(text=_shown(session, name))
    session.aliases = {**session.aliases, name: lines}
    hidden = session.registry.commands.name_of(name)
    return Message(text=f"{name} hides the command {hidden} until `unalias {name}`" if hidden else "")


def _shown(session: Session, name: str) -> str:
    return f"{name} = {session.aliases[name]}"


def run_unalias(session: Session, name: str) -> Message:
    """`unalias NAME`."""
    _require(session, name)
    session.aliases = {known: lines for known, lines in session.aliases.items() if known != name}
    return Message(text="")


def _require(session: Session, name: str) -> None:
    if name not in session.aliases:
        raise NoSuchName(f"no alias {name!r}; there are: {', '.join(session.aliases) or 'none'}")


def expand_alias(session: Session, text: str, used: frozenset[str] = frozenset()) -> tuple[str | None, str]:
    """The alias that a command begins with and its lines with the words put in; (None, the text) where none is meant.

    Args:
        session: whose aliases count.
        text: one command.
        used: aliases that the command came from: in it they are the commands that they hide.
    """
    word, rest = split_word(text)
    if word in used or word not in session.aliases:
        return None, text
    lines = session.aliases[word]
    if _PLACE.search(lines) is None:
        return word, lines if ";;" in lines else f"{lines} {rest}".rstrip()
    words = rest.split()

    def given(place: re.Match[str]) -> str:
        if place[1] == "*":
            return rest
        number = int(place[1])
        return words[number - 1] if number <= len(words) else ""

    return word, _PLACE.sub(given, lines)
