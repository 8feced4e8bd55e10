"""`deps` and `slice`: where a value came from."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from llmdb.commands.deps import DepsResult, ReadRow
from llmdb.commands.slicing import SliceResult, SliceRow
from llmdb.ui import styles
from llmdb.ui.context import ViewContext
from llmdb.ui.source import one_line
from llmdb.ui.text import cut, pad, safe
from llmdb.ui.views.library_claims import asked_lines
from llmdb.ui.views.steps import lines_text

_MOST_ROWS = 1000


def view_deps(result: object, context: object) -> Text:
    """A tree of what was read and what its writers had read, then the step that let this one run."""
    assert isinstance(result, DepsResult)
    assert isinstance(context, ViewContext)
    lines = [Text(f"step {result.step}, line {lines_text(result.lines)}", styles.QUIET)]
    if not result.reads:
        lines.append(Text(" reads no variable", styles.QUIET))
    control = result.control
    for place, read in enumerate(result.reads, 1):
        is_last = place == len(result.reads) and control is None
        lines += _branch_lines(read, "", is_last, context)
    if control is not None:
        text = f" {context.glyphs.last} because {safe(control.condition)}  "
        text += f"{context.glyphs.came} step {control.step}, line {control.line}"
        lines.append(Text(cut(text, context.width, context.glyphs.cut), styles.QUIET))
    if result.asked is not None:
        lines += asked_lines(result.asked, context)
    return Text("\n").join(lines)


def _branch_lines(read: ReadRow, margin: str, is_last: bool, context: ViewContext) -> Iterator[Text]:
    """A read's row and those of the reads under it."""
    glyphs = context.glyphs
    yield _read_line(read, f" {margin}{glyphs.last if is_last else glyphs.fork} ", context)
    inner = margin + ("   " if is_last else f"{glyphs.bar}  ")
    for place, above in enumerate(read.above, 1):
        yield from _branch_lines(above, inner, place == len(read.above) and not read.hidden, context)
    if read.hidden:
        yield Text(f" {inner}{glyphs.last} {glyphs.cut} {read.hidden} more", styles.QUIET)


def _read_line(read: ReadRow, margin: str, context: ViewContext) -> Text:
    written = f"step {read.step}, line {read.line}" if read.step is not None else "not in the recording"
    again = f"  {context.glyphs.back} above" if read.again else ""
    tail = f"  {context.glyphs.came} {written}  {read.evidence or read.how}{again}"
    name = cut(safe(read.name), 24, context.glyphs.cut)
    room = max(8, min(30, context.width - len(margin) - len(name) - len(tail) - 2))
    line = Text(margin, styles.QUIET).append(name).append(" ")
    line.append(cut(one_line(read.value.repr), room, context.glyphs.cut))
    line.append(tail, styles.QUIET)
    if read.code:
        line.append(f"  {safe(read.code)}", styles.PLACE)
    return fitted(line, context)


def view_slice(result: object, context: object) -> Text:
    """The steps of a slice in order, with their source; a page of them where the height is limited."""
    assert isinstance(result, SliceResult)
    assert isinstance(context, ViewContext)
    rows = _MOST_ROWS if context.height is None else max(3, context.height - 4)
    lines = [_slice_line(row, result.current, context) for row in result.page(rows)]
    first, count = result.first_shown(rows), len(result.found.steps)
    if first:
        lines.insert(0, Text(f"   {context.glyphs.cut} {first} earlier steps", styles.QUIET))
    after = count - first - rows
    if after > 0:
        lines.append(Text(f"   {context.glyphs.cut} {after} later steps", styles.QUIET))
    way = "went into" if result.forward else "came from"
    text = f"{safe(result.found.name)} {way} {count} of {result.total} steps"
    dot = context.glyphs.dot
    hint = f" {dot} slice next {dot} slice back {dot} slice on: `next` stays in it" if count else ""
    lines.append(Text(cut(text + hint, context.width, context.glyphs.cut), styles.QUIET))
    return Text("\n").join(lines)


def _slice_line(row: SliceRow, current: int, context: ViewContext) -> Text:
    here = row.step.step == current
    line = Text(f" {context.glyphs.here if here else ' '} ", styles.HERE)
    margin = context.glyphs.bar + " " if row.depth else ""
    code = f"{margin * min(row.depth, 6)}{safe(row.code)}"
    line.append(f"{row.step.step:>6}  {row.step.line:>5}  ", styles.QUIET).append(pad(code, 34))
    names = ", ".join(row.step.names)
    line.append(f"  {safe(names) if names else 'decides'}", styles.QUIET)
    return fitted(line, context)


def fitted(row: Text, context: ViewContext) -> Text:
    """A row cut to the width."""
    row.no_wrap = True
    row.truncate(context.width)
    return row
