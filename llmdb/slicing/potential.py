"""Branches that were not taken: conditions that, decided the other way, could have written what was read.

Relevant slicing (Gyimothy, Beszedes and Forgacs 1999): a value may be wrong because a write was left out. Such a
condition stands between the write that was read and the read, went a way that leads to no write, and has another
that does. The end of a `for` loop is one, too; where the loop had turns, a slice leaves it out: the turns have all that
it came from.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import compress, islice
from operator import gt
from typing import TYPE_CHECKING, NamedTuple

from llmdb.slicing.graph import Found
from llmdb.slicing.guards import Guard, Guards

if TYPE_CHECKING:
    from llmdb.cfg.model import Exit
    from llmdb.slicing.dependencies import Dependencies
    from llmdb.types import FrameId, StepNo

MOST_PIECES = 100
"""Writers of one value that are looked through for the first of them."""


class Relevant(NamedTuple):
    """What a value depends on, and for conditions by which a write was left out what they could have written."""

    found: Found
    skipped: Mapping[int, set[str]]


class Omissions:
    """Finds the conditions of a run by which writes were left out, as nodes of its dependency graph."""

    def __init__(self, found: Dependencies, text: str) -> None:
        self._found = found
        self._guards = Guards(found.trace.cfg, found.statements, text)
        self._lists: dict[tuple[Guard, bool], Mapping[FrameId, Sequence[int]]] = {}

    def of(self, node: int, most: int) -> Iterator[tuple[str, int]]:
        """What a statement read, and which conditions could have written that; each condition once, as in a slice.

        Args:
            most: how many conditions are given for each name, the last first.
        """
        since: dict[str, int] = {}
        for name, writer in self._found.graph.parents(node, MOST_PIECES):
            if name:
                since[name] = min(writer, since.get(name, writer))
        since = dict.fromkeys(self._found.outside.names(node), 0) | since
        seen: set[int] = set()
        for name, writer in since.items():
            for condition in self.between(name, node, writer, most, ends=False):
                if condition not in seen:
                    seen.add(condition)
                    yield name, condition

    def between(
        self, name: str, reader: int, since: int, most: int | None = None, *, ends: bool = True
    ) -> Iterator[int]:
        """The conditions that could have written what a node reads, after the node that wrote it; the last first."""
        step = self._found.graph.steps[reader]
        return self._last(self.spans(name, step, reader, since, ends), step, most)

    def after(self, name: str, step: StepNo, since: int, most: int) -> Iterator[int]:
        """The conditions that could have written what a name is when a step is over, as in a slice."""
        return self._last(self.spans(name, step, self._node_after(step), since, ends=False), step, most)

    def _last(self, spans: Iterable[_Span], step: StepNo, most: int | None) -> Iterator[int]:
        for span in spans:
            found = (c for c in reversed(span.conditions[span.low : span.high]) if self.is_over(c, step))
            yield from islice(found, most)

    def spans(self, name: str, step: StepNo, reader: int, since: int, ends: bool = True) -> Iterator[_Span]:
        """For each guard the conditions between a write and a read of a step, those under way among them.

        Args:
            ends: whether the ends of `for` loops count that had turns.
        """
        trace = self._found.trace
        for guard in self._guards.of(trace.scope_of(step), name):
            frame = trace.frame_of(step) if guard.inside else 0
            conditions = self._conditions(guard, frame, ends)
            low, high = bisect_right(conditions, since), bisect_left(conditions, reader)
            if low < high:
                yield _Span((guard, frame), conditions, low, high)

    def is_over(self, condition: int, step: StepNo) -> bool:
        """Whether a condition was decided before a later step began; it may be what calls that."""
        steps, decided = self._found.log.steps, self._found.graph.steps[condition]
        return decided >= step or steps.end[decided - 1] <= steps.begin[step - 1]

    def is_written_under_a_condition(self, name: str) -> bool:
        """Whether there may be guards of a name at all, in whatever scope."""
        return self._guards.has(name)

    def backward(self, starts: Sequence[int], until: int, name: str = "", step: StepNo = 0) -> Relevant:
        """`DependencyGraph.backward`, and what the conditions depend on by which a write was left out.

        Args:
            starts: the nodes to begin at.
            until: through the first of so many edges.
            name: what is read of the starts at the end of a step; "" where they are all there is to it.
        """
        search = _Search(self._found, self, starts)
        if name:
            search.skip(name, step, self._node_after(step), min(starts, default=0))
        search.run(until)
        return search.result()

    def _node_after(self, step: StepNo) -> int:
        """The first node that begins when a step is over; one past the last for none."""
        graph, log = self._found.graph, self._found.log
        after = log.step_after(self._found.end_of(step))
        return graph.node(after, 0) or len(graph.steps)

    # --- executions -------------------------------------------------------------------------------------------

    def _conditions(self, guard: Guard, frame: FrameId, ends: bool) -> Sequence[int]:
        """The executions of a guard's condition that left the write out, of one frame; of all with frame 0."""
        if (guard, ends) not in self._lists:
            lists: dict[FrameId, list[int]] = defaultdict(list)
            for step, node in self._left_out(guard, ends):
                lists[0].append(node)
                lists[self._found.log.steps.frame[step - 1]].append(node)
            self._lists[guard, ends] = lists
        return self._lists[guard, ends].get(frame, ())

    def _left_out(self, guard: Guard, ends: bool) -> Iterator[tuple[StepNo, int]]:
        graph, steps = self._found.graph, self._found.log.steps
        code = self._found.statements.get(guard.block, ())
        loop = code[-1].inside if code and code[-1].iterates and not ends else frozenset()
        exits = self._found.trace.cfg.block(guard.block).next
        by_target = {target: way for way, target in exits.items()}
        ways: tuple[Exit, ...] = ("true", "false")
        leaving = [way for way in ways if way not in exits]
        for step in self._found.trace.steps_of_block(guard.block):
            following, before = steps.next[step - 1], steps.previous[step - 1]
            if following:
                way = by_target.get(steps.block[following - 1])
            else:
                way = leaving[0] if len(leaving) == 1 and step not in self._found.trace.raises else None
            ended = way == "false" and before and steps.block[before - 1] in loop
            if way is not None and way not in guard.ways and not ended:
                node = graph.node(step, max(0, len(code) - 1))
                if node:
                    yield step, node


