"""Steps as a table, a page at a time: `trace`, and what `run` shows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rich.cells import cell_len
from rich.text import Text

from llmdb.commands.results.common import Rerun, TraceListing
from llmdb.commands.state.kept_verdicts import Judgement
from llmdb.events.model import Value
from llmdb.program.files import file_name, line_label, shown_line, shows_several_files
from llmdb.replay.model import Step
from llmdb.runner.interpreter import short
from llmdb.runner.model import RunOptions
from llmdb.types import FrameId, StepNo
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.source import one_line
from llmdb.ui.text import cut, pad, safe, scope_text
from llmdb.ui.views.judgement import judgement_mark
from llmdb.ui.views.outcome import outcome_note, outcome_text, seconds_text
from llmdb.ui.views.position import view_position
from llmdb.ui.views.session import coded

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
    """`run`: the options that are not as always, how the new run ended, then its first step."""
    assert isinstance(result, Rerun)
    assert isinstance(context, ViewContext)
    lines = [view_trace(result.listing, context)]
    if changed := options_text(result.options):
        lines.insert(0, Text(f"with {changed}", styles.QUIET))
    if (result.position is None or result.position.outcome is None) and (
        said := outcome_note(result.listing.trace.outcome)
    ):
        lines.append(coded(said))
    if result.position is not None:
        lines.append(view_position(result.position, context))
    return Text("\n").join(lines)


def options_text(options: RunOptions) -> str:
    """`--here --timeout 60`: the options of a run that are not as always; "" for none."""
    usual, limits = RunOptions(), options.limits
    words = ["--here"] if options.here else []
    if options.python is not None:
        words.append(f"--python {short(Path(options.python.executable))}")
    if options.sandbox != usual.sandbox:
        words.append(f"--sandbox {options.sandbox}")
    for name, now, always in (
        ("--max-steps", limits.max_steps, usual.limits.max_steps),
        ("--timeout", limits.timeout_s, usual.limits.timeout_s),
        ("--max-memory", limits.max_memory_mib, usual.limits.max_memory_mib),
        ("--checkpoints", options.checkpoints, usual.checkpoints),
    ):
        if now != always:
            words.append(f"{name} {now:.15g}")
    return " ".join([*words, *(["--stdin"] if options.stdin is not None else [])])


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
    frames = [frame_text(step.scope, step.frame) for step in steps]
    named = context.width < NARROW  # else the frame says of which file they are
    lines = [(placed_lines if named else lines_text)(step.lines) for step in steps]
    wide_block = max(5, *map(cell_len, blocks))
    wide_frame = 0 if context.width < NARROW else min(22, max(5, *map(cell_len, frames)))
    wide_lines = min(24 if named and shows_several_files() else 9, max(5, *map(cell_len, lines)))
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


def frame_text(scope: str, frame: FrameId) -> str:
    """`totals #3`: the calls of one function are told apart by the number of the frame."""
    name = scope_text(scope)
    return name if frame == 1 else f"{name} #{frame}"


def lines_text(lines: tuple[int, ...]) -> str:
    """`9`, `4-6` for lines in a row, `9,12` for others; each line once. They are numbered as in their file."""
    lines = tuple(dict.fromkeys(map(shown_line, lines)))
    if len(lines) > 1 and list(lines) == list(range(lines[0], lines[0] + len(lines))):
        return f"{lines[0]}-{lines[-1]}"
    return ",".join(map(str, lines))


def placed_lines(lines: tuple[int, ...]) -> str:
    """As `lines_text`, with their file before them where there are several: `helpers.py:4-6`."""
    return (
        f"{file_name(lines[0])}:{lines_text(lines)}" if lines and shows_several_files() else lines_text(lines)
    )


def _effect(step: Step, context: ViewContext, room: int) -> Text:
    if step.raised:
        message = f"{context.glyphs.bad} {one_line(step.raised.text)}"
        caught = f" {context.glyphs.to} line {line_label(step.caught)}" if step.caught else ""
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
