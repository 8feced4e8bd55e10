"""The dependencies of a whole run as arrays: one edge for each read and each condition, in the order of the reads."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, compress, count, islice, repeat
from operator import floordiv, ne, sub

from llmdb.slicing.graph.growing import PARTS, ROW, Growing
from llmdb.slicing.graph.joints import Joints
from llmdb.types import VisitNo

CONTROL = 0
"""The label of an edge to the condition, loop header, handler or call that let a statement run."""


class Found:
    """The outcome of a search.

    Args:
        followed: from which node to which, and the label, of the edges that were looked at; those of found nodes count.

    Attributes:
        marked: one byte a node, 1 for those found; 0 for node 0.
    """

    def __init__(self, marked: bytearray, followed: Iterable[tuple[int, int, int]]) -> None:
        self.marked = marked
        self.marked[0] = 0
        self._followed = followed

    def labels(self, node: int) -> frozenset[int]:
        """The labels of the edges by which a node was reached, `CONTROL` left out."""
        return self._by_node.get(node, frozenset())

    @cached_property
    def _by_node(self) -> Mapping[int, frozenset[int]]:
        found: dict[int, frozenset[int]] = {}
        more: dict[tuple[frozenset[int], int], frozenset[int]] = {}  # many nodes share one set
        nothing: frozenset[int] = frozenset()
        marked = self.marked
        for source, node, label in self._followed:
            if label != CONTROL and marked[source]:
                known = found.get(node, nothing)
                if label not in known:
                    found[node] = more.get((known, label)) or more.setdefault((known, label), known | {label})
        return found


class Triples(Iterable[tuple[int, int, int]]):
    """Numbers taken three by three, or from the last one on."""

    def __init__(self, numbers: array[int], last_first: bool = False) -> None:
        self._numbers = numbers
        self._last_first = last_first

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        numbers = reversed(self._numbers) if self._last_first else iter(self._numbers)
        return zip(numbers, numbers, numbers, strict=True)


class DependencyGraph:
    """Nodes are statements of steps, numbered from 1 as they begin; an edge leads from a reader to a writer.

    Node 0 stands for "none". A node of step 0 is a joint: it stands for the writers that it has edges to.

    Attributes:
        steps, places: for each node its step and which statement of the step's block it is, from 0.
        edges: for each edge its reader, its writer, and the number of the text that was read.
        firsts: for each step, from 1, its first node.
        earliest: for each joint the first of the writers that it stands for.
        texts: what the labels stand for.
    """

    def __init__(self, grown: Growing, texts: list[str]) -> None:
        nodes = _numbers(grown.nodes)
        self.texts = texts
        self.steps = nodes[0::PARTS]
        self.places = nodes[1::PARTS]
        self._since = nodes[2::PARTS]
        self.edges = _numbers(grown.edges)
        self.firsts = grown.firsts
        self.earliest = grown.earliest

    def node(self, step: VisitNo, place: int) -> int:
        """The node of a statement of a step; 0 if it was not begun."""
        first = self.firsts[step] if step < len(self.firsts) else 0
        if not place or not first:
            return first
        near = first + place
        if near < len(self.steps) and self.steps[near] == step and self.places[near] == place:
            return near
        return self._later.get((step, place), 0)

    @cached_property
    def _later(self) -> Mapping[tuple[VisitNo, int], int]:
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
        statements = self._joints.statements
        for label, writers in self._by_label(node).items():
            for writer in writers:
                yield self.texts[label], (writer,) if self.steps[writer] else statements(writer, most)

    def _by_label(self, node: int) -> Mapping[int, Sequence[int]]:
        """What a reader has edges to, by label, in order: most edges are added before another node begins."""
        readers, late, edges = self._readers, self._late, self.edges
        first, last = (find(late, node, key=readers.__getitem__) for find in (bisect_left, bisect_right))
        found: dict[int, list[int]] = {}
        for edge in chain(range(self._count(node), self._end(node)), late[first:last]):
            if readers[edge] == node and (writer := edges[PARTS * edge + 1]):
                found.setdefault(edges[PARTS * edge + 2], []).append(writer)
        return found

    @cached_property
    def _joints(self) -> Joints:
        return Joints(self.steps, self._joined)

    def _joined(self, joint: int) -> array[int]:
        """What a joint has edges to: they were added as it began, before any of other nodes."""
        first, end, readers = self._count(joint), self._end(joint), self._readers
        while readers[end - 1] != joint:
            end -= 1
        return self._writers[first:end]

    def _count(self, node: int) -> int:
        """How many edges there were when a node began."""
        return self._since[node] // ROW

    def _end(self, node: int) -> int:
        """How many edges there were when the node after it began."""
        return self._count(node + 1) if node + 1 < len(self._since) else len(self._readers)

    @cached_property
    def _readers(self) -> array[int]:
        return self.edges[0::PARTS]

    @cached_property
    def _late(self) -> array[int]:
        """The edges of nodes that went on to read when others had begun, by reader."""
        counts = list(map(floordiv, self._since, repeat(ROW)))
        ends = chain(islice(counts, 1, None), [len(self._readers)])
        newest = chain.from_iterable(map(repeat, count(), map(sub, ends, counts)))
        late = compress(count(), map(ne, self._readers, newest))
        return array("I", sorted(late, key=self._readers.__getitem__))

    def uses(self, node: int) -> Iterator[tuple[str, int]]:
        """What read a node's values and under which text, in order; "" for what it let run."""
        todo, seen, edges = [node], {node}, self.edges
        while todo:
            one, edge = todo.pop(), -1
            while (edge := _index(self._writers, one, edge + 1)) >= 0:
                reader = self._readers[edge]
                if self.steps[reader]:
                    yield self.texts[edges[PARTS * edge + 2]], reader
                elif reader not in seen:
                    seen.add(reader)
                    todo.append(reader)

    @cached_property
    def _writers(self) -> array[int]:
        return self.edges[1::PARTS]

    def edges_until(self, step: VisitNo) -> int:
        """How many edges there were when a step began; for one past the last, all."""
        return self._count(self.firsts[step]) if step < len(self.firsts) else len(self.edges) // PARTS

    def backward(self, starts: Iterable[int], until: int) -> Found:
        """What nodes depend on, through the first `until` edges.

        An edge is met before those by which its writer came to its value, so one pass from the end is enough.
        """
        marked, edges = self._marked(starts), self.last_first(until)
        for _, writer, reader in edges:
            if marked[reader]:
                marked[writer] = 1
        return Found(marked, ((reader, writer, label) for label, writer, reader in edges))

    def last_first(self, until: int) -> Triples:
        """Label, writer and reader of each of the first `until` edges, the last of them first."""
        return Triples(self.edges[: PARTS * until], last_first=True)

    def forward(self, starts: Iterable[int], since: int) -> Found:
        """What depends on nodes, through the edges from number `since` on."""
        marked, edges = self._marked(starts), Triples(self.edges[PARTS * since :])
        for reader, writer, _ in edges:
            if marked[writer]:
                marked[reader] = 1
        return Found(marked, ((writer, reader, label) for reader, writer, label in edges))

    def _marked(self, nodes: Iterable[int]) -> bytearray:
        marked = bytearray(len(self.steps))
        for node in nodes:
            marked[node] = 1
        return marked


def _numbers(written: bytearray) -> array[int]:
    numbers = array("I")
    numbers.frombytes(written)
    return numbers


def _index(numbers: array[int], wanted: int, since: int) -> int:
    """Where a number comes next; -1 for nowhere."""
    try:
        return numbers.index(wanted, since)
    except ValueError:
        return -1
