"""Dynamic slices: the steps that a value came from, and those that it went into."""

import ast
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import compress, islice
from typing import overload

from llmdb.events import sites as kinds
from llmdb.slicing.dependencies import Dependencies, Read
from llmdb.slicing.graph.graph import Found
from llmdb.slicing.relevance.relevant import search_relevant
from llmdb.types import BlockId, LineNo, VisitNo
from llmdb.values import dataclass

_BINDING = (kinds.STORE, kinds.ENTER)
_MOST_LOOKED = 20
_Node = tuple[VisitNo, int]
_Row = tuple[VisitNo, int, LineNo]
"""A statement's step and node, and 0 or the line of the jump that is meant instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceStep:
    """A statement of a slice, in its step.

    Attributes:
        names: what it wrote that the slice follows.
        skipped: what its condition could have written, had it gone the other way.
        elsewhere: the items that it could have written, had its key been another.
    """

    step: VisitNo
    line: LineNo
    names: tuple[str, ...]
    skipped: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DynamicSlice:
    """The statements of a slice in the order of their steps; `name` is None for a step as a whole."""

    name: str | None
    step: VisitNo
    steps: "SliceSteps"

    @property
    def numbers(self) -> Sequence[VisitNo]:
        """The step numbers alone, each once, in order."""
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


def origin(found: Dependencies, name: str, number: VisitNo) -> Read | None:
    """The read of a name (or `obj.f`, `xs[3]`) at the end of a step."""
    return next(iter(origins(found, name, number, most=1)), None)


def origins(found: Dependencies, name: str, number: VisitNo, most: int | None = None) -> tuple[Read, ...]:
    """`origin` and, for what changed piece by piece, the reads of the other pieces; at most `most` of all."""
    node = ast.parse(name, mode="eval").body
    return tuple(found.look_up_all(number, node, found.end_of(number), text=name, most=most))


def last_with(found: Dependencies, name: str) -> VisitNo | None:
    """The last step that has a variable at its end, of the frame that bound it last; None where there is none."""
    log = found.log
    positions = log.backward(log.tags_where(_BINDING, name), log.total)
    for position in islice(positions, _MOST_LOOKED):
        enters = log.sites[log.tag(position)].kind == kinds.ENTER
        bound = log.step_after(position) if enters else log.visit_at(position)
        step = log.last_step(found.trace.frame_of(bound)) if 1 <= bound <= len(found.trace) else 0
        if step and origin(found, name, step) is not None:
            return step
    return None


def slice_backward(found: Dependencies, name: str | None, number: VisitNo) -> DynamicSlice:
    """The steps that the value of a name after a step came from: through data, control, and writes left out.

    Without a name, what all statements of the step came from.
    """
    starts = writing_nodes(found, origins(found, name, number)) if name else step_nodes(found, number)
    until = found.graph.edges_until(found.log.step_after(found.end_of(number)))
    result = search_relevant(found, starts, until, name or "", number)
    steps = SliceSteps(
        found, result.found, {*starts} if name else set(), name or "", result.skipped, result.elsewhere
    )
    return DynamicSlice(name=name, step=number, steps=steps)


def slice_forward(found: Dependencies, name: str, number: VisitNo) -> DynamicSlice:
    """The steps that the value that a name has after a step went into."""
    starts = writing_nodes(found, origins(found, name, number, most=1))
    graph = found.graph
    since = graph.edges_until(graph.steps[starts[0]]) if starts else 0
    result = graph.forward(starts, since)
    return DynamicSlice(name=name, step=number, steps=SliceSteps(found, result, set(starts), name))


def step_nodes(found: Dependencies, number: VisitNo) -> list[int]:
    """The graph's nodes of the statements that a step began."""
    return [*found.graph.of_step(number)]


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
    """The statements of a slice, made when they are asked for: a slice may have a million."""

    def __init__(
        self,
        found: Dependencies,
        result: Found,
        starts: set[int],
        name: str,
        skipped: Mapping[int, tuple[str, ...]] | None = None,
        elsewhere: Mapping[int, tuple[str, ...]] | None = None,
    ) -> None:
        self._found, self._result, self._starts, self._name = found, result, starts, name
        self._skipped, self._elsewhere = skipped or {}, elsewhere or {}
        inside = bytearray(len(found.trace) + 1)
        for step in compress(found.graph.steps, result.marked):
            inside[step] = 1
        self.numbers: tuple[VisitNo, ...] = tuple(compress(range(1, len(inside)), inside[1:]))
        """The step numbers alone, each once."""

    def lines_of(self, number: VisitNo) -> Sequence[LineNo]:
        """The lines of the statements of a visit that are in the slice."""
        found, marked = self._found, self._result.marked
        return [found.line(number, found.graph.places[n]) for n in step_nodes(found, number) if marked[n]]

    def skipped(self, number: VisitNo) -> tuple[str, ...]:
        """What the condition of a step could have written, had it gone the other way."""
        return self._of_step(number, self._skipped)

    def elsewhere(self, number: VisitNo) -> tuple[str, ...]:
        """The items that a step could have written, had a key been another."""
        return self._of_step(number, self._elsewhere)

    def _of_step(self, number: VisitNo, names: Mapping[int, tuple[str, ...]]) -> tuple[str, ...]:
        nodes = step_nodes(self._found, number) if names else []
        return tuple(sorted({name for node in nodes for name in names.get(node, ())}))

    def counts(self) -> Counter[tuple[BlockId, int]]:
        """How often the slice has each statement of the program: its block, and its place there from 0."""
        graph, marked, blocks = self._found.graph, self._result.marked, self._found.log.steps.block
        of_step = array("I", [0]) + blocks
        found = map(of_step.__getitem__, compress(graph.steps, marked))
        counts = Counter(zip(found, compress(graph.places, marked), strict=True))
        counts.pop((0, 0), None)  # joints
        return counts

    @cached_property
    def _rows(self) -> Sequence[_Row]:
        """The statements in the order of their steps; where a step ended by a `break` or `continue`, that after it."""
        graph, marked = self._found.graph, self._result.marked
        nodes = (node for node in compress(range(len(marked)), marked) if graph.steps[node])
        rows = [(graph.steps[node], node, 0) for node in nodes]
        jumps: dict[BlockId, set[LineNo]] = {}
        for unit in self._found.trace.cfg.units:
            if unit.kind == "jump":
                jumps.setdefault(unit.block, set()).add(unit.line)
        if jumps:
            blocks, last = self._found.log.steps.block, self._found.last_statement
            for step, node, _ in rows[:]:
                lines = jumps.get(blocks[step - 1])
                if lines and graph.places[node] == last(step):
                    rows += [(step, node, line) for line in self._found.trace.lines(step) if line in lines]
        return sorted(rows)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> SliceStep: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[SliceStep]: ...
    def __getitem__(self, index: int | slice) -> SliceStep | Sequence[SliceStep]:
        if isinstance(index, slice):
            return tuple(map(self._step, self._rows[index]))
        return self._step(self._rows[index])

    def _step(self, row: _Row) -> SliceStep:
        graph, (step, node, jump) = self._found.graph, row
        if jump:
            return SliceStep(step=step, line=jump, names=())
        names = {graph.texts[label] for label in self._result.labels(node)}
        if node in self._starts:
            names.add(self._name)
        return SliceStep(
            step=step,
            line=self._found.line(step, graph.places[node]),
            names=tuple(sorted(names)),
            skipped=tuple(sorted(self._skipped.get(node, ()))),
            elsewhere=tuple(sorted(self._elsewhere.get(node, ()))),
        )
