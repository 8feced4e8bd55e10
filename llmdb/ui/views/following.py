"""What became of a name, as tables: `history` and `who`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from rich.cells import cell_len
from rich.text import Text

from llmdb.commands.following import History, Writers
from llmdb.program.files import line_label, shown_line
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.source import one_line
from llmdb.ui.text import cut, pad, safe
from llmdb.ui.views.steps import MOST_ROWS, NARROW, frame_text

if TYPE_CHECKING:
    from llmdb.replay.changes import Found
    from llmdb.replay.model import HistoryEntry, Write
    from llmdb.types import StepNo

WIDEST_FRAME = 20
_Entry = TypeVar("_Entry", bound="HistoryEntry | Write")


def view_history(result: object, context: object) -> Text:
    """The values a name took; the one in force at the current step is marked."""
    assert isinstance(result, History)
    assert isinstance(context, ViewContext)
    entries, hidden, in_force = _page(result.entries, result.current, result.of, "values", context)
    frames = _frames(entries, context)
    lines = [*_of(result.name, result.of), _head(frames, context, "value")]
    for number, (entry, frame) in enumerate(zip(entries, frames, strict=True)):
        here = entry.step == in_force
        place = f"  B{entry.block} {context.glyphs.times}{entry.occurrence}"
        if here:
            place += f"  {context.glyphs.came} here"
        line = _row(entry, frame, frames, here, context)
        room = max(8, context.width - line.cell_len - len(place))
        shown = cut(one_line(_value_text(entry, entries[number + 1 :])), room, context.glyphs.cut)
        line.append(pad(shown, 12) if room > 14 else shown, "bold" if here else "").append(
            place, styles.QUIET
        )
        lines.append(fitted(line, context))
    return Text("\n").join([*lines, *hidden])


def _value_text(entry: HistoryEntry, later: Sequence[HistoryEntry]) -> str:
    """The value as text; of an object that a call or an operator was changing then, where it is known again."""
    if not _is_being_changed(entry):
        return entry.value.repr
    over = next((other.step for other in later if not _is_being_changed(other)), None)
    return entry.value.repr if over is None else f"<{entry.value.type} being changed until step {over}>"


def _is_being_changed(entry: HistoryEntry) -> bool:
    return entry.value.repr == f"<{entry.value.type} being changed>"


def view_writers(result: object, context: object) -> Text:
    """What wrote a name, and how; the last write up to the current step is marked."""
    assert isinstance(result, Writers)
    assert isinstance(context, ViewContext)
    writes, hidden, in_force = _page(result.writes, result.current, result.of, "writes", context)
    frames = _frames(writes, context)
    hows = [safe(write.by or write.how) for write in writes]
    wide = max(3, *map(cell_len, hows))
    lines = [*_of(result.name, result.of), _head(frames, context, f"{pad('how', wide)}  value")]
    for write, frame, how in zip(writes, frames, hows, strict=True):
        here = write.step == in_force
        line = _row(write, frame, frames, here, context)
        line.append(f"{pad(how, wide)}  ", styles.QUIET)
        text = context.glyphs.none if write.value is None else one_line(write.value.repr)
        place = f"  {context.glyphs.came} here" if here else ""
        room = max(8, context.width - line.cell_len - len(place))
        line.append(cut(text, room, context.glyphs.cut), "bold" if here else "").append(place, styles.QUIET)
        lines.append(fitted(line, context))
    return Text("\n").join([*lines, *hidden])


def _page(
    found: Found[_Entry], current: StepNo, of: str, called: str, context: ViewContext
) -> tuple[Sequence[_Entry], list[Text], StepNo | None]:
    """The entries around the current step, a line about those left out, and the step of the one in force."""
    rows = MOST_ROWS if context.height is None else max(3, context.height - 3 - bool(of))
    near = found.near(current, rows)
    entries, left = near.entries, near.left
    in_force = max((entry.step for entry in entries if entry.step <= current), default=None)
    if len(entries) > rows:
        middle = next((i for i, entry in enumerate(entries) if entry.step == in_force), 0)
        first = max(0, min(middle - rows // 2, len(entries) - rows))
        left, entries = left + len(entries) - rows, entries[first : first + rows]
    count = f"{left:,}" if near.is_exact else f"up to {left:,}"
    text = f"   {context.glyphs.cut} {count} more {called}: `goto N` shows those around step N"
    more = [fitted(Text(text, styles.QUIET), context)] if left else []
    return entries, more + stopped_line(found.looked_at), in_force


def stopped_line(looked_at: tuple[StepNo, StepNo] | None) -> list[Text]:
    """How far it was looked, where Ctrl-C ended that."""
    return (
        [] if looked_at is None else [Text(f"stopped: looked at steps {looked_at[0]:,} to {looked_at[1]:,}")]
    )


def _of(name: str, of: str) -> list[Text]:
    """Which object is followed, where one is."""
    return [Text(f"{safe(name)} of {safe(of)}", styles.QUIET)] if of else []


def _frames(entries: Sequence[HistoryEntry | Write], context: ViewContext) -> list[str]:
    """The frame of each entry; "" where all are the module's, or there is no room."""
    if context.width < NARROW or all(entry.frame == 1 for entry in entries):
        return [""] * len(entries)
    return [cut(frame_text(entry.scope, entry.frame), WIDEST_FRAME, context.glyphs.cut) for entry in entries]


def _head(frames: Sequence[str], context: ViewContext, rest: str) -> Text:
    wide = _wide(frames)
    column = f"{pad('frame', wide)}  " if wide else ""
    return fitted(Text(f"   {'step':>6}  {'line':>5}  {column}{rest}", styles.QUIET), context)


def _wide(frames: Sequence[str]) -> int:
    return max(5, *map(cell_len, frames)) if any(frames) else 0


def _row(
    entry: HistoryEntry | Write, frame: str, frames: Sequence[str], here: bool, context: ViewContext
) -> Text:
    mark = context.glyphs.here if here else " "
    number = shown_line(entry.line) if frame else line_label(entry.line)
    line = Text(f" {mark} {entry.step:>6}  {number:>5}  ", "bold" if here else "")
    if wide := _wide(frames):
        line.append(f"{pad(frame, wide)}  ", styles.QUIET)
    return line
