"""`plan`: the stops on the way back to the predicted root cause."""

from __future__ import annotations

from rich.text import Text

from llmdb.commands.plan import PlanResult
from llmdb.engine.cause.plan import PlanStep
from llmdb.ui import styles
from llmdb.ui.context import ViewContext
from llmdb.ui.source import one_line
from llmdb.ui.text import cut, pad, safe
from llmdb.ui.views.dependencies import fitted

_CODE_WIDE = 34


def view_plan(result: object, context: object) -> Text:
    """Each stop with its values and the reason for it; the predicted root cause marked; what can be said next."""
    assert isinstance(result, PlanResult)
    assert isinstance(context, ViewContext)
    made, glyphs = result.made, context.glyphs
    what = f"{safe(made.name)} at step {made.step}" if made.name else f"step {made.step}"
    reason = one_line(result.reason)
    about = f"  ({reason})" if reason != what else ""
    lines = [Text(cut(f"output  {what}{about}", context.width, glyphs.cut), styles.QUIET)]
    wide = min(_CODE_WIDE, max(len(code) for code in result.code))
    for count, (stop, code) in enumerate(zip(made.plan, result.code, strict=True), 1):
        is_root = count == len(made.plan)
        lines.append(_stop_line(count, stop, pad(cut(safe(code), wide, glyphs.cut), wide), is_root, context))
        lines.append(fitted(Text(f"    {safe(stop.reason)}", styles.QUIET), context))
    lines += _next_lines(result, context)
    return Text("\n").join(lines)


def _stop_line(count: int, stop: PlanStep, code: str, is_root: bool, context: ViewContext) -> Text:
    line = (
        Text(f"{count:>3}  ").append(f"step {stop.step:>4}  line {stop.line:>3}  ", styles.QUIET).append(code)
    )
    tail = f"  suspicion {stop.suspiciousness:.2f}"
    mark = f"  {context.glyphs.came} predicted root" if is_root else ""
    room = context.width - line.cell_len - len(tail) - len(mark) - 2
    values = ", ".join(f"{name} = {one_line(value.repr)}" for name, value in stop.values)
    if room >= 6:
        line.append(f"  {pad(cut(safe(values), room, context.glyphs.cut), min(room, 14))}", styles.PLACE)
    return fitted(line.append(tail, styles.QUIET).append(mark, styles.BAD), context)


def _next_lines(result: PlanResult, context: ViewContext) -> list[Text]:
    made, dot = result.made, f" {context.glyphs.dot} "
    left = f"{made.remaining} of {made.total} steps remain"
    said = f"{dot}{result.judged} judged: {result.file}" if result.judged else ""
    example = f"right {made.root.name or 'condition'} {made.root.step}"
    hint = dot.join((f"`{example}`", "wrong NAME", "wrong path", "root", "unclear"))
    return [
        Text(cut(f"{left}{safe(said)}", context.width, context.glyphs.cut), styles.QUIET),
        Text(cut(f"say what you know: {hint}", context.width, context.glyphs.cut), styles.QUIET),
    ]
