"""`plan`: the way back to the predicted root cause; `right`, `wrong`, `root`, `unclear` are what the user knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from llmdb.arguments import Argument, Rest, Switch
from llmdb.command import Command
from llmdb.commands.deps import complete_name, dependencies_of, known_origins, source_line
from llmdb.commands.hunt import Hunt
from llmdb.commands.line.parsing import parse_path, parse_whole
from llmdb.commands.state.known import forget_known, judge, judgements_of, kept_notes, known_of
from llmdb.commands.state.planning import Fault, fault_of, is_failing, planner_of
from llmdb.commands.state.position import require_steps
from llmdb.commands.state.saying import said_of
from llmdb.commands.state.steps import with_step
from llmdb.errors import BadArgument, NoSuchName, NoSuchStep
from llmdb.locate.hunt.states import RETURNED, condition_of
from llmdb.locate.judgements import Judgement, Known, marks_of, output_of
from llmdb.locate.plan.cause_graph import Node
from llmdb.locate.plan.planner import Plan
from llmdb.session import Session
from llmdb.slicing.slices import origin
from llmdb.types import Json, LineNo, StepNo, VisitNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.registry import Registry


@dataclass(frozen=True, slots=True)
class _AskedFor:
    """The fault that `plan` was last asked about; None for the failure."""

    fault: Fault | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanResult:
    """A plan with the source of its lines; `reason` says why the output is taken for wrong.

    `judged` counts what is known of the run, `file` is where that is kept; `notes` tell of what was known before.
    `example` is what could be said of the predicted root.
    """

    made: Plan
    reason: str
    code: tuple[str, ...]
    judged: int = 0
    file: str = ""
    notes: tuple[str, ...] = ()
    example: str = ""

    def to_json(self) -> dict[str, Json]:
        """`{"output", "plan", "root_cause", "remaining", "total", "complete", "looked", "judged", "file", "notes"}`."""
        made = self.made
        return {
            "output": {"step": made.step, "name": made.name},
            "plan": [
                {
                    "step": s.step,
                    "line": s.line,
                    "name": s.name,
                    "suspiciousness": s.suspiciousness,
                    "values": {name: value.to_json() for name, value in s.values},
                    "reason": s.reason,
                }
                for s in made.plan
            ],
            "root_cause": {"step": made.root.step, "line": made.root.line},
            "remaining": made.remaining,
            "total": made.total,
            "complete": made.complete,
            "looked": made.looked,
            "judged": self.judged,
            "file": self.file,
            "notes": list[Json](self.notes),
        }


_AT = "STEP is the current one if it is not given. What is said is kept for this program: `plan --forget` drops it."


def register(registry: Registry) -> None:
    """Add `plan` and the commands of feedback."""
    step = (Rest("step"),)
    rows: tuple[tuple[str, Callable[..., PlanResult], tuple[Argument, ...], str, str], ...] = (
        (
            "plan",
            run_plan,
            (Rest("name", complete=complete_name), Switch("--forget")),
            "lead from the step that shows the fault back to the likely cause",
            "Without NAME it begins where the run or a test failed, or at what was called wrong. The statements that "
            "the wrong value depends on are weighed by their work, by how failing and passing tests depend on "
            "them, and by what about a thousand small changes do to these tests (of short runs, in the sandbox); the "
            "last stop is the predicted root cause. --forget drops what was said of this program.",
        ),
        (
            "right",
            run_right,
            (
                Rest(
                    "judged", shown="NAME | return | condition [STEP]", is_needed=True, complete=complete_name
                ),
            ),
            "the value of NAME is right here: what made it is not looked at; or the condition was decided rightly",
            _AT,
        ),
        (
            "wrong",
            run_wrong,
            (
                Rest(
                    "judged",
                    shown="NAME | return | condition | path [STEP]",
                    is_needed=True,
                    complete=complete_name,
                ),
            ),
            "the value of NAME is wrong here, the condition was decided wrongly, or this step should not run",
            _AT,
        ),
        ("root", run_root, step, "this step is where the fault begins", _AT),
        ("unclear", run_unclear, step, "this step cannot be judged: others are preferred", _AT),
    )
    for name, run, arguments, summary, details in rows:
        registry.command(
            Command(
                name=name,
                run=run,
                arguments=arguments,
                summary=summary,
                details=details,
                group="look",
            )
        )


def run_plan(session: Session, name: str, forget: bool) -> PlanResult:
    """`plan [NAME]`: for NAME at this step, else for the failure."""
    require_steps(session)
    if forget:
        forget_known(session)
        session.run.kept.drop(Hunt)
    if not name:
        _ask_for(session, None)
        return planned(session)
    name = _readable(session, name, "plan", session.position)
    _ask_for(session, Fault(step=session.visit, names=(name,), reason=f"{name} at step {session.position}"))
    return planned(session)


def planned(session: Session) -> PlanResult:
    """The plan for the name asked about last, else from what is known to be wrong, else from the failure."""
    return _result(session, _asked_for(session), known_of(session)[0])


def _ask_for(session: Session, fault: Fault | None) -> None:
    session.run.kept.put(_AskedFor(fault))


def _asked_for(session: Session) -> Fault | None:
    asked = session.run.kept.get(_AskedFor)
    return asked.fault if asked is not None else None


def run_right(session: Session, judged: str) -> PlanResult:
    """`right NAME [STEP]` or `right condition [STEP]`."""
    return _judge_name(session, judged, "right", {"condition": "right condition"})


def run_wrong(session: Session, judged: str) -> PlanResult:
    """`wrong NAME [STEP]`, `wrong condition [STEP]` or `wrong path [STEP]`."""
    return _judge_name(session, judged, "wrong", {"condition": "wrong condition", "path": "wrong path"})


def run_root(session: Session, step: str) -> PlanResult:
    """`root [STEP]`."""
    number = _step(session, step, "root")
    if not (
        _asked_for(session)
        or is_failing(session)
        or output_of(dependencies_of(session), known_of(session)[0])
    ):
        raise BadArgument(
            "nothing failed in this run: `plan NAME` or `wrong NAME` first says what root is meant"
        )
    stops = planned(session).made.plan
    visit = session.trace.visit_of(number)
    likeliest = sorted(stops, key=lambda stop: -stop.suspiciousness)
    line = next((stop.line for stop in likeliest if stop.step == number), _last_line(session, visit))
    return _judged(session, Known(step=visit, line=line, says="root"))


def run_unclear(session: Session, step: str) -> PlanResult:
    """`unclear [STEP]`."""
    visit = session.trace.visit_of(_step(session, step, "unclear"))
    return _judged(session, Known(step=visit, line=_last_line(session, visit), says="unclear"))


def _judge_name(session: Session, text: str, command: str, special: dict[str, Judgement]) -> PlanResult:
    words = text.rsplit(maxsplit=1)
    if not words:
        raise BadArgument(
            f"{command} needs a name, return or condition: `{command} total`, `{command} return`"
        )
    has_step = len(words) == 2 and (words[1].isdigit() or words[0] in special)
    step = _step(session, words[1] if has_step else "", command)
    name = words[0] if has_step else text.strip()
    found, visit = dependencies_of(session), session.trace.visit_of(step)
    if name in special and origin(found, name, visit) is None:
        if special[name] == "wrong path" and found.control(visit) is None:
            raise BadArgument(f"nothing decided that step {step} runs: it begins the outermost code")
        if name == "condition" and not condition_of(session.visits, visit):
            raise BadArgument(f"step {step} decides nothing: it has no condition")
        return _judged(session, Known(step=visit, line=_last_line(session, visit), says=special[name]))
    says: Judgement = "right" if command == "right" else "wrong"
    if name == RETURNED:
        return _judged(session, _returned(session, step, says))
    name = _readable(session, name, command, step)
    read = origin(found, name, visit)
    if read is None:
        raise NoSuchName(
            f"step {step} has {name}, but not where its block ends: judge it at the step that wrote it"
        )
    line = read.writer.line or _last_line(session, visit)
    return _judged(session, Known(step=visit, line=line, says=says, name=name, value=found.value(read).repr))


def _returned(session: Session, step: StepNo, says: Judgement) -> Known:
    value = session.visits.return_value(session.trace.visit_of(step))
    if value is None:
        raise NoSuchName(f"step {step} returns nothing: `{says} return` is for the step that ends a call")
    visit = session.trace.visit_of(step)
    return Known(step=visit, line=_last_line(session, visit), says=says, name=RETURNED, value=value.repr)


def _judged(session: Session, entry: Known) -> PlanResult:
    judge(session, entry)
    if entry.says.startswith("wrong"):
        _ask_for(session, None)
    return planned(session)


def _step(session: Session, text: str, command: str) -> StepNo:
    """The step that is judged.

    Raises:
        BadArgument: it is no number.
        NoSuchStep: the trace has no such step.
    """
    require_steps(session)
    if not text:
        return session.position
    if not text.isdigit():
        raise BadArgument(
            f"{command} takes a step's number, not {text!r}; without one it is the current step"
        )
    step = parse_whole(text, "a step", lowest=1)
    if step > len(session.trace):
        raise NoSuchStep(
            f"the trace has {len(session.trace)} steps; {command} takes 1 to {len(session.trace)}"
        )
    return step


def _last_line(session: Session, visit: VisitNo) -> LineNo:
    code = dependencies_of(session).statements.get(session.visits.block_of(visit), ())
    return code[-1].line if code else session.visits.lines(visit)[0]


def _readable(session: Session, text: str, command: str, step: StepNo) -> str:
    name = parse_path(text, command)
    known_origins(session, dependencies_of(session), name, step, most=1)
    return name


def _result(session: Session, fault: Fault | None, known: tuple[Known, ...]) -> PlanResult:
    found = dependencies_of(session)
    starts: tuple[Node, ...] = ()
    wrong = output_of(found, known) if fault is None else None
    if wrong is not None:
        entry, starts = wrong
        names = (entry.name,) if entry.says == "wrong" and entry.name else ()
        fault = Fault(step=entry.step, names=names, reason=_why(session, entry))
    fault = fault or fault_of(session)
    made = planner_of(session).plan(fault.step, fault.names, marks_of(found, known), starts)
    file = judgements_of(session).path
    return PlanResult(
        made=_with_steps(session, made),
        reason=fault.reason,
        code=tuple(source_line(session, stop.line) for stop in made.plan),
        judged=len(known),
        file=str(file) if known and file is not None else "",
        notes=(*_unasked(session, fault), *kept_notes(session)),
        example=said_of(session, made.root),
    )


def _with_steps(session: Session, made: Plan) -> Plan:
    return replace(
        made,
        step=session.trace.last_step_of(made.step),
        plan=tuple(with_step(session, stop) for stop in made.plan),
        root=with_step(session, made.root),
    )


def _unasked(session: Session, fault: Fault) -> Iterator[str]:
    """Where nothing says what is wrong."""
    if not fault.reason:
        yield "nothing failed in this run, so it begins here: `plan NAME` or `wrong NAME` says what is wrong"


def _why(session: Session, entry: Known) -> str:
    said = "differs from the correct run" if entry.by == "compare" else "called wrong"
    if entry.of:
        return f"what step {session.trace.step_of(entry.step, entry.line)} left was called wrong in a hunt"
    expected = f": expected {entry.expected}, got {entry.value}" if entry.expected else ""
    return f"{entry.says.removeprefix('wrong').strip() or 'value'} {said}{expected}"
