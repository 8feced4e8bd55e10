"""Where the session's fault shows, and the planner for its recording with what the other tests tell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from llmdb.commands.deps import dependencies_of, source_line
from llmdb.engine.cause.plan.graph import writers_of
from llmdb.engine.cause.plan.operations import Place
from llmdb.engine.cause.plan.output import JudgedParts, judge_parts
from llmdb.engine.cause.plan.planner import Planner
from llmdb.engine.cause.plan.score import Evidence
from llmdb.progress import Progress
from llmdb.slicing import Dependencies
from llmdb.slicing.slices import origin
from llmdb.trace import build_trace
from llmdb.trace.heap import is_reference

if TYPE_CHECKING:
    from llmdb.session import Session
    from llmdb.trace import ExecutionTrace
    from llmdb.types import StepNo

PLANNER = "planner"
MOST_TESTS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Where a fault shows: the step, the wrong names after it if they are known, the right ones, and how one knows."""

    step: StepNo
    names: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    reason: str = ""


def fault_of(session: Session) -> Fault:
    """The exception, else the failed test's last call, else the current step."""
    trace = session.trace
    failed = next((o for o in session.test_outcomes if not o.passed), None) if session.tests else None
    step, reason = shows_at(trace)
    if step is not None:
        return Fault(step=step, reason=reason)
    if failed is None:
        return Fault(step=session.position, reason=f"step {session.position}")
    step = last_top(trace)
    returned, found = trace.return_value(step), dependencies_of(session)
    parts = JudgedParts()
    if returned is not None and returned.repr == failed.got:
        parts = judge_parts(failed.test, failed.got, source_line(session, trace.lines(step)[-1]))
    wrong, right = (
        tuple(name for name in names if _is_plain(found, name, step)) for names in (parts.wrong, parts.right)
    )
    return Fault(
        step=step,
        names=wrong if len(wrong) == len(parts.wrong) else (),
        right=right,
        reason=f"failed: {failed.test}, got {failed.got}",
    )


def _is_plain(found: Dependencies, name: str, step: StepNo) -> bool:
    """Whether an item holds no object of its own, so that who wrote the item is all there is to it."""
    read = origin(found, name, step)
    return read is not None and not is_reference(read.value) and bool(writers_of(found, step, [name]))


def shows_at(trace: ExecutionTrace) -> tuple[StepNo | None, str]:
    """The innermost step that the exception which ended the run passed, and what it was; None for no such step."""
    raised = trace.outcome.exception
    if raised is None:
        return None, ""
    same = [n for n, r in trace.raises.items() if (r.type, r.message) == (raised.type, raised.message)]
    for number in sorted(same, key=lambda n: (trace.depth(n), n), reverse=True):
        if trace.step(number).caught is None:
            return number, f"{raised.type}: {raised.message}"
    return None, ""


def last_top(trace: ExecutionTrace) -> StepNo:
    """The last step that nothing of the snippet called."""
    return next((n for n in range(len(trace), 0, -1) if trace.depth(n) == 1), len(trace))


def planner_of(session: Session) -> Planner:
    """The planner of the recording in use, made once; the other visible tests are run for it."""
    planner = made_planner(session)
    if planner is None:
        planner = _planner(session, dependencies_of(session))
        planner.evidence = _evidence(session, planner)
        session.engine_state[PLANNER] = (session.trace, planner)
    return planner


def made_planner(session: Session) -> Planner | None:
    """The planner if `plan` has made it for the recording in use."""
    kept = cast("tuple[object, Planner] | None", session.engine_state.get(PLANNER))
    return kept[1] if kept is not None and kept[0] is session.trace else None


def is_failing(session: Session) -> bool:
    """Whether the recorded run shows a fault by itself: an exception, or a visible test that fails."""
    if session.trace.outcome.exception is not None:
        return True
    return bool(session.tests) and any(not outcome.passed for outcome in session.test_outcomes)


def _planner(session: Session, found: Dependencies) -> Planner:
    return Planner(found, session.snippet.text, session.snippet.body)


def _evidence(session: Session, own: Planner) -> Evidence:
    """What the results of the visible tests depended on."""
    outcomes = session.test_outcomes[:MOST_TESTS] if session.tests else ()
    if all(outcome.passed for outcome in outcomes):
        return Evidence()
    failing: list[frozenset[Place]] = []
    passing: list[frozenset[Place]] = []
    beside: list[frozenset[Place]] = []
    for number, outcome in enumerate(outcomes, 1):
        if outcome.test == session.program.epilogue:
            fault = fault_of(session)
            failing.append(frozenset(own.places(own.graph_of(fault.step, fault.names))))
            if fault.names and fault.right:
                beside = [_made_right(own, fault)]
            continue
        session.report(Progress(doing="running tests", done=number, total=len(outcomes), unit="tests"))
        planner = _planner(session, _recorded(session, outcome.test))
        (passing if outcome.passed else failing).append(_places(planner))
    return Evidence(failing=tuple(failing), passing=tuple(passing), beside=tuple(beside))


def _made_right(planner: Planner, fault: Fault) -> frozenset[Place]:
    """What the right parts of the wrong result depended on."""
    return frozenset(planner.places(planner.graph_of(fault.step, fault.right)))


def _recorded(session: Session, test: str) -> Dependencies:
    options = session.replay_options
    quiet = replace(options, stdin=options.stdin or b"")
    recording = session.runner.record(replace(session.program, epilogue=test), session.cfg, quiet)
    return Dependencies(build_trace(recording, session.cfg), session.snippet.text)


def _places(planner: Planner) -> frozenset[Place]:
    trace = planner.found.trace
    if not len(trace):
        return frozenset()
    step = shows_at(trace)[0] or last_top(trace)
    return frozenset(planner.places(planner.graph_of(step, ())))
