"""The dependencies of a whole run as arrays: one edge for each read and each condition, in the order of the reads."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, compress, count, islice, repeat
from operator import ne, sub

from llmdb.slicing.graph.joints import Joints
from llmdb.types import StepNo

CONTROL = 0
"""The label of an edge to the condition, loop header, handler or call that let a statement run."""


class Found:
    """The outcome of a search.

    Attributes:
        marked: one byte a node, 1 for those found.
    """

    def __init__(
        self, marked: bytearray, sources: Sequence[int], targets: Sequence[int], labels: Sequence[int]
    ) -> None:
        self.marked = marked
        self._edges = sources, targets, labels

    def labels(self, node: int) -> frozenset[int]:
        """The labels of the edges by which a node was reached, `CONTROL` left out."""
        return self._by_node.get(node, frozenset())

    @cached_property
    def _by_node(self) -> Mapping[int, frozenset[int]]:
        sources, targets, labels = self._edges
        found: dict[int, frozenset[int]] = {}
        more: dict[tuple[frozenset[int], int], frozenset[int]] = {}  # many nodes share one set
        nothing: frozenset[int] = frozenset()
        followed = map(self.marked.__getitem__, sources)
        for node, label in compress(zip(targets, labels, strict=True), followed):
            if label != CONTROL:
                known = found.get(node, nothing)
                if label not in known:
                    found[node] = more.get((known, label)) or more.setdefault((known, label), known | {label})
        return found


class DependencyGraph:
    """Nodes are statements of steps, numbered from 1 as they begin; an edge leads from a reader to a writer.

    Node 0 stands for "none". A node of step 0 is a joint: it stands for the writers that it has edges to.

    Attributes:
        steps, places: for each node its step and which statement of the step's block it is, from 0.
        readers, writers, labels: for each edge its two nodes and the number of the text that was read.
        firsts: for each step, from 1, its first node.
        since: for each node the number of edges there were when it began.
        earliest: for each joint the first of the writers that it stands for.
        texts: what the labels stand for.
    """

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts
        self.steps = array("I", [0])
        self.places = array("H", [0])
        self.readers = array("I")
        self.writers = array("I")
        self.labels = array("I")
        self.firsts = array("I", [0])
        self.since = array("I", [0])
        self.earliest: dict[int, int] = {}

    def add(self, step: StepNo, place: int) -> int:
        """A new node."""
        self.steps.append(step)
        self.places.append(place)
        self.since.append(len(self.readers))
        return len(self.steps) - 1

    def join(self, writers: Sequence[int], label: int) -> int:
        """A new node that stands for these."""
        joint, count = self.add(0, 0), len(writers)
        self.readers.extend((joint,) * count)
        self.writers.extend(writers)
        self.labels.extend((label,) * count)
        self.earliest[joint] = min(map(self.earliest.get, writers, writers))
        return joint

    def node(self, step: StepNo, place: int) -> int:
        """The node of a statement of a step; 0 if it was not begun."""
        first = self.firsts[step] if step < len(self.firsts) else 0
        if not place or not first:
            return first
        near = first + place
        if near < len(self.steps) and self.steps[near] == step and self.places[near] == place:
            return near
        return self._later.get((step, place), 0)

    @cached_property
    def _later(self) -> Mapping[tuple[StepNo, int], int]:
        """The nodes of all statements but the first of their steps."""
        nodes = compress(range(len(self.places)), self.places)
        return {(self.steps[node], self.places[node]): node for node in nodes}

    def parents(self, node: int, most: int | None = None) -> tuple[tuple[str, int], ...]:
        """What a node read, and from which node; "" for what let it run. Each pair once, in order.

        Args:
            most: how many writers of one read are taken, where it was written piece by piece; None for all.
        """
        return tuple({(text, one): None for text, written in self.reads(node, most) for one in written})

    def reads(self, node: int, most: int | None = None) -> Iterator[tuple[str, Sequence[int]]]:
        """The same for each read on its own: its text, and the nodes that wrote what was read."""
        readers, late, statements = self.readers, self._late, self._joints.statements
        end = self.since[node + 1] if node + 1 < len(self.since) else len(readers)
        first, last = (find(late, node, key=readers.__getitem__) for find in (bisect_left, bisect_right))
        own = (edge for edge in range(self.since[node], end) if readers[edge] == node)
        for edge in chain(own, late[first:last]):
            writer = self.writers[edge]
            yield self.texts[self.labels[edge]], (writer,) if self.steps[writer] else statements(writer, most)

    @cached_property
    def _joints(self) -> Joints:
        return Joints(self.steps, self._joined)

    def _joined(self, joint: int) -> array[int]:
        """What a joint has edges to: they were added as it began, before any of other nodes."""
        first, readers = self.since[joint], self.readers
        end = self.since[joint + 1] if joint + 1 < len(self.since) else len(readers)
        while readers[end - 1] != joint:
            end -= 1
        return self.writers[first:end]

    @cached_property
    def _late(self) -> array[int]:
        """The edges of nodes that went on to read when others had begun, by reader."""
        ends = chain(islice(self.since, 1, None), [len(self.readers)])
        newest = chain.from_iterable(map(repeat, count(), map(sub, ends, self.since)))
        late = compress(count(), map(ne, self.readers, newest))
        return array("I", sorted(late, key=self.readers.__getitem__))

    def uses(self, node: int) -> Iterator[tuple[str, int]]:
        """What read a node's values and under which text, in order; "" for what it let run."""
        todo, seen = [node], {node}
        while todo:
            one, edge = todo.pop(), -1
            while (edge := _index(self.writers, one, edge + 1)) >= 0:
                reader = self.readers[edge]
                if self.steps[reader]:
                    yield self.texts[self.labels[edge]], reader
                elif reader not in seen:
                    seen.add(reader)
                    todo.append(reader)

    def edges_until(self, step: StepNo) -> int:
        """How many edges there were when a step began; for one past the last, all."""
        return self.since[self.firsts[step]] if step < len(self.firsts) else len(self.readers)

    def backward(self, starts: Iterable[int], until: int) -> Found:
        """What nodes depend on, through the first `until` edges.

        An edge is met before those by which its writer came to its value, so one pass from the end is enough.
        """
        return self._reach(starts, *self.last_first(until))

    def last_first(self, until: int) -> tuple[array[int], array[int], array[int]]:
        """Readers, writers and labels of the first `until` edges, the last of them first."""
        return self.readers[:until][::-1], self.writers[:until][::-1], self.labels[:until][::-1]

    def forward(self, starts: Iterable[int], since: int) -> Found:
        """What depends on nodes, through the edges from number `since` on."""
        return self._reach(starts, self.writers[since:], self.readers[since:], self.labels[since:])

    def _reach(
        self, starts: Iterable[int], sources: array[int], targets: array[int], labels: array[int]
    ) -> Found:
        """What is met from nodes on along edges that are followed in this order."""
        marked = bytearray(len(self.steps))
        for node in starts:
            marked[node] = 1
        for source, target in zip(sources, targets, strict=True):
            if marked[source]:
                marked[target] = 1
        return Found(marked, sources, targets, labels)


def _index(numbers: array[int], wanted: int, since: int) -> int:
    """Where a number comes next; -1 for nowhere."""
    try:
        return numbers.index(wanted, since)
    except ValueError:
        return -1
