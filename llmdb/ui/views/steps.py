"""Steps as tables: `trace` a page at a time, and `history` of one name."""

from __future__ import annotations

from collections.abc import Mapping

from rich.cells import cell_len
from rich.text import Text

from llmdb.commands.results.common import History, Rerun, TraceListing
from llmdb.commands.state.kept import Judgement
from llmdb.events.model import Value
from llmdb.replay.model import Step
from llmdb.types import StepNo
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.source import one_line
from llmdb.ui.text import cut, pad, safe, scope_text
from llmdb.ui.views.judgement import judgement_mark
from llmdb.ui.views.outcome import outcome_text, seconds_text
from llmdb.ui.views.position import view_position

NARROW = 60
MOST_ROWS = 1000
"""Rows that are drawn where nothing limits the height; `--json` gives all."""


def view_trace(result: object, context: object) -> Text:
    """The steps of one page, then how the run ended."""
    assert isinstance(result, TraceListing)
    assert isinstance(context, ViewContext)
    lines = [] if result.summary else _steps(result, context)
    lines.append(summary_line(result, context))
    return Text("\n").join(lines)


def view_rerun(result: object, context: object) -> Text:
    """`run`: how the new run ended, then its first step."""
    assert isinstance(result, Rerun)
    assert isinstance(context, ViewContext)
    summary = view_trace(result.listing, context)
    return (
        summary
        if result.position is None
        else Text("\n").join([summary, view_position(result.position, context)])
    )


def last_shown(result: TraceListing, context: ViewContext) -> int:
    """The last step that one page of the listing shows."""
    page = MOST_ROWS if context.height is None else max(3, context.height - 4)
    return min(result.last, result.first + page - 1) if result.paged else result.last


def _steps(result: TraceListing, context: ViewContext) -> list[Text]:
    last = last_shown(result, context)
    steps = list(result.trace.steps(result.first, last))
    if not steps:
        return [Text("no steps", styles.QUIET)]
    lines = step_table(steps, context, result.current, result.verdicts)
    if last < result.last:
        more = f"{context.glyphs.cut} {result.last - last:,} more steps: Enter or `trace {last + 1}`"
        lines.append(Text(f"   {more}", styles.QUIET))
    return lines


def step_table(
    steps: list[Step], context: ViewContext, current: int, verdicts: Mapping[StepNo, Judgement]
) -> list[Text]:
    """Number, block, frame, lines, what each step changed, and before the number the verdict on it."""
    glyphs = context.glyphs
    numbers = max(4, len(str(steps[-1].number)))
    blocks = [f"B{step.block} {glyphs.times}{step.occurrence}" for step in steps]
    frames = [_frame(step) for step in steps]
    lines = [lines_text(step.lines) for step in steps]
    wide_block = max(5, *map(cell_len, blocks))
    wide_frame = 0 if context.width < NARROW else min(22, max(5, *map(cell_len, frames)))
    wide_lines = min(9, max(5, *map(cell_len, lines)))
    head = ("   " if not verdicts else "     ") + "step".rjust(numbers) + "  " + pad("block", wide_block + 2)
    head += (pad("frame", wide_frame + 2) if wide_frame else "") + pad("lines", wide_lines + 2) + "changed"
    rows = [Text(head, styles.QUIET)]
    for step, block, frame, span in zip(steps, blocks, frames, lines, strict=True):
        here = step.number == current
        row = Text(f" {glyphs.here if here else ' '} ", styles.HERE)
        if verdicts:
            row.append_text(_judged(verdicts.get(step.number), context))
        row.append(f"{step.number:>{numbers}}  ", styles.HERE if here else "")
        row.append(pad(block, wide_block + 2), styles.PLACE)
        if wide_frame:
            row.append(pad(cut(frame, wide_frame, glyphs.cut), wide_frame + 2), styles.QUIET)
        row.append(pad(cut(span, wide_lines, glyphs.cut), wide_lines + 2))
        row.append_text(_effect(step, context, context.width - row.cell_len))
        rows.append(row)
    return [fitted(row, context) for row in rows]


