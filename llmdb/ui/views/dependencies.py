"""`deps` and `slice`: where a value came from."""

from __future__ import annotations

from rich.text import Text

from llmdb.commands.deps import DepsResult, ReadRow
from llmdb.commands.slicing import SliceResult
from llmdb.ui import styles
from llmdb.ui.context import ViewContext
from llmdb.ui.source import one_line
from llmdb.ui.text import cut, pad, safe
from llmdb.ui.views.library_claims import asked_lines
from llmdb.ui.views.steps import lines_text

_MOST_ROWS = 1000


def view_deps(result: object, context: object) -> Text:
    """One row for each read, then the step that let this one run."""
    assert isinstance(result, DepsResult)
    assert isinstance(context, ViewContext)
    lines = [Text(f"step {result.step}, line {lines_text(result.lines)}", styles.QUIET)]
    wide = min(20, max((len(read.name) for read in result.reads), default=4))
    lines += [_read_line(read, wide, context) for read in result.reads]
    if not result.reads:
        lines.append(Text(" reads no variable", styles.QUIET))
    control = result.control
    if control is not None:
        text = f" because {safe(control.condition)}  step {control.step}, line {control.line}"
        lines.append(Text(cut(text, context.width, context.glyphs.cut), styles.QUIET))
    if result.asked is not None:
        lines += asked_lines(result.asked, context)
    return Text("\n").join(lines)


def _read_line(read: ReadRow, wide: int, context: ViewContext) -> Text:
    written = f"step {read.step}, line {read.line}" if read.step is not None else "not in the recording"
    tail = f"  {context.glyphs.came} {written}  {read.evidence or read.how}"
    room = max(8, min(30, context.width - wide - len(tail) - 3))
    line = Text(f" {pad(cut(safe(read.name), wide, context.glyphs.cut), wide)} ")
    line.append(pad(cut(one_line(read.value.repr), room, context.glyphs.cut), min(room, 12)))
    line.append(tail, styles.QUIET)
    if read.code:
        line.append(f"  {safe(read.code)}", styles.PLACE)
    return fitted(line, context)


def view_slice(result: object, context: object) -> Text:
    """The steps of a slice in order, with their source; a page of them where the height is limited."""
    assert isinstance(result, SliceResult)
    assert isinstance(context, ViewContext)
    steps = result.found.steps
    rows = _MOST_ROWS if context.height is None else max(3, context.height - 4)
    hidden = max(0, len(steps) - rows)
    lines = []
    for step, code in list(zip(steps, result.code, strict=True))[hidden:]:
        here = step.step == result.current
        line = Text(f" {context.glyphs.here if here else ' '} ", styles.HERE)
        line.append(f"{step.step:>6}  {step.line:>5}  ", styles.QUIET).append(pad(safe(code), 30))
        line.append(f"  {safe(', '.join(step.names))}", styles.QUIET)
        lines.append(fitted(line, context))
    if hidden:
        lines.insert(0, Text(f"   {context.glyphs.cut} {hidden} earlier steps", styles.QUIET))
    way = "went into" if result.forward else "came from"
    text = f"{safe(result.found.name)} {way} {len(steps)} of {result.total} steps"
    return Text("\n").join([*lines, Text(text, styles.QUIET)])


def fitted(row: Text, context: ViewContext) -> Text:
    """A row cut to the width."""
    row.no_wrap = True
    row.truncate(context.width)
    return row