class _Span(NamedTuple):
    """A part of a list of conditions; `key` says of which list."""

    key: tuple[Guard, FrameId]
    conditions: Sequence[int]
    low: int
    high: int


class _Search:
    """One pass from the last edge to the first, as in `DependencyGraph.backward`.

    A condition comes to its decision before what it left out is read, so the pass meets its edges later. Of each list
    of conditions the part looked through is kept, so that none is looked at twice for the same label.
    """

    def __init__(self, found: Dependencies, omissions: Omissions, starts: Sequence[int]) -> None:
        self._graph, self._outside, self._omissions = found.graph, found.outside, omissions
        self._marked = bytearray(len(self._graph.steps))
        for node in starts:
            self._marked[node] = 1
        self._names = array("I", bytes(4 * len(self._marked)))
        self._more: dict[int, set[int]] = {}
        self._skipped: dict[int, set[str]] = {}
        self._looked: dict[tuple[tuple[Guard, FrameId], str], tuple[int, int]] = {}
        self._passed_on: set[tuple[int, str]] = set()
        self._asked = bytearray(len(self._marked))

    def result(self) -> Relevant:
        """What was found so far."""
        return Relevant(Found(self._marked, self._names, self._more), self._skipped)

    def run(self, until: int) -> None:
        """Follow the first `until` edges, the last first; again where more was found outside of the snippet."""
        self._follow(until)
        while self._from_outside():
            self._follow(until)

    def _follow(self, until: int) -> None:
        graph, marked, names = self._graph, self._marked, self._names
        guarded = [bool(text) and self._omissions.is_written_under_a_condition(text) for text in graph.texts]
        given = [bool(text) and self._outside.may_give(text) for text in graph.texts]
        rows = zip(
            reversed(graph.readers[:until]),
            reversed(graph.writers[:until]),
            reversed(graph.labels[:until]),
            strict=True,
        )
        for reader, writer, label in rows:
            if marked[reader]:
                marked[writer] = 1
                if label:
                    if names[writer] != label:
                        if names[writer]:
                            self._more.setdefault(writer, set()).add(label)
                        else:
                            names[writer] = label
                    if given[label]:
                        self._passed_on.add((reader, graph.texts[label]))
                    if guarded[label] and graph.steps[reader]:
                        self.skip(
                            graph.texts[label], graph.steps[reader], reader, self._first.get(writer, writer)
                        )

    def _from_outside(self) -> bool:
        """Go on from what statements read of parameters that no statement passed; whether there was anything."""
        more = False
        for node in compress(range(len(self._marked)), map(gt, self._marked, self._asked)):
            self._asked[node] = 1
            for name in self._outside.names(node) if self._graph.steps[node] else ():
                if (node, name) not in self._passed_on:
                    for source in self._outside.sources(node, name):
                        more = more or not self._marked[source]
                        self._marked[source] = 1
                    more = self.skip(name, self._graph.steps[node], node, 0) or more
        return more

    def skip(self, name: str, step: StepNo, reader: int, since: int) -> bool:
        """Mark the conditions that could have written a name between a node and its reader; whether one is new."""
        more = False
        for span in self._omissions.spans(name, step, reader, since, ends=False):
            low, high = self._looked.get((span.key, name), (span.low, span.low))
            if span.high < low or high < span.low:
                parts, (low, high) = [(span.low, span.high)], (span.low, span.high)
            else:
                parts = [(span.low, low), (high, span.high)]
                low, high = min(low, span.low), max(high, span.high)
            self._looked[span.key, name] = (low, high)
            for begin, end in parts:
                for condition in span.conditions[begin:end] if begin < end else ():
                    if self._omissions.is_over(condition, step):
                        more = more or not self._marked[condition]
                        self._marked[condition] = 1
                        self._skipped.setdefault(condition, set()).add(name)
        return more

    @cached_property
    def _first(self) -> Mapping[int, int]:
        """For each joint the first of the writers that it stands for."""
        graph, first = self._graph, dict[int, int]()
        for reader, writer in zip(graph.readers, graph.writers, strict=True):
            if not graph.steps[reader]:
                one = first.get(writer, writer)
                first[reader] = min(one, first.get(reader, one))
        return first
