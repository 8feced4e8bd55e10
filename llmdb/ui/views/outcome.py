"""How a run or a test ended, and how long it took, in words."""

from __future__ import annotations

from rich.text import Text

from llmdb.commands.results.session import Tests
from llmdb.events.model import Outcome, RaisedException
from llmdb.program.files import line_label
from llmdb.runner.visible_tests import TestOutcome, expected_of
from llmdb.ui import styles
from llmdb.ui.context import ViewContext
from llmdb.ui.source import one_line
from llmdb.ui.text import cut


def exception_text(raised: RaisedException) -> str:
    """`ValueError: no such row (line 9)`."""
    line = f" (line {line_label(raised.line)})" if raised.line else ""
    return f"{one_line(raised.text)}{line}"


def outcome_text(outcome: Outcome) -> str:
    """How a run ended, in a few words."""
    detail = f": {one_line(outcome.detail)}" if outcome.detail else ""
    match outcome.kind:
        case "finished":
            unhandled = one_line(outcome.unhandled_text)
            return f"the program finished, but {unhandled}" if unhandled else "the program finished"
        case "exception" if outcome.exception:
            return f"stopped by {exception_text(outcome.exception)}"
        case "exit":
            return f"the program exited{detail}"
        case "timeout" | "memory" | "steps":
            limit = {"timeout": "time", "memory": "memory", "steps": "step"}[outcome.kind]
            return one_line(outcome.detail) or f"stopped at the {limit} limit"
        case _ if outcome.detail.startswith("the process "):
            return one_line(outcome.detail)
        case _:
            return f"the program crashed{detail}"


def outcome_note(outcome: Outcome) -> str:
    """What `outcome_text` leaves out: what an exception came from, advice, what was dropped; "" for nothing."""
    if outcome.kind != "finished" and outcome.unhandled:
        return one_line(outcome.unhandled_text)
    if outcome.kind == "steps":
        return "`continue` at its end, or `run --max-steps N`, records more"
    if outcome.kind == "timeout" and outcome.detail.startswith("stopped a"):
        return "`continue` at its end, or `run --timeout SECONDS`, lets it run longer"
    if outcome.kind == "memory":
        return "`run --max-memory MIB` lets it take more"
    return one_line(outcome.detail) if outcome.kind in ("finished", "exception") else ""


def seconds_text(seconds: float) -> str:
    """`3 ms`, `1.4 s`."""
    if seconds < 0.0995:
        return f"{seconds * 1e3:.{0 if seconds >= 0.00095 else 1}f} ms"
    return f"{seconds:.2f} s" if seconds < 1 else f"{seconds:.1f} s"


def view_tests(result: object, context: object) -> Text:
    """Each visible test, and of those that fail what was expected and what came out."""
    assert isinstance(result, Tests)
    assert isinstance(context, ViewContext)
    outcomes = result.outcomes
    if not outcomes:
        return Text("no tests: `test add assert f(2) == 3` adds one", styles.QUIET)
    lines: list[Text] = []
    for number, outcome in enumerate(outcomes, start=1):
        lines += _test_lines(number, outcome, context)
    failing = [number for number, outcome in enumerate(outcomes, start=1) if not outcome.passed]
    said = f"{len(outcomes) - len(failing)} of {len(outcomes)} tests pass"
    if failing:
        said += f" {context.glyphs.dot} `test step {failing[0]}` steps through test {failing[0]}"
    lines.append(Text(said, styles.QUIET))
    return Text("\n").join(lines)


def _test_lines(number: int, outcome: TestOutcome, context: ViewContext) -> list[Text]:
    glyphs = context.glyphs
    room = context.width - 16
    mark = Text(f" {glyphs.good if outcome.passed else glyphs.bad} {number:<3}", _mark_style(outcome))
    lines = [mark.append(cut(one_line(outcome.test), context.width - 7, glyphs.cut), "default")]
    if outcome.passed:
        gave = cut(one_line(outcome.got), room, glyphs.cut)
        return [*lines, Text(f"       gave     {gave}")] if gave else lines
    expected = expected_of(outcome.test)
    if expected:
        lines.append(Text(f"       expected {cut(one_line(expected), room, glyphs.cut)}"))
    got = cut(one_line(outcome.got), room, glyphs.cut)
    lines.append(Text("       got      ").append(got, styles.BAD))
    return lines


def _mark_style(outcome: TestOutcome) -> str:
    return styles.GOOD if outcome.passed else styles.BAD
