"""Where the session's fault shows, and the planner for its recording with what the other tests tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from operator import or_
from typing import TYPE_CHECKING

from llmdb.commands.deps import dependencies_of, source_line
from llmdb.kept import Kept
from llmdb.locate.block_ranking import TestedRun
from llmdb.locate.hunt.states import yielded
from llmdb.locate.plan.cause_graph import writers_of
from llmdb.locate.plan.planner import Planner
from llmdb.locate.plan.result_parts import JudgedParts, judge_items, judge_parts
from llmdb.locate.plan.suspiciousness import Evidence
from llmdb.locate.plan.work import Place
from llmdb.progress import Progress
from llmdb.repair.profiler import ENDLESS_STEPS, first_steps, options_of, outcomes_of_asserts
from llmdb.repair.search import recorded_types
from llmdb.repair.trials import recorded_keys, try_changes
from llmdb.repair.version_runner import VersionRunner
from llmdb.replay.exceptions import find_failure
from llmdb.replay.heap import is_reference
from llmdb.replay.trace import ExecutionTrace, build_trace
from llmdb.replay.visits import build_visits
from llmdb.runner.visible_tests import TestOutcome, own_asserts
from llmdb.slicing import Dependencies
from llmdb.slicing.slices import origin
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.replay.visits import Visits
    from llmdb.session import Session
    from llmdb.types import LineNo, VisitNo

MOST_TESTS = 8
MOST_STEPS = 10_000
"""Of a longer run no changes are tried."""
MOST_PARTS = 4
"""Wrong parts of a result that are looked at, and others that were made of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Where a fault shows, and how one knows.

    Attributes:
        names: what is wrong after the step; empty where that is not known.
        others: what is wrong, too, perhaps because it was made of the former.
        right: what is right after the step.
        bad, good: the last steps of other calls of the test, which gave something wrong or right, too.
    """

    step: VisitNo
    names: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    bad: tuple[VisitNo, ...] = ()
    good: tuple[VisitNo, ...] = ()
    reason: str = ""


def with_own_asserts(session: Session) -> Session:
    """The session, or where it has no tests one like it that has the snippet's own asserts for tests."""
    own = () if session.tests or session.snippet.body != "module" else own_asserts(session.snippet.main)
    if not own:
        return session
    tested = copy(session)  # not made anew: a new session adds the snippet's own stops
    tested.tests = tuple(text for _, text in own)
    tested.asserts_are_tests = True
    tested._test_outcomes = outcomes_of_asserts(session.visits, own)
    return tested


def with_short_run(session: Session) -> Session:
    """The session, or where its run has no end one like it whose run has the first steps alone.

    They show the same loop as fifty times as many, and what is asked about them is soon answered.
    """
    visits = session.visits
    if visits.outcome.kind not in ("steps", "timeout") or len(visits) <= ENDLESS_STEPS:
        return session
    options = first_steps(session.replay_options)
    quiet = replace(options, stdin=options.stdin or b"")
    recording = session.runner.record(session.program, session.cfg, quiet)
    short = copy(session)
    short._run = replace(
        session.run, trace=build_trace(recording, session.cfg), stdin=recording.stdin, past=None, kept=Kept()
    )
    short.position = len(short.trace)
    return short


def fault_of(session: Session) -> Fault:
    """Where the run failed by itself, else the failed test's last call, else the current step.

    What failed and ended nothing that anybody waits for comes after a failed test.
    """
    trace = session.visits
    failed, failure = failed_test(session), find_failure(session.trace)
    if failure is not None and (failed is None or not failure.is_aside):
        return Fault(step=session.trace.visit_of(failure.step), reason=failure.text)
    if failed is None:
        return Fault(step=session.visit)
    reason = f"failed: {failed.test}, got {failed.got}"
    bad, good = _judged_calls(dependencies_of(session), failed)
    if bad:
        return Fault(step=bad[0], bad=bad[1:], good=good, reason=reason)
    step = last_top(trace)
    returned, found = trace.return_value(step), dependencies_of(session)
    parts = JudgedParts()
    if returned is not None and returned.repr == failed.got:
        parts = judge_parts(failed.test, failed.got, source_line(session, trace.lines(step)[-1]))
    wrong, right = (
        tuple(name for name in names if _is_plain(found, name, step)) for names in (parts.wrong, parts.right)
    )
    if len(wrong) < len(parts.wrong):
        wrong = ()
    first = _first_wrong(found, step, wrong)
    return Fault(
        step=step,
        names=first,
        others=tuple(name for name in wrong if name not in first),
        right=right,
        reason=reason,
    )


