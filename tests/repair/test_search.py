"""Candidates run by the batch, and searched until one passes every test."""

import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
from llmdb.repair.batch import BatchRunner
from llmdb.repair.changes.mutations import Mutation, mutations
from llmdb.repair.search import FixSearch
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions

CODE = "def f(n):\n    return n - 1\n"
TESTS = ("assert f(1) == 2", "assert f(0) == -1")


def batch_for(code: str = CODE, tests: tuple[str, ...] = TESTS, prefix: str = "") -> BatchRunner:
    program = Program(snippet=parse_snippet(code, name="f.py"), prefix=prefix)
    return BatchRunner(
        runner=Runner(), program=program, options=RunOptions(), tests=tests, cpu_s=0.3, wall_s=1.0
    )


def passed(batch: BatchRunner, *codes: str) -> list[tuple[bool, ...]]:
    return [tried.passed for tried in batch.run(codes)]


def test_each_version_is_run_against_each_test() -> None:
    plus, both = CODE.replace("-", "+"), "def f(n):\n    return 2 if n else -1\n"
    assert passed(batch_for(), CODE, plus, both) == [(False, True), (True, False), (True, True)]


@pytest.mark.parametrize(
    "bad",
    [
        "def f(n):\n    while True: pass\n",
        "import os\nos._exit(0)\n",
        "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n",
        "def f(n):\n    return f(n)\n",
        "def f(n:\n",
        "raise SystemExit\n",
        "import time\ntime.sleep(60)\n",
        "import os\nfor fd in range(3, 9):\n    try:\n        os.write(fd, b'?')\n    except OSError: pass\nexit()\n",
    ],
    ids=["endless", "exit", "segfault", "recursion", "syntax", "SystemExit", "sleep", "noise"],
)
def test_a_version_that_misbehaves_costs_only_itself(bad: str) -> None:
    begin = time.monotonic()
    found = passed(batch_for(), CODE, bad, CODE)
    assert found[0] == found[2] == (False, True)
    assert time.monotonic() - begin < 8


def test_versions_share_nothing() -> None:
    keeps = "import os\nopen('left', 'w').close()\nseen = os.environ.setdefault('SEEN', 'no')\n"
    looks = "import os\nseen = os.environ.get('SEEN', 'nothing')\n"
    tests = ("assert seen == 'no'", "assert seen == 'nothing'")
    assert passed(batch_for(looks, tests), keeps, looks) == [(True, False), (False, True)]


def test_the_prefix_and_the_arguments_are_given_to_every_version() -> None:
    batch = batch_for("y = x\n", ("assert y == 3",), prefix="x = 3\n")
    assert passed(batch, "y = x\n", "y = -x\n") == [(True,), (False,)]


def search_for(
    code: str, tests: tuple[str, ...], confirm: Callable[[str], bool] = lambda code: True
) -> FixSearch:
    return FixSearch(batch=batch_for(code, tests), confirm=confirm, seconds=20)


def test_the_first_change_that_passes_every_test_is_found() -> None:
    result = search_for(CODE, ("assert f(1) == 2", "assert f(5) == 6")).run(CODE, mutations(CODE))
    assert result.found is not None
    assert result.found.code == CODE.replace("-", "+")
    assert not result.stopped


def test_a_change_that_only_the_batch_believes_in_is_passed_over() -> None:
    refused: list[str] = []

    def confirm(code: str) -> bool:
        refused.append(code)
        return len(refused) > 1

    result = search_for(CODE, ("assert f(1) == 2",), confirm).run(CODE, mutations(CODE))
    assert result.found is not None
    assert result.found.code == refused[1] != refused[0]


def test_two_changes_are_tried_when_one_is_not_enough() -> None:
    code = "def f(a, b):\n    low = a - b\n    return low > 3\n"
    tests = ("assert not f(2, 2)", "assert f(2, 3)", "assert f(5, 0)", "assert f(0, 5)", "assert not f(0, 4)")
    result = search_for(code, tests).run(code, mutations(code, frozenset({2})))
    assert result.found is not None
    assert "; " in result.found.what
    space: dict[str, object] = {}
    exec("\n".join([result.found.code, *tests]), space)


def test_ctrl_c_keeps_the_change_that_came_closest() -> None:
    def interrupt(tried: int, total: int) -> None:
        if tried == 20:
            raise KeyboardInterrupt

    search = search_for(CODE, ("assert f(1) == 2", "assert f(1) == 3"))
    search.on_progress = interrupt
    result = search.run(CODE, mutations(CODE))
    assert result.stopped
    assert result.found is None
    assert result.closest is not None
    assert result.closest.code == CODE.replace("-", "+")


def test_the_time_is_kept_even_when_every_candidate_is_endless() -> None:
    code = "def f(n):\n    while n > 0:\n        n += 1\n    return n * 7\n"
    search = search_for(code, ("assert f(3) == 99",))
    search.seconds = 2
    begin = time.monotonic()
    result = search.run(code, mutations(code))
    assert result.found is None
    assert time.monotonic() - begin < 10


def test_a_batch_tells_what_further_calls_give() -> None:
    batch = replace(batch_for(), calls=("f(7)", "f('a')"))
    same, other = CODE.replace("n - 1", "-1 + n"), CODE.replace("-", "+")
    one, alike, different = (tried.outputs for tried in batch.run([CODE, same, other]))
    assert one[0] == alike[0] != different[0]
    assert one[1] == different[1]
    assert batch.run(["def f(n:\n"])[0].outputs == ("", "")


def test_of_changes_that_pass_the_one_is_proposed_that_most_agree_with() -> None:
    code = "def largest(xs):\n    return xs[0]\n"
    odd = Mutation(code=code.replace("xs[0]", "7"), line=2, what="7", cost=1)
    ways = ("max(xs)", "sorted(xs)[-1]", "sorted(xs, reverse=True)[0]")
    right = [Mutation(code=code.replace("xs[0]", way), line=2, what=way, cost=3) for way in ways]
    result = search_for(code, ("assert largest([2, 7, 5]) == 7",)).run(code, [odd, *right])
    assert result.found == right[0]
    assert (result.passing, result.alike) == (4, 3)
    assert result.calls > 5


def test_changes_that_say_the_same_whatever_they_are_asked_come_last() -> None:
    code = "def largest(xs):\n    return xs[0]\n"
    odd = [
        Mutation(code=code.replace("xs[0]", way), line=2, what=way, cost=1) for way in ("7", "0 + 7", "8 - 1")
    ]
    right = Mutation(code=code.replace("xs[0]", "max(xs)"), line=2, what="max(xs)", cost=3)
    result = search_for(code, ("assert largest([2, 7, 5]) == 7",)).run(code, [*odd, right])
    assert result.found == right
    assert (result.passing, result.alike) == (4, 1)
