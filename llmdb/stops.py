"""Places where `continue` and `rcontinue` stop: breakpoints and what is watched."""

from collections.abc import Container
from typing import Literal, TypeAlias

from llmdb.json_fields import JsonFields
from llmdb.program.debuggers import debugger_lines
from llmdb.program.files import line_label
from llmdb.types import LineNo
from llmdb.values import dataclass

StopKind: TypeAlias = Literal["line", "function", "block", "watch"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop(JsonFields):
    """A breakpoint at a line, a function or a basic block, or something watched.

    Attributes:
        number: from 1, never used twice in a session.
        kind: "line", "function", "block" or "watch".
        place: the line number as text, the function's scope, "B4", or the watched name or
            expression.
        line: the line of a breakpoint; None for what is watched.
        condition: an expression that must hold where the place is about to run, of what is watched after its change; ""
            for none.
        ignore: how many more hits are passed over.
        enabled, temporary: as in pdb.
        hits: how often it stopped a move.
        commands: command lines that are run where it stops; after "silent" the step is not shown.
    """

    number: int
    kind: StopKind
    place: str
    line: LineNo | None = None
    condition: str = ""
    ignore: int = 0
    enabled: bool = True
    temporary: bool = False
    hits: int = 0
    commands: tuple[str, ...] = ()

    def describe(self) -> str:
        """ "breakpoint 1 at line 9, if acc > 3", "breakpoint 2 at B4, line 7" or "watch 3 on acc"."""
        where = f"on {self.place}" if self.kind == "watch" else f"at line {line_label(self.line)}"
        if self.kind == "block":
            where = f"at {self.place}, line {line_label(self.line)}"
        name = "watch" if self.kind == "watch" else "breakpoint"
        return f"{name} {self.number} {where}" + (f", if {self.condition}" if self.condition else "")

    def describe_state(self) -> str:
        """ "breakpoint 1 at line 9, once, off, passes 2 more hits": as `describe`, with what else is set."""
        passes = f"passes {self.ignore} more hit{'s' * (self.ignore != 1)}"
        facts = [("once", self.temporary), ("off", not self.enabled), (passes, self.ignore > 0)]
        return ", ".join([self.describe(), *(fact for fact, holds in facts if holds)])


def written_stops(text: str, first: int = 1, known: Container[LineNo | None] = ()) -> tuple[Stop, ...]:
    """A breakpoint, numbered from `first`, wherever the snippet calls a debugger itself on a line not `known`."""
    lines = [line for line in debugger_lines(text) if line not in known]
    return tuple(
        Stop(number=number, kind="line", place=line_label(line), line=line)
        for number, line in enumerate(lines, first)
    )
