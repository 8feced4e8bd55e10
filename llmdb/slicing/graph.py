"""The dependencies of a whole run as arrays: one edge for each read and each condition, in the order of the reads."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, count, islice
from typing import NamedTuple

from llmdb.types import StepNo

CONTROL = 0
"""The label of an edge to the condition, loop header, handler or call that let a statement run."""


class Found(NamedTuple):
    """The outcome of a search: one byte a node, 1 for those found; the labels by which they were reached."""

    marked: bytearray
    first: array[int]
    more: Mapping[int, set[int]]

    def labels(self, node: int) -> set[int]:
        """The labels of the edges by which a node was reached, `CONTROL` left out."""
        return {self.first[node], *self.more.get(node, ())} - {CONTROL}


class DependencyGraph:
    """Nodes are statements of steps, numbered from 1 as they begin; an edge leads from a reader to a writer.

    Node 0 stands for "none". A node of step 0 is a joint: it stands for the writers that it has edges to.

    Attributes:
        steps, places: for each node its step and which statement of the step's block it is, from 0.
        readers, writers, labels: for each edge its two nodes and the number of the text that was read.
        begun: for each step, from 1, the number of edges there were when it began.
        texts: what the labels stand for.
    """

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts
        self.steps = array("I", [0])
        self.places = array("H", [0])
        self.readers = array("I")
        self.writers = array("I")
        self.labels = array("I")
        self.begun = array("I", [0])

    def add(self, step: StepNo, place: int) -> int:
        """A new node."""
        self.steps.append(step)
        self.places.append(place)
        return len(self.steps) - 1

    def join(self, writers: Sequence[int], label: int) -> int:
        """A new node that stands for these."""
        joint, count = self.add(0, 0), len(writers)
        self.readers.extend((joint,) * count)
        self.writers.extend(writers)
        self.labels.extend((label,) * count)
        return joint

    def node(self, step: StepNo, place: int) -> int:
        """The node of a statement of a step; 0 if it was not begun."""
        return self._numbers.get((step, place), 0) if step else 0

    @cached_property
    def _numbers(self) -> dict[tuple[StepNo, int], int]:
        return dict(zip(zip(self.steps, self.places, strict=True), count(), strict=False))

    def parents(self, node: int, most: int | None = None) -> tuple[tuple[str, int], ...]:
        """What a node read, and from which node; "" for what let it run. Each pair once, in order.

        Args:
            most: how many writers of one read are taken, where it was written piece by piece; None for all.
        """
        starts, edges = self._by_reader
        found: dict[tuple[str, int], None] = {}
        for edge in edges[starts[node] : starts[node + 1]]:
            label, writer = self.labels[edge], self.writers[edge]
            for one in islice(self._written(writer), most):
                found[self.texts[label], one] = None
        return tuple(found)

    def _written(self, node: int) -> Iterator[int]:
        """The statements that a writer stands for."""
        todo, seen = [node], {node}
        while todo:
            one = todo.pop()
            if self.steps[one]:
                yield one
                continue
            starts, edges = self._by_reader
            for edge in edges[starts[one] : starts[one + 1]]:
                inner = self.writers[edge]
                if inner not in seen:
                    seen.add(inner)
                    todo.append(inner)

    @cached_property
    def _by_reader(self) -> tuple[array[int], array[int]]:
        """For each node where its edges begin in the second array, which holds edge numbers by reader."""
        counts = Counter(self.readers)
        starts = array("I", accumulate(map(counts.__getitem__, range(len(self.steps))), initial=0))
        edges = array("I", sorted(range(len(self.readers)), key=self.readers.__getitem__))
        return starts, edges

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
        return self.begun[step] if step < len(self.begun) else len(self.readers)

    def backward(self, starts: Iterable[int], until: int) -> Found:
        """What nodes depend on, through the first `until` edges.

        An edge is met before those by which its writer came to its value, so one pass from the end is enough.
        """
        marked = bytearray(len(self.steps))
        for node in starts:
            marked[node] = 1
        names = array("I", bytes(4 * len(marked)))
        more: dict[int, set[int]] = {}
        readers, writers, labels = self.readers[:until], self.writers[:until], self.labels[:until]
        rows = zip(reversed(readers), reversed(writers), reversed(labels), strict=True)
        for reader, writer, label in rows:
            if marked[reader]:
                marked[writer] = 1
                if label and names[writer] != label:
                    if names[writer]:
                        more.setdefault(writer, set()).add(label)
                    else:
                        names[writer] = label
        return Found(marked, names, more)

    def forward(self, starts: Iterable[int], since: int) -> Found:
        """What depends on nodes, through the edges from number `since` on, as `backward` gives it."""
        marked, names = bytearray(len(self.steps)), array("I", bytes(4 * len(self.steps)))
        more: dict[int, set[int]] = {}
        for node in starts:
            marked[node] = 1
        rows = zip(self.readers[since:], self.writers[since:], self.labels[since:], strict=True)
        for reader, writer, label in rows:
            if marked[writer]:
                marked[reader] = 1
                if label and names[reader] != label:
                    if names[reader]:
                        more.setdefault(reader, set()).add(label)
                    else:
                        names[reader] = label
        return Found(marked, names, more)


def _index(numbers: array[int], wanted: int, since: int) -> int:
    """Where a number comes next; -1 for nowhere."""
    try:
        return numbers.index(wanted, since)
    except ValueError:
        return -1
