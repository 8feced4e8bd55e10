"""Batches of prefixes in one child that stays, with real child processes."""

from collections.abc import Sequence
from contextlib import closing

import pytest

from llmdb.prefix.model import CoverageRun
from llmdb.prefix.search.prefix_runs import PrefixRuns
from llmdb.program.snippet import Snippet
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions

pytestmark = pytest.mark.usefixtures("nothing_left")


def _batches(text: str, *batches: Sequence[str], parallel: int = 1) -> list[list[CoverageRun]]:
    snippet = Snippet(name="x.py", path=None, text=text)
    with closing(PrefixRuns(snippet, Runner(), RunOptions(), parallel=parallel)) as runs:
        return [runs.attempt(codes) for codes in batches]


def _errors(runs: Sequence[CoverageRun]) -> list[str]:
    return [run.error.message if run.error else "" for run in runs]


def test_the_batches_of_a_search_are_tried_by_one_process() -> None:
    first, second = _batches("import os\nraise OSError(os.getppid())\n", ["", "a = 1\n"], ["b = 1\n"])
    assert len({*_errors(first), *_errors(second)}) == 1


def test_what_one_candidate_leaves_is_not_there_for_another() -> None:
    leave = "import builtins\nbuiltins.left = 1\nopen('left.txt', 'w').close()\n"
    text = "import builtins, os\nprint(len(os.listdir('.')) / (not hasattr(builtins, 'left')))\n"
    first, second = _batches(text, [leave, ""], [""])
    assert [*_errors(first), *_errors(second)] == ["division by zero", "", ""]


def test_a_package_that_other_candidates_import_is_not_imported() -> None:
    text = "import sys\nassert 'numpy' not in sys.modules, 'imported'\n"
    first, second = _batches(text, ["import numpy\n"], [""])
    assert _errors([*first, *second]) == ["imported", ""]


def test_results_keep_the_order_of_the_candidates_that_run_at_once() -> None:
    slow = "n = 0\nfor i in range(300_000): n += i\n"
    (runs,) = _batches(
        "raise OSError(name)\n", [f"{slow}name = 'a'\n", "name = 'b'\n", "name = 'c'\n"], parallel=2
    )
    assert _errors(runs) == ["a", "b", "c"]


def test_a_candidate_that_ends_the_process_that_tries_it_takes_no_later_batch_with_it() -> None:
    harm = "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nwhile True: pass\n"
    first, second = _batches("print(1)\n", [harm, ""], ["a = 1\n"])
    assert [run.timed_out for run in first] == [True, True]
    assert [run.lines for run in second] == [{1}]
