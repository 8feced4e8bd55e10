"""The exceptions of a run as a table."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from llmdb.commands.exceptions import ExceptionList
from llmdb.program.files import line_label, shown_line
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.source import one_line
from llmdb.ui.text import cut, pad, scope_text
from llmdb.ui.views.session import coded
from llmdb.ui.views.steps import MOST_ROWS


def view_exceptions(result: object, context: object) -> Text:
    """Each exception with the step that raised it, and what became of it."""
    assert isinstance(result, ExceptionList)
    assert isinstance(context, ViewContext)
    if not result.thrown:
        said = f"the run raised no exception, but {one_line(result.failure)}: `goto error`"
        return coded(said) if result.failure else Text("the run raised no exception", styles.QUIET)
    wide = min(22, max(5, *(cell_len(scope_text(each.scope)) for each in result.thrown)))
    head = Text(f"   num    step  line  {pad('frame', wide)}  exception", styles.QUIET)
    lines = [fitted(head, context)]
    for number, each in enumerate(result.thrown[:MOST_ROWS], 1):
        here = each.step == result.current
        raising = shown_line(each.raised.line) if each.raised.line else ""
        line = Text(f" {context.glyphs.here if here else ' '} {number:>3}  {each.step:>6}  {raising:>4}  ")
        line.append(f"{pad(cut(scope_text(each.scope), wide, context.glyphs.cut), wide)}  ", styles.QUIET)
        fate = f"{context.glyphs.to} line {line_label(each.caught)}" if each.caught else ""
        if ended := result.ended_by(each):
            fate = cut(f"ended {one_line(ended)}", max(13, context.width // 3), context.glyphs.cut)
        room = max(8, context.width - line.cell_len - cell_len(fate) - 2)
        line.append(cut(one_line(each.raised.text), room, context.glyphs.cut), styles.BAD).append(
            f"  {fate}", styles.QUIET
        )
        lines.append(fitted(line, context))
    if len(result.thrown) > MOST_ROWS:
        lines.append(Text(f"   {context.glyphs.cut} {len(result.thrown) - MOST_ROWS} more", styles.QUIET))
    lines.append(coded("`exceptions NUMBER` goes to one"))
    return Text("\n").join(lines)
