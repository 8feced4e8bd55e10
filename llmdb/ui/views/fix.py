"""`fix`, `diff`, `versions`: a proposal seen before it is taken."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from rich.text import Text

from llmdb.commands.fix import FixResult
from llmdb.commands.versions import Changed, DiffResult, VersionList
from llmdb.locate.compare.version_difference import RunDifference
from llmdb.repair.deciding_question import Question
from llmdb.repair.rounds import Round
from llmdb.runner.visible_tests import TestOutcome
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.source import as_written, one_line
from llmdb.ui.text import cut, safe, scope_text
from llmdb.ui.views.usage import usage_line

MOST_DIFFERENCES = 4
MOST_ANSWER_LINES = 6


def diff_lines(diff: str, context: ViewContext) -> list[Text]:
    """A unified diff, added lines green, removed red; where there are several changes, each has its number."""
    styled = {"+": styles.GOOD, "-": styles.BAD, "@": styles.PLACE}
    rows = [row for row in diff.split("\n") if row]
    starts = _change_starts(rows)
    numbers = {start: number for number, start in enumerate(starts, start=1)} if len(starts) > 1 else {}
    lines = []
    for place, row in enumerate(rows):
        line = Text(f"{numbers.get(place, ''):>2} ", styles.COMMAND)
        line.append(cut(safe(row, keep="\t"), context.width - 3, context.glyphs.cut), styled.get(row[0], ""))
        lines.append(line)
    return lines


def _change_starts(rows: Sequence[str]) -> list[int]:
    """Where each stretch of removed and added lines begins: what `accept` calls a hunk."""
    changed = [row[0] in "+-" for row in rows]
    return [n for n, is_changed in enumerate(changed) if is_changed and not (n and changed[n - 1])]


def view_fix(result: object, context: object) -> Text:
    """The diff, the tests before and after, what differs in the run, and what can be done next."""
    assert isinstance(result, FixResult)
    assert isinstance(context, ViewContext)
    repair = result.repair
    lines = _proposal_lines(result, context)
    for made in repair.rounds:
        if made.answer:
            lines += _unusable_lines(made, context)
    if len(repair.rounds) > 1:
        lines += _round_lines(repair.rounds, context)
    if repair.note:
        rows = textwrap.wrap(safe(repair.note), max(20, context.width - 1))
        lines += [Text(f" {row}", styles.QUIET) for row in rows]
    if result.question is not None:
        lines += _question_lines(result.question, context)
    if repair.usage is not None:
        lines.append(usage_line(repair.usage, context))
    if result.version is not None:
        dot = f" {context.glyphs.dot} "
        actions = ("accept", "reject", "edit", *(("accept 1,2",) if _hunks(result) > 1 else ()), "diff")
        lines.append(Text(dot.join(actions), styles.COMMAND))
    return Text("\n").join(lines)


def _question_lines(question: Question, context: ViewContext) -> list[Text]:
    """The call that decides, and for each value the command that says that it is right."""
    lines = [fitted(Text(" which is right?  ", styles.ASSUMED).append(safe(question.shown)), context)]
    for number, answer in enumerate(question.answers, start=1):
        row = Text(f"   fix right {number}", styles.COMMAND).append(f"   {one_line(answer.value)}", "")
        by = " by the proposal" if number == 1 else f" by: {one_line(answer.change.what)}"
        lines.append(fitted(row.append(f"  {by}", styles.QUIET), context))
    return lines


def _proposed(result: FixResult) -> Round:
    """The round that is proposed: the last whose answer could be used."""
    return [made for made in result.repair.rounds if made.diff][-1]


def _hunks(result: FixResult) -> int:
    return len(_change_starts([row for row in _proposed(result).diff.split("\n") if row]))


def _proposal_lines(result: FixResult, context: ViewContext) -> list[Text]:
    if result.version is None:
        return [Text("no proposal", styles.BAD)]
    made = _proposed(result)
    rows = textwrap.wrap(safe(result.repair.warning), max(20, context.width - 3))
    lines = [Text(f" {'!' if place == 0 else ' '} {row}", styles.BAD) for place, row in enumerate(rows)]
    lines += [Text(f"proposal v{result.version}", styles.FRAME), *diff_lines(made.diff, context)]
    lines += _test_lines(result.repair.before, made.tests, context)
    if result.difference is not None:
        lines += _difference_lines(result.difference, context)
    return lines


def _unusable_lines(made: Round, context: ViewContext) -> list[Text]:
    """Why an answer is no program, and how it begins."""
    lines = [Text(f" {cut(safe(made.problem), context.width - 1, context.glyphs.cut)}", styles.BAD)]
    rows = [row for row in made.answer.split("\n") if row.strip()]
    for row in rows[:MOST_ANSWER_LINES]:
        lines.append(
            Text("  " + cut(safe(row, keep="\t"), context.width - 2, context.glyphs.cut), styles.CLAIM)
        )
    if len(rows) > MOST_ANSWER_LINES:
        lines.append(Text(f"  and {len(rows) - MOST_ANSWER_LINES} more lines", styles.QUIET))
    lines.append(Text(" it is kept: `versions` lists it, `edit N` opens it", styles.QUIET))
    return lines


def _round_lines(rounds: Sequence[Round], context: ViewContext) -> list[Text]:
    """How many tests each round's version passed."""
    dot = f" {context.glyphs.dot} "
    said = [f"round {made.number}: {_passed_text(made)}" for made in rounds]
    return [Text(" " + cut(dot.join(said), context.width - 1, context.glyphs.cut), styles.QUIET)]


