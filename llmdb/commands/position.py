"""Makes the `Position` that `where` and every move show, and evaluates expressions at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.commands.kept import verdict_at
from llmdb.commands.prefix_state import assumed_names
from llmdb.commands.results import Displayed, Evaluated, Position
from llmdb.engine.recorded_values import CannotTell, evaluate_recorded, replaced_functions
from llmdb.errors import CommandError, EvaluationFailed, NoSuchStep, NotRecorded, ReplayDiverged
from llmdb.session import Session, outside

if TYPE_CHECKING:
    from llmdb.trace.model import IntermediateState, Value
    from llmdb.types import StepNo


def show_position(session: Session, reason: str = "") -> Position:
    """Where the cursor stands.

    Raises:
        NoSuchStep: nothing was recorded.
    """
    trace = session.trace
    require_steps(session)
    stack = tuple(trace.frames(session.position))
    shown = stack[-1 - session.selected].step
    step = trace.step(shown)
    previous = trace.step(shown - 1) if shown > 1 else None
    return Position(
        step=step,
        total=len(trace),
        block=session.cfg.block(step.block),
        before=trace.state_before(shown),
        after=selected_state(session),
        stack=stack,
        selected=len(stack) - 1 - session.selected,
        came_from=(previous.block, previous.occurrence) if previous else None,
        source=session.snippet.text,
        stop_lines=stop_lines(session),
        reason=reason,
        displays=tuple(display(session, expression) for expression in session.displays),
        outcome=trace.outcome if session.position == len(trace) else None,
        written=trace.output(shown),
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
    """The variables after the current step, or those of the frame that `up` selected as they stand meanwhile."""
    if session.selected == 0:
        return session.trace.state(session.position)
    return session.trace.state_before(session.current_frame().step)


def evaluate(session: Session, expression: str) -> Evaluated:
    """The expression's value in the state after the current step.

    A variable's value comes from the recording. Anything else is evaluated in a fresh child that runs the
    program again to this step; where the program does not repeat itself, the recorded values answer if they can.

    Raises:
        EvaluationFailed: it raised.
        NotRecorded: only the live program could tell, and it took another path.
    """
    state = selected_state(session)
    if expression in state and not state[expression].truncated:
        return Evaluated(expression=expression, value=state[expression])
    if session.selected:
        return _evaluate_from_recording(session, expression, "in a caller's frame")
    try:
        value = replay(session, session.position, expression)
    except ReplayDiverged:
        return _evaluate_from_recording(session, expression, "as the program does not repeat itself")
    return Evaluated(expression=expression, value=value, how="replayed")


def replay(session: Session, step: StepNo, expression: str) -> Value:
    """Evaluate in a fresh child that is run to `step`, checking the block sequence on the way."""
    trace = session.trace
    blocks = [trace.block_of(number) for number in range(1, step + 1)]
    return session.runner.evaluate(
        session.program, session.cfg, session.replay_options, step, expression, blocks
    )


def own_functions(session: Session) -> frozenset[str]:
    """The built-in functions that the session's program replaces by its own."""
    program = session.program
    return replaced_functions(program.snippet.text) | replaced_functions(program.prefix)


def _evaluate_from_recording(session: Session, expression: str, why: str) -> Evaluated:
    try:
        value = evaluate_recorded(expression, selected_state(session), own_functions(session))
        return Evaluated(expression=expression, value=value)
    except CannotTell:
        raise NotRecorded(
            f"{expression}: {why}, only recorded values can be shown: a name, an item, a comparison"
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
