"""Writes out, as the text of Python functions, what the beginnings of blocks and statements do in the pass over a run.

A run begins its few blocks hundreds of thousands of times. A function whose names, numbers and conditions stand in its
text takes two thirds of the time of one that looks them up in tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from textwrap import indent
from typing import NamedTuple

from llmdb.slicing.graph.frame import Frame, Reader, Start
from llmdb.slicing.graph.graph import CONTROL
from llmdb.slicing.graph.plans import StatementPlan
from llmdb.types import BlockId


class Beginning(NamedTuple):
    """What the beginning of a statement does.

    Attributes:
        block, place: where it stands.
        early: what reads what is read early, `plain` names left out.
        late: what reads the rest, when the statement ends.
        more: takes the place of `early`, if it is there.
        is_open: something is to be done when the statement ends.
        is_kept: other blocks ask which statement of this one ran last.
    """

    plan: StatementPlan
    block: BlockId
    place: int
    early: tuple[Reader, ...]
    late: tuple[Reader, ...]
    more: Start | None
    is_open: bool
    is_kept: bool


def written_block(
    first: Beginning, scope: str, deciding: Iterable[BlockId], tools: Mapping[str, object]
) -> Callable[[int], None]:
    """What the event of a block does, which begins its first statement.

    Args:
        deciding: the blocks that decide about it.
        tools: what the text uses, by name; `plan` is the block's.
    """
    lines = [
        "frame = flow.top",
        f"if frame is None or frame.scope != {scope!r}:",
        f"    frame = heal({scope!r})",
        "if frame.open:",
        "    leave(frame)",
        "control = frame.raised",
        "if control:",
        "    frame.raised = 0",
        "else:",
        f"    control = {_latest(tuple(deciding))}frame.caller",
        "frame.control = control",
        "frame.step = step = len(firsts)",
        "node = len(steps)",
        "add_first(node)",
        *(["frame.before = frame.block"] if first.plan.iterates else []),
        f"frame.block, frame.plan, frame.halted = {first.block}, plan, False",
        *_statement(first),
    ]
    block: Callable[[int], None] = _compiled("begin(at)", lines, first, tools)
    return block


def written_start(later: Beginning, tools: Mapping[str, object]) -> Callable[[Frame], None]:
    """What begins a statement that is not the first of its block."""
    lines = ["node, step, control = len(steps), frame.step, frame.control", *_statement(later)]
    start: Callable[[Frame], None] = _compiled("start(frame)", lines, later, tools)
    return start


def _compiled(
    head: str, lines: Iterable[str], statement: Beginning, tools: Mapping[str, object]
) -> Callable[..., None]:
    space = {**tools, "more": statement.more, "late": statement.late}
    space.update((f"early_{number}", read) for number, read in enumerate(statement.early))
    text = f"def {head}:\n" + indent("\n".join(lines), "    ")
    exec(compile(text, "<written>", "exec", dont_inherit=True), space)
    function: Callable[..., None] = space[head.partition("(")[0]]  # type: ignore[assignment]
    return function


def _latest(deciding: tuple[BlockId, ...]) -> str:
    """The latest of the conditions, if there was one; what else let the block run is said after it."""
    got = [f"frame.last.get({block}, 0)" for block in deciding]
    return f"max({', '.join(got)}) or " if len(got) > 1 else "".join(f"{each} or " for each in got)


def _statement(statement: Beginning) -> Iterator[str]:
    """The text of what every statement does: it becomes a node, was let run, and reads."""
    place, is_open = statement.place, statement.is_open
    yield f"frame.node, frame.place, frame.done, frame.open = node, {place}, False, {is_open}"
    yield "add_since(len(readers))"
    yield "add_step(step)"
    yield f"add_place({place})"
    yield "if control:"
    yield from _edge("control", CONTROL)
    if statement.plan.plain:
        yield "names = frame.names"
    for name, label, is_base in statement.plan.plain:
        yield f"entry = names[{name!r}] if {name!r} in names else find_global({name!r})"
        yield "if entry is not None:"
        yield "    value, writer = entry"
        yield "    if writer:"
        yield from ("    " + line for line in _edge("writer", label))
        if not is_base:
            yield "    if type(value) is tuple:"
            yield f"        read_contents(value, node, {label})"
    if statement.more is not None:
        yield "more(frame)"
    else:
        yield from (f"early_{number}(frame, node)" for number in range(len(statement.early)))
    yield "frame.called, frame.late = 0, late" if statement.late else "frame.late = ()"
    if statement.is_kept:
        yield f"frame.last[{statement.block}] = node"


def _edge(writer: str, label: int) -> Iterator[str]:
    yield "    add_reader(node)"
    yield f"    add_writer({writer})"
    yield f"    add_label({label})"