def _passed_text(made: Round) -> str:
    if made.answer:
        return "no program"
    if not made.tests:
        return "ran to its end" if made.passed else "still fails"
    return f"{sum(test.passed for test in made.tests)} of {len(made.tests)} tests pass"


def _test_lines(
    before: tuple[TestOutcome, ...], after: tuple[TestOutcome, ...], context: ViewContext
) -> list[Text]:
    if not after:
        return [Text(" tests  none: nothing was checked but that it runs", styles.ASSUMED)]
    glyphs = context.glyphs
    lines = []
    for number, test in enumerate(after, start=1):
        old = before[number - 1].passed if number <= len(before) else False
        row = Text(f" test {number}  ")
        for passed in (old, test.passed):
            row.append(glyphs.good if passed else glyphs.bad, styles.GOOD if passed else styles.BAD)
            row.append(f" {glyphs.to} " if passed is old and row.plain.count(glyphs.to) == 0 else "  ")
        row.append(safe(test.test), styles.QUIET)
        if not test.passed:
            row.append(f"  got {one_line(test.got)}", styles.BAD)
        lines.append(fitted(row, context))
    return lines


def _difference_lines(difference: RunDifference, context: ViewContext) -> list[Text]:
    glyphs = context.glyphs
    lines = [Text(f" run    {difference.old_visits} {glyphs.to} {difference.new_visits} visits of blocks")]
    for value in difference.values[:MOST_DIFFERENCES]:
        change = f"{value.name} {one_line(value.old)} {glyphs.to} {one_line(value.new)}"
        text = f"B{value.block} {glyphs.times}{value.occurrence}: {change}"
        lines.append(Text("        " + cut(text, context.width - 8, glyphs.cut)))
    left = len(difference.values) - MOST_DIFFERENCES
    if left > 0:
        lines.append(
            Text(f"        and {left} more value{' differs' if left == 1 else 's differ'}", styles.QUIET)
        )
    for scope, statement, old, new in difference.counts[:MOST_DIFFERENCES]:
        place = f" in {scope_text(scope)}" if scope != "<module>" else ""
        text = f"`{one_line(as_written(statement))}`{place} ran {old} {glyphs.to} {new} times"
        lines.append(Text("        " + cut(text, context.width - 8, glyphs.cut), styles.QUIET))
    return lines


def view_changed(result: object, context: object) -> Text:
    """What was done, and the difference."""
    assert isinstance(result, Changed)
    assert isinstance(context, ViewContext)
    return Text("\n").join([*diff_lines(result.diff, context), Text(safe(result.text, keep="\n"))])


def view_diff(result: object, context: object) -> Text:
    """Two versions."""
    assert isinstance(result, DiffResult)
    assert isinstance(context, ViewContext)
    head = Text(f"v{result.old} {context.glyphs.to} v{result.new}   {result.hunks} hunks", styles.FRAME)
    return Text("\n").join([head, *diff_lines(result.diff, context)])


def view_versions(result: object, context: object) -> Text:
    """All versions, the current one marked."""
    assert isinstance(result, VersionList)
    assert isinstance(context, ViewContext)
    lines = []
    for version in result.versions:
        mark = context.glyphs.here if version.number == result.current else " "
        row = Text(
            f" {mark} v{version.number:<3} {safe(version.origin)}", styles.FRAME if mark != " " else ""
        )
        if version.problem:
            row.append(f"   {one_line(version.problem)}", styles.BAD)
        if version.number == result.proposal:
            row.append("   proposal: `accept` takes it", styles.COMMAND)
        lines.append(fitted(row, context))
    return Text("\n").join(lines)
