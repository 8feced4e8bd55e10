"""Writes out, as the text of Python functions, what the beginnings of blocks and statements do in the pass over a run.

A run begins its few blocks hundreds of thousands of times. A function whose names, numbers and conditions stand in its
text takes two thirds of the time of one that looks them up in tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from textwrap import indent
from typing import Any, NamedTuple

from llmdb.slicing.graph.graph import CONTROL
from llmdb.slicing.graph.plans import StatementPlan
from llmdb.types import BlockId


class Beginning(NamedTuple):
    """A statement that begins.

    Attributes:
        block, place: where it stands.
        has_more: there is a function `more_<place>` that reads what is read early.
        early: how many functions `early_<place>_<n>` there are for that otherwise.
        is_open: something is to be done when it ends.
        is_kept: what its block's branch decided is asked for later.
    """

    plan: StatementPlan
    block: BlockId
    place: int
    has_more: bool
    early: int
    is_open: bool
    is_kept: bool


def block_text(first: Beginning, scope: str, deciding: Iterable[BlockId]) -> str:
    """The function `begin` of a block, with its first statement; `deciding` are the blocks that decide about it."""
    lines = [
        "frame = flow.top",
        f"if frame is None or frame.scope != {scope!r}:",
        f"    frame = heal({scope!r})",
        "if frame.open:",
        "    leave(frame)",
        "control = frame.raised",
        "if control:",
        "    frame.raised = 0",
        *_deciding(tuple(deciding)),
        "frame.control = control",
        "frame.step = step = len(firsts)",
        "node = len(steps)",
        "begun(len(readers))",
        "add_first(node)",
        *(["frame.before = frame.block"] if first.plan.iterates else []),
        f"frame.block, frame.plan, frame.halted = {first.block}, plan, False",
    ]
    return _function("begin(at)", [*lines, *_statement(first)])


def statement_text(statement: Beginning) -> str:
    """The function `start` of a statement that is not the first of its block."""
    lines = ["node, step, control = len(steps), frame.step, frame.control"]
    return _function("start(frame)", [*lines, *_statement(statement)])


def compiled(text: str, name: str, tools: Mapping[str, Any]) -> Callable[..., None]:
    """The function of a text that uses these tools."""
    space = dict(tools)
    exec(compile(text, "<written>", "exec", dont_inherit=True), space)
    function: Callable[..., None] = space[name]
    return function


def _function(head: str, lines: Iterable[str]) -> str:
    return f"def {head}:\n" + indent("\n".join(lines), "    ")


def _deciding(blocks: tuple[BlockId, ...]) -> Iterator[str]:
    """What let the block run, if no exception did: the latest of its conditions, else the call."""
    yield "else:"
    if not blocks:
        yield "    control = frame.caller"
        return
    got = [f"frame.last.get({block}, 0)" for block in blocks]
    latest = got[0] if len(got) == 1 else f"max({', '.join(got)})"
    yield f"    control = {latest} or frame.caller"


def _statement(statement: Beginning) -> Iterator[str]:
    place = statement.place
    yield f"frame.node, frame.place, frame.done, frame.open = node, {place}, False, {statement.is_open}"
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
    if statement.has_more:
        yield f"more_{place}(frame)"
    else:
        yield from (f"early_{place}_{number}(frame, node)" for number in range(statement.early))
    if statement.plan.late:
        yield "frame.called = 0"
    yield f"frame.late = late_{place}" if statement.plan.late else "frame.late = ()"
    if statement.is_kept:
        yield f"frame.last[{statement.block}] = node"


def _edge(writer: str, label: int) -> Iterator[str]:
    yield "    add_reader(node)"
    yield f"    add_writer({writer})"
    yield f"    add_label({label})"
