"""The statements that a wrong value may come from, nearest first: through data, control, and branches not taken."""

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import compress, islice
from typing import TYPE_CHECKING, Literal, NamedTuple

from llmdb.slicing.slices import origin
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.slicing import Dependencies
    from llmdb.slicing.relevance.elsewhere import Elsewhere
    from llmdb.types import BlockId, LineNo, VisitNo

MOST_NODES = 60_000
"""Executed statements that are followed one by one, the nearest to the output first."""
MOST_CHANGES = 100
"""Writers of one value that are followed, where it was made piece by piece."""
MOST_SKIPPED = 30
"""Conditions that could have written one value which are followed, the last first."""
Node = tuple["VisitNo", int]
"""A statement of a step: the step, and the statement's place in its block from 0."""
Kind = Literal["data", "control", "omitted", "elsewhere"]


class Edge(NamedTuple):
    """Why a statement depends on another: by the value of `name`, by control, or by a branch not taken."""

    kind: Kind
    node: Node
    name: str | None = None


class Sources(NamedTuple):
    """Where a statement's value came from: what it read of the graph, and what let it run.

    Statements are the numbers here that the dependency graph gives them; the first is the statement's own.
    """

    number: int
    read: Sequence[int]
    control: int


class Cause(NamedTuple):
    """Why a statement depends on others, as an `Edge` says of one; they are numbers of the dependency graph."""

    kind: Kind
    nodes: Sequence[int]
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CauseGraph:
    """What the output depends on.

    Attributes:
        starts: the statements where the fault shows.
        above: each statement with what it depends on, the nearest to the output first.
        sources: of each of these statements what the score of its value is made of.
        below: the edge by which a statement was first reached, and the statement that depends on it.
        distance: edges between a statement and the output.
        complete: false where the graph was cut.
    """

    starts: tuple[Node, ...]
    above: Mapping[Node, tuple[Edge, ...]]
    sources: Mapping[Node, Sources]
    below: Mapping[Node, tuple[Node, Edge]]
    distance: Mapping[Node, int]
    complete: bool = True

    @property
    def reach(self) -> int:
        """The greatest distance."""
        return max(self.distance.values(), default=0)

    @property
    def steps(self) -> int:
        """How many steps it holds."""
        return len({step for step, _ in self.above})


