"""Relevant slices in one pass: what a value came from, and the conditions by which a write of that was left out."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import compress
from operator import gt
from typing import TYPE_CHECKING, NamedTuple

from llmdb.slicing.graph import Found

if TYPE_CHECKING:
    from llmdb.slicing.dependencies import Dependencies
    from llmdb.slicing.guards import Guard
    from llmdb.slicing.potential import Conditions
    from llmdb.types import BlockId, FrameId, StepNo


class Relevant(NamedTuple):
    """What a value depends on, and for conditions by which a write was left out what they could have written."""

    found: Found
    skipped: Mapping[int, tuple[str, ...]]


def search_relevant(
    found: Dependencies, starts: Sequence[int], until: int, name: str = "", step: StepNo = 0
) -> Relevant:
    """As `DependencyGraph.backward`, and what the conditions came from by which a write was left out.

    Args:
        found: the dependencies of the recording.
        starts: the nodes to begin at.
        until: through the first of so many edges.
        name: what is read of the starts at the end of a step; "" where they are all there is to it.
        step: that step.
    """
    search = _Search(found, starts)
    if name:
        search.skip(name, step, found.omissions.node_after(step), min(starts, default=0))
    search.follow(until)
    while search.go_outside():
        search.follow(until)
    return search.result()


class _Search:
    """A pass from the last edge to the first.

    A condition comes to its decision before what it left out is read, so the pass meets its edges later. Of each list
    of conditions the part looked through is kept, so that none is looked at twice for the same name.
    """

    def __init__(self, found: Dependencies, starts: Sequence[int]) -> None:
        self._found, self._graph, self._omissions = found, found.graph, found.omissions
        self._blocks, self._frames = found.log.steps.block, found.log.steps.frame
        self._marked = bytearray(len(self._graph.steps))
        for node in starts:
            self._marked[node] = 1
        self._names = array("I", bytes(4 * len(self._marked)))
        self._more: dict[int, set[int]] = {}
        self._skipped: dict[int, tuple[str, ...]] = {}
        self._conditions: dict[tuple[str, BlockId], list[Conditions]] = {}
        self._looked: dict[tuple[Guard, FrameId, str], tuple[int, int]] = {}
        self._asked = bytearray(len(self._marked))
        self._passed_on: set[tuple[int, str]] = set()

    def result(self) -> Relevant:
        """What was found so far."""
        return Relevant(Found(self._marked, self._names, self._more), self._skipped)

    def follow(self, until: int) -> None:
        """Follow the first `until` edges, the last first."""
        graph, marked, names, watched = self._graph, self._marked, self._names, self._watched
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
                    if watched[label]:
                        self._look(reader, writer, graph.texts[label])

    @cached_property
    def _watched(self) -> Sequence[bool]:
        """For each label whether in some scope a write of it was left out, or it may be a parameter's."""
        scopes = [scope.name for scope in self._found.trace.cfg.scopes]
        outside = self._found.outside

        def is_watched(text: str) -> bool:
            if outside.calls and outside.may_give(text):
                return True
            return any(self._omissions.of_name(scope, text, ends=False) for scope in scopes)

        return [bool(text) and is_watched(text) for text in self._graph.texts]

    def _look(self, reader: int, writer: int, name: str) -> None:
        step = self._graph.steps[reader]
        if step:
            if self._found.outside.calls and self._found.outside.may_be_given(step):
                self._passed_on.add((reader, name))
            if self._of(name, self._blocks[step - 1]):
                self.skip(name, step, reader, self._first.get(writer, writer))

    def _of(self, name: str, block: BlockId) -> list[Conditions]:
        try:
            return self._conditions[name, block]
        except KeyError:
            scope = self._found.trace.cfg.block(block).scope
            found = self._conditions[name, block] = self._omissions.of_name(scope, name, ends=False)
            return found

    def skip(self, name: str, step: StepNo, reader: int, since: int) -> bool:
        """Mark the conditions that could have written a name between a node and its reader; whether one is new."""
        more = False
        frame = self._frames[step - 1]
        for conditions in self._of(name, self._blocks[step - 1]):
            nodes = conditions.of(frame)
            low = bisect_right(nodes, since)
            if low < len(nodes) and nodes[low] < reader:
                key = (conditions.guard, frame if conditions.guard.inside else 0, name)
                for begin, end in self._not_looked_at(key, low, bisect_left(nodes, reader, low)):
                    more = self._skip(nodes[begin:end], name, step) or more
        return more

    def _not_looked_at(
        self, key: tuple[Guard, FrameId, str], low: int, high: int
    ) -> Iterator[tuple[int, int]]:
        """The parts of a list that were not looked at for a name before."""
        begin, end = self._looked.get(key, (low, low))
        if high < begin or end < low:
            yield low, high
            self._looked[key] = (low, high)
            return
        if low < begin:
            yield low, begin
        if end < high:
            yield end, high
        self._looked[key] = (min(begin, low), max(end, high))

    def _skip(self, nodes: Sequence[int], name: str, step: StepNo) -> bool:
        more, alone = False, (name,)
        for node in nodes:
            if self._omissions.is_over(node, step):
                more = more or not self._marked[node]
                self._marked[node] = 1
                known = self._skipped.get(node, ())
                if name not in known:
                    self._skipped[node] = (*known, name) if known else alone
        return more

    def go_outside(self) -> bool:
        """Go on from what statements read of parameters that no statement passed; whether there was anything."""
        graph, outside, more = self._graph, self._found.outside, False
        if not outside.calls:
            return False
        for node in list(compress(range(len(self._marked)), map(gt, self._marked, self._asked))):
            self._asked[node] = 1
            if graph.steps[node] and outside.may_be_given(graph.steps[node]):
                for name in outside.names(node):
                    if (node, name) not in self._passed_on:
                        for source in outside.sources(node, name):
                            more = more or not self._marked[source]
                            self._marked[source] = 1
                        more = self.skip(name, graph.steps[node], node, 0) or more
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
