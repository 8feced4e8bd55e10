"""What the user typed at a step, to go on with: where it counts."""

from __future__ import annotations

from llmdb.program.files import line_label
from llmdb.session import Session, Typed

_LONGEST = 60


def typed_here(session: Session) -> Typed | None:
    """What was typed at the current step; None for nothing."""
    typed = session.typed
    return typed if typed is not None and typed.step == session.position else None


def said_of(typed: Typed) -> str:
    """The sources in one line."""
    jump = (f"jump {line_label(typed.jump)}",) if typed.jump else ()
    said = "; ".join((*(" ".join(source.text.split()) for source in typed.sources), *jump))
    return said if len(said) <= _LONGEST else said[: _LONGEST - 3] + "..."
