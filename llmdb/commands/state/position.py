"""Makes the `Position` that `where` and every move show, and evaluates expressions at it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from llmdb.commands.results.common import Displayed, Evaluated, Position
from llmdb.commands.state.kept_verdicts import verdict_at
from llmdb.commands.state.prefix import assumed_names
from llmdb.commands.state.typed import typed_here
from llmdb.errors import CommandError, EvaluationFailed, NoSuchStep, NotRecorded, ReplayDiverged
from llmdb.events import sites as kinds
from llmdb.program.files import line_label
from llmdb.progress import Progress
from llmdb.replay.recorded_values import CannotTell, evaluate_recorded, replaced_functions
from llmdb.runner.model import Place
from llmdb.session import Session, outside
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.events.model import IntermediateState, Value
    from llmdb.replay.model import FrameInfo, Step
    from llmdb.replay.named_values import Sight
    from llmdb.replay.trace import ExecutionTrace
    from llmdb.types import LineNo, StepNo
_OBJECT = re.compile(r"<[A-Za-z_]")
_NO_WORDS = " object at 0x"
_WORD = re.compile(r"[A-Za-z_]\w*")
_FEW = 1_000
"""Events of a step that are looked through for the end of an `except` clause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LastShown:
    """The values of displayed expressions as they were shown last."""

    values: Mapping[str, Value]


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


def selected_state(session: Session, *, before: bool = False) -> IntermediateState:
    """The variables after the current step, or `before` it, in its frame or in the one that `up` selected."""
    trace, step = session.trace, session.position
    if session.selected == 0:
        return trace.state_before(step) if before else trace.state(step)
    inside = trace.positions(step)
    return trace.visits.state_at(inside.start if before else inside.stop, session.current_frame().frame)


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


def evaluate(session: Session, expression: str, *, before: bool = False) -> Evaluated:
    """The expression's value in the state after the current step, or before it, in the very run that was recorded.

    A variable's value comes from the recording, the text of an object with a `__repr__` of its own from the
    program. Anything else is evaluated in a copy of the program as it was there; where that cannot be had, the
    recorded values answer if they can.

    Raises:
        EvaluationFailed: it raised.
        NotRecorded: only the live program could tell, and it could not be gone back to.
    """
    state = selected_state(session, before=before)
    place = place_at(session, session.position, before=before)
    written: list[str] = []
    if place.typed:
        value = ask(session, expression, place, written)
        return Evaluated(expression=expression, value=value, how="replayed", written="".join(written))
    if expression in state and not state[expression].truncated:
        return Evaluated(
            expression=expression, value=_in_its_own_words(session, expression, state[expression], place)
        )
    if _is_cut_off(session):
        with suppress(NotRecorded):
            return _evaluate_from_recording(expression, state, own_functions(session), "")
    try:
        value = ask(session, expression, place, written)
    except ReplayDiverged as problem:
        return _evaluate_from_recording(expression, state, own_functions(session), str(problem))
    return Evaluated(expression=expression, value=value, how="replayed", written="".join(written))


def _is_cut_off(session: Session) -> bool:
    """Whether the current step is the one in which the run was stopped or died."""
    trace = session.trace
    return session.position == len(trace) and trace.outcome.kind in ("timeout", "memory", "crash")


def _in_its_own_words(session: Session, name: str, value: Value, place: Place) -> Value:
    """A recorded value with the text that its `__repr__` gives, where the recording has another.

    That is so of an object with a `__repr__` of its own, and of what a plugin describes for the tables.
    """
    is_described = value.type in {
        name.rpartition(".")[2] for describer in session.registry.describers for name in describer.type_names
    }
    if value.type == "str" or _is_cut_off(session) or not (is_described or _OBJECT.search(value.repr)):
        return value
    try:
        said = ask(session, name, place)
    except CommandError:
        return value
    return value if _NO_WORDS in said.repr or said.type != value.type else said


def ask(
    session: Session,
    expression: str,
    place: Place,
    written: list[str] | None = None,
) -> Value:
    """Evaluate in a copy of the program as it was at a place of the run; see `Past.evaluate`.

    What the expression prints is added to `written`.
    """
    place = _inside_handler(session, expression, place)
    return session.past(place.position).evaluate(
        expression,
        place,
        lambda stream, text: written.append(text) if written is not None else None,
        going_back(session, place.step),
    )


def place_at(session: Session, step: StepNo, *, before: bool = False, position: int | None = None) -> Place:
    """The moment at which a step is over, or `before` which it begins, or that of an event in it, in its frame.

    At the current step the frame is the one that `up` selected.
    """
    trace, typed = session.trace, session.typed
    inside = trace.positions(step)
    if position is None:
        position = inside.start if before else inside.stop
    return replace(
        _place(session, step, position, trace.depth(step), trace.scope_of(step)),
        callers=_callers(session) if step == session.position else (),
        typed=typed.sources if typed is not None and typed.step == step and position == inside.stop else (),
        origin=(trace.scope_of(step), trace.block_of(step), trace.statements.last_line(step)),
    )


