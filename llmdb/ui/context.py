"""What a view is told of the place it draws into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from llmdb.ui.text import UNICODE, Glyphs, glyphs_for
from llmdb.values import dataclass

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from llmdb.registry import Registry

PROMPT_ROWS = 3
FEWEST_ROWS = 8
"""What a result is drawn in however low the terminal is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewContext:
    """Size and abilities of the terminal, and the session's display settings.

    Attributes:
        width: cells in a line.
        height: lines that one result may take; None where nothing scrolls away (a file, a pipe).
        glyphs: what to draw with.
        registry: for views that draw other results inside their own; None in the plainest tests.
    """

    width: int = 80
    height: int | None = None
    glyphs: Glyphs = UNICODE
    registry: Registry | None = None


def context_for(console: Console, registry: Registry | None = None) -> ViewContext:
    """The context of a console as large as it is now."""
    height = max(FEWEST_ROWS, console.height - PROMPT_ROWS) if console.is_terminal else None
    return ViewContext(
        width=max(20, console.width), height=height, glyphs=glyphs_for(console.encoding), registry=registry
    )


def fitted(line: Text, context: ViewContext) -> Text:
    """The line on one row of the screen: what is too long is cut, and the cut marked."""
    line.rstrip()
    line.no_wrap = True
    if line.cell_len > context.width:
        line.truncate(max(0, context.width - cell_len(context.glyphs.cut)))
        line.append(context.glyphs.cut)
    return line
