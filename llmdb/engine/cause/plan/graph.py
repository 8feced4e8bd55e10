"""The statements that a wrong value may come from, nearest first: through data, control, and branches not taken."""

import gc
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, islice
from typing import TYPE_CHECKING, Literal, NamedTuple

from llmdb.slicing.slices import origin

if TYPE_CHECKING:
    from llmdb.slicing import Dependencies
    from llmdb.slicing.relevance.elsewhere import Elsewhere
    from llmdb.types import BlockId, LineNo, StepNo

MOST_NODES = 60_000
"""Executed statements that are followed one by one, the nearest to the output first."""
MOST_CHANGES = 100
"""Writers of one value that are followed, where it was made piece by piece."""
MOST_SKIPPED = 30
"""Conditions that could have written one value which are followed, the last first."""
Node = tuple["StepNo", int]
"""A statement of a step: the step, and the statement's place in its block from 0."""
Kind = Literal["data", "control", "omitted", "elsewhere"]


class Edge(NamedTuple):
    """Why a statement depends on another: by the value of `name`, by control, or by a branch not taken."""

    kind: Kind
    node: Node
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CauseGraph:
    """What the output depends on.

    Attributes:
        starts: the statements where the fault shows.
        above: each statement with what it depends on.
        below: the edge by which a statement was first reached, and the statement that depends on it.
        distance: edges between a statement and the output.
        complete: false where the graph was cut.
    """

    starts: tuple[Node, ...]
    above: Mapping[Node, tuple[Edge, ...]]
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


def last_place(found: "Dependencies", step: "StepNo") -> Node:
    """The last statement of a step: its condition, where it has one."""
    return step, max(0, len(found.statements.get(found.trace.block_of(step), ())) - 1)


def control_node(found: "Dependencies", step: "StepNo") -> Node | None:
    """The condition, or the statement with the call, that let a step run; None for the outermost code."""
    control = found.control(step)
    if control is None:
        return None
    if found.trace.frame_of(control.step) == found.trace.frame_of(step):
        return last_place(found, control.step)
    first = found.log.first_step(found.trace.frame_of(step))
    return control.step, found.statement_at(control.step, found.log.steps.begin[first - 1])


def start_nodes(found: "Dependencies", step: "StepNo", names: Iterable[str]) -> tuple[Node, ...]:
    """The statements that wrote the wrong names; without any, the one that raised or ended the step."""
    return writers_of(found, step, names) or (_end_of(found, step),)


def writers_of(found: "Dependencies", step: "StepNo", names: Iterable[str]) -> tuple[Node, ...]:
    """The statements that wrote what some names are after a step; none for what the snippet did not write."""
    wrote: dict[Node, None] = {}
    for name in names:
        read = origin(found, name, step)
        if read is not None and read.writer.step is not None and read.writer.position is not None:
            wrote[read.writer.step, found.statement_at(read.writer.step, read.writer.position)] = None
    return tuple(wrote)


def left_out_after(found: "Dependencies", step: "StepNo", names: Iterable[str]) -> tuple[Edge, ...]:
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


def _end_of(found: "Dependencies", step: "StepNo") -> Node:
    code = found.statements.get(found.trace.block_of(step), ())
    raised = found.trace.raises.get(step)
    if raised is None:
        return last_place(found, step)
    return step, next((n for n, s in enumerate(code) if s.line == raised.line), last_place(found, step)[1])


def gather(
    finder: "CauseFinder",
    starts: tuple[Node, ...],
    right: frozenset[Node] = frozenset(),
    settled: frozenset[Node] = frozenset(),
    left_out: tuple[Edge, ...] = (),
    most: int = MOST_NODES,
) -> CauseGraph:
    """The graph above some statements, nearest first; at most `most` of them.

    Args:
        right: statements whose value is right: no value is followed to them.
        settled: conditions that were decided rightly: no control is followed to them.
        left_out: conditions that could have written the starts' values once more.
    """
    above: dict[Node, tuple[Edge, ...]] = {}
    late = {edge.node: edge for edge in left_out if edge.node not in settled and edge.node not in starts}
    below: dict[Node, tuple[Node, Edge]] = {node: (starts[0], edge) for node, edge in late.items()}
    distance = dict.fromkeys(starts, 0) | dict.fromkeys(late, 1)
    todo = deque(distance)
    while todo and len(above) < most:
        node = todo.popleft()
        edges: dict[Node, Edge] = {}
        for edge in finder.edges(node):
            if edge.node != node and edge.node not in (right if edge.kind == "data" else settled):
                edges.setdefault(edge.node, edge)
                if edge.node not in distance:
                    distance[edge.node] = distance[node] + 1
                    below[edge.node] = (node, edge)
                    todo.append(edge.node)
        above[node] = tuple(edges.values())
    distance = {node: distance[node] for node in above}
    return CauseGraph(starts=starts, above=above, below=below, distance=distance, complete=not todo)


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
        own = graph.node(*node)
        written: dict[str, int] = {}
        control: Node | None = None
        for name, writer in graph.parents(own, MOST_CHANGES):
            made = (graph.steps[writer], graph.places[writer])
            if not name:
                control = made
                continue
            yield Edge(kind="data", node=made, name=name)
            written[name] = min(writer, written.get(name, writer))
        for name in self.found.outside.names(own):
            if name not in written:
                for writer in self.found.outside.sources(own, name):
                    yield Edge(kind="data", node=(graph.steps[writer], graph.places[writer]), name=name)
                written[name] = 0
        if control is not None:
            yield Edge(kind="control", node=control)
        skipped: dict[int, str] = {}
        for name, since in written.items():
            for condition in self.found.omissions.between(name, own, since, MOST_SKIPPED):
                skipped.setdefault(condition, name)
        for condition, name in skipped.items():
            left = (graph.steps[condition], graph.places[condition])
            yield Edge(kind="omitted", node=left, name=name)
        for name, writer in self._elsewhere.of_node(own):
            yield Edge(kind="elsewhere", node=(graph.steps[writer], graph.places[writer]), name=name)
