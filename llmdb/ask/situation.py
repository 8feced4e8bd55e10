"""What every question about a program begins with: program, task, tests with what came out, the run, hints."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from llmdb.ask.facts import cut_text
from llmdb.program.files import file_name, files_of, line_label, mark_of, shown_line
from llmdb.runner.visible_tests import TestOutcome
from llmdb.values import dataclass

_LONG_TASK = 80
"""Characters of a task from which on it is worth being told where the program says it."""
_NO_WORDS = re.compile(r"^\s*#+\s*(?:task\s*:)?|[\"']{3}", re.IGNORECASE)
_MOST_TEST = 300
"""Characters of one test."""
_MOST_GOT = 200
"""Characters of what came out of it."""
_MOST_PASSING = 10
"""Tests that pass which are written out; of more their number is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A program, and what is known of its run without looking into it.

    Attributes:
        program: its text.
        task: what it is meant to do; None where that is not stated.
        tests: the visible ones, with what came out.
        outcome: how the recorded run ended, in words.
        assumptions: lines invented to make the snippet run.
        hints: a sentence that says where to look first; "" for none.
    """

    program: str
    task: str | None = None
    tests: tuple[TestOutcome, ...] = ()
    outcome: str = ""
    assumptions: tuple[str, ...] = ()
    hints: str = ""


def format_situation(situation: Situation) -> list[str]:
    """The paragraphs that say it, each once: the program with line numbers first."""
    task = (
        format_task(situation.task, situation.program) or "not stated; what the program evidently means to do"
    )
    return [
        f"Program{_of_files(situation.program)}, with line numbers:\n```\n{number_lines(situation.program)}\n```",
        f"Task:{chr(10) if chr(10) in task else ' '}{task}",
        *(["\n".join(_assumed(situation.assumptions))] if situation.assumptions else []),
        "\n".join(_tests(situation)),
        *([situation.hints] if situation.hints else []),
    ]


def _of_files(program: str) -> str:
    """What is said of a program of several files; a line of another file is told as `helpers.py:3`."""
    several = len(files_of(program)) > 1
    return f" of several files ({file_name(1)} first; a line with ═ begins each other one)" if several else ""


def number_lines(program: str) -> str:
    """A program with the number of each line before it, in its file: `12| x = 1`."""
    files = files_of(program)
    parts = []
    for file in files:
        rows = file.text.rstrip().split("\n")
        width = len(str(len(rows)))
        numbered = (f"{number:>{width}}|{' ' * bool(row)}{row}" for number, row in enumerate(rows, 1))
        parts += [*([mark_of(file)] if file.module else []), *numbered]
    return "\n".join(parts)


def format_task(task: str | None, program: str) -> str:
    """The task; one that the program says itself is not said twice, whatever its white space. "" for none."""
    if task is None or not task.strip():
        return ""
    wanted = " ".join(word for row in task.split("\n") for word in _words(row))
    if len(wanted) < _LONG_TASK:
        return task.strip()
    ends, words = [0], ""
    for row in program.split("\n"):
        words += "".join(f"{word} " for word in _words(row))
        ends.append(len(words))
    place = words.find(f"{wanted} ")
    if place < 0:
        return task.strip()
    first, last = bisect_right(ends, place), bisect_left(ends, place + len(wanted))
    return (
        f"as lines {line_label(first)} to {shown_line(last)} of the program say"
        if first < last
        else f"as line {line_label(first)} of the program says"
    )


def _words(row: str) -> list[str]:
    """The words of a line without comment signs and quotes."""
    return _NO_WORDS.sub(" ", row).split()


def _assumed(assumptions: Sequence[str]) -> Iterator[str]:
    yield "Invented to make the snippet run, not given by its author:"
    yield from assumptions


def _tests(situation: Situation) -> Iterator[str]:
    """The tests and what came out; the first that failed is the one whose run was recorded."""
    failing = [test for test in situation.tests if not test.passed]
    passing = [test for test in situation.tests if test.passed]
    if not situation.tests:
        yield f"The run: {situation.outcome}."
        return
    yield "Tests:"
    for test in failing:
        recorded = "; this run is shown below" if test is failing[0] and len(situation.tests) > 1 else ""
        yield f"- FAILS: {cut_text(test.test, _MOST_TEST)}  (came out: {cut_text(test.got, _MOST_GOT)}{recorded})"
    for test in passing[:_MOST_PASSING]:
        yield f"- passes: {cut_text(test.test, _MOST_TEST)}"
    if len(passing) > _MOST_PASSING:
        yield f"- {len(passing) - _MOST_PASSING} more pass"
