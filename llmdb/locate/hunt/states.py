"""The states that a wrong value came from, as a graph to be halved: each state with those it was made of.

A state is what a step left: the names that it wrote, or which way its condition went. Where a call is under way, its
caller's step has left nothing yet: what the callee was given is a state of its own, the entry of the call, made of
what the caller had read before.

Below that stands what a run has under the names that a question about a state is put in; it is asked of a
correct run, too.
"""

from __future__ import annotations

import ast
from array import array
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.locate.plan.cause_graph import last_place
from llmdb.program.files import is_module
from llmdb.replay.heap import is_reference
from llmdb.replay.text import to_value
from llmdb.slicing.slices import origin
from llmdb.slicing.syntax.finding import root_of
from llmdb.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from llmdb.events.decode import Wire
    from llmdb.events.model import Value
    from llmdb.locate.plan.cause_graph import CauseFinder
    from llmdb.replay.heap import HeapObject
    from llmdb.replay.visits import Visits
    from llmdb.slicing import Dependencies
    from llmdb.slicing.dependencies import Read
    from llmdb.slicing.graph.graph import Part
    from llmdb.types import VisitNo

MOST_CALLS = 100
"""Calls within calls that are looked through for the one under way."""
WHOLE = -1
STEP, CALL = "step", "call"
_STATEMENT, _READS, _KEEPS = "statement", "reads", "keeps"
MANY = 64
"""A value that was written in more pieces than these shares what it was made of with other versions of it."""
MOST_SKIPPED = 8
"""Conditions that are asked about because they may have skipped a write."""


class State(NamedTuple):
    """What was there after a step, or, for an entry, before it: `step` is then the first of a call.

    The states of a graph are whole. Others say more of one of them: with a `part`, only what that statement of the
    step, or of the step that calls, left; with `reads`, what the state was made of as it was read, with a name only
    that. With a name alone it is what that was after a step, whoever wrote it.
    """

    step: VisitNo
    entry: bool = False
    part: int = WHOLE
    reads: bool = False
    name: str = ""

    @property
    def whole(self) -> State:
        """The state of the graph that this one is of."""
        return State(self.step, self.entry)

    @property
    def inputs(self) -> State:
        """What it was made of."""
        return State(self.step, self.entry, reads=True)

    @property
    def kind(self) -> str:
        """What it is of its step, in words: "step", "call", "statement 2", "reads", "call reads x", "keeps x"."""
        words = [CALL] if self.entry else []
        if self.part != WHOLE:
            words += [_STATEMENT, str(self.part + 1)]
        elif self.reads or self.name:
            words += [_READS if self.reads else _KEEPS, self.name]
        return " ".join(filter(None, words)) or STEP


def state_of(step: VisitNo, kind: str) -> State | None:
    """The state of a step whose `kind` this is; None where no state has such a one."""
    is_call = kind.startswith(CALL)
    word, _, rest = kind.removeprefix(CALL).strip().partition(" ")
    state = State(step, is_call)
    if word == _STATEMENT and rest.isdecimal():
        return state._replace(part=int(rest) - 1)
    if word in (_READS, _KEEPS):
        return state._replace(reads=word == _READS, name=rest)
    return state if kind in (STEP, CALL) else None


