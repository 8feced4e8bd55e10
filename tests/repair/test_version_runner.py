"""Many versions of a program in few processes, by the real runner."""

import time
from dataclasses import replace

import pytest

from llmdb.repair.version_runner import changed_part
from tests.repair.versions_of import versions_of

CODE = "LIMIT = 3\n\n\ndef below(numbers):\n    return [n for n in numbers if n <= LIMIT]\n"
TESTS = ("assert below([1, 3]) == [1]", "assert below([3]) == []", "assert below([2]) == [2]")
FAILS = (False, False, True)


def changed(code: str, old: str, new: str) -> str:
    assert old in code
    return code.replace(old, new, 1)


def passed(code: str, tests: tuple[str, ...], *codes: str, together: int = 50) -> list[tuple[bool, ...]]:
    runner = replace(versions_of(code, tests), together=together)
    return [tried.passed for tried in runner.run(codes)]


def test_each_version_is_told_with_the_tests_that_pass_then() -> None:
    codes = [
        changed(CODE, "<=", ">="),
        changed(CODE, "<=", "<"),
        changed(CODE, "3", "2"),
        changed(CODE, "n <= LIMIT", "n == 2"),
    ]
    nothing, right, some = (False, False, False), (True, True, True), (False, True, True)
    assert passed(CODE, TESTS, *codes) == [nothing, right, right, some]


def test_the_program_as_it_is_is_measured() -> None:
    measured = versions_of(CODE, TESTS).measure()
    assert measured.passed == FAILS
    assert measured.ticks == 3


def test_a_version_may_differ_in_several_statements_of_the_module() -> None:
    assert passed(CODE, TESTS, changed(CODE, CODE[:21], "LIMIT = 2\ndef below")) == [(True, True, True)]


def test_the_part_that_a_version_changes_is_cut_at_whole_characters() -> None:
    assert changed_part("a = 'ü'\nb = 1\n", "a = 'u'\nb = 1\n") == (5, 7, "u")
    assert changed_part("xx\n", "xxx\n") == (3, 3, "\n") or changed_part("xx\n", "xxx\n") == (2, 2, "x")


def test_text_of_several_bytes_a_character_is_cut_where_it_stands() -> None:
    code = "def greet(name):\n    return 'grüße ' + nam\n"
    codes = (changed(code, "nam\n", "name\n"), changed(code, "ü", "u"))
    assert passed(code, ("assert greet('ö') == 'grüße ö'",), *codes) == [(True,), (False,)]


@pytest.mark.parametrize("together", [1, 50])
@pytest.mark.parametrize(
    "bad",
    [
        "LIMIT = 3\nimport os; os._exit(0)",
        "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
        "LIMIT <= <=",
        "raise SystemExit",
        "import time; time.sleep(60)",
        "import os\nfor fd in range(3, 9):\n    try:\n        os.write(fd, b'?')\n    except OSError: pass",
    ],
    ids=["exit", "segfault", "syntax", "SystemExit", "sleep", "noise"],
)
def test_a_version_that_misbehaves_costs_only_itself(bad: str, together: int) -> None:
    right = changed(CODE, "<=", "<")
    begin = time.monotonic()
    codes = [changed(CODE, "LIMIT = 3", bad), right, right]
    found = passed(CODE, TESTS, *codes, together=together)
    assert found[1:] == [(True, True, True)] * 2
    assert time.monotonic() - begin < 40


def test_versions_in_forks_of_their_own_share_nothing() -> None:
    code = "import os\nseen = os.environ.get('SEEN', 'nothing')\n"
    keeps = "import os\nseen = os.environ.setdefault('SEEN', 'no')\n"
    tests = ("assert seen == 'no'", "assert seen == 'nothing' or seen == 'no'")
    runner = replace(versions_of(code, tests), together=1, workers=1)
    assert [one.passed[0] for one in runner.run([keeps, code.replace("nothing", "none")])] == [True, False]


