"""What a command leaves to be looked at after later ones: each check may give a note for the user."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    from llmdb.session import Session

Check: TypeAlias = "Callable[[Session], str | None]"

_CHECKS = "checks after commands"


def check_later(session: Session, name: str, check: Check) -> None:
    """Ask `check` after every command from now on; an earlier one of the same name is forgotten."""
    _checks(session)[name] = check


def later_notes(session: Session) -> tuple[str, ...]:
    """What the checks have to say now."""
    return tuple(note for check in tuple(_checks(session).values()) if (note := check(session)))


def _checks(session: Session) -> dict[str, Check]:
    return cast("dict[str, Check]", session.engine_state.setdefault(_CHECKS, {}))