@dataclass(frozen=True, slots=True)
class StateGraph:
    """`parents[n]` are the numbers of the states that `states[n]` was made of, the last begun first.

    Numbers behind those of the states are of what several states share: `parents` has what they stand for, which is
    such numbers, too; `made_of` has states alone.

    `names[n]` are the texts by which others read the state, "" where its condition let them run; `places[n]` the
    statements of its step, or of the step that calls, that others depend on; `shown[n]` is the last of them whose
    value was read, if one was.
    """

    states: tuple[State, ...]
    parents: tuple[tuple[int, ...], ...]
    names: tuple[frozenset[str], ...]
    places: tuple[frozenset[int], ...]
    shown: tuple[int, ...]
    starts: tuple[int, ...]

    def made_of(self, number: int) -> list[int]:
        """The numbers of the states that a state was made of, the last begun first."""
        found, todo = dict.fromkeys(self.parents[number]), [*self.parents[number]]
        while todo:
            if (shared := todo.pop()) >= len(self.states):
                todo += [parent for parent in self.parents[shared] if parent not in found]
                found.update(dict.fromkeys(self.parents[shared]))
        return sorted((number for number in found if number < len(self.states)), reverse=True)

    def distances(self) -> list[int]:
        """For each state how many others are between it and a start, and one more."""
        found = dict.fromkeys(self.starts, 0)
        todo = deque(self.starts)
        while todo:
            number = todo.popleft()
            for parent in self.parents[number]:
                distance = found[number] + (parent < len(self.states))
                if distance < found.get(parent, distance + 1):
                    found[parent] = distance
                    (todo.append if parent < len(self.states) else todo.appendleft)(parent)
        return [found[number] for number in range(len(self.states))]

    def ancestors(self, starts: Iterable[int], within: bytearray | None = None) -> bytearray:
        """One byte for each of `parents`: 1 for the starts and all that they were made of; only through `within`."""
        marked = bytearray(len(self.parents))
        todo = [start for start in starts if within is None or within[start]]
        for start in todo:
            marked[start] = 1
        while todo:
            for parent in self.parents[todo.pop()]:
                if not marked[parent] and (within is None or within[parent]):
                    marked[parent] = 1
                    todo.append(parent)
        return marked


def build_states(found: Dependencies, starts: Sequence[tuple[VisitNo, int]]) -> StateGraph:
    """The graph above the states that some statements left.

    Args:
        found: the dependencies of the recording.
        starts: statements whose result is wrong: the step, and the statement's place in its block from 0.
    """
    return _Builder(found).build(starts)


def skipped_conditions(finder: CauseFinder, graph: StateGraph, state: State) -> tuple[State, ...]:
    """Conditions that let a state stand as it was: their other way writes what the state's step read.

    For the entry of a call that is what the caller read, before the call.
    """
    if state not in graph.states:
        return ()
    step = finder.found.trace.parent_step(state.step) if state.entry else state.step
    found: dict[State, None] = {}
    if step is None:
        return ()
    for place in sorted(graph.places[graph.states.index(state)]):
        edges = finder.edges((step, place))
        found |= {State(edge.node[0]): None for edge in edges if edge.kind == "omitted"}
    return tuple(one for one in found if not state.entry or one.step < state.step)[:MOST_SKIPPED]


class _Reader(NamedTuple):
    """What reads: its key, the step in which it does, before which step if any, the step that called, given names."""

    key: int
    inside: VisitNo
    until: VisitNo
    caller: VisitNo
    given: frozenset[str]


class _Row:
    """Statements that wrote a value piece by piece, in order.

    Attributes:
        nodes: theirs.
        at: where those of a step are.
        latest: at each place the latest step up to there.
    """

    def __init__(self, nodes: Sequence[int]) -> None:
        self.nodes = nodes
        self.at: dict[VisitNo, list[int]] = {}
        self.latest = array("I")

    def extend(self, end: int, steps: Sequence[VisitNo]) -> None:
        """The row goes so far now."""
        last = self.latest[-1] if self.latest else 0
        for place in range(len(self.latest), end):
            step = steps[self.nodes[place]]
            last = max(last, step)
            self.latest.append(last)
            self.at.setdefault(step, []).append(place)


