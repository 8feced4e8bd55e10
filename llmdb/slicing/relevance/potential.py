"""Branches that were not taken: conditions that, decided the other way, could have written what was read.

Relevant slicing (Gyimothy, Beszedes and Forgacs 1999): a value may be wrong because a write was left out. Such a
condition stands between the write that was read and the read, went a way that leads to no write, and has another
that does. The end of a `for` loop is one, too; where the loop had turns, a slice leaves it out: the turns have all that
it came from.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from llmdb.slicing.relevance.elsewhere import Elsewhere
from llmdb.slicing.relevance.guards import Guard, Guards

if TYPE_CHECKING:
    from llmdb.program.graph import Exit
    from llmdb.slicing.dependencies import Dependencies
    from llmdb.types import FrameId, VisitNo

MOST_PIECES = 100
"""Writers of one value that are looked through for the first of them."""
_AT_ONCE = 32
"""Executions of a condition that are looked at together: few are wanted."""


class Conditions(NamedTuple):
    """The executions of a guard's condition that left a write out, in order: of each frame, or of all under frame 0."""

    guard: Guard
    by_frame: Mapping[FrameId, Sequence[int]]

    def of(self, frame: FrameId) -> Sequence[int]:
        """Those that a reader in a frame may mean."""
        return self.by_frame.get(frame if self.guard.inside else 0, ())


class Omissions:
    """Finds the conditions of a run by which writes were left out, as nodes of its dependency graph."""

    def __init__(self, found: Dependencies, text: str) -> None:
        self._found = found
        self._guards = Guards(found.trace.cfg, found.statements, text)
        self._lists: dict[tuple[Guard, bool], Conditions] = {}

    def elsewhere(self) -> Elsewhere:
        """What finds the writes that went to another item, for one search."""
        return Elsewhere(self._found, self._guards.paths)

    def of(self, node: int, most: int) -> Iterator[tuple[str, int]]:
        """What a statement read, and which conditions could have written that; each condition once, as in a slice.

        Args:
            most: how many conditions are given for each name, the last first.
        """
        since: dict[str, int] = {}
        for name, writer in self._found.graph.parents(node, MOST_PIECES):
            if name:
                since[name] = min(writer, since.get(name, writer))
        outside = self._found.outside
        since = {name: outside.since(node, name) for name in outside.names(node)} | since
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
        return self._between(name, self._found.graph.steps[reader], reader, since, most, ends)

    def after(self, name: str, step: VisitNo, since: int, most: int) -> Iterator[int]:
        """The conditions that could have written what a name is when a step is over, as in a slice."""
        return self._between(name, step, self.node_after(step), since, most, ends=False)

    def _between(
        self, name: str, step: VisitNo, reader: int, since: int, most: int | None, ends: bool
    ) -> Iterator[int]:
        trace = self._found.trace
        for conditions in self.of_name(trace.scope_of(step), name, ends):
            nodes = conditions.of(trace.frame_of(step))
            low, high = bisect_right(nodes, since), bisect_left(nodes, reader)
            yield from islice(self._over(nodes, low, high, step), most)

    def _over(self, nodes: Sequence[int], low: int, high: int, step: VisitNo) -> Iterator[int]:
        """Of some executions of a condition those decided before a step began, the last first: see `is_over`."""
        decided, ends = self._found.graph.steps, self._found.log.steps.end
        begin = self._found.log.steps.begin[step - 1]
        for last in range(high, low, -_AT_ONCE):
            part = nodes[max(low, last - _AT_ONCE) : last]
            yield from [c for c in reversed(part) if decided[c] >= step or ends[decided[c] - 1] <= begin]

    def of_name(self, scope: str, name: str, ends: bool) -> list[Conditions]:
        """All conditions that left out a write of a name, as a statement of a scope reads it; no empty ones.

        Args:
            ends: whether the ends of `for` loops count that had turns.
        """
        found, frames = [], self._found.log.steps.frame
        for guard in self._guards.of(scope, name):
            if (guard, ends) not in self._lists:
                lists: dict[FrameId, list[int]] = defaultdict(list)
                for step, node in self._left_out(guard, ends):
                    lists[frames[step - 1] if guard.inside else 0].append(node)
                self._lists[guard, ends] = Conditions(guard, lists)
            if self._lists[guard, ends].by_frame:
                found.append(self._lists[guard, ends])
        return found

    def written_by(self, step: VisitNo, place: int) -> tuple[str, ...]:
        """What a statement of a step binds or changes in place, as the source writes it."""
        block = self._found.trace.block_of(step)
        statement = self._found.statements[block][place]
        changed = self._guards.paths.get((block, statement.line), {})
        return tuple(dict.fromkeys((*sorted(statement.binds), *changed)))

    def is_over(self, condition: int, step: VisitNo) -> bool:
        """Whether a condition was decided before a later step began; it may be what calls that."""
        steps, decided = self._found.log.steps, self._found.graph.steps[condition]
        return decided >= step or steps.end[decided - 1] <= steps.begin[step - 1]

    def node_after(self, step: VisitNo) -> int:
        """The first node that begins when a step is over; one past the last for none."""
        graph, log = self._found.graph, self._found.log
        after = log.step_after(self._found.end_of(step))
        return graph.node(after, 0) or len(graph.steps)

    def _left_out(self, guard: Guard, ends: bool) -> Iterator[tuple[VisitNo, int]]:
        graph, steps = self._found.graph, self._found.log.steps
        code = self._found.statements.get(guard.block, ())
        loop = code[-1].inside if code and code[-1].iterates and not ends else frozenset()
        exits = self._found.trace.cfg.block(guard.block).next
        left_by = {target: way for way, target in exits.items()}
        left_by = {target: way for target, way in left_by.items() if way not in guard.ways}
        ways: tuple[Exit, ...] = ("true", "false")
        leaving = [way for way in ways if way not in exits]
        alone = leaving[0] if len(leaving) == 1 and leaving[0] not in guard.ways else None
        blocks, following, previous, firsts = steps.block, steps.next, steps.previous, graph.firsts
        raises, place = self._found.trace.raises, max(0, len(code) - 1)
        for step in self._found.trace.steps_of_block(guard.block):
            after = following[step - 1]
            if after:
                way = left_by.get(blocks[after - 1])
            else:
                way = alone if step not in raises else None
            if way is None:
                continue
            if loop and way == "false":
                before = previous[step - 1]
                if before and blocks[before - 1] in loop:
                    continue
            node = graph.node(step, place) if place else firsts[step]
            if node:
                yield step, node
