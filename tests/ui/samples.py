"""Positions, traces and graphs of one small program, for tests of the views."""

from __future__ import annotations

import io

from rich.console import Console

from llmdb.command import Result
from llmdb.commands.results.common import Position
from llmdb.events.model import RaisedException, Value
from llmdb.program.graph import BasicBlock
from llmdb.registry import Registry
from llmdb.replay.model import FrameInfo, Step
from llmdb.ui import views
from llmdb.ui.render import render

SOURCE = """\
# task: sum the positive numbers of each row
# test: assert totals([[1], [2]]) == [1, 2]

def totals(rows):
    out = []
    acc = 0
    for row in rows:
        for n in row:
            acc += n
        out.append(acc)
    return out

print(totals([[1, -2], [3]]))
"""


def value(text: str, kind: str = "int") -> Value:
    """A value as the trace gives it."""
    return Value(type=kind, repr=text)


def registry() -> Registry:
    """A registry with the built-in views only."""
    made = Registry()
    views.register(made)
    return made


def position(**changes: object) -> Position:
    """The third execution of the inner body, adding 3 to acc."""
    before = {
        "rows": value("[[1, -2], [3]]", "list"),
        "out": value("[-1]", "list"),
        "acc": value("-1"),
        "n": value("3"),
    }
    fields: dict[str, object] = {
        "step": Step(
            number=17,
            visit=17,
            block=5,
            scope="totals",
            frame=2,
            lines=(9,),
            changed={"acc": value("2")},
            occurrence=3,
        ),
        "total": 46,
        "block": BasicBlock(
            id=5,
            scope="totals",
            lines=(9, 9),
            statements=("acc += n",),
            statement_lines=(9,),
            condition=None,
            next={"always": 4},
        ),
        "before": before,
        "after": {**before, "acc": value("2")},
        "stack": (
            FrameInfo(frame=1, scope="<module>", step=2, line=13, arguments={}),
            FrameInfo(
                frame=2, scope="totals", step=17, line=9, arguments={"rows": value("[[1, -2], [3]]", "list")}
            ),
        ),
        "selected": 1,
        "came_from": (4, 3),
        "source": SOURCE,
    }
    return Position(**{**fields, **changes})  # type: ignore[arg-type]


def raised(kind: str = "ValueError", message: str = "no such row", line: int = 9) -> RaisedException:
    """An exception at a line."""
    return RaisedException(type=kind, message=message, line=line)


def drawn(
    result: Result,
    *,
    width: int = 80,
    height: int | None = None,
    terminal: bool = False,
    encoding: str = "utf-8",
) -> str:
    """What `render` writes for the result on a console of this size, without trailing blanks."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, newline="")
    console = Console(
        file=stream,
        width=width,
        height=height or 24,
        force_terminal=terminal,
        color_system="standard" if terminal else None,
    )
    render(result, console, registry())
    stream.flush()
    text = raw.getvalue().decode(encoding)
    return "\n".join(line.rstrip() for line in text.rstrip("\n").split("\n"))
