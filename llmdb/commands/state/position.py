"""Makes the `Position` that `where` and every move show, and evaluates expressions at it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from llmdb.commands.results.common import Displayed, Evaluated, Position
from llmdb.commands.state.kept import verdict_at
from llmdb.commands.state.prefix import assumed_names
from llmdb.engine.recorded_values import CannotTell, evaluate_recorded, replaced_functions
from llmdb.errors import CommandError, EvaluationFailed, NoSuchStep, NotRecorded, ReplayDiverged
from llmdb.progress import Progress
from llmdb.runner.model import Place
from llmdb.session import Session, outside

if TYPE_CHECKING:
    from llmdb.events.model import IntermediateState, Value
    from llmdb.replay.model import FrameInfo, Step
    from llmdb.replay.trace import ExecutionTrace
    from llmdb.types import LineNo, StepNo
_OBJECT = re.compile(r"<[A-Za-z_]")
_NO_WORDS = " object at 0x"
SLOW_S = 1.0
"""Where the recorded run took longer, recorded values answer what they can before it is run again."""


def show_position(session: Session, reason: str = "") -> Position:
    """Where the cursor stands.

    Raises:
        NoSuchStep: nothing was recorded.
    """
    trace = session.trace
    require_steps(session)
    stack = tuple(trace.frames(session.position))
    chosen = stack[-1 - session.selected]
    shown = chosen.step
    after = selected_state(session)
    step = trace.step(shown)
    previous = trace.step(shown - 1) if shown > 1 else None
    is_here = session.selected == 0
    before = trace.state_before(shown)
    left = session.left_step if is_here and trace.frame_of(session.left_step or 1) == step.frame else 0
    return Position(
        step=step,
        total=len(trace),
        block=session.cfg.block(step.block),
        before=before,
        after=after,
        differs=_differing(trace.state(left), after) if 0 < left < shown else frozenset(),
        back_from=trace.came_back(shown) if is_here else None,
        calls=_called_by(trace, shown) if is_here else None,
        earlier_lines=_earlier_lines(trace, step),
        stack=stack,
        selected=len(stack) - 1 - session.selected,
        came_from=(previous.block, previous.occurrence) if previous else None,
        source=session.snippet.text,
        stop_lines=stop_lines(session),
        reason=reason,
        displays=tuple(display(session, expression) for expression in session.displays),
        outcome=trace.outcome if session.position == len(trace) else None,
        written=trace.output(shown) if is_here else (),
        assumed=assumed_names(session, shown),
        verdict=verdict_at(session, shown),
    )


def require_steps(session: Session) -> None:
    """Refuse a command that needs a current step when nothing was recorded.

    Raises:
        NoSuchStep: the trace is empty.
    """
    if len(session.trace) == 0:
        raise NoSuchStep(outside(0))


def stop_lines(session: Session) -> frozenset[int]:
    """Lines with an enabled breakpoint."""
    return frozenset(stop.line for stop in session.stops if stop.line is not None and stop.enabled)


def selected_state(session: Session) -> IntermediateState:
    """The variables after the current step, or those that the frame which `up` selected has meanwhile."""
    if session.selected == 0:
        return session.trace.state(session.position)
    return session.trace.state_of_caller(session.position, session.current_frame().frame)


def _differing(left: IntermediateState, now: IntermediateState) -> frozenset[str]:
    """The names whose values are not what they were in the step that was left."""
    return frozenset(name for name, value in now.items() if left.get(name) != value)


def _called_by(trace: ExecutionTrace, step: StepNo) -> FrameInfo | None:
    """The frame that a step called last, if the next step is the first of it."""
    following = step + 1
    if following > len(trace) or trace.parent_step(following) != step:
        return None
    if trace.is_body(trace.scope_of(following)):
        return None
    return trace.frames(following)[-1] if trace.previous_in_frame(following) is None else None


def _earlier_lines(trace: ExecutionTrace, step: Step) -> frozenset[LineNo]:
    """The lines of a step's block that the steps before it of the same visit began."""
    found: set[LineNo] = set()
    earlier = step.continues
    while earlier is not None and len(found) < len(trace.cfg.block(step.block).statement_lines):
        found.update(trace.lines(earlier))
        earlier = trace.previous_in_frame(earlier) if trace.continues(earlier) else None
    return frozenset(found)


