"""What can be said of a stop of a plan, as a command that works there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.commands.deps import dependencies_of
from llmdb.engine.cause.hunt.recorded import RETURNED, condition_of, is_result
from llmdb.slicing.slices import origin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmdb.engine.cause.plan.planner import PlanStep
    from llmdb.session import Session


def said_of(session: Session, stop: PlanStep) -> str:
    """`right total 7`, `right return 12`, `right condition 3`, or where nothing can be judged alone `root 20`."""
    found, step = dependencies_of(session), stop.step
    for name in _left(session, stop):
        if is_result(name) and session.trace.return_value(step) is not None:
            return f"right {RETURNED} {step}"
        if not is_result(name) and origin(found, name, step) is not None:
            return f"right {name} {step}"
    decides = found.statements.get(session.trace.block_of(step), ())[-1:]
    is_last = not decides or decides[0].line == stop.line
    return f"right condition {step}" if is_last and condition_of(session.trace, step) else f"root {step}"


def _left(session: Session, stop: PlanStep) -> Iterator[str]:
    """What the statement of a stop left: as the next one read it, then as it is called there."""
    if stop.name is None:
        return
    yield stop.name
    found = dependencies_of(session)
    for place, code in enumerate(found.statements.get(session.trace.block_of(stop.step), ())):
        if code.line == stop.line:
            yield from found.omissions.written_by(stop.step, place)
