"""After a move: where the cursor stands, the source around it, and the table of variables."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from llmdb.commands.results.common import Position, Stack
from llmdb.commands.state.kept_verdicts import judgement_of
from llmdb.events.model import RaisedException, Value
from llmdb.program.files import line_label
from llmdb.replay.model import CameBack, FrameInfo, Step
from llmdb.types import LineNo, StepNo
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.source import around, excerpt, highlighted, lines_of_statements, one_line
from llmdb.ui.text import cut, safe, scope_text, spread
from llmdb.ui.variables import rows_of, variable_table
from llmdb.ui.views.judgement import judgement_mark
from llmdb.ui.views.outcome import exception_text, outcome_note, outcome_text
from llmdb.ui.views.session import coded
from llmdb.ui.views.values import display_line, output_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from llmdb.ask.verdicts import CheckedVerdict

MOST_SOURCE_ROWS = 15
FEWEST_SOURCE_ROWS = 3
MOST_OUTPUT_ROWS = 4
MOST_MESSAGE_ROWS = 4
FEWEST_CODE_CELLS = 16
MOST_ALIKE = 6
"""Frames of a recursion at one line that are all listed."""


def view_position(result: object, context: object) -> Text:
    """The screen after a move, cut to the terminal: header, source, variables, exception, output."""
    assert isinstance(result, Position)
    assert isinstance(context, ViewContext)
    if result.silent:
        return Text()
    head = header(result, context)
    foot = _notes(result, context)
    changed = {**result.step.changed, **{name: result.after[name] for name in result.differs}}
    rows = rows_of(result.before, result.after, changed, result.assumed)
    source_rows, table_rows = _share(result, context, len(head.plain.split("\n")) + len(foot), len(rows) + 1)
    lines = [head]
    lines += source_around(result, context, source_rows)
    lines.append(Text("  " + context.glyphs.rule * max(10, min(context.width, 72) - 2), styles.NUMBER))
    lines += variable_table(rows, context, table_rows)
    lines += foot
    return Text("\n").join(lines)


def _share(result: Position, context: ViewContext, fixed: int, table: int) -> tuple[int, int | None]:
    """Rows for the source and for the table; the table's None is "as many as it has"."""
    wanted = min(MOST_SOURCE_ROWS, len(highlighted(result.source)))
    if context.height is None:
        return min(wanted, 11), None
    room = max(FEWEST_SOURCE_ROWS + 2, context.height - fixed - 1)
    table = min(table, max(room // 2, room - wanted))
    return max(FEWEST_SOURCE_ROWS, min(wanted, room - table)), table


def header(position: Position, context: ViewContext) -> Text:
    """`B5 ×3  totals(rows=…)  ← B4 ×2                    step 17 of 46`."""
    glyphs = context.glyphs
    step = position.step
    right = Text(f"step {step.number:,} of {position.total:,}", styles.PLACE)
    left = (
        Text("   ")
        .append(f"B{step.block}", styles.PLACE)
        .append(f" {glyphs.times}{step.occurrence}", styles.PLACE)
    )
    came = Text()
    if position.came_from:
        block, occurrence = position.came_from
        came.append(f"  {glyphs.came} B{block} {glyphs.times}{occurrence}", styles.QUIET)
    room = context.width - left.cell_len - came.cell_len - right.cell_len - 4
    if room < 12:
        came, room = Text(), room + came.cell_len
    frame = position.stack[position.selected] if position.stack else None
    name = frame_name(frame, context) if frame else scope_text(step.scope)
    depth = len(position.stack) - 1
    if 0 <= position.selected < depth:
        name = f"{name} {glyphs.dot} {depth - position.selected} up"
    if position.back_from is not None:
        name = f"{name}, {_came_back(position.back_from, context)}"
        came = Text()
        room = context.width - left.cell_len - right.cell_len - 4
    left.append("  ").append(
        cut(name, max(room, context.width - left.cell_len - 3, 8) if room < 8 else room, glyphs.cut)
    )
    left.append_text(came)
    return spread(left, right, context.width)


def _came_back(back: CameBack, context: ViewContext) -> str:
    """`back from f(x=1) → 2`: what gave control back, and with what."""
    if back.how == "ended":
        return f"after the body of {scope_text(back.scope)}"
    called = call_text(back.scope, back.arguments, context)
    if back.value is None:
        return f"back from {called}" + (", which raised" if back.how == "raised" else "")
    value = cut(one_line(back.value.repr), 24, context.glyphs.cut)
    return f"back from {called} {context.glyphs.to} {value}"


def call_text(scope: str, arguments: Mapping[str, Value], context: ViewContext) -> str:
    """`f(x=1)`; the bodies of classes and of the snippet by their names alone."""
    name = scope_text(scope)
    given = ", ".join(
        f"{safe(argument)}={cut(one_line(value.repr), 24, context.glyphs.cut)}"
        for argument, value in arguments.items()
    )
    return f"{name}({given})"


def frame_name(frame: FrameInfo, context: ViewContext) -> str:
    """`totals(rows=[[1, -2], [3]])`, long arguments cut; the snippet's own frame by its name alone."""
    name = scope_text(frame.scope)
    return name if name in ("module", "body") else call_text(frame.scope, frame.arguments, context)


def source_around(position: Position, context: ViewContext, rows: int) -> list[Text]:
    """The source with the block's lines lifted out and those that ran in this step marked."""
    step = position.step
    in_block = lines_of_statements(position.source, {*position.block.statement_lines, *step.lines})
    under_way = position.stack[position.selected].line if position.stack else position.block.lines[0]
    first = min(step.lines, default=under_way)
    last = max(step.lines, default=under_way)
    total = len(highlighted(position.source))
    if last - first >= rows:  # too far apart for one window: keep where the step ended in sight
        first = last = step.lines[-1] if step.lines else under_way
    return excerpt(
        position.source,
        context,
        window=around(first, last, total, rows),
        marks=_marks(position, context),
        block_lines=in_block - (position.earlier_lines - set(step.lines) - {under_way}),
        asides=_asides(position, context),
    )


def _marks(position: Position, context: ViewContext) -> dict[LineNo, tuple[str, str]]:
    marks = dict.fromkeys(position.stop_lines, (context.glyphs.stop, styles.STOP))
    step, lines = position.step, set(position.step.lines)
    if position.stack and (not lines or position.back_from is not None):
        lines.add(_goes_on_at(position))
    marks |= dict.fromkeys(lines, (context.glyphs.here, styles.HERE))
    if step.raised and step.raised.line:
        marks[step.raised.line] = (context.glyphs.bad, styles.BAD)
    return marks


def _goes_on_at(position: Position) -> LineNo:
    """The line of the statement that goes on as the step begins."""
    return max(position.earlier_lines, default=position.stack[position.selected].line)


def _asides(position: Position, context: ViewContext) -> dict[LineNo, str]:
    """What is said at the right of the last line: what was called, returned or yielded, which way a condition went."""
    step = position.step
    last = position.stack[position.selected].line if position.stack else 0
    said = []
    if step.taken is not None:
        said.append("true" if step.taken else "false")
    for word, value in (("returned", step.returned), ("yielded", step.yielded)):
        if value is not None:
            said.append(f"{word} {cut(one_line(value.repr), 32, context.glyphs.cut)}")
    if position.calls is not None:
        said.append(f"calls {frame_name(position.calls, context)}")
    if step.unwound is not None:
        said.append(f"left by {step.unwound.type}")
    return {last: f" {context.glyphs.dot} ".join(said)} if said and last else {}


def _notes(position: Position, context: ViewContext) -> list[Text]:
    """Lines below the table: exception, handler, why the move ended, displays, how the run ended."""
    step, glyphs = position.step, context.glyphs
    notes = []
    if step.raised:
        notes += _raised_lines(step, step.raised, context)
    if position.verdict is not None:
        notes.append(verdict_line(position.verdict, step.number, context))
    for stream, text in position.written:
        style = styles.BAD if stream == "stderr" else ""
        notes.append(Text(f" wrote to {stream}", styles.QUIET))
        notes += output_lines(text, context, style, most=MOST_OUTPUT_ROWS)
    notes += [display_line(shown, context) for shown in position.displays]
    if position.reason:
        notes.append(Text(f" {glyphs.stop} {safe(position.reason)}", styles.STOP))
    if position.outcome:
        notes.append(Text(" end of the recording: ", styles.QUIET).append(outcome_text(position.outcome)))
    notes = [fitted(note, context) for note in notes]
    if position.outcome and (said := outcome_note(position.outcome)):
        notes.append(Text(" ").append_text(coded(said)))
    return notes


def _raised_lines(step: Step, raised: RaisedException, context: ViewContext) -> list[Text]:
    """What was raised, a long message on several lines, and where it was caught."""
    caught = f"  {context.glyphs.to} caught at line {line_label(step.caught)}" if step.caught else ""
    import textwrap

    rows = textwrap.wrap(exception_text(raised), context.width - 3, break_long_words=True)
    if len(rows) > MOST_MESSAGE_ROWS:
        rest = " ".join(rows[MOST_MESSAGE_ROWS - 1 :])
        rows[MOST_MESSAGE_ROWS - 1 :] = [cut(rest, context.width - 3, context.glyphs.cut)]
    lines = [Text(f"   {row}", styles.BAD) for row in rows]
    lines[0] = Text(f" {context.glyphs.bad} {rows[0]}", styles.BAD)
    if cell_len(caught) > context.width - lines[-1].cell_len:
        return [*lines, Text(f" {caught}", styles.QUIET)]
    lines[-1].append(caught, styles.QUIET)
    return lines


def verdict_line(checked: CheckedVerdict, step: StepNo, context: ViewContext) -> Text:
    """`✗ acc is not reset for each row (gpt-4o, of step 12)`: a claim, marked as one."""
    verdict, glyphs = checked.verdict, context.glyphs
    mark = judgement_mark(judgement_of(checked), context)
    whence = safe(checked.by) + ("" if verdict.step == step else f", of step {verdict.step}")
    tail = f" ({whence}{'; the recording contradicts it' if checked.contradicted else ''})"
    room = max(12, context.width - len(tail) - 6)
    said = cut(one_line(verdict.explanation), room, glyphs.cut)
    return Text.assemble(
        " ", mark, (f" {glyphs.claim} ", styles.CLAIM_MARK), (said, styles.CLAIM), (tail, styles.QUIET)
    )


def view_stack(result: object, context: object) -> Text:
    """`where`: the frames, the innermost last, the shown one marked; then the position itself."""
    assert isinstance(result, Stack)
    assert isinstance(context, ViewContext)
    position = result.position
    chosen = _counted(result)
    lines = [
        line
        for _, alike in groupby(chosen, lambda pair: (pair[1].scope, pair[1].line))
        for line in _frames_alike([*alike], position, context)
    ]
    hidden = len(position.stack) - len(chosen)
    if hidden:
        side = "inner" if result.count is not None and result.count < 0 else "outer"
        left_out = f"   {context.glyphs.cut} {hidden} {side} frame{'' if hidden == 1 else 's'}"
        lines.insert(len(lines) if side == "inner" else 0, Text(left_out, styles.QUIET))
    if context.height is not None and len(lines) > context.height // 3:
        kept = max(2, context.height // 3)
        more = Text(f"   {context.glyphs.cut} {len(lines) - kept} outer frames", styles.QUIET)
        lines = [more, *lines[-kept:]]
    height = None if context.height is None else max(8, context.height - len(lines) - 1)
    below = view_position(position, replace(context, height=height))
    return Text("\n").join([*lines, Text(), below])


def _counted(stack: Stack) -> list[tuple[int, FrameInfo]]:
    """The frames to draw with their numbers: as many as were asked for."""
    every, count = [*enumerate(stack.position.stack)], stack.count
    if count is None:
        return every
    return every[:-count] if count < 0 else every[-max(1, count) :]


def _frames_alike(
    frames: Sequence[tuple[int, FrameInfo]], position: Position, context: ViewContext
) -> Iterator[Text]:
    """Frames at one line of one function, with their numbers; most of a deep recursion are only counted."""
    left_out = 0
    for place, (index, frame) in enumerate(frames):
        here = index == position.selected
        if len(frames) > MOST_ALIKE and 1 <= place < len(frames) - 2 and not here:
            left_out += 1
            continue
        if left_out:
            yield Text(
                f"   {context.glyphs.cut} {left_out} more at line {line_label(frame.line)}", styles.QUIET
            )
            left_out = 0
        yield _frame_line(frame, here, position.source, context)


def _frame_line(frame: FrameInfo, here: bool, source: str, context: ViewContext) -> Text:
    line = Text(f" {context.glyphs.here if here else ' '} ", styles.HERE)
    name = cut(frame_name(frame, context), max(10, context.width - 26), context.glyphs.cut)
    line.append(name, "bold" if here else "")
    line.append(f"  line {line_label(frame.line)} {context.glyphs.dot} step {frame.step}", styles.QUIET)
    rows = highlighted(source)
    if 1 <= frame.line <= len(rows) and context.width - line.cell_len >= FEWEST_CODE_CELLS:
        code = rows[frame.line - 1].copy()
        line.append("  ").append_text(code[len(code.plain) - len(code.plain.lstrip()) :])
    return fitted(line, context)
