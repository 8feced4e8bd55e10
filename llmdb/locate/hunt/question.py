"""What is to be judged in a state: the names that the step wrote, with their values, and the way its condition went.

Which of the values that a wrong state was made of was wrong when it was read, and since when.

A statement that is missing left no state, and the statements around it are right: a value is right when it is written
and out of date when it is read. So what a name is after steps between its writer and its reader is judged, by halves
(execution omission errors, Zhang, Tallam, Gupta and Gupta 2007). The same finds the wrong one of many writers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from llmdb.events import wire
from llmdb.locate.hunt.states import (
    RETURNED,
    WHOLE,
    YIELDED,
    State,
    StateGraph,
    carrier,
    changes_after,
    concrete,
    condition_of,
    inputs_of,
    is_result,
    is_written,
    judged_places,
    recorded_value,
    returned,
    yielded,
)
from llmdb.locate.plan.cause_graph import last_place
from llmdb.replay.heap import is_reference
from llmdb.slicing.slices import origin
from llmdb.slicing.syntax.finding import root_of
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.events.model import Value
    from llmdb.locate.hunt.halving import Judgement
    from llmdb.slicing import Dependencies
    from llmdb.slicing.dependencies import Read
    from llmdb.types import FrameId, LineNo, StepNo, VisitNo


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


FEW = 2
"""So many writers of a value are asked about one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """What is known of a value that was wrong when it was read.

    Attributes:
        ask: what is to be judged next; None at the end.
        kept: the first state known in which a name should be another; None for none.
        between: the steps of one frame between which the write should have been, the first and the last; 0 for the
            beginning of the frame.
    """

    ask: State | None = None
    kept: State | None = None
    between: tuple[VisitNo, VisitNo] | None = None


