"""What the user is told after a command, beside its result: of model calls, and by checks that earlier ones left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.session import Session

Check: TypeAlias = "Callable[[Session], str | None]"


@dataclass(frozen=True, slots=True)
class _Notes:
    """What is told once after the command that runs now."""

    lines: dict[str, None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Checks:
    """What is asked after every command, by name."""

    by_name: dict[str, Check] = field(default_factory=dict)


def check_later(session: Session, name: str, check: Check) -> None:
    """Ask `check` after every command from now on; an earlier one of the same name is forgotten."""
    _checks(session)[name] = check


def note_once(session: Session, note: str) -> None:
    """Tell this after the command that runs now, once however often it is said."""
    session.kept.get_or_make(_Notes, _Notes).lines[note] = None


def take_notes(session: Session) -> tuple[str, ...]:
    """What is to be told after this command; it is forgotten then."""
    notes = session.kept.get(_Notes)
    session.kept.drop(_Notes)
    return tuple(notes.lines) if notes is not None else ()


def later_notes(session: Session) -> tuple[str, ...]:
    """What is to be told after this command, then what the checks have to say now."""
    checked = (check(session) for check in tuple(_checks(session).values()))
    return (*take_notes(session), *(note for note in checked if note))


def _checks(session: Session) -> dict[str, Check]:
    return session.kept.get_or_make(_Checks, _Checks).by_name