def place_between(session: Session, position: int) -> Place:
    """The moment before an event, in no frame: nothing can be asked there."""
    return _place(session, 0, position, 0, "")


def place_in(session: Session, sight: Sight) -> Place:
    """The moment and the frame in which some names were found, as recorded: nothing is typed there."""
    return _place(session, sight.step, sight.position, sight.depth, sight.scope)


def _place(session: Session, step: StepNo, position: int, depth: int, scope: str) -> Place:
    """The moment before an event, in a frame."""
    trace, log = session.trace, session.trace.visits.log
    return Place(
        step=step,
        position=position,
        depth=depth,
        scope=scope,
        chunks=lambda since: log.received(since, position),
        lines=session.input_since,
        left=lambda told: _left(trace, told),
    )


def _callers(session: Session) -> tuple[str, ...]:
    """The scopes of the frames above the current step's, up to the selected one, from the inside out."""
    if not session.selected:
        return ()
    above = session.trace.frames(session.position)[:-1]
    return tuple(frame.scope for frame in reversed(above[-session.selected :]))


def _left(trace: ExecutionTrace, told: str) -> str:
    """What is said where the run, gone through again, does not do what was recorded."""
    event, _, line = told.partition(" ")
    step = trace.step_at(min(int(event), trace.visits.log.total)) if event.isdecimal() else 0
    where = f" at step {step:,}" if step else ""
    where += f", line {line_label(int(line))}," if line.isdecimal() and int(line) else ""
    return (
        f"gone through again, the program does something else{where} than in the recorded run (what it reads of "
        "the world outside it, such as a file, another process or a thread, has changed)"
    )


def _inside_handler(session: Session, expression: str, place: Place) -> Place:
    """The same place, or where an `except ... as NAME` that ends the step is about to unbind a name of it."""
    log, words = session.trace.visits.log, set(_WORD.findall(expression))
    inside = session.trace.positions(place.step)
    if place.position != inside.stop or not words or place.typed:
        return place
    for position in range(inside.start, min(inside.stop, inside.start + _FEW)):
        site = log.sites[log.tag(position)]
        if site.kind == kinds.DELETE and site.names[0] in words and position > inside.start:
            stored = log.sites[log.tag(position - 1)]
            if stored.kind == kinds.STORE and stored.names == site.names:
                return place_at(session, place.step, position=position - 1)
    return place


def going_back(session: Session, step: StepNo) -> Callable[[], None]:
    """What tells that a copy of the program is on its way to a step."""
    return lambda: session.report(Progress(doing=f"going back to step {step:,}"))


def own_functions(session: Session) -> frozenset[str]:
    """The built-in functions that the session's program replaces by its own."""
    program = session.program
    return replaced_functions(program.snippet.text) | replaced_functions(program.prefix)


def _evaluate_from_recording(
    expression: str, state: IntermediateState, replaced: frozenset[str], why: str
) -> Evaluated:
    try:
        return Evaluated(expression=expression, value=evaluate_recorded(expression, state, replaced))
    except CannotTell:
        raise NotRecorded(
            f"{expression}: {why}; only recorded values can be shown: a name, an item, a comparison"
        ) from None
    except Exception as problem:  # whatever the user's expression raises is the answer
        raise EvaluationFailed(f"{type(problem).__name__}: {problem}") from problem


def display(session: Session, expression: str) -> Displayed:
    """The value of a displayed expression here, or why it has none; and the one shown last, where it was another."""
    now = _display(session, expression)
    last = session.kept.get(LastShown) or LastShown(values={})
    old = last.values.get(expression)
    if now.value is not None:
        session.kept.put(LastShown(values={**last.values, expression: now.value}))
    return now if old is None or now.value is None or old == now.value else replace(now, old=old)


def _display(session: Session, expression: str) -> Displayed:
    """The value of a displayed expression here, or why it has none."""
    if typed_here(session) is not None:
        return _display_by_replay(session, expression)
    try:
        value = evaluate_recorded(expression, selected_state(session), own_functions(session))
    except CannotTell:
        return _display_by_replay(session, expression)
    except Exception as problem:  # whatever the user's expression raises is what is shown
        return Displayed(expression=expression, value=None, problem=f"{type(problem).__name__}: {problem}")
    return Displayed(expression=expression, value=value)


def _display_by_replay(session: Session, expression: str) -> Displayed:
    if session.is_reopened and session.run.past is None:
        problem = f"not in the recording: `p {expression}` starts the program again to ask it"
        return Displayed(expression=expression, value=None, problem=problem)
    try:
        return Displayed(expression=expression, value=evaluate(session, expression).value)
    except CommandError as problem:
        return Displayed(expression=expression, value=None, problem=str(problem))
