"""What is to be judged in a state: the names that the step wrote, with their values, and the way its condition went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmdb.locate.hunt.state_graph import WHOLE, State, StateGraph
from llmdb.locate.hunt.state_values import (
    RETURNED,
    YIELDED,
    carrier,
    changes_after,
    condition_of,
    inputs_of,
    is_written,
    judged_places,
    recorded_value,
    returned,
    yielded,
)
from llmdb.locate.plan.cause_graph import last_place
from llmdb.slicing.syntax.finding import root_of

if TYPE_CHECKING:
    from llmdb.events.model import Value
    from llmdb.locate.hunt.halving import Judgement
    from llmdb.slicing import Dependencies
    from llmdb.types import LineNo, StepNo, VisitNo


@dataclass(frozen=True, slots=True, kw_only=True)
class StateQuestion:
    """Is this state as it should be?

    Attributes:
        state: which one.
        step, line: of the statement that left it; for the entry of a call, the caller's.
        values: the names to be judged with what was recorded.
        condition: the step's condition and the way it went, `n > 0 was true`; "" for none.
        called: what was called, for the entry of a call; else "".
        shown: the step of the trace that the user sees it at; 0 before that is known.
    """

    state: State
    step: VisitNo
    line: LineNo
    values: Mapping[str, Value]
    condition: str = ""
    called: str = ""
    shown: StepNo = 0


def describe_state(found: Dependencies, graph: StateGraph, state: State) -> StateQuestion:
    """The question about a state of the graph, about a condition outside of it, or about more of one of these."""
    trace = found.trace
    step = carrier(trace, state)
    number = graph.states.index(state.whole) if state.whole in graph.states else None
    values: Mapping[str, Value] = {}
    condition = ""
    place = graph.shown[number] if number is not None else last_place(found, step)[1]
    if state.part != WHOLE:
        place = state.part
        values = _part_values(found, state)
        condition = "" if state.entry or place != last_place(found, step)[1] else condition_of(trace, step)
    elif state.name:
        value = recorded_value(found, state, state.name)
        values = {} if value is None else {state.name: value}
    elif state.reads:
        values = {name: found.value(read) for name, read in inputs_of(found, graph, state)}
    elif state.entry:
        values = _passed(found, graph, state)
    else:
        values = _written(found, graph, number) if number is not None else {}
        condition = condition_of(trace, step)
    return StateQuestion(
        state=state,
        step=step,
        line=_line(found, state, place),
        values=values,
        condition=condition,
        called=trace.scope_of(state.step) if state.entry and state == state.whole else "",
    )


def parts_of(found: Dependencies, graph: StateGraph, state: State) -> tuple[State, ...]:
    """What the statements of a state left one after the other, the last left out; none for a single one.

    Where a `break` or `continue` follows, that is the last.
    """
    if state.whole not in graph.states:
        return ()
    places = judged_places(found, graph, state)
    last = places[-1:] if state.entry or not jump_line(found, state.step) else ()
    parts = (State(state.step, state.entry, part=place) for place in places[: len(places) - len(last)])
    return tuple(part for part in parts if _is_askable(found, part))


def judged_by_itself(found: Dependencies, graph: StateGraph, wrong: State) -> Judgement | None:
    """What needs no question about the values that a wrong state read: they are none, or those that are wrong."""
    read = describe_state(found, graph, wrong.inputs).values
    if not read:
        return "unclear"
    left = describe_state(found, graph, wrong)
    is_same = sorted(value.repr for value in read.values()) == sorted(v.repr for v in left.values.values())
    return "wrong" if is_same and not left.condition else None


def jump_line(found: Dependencies, step: VisitNo) -> LineNo | None:
    """The line of the `break` or `continue` that a step ended by."""
    block, ran = found.trace.block_of(step), found.trace.lines(step)
    jumps = (unit.line for unit in found.trace.cfg.units if unit.kind == "jump" and unit.block == block)
    return next((line for line in jumps if line in ran), None)


def root_line(found: Dependencies, graph: StateGraph, state: State) -> LineNo:
    """The line of a wrong state all of whose other statements are right."""
    jumped = None if state.entry else jump_line(found, state.step)
    if jumped is not None:
        return jumped
    places = judged_places(found, graph, state) if state.whole in graph.states else ()
    place = places[-1] if places else last_place(found, carrier(found.trace, state))[1]
    return _line(found, state, place)


def went_on_after(found: Dependencies, state: State) -> VisitNo:
    """The step of a `for` loop's body before a turn that a state is the beginning of; 0 for another state."""
    trace = found.trace
    code = found.statements.get(trace.block_of(state.step), ())
    before = trace.previous_in_frame(state.step)
    if state.entry or before is None or not code or not code[-1].iterates:
        return 0
    is_turn = condition_of(trace, state.step).endswith("true")
    return before if is_turn and trace.block_of(before) in code[-1].inside else 0


def _is_askable(found: Dependencies, part: State) -> bool:
    question = _part_values(found, part)
    step = carrier(found.trace, part)
    decides = not part.entry and part.part == last_place(found, step)[1]
    return bool(question) or (decides and bool(condition_of(found.trace, step)))


