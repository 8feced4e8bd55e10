"""What is to be judged in a state: the names that the step wrote, with their values, and the way its condition went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmdb.engine.cause.hunt.graph import WHOLE, State, StateGraph
from llmdb.engine.cause.plan.graph import last_place
from llmdb.slicing.slices import origin

if TYPE_CHECKING:
    from llmdb.slicing import Dependencies
    from llmdb.trace import ExecutionTrace
    from llmdb.trace.model import Value
    from llmdb.types import LineNo, StepNo

RETURNED = "return"
"""The name under which a returned value is judged."""
_LOOKED = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class StateQuestion:
    """Is this state as it should be?

    Attributes:
        state: which one.
        step, line: of the statement that left it; for the entry of a call, the caller's.
        values: the names to be judged with what was recorded.
        condition: the step's condition and the way it went, `n > 0 was true`; "" for none.
    """

    state: State
    step: StepNo
    line: LineNo
    values: Mapping[str, Value]
    condition: str = ""


def describe_state(found: Dependencies, graph: StateGraph, state: State) -> StateQuestion:
    """The question about a state of the graph, or about a condition outside of it."""
    trace = found.trace
    if state.part != WHOLE:
        return _describe_part(found, state)
    number = graph.states.index(state) if state in graph.states else None
    step = (trace.parent_step(state.step) or state.step) if state.entry else state.step
    if state.entry:
        values = trace.frames(state.step)[-1].arguments
    else:
        values = _written(found, graph, number) if number is not None else {}
    place = graph.shown[number] if number is not None else last_place(found, step)[1]
    return StateQuestion(
        state=state,
        step=step,
        line=_line(found, step, place),
        values=values,
        condition="" if state.entry else _condition(trace, step),
    )


def parts_of(found: Dependencies, graph: StateGraph, state: State) -> tuple[State, ...]:
    """What the statements of a state's step wrote one after the other, the last left out; none for a single one."""
    if state.entry or state not in graph.states:
        return ()
    places = sorted(graph.places[graph.states.index(state)])[:-1]
    parts = (State(state.step, part=place) for place in places)
    return tuple(part for part in parts if _part_values(found, part))


def _describe_part(found: Dependencies, state: State) -> StateQuestion:
    statement = found.statements[found.trace.block_of(state.step)][state.part]
    return StateQuestion(state=state, step=state.step, line=statement.line, values=_part_values(found, state))


def _part_values(found: Dependencies, part: State) -> Mapping[str, Value]:
    """What a statement of a step wrote, where no later statement of the step wrote it again."""
    code = found.statements.get(found.trace.block_of(part.step), ())
    written = [found.omissions.written_by(part.step, place) for place in range(len(code))]
    later = {path for paths in written[part.part + 1 :] for path in paths}
    values = {}
    for path in written[part.part] if part.part < len(written) else ():
        read = origin(found, path, part.step) if path not in later else None
        if read is not None:
            values[path] = found.value(read)
    return values


def recorded_value(found: Dependencies, state: State, name: str) -> Value | None:
    """What was recorded of a name that a question was about; None where the run has no such state."""
    trace = found.trace
    if not 1 <= state.step <= len(trace):
        return None
    if state.entry:
        return trace.frames(state.step)[-1].arguments.get(name)
    if state.part != WHOLE:
        return _part_values(found, state).get(name)
    return trace.return_value(state.step) if name == RETURNED else trace.value(state.step, name)


def format_question(about: str, question: StateQuestion) -> str:
    """What a verdict is to be about, for a prompt; `about` says what is wrong at the start."""
    names = ", ".join(f"{name} = {value.repr}" for name, value in question.values.items() if name != RETURNED)
    parts = [f"{about} is wrong; its cause is looked for. Judge one state on the way to it."]
    if question.state.entry:
        parts.append(f'"correct" says whether the call was made with the right arguments: {names or "none"}.')
        return " ".join(parts)
    wrote = [f"the values that it left are right ({names})"] if names else []
    if RETURNED in question.values:
        wrote.append(f"what it returned is right ({question.values[RETURNED].repr})")
    if question.condition:
        wrote.append(f"its condition went the right way ({question.condition})")
    wrote.append("it should run at this point at all")
    parts.append(
        f'"correct" says whether {", ".join(wrote[:-1]) + " and " if wrote[:-1] else ""}{wrote[-1]}.'
    )
    return " ".join(parts)


def _written(found: Dependencies, graph: StateGraph, number: int) -> Mapping[str, Value]:
    """The names that matter: changed, or bound to what they were before; all that changed if none of them matters."""
    step = graph.states[number].step
    changed = dict(found.trace.step(step).changed)
    code = found.statements.get(found.trace.block_of(step), ())
    bound = {name for place in graph.places[number] if place < len(code) for name in code[place].binds}
    roots = {name.partition("[")[0].partition(".")[0] for name in graph.names[number]}
    again = {name: value for name in sorted(bound & roots) if (value := found.trace.value(step, name))}
    values = again | {name: value for name, value in changed.items() if name in roots} or changed
    returned = _returned(found, graph, number)
    return {**values, RETURNED: returned} if returned is not None else values


def _returned(found: Dependencies, graph: StateGraph, number: int) -> Value | None:
    """What the step returned, as its caller read it."""
    step = graph.states[number].step
    caller = found.trace.parent_step(step)
    if caller is None or not any(name.endswith(")") for name in graph.names[number]):
        return None
    reads = (read for read in found.reads(caller)[:_LOOKED] if read.writer.step == step)
    return next((found.value(read) for read in reads if read.name.endswith(")")), None)


def _condition(trace: ExecutionTrace, step: StepNo) -> str:
    block = trace.cfg.block(trace.block_of(step))
    following = trace.next_in_frame(step)
    if block.condition is None or following is None:
        return ""
    went = [way for way, target in block.next.items() if target == trace.block_of(following)]
    return f"{block.condition} was {went[0]}" if went else ""


def _line(found: Dependencies, step: StepNo, place: int) -> LineNo:
    code = found.statements.get(found.trace.block_of(step), ())
    raised = found.trace.step(step).raised
    if raised is not None and raised.line is not None:
        return raised.line
    return code[place].line if place < len(code) else found.trace.lines(step)[0]
