"""The statements that a wrong value may come from, nearest first: through data, control, and branches not taken."""

import ast
import gc
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from llmdb.engine.cause.plan.potential import Omissions
from llmdb.runner.child import sites as kinds
from llmdb.slicing.slices import origin
from llmdb.trace.decode import Wire

if TYPE_CHECKING:
    from llmdb.slicing import Dependencies, Read
    from llmdb.types import FrameId, LineNo, StepNo

MOST_NODES = 60_000
MOST_CHANGES = 100
"""Writers of one value that are followed, where it was made piece by piece."""
Node = tuple["StepNo", int]
"""A statement of a step: the step, and the statement's place in its block from 0."""
Kind = Literal["data", "control", "omitted"]


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
    most: int = MOST_NODES,
) -> CauseGraph:
    """The graph above some statements, nearest first; at most `most` of them.

    Args:
        right: statements whose value is right: no value is followed to them.
        settled: conditions that were decided rightly: no control is followed to them.
    """
    above: dict[Node, tuple[Edge, ...]] = {}
    below: dict[Node, tuple[Node, Edge]] = {}
    distance = dict.fromkeys(starts, 0)
    todo = deque(starts)
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


class CauseFinder:
    """Finds what a statement depends on; one for a recording."""

    def __init__(self, found: "Dependencies", text: str) -> None:
        self.found = found
        self._omissions = Omissions(found.trace, text)
        self._defaults = _defaults(text)
        self._parameters = {scope.name: frozenset(scope.parameters) for scope in found.trace.cfg.scopes}
        self._sources: dict[tuple[FrameId, str], tuple[Node, ...]] = {}
        self._entries: tuple[StepNo, ...] | None = None

    def edges(self, node: Node) -> Iterator[Edge]:
        """Everything that a statement depends on; an edge may come twice."""
        graph, number = self.found.graph, node[0]
        own = graph.node(*node)
        written: dict[str, int] = {}
        control: Node | None = None
        for name, writer in graph.parents(own, MOST_CHANGES):
            made = (graph.steps[writer], graph.places[writer])
            if not name:
                control = made
                continue
            yield Edge(kind="data", node=made, name=name)
            written[name] = max(written.get(name, -1), self._begun(writer))
        yield from self._from_outside(node, written)
        if control is not None:
            yield Edge(kind="control", node=control)
        skipped: dict[Node, str] = {}
        begun = self._begun(own)
        for name, since in written.items():
            for step in self._omissions.conditions(name, number, since, begun):
                skipped.setdefault(last_place(self.found, step), name)
        yield from (Edge(kind="omitted", node=condition, name=name) for condition, name in skipped.items())

    def _begun(self, node: int) -> int:
        """A position before a statement began, and after the end of what its step had called before it."""
        graph, steps = self.found.graph, self.found.log.steps
        step = graph.steps[node]
        for before in range(node - 1, node - 1 - MOST_CHANGES * bool(graph.places[node]), -1):
            if before < 1 or (graph.steps[before] == step and not graph.places[before]):
                break
            if graph.steps[before] not in (0, step):
                return max(steps.begin[step - 1], steps.end[graph.steps[before] - 1])
        return steps.begin[step - 1]

    def _from_outside(self, node: Node, written: dict[str, int]) -> Iterator[Edge]:
        """Where the parameters that a statement reads come from, if no statement of the snippet passed them."""
        trace, (number, place) = self.found.trace, node
        code = self.found.statements.get(trace.block_of(number), ())
        if trace.parent_step(number) is not None or place >= len(code):
            return
        frame, known = trace.frame_of(number), self._parameters.get(trace.scope_of(number), frozenset())
        for use in code[place].uses:
            if use.text in written or use.text.partition(".")[0].partition("[")[0] not in known:
                continue
            if (frame, use.text) not in self._sources:
                read = self.found.look_up(number, use.node, self.found.log.steps.begin[number - 1])
                found = self._given(read, number) if read is not None else ()
                self._sources[frame, use.text] = tuple(found)
            yield from (Edge(kind="data", node=one, name=use.text) for one in self._sources[frame, use.text])
            written.setdefault(use.text, -1)

    def _given(self, read: "Read", number: "StepNo") -> Iterator[Node]:
        """Where a parameter comes from that no step of the snippet passed: its default, or an earlier result."""
        trace, name = self.found.trace, read.name.partition(".")[0].partition("[")[0]
        line = self._defaults.get((trace.scope_of(number).rpartition(".")[2], name))
        if line is not None:
            for block in trace.cfg.blocks:
                if line in block.statement_lines:
                    steps = trace.steps_of_block(block.id)
                    if steps and steps[0] < number:
                        yield steps[0], block.statement_lines.index(line)
        for step in self._calls():
            if step >= number:
                return
            last = self.found.log.last_step(trace.frame_of(step))
            if trace.frame_of(step) != trace.frame_of(number) and self._returned(last) == (read.value,):
                yield last_place(self.found, last)

    def _calls(self) -> tuple["StepNo", ...]:
        """The first steps of the calls that the test made."""
        if self._entries is None:
            trace = self.found.trace
            self._entries = tuple(
                n
                for n in range(1, len(trace) + 1)
                if trace.parent_step(n) is None
                and trace.previous_in_frame(n) is None
                and trace.scope_of(n) != "<module>"
            )
        return self._entries

    def _returned(self, step: "StepNo") -> tuple[Wire, ...]:
        own = self.found.log.own(step)
        event = self.found.log.event(own[-1]) if own else None
        return event.values[:1] if event is not None and event.site.kind == kinds.RETURN else ()


def _defaults(text: str) -> dict[tuple[str, str], "LineNo"]:
    """The line of the definition for each function's parameters that have a default."""
    out: dict[tuple[str, str], LineNo] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = node.args
            named = [*given.posonlyargs, *given.args]
            with_default = named[len(named) - len(given.defaults) :]
            with_default += [
                a for a, d in zip(given.kwonlyargs, given.kw_defaults, strict=True) if d is not None
            ]
            out.update({(node.name, argument.arg): node.lineno for argument in with_default})
    return out
