"""The visible tests are run at the same time, unless they could get in each other's way."""

import os
import threading
from pathlib import Path

import pytest

from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
from llmdb.progress import Progress
from llmdb.runner import Runner
from llmdb.runner.model import PlainRun, RunOptions
from llmdb.runner.visible_tests import TestOutcome, run_tests

DOUBLE = Program(snippet=parse_snippet("def double(n):\n    return n * n\n", name="double.py"))
TESTS = ("assert double(2) == 4", "assert double(3) == 6")
OUTCOMES = (
    TestOutcome(test="assert double(2) == 4", passed=True),
    TestOutcome(test="assert double(3) == 6", passed=False, got="9"),
)


class Meeting(Runner):
    """Starts a run only when another one is about to start, too."""

    def __init__(self) -> None:
        super().__init__()
        self.barrier = threading.Barrier(2, timeout=20.0)

    def run(self, program: Program, options: RunOptions, *, stop: threading.Event | None = None) -> PlainRun:
        self.barrier.wait()
        return super().run(program, options, stop=stop)


class Counting(Runner):
    """Knows how many runs there were at once."""

    def __init__(self) -> None:
        super().__init__()
        self.running = self.most = 0

    def run(self, program: Program, options: RunOptions, *, stop: threading.Event | None = None) -> PlainRun:
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            return super().run(program, options, stop=stop)
        finally:
            self.running -= 1


def test_tests_run_at_the_same_time_and_are_told_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    told: list[Progress] = []
    assert run_tests(Meeting(), DOUBLE, RunOptions(), TESTS, told.append) == OUTCOMES
    assert list(dict.fromkeys((work.done, work.total) for work in told)) == [(0, 2), (1, 2), (2, 2)]


def test_who_waits_is_told_now_and_then() -> None:
    told: list[Progress] = []
    program = Program(snippet=parse_snippet("import time\ntime.sleep(1.2)\n", name="slow.py"))
    run_tests(Runner(), program, RunOptions(), ("assert time",), told.append)
    assert [work.done for work in told].count(0) >= 3


def test_tests_that_may_write_to_the_user_s_folder_run_one_after_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    runner = Counting()
    assert run_tests(runner, DOUBLE, RunOptions(here=True, cwd=tmp_path), TESTS) == OUTCOMES
    assert runner.most == 1


def test_a_call_that_states_no_result_passes_with_what_it_gave() -> None:
    code = "def f(n):\n    return n * n or None\nclass C:\n    def __repr__(self):\n        return 1 // 0\n"
    program = Program(snippet=parse_snippet(code, name="f.py"))
    outcomes = run_tests(Runner(), program, RunOptions(), ("f(3)", "f(0)", "f('a')", "C()"))
    assert [(one.passed, one.got) for one in outcomes] == [
        (True, "9"),
        (True, ""),
        (False, "TypeError: can't multiply sequence by non-int of type 'str' at line 2"),
        (True, ""),
    ]
