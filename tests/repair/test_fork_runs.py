"""Many changes of a program in few processes, by the real runner."""

import time

import pytest

from llmdb.repair.fork_runs import Part
from tests.repair.many_runner import many_of

CODE = "LIMIT = 3\n\n\ndef below(numbers):\n    return [n for n in numbers if n <= LIMIT]\n"
TESTS = ("assert below([1, 3]) == [1]", "assert below([3]) == []", "assert below([2]) == [2]")
FAILS = (False, False, True)


def change(code: str, old: str, new: str) -> Part:
    begin = code.encode().index(old.encode())
    return begin, begin + len(old.encode()), new


def test_the_changes_that_make_tests_pass_are_told_with_the_tests_that_pass_then() -> None:
    parts = [
        change(CODE, "<=", ">="),
        change(CODE, "<=", "<"),
        change(CODE, "3", "2"),
        change(CODE, "n <= LIMIT", "n == 2"),
    ]
    helping = many_of(CODE, TESTS).helping(parts, FAILS)
    assert helping == {1: (True, True, True), 2: (True, True, True), 3: (False, True, True)}


def test_a_change_may_reach_over_several_statements_of_the_module() -> None:
    helping = many_of(CODE, TESTS).helping([change(CODE, CODE[:21], "LIMIT = 2\ndef below")], FAILS)
    assert helping == {0: (True, True, True)}


def test_text_of_several_bytes_a_character_is_cut_where_it_stands() -> None:
    code = "def greet(name):\n    return 'grüße ' + nam\n"
    parts = [change(code, "nam\n", "name\n"), change(code, "ü", "u")]
    assert many_of(code, ("assert greet('ö') == 'grüße ö'",)).helping(parts, (False,)) == {0: (True,)}


def test_what_does_not_compile_or_ends_the_process_harms_no_other_change() -> None:
    parts = [
        change(CODE, "<=", "<= <="),
        change(CODE, "return", "import os; os._exit(3); return"),
        change(CODE, "return", "raise SystemExit; return"),
        change(CODE, "<=", "<"),
    ]
    assert many_of(CODE, TESTS).helping(parts, FAILS) == {3: (True, True, True)}


LOOP = (
    "def count(n):\n    found = 0\n    while n > 0:\n        n -= 1\n        found += 2\n    return found\n"
)


@pytest.mark.parametrize(
    "endless",
    [
        "n -= 0",
        "n = max(n, 1)",
        "count(n)",
        "x = 10 ** 10 ** 8",
        "try: count(1)\n        except BaseException: pass",
    ],
)
def test_a_change_without_an_end_is_soon_over(endless: str) -> None:
    parts = [*[change(LOOP, "n -= 1", endless)] * 5, change(LOOP, "+= 2", "+= 1")]
    begin = time.monotonic()
    helping = many_of(LOOP, ("assert count(3) == 3", "assert count(0) == 0")).helping(parts, (False, True))
    assert helping == {5: (True, True)}
    assert time.monotonic() - begin < 10


def test_changes_that_run_after_the_time_of_all_is_over_are_left_out() -> None:
    runner = many_of(LOOP, ("assert count(3) == 3",))
    parts = [change(LOOP, "+= 2", "+= 1")] * 500
    within = type(runner)(
        runner=runner.runner, program=runner.program, options=runner.options, tests=runner.tests, cpu_s=0.0
    )
    assert within.helping(parts, (False,)) == {}
    assert len(runner.helping(parts, (False,))) == 500


def test_nothing_is_tried_where_the_tests_end_otherwise_than_they_are_known_to() -> None:
    parts = [change(CODE, "<=", "<")]
    assert many_of(CODE, TESTS).helping(parts, (False, True, True)) == {}
    assert (
        many_of("import time\ntime.sleep(0.15)\n" + LOOP, ("assert count(3) == 3",)).helping(
            [change("import time\ntime.sleep(0.15)\n" + LOOP, "+= 2", "+= 1")], (False,)
        )
        == {}
    )


def test_prefix_and_decorators_and_annotations_are_as_they_would_be_in_a_run() -> None:
    code = (
        "from __future__ import annotations\n\n\n@cached\ndef twice(n: Unknown) -> int:\n"
        "    'Two times.'\n    return n + n + 1\n"
    )
    tests = (
        "assert twice(2) == 4",
        "assert twice.__doc__ == 'Two times.'",
        "assert names == ['twice', 'twice']",
    )
    runner = many_of(
        code, tests, prefix="names = []\ndef cached(f):\n    names.append(f.__name__)\n    return f\n"
    )
    tests_now = (False, True, False)
    assert runner.helping([change(code, " + 1", "")], tests_now) == {0: (True, True, False)}
    assert runner.helping([change(code, "@cached", "@cached\n@cached")], tests_now) == {
        0: (False, True, True)
    }
