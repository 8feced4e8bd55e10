"""Gathers what a wrong value may come from, the nearest to the output first, in a graph that may be very dense."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from llmdb.locate.plan.cause_graph import MOST_NODES, CauseGraph, Edge, Node, Sources

if TYPE_CHECKING:
    from llmdb.locate.plan.cause_graph import CauseFinder


def build_cause_graph(
    finder: CauseFinder,
    starts: tuple[Node, ...],
    right: frozenset[Node] = frozenset(),
    settled: frozenset[Node] = frozenset(),
    left_out: tuple[Edge, ...] = (),
    most: int = MOST_NODES,
) -> CauseGraph:
    """The graph above some statements, nearest first; at most `most` of them.

    What begins after them is left out: what a call under way gives comes later.

    Args:
        right: statements whose value is right: no value is followed to them.
        settled: conditions that were decided rightly: no control is followed to them.
        left_out: conditions that could have written the starts' values once more.
    """
    search = _Search(finder, starts, right, settled)
    for edge in left_out:
        if edge.node not in settled and edge.node not in starts:
            search.begin_at(edge)
    complete = search.run(most)
    sources = search.sources
    return CauseGraph(
        starts=starts,
        above=_Above(finder, sources, right, settled),
        sources=sources,
        below=search.below,
        distance=search.distances(),
        complete=complete,
    )


class _Search:
    """One search; within it statements are the numbers that the dependency graph gives them.

    Attributes:
        below, sources: as in the graph.
    """

    def __init__(
        self,
        finder: CauseFinder,
        starts: tuple[Node, ...],
        right: frozenset[Node],
        settled: frozenset[Node],
    ) -> None:
        self.below: dict[Node, tuple[Node, Edge]] = {}
        self.sources: dict[Node, Sources] = {}
        self._finder = finder
        self._graph = graph = finder.found.graph
        self._starts = {graph.node(*node): node for node in starts}
        self._distance = dict.fromkeys(self._starts, 0)
        self._right = frozenset(graph.node(*node) for node in right)
        self._settled = frozenset(graph.node(*node) for node in settled)
        self._until = len(graph.steps)

    def begin_at(self, edge: Edge) -> None:
        """Also look at what the starts depend on by an edge."""
        self._distance[self._graph.node(*edge.node)] = 1
        self.below[edge.node] = (next(iter(self._starts.values())), edge)

    def run(self, most: int) -> bool:
        """Visit the nearest statements, so many at most; whether those were all."""
        todo = deque(self._distance)
        self._until = self._ended()
        while todo and len(self.sources) < most:
            todo.extend(self._visit(todo.popleft()))
        inside = frozenset(sources.number for sources in self.sources.values())
        for node, (number, read, control) in self.sources.items():
            self.sources[node] = Sources(number, array("I", filter(inside.__contains__, read)), control)
        return not todo

    def _ended(self) -> int:
        """The first statement that begins when the last step of those that are begun at is over."""
        graph, found = self._graph, self._finder.found
        end = max(found.end_of(graph.steps[number]) for number in self._distance)
        step = bisect_left(found.log.steps.begin, end) + 1
        return graph.firsts[step] if step < len(graph.firsts) else len(graph.steps)

    def distances(self) -> dict[Node, int]:
        """Edges between each visited statement and the output."""
        return {node: self._distance[sources.number] for node, sources in self.sources.items()}

    def _visit(self, number: int) -> Iterator[int]:
        """Those that a statement depends on and that were not met before."""
        node, distance = self._node(number), self._distance
        read: dict[int, None] = {}
        control = 0
        for kind, nodes, name in self._finder.causes(number):
            refused = self._right if kind == "data" else self._settled
            if refused or self._until < len(self._graph.steps):
                nodes = [one for one in nodes if one < self._until and one not in refused]
            if kind == "data":
                read.update(dict.fromkeys(nodes))
            elif kind == "control" and nodes and nodes[0] not in read:
                control = nodes[0]
            for one in nodes:
                if one not in distance:
                    distance[one] = distance[number] + 1
                    made = self._node(one)
                    self.below[made] = (node, Edge(kind=kind, node=made, name=name))
                    yield one
        read.pop(number, None)
        self.sources[node] = Sources(number, array("I", read), control if control != number else 0)

    def _node(self, number: int) -> Node:
        return self._starts.get(number) or (self._graph.steps[number], self._graph.places[number])


class _Above(Mapping[Node, tuple[Edge, ...]]):
    """What each statement depends on, found again when it is asked for: of most it never is."""

    def __init__(
        self,
        finder: CauseFinder,
        nodes: Mapping[Node, object],
        right: frozenset[Node],
        settled: frozenset[Node],
    ) -> None:
        self._finder = finder
        self._nodes = nodes
        self._right, self._settled = right, settled

    def __getitem__(self, node: Node) -> tuple[Edge, ...]:
        if node not in self._nodes:
            raise KeyError(node)
        edges: dict[Node, Edge] = {}
        for edge in self._finder.edges(node):
            if edge.node != node and edge.node not in (self._right if edge.kind == "data" else self._settled):
                edges.setdefault(edge.node, edge)
        return tuple(edges.values())

    def __contains__(self, node: object) -> bool:
        return node in self._nodes

    def __iter__(self) -> Iterator[Node]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)
