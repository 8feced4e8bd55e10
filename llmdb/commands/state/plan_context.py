"""The plan as a few lines of a prompt, so that a far cause is in sight of the model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmdb.commands.deps import dependencies_of, source_line
from llmdb.commands.state.known import known_of
from llmdb.commands.state.planning import fault_of, is_failing, made_planner
from llmdb.locate.judgements import Known, marks_of, output_of
from llmdb.locate.plan.planner import Planner, PlanStep
from llmdb.locate.plan.suspiciousness import Evidence

if TYPE_CHECKING:
    from llmdb.session import Session

MOST_NODES = 60
"""Statements looked at for a prompt: the request must be ready within a moment."""
_WIDE = 120
_VALUE = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """What was told last; it stands as long as what is known of the run and the other tests' evidence do."""

    basis: tuple[object, ...]
    text: str


def plan_context(session: Session) -> str:
    """Where the fault shows and the most suspect statements behind it; "" where the run shows no fault."""
    known = known_of(session)[0]
    wrong = output_of(dependencies_of(session), known)
    if not len(session.trace) or (wrong is None and not is_failing(session)):
        return ""
    made = made_planner(session)
    evidence = made.evidence if made is not None else Evidence()
    basis = (known, evidence)
    told = session.run.kept.get(_Told)
    if told is None or told.basis != basis:
        snippet = session.snippet
        planner = Planner(dependencies_of(session), snippet.text, snippet.body, evidence, MOST_NODES)
        told = _Told(basis=basis, text=_told(session, planner, known))
        session.run.kept.put(told)
    return told.text


def _told(session: Session, planner: Planner, known: tuple[Known, ...]) -> str:
    found = planner.found
    wrong = output_of(found, known)
    if wrong is not None:
        entry, starts = wrong
        made = planner.plan(entry.step, [entry.name] if entry.name else [], marks_of(found, known), starts)
    else:
        fault = fault_of(session)
        made = planner.plan(fault.step, fault.names, marks_of(found, known))
    last = session.trace.last_step_of(made.step)
    what = f"{made.name} after step {last}" if made.name else f"step {last}"
    rows = [_row(session, stop) for stop in reversed(made.plan)]
    return "\n".join(
        [
            f"Walking back from {what}, where the fault shows, along recorded dependencies, look first at:",
            *rows,
        ]
    )


def _row(session: Session, stop: PlanStep) -> str:
    values = ", ".join(f"{name}={value.repr[:_VALUE]}" for name, value in stop.values)
    step = session.trace.step_of(stop.step, stop.line)
    row = f"- line {stop.line}, step {step}: {source_line(session, stop.line)}"
    return f"{row[:_WIDE]}  ({stop.reason.partition(';')[0]}{f'; {values}' if values else ''})"