def _judged_calls(
    found: Dependencies, failed: TestOutcome
) -> tuple[tuple[VisitNo, ...], tuple[VisitNo, ...]]:
    """Where a test puts what calls gave in a list: the steps that gave wrong items, and those that gave right ones.

    The calls returned an item each, or the last was of a generator that yielded them.
    """
    items = judge_items(failed.test, failed.got)
    if len(items) < 2:
        return (), ()
    trace, texts = found.trace, [text for text, _ in items]
    ends = _last_calls(trace, len(items))
    given = [(step, value.repr) for step in ends if (value := trace.return_value(step))]
    if [text for _, text in given] != texts:
        steps = reversed([*_back_in_frame(trace, last_top(trace))])
        given = [(step, value.repr) for step in steps if (value := yielded(found, step))]
    if [text for _, text in given] != texts:
        return (), ()
    judged = [(step, right) for (step, _), (_, right) in zip(given, items, strict=True)]
    bad, good = (tuple(step for step, right in judged if right is wanted) for wanted in (False, True))
    return bad, good


def _back_in_frame(trace: Visits, step: VisitNo) -> Iterator[VisitNo]:
    """A step and those before it in its frame, the last first."""
    while step:
        yield step
        step = trace.previous_in_frame(step) or 0


def _last_calls(trace: Visits, count: int) -> tuple[VisitNo, ...]:
    """The last steps of the last calls that nothing of the snippet made, in order."""
    ends: dict[int, VisitNo] = {}
    for number in range(len(trace), 0, -1):
        if trace.depth(number) == 1:
            if trace.frame_of(number) not in ends and len(ends) == count:
                break
            ends.setdefault(trace.frame_of(number), number)
    return tuple(reversed(ends.values()))


def _first_wrong(found: Dependencies, step: VisitNo, wrong: Sequence[str]) -> tuple[str, ...]:
    """Of the wrong parts of a result, in the order in which they were written, those made of no other; not too many."""
    graph = found.graph
    nodes = {name: [graph.node(*node) for node in writers_of(found, step, [name])] for name in wrong}
    reached = bytearray(len(graph.steps))
    kept: list[str] = []
    for name in sorted(wrong, key=lambda name: max(nodes[name])):
        if len(kept) < MOST_PARTS and not any(reached[node] for node in nodes[name]):
            kept.append(name)
            after = graph.forward(nodes[name], graph.edges_until(graph.steps[min(nodes[name])])).marked
            reached = bytearray(map(or_, reached, after))
            for node in nodes[name]:
                reached[node] = 0
    return tuple(sorted(kept, key=wrong.index))


def _is_plain(found: Dependencies, name: str, step: VisitNo) -> bool:
    """Whether an item holds no object of its own, so that who wrote the item is all there is to it."""
    read = origin(found, name, step)
    return read is not None and not is_reference(read.value) and bool(writers_of(found, step, [name]))


def last_top(trace: Visits) -> VisitNo:
    """The last step that nothing of the snippet called."""
    return next((n for n in range(len(trace), 0, -1) if trace.depth(n) == 1), len(trace))


def planner_of(session: Session) -> Planner:
    """The planner of the recording in use, made once; the other visible tests are run for it."""
    planner = made_planner(session)
    if planner is None:
        planner = _planner(session, dependencies_of(session))
        planner.evidence = _evidence(session, planner)
        session.run.kept.put(planner)
    return planner


def made_planner(session: Session) -> Planner | None:
    """The planner if `plan` has made it for the recording in use."""
    return session.run.kept.get(Planner)


def is_failing(session: Session) -> bool:
    """Whether the recorded run shows a fault by itself: it failed, or a visible test does."""
    if session.visits.outcome.exception is not None or find_failure(session.trace) is not None:
        return True
    return failed_test(session) is not None


