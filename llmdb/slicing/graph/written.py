"""Writes out, as the text of Python functions, what the beginnings of blocks and statements do in the pass over a run.

A run begins its few blocks hundreds of thousands of times. A function whose names, numbers and conditions stand in its
text takes two thirds of the time of one that looks them up in tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from textwrap import indent
from typing import NamedTuple

from llmdb.events import wire
from llmdb.slicing.graph.frame import Frame, Reader, Start
from llmdb.slicing.graph.graph import CONTROL
from llmdb.slicing.graph.growing import ROW, pack_rows
from llmdb.slicing.graph.plans import Read, StatementPlan
from llmdb.types import BlockId


class Beginning(NamedTuple):
    """What the beginning of a statement does.

    Attributes:
        block, place: where it stands.
        early: what reads what is read early, `plain` names left out.
        late: what reads the rest, when the statement ends.
        more: takes the place of `early`, if it is there.
        has_more: other statements of the block come after it.
        ending: what is to be done before the next step begins; None for nothing.
        is_kept: other blocks ask which statement of this one ran last.
    """

    plan: StatementPlan
    block: BlockId
    place: int
    early: tuple[Reader, ...]
    late: tuple[Reader, ...]
    more: Start | None
    has_more: bool
    ending: Start | None
    is_kept: bool


def written_block(
    first: Beginning, scope: str, deciding: Iterable[BlockId], tools: Mapping[str, object]
) -> Callable[[int], None]:
    """What the event of a block does, which begins its first statement.

    Args:
        deciding: the blocks that decide about it.
        tools: what the text uses, by name; `plan` is the block's.
    """
    latest = f"{_latest(tuple(deciding))}frame.caller"
    lines = [
        "frame = flow.top",
        f"if frame is None or frame.scope != {scope!r}:",
        f"    frame = heal({scope!r})",
        "if frame.ending is not None:",
        "    frame.ending(frame)",
        f"    control = frame.raised or ({latest})",
        "    frame.raised, frame.halted = 0, False",
        "else:",
        f"    control = {latest}",
        f"step, node = len(firsts), len(nodes) // {ROW}",
        "add_first(node)",
        *(["frame.before = frame.block"] if first.plan.iterates else []),
        *(["frame.step, frame.control = step, control"] if first.has_more else []),
        f"frame.block, frame.plan = {first.block}, plan",
        *_statement(first),
    ]
    block: Callable[[int], None] = compiled("begin(at)", lines, _space(first, tools))
    return block


def written_start(later: Beginning, tools: Mapping[str, object]) -> Callable[[Frame], None]:
    """What begins a statement that is not the first of its block."""
    lines = [
        f"node, step, control = len(nodes) // {ROW}, frame.step, frame.control",
        *_statement(later),
    ]
    start: Callable[[Frame], None] = compiled("start(frame)", lines, _space(later, tools))
    return start


def compiled(head: str, lines: Iterable[str], space: dict[str, object]) -> Callable[..., None]:
    """The function of a head and its body's lines; its global names are those of `space`."""
    text = f"def {head}:\n" + indent("\n".join(lines), "    ")
    exec(compile(text, "<written>", "exec", dont_inherit=True), space)
    function: Callable[..., None] = space[head.partition("(")[0]]  # type: ignore[assignment]
    return function


def _space(statement: Beginning, tools: Mapping[str, object]) -> dict[str, object]:
    """What the text of a statement's beginning uses, by name."""
    space = {**tools, "more": statement.more, "late": statement.late, "ending": statement.ending}
    space.update((f"early_{number}", read) for number, read in enumerate(statement.early))
    most = len(statement.plan.plain) + len(statement.early) + 1
    space.update((f"pack_{count}", pack_rows(count)) for count in range(1, most + 1))
    return space


def _latest(deciding: tuple[BlockId, ...]) -> str:
    """The latest of the conditions, if there was one; what else let the block run is said after it."""
    if len(deciding) == 1:
        return f"frame.last[{deciding[0]}] if {deciding[0]} in frame.last else "
    got = [f"frame.last.get({block}, 0)" for block in deciding]
    return f"max({', '.join(got)}) or " if got else ""


def _statement(statement: Beginning) -> Iterator[str]:
    """The text of what every statement does: it becomes a node, was let run, and reads."""
    place, plan = statement.place, statement.plan
    reads = [read for read in plan.early if read.of] if statement.more is None else []
    ending = "None" if statement.ending is None else "ending"
    yield f"frame.node, frame.place, frame.ending = node, {place}, {ending}"
    yield f"add_node(pack_row(step, {place}, len(edges)))"
    if plan.plain or reads:
        yield "names = frame.names"
    for number, (name, *_) in enumerate(plan.plain):
        yield from _name(number, name)
    for number, read in enumerate(reads, len(plan.plain)):
        yield from _attribute(number, read)
    labels = [*plan.plain, *((read.name, read.label, read.is_base) for read in reads)]
    edges = [f"node, writer_{number}, {label}" for number, (_, label, _) in enumerate(labels)]
    yield f"add_edges(pack_{len(edges) + 1}(node, control, {CONTROL}, {', '.join(edges)}))"
    for number, (_, label, is_base) in enumerate(labels):
        if not is_base:
            yield f"if type(value_{number}) is tuple:"
            yield f"    read_contents(value_{number}, node, {label})"
    if statement.more is not None:
        yield "more(frame)"
    else:
        for number, read in enumerate(plan.early):
            if read.of:
                yield f"if value_{len(plan.plain) + reads.index(read)} is unknown:"
            yield f"{'    ' * bool(read.of)}early_{number}(frame, node)"
    if statement.late:
        yield "frame.called, frame.late = 0, late"
    if statement.is_kept:
        yield f"frame.last[{statement.block}] = node"


def _name(number: int, name: str) -> Iterator[str]:
    """The text that finds the value and the writer of a name."""
    yield "try:"
    yield f"    value_{number}, writer_{number} = names[{name!r}]"
    yield "except KeyError:"
    yield f"    value_{number}, writer_{number} = find_global({name!r}, nothing)"


def _attribute(number: int, read: Read) -> Iterator[str]:
    """The same of an attribute, if it is held by the object that a local name denotes; most are."""
    value, writer, name = f"value_{number}", f"writer_{number}", repr(read.name)
    yield f"base = names[{read.of!r}][0] if {read.of!r} in names else None"
    yield "number = base[0] if type(base) is tuple and len(base) == 1 else None"
    yield f"if number in heap and {name} in heap[number].attributes and heap[number].kind != {wire.CLASS}:"
    yield f"    {value} = heap[number].attributes[{name}]"
    yield f"    {writer} = shadows[number].attributes.get({name}, 0) if number in shadows else 0"
    yield "else:"
    yield f"    {value}, {writer} = unknown, 0"
