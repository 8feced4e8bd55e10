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
    from llmdb.types import BlockId, FrameId, VisitNo


class Relevant(NamedTuple):
    """What a value depends on, and what could have been written by conditions that left it out, and by other writes."""

    found: Found
    skipped: Mapping[int, tuple[str, ...]]
    elsewhere: Mapping[int, tuple[str, ...]]


def search_relevant(
    found: Dependencies, starts: Sequence[int], until: int, name: str = "", step: VisitNo = 0
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


class _Looked:
    """Conditions in order, and which of them were looked through for a name: none is twice.

    Attributes:
        nodes: the conditions.
        begin, end: those that were looked through.
        until: the last reader for which they were.
    """

    __slots__ = ("begin", "end", "nodes", "until")

    def __init__(self, nodes: Sequence[int]) -> None:
        self.nodes = nodes
        self.begin = self.end = self.until = 0

    def before(self, reader: int, low: int) -> Iterator[Sequence[int]]:
        """The conditions from an index on and before a reader that were not looked through."""
        nodes, begin, end = self.nodes, self.begin, self.end
        high = bisect_left(nodes, reader, low)
        if begin == end or high < begin or end < low:
            self.begin, self.end, self.until = low, high, reader
            yield nodes[low:high]
            return
        self.begin, self.end, self.until = min(begin, low), max(end, high), max(self.until, reader)
        if low < begin:
            yield nodes[low:begin]
        if end < high:
            yield nodes[end:high]


class _ByFrame(dict["FrameId", "_Looked | None"]):
    """What one guard left out, in each frame, or in all under frame 0; None for nothing; found when asked for."""

    def __init__(self, conditions: Conditions) -> None:
        self._by_frame = conditions.by_frame
        self.inside = conditions.guard.inside

    def __missing__(self, frame: FrameId) -> _Looked | None:
        nodes = self._by_frame.get(frame)
        found = self[frame] = _Looked(nodes) if nodes else None
        return found


_Places = dict[int, tuple[str, ...]]


class _ByBlock(dict["BlockId", "tuple[tuple[_ByFrame, ...], _Places]"]):
    """The conditions that left out a write of a name, as the statements of each block read it; found when asked for.

    With them, for each statement, the items of what the name denotes that it reads, where another may have been written
    instead.
    """

    def __init__(self, found: Dependencies, name: str, parts: Mapping[Place, tuple[str, ...]]) -> None:
        self._found, self._name = found, name
        self._guards: dict[Guard, _ByFrame] = {}
        self._parts = parts

    def __missing__(self, block: BlockId) -> tuple[tuple[_ByFrame, ...], _Places]:
        scope, known = self._found.trace.cfg.block(block).scope, self._guards
        conditions = self._found.omissions.of_name(scope, self._name, ends=False)
        places = {place: names for (where, place), names in self._parts.items() if where == block}
        found = tuple(known.setdefault(each.guard, _ByFrame(each)) for each in conditions), places
        self[block] = found
        return found


class _Search:
    """A pass from the last edge to the first.

    A condition comes to its decision before what it left out is read, so the pass meets its edges later.
    """

    def __init__(self, found: Dependencies, starts: Sequence[int], until: int) -> None:
        self._found, self._graph, self._omissions = found, found.graph, found.omissions
        self._blocks, self._frames = found.log.steps.block, found.log.steps.frame
        self._marked = [0] * len(self._graph.steps)  # read and written faster than bytes are
        for node in starts:
            self._marked[node] = 1
        self._edges = self._graph.last_first(until)
        self._skipped: dict[int, tuple[str, ...]] = {}
        self.elsewhere = self._omissions.elsewhere()
        self._elsewhere: dict[int, tuple[str, ...]] = {}
        self._conditions: dict[str, _ByBlock] = {}
        self._asked = bytearray(len(self._marked))
        self._passed_on: set[tuple[int, str]] = set()

    def result(self) -> Relevant:
        """What was found so far."""
        followed = ((reader, writer, label) for label, writer, reader in self._edges)
        return Relevant(Found(bytearray(self._marked), followed), self._skipped, self._elsewhere)

    def follow(self) -> None:
        """Follow the edges, the last first."""
        marked, watched, texts = self._marked, self._watched(), self._graph.texts
        steps, places, blocks = self._graph.steps, self._graph.places, self._blocks
        earliest, frames = self._graph.earliest, self._frames
        outside, elsewhere = bool(self._found.outside.calls), self.elsewhere
        for label, writer, reader in self._edges:
            if marked[reader]:
                marked[writer] = 1
                by_block = watched[label]
                if by_block is not None and writer and (step := steps[reader]):
                    if outside and self._found.outside.may_be_given(step):
                        self._passed_on.add((reader, texts[label]))
                    guards, parts = by_block[blocks[step - 1]]
                    for by_frame in guards:
                        looked = by_frame[frames[step - 1] if by_frame.inside else 0]
                        if looked is not None:
                            low = bisect_right(looked.nodes, earliest.get(writer, writer))
                            if low < looked.begin or reader > looked.until:
                                self._skip_from(looked, low, reader, texts[label], step)
                    if parts and elsewhere.left:
                        for name in parts.get(places[reader], ()):
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

    def skip(self, name: str, step: VisitNo, reader: int, since: int) -> bool:
        """Mark the conditions that could have written a name between a node and its reader; whether one is new."""
        more = False
        for by_frame in self._of(name)[self._blocks[step - 1]][0]:
            looked = by_frame[self._frames[step - 1] if by_frame.inside else 0]
            if looked is not None:
                low = bisect_right(looked.nodes, since)
                more = self._skip_from(looked, low, reader, name, step) or more
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

    def _skip_from(self, looked: _Looked, low: int, reader: int, name: str, step: VisitNo) -> bool:
        """Mark the conditions from an index on and before a reader; whether one is new."""
        more = False
        if low < len(looked.nodes) and looked.nodes[low] < reader:
            for nodes in looked.before(reader, low):
                more = self._skip(nodes, name, step) or more
        return more

    def _skip(self, nodes: Sequence[int], name: str, step: VisitNo) -> bool:
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
                        more = self.skip(name, graph.steps[node], node, outside.since(node, name)) or more
                        writes = self.elsewhere.of(name, node)
                        more = self.add_elsewhere(name, writes) or more
        return more
