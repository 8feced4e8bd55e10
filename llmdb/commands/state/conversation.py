"""What the model was asked freely in this session, and what it said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from llmdb.llm.model import Exchange
    from llmdb.session import Session


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
