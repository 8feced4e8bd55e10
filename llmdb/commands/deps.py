"""`deps`: what the current step read, who wrote it, and what let the step run."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from llmdb.commands.base import Command
from llmdb.commands.position import require_steps
from llmdb.commands.results import value_json
from llmdb.errors import BadArgument, NoSuchName
from llmdb.session import Session
from llmdb.slicing import Control, Dependencies
from llmdb.slicing.slices import origin
from llmdb.types import Json, LineNo, StepNo

if TYPE_CHECKING:
    from collections.abc import Iterable

    from llmdb.registry import Registry
    from llmdb.slicing import Read
    from llmdb.trace.model import Value

DEPENDENCIES = "dependencies"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRow:
    """One read with its value and the writer's statement; `code` is the text of that line."""

    name: str
    value: Value
    step: StepNo | None
    line: LineNo | None
    how: str
    code: str = ""

    def to_json(self) -> dict[str, Json]:
        """`{"name", "value", "writer", "how"}`."""
        writer: Json = None if self.step is None else {"step": self.step, "line": self.line}
        return {"name": self.name, "value": value_json(self.value), "writer": writer, "how": self.how}


@dataclass(frozen=True, slots=True, kw_only=True)
class DepsResult:
    """The reads of a step and the step that controls it; `lines` are the step's."""

    step: StepNo
    lines: tuple[LineNo, ...]
    reads: tuple[ReadRow, ...]
    control: Control | None

    def to_json(self) -> dict[str, Json]:
        """`{"step", "reads", "control"}`."""
        control = self.control
        return {
            "step": self.step,
            "reads": [read.to_json() for read in self.reads],
            "control": None
            if control is None
            else {"step": control.step, "line": control.line, "condition": control.condition},
        }


def register(registry: Registry) -> None:
    """Add `deps`."""
    registry.command(
        Command(
            name="deps",
            run=run_deps,
            usage="deps [NAME]",
            summary="show what this step read, which step wrote it, and which condition let it run",
            details=(
                "NAME may be a variable, an attribute or an item: out, p.total, xs[3], d['k']. What the step "
                "reads of it is shown; for a name that the step does not read, who wrote its value."
            ),
            group="look",
            complete=complete_name,
        )
    )


def dependencies_of(session: Session) -> Dependencies:
    """The dependencies of the session's recording, prepared once."""
    trace = session.trace
    known = cast("Dependencies | None", session.engine_state.get(DEPENDENCIES))
    if known is None or known.trace is not trace:
        known = Dependencies(trace, session.snippet.text)
        session.engine_state[DEPENDENCIES] = known
    return known


def run_deps(session: Session, text: str) -> DepsResult:
    """`deps [NAME]`."""
    require_steps(session)
    number, name = session.position, text.strip()
    found = dependencies_of(session)
    reads = found.reads(number) if not name else named_reads(found, parse_path(name, "deps"), number)
    return DepsResult(
        step=number,
        lines=session.trace.lines(number),
        reads=tuple(_row(session, found, read) for read in reads),
        control=found.control(number),
    )


def named_reads(found: Dependencies, name: str, number: StepNo) -> tuple[Read, ...]:
    """What a step reads of a name, or the name's value after the step.

    Raises:
        NoSuchName: there is no such variable there.
    """
    reads = tuple(
        read
        for read in found.reads(number)
        if read.name == name or read.name.startswith((f"{name}.", f"{name}["))
    )
    if reads:
        return reads
    read = origin(found, name, number)
    if read is None:
        raise NoSuchName(f"no variable {name!r} at step {number}: `p` and `vars` show what there is")
    return (read,)


def parse_path(text: str, command: str) -> str:
    """A name, attribute or item, as `ast.unparse` writes it.

    Raises:
        BadArgument: it is something else.
    """
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        node = ast.Constant(value=None)
    if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        raise BadArgument(
            f"{command} takes a variable, attribute or item (x, p.total, xs[3]), not {text.strip()!r}"
        )
    return ast.unparse(node)


def complete_name(session: Session, text: str) -> Iterable[str]:
    """The names in scope."""
    del text
    return tuple(session.trace.state(session.position)) if session.is_recorded and session.position else ()


def _row(session: Session, found: Dependencies, read: Read) -> ReadRow:
    writer = read.writer
    return ReadRow(
        name=read.name,
        value=found.value(read),
        step=writer.step,
        line=writer.line,
        how=writer.how,
        code=source_line(session, writer.line),
    )


def source_line(session: Session, line: LineNo | None) -> str:
    """A line of the snippet, without its margin; "" for none."""
    lines = session.snippet.text.split("\n")
    return lines[line - 1].strip() if line and line <= len(lines) else ""
