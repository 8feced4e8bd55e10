"""`fix`, `diff`, `versions`: a proposal seen before it is taken."""

from __future__ import annotations

from rich.text import Text

from llmdb.commands.fix import FixResult
from llmdb.commands.versions import Changed, DiffResult, VersionList
from llmdb.engine.alignment import RunDifference
from llmdb.engine.visible_tests import TestOutcome
from llmdb.ui import styles
from llmdb.ui.context import ViewContext
from llmdb.ui.source import one_line
from llmdb.ui.text import cut, safe
from llmdb.ui.views.usage import usage_line

MOST_DIFFERENCES = 4


def diff_lines(diff: str, context: ViewContext) -> list[Text]:
    """A unified diff, added lines green, removed red."""
    styled = {"+": styles.GOOD, "-": styles.BAD, "@": styles.PLACE}
    rows = [row for row in diff.split("\n") if row]
    return [
        Text("  " + cut(safe(row, keep="\t"), context.width - 2, context.glyphs.cut), styled.get(row[0], ""))
        for row in rows
    ]


def view_fix(result: object, context: object) -> Text:
    """The diff, the tests before and after, what differs in the run, and what can be done next."""
    assert isinstance(result, FixResult)
    assert isinstance(context, ViewContext)
    repair = result.repair
    lines: list[Text] = []
    if result.version is None:
        lines.append(Text("no proposal", styles.BAD))
        lines += [Text(safe(made.problem, keep="\n"), styles.CLAIM) for made in repair.rounds if made.problem]
    else:
        lines.append(Text(f"proposal v{result.version}", styles.FRAME))
        lines += diff_lines(repair.rounds[-1].diff, context)
        lines += _test_lines(repair.before, repair.rounds[-1].tests, context)
        if result.difference is not None:
            lines += _difference_lines(result.difference, context)
    if len(repair.rounds) > 1:
        said = "tests pass" if repair.passed else "tests still fail"
        lines.append(Text(f" {len(repair.rounds)} rounds; after the last the {said}", styles.QUIET))
    if repair.note:
        lines.append(Text(f" {repair.note}", styles.QUIET))
    if repair.usage is not None:
        lines.append(usage_line(repair.usage, context))
    if result.version is not None:
        dot = f" {context.glyphs.dot} "
        lines.append(Text(dot.join(("accept", "reject", "accept 1,2", "diff", "write")), styles.COMMAND))
    return Text("\n").join(lines)


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
        row.truncate(context.width)
        lines.append(row)
    return lines


def _difference_lines(difference: RunDifference, context: ViewContext) -> list[Text]:
    glyphs = context.glyphs
    lines = [Text(f" run    {difference.old_steps} {glyphs.to} {difference.new_steps} steps")]
    for value in difference.values[:MOST_DIFFERENCES]:
        change = f"{value.name} {one_line(value.old)} {glyphs.to} {one_line(value.new)}"
        text = f"B{value.block} {glyphs.times}{value.occurrence}: {change}"
        lines.append(Text("        " + cut(text, context.width - 8, glyphs.cut)))
    left = len(difference.values) - MOST_DIFFERENCES
    if left > 0:
        lines.append(Text(f"        and {left} more values differ", styles.QUIET))
    for key, old, new in difference.counts[:MOST_DIFFERENCES]:
        text = f"`{one_line(key)}` ran {old} {glyphs.to} {new} times"
        lines.append(Text("        " + cut(text, context.width - 8, glyphs.cut), styles.QUIET))
    return lines


def view_changed(result: object, context: object) -> Text:
    """What was done, and the difference."""
    assert isinstance(result, Changed)
    assert isinstance(context, ViewContext)
    return Text("\n").join([*diff_lines(result.diff, context), Text(result.text)])


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
        row = Text(f" {mark} v{version.number:<3} {version.origin}", styles.FRAME if mark != " " else "")
        if version.number == result.proposal:
            row.append("   proposal: `accept` takes it", styles.COMMAND)
        lines.append(row)
    return Text("\n").join(lines)
