"""Runs the visible tests of a snippet, each in a child of its own, and says what each gave."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from llmdb.runner.model import PlainRun, RunOptions
from llmdb.snippet.model import Program
from llmdb.trace.model import Outcome
from llmdb.types import Json

_GOT = "got: "


class ProgramRunner(Protocol):
    """Runs a program without recording it."""

    def run(self, program: Program, options: RunOptions) -> PlainRun:
        """How it ended and what it wrote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TestOutcome:
    """One visible test: whether it passed, and what the run gave instead when it did not."""

    __test__ = False

    test: str
    passed: bool
    got: str = ""

    def to_json(self) -> dict[str, Json]:
        """`{"test", "passed", "got"}`."""
        return {"test": self.test, "passed": self.passed, "got": self.got}


def run_tests(
    runner: ProgramRunner, program: Program, options: RunOptions, tests: Sequence[str]
) -> tuple[TestOutcome, ...]:
    """Run each test after the program, in order, every one in a fresh child.

    Args:
        runner: runs one program.
        program: its epilogue is replaced by each test.
        options: of every run; input is empty unless `stdin` says otherwise.
        tests: statements, usually `assert f(x) == y`.

    Returns:
        An outcome for each test; `got` is the left side's value of a failed comparison, or the error.
    """
    quiet = replace(options, stdin=options.stdin or b"")
    return tuple(_run_test(runner, program, quiet, test) for test in tests)


def _run_test(runner: ProgramRunner, program: Program, options: RunOptions, test: str) -> TestOutcome:
    done = runner.run(replace(program, epilogue=report_operand(test)), options)
    if done.outcome.kind == "finished":
        return TestOutcome(test=test, passed=True)
    return TestOutcome(test=test, passed=False, got=_got(done.outcome))


def _got(outcome: Outcome) -> str:
    if outcome.exception is None:
        return outcome.detail or outcome.kind
    if outcome.exception.type == "AssertionError" and outcome.exception.message.startswith(_GOT):
        return outcome.exception.message.removeprefix(_GOT)
    place = f" at line {outcome.exception.line}" if outcome.exception.line else ""
    message = f": {outcome.exception.message}" if outcome.exception.message else ""
    return f"{outcome.exception.type}{message}{place}"


def expected_of(test: str) -> str:
    """The right side of a test that compares, as it is written; "" for others: `assert f(2) == 3` gives "3"."""
    try:
        tree = ast.parse(test)
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
        tree = ast.parse(test)
    except SyntaxError:
        return test
    statements: list[ast.stmt] = []
    for statement in tree.body:
        statements += _with_operand(statement)
    return ast.unparse(ast.fix_missing_locations(ast.Module(statements, [])))


def _with_operand(statement: ast.stmt) -> list[ast.stmt]:
    match statement:
        case ast.Assert(test=ast.Compare(left=left, ops=[ops], comparators=[right]), msg=None):
            compared = ast.Compare(ast.Name("_got_", ast.Load()), [ops], [right])
        case ast.Assert(test=test, msg=None):
            left, compared = test, ast.Name("_got_", ast.Load())  # type: ignore[assignment]
        case _:
            return [statement]
    shown = ast.parse(f"{_GOT!r} + repr(_got_)", mode="eval").body
    return [ast.Assign([ast.Name("_got_", ast.Store())], left), ast.Assert(compared, shown)]
