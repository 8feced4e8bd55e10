"""Where the cursor stands, by line and times, to stand there again in another run."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from llmdb.commands.state.hits import may_begin

if TYPE_CHECKING:
    from llmdb.session import Session
    from llmdb.types import LineNo, StepNo


class Standing(NamedTuple):
    """The line at which a step begins, and which time that line is begun."""

    line: LineNo
    time: int


def standing(session: Session) -> Standing | None:
    """Where the cursor stands; None at the first step, and where nothing is recorded."""
    if not session.is_recorded or session.position <= 1:
        return None
    line = next(iter(session.trace.lines(session.position)), 0)
    return Standing(line, sum(number <= session.position for number in _beginning(session, line)))


def stand_again(session: Session, before: Standing | None) -> None:
    """Go to where the line is begun for that time, or for the last time; to the first step where it never is.

    The run is recorded now if it was not, but for None.
    """
    if before is not None and len(session.trace):
        session.move_to(step_at(session, before))


def step_at(session: Session, before: Standing) -> StepNo:
    """The step in which the line is begun for that time, or the last such one; the first of all where it never is."""
    return max(islice(_beginning(session, before.line), before.time), default=1)


def _beginning(session: Session, line: LineNo) -> Iterator[StepNo]:
    return (number for number in may_begin(session, line) if line in session.trace.lines(number))
