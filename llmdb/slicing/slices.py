"""Dynamic slices: the steps that a value came from, and those that it went into."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import overload

from llmdb.slicing.dependencies import Dependencies, Read
from llmdb.slicing.graph import Found
from llmdb.types import LineNo, StepNo

_Node = tuple[StepNo, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceStep:
    """A step of a slice: the line that matters, and the names it wrote that the slice follows."""

    step: StepNo
    line: LineNo
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DynamicSlice:
    """The steps of a slice in order."""

    name: str
    step: StepNo
    steps: "SliceSteps"

    @property
    def numbers(self) -> Sequence[StepNo]:
        """The step numbers alone, in order."""
        return self.steps.numbers


def parents(found: Dependencies, node: _Node) -> Iterator[tuple[Read | None, _Node]]:
    """The statements that a statement of a step depends on: through each read, then by control."""
    number, place = node
    for read in found.reads(number, place):
        writer = read.binding if read.is_base and read.binding is not None else read.writer
        if writer.step is not None and writer.position is not None:
            yield read, (writer.step, found.statement_at(writer.step, writer.position))
    control = found.control(number)
    if control is not None:
        place = found.last_statement(control.step)
        if control.position is not None:
            place = found.statement_at(control.step, control.position)
        yield None, (control.step, place)


def origin(found: Dependencies, name: str, number: StepNo) -> Read | None:
    """The read of a name (or `obj.f`, `xs[3]`) at the end of a step."""
    return next(iter(origins(found, name, number, most=1)), None)


def origins(found: Dependencies, name: str, number: StepNo, most: int | None = None) -> tuple[Read, ...]:
    """`origin` and, for what changed piece by piece, the reads of the other pieces; at most `most` of all."""
    node = ast.parse(name, mode="eval").body
    return tuple(found.look_up_all(number, node, found.end_of(number), text=name, most=most))


def slice_backward(found: Dependencies, name: str, number: StepNo) -> DynamicSlice:
    """The steps that the value of a name after a step came from, through data and control."""
    starts = writing_nodes(found, origins(found, name, number))
    graph = found.graph
    until = graph.edges_until(found.log.step_after(found.end_of(number)))
    result = graph.backward(starts, until)
    return DynamicSlice(name=name, step=number, steps=SliceSteps(found, result, set(starts), name))


def slice_forward(found: Dependencies, name: str, number: StepNo) -> DynamicSlice:
    """The steps that the value that a name has after a step went into."""
    starts = writing_nodes(found, origins(found, name, number, most=1))
    graph = found.graph
    since = graph.begun[graph.steps[starts[0]]] if starts else 0
    result = graph.forward(starts, since)
    return DynamicSlice(name=name, step=number, steps=SliceSteps(found, result, set(starts), name))


def writing_nodes(found: Dependencies, reads: Sequence[Read]) -> list[int]:
    """The graph's nodes of what wrote each of these."""
    out = []
    for read in reads:
        writer = read.writer
        if writer.step is not None and writer.position is not None:
            node = found.graph.node(writer.step, found.statement_at(writer.step, writer.position))
            out += [node] if node else []
    return out


class SliceSteps(Sequence[SliceStep]):
    """The steps of a slice, made when they are asked for: a slice may have a million."""

    def __init__(self, found: Dependencies, result: Found, starts: set[int], name: str) -> None:
        self._found, self._result, self._starts, self._name = found, result, starts, name
        self.numbers: tuple[StepNo, ...] = tuple(sorted({*compress(found.graph.steps, result.marked)} - {0}))
        """The step numbers alone."""

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, index: int) -> SliceStep: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[SliceStep]: ...
    def __getitem__(self, index: int | slice) -> SliceStep | Sequence[SliceStep]:
        if isinstance(index, slice):
            return tuple(map(self._step, self.numbers[index]))
        return self._step(self.numbers[index])

    def _step(self, number: StepNo) -> SliceStep:
        graph, marked = self._found.graph, self._result.marked
        code = self._found.statements.get(self._found.trace.block_of(number), ())
        begun = (graph.node(number, place) for place in range(max(1, len(code))))
        nodes = [node for node in begun if node and marked[node]]
        place = graph.places[nodes[0]]
        names = {graph.texts[label] for node in nodes for label in self._result.labels(node)}
        if self._starts.intersection(nodes):
            names.add(self._name)
        line = code[place].line if place < len(code) else 1
        return SliceStep(step=number, line=line, names=tuple(sorted(names)))
