"""Runs versions of a program for `verdict` and `fix`: visible tests, a recorded run, and the facts of its blocks."""

import ast
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from llmdb.ask.verdicts import DEFAULT_BUDGET, choose_facts
from llmdb.events.model import Outcome
from llmdb.locate.block_ranking import TestedRun
from llmdb.program.build import build_cfg
from llmdb.program.files import line_label
from llmdb.program.graph import Level
from llmdb.program.load import with_text
from llmdb.program.snippet import Program
from llmdb.repair.changes.program_source import Source
from llmdb.repair.rounds import Profile
from llmdb.replay.trace import ExecutionTrace
from llmdb.replay.visits import Visits, build_visits
from llmdb.runner.interpreter import minor_of
from llmdb.runner.model import RunOptions
from llmdb.runner.visible_tests import TestOutcome, got_instead, own_asserts, run_tests, value_after
from llmdb.types import LineNo, VisitNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.runner import Runner

ENDLESS_STEPS = 20_000
"""How much is recorded of a visible test that did not end in its time, to be ranked beside others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRun:
    """A version that was run already: its tests' outcomes, and the recorded run of the first that fails.

    `suspects` are the visits that a plan names.
    """

    code: str
    tests: tuple[TestOutcome, ...]
    trace: Visits
    suspects: tuple[VisitNo, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxProfiler:
    """Profiles versions of one program in the sandbox; implements `rounds.Profiler`.

    `known` is not run again. With `asserts_are_tests` the tests are the program's own asserts, in their order: each
    passes where a run comes past it, for at the end it may ask something else.
    """

    runner: "Runner"
    program: Program
    options: RunOptions
    tests: tuple[str, ...]
    asserts_are_tests: bool = False
    level: Level = "block"
    max_tokens: int = DEFAULT_BUDGET
    known: KnownRun | None = None

    def profile(self, code: str) -> Profile:
        """Run the tests, record the first that fails, and choose the blocks to ask about.

        Raises:
            UsageError: the code does not parse.
        """
        run = self.known if self.known is not None and self.known.code == code else self._run(code)
        trace = run.trace
        facts = choose_facts(ExecutionTrace(trace), code, run.suspects, self.max_tokens)
        return Profile(
            tests=run.tests,
            outcome=describe_outcome(trace.outcome),
            ended_well=trace.outcome.kind == "finished",
            facts=facts,
            total_steps=len(trace),
        )

    def test(self, code: str) -> tuple[TestOutcome, ...]:
        """The visible tests of a version, each in a fresh child.

        Raises:
            UsageError: the code does not parse.
        """
        own = own_asserts(code) if self.asserts_are_tests else ()
        if own and [text for _, text in own] == list(self.tests):
            return outcomes_of_asserts(self._record(self.variant(code)), own)
        return run_tests(self.runner, self.variant(code), self.options, self.tests)

    def value_of(self, code: str, call: str) -> str:
        """The text of what a call gives in a version, whatever its own asserts say; "" where it gives nothing."""
        asked = _without_own_asserts(code) if self.asserts_are_tests else code
        return value_after(self.runner, self.variant(asked), self.options, call)

    def tested_runs(self, code: str) -> tuple[TestedRun, ...]:
        """One recorded run for each visible test; the bare run, right if it ended well, without others than asserts."""
        bare = self.variant(code)
        outcomes = self.known.tests if self.known is not None and self.known.code == code else self.test(code)
        if not outcomes or self.asserts_are_tests:
            trace = self._record(bare)
            return (TestedRun(passed=trace.outcome.kind == "finished", trace=trace),)
        return tuple(
            TestedRun(
                passed=outcome.passed,
                trace=self._record(replace(bare, epilogue=outcome.test), options_of(outcome, self.options)),
            )
            for outcome in outcomes
        )

    def recorded(self, code: str, epilogue: str) -> Visits:
        """The run of a version, driven by the given test."""
        return self._record(replace(self.variant(code), epilogue=epilogue))

    def variant(self, code: str) -> Program:
        """The program with another snippet and no test.

        Raises:
            UsageError: the code does not parse.
        """
        return replace(self.program, snippet=with_text(self.program.snippet, code), epilogue="")

    def _run(self, code: str) -> KnownRun:
        outcomes = self.test(code)
        failing = [outcome.test for outcome in outcomes if not outcome.passed]
        tests = () if self.asserts_are_tests else failing[:1] or self.tests
        epilogue = "\n".join(tests)
        trace = self._record(replace(self.variant(code), epilogue=epilogue))
        return KnownRun(code=code, tests=outcomes, trace=trace)

    def _record(self, program: Program, options: RunOptions | None = None) -> Visits:
        options = options or self.options
        cfg = build_cfg(program.snippet, self.level, minor_of(options.python))
        quiet = replace(options, stdin=options.stdin or b"")
        return build_visits(self.runner.record(program, cfg, quiet), cfg)


def options_of(outcome: TestOutcome, options: RunOptions) -> RunOptions:
    """What a visible test is recorded with: of one without an end the first steps are enough."""
    return options if outcome.ended else first_steps(options)


def first_steps(options: RunOptions) -> RunOptions:
    """The same, for no more steps than show a loop without an end."""
    limits = options.limits
    return replace(options, limits=replace(limits, max_steps=min(limits.max_steps, ENDLESS_STEPS)))


def outcomes_of_asserts(visits: Visits, own: Sequence[tuple[LineNo, str]]) -> tuple[TestOutcome, ...]:
    """How a run of the program came past its own asserts, which are given with their lines."""
    ended = visits.outcome.kind == "finished"
    outermost = (number for number in range(len(visits), 0, -1) if visits.scope_of(number) == "<module>")
    reached = next((line for number in outermost for line in visits.lines(number)[-1:]), 0)

    def outcome(line: LineNo, test: str) -> TestOutcome:
        if ended or line < reached:
            return TestOutcome(test=test, passed=True)
        got = got_instead(visits.outcome) if line == reached else "not reached"
        return TestOutcome(test=test, passed=False, got=got)

    return tuple(outcome(line, test) for line, test in own)


def describe_outcome(outcome: Outcome) -> str:
    """How a run ended, in words for a prompt."""
    if outcome.exception is not None:
        place = f" at line {line_label(outcome.exception.line)}" if outcome.exception.line else ""
        return f"it raised {outcome.exception.text}{place}"
    unhandled = f", but {outcome.unhandled_text}" if outcome.unhandled else ""
    return {"finished": "it ran to its end"}.get(outcome.kind, outcome.detail or outcome.kind) + unhandled


def _without_own_asserts(code: str) -> str:
    """A program whose asserts at the top level ask nothing."""
    source = Source(code)
    data = source.data
    for node in reversed(source.tree.body):
        if isinstance(node, ast.Assert):
            begin, end = source.span(node)
            data = data[:begin] + b"pass" + data[end:]
    return data.decode()
