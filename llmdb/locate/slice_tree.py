"""A slice as a tree of lines: what a line did in many turns of a loop is one row, and stands in the tree once.

out  step 41, line 9 x3  out += acc
+- acc  step 37, line 7 x5  acc += n
|  +- n  step 36, line 6 x5  for n in row:
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from llmdb.locate.plan.cause_graph import CauseFinder, Edge, Kind, Node, left_out_after, line_of
from llmdb.slicing.slices import origins, step_nodes, writing_nodes
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.slicing import Dependencies, DynamicSlice
    from llmdb.types import BlockId, LineNo, VisitNo

MOST_STATEMENTS = 2_000
"""Executed statements that are looked at, the nearest first."""
MOST_USED = 40
"""The same forward, where each means a search through all dependencies."""
MOST_WRITERS = 8
Key = tuple["BlockId", int]
"""A statement of the program: its block, and its place there from 0."""


class Tie(NamedTuple):
    """Why a line depends on another: by the values of names, by control, by a write left out or of another item."""

    names: tuple[str, ...] = ()
    control: bool = False
    omitted: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeRow:
    """A line in the tree of a slice.

    Attributes:
        step: the nearest of its executions.
        count: how many of them were met.
        tie: why the line of the row above depends on it.
        rows: the lines that it depends on which stand here first.
        above: those that stand elsewhere in the tree.
        hidden: how many were left out.
    """

    step: VisitNo
    line: LineNo
    count: int
    tie: Tie
    rows: tuple[TreeRow, ...] = ()
    above: tuple[LineNo, ...] = ()
    hidden: int = 0


@dataclass(slots=True)
class _Lines:
    """What was met: for each statement of the program its nearest execution, their number, and what they depend on."""

    first: dict[Key, Node] = field(default_factory=dict)
    count: dict[Key, int] = field(default_factory=dict)
    ties: dict[Key | None, dict[Key, dict[Edge, None]]] = field(default_factory=dict)

    def tie(self, above: Key | None, key: Key) -> Tie:
        edges = self.ties[above][key]

        def named(kind: Kind) -> tuple[str, ...]:
            return tuple(dict.fromkeys(e.name for e in edges if e.kind == kind and e.name))

        control = any(e.kind == "control" for e in edges)
        return Tie(named("data"), control, named("omitted"), named("elsewhere"))


def backward_tree(found: Dependencies, cut: DynamicSlice, most: int) -> tuple[TreeRow, ...]:
    """A backward slice as a tree; at most `most` rows."""
    finder, name, number = CauseFinder(found), cut.name, cut.step
    graph, end = found.graph, found.end_of(number)
    if name is None:
        starts = [
            edge for node in step_nodes(found, number) for edge in finder.edges((number, graph.places[node]))
        ]
        starts = [edge for edge in starts if edge.node[0] != number]
    else:
        nodes = writing_nodes(found, origins(found, name, number, most=MOST_WRITERS))
        written = [Edge("data", (graph.steps[node], graph.places[node]), name) for node in nodes]
        starts = [*written, *left_out_after(found, number, [name])]
    lines = _meet(found, starts, _until(found, end, finder.edges), MOST_STATEMENTS)
    if sum(lines.count.values()) >= MOST_STATEMENTS:
        counts = cut.steps.counts()
        lines.count = {key: max(count, counts[key]) for key, count in lines.count.items()}
    return _grown(found, lines, most)


def forward_tree(found: Dependencies, name: str, number: VisitNo, most: int) -> tuple[TreeRow, ...]:
    """What the value of a name after a step went into."""
    graph = found.graph
    nodes = writing_nodes(found, origins(found, name, number, most=1))
    starts = [Edge("data", (graph.steps[node], graph.places[node]), name) for node in nodes]

    def below(node: Node) -> Iterator[Edge]:
        for text, reader in islice(graph.uses(graph.node(*node)), MOST_USED):
            made = (graph.steps[reader], graph.places[reader])
            yield Edge("data", made, text) if text else Edge("control", made)

    return _grown(found, _meet(found, starts, below, MOST_USED), most)


def _until(
    found: Dependencies, end: int, edges: Callable[[Node], Iterator[Edge]]
) -> Callable[[Node], Iterator[Edge]]:
    """The edges to what had begun when a step ended: what a call under way gives comes later."""
    begin = found.log.steps.begin
    return lambda node: (edge for edge in edges(node) if begin[edge.node[0] - 1] < end)


def _meet(
    found: Dependencies, starts: Iterable[Edge], follow: Callable[[Node], Iterator[Edge]], most: int
) -> _Lines:
    """The statements reached, the nearest first."""
    lines, blocks = _Lines(), found.log.steps.block
    seen: set[Node] = set()
    todo: deque[Node] = deque()

    def add(above: Key | None, edge: Edge) -> None:
        key = (blocks[edge.node[0] - 1], edge.node[1])
        if key != above:
            nameless = edge._replace(node=(0, 0))
            lines.ties.setdefault(above, {}).setdefault(key, {})[nameless] = None
        if edge.node not in seen and len(seen) < most:
            seen.add(edge.node)
            todo.append(edge.node)
            lines.first.setdefault(key, edge.node)
            lines.count[key] = lines.count.get(key, 0) + 1

    for edge in starts:
        add(None, edge)
    while todo:
        node = todo.popleft()
        for edge in follow(node):
            add((blocks[node[0] - 1], node[1]), edge)
    return lines


def _grown(found: Dependencies, lines: _Lines, most: int) -> tuple[TreeRow, ...]:
    """The tree: each line under the one that reached it first."""
    under: dict[Key | None, list[Key]] = {}
    todo: deque[Key | None] = deque([None])
    drawn: dict[Key, None] = {}
    while todo:
        above = todo.popleft()
        under[above] = []
        for key in lines.ties.get(above, {}):
            if key in lines.first and key not in drawn and len(drawn) < most:
                drawn[key] = None
                under[above].append(key)
                todo.append(key)

    def row(above: Key | None, key: Key) -> TreeRow:
        node = lines.first[key]
        return TreeRow(
            step=node[0],
            line=line_of(found, node),
            count=lines.count[key],
            tie=lines.tie(above, key),
            rows=tuple(row(key, inner) for inner in under[key]),
            above=_elsewhere(found, lines, key, under[key], drawn),
            hidden=sum(inner not in drawn for inner in lines.ties.get(key, {})),
        )

    return tuple(row(None, key) for key in under[None])


def _elsewhere(
    found: Dependencies, lines: _Lines, key: Key, own: list[Key], drawn: Mapping[Key, None]
) -> tuple[LineNo, ...]:
    inner = (one for one in lines.ties.get(key, {}) if one in drawn and one not in own)
    return tuple(dict.fromkeys(line_of(found, lines.first[one]) for one in inner))
