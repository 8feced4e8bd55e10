"""What can be said of a stop of a plan, as a command that works there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.commands.deps import dependencies_of
from llmdb.locate.hunt.states import RETURNED, condition_of, is_result
from llmdb.slicing.slices import origin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmdb.locate.plan.planner import PlanStep
    from llmdb.session import Session
    from llmdb.types import StepNo


def said_of(session: Session, stop: PlanStep) -> str:
    """`right total 7`, `right return 12`, `right condition 3`, or where nothing can be judged alone `root 20`."""
    found, step, shown = dependencies_of(session), stop.step, session.trace.step_of(stop.step, stop.line)
    for name, at in _left(session, stop):
        if is_result(name) and session.visits.return_value(at) is not None:
            return f"right {RETURNED} {session.trace.last_step_of(at)}"
        if not is_result(name) and origin(found, name, at) is not None:
            return f"right {name} {shown if at == step else session.trace.first_step_of(at)}"
    decides = found.statements.get(session.visits.block_of(step), ())[-1:]
    is_last = not decides or decides[0].line == stop.line
    return f"right condition {shown}" if is_last and condition_of(session.visits, step) else f"root {shown}"


def _left(session: Session, stop: PlanStep) -> Iterator[tuple[str, StepNo]]:
    """What a stop's statement left, and where: as the next one read it, in a call it was given to, as it calls it."""
    if stop.name is None:
        return
    yield stop.name, stop.step
    found = dependencies_of(session)
    for first, _ in found.log.callees(stop.step):
        passed = None if is_result(stop.name) else origin(found, stop.name, first)
        if passed is not None and passed.writer.step == stop.step:
            yield stop.name, first
    for place, code in enumerate(found.statements.get(session.visits.block_of(stop.step), ())):
        if code.line == stop.line:
            yield from ((name, stop.step) for name in found.omissions.written_by(stop.step, place))
