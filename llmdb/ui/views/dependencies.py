"""`deps` and `slice`: where a value came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from llmdb.commands.deps import DepsResult, ReadRow
from llmdb.commands.slicing import SliceResult, SliceRow
from llmdb.locate.slice_tree import Tie
from llmdb.program.files import line_label
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.source import one_line
from llmdb.ui.text import cut, safe
from llmdb.ui.views.library_claims import asked_lines
from llmdb.ui.views.session import coded
from llmdb.ui.views.steps import placed_lines

_NAMES = 24
"""Columns of the names in a row of a slice."""


def view_deps(result: object, context: object) -> Text:
    """A tree of what was read and what its writers had read, then the step that let this one run."""
    assert isinstance(result, DepsResult)
    assert isinstance(context, ViewContext)
    places = [f"back in line {line_label(result.under_way)}"] if result.under_way else []
    places += [placed(result.lines)] if result.lines else []
    lines = [Text(", ".join((f"step {result.step}", *places)), styles.QUIET)]
    if not result.tree:
        lines.append(Text(" reads no variable", styles.QUIET))
    control = result.control
    for place, read in enumerate(result.tree, 1):
        is_last = place == len(result.tree) and control is None
        lines += _branch_lines(read, "", is_last, context, result.tree[: place - 1])
    if control is not None:
        text = f" {context.glyphs.last} because {safe(control.condition)}  "
        text += f"{context.glyphs.came} step {control.step}, line {line_label(control.line)}"
        lines.append(Text(cut(text, context.width, context.glyphs.cut), styles.QUIET))
    if any(map(_is_cut_off, result.tree)):
        lines.append(
            coded(f" {context.glyphs.cut} N below: what the writer read; `deps NAME` at its step shows it")
        )
    if result.asked is not None:
        lines += asked_lines(result.asked, context)
    return Text("\n").join(lines)


def _is_cut_off(read: ReadRow) -> bool:
    """Whether what the writer of a row read is not shown, of it or of one under it."""
    return bool(read.hidden and not read.above) or any(map(_is_cut_off, read.above))


def placed(lines: tuple[int, ...]) -> str:
    """`line 9`, `lines 4-6`."""
    return f"line{'s' if len(lines) > 1 else ''} {placed_lines(lines)}"


def _branch_lines(
    read: ReadRow, margin: str, is_last: bool, context: ViewContext, before: Sequence[ReadRow]
) -> Iterator[Text]:
    """A read's row, without its value where a row just before it says it, and those of the reads under it."""
    glyphs = context.glyphs
    is_said = any((other.name, other.value) == (read.name, read.value) for other in before)
    yield _read_line(read, f" {margin}{glyphs.last if is_last else glyphs.fork} ", context, is_said)
    inner = margin + ("   " if is_last else f"{glyphs.bar}  ")
    for place, above in enumerate(read.above, 1):
        last = place == len(read.above) and not read.hidden
        yield from _branch_lines(above, inner, last, context, read.above[: place - 1])
    if read.hidden and read.above:
        yield Text(f" {inner}{glyphs.last} {glyphs.cut} {read.hidden} more", styles.QUIET)


def _read_line(read: ReadRow, margin: str, context: ViewContext, is_said: bool) -> Text:
    times = f" {context.glyphs.times}{read.count}" if read.count > 1 else ""
    written = (
        f"step {read.step}, line {line_label(read.line)}{times}"
        if read.step is not None
        else "from outside the snippet"
    )
    again = f"  {context.glyphs.back} above" if read.again else ""
    how = "prefix or test" if read.how == "prefix" else read.evidence or read.how
    deeper = f"  {context.glyphs.cut} {read.hidden} below" if read.hidden and not read.above else ""
    tail = f"  {context.glyphs.came} {written}  {how}{again}{deeper}"
    name = cut(safe(read.name), 24, context.glyphs.cut)
    room = max(8, min(30, context.width - len(margin) - len(name) - len(tail) - 2))
    line = Text(margin, styles.QUIET).append(name)
    if not is_said:
        line.append(" ").append(cut(one_line(read.value.repr), room, context.glyphs.cut))
    line.append(tail, styles.QUIET)
    if read.code:
        line.append(f"  {safe(read.code)}", styles.PLACE)
    return fitted(line, context)


