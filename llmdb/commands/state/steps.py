"""From what the engines say of visits to the steps that the user sees."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from llmdb.locate.hunt.question import StateQuestion
    from llmdb.session import Session
    from llmdb.slicing import Control, Writer
    from llmdb.types import LineNo, StepNo


class Placed(Protocol):
    """A frozen result of an engine that names a statement: its visit, under the name of `step`, and its line."""

    @property
    def step(self) -> int:
        """The visit."""

    @property
    def line(self) -> LineNo:
        """The statement's line."""


Row = TypeVar("Row", bound=Placed)


def with_step(session: Session, row: Row) -> Row:
    """The same with the number of the step in which the statement was done in place of its visit's."""
    return replace(row, step=session.trace.step_of(row.step, row.line))  # type: ignore[type-var]


def question_with_step(session: Session, asked: StateQuestion) -> StateQuestion:
    """A question of a hunt with the number of the step that left the state; for a call's entry the one that called."""
    trace, state = session.trace, asked.state
    if state.entry:
        first = trace.first_step_of(state.step)
        return replace(asked, shown=trace.parent_step(first) or first)
    return replace(asked, shown=trace.step_of(asked.step, asked.line))


def writer_step(session: Session, writer: Writer) -> StepNo | None:
    """The step in which a write happened; None for none."""
    if writer.step is None:
        return None
    if writer.position is None:
        return session.trace.step_of(writer.step, writer.line or 0)
    return session.trace.step_at(writer.position)


def control_step(session: Session, control: Control, step: StepNo) -> StepNo:
    """The step that let a step run: the one that called its frame, or that decided a condition before it."""
    trace = session.trace
    if control.position is not None:
        return min(trace.step_at(control.position), step)
    visit = trace.visit_of(step)
    if session.visits.parent_step(visit) == control.step:
        return trace.parent_step(step) or step
    return min(trace.last_step_of(control.step), step)