class _Builder:
    """Keys of states are numbers, for speed: twice the step, and one more for what the step left.

    Those of what several states share are below 0. Such stand for 2, 4, 8 ... neighbours of a row, so that any part of
    it is made of few of them.
    """

    def __init__(self, found: Dependencies) -> None:
        self._trace = found.trace
        self._found, self._graph = found, found.graph
        self._above: dict[int, set[int]] = {}
        self._names: dict[int, set[str]] = {}
        self._read: dict[int, int] = {}
        self._todo: list[tuple[int, int]] = []
        self._seen: dict[int, set[int]] = {}
        self._entries: dict[int, VisitNo] = {}
        self._rows: dict[int, _Row] = {}
        self._shared: dict[tuple[int, str, int, int], int] = {}
        self._made_of: list[tuple[int, ...]] = []

    def build(self, starts: Sequence[tuple[VisitNo, int]]) -> StateGraph:
        """All states that can be reached."""
        nodes = [node for start in starts if (node := self._graph.node(*start))]
        first = [self._visit(_after(self._graph.steps[node]), node) for node in nodes]
        while self._todo:
            key, node = self._todo.pop()
            self._link_parents(key, node)
        keys = sorted(self._above)
        number = {key: place for place, key in enumerate(keys)}
        number |= {-1 - place: len(keys) + place for place in range(len(self._made_of))}
        above = (*(self._above[key] for key in keys), *self._made_of)
        return StateGraph(
            states=tuple(State(step=key // 2, entry=not key % 2) for key in keys),
            parents=tuple(
                tuple(sorted((number[parent] for parent in parents), reverse=True)) for parents in above
            ),
            names=tuple(frozenset(self._names[key]) for key in keys),
            places=tuple(frozenset(self._graph.places[node] for node in self._seen[key]) for key in keys),
            shown=tuple(
                self._read.get(key, max(self._graph.places[node] for node in self._seen[key])) for key in keys
            ),
            starts=tuple(dict.fromkeys(number[key] for key in first)),
        )

    def _visit(self, key: int, node: int) -> int:
        nodes = self._seen.get(key)
        if nodes is None:
            self._above[key], self._names[key] = set(), set()
            nodes = self._seen[key] = set()
        if node not in nodes:
            nodes.add(node)
            self._todo.append((key, node))
        return key

    def _link_parents(self, key: int, node: int) -> None:
        """The dependencies of a statement: on states, on earlier statements of its step, on the entries of calls."""
        graph = self._graph
        inside, until = key // 2, 0
        if not key % 2:
            until = inside
            inside = self._trace.parent_step(until) or until
        given = frozenset(self._found.outside.names(node)) if key % 2 else frozenset[str]()
        here = _Reader(key, inside, until, self._trace.parent_step(inside) or 0, given)
        for name, writer in graph.written(node):
            if graph.steps[writer]:
                self._link(here, name, writer)
                continue
            row = None if name in given else graph.row(writer)
            if row is not None and row.end > MANY and graph.steps[row.row[0]]:
                self._link_row(here, name, row)
            else:
                for one in graph.statements(writer):
                    self._link(here, name, one)
        for name, writer in self._from_outside(node, given):
            self._link(here, name, writer)

    def _link(self, here: _Reader, name: str, writer: int) -> None:
        """What a reader has from one statement."""
        step, inside = self._graph.steps[writer], here.inside
        if here.until and step >= here.until:
            return  # what the step that calls did after the call had begun
        if step == inside:
            parent = here.key
        elif name in here.given and self._trace.frame_of(step) != self._trace.frame_of(inside):
            parent = self._outermost_entry(inside, step)
        elif step > here.caller or not (called := self._called_from(inside, step)):
            parent = _after(step)
        else:
            parent = 2 * called
        self._visit(_after(step) if name in here.given and not parent % 2 else parent, writer)
        if parent != here.key:
            self._above[here.key].add(parent)
            self._note_read(parent, name, writer)

    def _note_read(self, parent: int, name: str, writer: int) -> None:
        self._names[parent].add(name)
        if name:
            self._read[parent] = max(self._read.get(parent, 0), self._graph.places[writer])

    def _link_row(self, here: _Reader, name: str, part: Part) -> None:
        """What a reader has from the statements of a row: those of steps under way on their own, others together."""
        row = self._rows.setdefault(id(part.row), _Row(part.row))
        row.extend(part.end, self._graph.steps)
        stop = bisect_left(row.latest, here.until, 0, part.end) if here.until else part.end
        under_way = (here.inside, *self._callers(here.inside))
        alone = sorted(place for step in under_way for place in row.at.get(step, ()) if place < stop)
        first, above = 0, self._above[here.key]
        for place in (*alone, stop):
            while first < place:
                size = first & -first or 1 << (place - first).bit_length()
                while first + size > place:
                    size //= 2
                above.add(self._piece(row, name, first, size))
                first += size
            first = place + 1
        for place in (*alone, *range(stop, part.end)):
            self._link(here, name, part.row[place])

    def _piece(self, row: _Row, name: str, first: int, size: int) -> int:
        """The key of what so many neighbours of a row left."""
        if size == 1:
            writer = row.nodes[first]
            parent = self._visit(_after(self._graph.steps[writer]), writer)
            self._note_read(parent, name, writer)
            return parent
        found = self._shared.get((id(row), name, first, size))
        if found is None:
            half = size // 2
            pieces = self._piece(row, name, first, half), self._piece(row, name, first + half, half)
            self._made_of.append(pieces)
            found = self._shared[id(row), name, first, size] = -len(self._made_of)
        return found

    def _callers(self, step: VisitNo) -> list[VisitNo]:
        """The steps whose calls a step runs in, the innermost first."""
        found: list[VisitNo] = []
        caller = self._trace.parent_step(step)
        while caller is not None and len(found) < MOST_CALLS:
            found.append(caller)
            caller = self._trace.parent_step(caller)
        return found

    def _from_outside(self, node: int, given: Iterable[str]) -> Iterator[tuple[str, int]]:
        """What an earlier call of the test gave a statement of an outermost call; a default is no state."""
        for name in given:
            for writer in self._found.outside.sources(node, name):
                if not is_module(self._trace.scope_of(self._graph.steps[writer])):
                    yield name, writer

    def _outermost_entry(self, inside: VisitNo, writer: VisitNo) -> int:
        """The entry of a call that no step made, which was given what an earlier step had left."""
        first = self._entry(inside)
        key = 2 * first
        self._above.setdefault(key, set()).add(_after(writer))
        self._names.setdefault(key, set())
        self._seen.setdefault(key, set()).add(self._graph.node(first, 0))
        return key

    def _called_from(self, inner: VisitNo, outer: VisitNo) -> VisitNo:
        """The first step of the call that `outer` made and in which `inner` ran; 0 if it made none."""
        for _ in range(MOST_CALLS):
            caller = self._trace.parent_step(inner)
            if caller is None or caller < outer:
                return 0
            if caller == outer:
                return self._entry(inner)
            inner = caller
        return 0

    def _entry(self, step: VisitNo) -> VisitNo:
        """The first step of a step's frame."""
        frame = self._trace.frame_of(step)
        if frame not in self._entries:
            first: VisitNo | None = step
            while first is not None:
                self._entries[frame], first = first, self._trace.previous_in_frame(first)
        return self._entries[frame]


def _after(step: VisitNo) -> int:
    return 2 * step + 1


RETURNED = "return"
"""The name under which a returned value is judged."""
YIELDED = "yield"
"""The name under which it is judged what a generator gave."""
SAME, SHARING, ONE_ITEM = ", the same object as ", ", sharing items with ", ", items of it being one object"
"""How the text of a value goes on where other names, or several of its items, are tied to it."""
_LOOKED = 50
_MOST_ITEMS = 1_000
_MOST_NAMED = 3
"""Other names of one object that are told."""
_CHANGED_IN_PLACE = frozenset({wire.LIST, wire.DICT, wire.SET})


def carrier(trace: Visits, state: State) -> VisitNo:
    """The step whose statements left a state: for the entry of a call, that which calls, where one does."""
    return (trace.parent_step(state.step) if state.entry else None) or state.step


def recorded_value(found: Dependencies, state: State, name: str) -> Value | None:
    """What was recorded of a name that a question was about; None where the run has no such state."""
    trace = found.trace
    if not 1 <= state.step <= len(trace):
        return None
    step = carrier(trace, state)
    try:
        if state.reads:
            return _as_read(found, step, name)
        if state.entry and state.part == WHOLE:
            return trace.arguments(state.step).get(name) or _before(found, state.step, name)
        if state.entry:
            return None if "(" in name else _before(found, step, name, found.log.steps.begin[state.step - 1])
        if name in (RETURNED, YIELDED):
            return returned(found, step) if name == RETURNED else yielded(found, step)
        stored = None if state.name else _item_left(found, step, name)
        if stored is not None:  # it may be the wrong key
            item = replace(stored[0], repr=f"{stored[0].repr} under {stored[1].repr}")
            return item if "(" in name else _with_others(found, step, name, item)
        value = trace.value(step, name) if name.isidentifier() else None
        read = origin(found, name, step) if value is None and "(" not in name else None
    except SyntaxError:
        return None
    value = found.value(read) if read is not None else value
    return value if value is None or state.name else _with_others(found, step, name, value)


def _item_left(found: Dependencies, step: VisitNo, name: str) -> tuple[Value, Value] | None:
    """The item that a step stored under a path whose key the source computes, and that key; None for another path."""
    node = ast.parse(name, mode="eval").body
    if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Constant | ast.Slice):
        return None
    end = found.end_of(step)
    key, item = found.look_up(step, node.slice, end), origin(found, name, step)
    if key is not None:
        return None if item is None else (found.value(item), found.value(key))
    stored = [
        event for at in found.log.own(step) if (event := found.log.event(at)).site.kind == kinds.SETITEM
    ]
    if len(stored) != 1:
        return None
    lookup = found.log.machine(end).lookup
    under, value = (to_value(part, lookup) for part in stored[0].values[1:3])
    return value, under


def _with_others(found: Dependencies, step: VisitNo, name: str, value: Value) -> Value:
    """A list, dict or set with what else is the same object, or has the same items: what changes one changes all."""
    own = origin(found, name, step)
    position = found.end_of(step)
    held = found.log.object_at(own.value, position) if own and is_reference(own.value) else None
    if own is None or own.cut is not None or held is None or held.kind not in _CHANGED_IN_PLACE:
        return value
    variables = {other: read for other in found.trace.state(step) if (read := origin(found, other, step))}
    same = {other: None for other, read in variables.items() if other != name and read.value == own.value}
    for read in found.reads(step):
        if read.value == own.value and read.name != name and not is_result(read.name) and read.cut is None:
            same[read.name] = None
    items = frozenset(_changeable(found, held, position))
    shared: list[str] = []
    for other, read in variables.items():
        holder = found.log.object_at(read.value, position) if is_reference(read.value) else None
        if holder is None or len(holder.data) > _MOST_ITEMS:
            continue
        inside = (f"{other}{part}" for part, item in _parts_of(holder) if item == own.value)
        same.update(dict.fromkeys(part for part in inside if part != name))
        if read.value != own.value and not items.isdisjoint(_changeable(found, holder, position)):
            shared.append(other)
    text = _listed(_listed(value.repr, SAME, same), SHARING, shared)
    return _noted(found, step, replace(value, repr=text), own.value)


def split_ties(text: str) -> tuple[str, str]:
    """A value's text as `recorded_value` gives it, and apart from that how others are tied to it."""
    at = min(
        (place for tie in (SAME, SHARING, ONE_ITEM) if (place := text.rfind(tie)) >= 0), default=len(text)
    )
    return text[:at], text[at:]


def _parts_of(held: HeapObject) -> Iterator[tuple[str, Wire]]:
    """The items and attributes of an object, each as it is written after the object's name."""
    if held.kind == wire.DICT:
        yield from ((f"[{key!r}]", item) for key, item in held.data.items() if isinstance(key, int | str))
    elif held.kind in (wire.LIST, wire.TUPLES, wire.DEQUE):
        yield from ((f"[{index}]", item) for index, item in enumerate(held.data))
    yield from ((f".{attribute}", item) for attribute, item in held.attributes.items())


def _changeable(found: Dependencies, held: HeapObject, position: int) -> Iterator[str]:
    """The items of a list, dict or set that can be changed in place themselves."""
    if held.kind in _CHANGED_IN_PLACE and len(held.data) <= _MOST_ITEMS:
        items = (item for _, item in _parts_of(held))
        yield from (
            str(item) for item in items if is_reference(item) and _is_changeable(found, item, position)
        )


def _listed(text: str, how: str, names: Iterable[str]) -> str:
    """A value's text, how it is tied to others, and what these are called, the first few."""
    first = [*islice(names, _MOST_NAMED + 1)]
    more = ", ..." if len(first) > _MOST_NAMED else ""
    return f"{text}{how}{', '.join(first[:_MOST_NAMED])}{more}" if first else text


def _noted(found: Dependencies, step: VisitNo, value: Value, own: Wire) -> Value:
    """A list of which several items are one list, dict or set, with a note of it."""
    position = found.end_of(step)
    held = found.log.object_at(own, position) if is_reference(own) else None
    if held is None or held.kind != wire.LIST or not 1 < len(held.data) <= _MOST_ITEMS:
        return value
    items = [*_changeable(found, held, position)]
    twice = len(items) - len(set(items))
    return replace(value, repr=f"{value.repr}{ONE_ITEM}") if twice else value


def _is_changeable(found: Dependencies, item: Wire, position: int) -> bool:
    held = found.log.object_at(item, position)
    return held is not None and held.kind in _CHANGED_IN_PLACE


def returned(found: Dependencies, step: VisitNo) -> Value | None:
    """What a frame returned at the end of a step."""
    value, caller = found.trace.return_value(step), found.trace.parent_step(step)
    if value is None or caller is None or "[" not in value.repr:
        return value
    reads = (read for read in found.reads(caller)[:_LOOKED] if read.writer.step == step)
    given = next((read for read in reads if is_result(read.name)), None)
    return value if given is None else _noted(found, step, value, given.value)


def yielded(found: Dependencies, step: VisitNo) -> Value | None:
    """What a generator gave last in a step; None where it gave nothing."""
    for position in reversed(found.log.own(step)):
        event = found.log.event(position)
        if event.site.kind == kinds.YIELD and event.values:
            return to_value(event.values[0], found.log.machine(position).lookup)
    return None


def _as_read(found: Dependencies, step: VisitNo, name: str) -> Value | None:
    """What a step read under a name, or would have read as it began."""
    for known, read in named_reads(found, step):
        if known == name and read.writer.step != step:
            return found.value(read)
    return _before(found, step, name)


def named_reads(found: Dependencies, step: VisitNo, place: int | None = None) -> Iterator[tuple[str, Read]]:
    """What a step, or a statement of it, read, with names: of several calls of `f` the second's result is `f() 2`.

    What was read only for a part of it counts where that is neither known nor written; what a call returned counts
    for each turn of a loop through it.
    """
    reads = (*found.reads(step, place), *_results_gone_through(found, step, place))
    parts = [read.name for read in reads if not read.is_base]
    given: dict[tuple[str, int | None], str] = {}
    for read in reads:
        key = (read.name, read.writer.position)
        if read.name.endswith(")") and key not in given:
            count = sum(name == read.name for name, _ in given) + 1
            given[key] = f"{read.name} {count}" if count > 1 else read.name
        inside = (f"{read.name}.", f"{read.name}[")
        if not read.is_base or not any(
            part.startswith(inside) for part in (*parts, *_written(found, step, read))
        ):
            yield given.get(key, read.name), read


def _written(found: Dependencies, step: VisitNo, read: Read) -> tuple[str, ...]:
    """What the statement that reads writes."""
    code = found.statements.get(found.trace.block_of(step), ())
    return found.omissions.written_by(step, read.statement) if read.statement < len(code) else ()


def _results_gone_through(found: Dependencies, step: VisitNo, place: int | None) -> tuple[Read, ...]:
    """What the header of a loop under way read from calls, which it did as the loop began."""
    steps = found.log.steps
    code = found.statements.get(found.trace.block_of(step), ())
    header = next((one for one in code if one.iterates), None)
    if header is None or (place is not None and code[place : place + 1] != (header,)):
        return ()
    first = step
    while (before := steps.previous[first - 1]) and steps.block[before - 1] in header.inside:
        first = before
    return tuple(read for read in found.reads(first) if is_result(read.name)) if first != step else ()


def is_result(name: str) -> bool:
    """Whether a name is that of what a call returned."""
    return name.rstrip(" 0123456789").endswith(")")


def concrete(found: Dependencies, step: VisitNo, name: str) -> str:
    """A path as a step read it, keys by their values: `best[3]` for `best[n - 1]`; "" for what cannot be told."""

    def filled(node: ast.expr) -> ast.expr | None:
        if isinstance(node, ast.Name):
            return node
        if isinstance(node, ast.Attribute):
            base = filled(node.value)
            return None if base is None else ast.Attribute(base, node.attr, ast.Load())
        if not isinstance(node, ast.Subscript) or (base := filled(node.value)) is None:
            return None
        if isinstance(node.slice, ast.Slice):
            return base
        read = found.look_up(step, node.slice, found.log.steps.begin[step - 1])
        key = node.slice if isinstance(node.slice, ast.Constant) else None
        if key is None and read is not None and isinstance(read.value, int | str):
            key = ast.Constant(read.value)
        return base if key is None else ast.Subscript(base, key, ast.Load())

    node = filled(ast.parse(name, mode="eval").body)
    return "" if node is None else ast.unparse(node)


def _before(found: Dependencies, step: VisitNo, name: str, position: int = 0) -> Value | None:
    """What a path was in a step's frame before an event, by default before the first of the step."""
    position = position or found.log.steps.begin[step - 1]
    read = found.look_up(step, ast.parse(name, mode="eval").body, position)
    return None if read is None else found.value(read)


def changes_after(found: Dependencies, part: State, name: str) -> bool:
    """Whether what a name holds changes in a step after one of its statements, by whatever name."""
    step = carrier(found.trace, part)
    position = found.begin_of(step, part.part + 1)
    if part.entry or position <= found.log.steps.begin[step - 1]:
        return False
    then, now = (_before(found, step, name, at) for at in (position, found.end_of(step)))
    return then != now


def condition_of(trace: Visits, step: VisitNo) -> str:
    """The condition of a step and the way it went, `n > 0 was true`; "" for none."""
    block = trace.cfg.block(trace.block_of(step))
    if block.condition is None:
        return ""
    following = trace.next_in_frame(step)
    if following is not None:
        target = trace.block_of(following)
        went = [way for way, other in block.next.items() if other == target]
    else:
        went = [way for way in ("true", "false") if way not in block.next and step not in trace.raises]
    return f"{block.condition} was {went[0]}" if went else ""


def judged_places(found: Dependencies, graph: StateGraph, state: State) -> tuple[int, ...]:
    """The statements that a question about a state is about: those that others depend on, and its condition.

    Earlier ones that could have changed what these read are among them.
    """
    step = carrier(found.trace, state)
    code = found.statements.get(found.trace.block_of(step), ())
    places = {*graph.places[graph.states.index(state.whole)]}
    if not state.entry and condition_of(found.trace, step):
        places.add(last_place(found, step)[1])
    names: set[str] = set()
    for place in range(max(places, default=-1), -1, -1):
        if place < len(code):
            if not names.isdisjoint(map(root_of, found.omissions.written_by(step, place))):
                places.add(place)
            if place in places:
                names |= {root_of(use.text) for use in code[place].uses}
    return tuple(sorted(places))


def inputs_of(found: Dependencies, graph: StateGraph, state: State) -> Iterator[tuple[str, Read]]:
    """What the statements of a state read that other steps had written, with names."""
    step = carrier(found.trace, state)
    for place in judged_places(found, graph, state):
        for name, read in named_reads(found, step, place):
            writer = read.writer.step
            late = state.entry and writer is not None and writer >= state.step
            if writer not in (None, step) and not late:
                yield name, read


def is_written(path: str) -> bool:
    """Whether what may be written under a path has a value of its own: a call's result and a slice have none."""
    base, _, key = path.rpartition("[")
    return "(" not in base and ":" not in key and (bool(base) or "(" not in path)