def evaluate(session: Session, expression: str) -> Evaluated:
    """The expression's value in the state after the current step.

    A variable's value comes from the recording, the text of an object with a `__repr__` of its own from the
    program. Anything else is evaluated in a fresh child that runs the program again to this step; where that takes
    long, or the program does not repeat itself, the recorded values answer if they can.

    Raises:
        EvaluationFailed: it raised.
        NotRecorded: only the live program could tell, and it took another path.
    """
    state = selected_state(session)
    if expression in state and not state[expression].truncated:
        return Evaluated(
            expression=expression, value=_in_its_own_words(session, expression, state[expression])
        )
    if _takes_long_to_repeat(session):
        with suppress(NotRecorded):
            return _evaluate_from_recording(expression, state, own_functions(session))
    written: list[str] = []
    try:
        value = replay(session, session.position, expression, callers_of(session), written)
    except ReplayDiverged:
        return _evaluate_from_recording(expression, state, own_functions(session))
    return Evaluated(expression=expression, value=value, how="replayed", written="".join(written))


def _in_its_own_words(session: Session, name: str, value: Value) -> Value:
    """A recorded value with the text that its `__repr__` gives, where there is an object in it that has one."""
    if value.type == "str" or _OBJECT.search(value.repr) is None or _takes_long_to_repeat(session):
        return value
    try:
        said = replay(session, session.position, name, callers_of(session))
    except CommandError:
        return value
    return value if _NO_WORDS in said.repr or said.type != value.type else said


def _takes_long_to_repeat(session: Session) -> bool:
    """Whether the run took long, or the current step is the one in which it was stopped or died."""
    trace = session.trace
    cut_off = session.position == len(trace) and trace.outcome.kind in ("timeout", "memory", "crash")
    return cut_off or trace.seconds > SLOW_S


def callers_of(session: Session) -> tuple[str, ...]:
    """The scopes of the frames above the current step's, up to the selected one, from the inside out."""
    if not session.selected:
        return ()
    above = session.trace.frames(session.position)[:-1]
    return tuple(frame.scope for frame in reversed(above[-session.selected :]))


def replay(
    session: Session,
    step: StepNo,
    expression: str,
    callers: Sequence[str] = (),
    written: list[str] | None = None,
    line: LineNo = 0,
) -> Value:
    """Evaluate in a fresh child that is run to `step`, its blocks checked on the way; see `Runner.evaluate`.

    What the expression prints is added to `written`; with a line it is evaluated where that is about to run.
    """
    return session.runner.evaluate(
        session.program,
        session.cfg,
        session.replay_options,
        expression,
        place_of(session.trace, step, line),
        callers,
        lambda stream, text: written.append(text) if written is not None else None,
        running_again(session, step),
    )


def place_of(trace: ExecutionTrace, step: StepNo, line: LineNo = 0) -> Place:
    """Where a step is over, or comes to a line, as a second run finds it."""
    visits = trace.visits
    end = trace.positions(step).stop
    begun = visits.visits_until(end)
    return Place(
        step=step,
        blocks=visits.blocks_until(begun) if begun else (),
        resumed=visits.resumed_until(end),
        depth=trace.depth(step),
        scope=trace.scope_of(step),
        total=len(visits),
        line=line,
    )


def running_again(session: Session, step: StepNo) -> Callable[[int], None]:
    """What tells that a second run is on its way to a step."""
    return lambda _: session.report(Progress(doing=f"running again to step {step:,}"))


def own_functions(session: Session) -> frozenset[str]:
    """The built-in functions that the session's program replaces by its own."""
    program = session.program
    return replaced_functions(program.snippet.text) | replaced_functions(program.prefix)


def _evaluate_from_recording(
    expression: str, state: IntermediateState, replaced: frozenset[str]
) -> Evaluated:
    try:
        return Evaluated(expression=expression, value=evaluate_recorded(expression, state, replaced))
    except CannotTell:
        raise NotRecorded(
            f"{expression}: as the program does not repeat itself, only recorded values can be shown: a name, "
            "an item, a comparison"
        ) from None
    except Exception as problem:  # whatever the user's expression raises is the answer
        raise EvaluationFailed(f"{type(problem).__name__}: {problem}") from problem


def display(session: Session, expression: str) -> Displayed:
    """The value of a displayed expression here, or why it has none."""
    try:
        value = evaluate_recorded(expression, selected_state(session), own_functions(session))
    except CannotTell:
        return _display_by_replay(session, expression)
    except Exception as problem:  # whatever the user's expression raises is what is shown
        return Displayed(expression=expression, value=None, problem=f"{type(problem).__name__}: {problem}")
    return Displayed(expression=expression, value=value)


def _display_by_replay(session: Session, expression: str) -> Displayed:
    try:
        return Displayed(expression=expression, value=evaluate(session, expression).value)
    except CommandError as problem:
        return Displayed(expression=expression, value=None, problem=str(problem))
