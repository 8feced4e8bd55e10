"""What the user is told after a command, beside its result: of model calls, and by checks that earlier ones left."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    from llmdb.session import Session

Check: TypeAlias = "Callable[[Session], str | None]"

_CHECKS = "checks after commands"
_ONCE = "notes after this command"


def check_later(session: Session, name: str, check: Check) -> None:
    """Ask `check` after every command from now on; an earlier one of the same name is forgotten."""
    _checks(session)[name] = check


def note_once(session: Session, note: str) -> None:
    """Tell this after the command that runs now, once however often it is said."""
    cast("dict[str, None]", session.engine_state.setdefault(_ONCE, {}))[note] = None


def take_notes(session: Session) -> tuple[str, ...]:
    """What is to be told after this command; it is forgotten then."""
    return tuple(cast("dict[str, None]", session.engine_state.pop(_ONCE, {})))


def later_notes(session: Session) -> tuple[str, ...]:
    """What is to be told after this command, then what the checks have to say now."""
    checked = (check(session) for check in tuple(_checks(session).values()))
    return (*take_notes(session), *(note for note in checked if note))


def _checks(session: Session) -> dict[str, Check]:
    return cast("dict[str, Check]", session.engine_state.setdefault(_CHECKS, {}))
