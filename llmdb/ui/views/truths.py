"""The steps where an expression becomes true, as a table."""

from __future__ import annotations

from bisect import bisect_right

from rich.cells import cell_len
from rich.text import Text

from llmdb.commands.truths import Truths
from llmdb.program.files import line_label, shown_line
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.text import cut, pad, safe
from llmdb.ui.views.following import stopped_line
from llmdb.ui.views.session import coded
from llmdb.ui.views.steps import MOST_ROWS, NARROW, changes_text, frame_text

WIDEST_FRAME = 20


def view_truths(result: object, context: object) -> Text:
    """Step, line, frame and the values there; of many steps those around the current one."""
    assert isinstance(result, Truths)
    assert isinstance(context, ViewContext)
    count, trace = len(result.steps), result.trace
    is_all = not result.unknown and result.looked_at is None
    never = "is never true" if is_all else "is true at none of the steps that were decided"
    said = f"becomes true {'once' if count == 1 else f'{count:,} times'}" if count else never
    lines = [fitted(Text(f"{safe(result.expression)} {said}", styles.QUIET), context)]
    rows = MOST_ROWS if context.height is None else max(3, context.height - 4)
    first = max(0, min(bisect_right(result.steps, result.current) - rows // 2, count - rows))
    shown = result.steps[first : first + rows]
    frames = [cut(frame_text(trace.scope_of(n), trace.frame_of(n)), WIDEST_FRAME) for n in shown]
    wide = max(5, *map(cell_len, frames)) if shown and context.width >= NARROW else 0
    if shown:
        column = f"{pad('frame', wide)}  " if wide else ""
        lines.append(Text(f"   {'step':>6}  {'line':>5}  {column}values", styles.QUIET))
    for step, frame in zip(shown, frames, strict=True):
        here = step == result.current
        number = (shown_line if wide else line_label)(trace.line_of(step))
        line = Text(f" {context.glyphs.here if here else ' '} {step:>6}  {number:>5}  ")
        line.append(f"{pad(frame, wide)}  " if wide else "", styles.QUIET)
        lines.append(
            fitted(
                line.append_text(changes_text(result.values(step), context, context.width - line.cell_len)),
                context,
            )
        )
    if count > rows:
        lines.append(Text(f"   {context.glyphs.cut} {count - rows:,} more", styles.QUIET))
    if result.unknown:
        steps = "one step" if result.unknown == 1 else f"{result.unknown:,} steps"
        lines.append(
            coded(
                f"{steps} left open by recorded values alone, the first is {result.first_unknown}: `p` asks there"
            )
        )
    if result.looked_at is not None:
        lines += stopped_line((1, result.looked_at))
    return Text("\n").join(lines)