def view_slice(result: object, context: object) -> Text:
    """A tree of lines from the name to what it came from, or went into, then the size of the whole slice."""
    assert isinstance(result, SliceResult)
    assert isinstance(context, ViewContext)
    lines: list[Text] = []
    if result.left_out:
        lines.append(Text(f" {context.glyphs.cut} {result.left_out} statements before these", styles.QUIET))
    for place, row in enumerate(result.tree, 1):
        is_last = place == len(result.tree)
        lines += (
            [_listed_line(row, result, context)]
            if result.listed
            else _slice_lines(row, "", is_last, result, context)
        )
    count, dot = result.count, context.glyphs.dot
    way = "went into" if result.forward else "came from"
    text = f"{safe(result.found.name or f'step {result.step}')} {way} {count} of {result.total} steps"
    hint = f" {dot} slice next {dot} slice back {dot} slice on: `next` stays in it" if count else ""
    if result.found.name is None and count <= 1:
        hint = f" {dot} it read nothing of other steps: `goto error`, `goto N` or `slice NAME`"
    lines.append(Text(cut(text + hint, context.width, context.glyphs.cut), styles.QUIET))
    return Text("\n").join(lines)


def _slice_lines(
    row: SliceRow, margin: str, is_last: bool, result: SliceResult, context: ViewContext
) -> Iterator[Text]:
    """A line's row, with the lines that it depends on and that stand elsewhere, and those under it."""
    glyphs, entry = context.glyphs, row.entry
    line = Text(f" {margin}{glyphs.last if is_last else glyphs.fork} ", styles.QUIET)
    line.append(_tie_text(entry.tie, context))
    times = f" {glyphs.times}{entry.count}" if entry.count > 1 else ""
    line.append(f"  step {entry.step}, line {line_label(entry.line)}{times}  ", styles.QUIET)
    line.append(safe(row.code), styles.PLACE)
    if entry.step == result.current:
        line.append(f"  {glyphs.here}", styles.HERE)
    if entry.above:
        others = "s" * (len(entry.above) > 1)
        numbers = ", ".join(map(line_label, entry.above))
        line.append(f"  {glyphs.back} line{others} {numbers}", styles.QUIET)
    yield fitted(line, context)
    inner = margin + ("   " if is_last else f"{glyphs.bar}  ")
    for place, below in enumerate(row.rows, 1):
        last = place == len(row.rows) and not entry.hidden
        yield from _slice_lines(below, inner, last, result, context)
    if entry.hidden:
        yield Text(f" {inner}{glyphs.last} {glyphs.cut} {entry.hidden} more", styles.QUIET)


def _tie_text(tie: Tie, context: ViewContext) -> Text:
    """`a, b`, `because`, `not taken: b`, `other key: d['b']`."""
    parts = [safe(", ".join(tie.names))] if tie.names else []
    parts += ["because"] if tie.control and not tie.names else []
    text = Text(cut("".join(parts), _NAMES, context.glyphs.cut), "" if tie.names else styles.QUIET)
    if not parts:
        for word, names in _left_out(tie)[:1]:
            text.append(word, styles.BAD).append(
                cut(f": {safe(', '.join(names))}", _NAMES, context.glyphs.cut)
            )
    return text


def _left_out(tie: Tie) -> list[tuple[str, tuple[str, ...]]]:
    """In words why a write is missing, with what it is of."""
    rows = (("not taken", tie.omitted), ("other key", tie.elsewhere))
    return [(word, names) for word, names in rows if names]


def _listed_line(row: SliceRow, result: SliceResult, context: ViewContext) -> Text:
    entry = row.entry
    line = Text(f" step {entry.step:>5}  line {line_label(entry.line):>3}  ", styles.QUIET).append(
        safe(row.code), styles.PLACE
    )
    if entry.step == result.current:
        line.append(f"  {context.glyphs.here}", styles.HERE)
    if entry.tie.names:
        line.append(f"  {safe(', '.join(entry.tie.names))}", styles.QUIET)
    for word, names in _left_out(entry.tie):
        line.append(f"  {word}", styles.BAD).append(f": {safe(', '.join(names))}", styles.QUIET)
    return fitted(line, context)