def failed_test(session: Session) -> TestOutcome | None:
    """The first visible test that fails; None where none does, or there is none."""
    outcomes = session.test_outcomes if session.tests else ()
    return next((outcome for outcome in outcomes if not outcome.passed), None)


def _planner(session: Session, found: Dependencies) -> Planner:
    return Planner(found, session.snippet.text, session.snippet.body)


def _evidence(session: Session, own: Planner) -> Evidence:
    """What the results of the visible tests depended on."""
    if not session.tests and session.visits.outcome.exception is not None:
        lines = frozenset(line for _, line in _places(own))
        return Evidence(helped=_helped(with_own_asserts(session), lines, _executed(session.visits)))
    outcomes = session.test_outcomes[:MOST_TESTS] if session.tests else ()
    if all(outcome.passed for outcome in outcomes):
        return Evidence()
    failing: list[frozenset[Place]] = []
    passing: list[frozenset[Place]] = []
    beside: list[frozenset[Place]] = []
    for number, outcome in enumerate(outcomes, 1):
        if outcome.test == session.program.epilogue:
            fault = fault_of(session)
            failing.append(_made(own, fault.step, fault.names))
            failing += [_made(own, fault.step, (name,)) for name in fault.others[:MOST_PARTS]]
            beside += [_made(own, fault.step, fault.right)] if fault.names and fault.right else []
            failing += [_made(own, step, ()) for step in fault.bad[:MOST_PARTS]]
            beside += [_made(own, step, ()) for step in fault.good[:MOST_PARTS]]
            continue
        session.report(Progress(doing="running tests", done=number, total=len(outcomes), unit="tests"))
        planner = _planner(session, _recorded(session, outcome))
        (passing if outcome.passed else failing).append(_places(planner))
    return Evidence(
        failing=tuple(failing),
        passing=tuple(passing),
        beside=tuple(beside),
        helped=_helped(
            session, frozenset(line for run in failing for _, line in run), _executed(session.visits)
        ),
    )


def _executed(trace: Visits) -> frozenset[LineNo]:
    """The lines of the blocks that a run came to."""
    return frozenset(unit.line for unit in trace.cfg.units if trace.steps_of_block(unit.block))


def _helped(
    session: Session, lines: frozenset[LineNo], executed: frozenset[LineNo]
) -> Mapping[LineNo, float]:
    """What trial changes do of the lines that failing tests depended on, and of others that the run came to."""
    ends = session.visits.outcome.kind not in ("steps", "timeout")
    if not session.tests or session.snippet.body != "module" or (ends and len(session.visits) > MOST_STEPS):
        return {}
    session.report(Progress(doing="trying small changes", done=0, unit="tried"))
    versions = VersionRunner(
        runner=session.runner,
        program=session.program,
        options=session.options,
        tests=session.tests,
        asserts_are_tests=session.asserts_are_tests,
    )
    passed = tuple(outcome.passed for outcome in session.test_outcomes)
    types = recorded_types([TestedRun(passed=False, trace=session.visits)])
    return try_changes(versions, lines, passed, types, recorded_keys([session.visits]), executed)


def _made(planner: Planner, step: VisitNo, names: tuple[str, ...]) -> frozenset[Place]:
    """What some parts of a result depended on."""
    return frozenset(planner.places(planner.graph_of(step, names)))


def _recorded(session: Session, outcome: TestOutcome) -> Dependencies:
    options = options_of(outcome, session.replay_options)
    quiet = replace(options, stdin=options.stdin or b"")
    recording = session.runner.record(replace(session.program, epilogue=outcome.test), session.cfg, quiet)
    return Dependencies(build_visits(recording, session.cfg), session.snippet.text)


def _places(planner: Planner) -> frozenset[Place]:
    trace = planner.found.trace
    if not len(trace):
        return frozenset()
    steps = ExecutionTrace(trace)
    failure = find_failure(steps)
    has_place = failure is not None and not failure.is_aside
    return _made(planner, steps.visit_of(failure.step) if failure and has_place else last_top(trace), ())