def test_what_further_calls_give_is_told_as_a_digest() -> None:
    code = "def f(n):\n    return n - 1\n"
    same, other = changed(code, "n - 1", "-1 + n"), changed(code, "-", "+")
    runner = replace(versions_of(code, ("assert f(1) == 2",)), calls=("f(7)", "f('a')", "f"))
    one, alike, different, bad = (tried.outputs for tried in runner.run([code, same, other, "def f(n:\n"]))
    assert one[0] == alike[0] != different[0]
    assert one[1] == different[1]
    assert one[2] == different[2]
    assert bad == ("-" * 8,) * 3


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
def test_a_version_without_an_end_is_soon_over(endless: str) -> None:
    codes = [*[changed(LOOP, "n -= 1", endless)] * 5, changed(LOOP, "+= 2", "+= 1")]
    begin = time.monotonic()
    found = passed(LOOP, ("assert count(3) == 3", "assert count(0) == 0"), *codes)
    assert found[5] == (True, True)
    assert not any(first for first, _ in found[:5])
    assert time.monotonic() - begin < 40


def test_a_program_without_an_end_is_told_from_one_that_ends() -> None:
    code = changed(LOOP, "n -= 1", "n += 1")
    runner = replace(versions_of(code, ("assert count(3) == 6",)), most_cpu_s=0.2)
    measured = runner.measure()
    assert (measured.passed, measured.ticks) == ((False,), -1)
    assert [one.passed for one in runner.run([LOOP])] == [(True,)]


def test_versions_that_are_left_when_the_time_of_all_is_over_are_not_run() -> None:
    runner = versions_of(LOOP, ("assert count(3) == 3",))
    codes = [changed(LOOP, "+= 2", "+= 1")] * 500
    assert not any(sum(one.passed) for one in replace(runner, total_cpu_s=0.0).run(codes, (False,)))
    assert all(sum(one.passed) for one in runner.run(codes, (False,)))


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_a_bound_of_work_lets_the_same_versions_run_however_many_processes_there_are(workers: int) -> None:
    runner = versions_of(LOOP, ("assert count(3) == 3",))
    each = 500 + runner.measure().ticks
    codes = [changed(LOOP, "+= 2", "+= 1")] * 20
    tried = replace(runner, work=7 * each, workers=workers).run(codes, (False,))
    assert [one.passed for one in tried] == [(True,)] * 7 + [(False,)] * 13


def test_nothing_is_tried_where_the_tests_end_otherwise_than_they_are_known_to() -> None:
    nothing = (False, False, False)
    runner = versions_of(CODE, TESTS)
    assert runner.run([changed(CODE, "<=", "<")], (False, True, True))[0].passed == nothing
    slow = "import time\ntime.sleep(0.15)\n" + LOOP
    runner = replace(versions_of(slow, ("assert count(3) == 3",)), slow_s=0.1)
    assert runner.run([changed(slow, "+= 2", "+= 1")], (False,))[0].passed == (False,)


def test_versions_come_in_their_order_and_no_more_than_are_asked_for() -> None:
    runner = versions_of(LOOP, ("assert count(3) == 3",))
    codes = [changed(LOOP, "+= 2", f"+= {n}") for n in range(40)]
    found = [(code, tried.passed) for code, tried in runner.run_in_order(codes, (4, 10))]
    assert [code for code, _ in found] == codes
    assert [passed for _, passed in found] == [(n == 1,) for n in range(40)]
    some = runner.run_in_order(codes, (4, 10))
    assert next(some)[0] == codes[0]
    some.close()


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
    runner = versions_of(
        code, tests, prefix="names = []\ndef cached(f):\n    names.append(f.__name__)\n    return f\n"
    )
    codes = [changed(code, " + 1", ""), changed(code, "@cached", "@cached\n@cached")]
    found = [one.passed for one in runner.run(codes, (False, True, False))]
    assert found == [(True, True, False), (False, True, True)]


def test_the_programs_own_asserts_pass_where_it_comes_past_them() -> None:
    code = "turns = iter([1, 2, 3])\nassert next(turns) == 1\nassert next(turns) == 3\nassert next(turns)\n"
    tests = tuple(code.splitlines()[1:])
    runner = replace(versions_of(code, tests), asserts_are_tests=True)
    assert runner.measure().passed == (True, False, False)
    right, other = runner.run([code.replace("2, 3", "3, 2"), code.replace("== 1", "== 2")])
    assert right.passed == (True, True, True)
    assert other.passed == (False, False, False)
