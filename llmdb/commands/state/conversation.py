"""What the model was asked freely in this session, and what it said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Iterable

    from llmdb.session import Session
    from llmdb.types import Json

_CONVERSATION = "conversation"


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


def conversation_of(session: Session) -> tuple[Exchange, ...]:
    """All of them in order."""
    return cast("tuple[Exchange, ...]", session.engine_state.get(_CONVERSATION, ()))


def keep_conversation(session: Session, exchanges: Iterable[Exchange]) -> None:
    """Add to it."""
    session.engine_state[_CONVERSATION] = (*conversation_of(session), *exchanges)
