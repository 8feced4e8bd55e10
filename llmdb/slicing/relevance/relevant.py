"""Relevant slices in one pass: what a value came from, and the conditions by which a write of that was left out."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress
from operator import gt
from typing import TYPE_CHECKING, NamedTuple

from llmdb.slicing.graph.graph import Found

if TYPE_CHECKING:
    from llmdb.slicing.dependencies import Dependencies
    from llmdb.slicing.relevance.elsewhere import Place
    from llmdb.slicing.relevance.guards import Guard
    from llmdb.slicing.relevance.potential import Conditions
    from llmdb.types import BlockId, FrameId, StepNo


class Relevant(NamedTuple):
    """What a value depends on, and what could have been written by conditions that left it out, and by other writes."""

    found: Found
    skipped: Mapping[int, tuple[str, ...]]
    elsewhere: Mapping[int, tuple[str, ...]]


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
    search = _Search(found, starts, until)
    if name:
        search.skip(name, step, found.omissions.node_after(step), min(starts, default=0))
        search.add_elsewhere(name, search.elsewhere.after(name, step))
    search.follow()
    while search.go_outside():
        search.follow()
    return search.result()


class _ByBlock(dict["BlockId", "list[Conditions]"]):
    """The conditions that left out a write of a name, as the statements of each block read it; found when asked for.

    Attributes:
        parts: the items of what the name denotes that statements read, where another may have been written instead.
    """

    def __init__(self, found: Dependencies, name: str, parts: Mapping[Place, tuple[str, ...]]) -> None:
        self._found, self._name = found, name
        self.parts = parts

    def __missing__(self, block: BlockId) -> list[Conditions]:
        scope = self._found.trace.cfg.block(block).scope
        self[block] = self._found.omissions.of_name(scope, self._name, ends=False)
        return self[block]


class _Search:
    """A pass from the last edge to the first.

    A condition comes to its decision before what it left out is read, so the pass meets its edges later. Of each list
    of conditions the part looked through is kept, so that none is looked at twice for the same name.
    """

    def __init__(self, found: Dependencies, starts: Sequence[int], until: int) -> None:
        self._found, self._graph, self._omissions = found, found.graph, found.omissions
        self._blocks, self._frames = found.log.steps.block, found.log.steps.frame
        self._marked = bytearray(len(self._graph.steps))
        for node in starts:
            self._marked[node] = 1
        self._edges = self._graph.last_first(until)
        self._skipped: dict[int, tuple[str, ...]] = {}
        self.elsewhere = self._omissions.elsewhere()
        self._elsewhere: dict[int, tuple[str, ...]] = {}
        self._conditions: dict[str, _ByBlock] = {}
        self._looked: dict[tuple[Guard, FrameId, str], tuple[int, int]] = {}
        self._asked = bytearray(len(self._marked))
        self._passed_on: set[tuple[int, str]] = set()

    def result(self) -> Relevant:
        """What was found so far."""
        return Relevant(Found(self._marked, *self._edges), self._skipped, self._elsewhere)

    def follow(self) -> None:
        """Follow the edges, the last first."""
        marked, watched, texts = self._marked, self._watched(), self._graph.texts
        steps, places, blocks = self._graph.steps, self._graph.places, self._blocks
        earliest, frames = self._graph.earliest, self._frames
        outside, elsewhere = bool(self._found.outside.calls), self.elsewhere
        for reader, writer, label in zip(*self._edges, strict=True):
            if marked[reader]:
                marked[writer] = 1
                by_block = watched[label]
                if by_block is not None and (step := steps[reader]):
                    if outside and self._found.outside.may_be_given(step):
                        self._passed_on.add((reader, texts[label]))
                    block = blocks[step - 1]
                    for guard, by_frame in by_block[block]:
                        nodes = by_frame.get(frames[step - 1] if guard.inside else 0)
                        if nodes:
                            low = bisect_right(nodes, earliest.get(writer, writer))
                            if low < len(nodes) and nodes[low] < reader:
                                self._skip_from(low, nodes, guard, texts[label], step, reader)
                    if by_block.parts and elsewhere.left:
                        for name in by_block.parts.get((block, places[reader]), ()):
                            self.add_elsewhere(name, elsewhere.of(name, reader))
                        if not elsewhere.left:
                            watched = self._watched()

    def _watched(self) -> Sequence[_ByBlock | None]:
        """For each label whose writes may have been left out or gone elsewhere, or that may be a parameter's, where."""
        scopes = [scope.name for scope in self._found.trace.cfg.scopes]
        outside, items = self._found.outside, self.elsewhere.reads if self.elsewhere.left else ()

        def is_watched(text: str) -> bool:
            if text in items or (outside.calls and outside.may_give(text)):
                return True
            return any(self._omissions.of_name(scope, text, ends=False) for scope in scopes)

        return [self._of(text) if text and is_watched(text) else None for text in self._graph.texts]

    def _of(self, name: str) -> _ByBlock:
        if name not in self._conditions:
            self._conditions[name] = _ByBlock(self._found, name, self.elsewhere.reads.get(name, {}))
        return self._conditions[name]

    def skip(self, name: str, step: StepNo, reader: int, since: int) -> bool:
        """Mark the conditions that could have written a name between a node and its reader; whether one is new."""
        more = False
        for conditions in self._of(name)[self._blocks[step - 1]]:
            nodes = conditions.of(self._frames[step - 1])
            low = bisect_right(nodes, since)
            if low < len(nodes) and nodes[low] < reader:
                more = self._skip_from(low, nodes, conditions.guard, name, step, reader) or more
        return more

    def add_elsewhere(self, name: str, nodes: Iterable[int]) -> bool:
        """Mark writes that went to another item than the one of this name; whether one is new."""
        more = False
        for node in nodes:
            more = more or not self._marked[node]
            self._marked[node] = 1
            known = self._elsewhere.get(node, ())
            if name not in known:
                self._elsewhere[node] = (*known, name)
        return more

    def _skip_from(
        self, low: int, nodes: Sequence[int], guard: Guard, name: str, step: StepNo, reader: int
    ) -> bool:
        """Mark the conditions of a guard between its one with a number and a reader; whether one is new."""
        more, key = False, (guard, self._frames[step - 1] if guard.inside else 0, name)
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
                        writes = self.elsewhere.of(name, node)
                        more = self.add_elsewhere(name, writes) or more
        return more
