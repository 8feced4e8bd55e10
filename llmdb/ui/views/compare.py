"""`compare`: what differs from the run of a correct program, or of another version of the run."""

from __future__ import annotations

from rich.text import Text

from llmdb.commands.compare import ComparisonResult
from llmdb.locate.compare.compared_judgements import format_displaced
from llmdb.locate.compare.comparison import JudgedValue
from llmdb.locate.compare.run_alignment import Missed
from llmdb.program.files import line_label
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.source import one_line
from llmdb.ui.text import cut, cut_pair, pad, safe

_ROWS = 12
_DISPLACED = 4
_CODE_WIDE = 28
_NARROW, _CODE_NARROW = 96, 16
"""Below so many columns the code has fewer, and the first wrong value is marked at the line's beginning alone."""


def view_comparison(result: object, context: object) -> Text:
    """A row for each wrong value, the first marked; the wrong condition; what the two runs have in common."""
    assert isinstance(result, ComparisonResult)
    assert isinstance(context, ViewContext)
    found, glyphs = result.found, context.glyphs
    ours, theirs = result.visits
    head = f"{ours} blocks run beside {theirs} of {safe(result.against)}, {found.aligned} statements aligned"
    lines = [fitted(Text(head, styles.QUIET), context)]
    first, rows = found.first_wrong, list(zip(found.wrong, result.code, strict=True))
    if not result.is_judged:
        rows.sort(key=lambda row: row[0].step)
    shown = rows[:_ROWS]
    if first is not None and first not in [value for value, _ in shown]:
        shown = [next(row for row in rows if row[0] is first), *shown[:-1]]
    most = _CODE_WIDE if context.width >= _NARROW else _CODE_NARROW
    wide = min(most, max((len(code) for _, code in shown), default=0))
    against = "expected" if result.is_judged else f"in {result.against}"
    lines += [
        _value_line(value, against, pad(cut(safe(code), wide, glyphs.cut), wide), value is first, context)
        for value, code in shown
    ]
    if len(rows) > len(shown):
        more = "" if found.all_judged else ", and later ones"
        lines.append(
            Text(
                f"   {glyphs.cut} {len(rows) - len(shown)} more {'wrong ' if result.is_judged else ''}values{more}",
                styles.QUIET,
            )
        )
    if found.control is not None:
        control = found.control
        text = f"   step {control.step:>4}  line {line_label(control.line):>3}  {safe(control.condition)}"
        line = Text(text).append(f"  went {control.taken}, {against} {control.expected}", styles.BAD)
        lines.append(fitted(line, context))
    lines += [_displaced_line(missed, found.cause is missed, context) for missed in found.missed[:_DISPLACED]]
    if not rows and found.control is None:
        lines.append(Text("no aligned value differs, and every condition went the same way", styles.QUIET))
    if not found.complete:
        lines.append(Text("the runs are long: their beginnings were compared", styles.QUIET))
    if result.ended.kind != "finished":
        why = result.ended.exception.type if result.ended.exception else result.ended.kind
        either = " either" if result.is_judged else ""
        lines.append(
            fitted(
                Text(f"{safe(result.against)} does not run to its end{either}: {why}", styles.BAD), context
            )
        )
    if not result.is_judged:
        return Text("\n").join(lines)
    kept = (
        f"kept in {safe(result.file)}"
        if result.file
        else "kept for this session only: no file can be written"
    )
    lines += [Text(kept, styles.QUIET), Text("`plan` and `hunt` use it", styles.QUIET)]
    return Text("\n").join(lines)


def _displaced_line(missed: Missed, is_cause: bool, context: ViewContext) -> Text:
    """A statement that is missing, extra or moved; marked where the programs differ by nothing else."""
    statement = missed.statement
    where = f"step {missed.step:>4}" if missed.step is not None else " " * 9
    line = Text(f"   {where}  line {line_label(statement.line or statement.before):>3}  ", styles.QUIET)
    line.append(safe(statement.text)).append(f"  {format_displaced(statement)}", styles.BAD)
    return fitted(line.append("  the only difference" if is_cause else "", styles.BAD), context)


def _value_line(value: JudgedValue, against: str, code: str, is_first: bool, context: ViewContext) -> Text:
    """A value beside the other run's; `against` says what that is."""
    glyphs, is_judged = context.glyphs, against == "expected"
    line = Text(f" {glyphs.here if is_first else ' '} ", styles.HERE)
    line.append(f"step {value.step:>4}  line {line_label(value.line):>3}  ", styles.QUIET)
    line.append(code)
    mark = "  first wrong" if is_judged and is_first and context.width >= _NARROW else ""
    room = max(14, context.width - line.cell_len - len(value.name) - len(mark) - len(against) - 5)
    texts = one_line(value.value.repr), one_line(value.expected.repr)
    real, expected = cut_pair(*texts, room // 2, glyphs.cut)
    line.append(f"  {safe(value.name)} ", styles.PLACE)
    line.append(real, styles.BAD if is_judged else "")
    line.append(f" {against} ", styles.QUIET)
    line.append(expected, styles.GOOD if is_judged else "")
    return fitted(line.append(mark, styles.BAD), context)
