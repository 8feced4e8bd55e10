"""The dependencies of a whole run as arrays: one edge for each read and each condition, in the order of the reads."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, compress, count, islice, repeat
from operator import ne, sub
from typing import NamedTuple

from llmdb.types import VisitNo

CONTROL = 0
"""The label of an edge to the condition, loop header, handler or call that let a statement run."""

ROW = 4
"""How many numbers a late read, and a value that is handed over, each have."""


class Growing:
    """What a `DependencyGraph` is made of.

    An event's mark is its position and 1; mark 0 stands for none.

    Args:
        total: how many events there are.

    Attributes:
        steps, places, since, marks: for each node its visit, its place, how many edges there were when it began, and
            the mark of the event with which it began.
        following: for each node that of the next statement of its visit; 0 for the last.
        readers, writers, labels: for each edge the node that reads, the node that wrote, and the label.
        firsts: for each visit, from 1, its first node.
        earliest: for each joint the first of the writers that it stands for.
        owners: for the mark of each event that writes the node that it writes for; 0 for none.
        late: a row for each time that a statement read what comes after a call of it: its node, the number of the
            first of its late reads, how many they were, and the mark of the event before which it read.
        given: a row for each value that came from another frame: the node that gets it, the mark of the event that
            gave it, the mark of the event with which it arrived, and the label.
    """

    def __init__(self, total: int) -> None:
        self.steps, self.places, self.since, self.marks = (array("I", [0]) for _ in range(4))
        self.following = array("I", [0])
        self.readers, self.writers, self.labels = (array("I") for _ in range(3))
        self.firsts = array("I", [0])
        self.earliest: dict[int, int] = {}
        self.owners = array("I", bytes(4 * (total + 2)))
        self.late, self.given = array("I"), array("I")
        self.add: Callable[[VisitNo, int, int], int] = self._adding()
        """Makes a new node, of a visit, a place and a mark."""
        self.tie: Callable[[int, int, int], None] = self._tying()
        """Makes a new edge, from a reader to a writer with a label."""

    def _adding(self) -> Callable[[VisitNo, int, int], int]:
        steps, readers = self.steps, self.readers
        rows = (steps, self.places, self.since, self.marks, self.following)
        add_step, add_place, add_since, add_mark, add_following = (row.append for row in rows)

        def add(step: VisitNo, place: int, mark: int) -> int:
            node = len(steps)
            add_step(step)
            add_place(place)
            add_since(len(readers))
            add_mark(mark)
            add_following(0)
            return node

        return add

    def _tying(self) -> Callable[[int, int, int], None]:
        rows = (self.readers, self.writers, self.labels)
        add_reader, add_writer, add_label = (row.append for row in rows)

        def tie(reader: int, writer: int, label: int) -> None:
            add_reader(reader)
            add_writer(writer)
            add_label(label)

        return tie

    def __len__(self) -> int:
        """How many nodes there are, with node 0."""
        return len(self.steps)

    def begin_visit(self) -> None:
        """The next visit begins, with the node that is added next."""
        self.firsts.append(len(self.steps))

    def join(self, writers: Sequence[int], label: int) -> int:
        """A new node that stands for these."""
        joint = self.add(0, 0, 0)
        for writer in writers:
            self.tie(joint, writer, label)
        self.earliest[joint] = min(map(self.earliest.get, writers, writers))
        return joint


class Silent(Growing):
    """Numbers nodes in their order, and keeps nothing of them: for going through a part of a run again."""

    def __init__(self, total: int) -> None:
        super().__init__(total)
        self.count = 0

    def __len__(self) -> int:
        return self.count

    def begin_visit(self) -> None:
        """Overridden: nothing is kept of it."""

    def _adding(self) -> Callable[[VisitNo, int, int], int]:
        def add(step: VisitNo, place: int, mark: int) -> int:
            self.count += 1
            return self.count - 1

        return add

    def _tying(self) -> Callable[[int, int, int], None]:
        return lambda reader, writer, label: None


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
    """Three rows of numbers side by side, or from the last ones on."""

    def __init__(self, rows: Sequence[array[int]], last_first: bool = False) -> None:
        self._rows = rows
        self._last_first = last_first

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        rows = [reversed(row) if self._last_first else iter(row) for row in self._rows]
        return zip(rows[0], rows[1], rows[2], strict=True)


class Handed(NamedTuple):
    """A value that came from another frame: the marks of the events that gave it and with which it arrived."""

    receiver: int
    mark: int
    arrival: int
    label: int


class DependencyGraph:
    """Nodes are statements of visits, numbered from 1 as they begin; an edge leads from a reader to a writer.

    Node 0 stands for "none". A node of visit 0 is a joint: it stands for the writers that it has edges to.

    Attributes:
        steps, places, marks: for each node its visit, which statement of the visit's block it is, from 0, and the mark
            of the event with which it began.
        readers, writers, labels: for each edge; a label is the number of the text that was read.
        firsts: for each visit, from 1, its first node.
        earliest: for each joint the first of the writers that it stands for.
        owners: for the mark of each event that wrote something the node that it wrote it for.
        texts: what the labels stand for.
    """

    def __init__(self, grown: Growing, texts: list[str]) -> None:
        self.texts = texts
        self.steps, self.places, self.marks = grown.steps, grown.places, grown.marks
        self.readers, self.writers, self.labels = grown.readers, grown.writers, grown.labels
        self.firsts, self.earliest, self.owners = grown.firsts, grown.earliest, grown.owners
        self._since, self._following = grown.since, grown.following
        self._late_reads, self._given = grown.late, grown.given

    @property
    def edges(self) -> Triples:
        """Reader, writer and label of each edge, in the order of the reads."""
        return Triples((self.readers, self.writers, self.labels))

    def node(self, step: VisitNo, place: int) -> int:
        """The node of a statement of a visit; 0 if it was not begun."""
        node = self.firsts[step] if step < len(self.firsts) else 0
        for _ in range(place):
            node = self._following[node]
        return node

    def control(self, node: int) -> int:
        """The node that let a node run; 0 for none."""
        return self.writers[self._count(node)]

    def of_step(self, step: VisitNo) -> Sequence[int]:
        """The nodes of the statements that a visit began, in order."""
        node, found = self.node(step, 0), list[int]()
        while node:
            found.append(node)
            node = self._following[node]
        return found

    def late_reads(self, node: int, end: int) -> Iterator[tuple[int, int, int]]:
        """When a node read what comes after its calls: number of the first read, one past the last, and the mark.

        Args:
            end: the mark with which the node's visit ends.
        """
        rows, marks = self._late_reads, self._late_marks
        for row in range(bisect_left(marks, self.marks[node]), bisect_right(marks, end)):
            if rows[ROW * row] == node:
                first, size, mark = rows[ROW * row + 1 : ROW * row + ROW]
                yield first, first + size, mark

    def handed(self, nodes: Sequence[int], end: int) -> Iterator[Handed]:
        """The values that came from other frames to nodes of one visit, in order."""
        marks, wanted = self._arrivals, frozenset(nodes)
        first = bisect_left(marks, self.marks[nodes[0]]) if nodes else len(marks)
        for row in range(first, bisect_right(marks, end)):
            if self._given[ROW * row] in wanted:
                yield Handed(*self._given[ROW * row : ROW * row + ROW])

    @cached_property
    def _late_marks(self) -> array[int]:
        return self._late_reads[ROW - 1 :: ROW]

    @cached_property
    def _arrivals(self) -> array[int]:
        return self._given[2::ROW]

    def parents(self, node: int, most: int | None = None) -> tuple[tuple[str, int], ...]:
        """What a node read, and from which node; "" for what let it run. Each pair once, in order.

        Args:
            most: how many writers of one read are taken, where it was written piece by piece; None for all.
        """
        return tuple({(text, one): None for text, written in self.reads(node, most) for one in written})

    def reads(self, node: int, most: int | None = None) -> Iterator[tuple[str, Sequence[int]]]:
        """The same for each read on its own: its text, and the nodes that wrote what was read."""
        for text, writer in self.written(node):
            yield text, (writer,) if self.steps[writer] else self.statements(writer, most)

    def written(self, node: int) -> Iterator[tuple[str, int]]:
        """The same with joints, which stand for many writers: those have no visit, and `row` or `statements`."""
        for label, writers in self._by_label(node).items():
            for writer in writers:
                yield self.texts[label], writer

    def statements(self, joint: int, most: int | None = None) -> Sequence[int]:
        """The nodes that a joint stands for, the last first; so many at most."""
        return self._joints.statements(joint, most)

    def row(self, joint: int) -> Part | None:
        """The nodes that a joint stands for, as a part of a row that other joints share; None for one with none."""
        return self._joints.row(joint)

    def _by_label(self, node: int) -> Mapping[int, Sequence[int]]:
        """What a reader has edges to, by label, in order: most edges are added before another node begins."""
        readers, late = self.readers, self._late
        first, last = (find(late, node, key=readers.__getitem__) for find in (bisect_left, bisect_right))
        found: dict[int, list[int]] = {}
        for edge in chain(range(self._count(node), self._end(node)), late[first:last]):
            if readers[edge] == node and (writer := self.writers[edge]):
                found.setdefault(self.labels[edge], []).append(writer)
        return found

    @cached_property
    def _joints(self) -> Joints:
        return Joints(self.steps, self._joined)

    def _joined(self, joint: int) -> array[int]:
        """What a joint has edges to: they were added as it began, before any of other nodes."""
        first, end, readers = self._count(joint), self._end(joint), self.readers
        while readers[end - 1] != joint:
            end -= 1
        return self.writers[first:end]

    def _count(self, node: int) -> int:
        """How many edges there were when a node began."""
        return self._since[node]

    def _end(self, node: int) -> int:
        """How many edges there were when the node after it began."""
        return self._count(node + 1) if node + 1 < len(self._since) else len(self.readers)

    @cached_property
    def _late(self) -> array[int]:
        """The edges of nodes that went on to read when others had begun, by reader."""
        counts = self._since
        ends = chain(islice(counts, 1, None), [len(self.readers)])
        newest = chain.from_iterable(map(repeat, count(), map(sub, ends, counts)))
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

    def edges_until(self, step: VisitNo) -> int:
        """How many edges there were when a visit began; for one past the last, all."""
        return self._count(self.firsts[step]) if step < len(self.firsts) else len(self.readers)

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
        rows = self.labels[:until], self.writers[:until], self.readers[:until]
        return Triples(rows, last_first=True)

    def forward(self, starts: Iterable[int], since: int) -> Found:
        """What depends on nodes, through the edges from number `since` on."""
        rows = self.readers[since:], self.writers[since:], self.labels[since:]
        marked, edges = self._marked(starts), Triples(rows)
        for reader, writer, _ in edges:
            if marked[writer]:
                marked[reader] = 1
        return Found(marked, ((writer, reader, label) for reader, writer, label in edges))

    def _marked(self, nodes: Iterable[int]) -> bytearray:
        marked = bytearray(len(self.steps))
        for node in nodes:
            marked[node] = 1
        return marked


def _index(numbers: array[int], wanted: int, since: int) -> int:
    """Where a number comes next; -1 for nowhere."""
    try:
        return numbers.index(wanted, since)
    except ValueError:
        return -1


class Part(NamedTuple):
    """So many of a row from its beginning: statements, the last added at the end; the very first may be a joint."""

    row: array[int]
    end: int


class Joints:
    """Finds the statements of joints; a joint does not change once it is there.

    What changes often has a joint for each of its versions: the version before, and the changes since. Versions that
    follow each other are kept as one row of statements, so that what a version was written by is a part of the row.

    Args:
        steps: of each node its visit, 0 for a joint.
        joined: gives what a joint has edges to, in order.
    """

    def __init__(self, steps: Sequence[int], joined: Callable[[int], array[int]]) -> None:
        self._steps = steps
        self._joined = joined
        self._parts: dict[int, Part | None] = {}

    def statements(self, joint: int, most: int | None) -> Sequence[int]:
        """The statements that a joint stands for, each once, those that were added last first; so many at most."""
        part = self.row(joint)
        if part is not None:
            found = part.row[0 if most is None else max(0, part.end - most) : part.end]
            if self._steps[found[0]] and len(set(found)) == len(found):
                return found[::-1]
        return self._gather(joint, most)

    def _gather(self, joint: int, most: int | None) -> Sequence[int]:
        steps, found, todo, seen = self._steps, list[int](), [joint], {joint}
        while todo and (most is None or len(found) < most):
            one = todo.pop()
            if steps[one]:
                found.append(one)
            elif (part := self.row(one)) is None:
                fresh = [inner for inner in self._joined(one) if inner not in seen]
                seen.update(fresh)
                todo.extend(fresh)
            else:
                for place in range(part.end - 1, -1, -1):
                    inner = part.row[place]
                    if inner not in seen:
                        seen.add(inner)
                        (found if steps[inner] else todo).append(inner)
                        if len(found) == most:
                            break
        return found

    def row(self, joint: int) -> Part | None:
        """Where the statements of a joint are; None for one that stands for other joints than the version before."""
        waiting: list[tuple[int, array[int]]] = []
        first = joint
        while not self._steps[first] and first not in self._parts:
            pieces = self._joined(first)
            if not all(map(self._steps.__getitem__, pieces[1:])):
                self._parts[first] = None
                break
            waiting.append((first, pieces))
            first = pieces[0]
        known = self._parts.get(first)
        row = known.row if known is not None and known.end == len(known.row) else array("I", [first])
        for version, pieces in reversed(waiting):
            row.extend(pieces[1:])
            self._parts[version] = Part(row, len(row))
        return self._parts[joint]
