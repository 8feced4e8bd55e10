"""Makes the `Position` that `where` and every move show, and evaluates expressions at it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from llmdb.commands.results.common import Displayed, Evaluated, Position
from llmdb.commands.state.kept import verdict_at
from llmdb.commands.state.prefix import assumed_names
from llmdb.engine.recorded_values import CannotTell, evaluate_recorded, replaced_functions
from llmdb.errors import CommandError, EvaluationFailed, NoSuchStep, NotRecorded, ReplayDiverged
from llmdb.progress import Progress
from llmdb.session import Session, outside

if TYPE_CHECKING:
    from llmdb.events.model import IntermediateState, Value
    from llmdb.replay.model import FrameInfo, Step
    from llmdb.types import StepNo
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
    step = trace.step(shown) if session.selected == 0 else _under_way(session, chosen, after)
    previous = trace.step(shown - 1) if shown > 1 else None
    return Position(
        step=step,
        total=len(trace),
        block=session.cfg.block(step.block),
        before=trace.state_before(shown),
        after=after,
        stack=stack,
        selected=len(stack) - 1 - session.selected,
        came_from=(previous.block, previous.occurrence) if previous else None,
        source=session.snippet.text,
        stop_lines=stop_lines(session),
        reason=reason,
        displays=tuple(display(session, expression) for expression in session.displays),
        outcome=trace.outcome if session.position == len(trace) else None,
        written=trace.output(shown) if session.selected == 0 else (),
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


def _under_way(session: Session, caller: FrameInfo, state: IntermediateState) -> Step:
    """The caller's step as far as it has come: up to the line of the call, with what it has changed until then."""
    step, before = session.trace.step(caller.step), session.trace.state_before(caller.step)
    ends_here = session.trace.step(session.position).raised is not None
    return replace(
        step,
        lines=tuple(line for line in step.lines if line <= caller.line),
        changed={name: value for name, value in state.items() if before.get(name) != value},
        raised=step.raised if ends_here else None,
        caught=step.caught if ends_here else None,
    )


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
) -> Value:
    """Evaluate in a fresh child that is run to `step`, its blocks checked on the way; see `Runner.evaluate`.

    What the expression prints is added to `written`.
    """
    return session.runner.evaluate(
        session.program,
        session.cfg,
        session.replay_options,
        step,
        expression,
        session.trace.blocks_until(step),
        callers,
        len(session.trace),
        lambda stream, text: written.append(text) if written is not None else None,
        running_again(session, step),
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
