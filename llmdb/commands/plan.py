"""`plan`: the way back to the predicted root cause; `right`, `wrong`, `root`, `unclear` are what the user knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from llmdb.commands.base import Command
from llmdb.commands.deps import complete_name, dependencies_of, parse_path, source_line
from llmdb.commands.parsing import parse_nothing
from llmdb.commands.position import require_steps
from llmdb.engine.cause.plan import Feedback, Node, Plan, make_plan
from llmdb.errors import NoSuchName
from llmdb.session import Session
from llmdb.slicing.slices import origin
from llmdb.types import Json, StepNo

if TYPE_CHECKING:
    from llmdb.registry import Registry

FEEDBACK = "plan"
_Kept = tuple[object, Feedback]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanResult:
    """A plan with the source of its lines; `reason` says why the output is taken for wrong."""

    made: Plan
    reason: str
    code: tuple[str, ...]

    def to_json(self) -> dict[str, Json]:
        """`{"output", "plan", "root_cause", "remaining", "total"}`."""
        made = self.made
        return {
            "output": {"step": made.step, "name": made.name},
            "plan": [
                {"step": s.step, "line": s.line, "name": s.name, "suspiciousness": s.suspiciousness}
                for s in made.plan
            ],
            "root_cause": {"step": made.root.step, "line": made.root.line},
            "remaining": made.remaining,
            "total": made.total,
        }


def register(registry: Registry) -> None:
    """Add `plan` and the commands of feedback."""
    rows: tuple[tuple[str, Callable[[Session, str], PlanResult], str, str], ...] = (
        ("plan", run_plan, "plan [NAME]", "lead from the step that shows the fault back to the likely cause"),
        ("right", run_right, "right NAME", "the value of NAME here is right: what made it is not looked at"),
        (
            "wrong",
            run_wrong,
            "wrong NAME | path",
            "the value of NAME is wrong here, or this step should not run",
        ),
        ("root", run_root, "root", "this step is where the fault begins"),
        ("unclear", run_unclear, "unclear", "this step cannot be judged: others are preferred"),
    )
    for name, run, usage, summary in rows:
        registry.command(
            Command(name=name, run=run, usage=usage, summary=summary, group="look", complete=complete_name)
        )


def feedback_of(session: Session) -> Feedback:
    """What the user said about the recording in use."""
    kept = cast("_Kept | None", session.engine_state.get(FEEDBACK))
    return kept[1] if kept is not None and kept[0] is session.trace else Feedback()


def run_plan(session: Session, text: str) -> PlanResult:
    """`plan [NAME]`: for NAME at this step, else for the failure."""
    require_steps(session)
    feedback = feedback_of(session)
    if text.strip():
        name = _known(session, text, "plan")
        return _planned(session, (session.position, name), f"{name} at step {session.position}", feedback)
    if feedback.wrong is not None:
        return _planned(session, feedback.wrong, "called wrong", feedback)
    output, reason = fault(session)
    return _planned(session, output, reason, feedback)


def fault(session: Session) -> tuple[tuple[StepNo, str | None], str]:
    """The step that shows the fault, the wrong name if it is known, and why it is taken for that."""
    trace = session.trace
    raised = trace.outcome.exception
    failed = next((o for o in session.test_outcomes if not o.passed), None) if session.tests else None
    if raised is not None:
        for number in range(len(trace), max(0, len(trace) - 10_000), -1):
            step = trace.step(number)
            if step.raised is not None and step.caught is None:
                if step.raised.type == raised.type and step.raised.message == raised.message:
                    first = _raiser(session, number)
                    return (first, None), f"{raised.type}: {raised.message}"
                break
    if failed is not None:
        tops = [n for n in range(len(trace), 0, -1) if trace.depth(n) == 1]
        return (tops[0] if tops else len(trace), None), f"failed: {failed.test}"
    return (session.position, None), f"step {session.position}"


def _raiser(session: Session, number: StepNo) -> StepNo:
    """The innermost step that the exception passed."""
    trace = session.trace
    raised = trace.step(number).raised
    found = number
    for later in range(number + 1, min(len(trace), number + 10_000) + 1):
        inner = trace.step(later).raised
        if inner is not None and raised is not None and inner.message == raised.message:
            found = later if trace.depth(later) > trace.depth(found) else found
    return found


def run_right(session: Session, text: str) -> PlanResult:
    """`right NAME`."""
    require_steps(session)
    name = _known(session, text, "right")
    node = _writer(session, name)
    feedback = feedback_of(session)
    right = feedback.right | ({node} if node is not None else set())
    return _again(session, replace(feedback, right=right))


def run_wrong(session: Session, text: str) -> PlanResult:
    """`wrong NAME` or `wrong path`."""
    require_steps(session)
    found = dependencies_of(session)
    if text.strip() == "path" and origin(found, "path", session.position) is None:
        control = found.control(session.position)
        step = control.step if control is not None else session.position
        return _again(session, replace(feedback_of(session), wrong=(step, None), root=None))
    name = _known(session, text, "wrong")
    return _again(session, replace(feedback_of(session), wrong=(session.position, name), root=None))


def run_root(session: Session, text: str) -> PlanResult:
    """`root`."""
    parse_nothing(text, "root")
    require_steps(session)
    return _again(session, replace(feedback_of(session), root=session.position))


def run_unclear(session: Session, text: str) -> PlanResult:
    """`unclear`."""
    parse_nothing(text, "unclear")
    require_steps(session)
    code = dependencies_of(session).statements.get(session.trace.block_of(session.position), ())
    nodes = {(session.position, place) for place in range(len(code))}
    feedback = feedback_of(session)
    return _again(session, replace(feedback, unclear=feedback.unclear | nodes))


def _again(session: Session, feedback: Feedback) -> PlanResult:
    session.engine_state[FEEDBACK] = (session.trace, feedback)
    return run_plan(session, "")


def _writer(session: Session, name: str) -> Node | None:
    found = dependencies_of(session)
    read = origin(found, name, session.position)
    if read is None or read.writer.step is None or read.writer.position is None:
        return None
    return read.writer.step, found.statement_at(read.writer.step, read.writer.position)


def _known(session: Session, text: str, command: str) -> str:
    name = parse_path(text, command)
    if origin(dependencies_of(session), name, session.position) is None:
        raise NoSuchName(f"no variable {name!r} at step {session.position}: `vars` shows what there is")
    return name


def _planned(
    session: Session, output: tuple[StepNo, str | None], reason: str, feedback: Feedback
) -> PlanResult:
    made = make_plan(dependencies_of(session), *output, feedback)
    code = tuple(source_line(session, stop.line) for stop in made.plan)
    return PlanResult(made=made, reason=reason, code=code)