@contextmanager
def paused_collection() -> Iterator[None]:
    """No garbage collection: graphs of a long run have many small parts, none of them garbage."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def line_of(found: "Dependencies", node: Node) -> "LineNo":
    """The line of a statement of a step."""
    code = found.statements.get(found.trace.block_of(node[0]), ())
    return code[node[1]].line if node[1] < len(code) else found.trace.lines(node[0])[0]


def last_place(found: "Dependencies", step: "VisitNo") -> Node:
    """The last statement of a step: its condition, where it has one."""
    return step, max(0, len(found.statements.get(found.trace.block_of(step), ())) - 1)


def control_node(found: "Dependencies", step: "VisitNo") -> Node | None:
    """The condition, or the statement with the call, that let a step run; None for the outermost code."""
    control = found.control(step)
    if control is None:
        return None
    if found.trace.frame_of(control.step) == found.trace.frame_of(step):
        return last_place(found, control.step)
    first = found.log.first_step(found.trace.frame_of(step))
    return control.step, found.statement_at(control.step, found.log.steps.begin[first - 1])


def start_nodes(found: "Dependencies", step: "VisitNo", names: Iterable[str]) -> tuple[Node, ...]:
    """The statements that wrote the wrong names; without any, the one that raised or ended the step."""
    return writers_of(found, step, names) or (_end_of(found, step),)


def writers_of(found: "Dependencies", step: "VisitNo", names: Iterable[str]) -> tuple[Node, ...]:
    """The statements that wrote what some names are after a step; none for what the snippet did not write."""
    wrote: dict[Node, None] = {}
    for name in names:
        read = origin(found, name, step)
        if read is not None and read.writer.step is not None and read.writer.position is not None:
            wrote[read.writer.step, found.statement_at(read.writer.step, read.writer.position)] = None
    return tuple(wrote)


def left_out_after(found: "Dependencies", step: "VisitNo", names: Iterable[str]) -> tuple[Edge, ...]:
    """The conditions that could have written the wrong names after their writers, until a step was over."""
    graph, edges = found.graph, dict[Node, Edge]()
    for name in names:
        nodes = [graph.node(*node) for node in writers_of(found, step, [name])]
        for condition in found.omissions.after(name, step, min(nodes, default=0), MOST_SKIPPED):
            node = (graph.steps[condition], graph.places[condition])
            edges.setdefault(node, Edge(kind="omitted", node=node, name=name))
        for writer in islice(found.omissions.elsewhere().after(name, step), MOST_SKIPPED):
            node = (graph.steps[writer], graph.places[writer])
            edges.setdefault(node, Edge(kind="elsewhere", node=node, name=name))
    return tuple(edges.values())


def _end_of(found: "Dependencies", step: "VisitNo") -> Node:
    code = found.statements.get(found.trace.block_of(step), ())
    raised = found.trace.raises.get(step)
    if raised is None:
        return last_place(found, step)
    place = next((n for n, s in enumerate(code) if s.line == raised.line), last_place(found, step)[1])
    while place and not found.graph.node(step, place):  # a `raise` alone reads nothing and begins nothing
        place -= 1
    return step, place


def farther(found: "Dependencies", graph: CauseGraph) -> tuple[dict[tuple["BlockId", int], Node], int]:
    """Of each statement of the program that a cut graph lacks, the last execution; and the number of steps in all.

    Only what the starts depend on by data and control counts.
    """
    own, steps, places = found.graph, found.graph.steps, found.graph.places
    starts = [node for start in graph.starts if (node := own.node(*start))]
    last = max((step for step, _ in graph.starts), default=len(found.trace))
    until = own.edges_until(found.log.step_after(found.end_of(last)))
    marked = own.backward(starts, until).marked
    blocks = found.log.steps.block
    known = {(blocks[step - 1], place) for step, place in graph.above}
    left: dict[tuple[BlockId, int], Node] = {}
    inside = bytearray(len(found.trace) + 1)
    for node in compress(range(len(marked)), marked):
        step = steps[node]
        if step:
            inside[step] = 1
            key = (blocks[step - 1], places[node])
            if key not in known:
                left[key] = (step, places[node])
    return left, sum(inside)


class CauseFinder:
    """Finds what a statement depends on; one for a recording."""

    def __init__(self, found: "Dependencies") -> None:
        self.found = found

    @cached_property
    def _elsewhere(self) -> "Elsewhere":
        return self.found.omissions.elsewhere()

    def edges(self, node: Node) -> Iterator[Edge]:
        """Everything that a statement depends on; an edge may come twice."""
        graph = self.found.graph
        for kind, nodes, name in self.causes(graph.node(*node)):
            for one in nodes:
                yield Edge(kind=kind, node=(graph.steps[one], graph.places[one]), name=name)

    def causes(self, number: int) -> Iterator[Cause]:
        """The same for a statement's number, together for each part that it read: first data, then what let it run."""
        found, since, control = self.found, dict[str, int](), list[int]()
        for name, nodes in found.graph.reads(number, MOST_CHANGES):
            if not name:
                control = list(nodes)
                continue
            yield Cause("data", nodes, name)
            since[name] = min(*nodes, since.get(name, nodes[0]))
        for name in found.outside.names(number):
            if name not in since:
                yield Cause("data", found.outside.sources(number, name), name)
                since[name] = found.outside.since(number, name)
        if control:
            yield Cause("control", control[-1:])
        skipped: set[int] = set()
        for name, writer in since.items():
            conditions = [*found.omissions.between(name, number, writer, MOST_SKIPPED)]
            if conditions:
                yield Cause("omitted", [node for node in conditions if node not in skipped], name)
                skipped.update(conditions)
        for name, node in self._elsewhere.of_node(number):
            yield Cause("elsewhere", (node,), name)
