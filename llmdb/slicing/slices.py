"""Dynamic slices: the steps that a value came from, and those that it went into."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from llmdb.slicing.dependencies import Dependencies, Read
from llmdb.types import LineNo, StepNo

MOST_NODES = 75_000
_Node = tuple[StepNo, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceStep:
    """A step of a slice: the line that matters, and the names it wrote that the slice follows."""

    step: StepNo
    line: LineNo
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DynamicSlice:
    """The steps of a slice in order; `complete` is false where it was cut at `MOST_NODES` statements."""

    name: str
    step: StepNo
    steps: tuple[SliceStep, ...]
    complete: bool = True


def parents(found: Dependencies, node: _Node) -> Iterator[tuple[Read | None, _Node]]:
    """The statements that a statement of a step depends on: through each read, then by control."""
    number, place = node
    for read in found.reads(number, place):
        writer = read.binding if read.is_base and read.binding is not None else read.writer
        if writer.step is not None and writer.position is not None:
            yield read, (writer.step, found.statement_at(writer.step, writer.position))
    control = found.control(number)
    if control is not None:
        last = len(found.statements.get(found.trace.block_of(control.step), ())) - 1
        yield None, (control.step, max(0, last))


def origin(found: Dependencies, name: str, number: StepNo) -> Read | None:
    """The read of a name (or `obj.f`, `xs[3]`) at the end of a step."""
    node = ast.parse(name, mode="eval").body
    return found.look_up(number, node, found.end_of(number), text=name)


def slice_backward(found: Dependencies, name: str, number: StepNo) -> DynamicSlice:
    """The steps that the value of a name after a step came from, through data and control."""
    read = origin(found, name, number)
    names: dict[_Node, set[str]] = {}
    todo: list[_Node] = []
    if read is not None and read.writer.step is not None and read.writer.position is not None:
        start = (read.writer.step, found.statement_at(read.writer.step, read.writer.position))
        names[start] = {name}
        todo.append(start)
    while todo and len(names) < MOST_NODES:
        for reason, parent in parents(found, todo.pop()):
            if parent not in names:
                names[parent] = set()
                todo.append(parent)
            if reason is not None:
                names[parent].add(reason.name)
    return DynamicSlice(name=name, step=number, steps=_steps(found, names), complete=not todo)


def slice_forward(found: Dependencies, name: str, number: StepNo) -> DynamicSlice:
    """The steps that the value written by a step went into; at most `MOST_NODES` statements are looked at."""
    read = origin(found, name, number)
    names: dict[_Node, set[str]] = {}
    looked = 0
    if read is not None and read.writer.step is not None and read.writer.position is not None:
        first = read.writer.step
        names[first, found.statement_at(first, read.writer.position)] = {name}
        for later in range(first, len(found.trace) + 1):
            for place in range(len(found.statements.get(found.trace.block_of(later), ()))):
                looked += 1
                used = [r.name for r, parent in parents(found, (later, place)) if r and parent in names]
                controlled = [1 for r, parent in parents(found, (later, place)) if not r and parent in names]
                if used or controlled:
                    names.setdefault((later, place), set()).update(used)
            if looked > MOST_NODES:
                break
    return DynamicSlice(name=name, step=number, steps=_steps(found, names), complete=looked <= MOST_NODES)


def _steps(found: Dependencies, names: dict[_Node, set[str]]) -> tuple[SliceStep, ...]:
    merged: dict[StepNo, tuple[LineNo, set[str]]] = {}
    for (number, place), read in sorted(names.items()):
        code = found.statements.get(found.trace.block_of(number), ())
        line = code[place].line if place < len(code) else 1
        merged.setdefault(number, (line, set()))[1].update(read)
    return tuple(
        SliceStep(step=number, line=line, names=tuple(sorted(read)))
        for number, (line, read) in merged.items()
    )
