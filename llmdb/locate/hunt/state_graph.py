"""The states that a wrong value came from, as a graph to be halved: each state with those it was made of.

A state is what a step left: the names that it wrote, or which way its condition went. Where a call is under way, its
caller's step has left nothing yet: what the callee was given is a state of its own, the entry of the call, made of
what the caller had read before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from llmdb.locate.plan.cause_graph import CauseFinder
    from llmdb.slicing import Dependencies
    from llmdb.types import VisitNo


MOST_CALLS = 100
"""Calls within calls that are looked through for the one under way."""
WHOLE = -1
STEP, CALL = "step", "call"
_STATEMENT, _READS, _KEEPS = "statement", "reads", "keeps"
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

    def distances(self) -> list[int]:
        """For each state how many others are between it and a start, and one more."""
        found = dict.fromkeys(self.starts, 0)
        todo = deque(self.starts)
        while todo:
            number = todo.popleft()
            for parent in self.parents[number]:
                if parent not in found:
                    found[parent] = found[number] + 1
                    todo.append(parent)
        return [found[number] for number in range(len(self.states))]

    def ancestors(self, starts: Iterable[int], within: bytearray | None = None) -> bytearray:
        """One byte a state: 1 for the starts and all that they were made of; only through states of `within`."""
        marked = bytearray(len(self.states))
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


class _Builder:
    """Keys of states are numbers, for speed: twice the step, and one more for what the step left."""

    def __init__(self, found: Dependencies) -> None:
        self._trace = found.trace
        self._found, self._graph = found, found.graph
        self._above: dict[int, set[int]] = {}
        self._names: dict[int, set[str]] = {}
        self._read: dict[int, int] = {}
        self._todo: list[tuple[int, int]] = []
        self._seen: dict[int, set[int]] = {}
        self._entries: dict[int, VisitNo] = {}

    def build(self, starts: Sequence[tuple[VisitNo, int]]) -> StateGraph:
        """All states that can be reached."""
        nodes = [node for start in starts if (node := self._graph.node(*start))]
        first = [self._visit(_after(self._graph.steps[node]), node) for node in nodes]
        while self._todo:
            key, node = self._todo.pop()
            self._link_parents(key, node)
        keys = sorted(self._above)
        number = {key: place for place, key in enumerate(keys)}
        return StateGraph(
            states=tuple(State(step=key // 2, entry=not key % 2) for key in keys),
            parents=tuple(
                tuple(sorted((number[parent] for parent in self._above[key]), reverse=True)) for key in keys
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
        steps, above = self._graph.steps, self._above[key]
        inside, until = key // 2, 0
        if not key % 2:
            until = inside
            inside = self._trace.parent_step(until) or until
        caller = self._trace.parent_step(inside) or 0
        given = set(self._found.outside.names(node)) if key % 2 else set()
        for name, writer in (*self._graph.parents(node), *self._from_outside(node, given)):
            step = steps[writer]
            if until and step >= until:
                continue  # what the step that calls did after the call had begun
            if step == inside:
                parent = key
            elif name in given and self._trace.frame_of(step) != self._trace.frame_of(inside):
                parent = self._outermost_entry(inside, step)
            elif step > caller or not (called := self._called_from(inside, step)):
                parent = _after(step)
            else:
                parent = 2 * called
            self._visit(_after(step) if name in given and not parent % 2 else parent, writer)
            if parent != key:
                above.add(parent)
                self._names[parent].add(name)
                if name:
                    self._read[parent] = max(self._read.get(parent, 0), self._graph.places[writer])

    def _from_outside(self, node: int, given: Iterable[str]) -> Iterator[tuple[str, int]]:
        """What an earlier call of the test gave a statement of an outermost call; a default is no state."""
        for name in given:
            for writer in self._found.outside.sources(node, name):
                if self._trace.scope_of(self._graph.steps[writer]) != "<module>":
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
