"""The plan for a prompt: a sentence that says where to look first, and the visits that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.ask.situation import Situation
from llmdb.commands.deps import dependencies_of, has_dependencies
from llmdb.commands.state.known import known_of
from llmdb.commands.state.planning import fault_of, is_failing, made_planner
from llmdb.commands.state.prefix import invented_code
from llmdb.locate.judgements import Known, marks_of, output_of
from llmdb.locate.plan.planner import Planner, PlanStep
from llmdb.locate.plan.suspiciousness import Evidence
from llmdb.program.files import line_label
from llmdb.repair.profiler import describe_outcome
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.session import Session
    from llmdb.types import VisitNo

MOST_STEPS = 2_000
"""Steps whose dependencies are prepared within the moment that a request may take."""
MOST_NODES = 60
"""Statements looked at for a prompt: the request must be ready within a moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanHints:
    """A sentence for a prompt, "" where the run shows no fault, and the visits that it names, the root first."""

    text: str = ""
    visits: tuple[VisitNo, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """What was told last; it stands as long as what is known of the run and the other tests' evidence do."""

    basis: tuple[object, ...]
    hints: PlanHints


def situation_of(session: Session, *, hints: bool = True) -> Situation:
    """What every question about the session's program begins with."""
    return Situation(
        program=session.snippet.text,
        task=session.task,
        tests=session.test_outcomes,
        outcome=describe_outcome(session.trace.outcome),
        assumptions=invented_code(session),
        hints=plan_context(session).text if hints else "",
    )


def plan_context(session: Session) -> PlanHints:
    """Where the fault shows and the most suspect statements behind it.

    Of a long run only once its dependencies are prepared, as they are while the user reads: a request does not wait.
    """
    if must_wait_for_dependencies(session):
        return PlanHints()
    known = known_of(session)[0]
    wrong = output_of(dependencies_of(session), known)
    if not len(session.trace) or (wrong is None and not is_failing(session)):
        return PlanHints()
    made = made_planner(session)
    evidence = made.evidence if made is not None else Evidence()
    basis = (known, evidence)
    told = session.run.kept.get(_Told)
    if told is None or told.basis != basis:
        snippet = session.snippet
        planner = Planner(dependencies_of(session), snippet.text, snippet.body, evidence, MOST_NODES)
        told = _Told(basis=basis, hints=_hints(session, planner, known))
        session.run.kept.put(told)
    return told.hints


def must_wait_for_dependencies(session: Session) -> bool:
    """Whether who wrote what in the run cannot be said within the moment that a request may take."""
    return len(session.trace) > MOST_STEPS and not has_dependencies(session)


def _hints(session: Session, planner: Planner, known: tuple[Known, ...]) -> PlanHints:
    found = planner.found
    wrong = output_of(found, known)
    if wrong is not None:
        entry, starts = wrong
        made = planner.plan(entry.step, [entry.name] if entry.name else [], marks_of(found, known), starts)
    else:
        fault = fault_of(session)
        made = planner.plan(fault.step, fault.names, marks_of(found, known))
    stops = {stop.line: stop for stop in made.plan}
    last = session.trace.last_step_of(made.step)
    what = f"{made.name} is wrong after step {last}" if made.name else f"the fault shows at step {last}"
    places = [f"line {line_label(stop.line)}{_role(stop)}" for stop in reversed(stops.values())]
    text = f"Along recorded dependencies, back from where {what}, look first at {'; then '.join(places)}."
    return PlanHints(text=text, visits=tuple(stop.step for stop in reversed(made.plan)))


def _role(stop: PlanStep) -> str:
    """What a statement has to do with the fault, as the end of a sentence."""
    reason = stop.reason.partition(";")[0]
    if reason == "the fault shows here":
        return ", where it shows"
    if " it could have changed " in reason:
        return f", which could have changed {reason.partition(' it could have changed ')[2]}"
    return f", which {reason}" if reason.startswith(("made ", "decided that ")) else ""
