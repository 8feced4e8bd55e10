"""What the model was asked freely in this session, and what it said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from llmdb.session import Session
    from llmdb.types import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A question at a step, and the model's answer."""

    step: int
    question: str
    answer: str
    model: str

    def to_json(self) -> dict[str, Json]:
        """`{"step", "question", "answer", "model"}`."""
        return {"step": self.step, "question": self.question, "answer": self.answer, "model": self.model}


@dataclass(frozen=True, slots=True)
class _Conversation:
    exchanges: tuple[Exchange, ...]


def conversation_of(session: Session) -> tuple[Exchange, ...]:
    """All of them in order."""
    kept = session.kept.get(_Conversation)
    return kept.exchanges if kept is not None else ()


def keep_conversation(session: Session, exchanges: Iterable[Exchange]) -> None:
    """Add to it."""
    session.kept.put(_Conversation((*conversation_of(session), *exchanges)))