def _part_values(found: Dependencies, part: State) -> Mapping[str, Value]:
    """What a statement of a step wrote, where no later statement of the step wrote it again."""
    step = carrier(found.trace, part)
    code = found.statements.get(found.trace.block_of(step), ())
    written = [found.omissions.written_by(step, place) for place in range(len(code))]
    until = _calling_place(found, part) if part.entry else len(written)
    later = {path for paths in written[part.part + 1 : until] for path in paths}
    values = {}
    for path in written[part.part] if part.part < len(written) else ():
        again = not is_written(path) or any(_overlap(path, other) for other in later)
        value = None if again else recorded_value(found, part, path)
        if value is not None and not changes_after(found, part, path):
            values[path] = value
    return values


def format_questions(about: str, question: StateQuestion) -> tuple[str, ...]:
    """What verdicts are to be about, for prompts: one value, condition or call each; `about` is wrong at the start.

    The state is right if all of them are; the values come before the way that its condition went.
    """
    lead = f"{about} is wrong; its cause is looked for. Judge one thing on the way to it."
    if question.state.reads:
        when = "when the step read it"
    elif question.state.name:
        when = "after the step, whoever wrote it"
    elif question.called:
        when = f"as what {question.called} is called with"
    else:
        when = "as the step left it"
    asked = [_asked_of(name, value, when) for name, value in question.values.items()]
    if question.condition:
        asked.append(f"its condition went the right way: {question.condition}")
    if not asked:
        asked = [
            f"{question.called} should be called here"
            if question.called
            else "the step should run here at all"
        ]
    return tuple(f'{lead} "correct" says whether {one}.' for one in asked)


def _asked_of(name: str, value: Value, when: str) -> str:
    if name in (RETURNED, YIELDED):
        return f"what it {'returned' if name == RETURNED else 'yielded'} is right: {value.repr}"
    return f"this is right {when}: {name} = {value.repr}"


def _calling_place(found: Dependencies, entry: State) -> int:
    """The statement that made a call."""
    step = carrier(found.trace, entry)
    return found.statement_at(step, found.log.steps.begin[entry.step - 1])


def _overlap(one: str, other: str) -> bool:
    """Whether two paths may be of the same value, or one of a part of the other."""
    if "[" in one or "[" in other:
        return root_of(one) == root_of(other)
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


def _written(found: Dependencies, graph: StateGraph, number: int) -> Mapping[str, Value]:
    """What the statements wrote that matter, as the source writes it; all that changed where that tells nothing."""
    state = graph.states[number]
    changed = dict(found.trace.changed(state.step))
    code = found.statements.get(found.trace.block_of(state.step), ())
    roots = set(map(root_of, graph.names[number]))
    paths: dict[str, None] = {}
    for place in sorted(graph.places[number]):
        for path in found.omissions.written_by(state.step, place) if place < len(code) else ():
            is_part = path != root_of(path)
            if is_written(path) and (is_part or path in roots or path in {*changed} - code[place].binds):
                paths[path] = None
    known = {path: recorded_value(found, state, path) for path in paths}
    values = {path: value for path, value in known.items() if value is not None} or {
        name: recorded_value(found, state, name) or value for name, value in changed.items()
    }
    given = _returned(found, graph, number), _yielded(found, graph, number)
    return values | {
        name: value for name, value in zip((RETURNED, YIELDED), given, strict=True) if value is not None
    }


def _passed(found: Dependencies, graph: StateGraph, state: State) -> Mapping[str, Value]:
    """The arguments of a call; of one of which only parts were read, these."""
    given = found.trace.arguments(state.step)
    names = graph.names[graph.states.index(state)]
    values: dict[str, Value] = {}
    for name, value in given.items():
        parts = sorted(path for path in names if root_of(path) == name and "(" not in path)
        read = {path: recorded_value(found, state, path) for path in parts}
        known = {path: part for path, part in read.items() if part is not None}
        values |= known if known and len(known) == len(parts) and name not in known else {name: value}
    return values


def _returned(found: Dependencies, graph: StateGraph, number: int) -> Value | None:
    """What the step returned, as its caller read it."""
    step = graph.states[number].step
    caller = found.trace.parent_step(step)
    code = found.statements.get(found.trace.block_of(step), ())
    if caller is None and any(place < len(code) and code[place].returns for place in graph.places[number]):
        return returned(found, step)
    if caller is None or not any(name.endswith(")") for name in graph.names[number]):
        return None
    return returned(found, step)


def _yielded(found: Dependencies, graph: StateGraph, number: int) -> Value | None:
    """What the step yielded, where that was read."""
    is_read = any(name.endswith(")") for name in graph.names[number])
    return yielded(found, graph.states[number].step) if is_read else None


def _line(found: Dependencies, state: State, place: int) -> LineNo:
    """The line of a statement; for a call that no step made, that of the definition."""
    trace, step = found.trace, carrier(found.trace, state)
    if state.entry and step == state.step:
        scope = trace.scope_of(step)
        return next(one.first_line for one in trace.cfg.scopes if one.name == scope)
    code = found.statements.get(trace.block_of(step), ())
    raised = trace.raises.get(step)
    if raised is not None and raised.line is not None:
        return raised.line
    return code[place].line if place < len(code) else trace.lines(step)[0]
