"""`plan`: the stops on the way back to the predicted root cause."""

from __future__ import annotations

import textwrap

from rich.cells import cell_len
from rich.text import Text

from llmdb.commands.plan import PlanResult
from llmdb.locate.plan.planner import PlanStep
from llmdb.program.files import line_label
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.source import one_line
from llmdb.ui.text import cut, pad, safe

_BESIDE_CODE = 61
"""Columns of number, step, line, suspicion and mark."""
_NARROWEST = 12
_VALUE_WIDE = 24


def view_plan(result: object, context: object) -> Text:
    """Each stop with its values and the reason for it; the predicted root cause marked; what can be said next."""
    assert isinstance(result, PlanResult)
    assert isinstance(context, ViewContext)
    made, glyphs = result.made, context.glyphs
    what = f"{safe(made.name)} at step {made.step}" if made.name else f"step {made.step}"
    reason = one_line(result.reason)
    about = f"  ({reason})" if reason not in ("", what) else ""
    lines = [Text(cut(f"output  {what}{about}", context.width, glyphs.cut), styles.QUIET)]
    room = max(_NARROWEST, context.width - _BESIDE_CODE)
    wide = min(room, max(len(code) for code in result.code))
    for count, (stop, code) in enumerate(zip(made.plan, result.code, strict=True), 1):
        is_root = count == len(made.plan)
        lines.append(_stop_line(count, stop, pad(cut(safe(code), wide, glyphs.cut), wide), is_root, context))
        lines += _why_lines(stop, context)
    lines += _next_lines(result, context)
    return Text("\n").join(lines)


def _stop_line(count: int, stop: PlanStep, code: str, is_root: bool, context: ViewContext) -> Text:
    line = (
        Text(f"{count:>3}  ")
        .append(f"step {stop.step:>4}  line {line_label(stop.line):>3}  ", styles.QUIET)
        .append(code)
    )
    line.append(f"  suspicion {stop.suspiciousness:.2f}", styles.QUIET)
    return fitted(
        line.append(f"  {context.glyphs.came} predicted root" if is_root else "", styles.BAD), context
    )


def _why_lines(stop: PlanStep, context: ViewContext) -> list[Text]:
    """The values and the reason, in rows of its own where both do not fit into one."""
    values = ", ".join(
        f"{name} = {cut(one_line(value.repr), _VALUE_WIDE, context.glyphs.cut)}"
        for name, value in stop.values
    )
    line = Text("     ").append(values, styles.PLACE)
    reason = safe(f"  {stop.reason}" if values else stop.reason)
    if line.cell_len + cell_len(reason) <= context.width:
        return [line.append(reason, styles.QUIET)]
    rows = textwrap.wrap(reason.strip(), max(_NARROWEST, context.width - 5))
    return [
        *([fitted(line, context)] if values else []),
        *(fitted(Text(f"     {row}", styles.QUIET), context) for row in rows),
    ]


def _next_lines(result: PlanResult, context: ViewContext) -> list[Text]:
    made, dot = result.made, f" {context.glyphs.dot} "
    left = f"{made.remaining} of {made.total} visits of blocks remain"
    if not made.complete:
        left = f"{made.looked} steps were looked at one by one, the nearest to the output"
        others = made.remaining - made.looked
        more = f"of {others} farther ones each line counts once" if others else "none farther away was"
        left = f"{left}; {more}"
    said = [Text(f"{result.judged} judged, kept in {safe(result.file)}", styles.QUIET)] if result.file else []
    example = f"say what you know: `{safe(result.example)}`"
    ways = ("right NAME", "wrong NAME", "wrong path", "root", "unclear")
    hint = dot.join((example, *(way for way in ways if way.split()[0] != result.example.split()[0])))
    return [
        Text(left, styles.QUIET),
        *said,
        *(
            Text(row, styles.QUIET)
            for note in result.notes
            for row in textwrap.wrap(safe(note), context.width)
        ),
        *(Text(row, styles.QUIET) for row in textwrap.wrap(hint, context.width)),
    ]
