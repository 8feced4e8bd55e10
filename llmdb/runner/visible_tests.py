"""Runs the visible tests of a snippet, each in a child of its own, and says what each gave."""

import ast
import os
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from llmdb.events.model import Outcome, RaisedException
from llmdb.json_fields import JsonFields, shown_only
from llmdb.program.files import line_label
from llmdb.program.parsing import parse
from llmdb.program.snippet import Program
from llmdb.progress import OnProgress, Progress
from llmdb.runner.model import PlainRun, RunOptions
from llmdb.runner.parallel import run_in_parallel
from llmdb.types import LineNo
from llmdb.values import dataclass

_GOT = "got: "


class ProgramRunner(Protocol):
    """Runs a program without recording it, several at once if need be."""

    def run(self, program: Program, options: RunOptions, *, stop: threading.Event | None = None) -> PlainRun:
        """How it ended and what it wrote; `stop` ends it early."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TestOutcome(JsonFields):
    """One visible test: whether it passed, and what the run gave instead when it did not.

    Of a call that states no result, `f(2)`, `got` is what it gave. `ended` is whether it came to an end in its time.
    """

    __test__ = False

    test: str
    passed: bool
    got: str = ""
    ended: bool = shown_only(True)


def own_asserts(code: str) -> tuple[tuple[LineNo, str], ...]:
    """The asserts at the top level of a program, with their lines: what a snippet without tests says it should do."""
    found = [node for node in ast.parse(code).body if isinstance(node, ast.Assert)]
    return tuple((node.lineno, text) for node in found if (text := ast.get_source_segment(code, node)))


def run_tests(
    runner: ProgramRunner,
    program: Program,
    options: RunOptions,
    tests: Sequence[str],
    on_progress: OnProgress | None = None,
) -> tuple[TestOutcome, ...]:
    """Run each test after the program, every one in a fresh child, as many at a time as there are processors.

    Programs that may write to the user's own folder run one after another: they could get in each other's way.

    Args:
        runner: runs one program.
        program: its epilogue is replaced by each test.
        options: of every run; input is empty unless `stdin` says otherwise.
        tests: statements, usually `assert f(x) == y`.
        on_progress: told how many have been run: before the first, after each, and now and then meanwhile.

    Returns:
        An outcome for each test, in their order; `got` is the left side's value of a failed comparison, or the error,
        or what a call gave that states no result.
    """
    stop = threading.Event()
    quiet = replace(options, stdin=options.stdin or b"")

    def run_with(epilogue: str) -> Outcome:
        return runner.run(replace(program, epilogue=epilogue), quiet, stop=stop).outcome

    def run(test: str) -> TestOutcome:
        valued = report_value(test)
        outcome = run_with(valued or report_operand(test))
        if valued and outcome.exception is not None:
            if _gave(outcome.exception):
                return TestOutcome(test=test, passed=True, got=outcome.exception.message.removeprefix(_GOT))
            outcome = run_with(test)  # its value may have no text
        passed = outcome.kind == "finished"
        got = "" if passed else got_instead(outcome)
        return TestOutcome(test=test, passed=passed, got=got, ended=outcome.kind != "timeout")

    def report() -> None:
        if on_progress is not None:
            on_progress(Progress(doing="running tests", done=len(outcomes), total=len(tests), unit="tests"))

    outcomes: dict[int, TestOutcome] = {}
    parallel = 1 if options.here else os.cpu_count() or 1
    report()
    for number, outcome in run_in_parallel(run, tests, parallel, stop, report):
        outcomes[number] = outcome
        report()
    return tuple(outcomes[number] for number in range(len(tests)))


def value_after(runner: ProgramRunner, program: Program, options: RunOptions, expression: str) -> str:
    """The text of an expression's value at the end of a program, run in a child; "" where it has none."""
    asking = replace(program, epilogue=f"raise AssertionError({_GOT!r} + repr({expression}))")
    raised = runner.run(asking, replace(options, stdin=options.stdin or b"")).outcome.exception
    if raised is None or not _gave(raised):
        return ""
    return raised.message.removeprefix(_GOT)


def _gave(raised: RaisedException) -> bool:
    return raised.type == "AssertionError" and raised.message.startswith(_GOT)


def got_instead(outcome: Outcome) -> str:
    """What a run gave in place of passing a test, for a message."""
    if outcome.exception is None:
        return outcome.detail or outcome.kind
    if _gave(outcome.exception):
        return outcome.exception.message.removeprefix(_GOT)
    place = f" at line {line_label(outcome.exception.line)}" if outcome.exception.line else ""
    message = f": {outcome.exception.message}" if outcome.exception.message else ""
    return f"{outcome.exception.type}{message}{place}"


def expected_of(test: str) -> str:
    """The right side of a test that compares, as it is written; "" for others: `assert f(2) == 3` gives "3"."""
    try:
        tree = parse(test)
    except SyntaxError:
        return ""
    match tree.body:
        case [*_, ast.Assert(test=ast.Compare(ops=[ast.Eq()], comparators=[right]))]:
            return ast.unparse(right)
    return ""


def report_operand(test: str) -> str:
    """The test with its comparison's left side named in the failure; other tests come back unchanged.

    `assert f(2) == 3` becomes `_got_ = f(2)` and `assert _got_ == 3, 'got: ' + repr(_got_)`.
    """
    try:
        tree = parse(test)
    except SyntaxError:
        return test
    statements: list[ast.stmt] = []
    for statement in tree.body:
        statements += _with_operand(statement)
    return ast.unparse(ast.fix_missing_locations(ast.Module(statements, [])))


def report_value(test: str) -> str:
    """A test that is an expression alone, with its value raised as what it gave, unless that is None.

    "" for any other test: `assert f(2) == 3` says what it expects.
    """
    try:
        tree = parse(test)
    except SyntaxError:
        return ""
    match tree.body:
        case [ast.Expr(value=value)] if not isinstance(value, ast.Await | ast.Yield | ast.YieldFrom):
            raising = f"raise AssertionError({_GOT!r} + repr(_got_))"
            return f"_got_ = ({ast.unparse(value)})\nif _got_ is not None:\n    {raising}"
    return ""


def _with_operand(statement: ast.stmt) -> list[ast.stmt]:
    match statement:
        case ast.Assert(test=ast.Compare(left=left, ops=[ops], comparators=[right]), msg=None):
            compared = ast.Compare(ast.Name("_got_", ast.Load()), [ops], [right])
        case ast.Assert(test=test, msg=None):
            left, compared = test, ast.Name("_got_", ast.Load())  # type: ignore[assignment]
        case _:
            return [statement]
    name = ast.Name("_got_", ast.Load())
    shown = ast.BinOp(ast.Constant(_GOT), ast.Add(), ast.Call(ast.Name("repr", ast.Load()), [name], []))
    return [ast.Assign([ast.Name("_got_", ast.Store())], left), ast.Assert(compared, shown)]
