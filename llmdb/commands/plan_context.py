"""The plan as a few lines of a prompt, so that a far cause is in sight of the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.commands.deps import dependencies_of, source_line
from llmdb.commands.known import known_of
from llmdb.commands.planning import fault_of, is_failing, made_planner
from llmdb.engine.cause.known import marks_of, output_of
from llmdb.engine.cause.plan import Planner, PlanStep

if TYPE_CHECKING:
    from llmdb.session import Session

MOST_NODES = 60
"""Statements looked at for a prompt: the request must be ready within a moment."""
_WIDE = 120
_VALUE = 40


def plan_context(session: Session) -> str:
    """Where the fault shows and the most suspect statements behind it; "" where the run shows no fault."""
    known = known_of(session)[0]
    found = dependencies_of(session)
    wrong = output_of(found, known)
    if not len(session.trace) or (wrong is None and not is_failing(session)):
        return ""
    planner = made_planner(session) or Planner(
        found, session.snippet.text, session.snippet.body, most=MOST_NODES
    )
    if wrong is not None:
        entry, starts = wrong
        made = planner.plan(entry.step, [entry.name] if entry.name else [], marks_of(found, known), starts)
    else:
        fault = fault_of(session)
        made = planner.plan(fault.step, fault.names, marks_of(found, known))
    what = f"{made.name} after step {made.step}" if made.name else f"step {made.step}"
    rows = [_row(session, stop) for stop in reversed(made.plan)]
    return "\n".join(
        [
            f"Walking back from {what}, where the fault shows, along recorded dependencies, look first at:",
            *rows,
        ]
    )


def _row(session: Session, stop: PlanStep) -> str:
    values = ", ".join(f"{name}={value.repr[:_VALUE]}" for name, value in stop.values)
    row = f"- line {stop.line}, step {stop.step}: {source_line(session, stop.line)}"
    return f"{row[:_WIDE]}  ({stop.reason.partition(';')[0]}{f'; {values}' if values else ''})"