class Stale:
    """Looks for it in one graph with what is known."""

    def __init__(self, found: Dependencies, graph: StateGraph, answers: Mapping[State, Judgement]) -> None:
        self._found, self._graph, self._answers = found, graph, answers

    def find(self, state: State) -> Missing:
        """The same for a wrong state of which something that it read is not right."""
        above = self._unjudged(state)
        if len(above) == 1:
            return Missing(ask=above[0])
        by_name: dict[str, list[Read]] = {}
        for name, read in inputs_of(self._found, self._graph, state):
            by_name.setdefault(name, []).append(read)
        wrong, ask = self._wrong_name(state, by_name)
        if wrong is None:
            return Missing(ask=ask or next(iter(above), None))
        writers = {read.writer.step for read in by_name[wrong]}
        made = [one for one in above if one.step in writers or carrier(self._found.trace, one) in writers]
        if is_result(wrong):
            made = made or [one for one in self._returns(writers) if one not in self._answers] or above
            return Missing(ask=next(iter(made), None))
        if made and len(made) <= FEW:
            return Missing(ask=made[0])
        return self._since(state, wrong, by_name[wrong], made)

    def question(self, state: State) -> tuple[State | None, bool]:
        """What is to be asked of such a state, and whether that is all."""
        missing = self.find(state)
        return missing.ask, missing.ask is not None or missing.between is not None

    def _unjudged(self, state: State) -> list[State]:
        graph = self._graph
        parents = graph.made_of(graph.states.index(state))
        above = (graph.states[number] for number in parents if number not in graph.starts)
        return [one for one in above if one not in self._answers]

    def _returns(self, writers: Iterable[VisitNo | None]) -> list[State]:
        """The states of the graph that these steps left."""
        known = frozenset(self._graph.states)
        return [State(step) for step in writers if step is not None and State(step) in known]

    def _wrong_name(self, state: State, names: Iterable[str]) -> tuple[str | None, State | None]:
        """The name that is wrong, or the question that is to tell it."""
        reads = {name: state.inputs._replace(name=name) for name in names}
        wrong = [name for name, one in reads.items() if self._answers.get(one) == "wrong"]
        unknown = [name for name, one in reads.items() if one not in self._answers]
        is_last = len(unknown) == 1 and all(
            self._answers.get(one, "right") == "right" for one in reads.values()
        )
        if wrong or is_last:
            return (wrong or unknown)[0], None
        return None, reads[unknown[0]] if unknown else None

    def _since(self, state: State, name: str, reads: list[Read], made: list[State]) -> Missing:
        """Where a name became wrong: in the reader's frame, then in the calls under way there."""
        reader = carrier(self._found.trace, state)
        path = concrete(self._found, reader, name)
        if not path:
            return Missing(ask=next(iter(made), None))
        positions = [read.writer.position or 0 for read in reads]
        steps = self._frame_steps(min(positions) if made else max(positions), state)
        steps = [step for step in steps if made or not self._was_right(step, path)]
        missing = self._halve([State(step, name=path) for step in steps], reader)
        while missing.ask is None and missing.kept is not None:
            inner = self._halve(self._called(missing.kept), reader)
            if inner.ask is None and inner.kept is None:
                if inner.between is not None and inner.between[0]:
                    missing = replace(missing, between=(inner.between[0], missing.kept.step))
                break
            missing = inner
        if missing.between is None:
            return missing
        if missing.kept is None:
            return self._never_changed(state, name, reads, missing.between)
        ends, (first, last) = self._found.log.steps.end, missing.between
        since = ends[first - 1] if first else 0
        inside = (one for one in made if since < ends[one.step - 1] <= ends[last - 1])
        ask = next(inside, None) or self._own(missing.kept) or self._other_name(missing.kept)
        if ask is not None and self._answers.get(ask) == "wrong":
            return Missing(kept=ask, between=missing.between)
        return missing if ask is None or ask in self._answers else Missing(ask=ask)

    def _never_changed(
        self, state: State, name: str, reads: list[Read], between: tuple[VisitNo, VisitNo]
    ) -> Missing:
        """A value that was right after every step until it was read, where it should have been another."""
        trace, reader = self._found.trace, carrier(self._found.trace, state)
        frame = trace.frame_of(reader)
        wrote = [read.writer.step for read in reads if read.writer.step is not None]
        since = between[0] or max((step for step in wrote if trace.frame_of(step) == frame), default=0)
        if not since or since >= reader or root_of(name) in self._changed_by(reader):
            return Missing(between=between)
        return Missing(kept=state.inputs._replace(name=name), between=(since, reader))

    def _was_right(self, step: VisitNo, path: str) -> bool:
        """Whether a step was judged right that wrote a name, or a part of it, under that name."""
        if self._answers.get(State(step)) != "right" or State(step) not in self._graph.states:
            return False
        values = describe_state(self._found, self._graph, State(step)).values
        return any(concrete(self._found, step, name) == path for name in values)

    def _frame_steps(self, written: int, state: State) -> list[VisitNo]:
        """The steps of the reader's frame that ended after a value was written, and before it was read."""
        ends, trace = self._found.log.steps.end, self._found.trace
        out: list[VisitNo] = []
        step = trace.previous_in_frame(carrier(trace, state))
        while step is not None and ends[step - 1] > written:
            out.append(step)
            step = trace.previous_in_frame(step)
        return out[::-1]

    def _called(self, kept: State) -> list[State]:
        """The steps of the calls that a step made which were given an object, under the name that it has there."""
        found, trace = self._found, self._found.trace
        own = origin(found, root_of(kept.name), kept.step)
        if own is None or not is_reference(own.value):
            return []
        rest = kept.name.removeprefix(root_of(kept.name))
        ends, parents = found.log.steps.end, found.log.steps.parent
        names: dict[FrameId, str | None] = {}
        out: list[State] = []
        for step in range(kept.step + 1, len(trace) + 1):
            if ends[step - 1] > ends[kept.step - 1]:
                break
            if parents[step - 1] == kept.step:
                frame = trace.frame_of(step)
                if frame not in names:
                    names[frame] = self._name_in(step, own, rest) or self._name_of_made(step, own, rest)
                if names[frame] is not None:
                    out.append(State(step, name=names[frame] or ""))
        return out

    def _name_in(self, step: VisitNo, own: Read, rest: str) -> str | None:
        """What an object, or what it holds, is called in a call that was given it."""
        position = self._found.log.steps.begin[step - 1]
        held = self._found.log.object_at(own.value, position)
        inside = [] if held is None or held.kind == wire.TEXT else held.data
        inner = list(inside.values()) if isinstance(inside, dict) else list(inside)
        for name in self._found.trace.arguments(step):
            read = self._found.look_up(step, ast.Name(name), position)
            if read is not None and read.value == own.value:
                return f"{name}{rest}"
            if read is not None and is_reference(read.value) and read.value in inner:
                return name
        return None

    def _name_of_made(self, step: VisitNo, own: Read, rest: str) -> str | None:
        """What an object that a call made, or came by, is called at its end."""
        found = self._found
        last = found.log.last_step(found.trace.frame_of(step))
        for name in found.trace.state(last):
            read = origin(found, name, last)
            if read is not None and read.value == own.value:
                return f"{name}{rest}"
        return None

    def _halve(self, states: list[State], reader: VisitNo) -> Missing:
        """Of states in order, all right until one is wrong: the next to ask about, or the first wrong one."""
        low, high = 0, len(states)
        for place, state in enumerate(states):
            answer = self._answers.get(state)
            if answer == "right":
                low = place + 1
            elif answer == "wrong":
                high = place
                break
        for place in sorted(range(low, high), key=lambda place: abs(place - (low + high - 1) / 2)):
            state = states[place]
            if state not in self._answers and recorded_value(self._found, state, state.name) is not None:
                return Missing(ask=state)
        last = states[high].step if high < len(states) else reader
        kept = states[high] if high < len(states) else None
        return Missing(kept=kept, between=(states[low - 1].step if low else 0, last))

    def _own(self, kept: State | None) -> State | None:
        """The step in which a name became wrong, where that step changed it and nobody judged what it left."""
        if kept is None or not kept.name:
            return None
        state = State(kept.step)
        is_own = root_of(kept.name) in self._changed_by(kept.step) and state in self._graph.states
        return state if is_own and state not in self._answers else None

    def _changed_by(self, step: VisitNo) -> dict[str, None]:
        """The variables that the statements of a step bind or change in place."""
        code = self._found.statements.get(self._found.trace.block_of(step), ())
        written = (path for n in range(len(code)) for path in self._found.omissions.written_by(step, n))
        return dict.fromkeys(map(root_of, written))

    def _other_name(self, kept: State | None) -> State | None:
        """Where a step changed an object under another name: the statement that gave it that name."""
        if kept is None:
            return None
        found, step, name = self._found, kept.step, kept.name
        own = origin(found, root_of(name), step)
        for root in self._changed_by(step):
            other = origin(found, root, step) if root.isidentifier() else None
            if own is None or other is None or other.binding is None or own.value != other.value:
                continue
            bound = other.binding
            if (
                root != root_of(name)
                and is_reference(own.value)
                and bound.step
                and bound.position is not None
            ):
                return State(bound.step, part=found.statement_at(bound.step, bound.position))
        return None
