"""The slice that moves may be limited to; a move looks here first, and what makes slices is not imported for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.session import Session
    from llmdb.slicing import DynamicSlice
    from llmdb.types import StepNo


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptSlice:
    """The slice that was asked for last, and whether moves stay in it."""

    found: DynamicSlice
    numbers: Sequence[StepNo] = ()
    limits: bool = False


def limiting_slice(session: Session) -> KeptSlice | None:
    """The slice that moves are limited to; None where they are not."""
    kept = session.run.kept.get(KeptSlice)
    return kept if kept is not None and kept.limits else None
