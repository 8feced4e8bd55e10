"""`list`, `longlist` and `source`: lines of the snippet."""

from __future__ import annotations

from rich.text import Text

from llmdb.commands.results.common import SourceListing
from llmdb.ui import styles
from llmdb.ui.context import ViewContext
from llmdb.ui.source import excerpt


def view_listing(result: object, context: object) -> Text:
    """The lines with numbers; marked are the current step's, breakpoints, and lines that ran."""
    assert isinstance(result, SourceListing)
    assert isinstance(context, ViewContext)
    if not result.lines:
        return Text("no such lines", styles.QUIET)
    numbers = [number for number, _ in result.lines]
    first, last = numbers[0], numbers[-1]
    source = "\n" * (first - 1) + "\n".join(text for _, text in result.lines) + "\n"
    glyphs = context.glyphs
    marks = dict.fromkeys(result.executed, (glyphs.ran, styles.QUIET))
    marks |= dict.fromkeys(result.stop_lines, (glyphs.stop, styles.STOP))
    marks |= dict.fromkeys(result.current, (glyphs.here, styles.HERE))
    drawn = excerpt(source, context, window=range(first, last + 1), marks=marks, block_lines=result.current)
    return Text("\n").join(drawn)
