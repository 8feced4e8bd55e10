"""The statements that a wrong value may come from, nearest first: through data, control, and branches not taken."""

import ast
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Literal

from llmdb.engine.cause.plan_potential import Omissions
from llmdb.runner.child import sites as kinds
from llmdb.runner.child import wire
from llmdb.slicing.slices import origin
from llmdb.trace.decode import Wire
from llmdb.trace.heap import is_reference

if TYPE_CHECKING:
    from llmdb.slicing import Dependencies, Read
    from llmdb.types import LineNo, StepNo

MOST_NODES = 1_500
MOST_OBJECTS = 50
MOST_CHANGES = 100
_CONTAINERS = frozenset({wire.LIST, wire.DICT, wire.SET, wire.DEQUE, wire.TUPLE})
Node = tuple["StepNo", int]
"""A statement of a step: the step, and the statement's place in its block from 0."""
Kind = Literal["data", "control", "omitted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
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
        self._entries: tuple[StepNo, ...] | None = None

    def edges(self, node: Node) -> Iterator[Edge]:
        """Everything that a statement depends on; an edge may come twice."""
        found, (number, place) = self.found, node
        skipped: dict[Node, str] = {}
        for read in found.reads(number, place):
            writer = read.binding if read.is_base and read.binding is not None else read.writer
            if writer.step is not None and writer.position is not None:
                node = (writer.step, found.statement_at(writer.step, writer.position))
                yield Edge(kind="data", node=node, name=read.name)
            elif writer.how == "prefix":
                yield from (Edge(kind="data", node=n, name=read.name) for n in self._given(read, number))
            yield from (Edge(kind="data", node=n, name=read.name) for n in self._contents(read, number))
            since = writer.position if writer.position is not None else -1
            for step in self._omissions.conditions(read.name, number, since, read.position):
                skipped.setdefault(last_place(found, step), read.name)
        control = control_node(found, number)
        if control is not None:
            yield Edge(kind="control", node=control)
        yield from (Edge(kind="omitted", node=condition, name=name) for condition, name in skipped.items())

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

    def _contents(self, read: "Read", number: "StepNo") -> Iterator[Node]:
        """The statements that put something into what was read as a whole, or into what that holds."""
        found, value = self.found, read.value
        if value is None and "[" in read.name:
            value = self._holder(read, number)
        if read.is_base or not is_reference(value):
            return
        log, todo = found.log, [value[0]]
        machine = log.machine(read.position)
        seen, objects = set[int](), list[int]()
        while todo and len(objects) < MOST_OBJECTS:
            known = todo.pop(0)
            held = machine.lookup(known) if known not in seen else None
            seen.add(known)
            if held is not None and held.kind in _CONTAINERS:
                objects.append(known)
                todo += held.children()
        changes = {p for n in objects for p in islice(log.mutations(n, read.position), MOST_CHANGES)}
        for position in sorted(changes, reverse=True)[:MOST_CHANGES]:
            step = log.step_at(position, log.sites[log.tag(position)].scope)
            if step:
                yield step, found.statement_at(step, position)

    def _holder(self, read: "Read", number: "StepNo") -> Wire:
        """The innermost object on the way to an item whose index the recording does not tell."""
        node = ast.parse(read.name, mode="eval").body
        while isinstance(node, ast.Subscript | ast.Attribute):
            node = node.value
            base = self.found.look_up(number, node, read.position)
            if base is not None and is_reference(base.value):
                return base.value
        return None


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