def _judged(said: Judgement | None, context: ViewContext) -> Text:
    mark = Text() if said is None else judgement_mark(said, context)
    return mark.append(" " * (2 - mark.cell_len))


def _frame(step: Step) -> str:
    scope = scope_text(step.scope)
    return scope if step.frame == 1 else f"{scope} #{step.frame}"


def lines_text(lines: tuple[int, ...]) -> str:
    """`9`, `4-6` for lines in a row, `9,12` for others."""
    if len(lines) > 1 and list(lines) == list(range(lines[0], lines[0] + len(lines))):
        return f"{lines[0]}-{lines[-1]}"
    return ",".join(map(str, lines))


def _effect(step: Step, context: ViewContext, room: int) -> Text:
    if step.raised:
        message = f"{context.glyphs.bad} {one_line(step.raised.text)}"
        caught = f" {context.glyphs.to} line {step.caught}" if step.caught else ""
        return Text(cut(message + caught, room, context.glyphs.cut), styles.BAD)
    return changes_text(step.changed, context, room)


def changes_text(changed: Mapping[str, Value], context: ViewContext, room: int) -> Text:
    """`acc=4  out=[1, 4]`, cut so that every changed name is seen if it can be."""
    drawn = Text()
    left = len(changed)
    for name, value in changed.items():
        share = max(len(name) + 6, (room - drawn.cell_len) // max(1, left) - 2)
        left -= 1
        shown = cut(one_line(value.repr), max(3, share - len(name) - 1), context.glyphs.cut)
        if drawn.cell_len + len(name) + 4 > room:
            drawn.append(f" +{left + 1}", styles.QUIET)
            break
        drawn.append(("  " if drawn.plain else "") + f"{safe(name)}=", styles.QUIET).append(shown)
    return drawn


def summary_line(result: TraceListing, context: ViewContext) -> Text:
    """`46 steps in 3 ms · the program finished · 12 bytes a step`."""
    trace, dot = result.trace, context.glyphs.dot
    count = len(trace)
    each = f" {dot} {trace.stored_bytes / count:.0f} bytes a step" if count else ""
    took = f"{count:,} step{'s' * (count != 1)} in {seconds_text(trace.seconds)}"
    text = f"{took} {dot} {outcome_text(trace.outcome)}"
    if cell_len(text + each) <= context.width:
        text += each
    return Text(cut(text, context.width, context.glyphs.cut), styles.QUIET)


def view_history(result: object, context: object) -> Text:
    """The values a name took; the one in force at the current step is marked."""
    assert isinstance(result, History)
    assert isinstance(context, ViewContext)
    rows = MOST_ROWS if context.height is None else max(3, context.height - 3)
    near = result.entries.near(result.current, rows)
    entries, hidden = near.entries, near.left
    in_force = max((e.step for e in entries if e.step <= result.current), default=None)
    if len(entries) > rows:
        middle = next((i for i, e in enumerate(entries) if e.step == in_force), 0)
        first = max(0, min(middle - rows // 2, len(entries) - rows))
        hidden, entries = hidden + len(entries) - rows, entries[first : first + rows]
    lines = [Text(f"   {'step':>6}  {'line':>5}  value", styles.QUIET)]
    for entry in entries:
        here = entry.step == in_force
        place = f"  B{entry.block} {context.glyphs.times}{entry.occurrence}"
        if here:
            place += f"  {context.glyphs.came} here"
        line = Text(
            f" {context.glyphs.here if here else ' '} {entry.step:>6}  {entry.line:>5}  ",
            "bold" if here else "",
        )
        room = max(8, context.width - line.cell_len - len(place))
        shown = cut(one_line(entry.value.repr), room, context.glyphs.cut)
        line.append(pad(shown, 12) if room > 14 else shown, "bold" if here else "").append(
            place, styles.QUIET
        )
        lines.append(fitted(line, context))
    if hidden:
        count = f"{hidden:,}" if near.is_exact else f"up to {hidden:,}"
        lines.append(Text(f"   {context.glyphs.cut} {count} more values", styles.QUIET))
    return Text("\n").join(lines)
