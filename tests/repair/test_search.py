"""Candidates are tried until one passes every test."""

import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from llmdb.repair.changes.mutations import Mutation, mutations
from llmdb.repair.search import FixSearch
from tests.repair.versions_of import value_of, versions_of

CODE = "def f(n):\n    return n - 1\n"


def search_for(
    code: str, tests: tuple[str, ...], confirm: Callable[[str], bool] = lambda code: True
) -> FixSearch:
    return FixSearch(versions=versions_of(code, tests), confirm=confirm, value_of=value_of, seconds=300)


def test_the_first_change_that_passes_every_test_is_found() -> None:
    result = search_for(CODE, ("assert f(1) == 2", "assert f(5) == 6")).run(CODE, mutations(CODE))
    assert result.found is not None
    assert result.found.code == CODE.replace("-", "+")
    assert not result.stopped


def test_a_change_that_only_the_runner_believes_in_is_passed_over() -> None:
    refused: list[str] = []

    def confirm(code: str) -> bool:
        refused.append(code)
        return len(refused) > 1

    result = search_for(CODE, ("assert f(3) == 3",), confirm).run(CODE, mutations(CODE))
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
    search.seconds = 0.5
    search.versions = replace(search.versions, most_cpu_s=0.5)
    begin = time.monotonic()
    result = search.run(code, mutations(code))
    assert result.found is None
    assert time.monotonic() - begin < 40


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


def test_what_a_call_does_to_its_arguments_and_what_an_iterator_gives_is_compared() -> None:
    code = "def tidy(xs):\n    xs[0] = 1\n\ndef below(n):\n    yield from range(n)\n"
    again = Mutation(code=code.replace("xs[0] = 1", "xs.sort()"), line=2, what="sort", cost=1)
    ends = Mutation(code=code.replace("range(n)", "range(2, n + 3)"), line=5, what="range", cost=1)
    versions = replace(
        search_for(code, ("assert below(1)",)).versions, calls=("tidy([3, 2])", "below(4)"), together=1
    )
    own, sorting, shifted = (tried.outputs for tried in versions.run([code, again.code, ends.code]))
    assert (own[0] != sorting[0], own[1] == sorting[1]) == (True, True)
    assert (own[0] == shifted[0], own[1] != shifted[1]) == (True, True)


def test_of_changes_that_do_the_same_the_simplest_is_proposed() -> None:
    code = "def largest(xs):\n    return xs[0]\n"
    ways = [("sorted(xs)[-1]", 5), ("max(xs)", 2), ("-min([-x for x in xs])", 4)]
    changes = [Mutation(code=code.replace("xs[0]", way), line=2, what=way, cost=cost) for way, cost in ways]
    result = search_for(code, ("assert largest([2, 7, 5]) == 7",)).run(code, changes)
    assert result.found == changes[1]
    assert (result.passing, result.alike, result.differing) == (3, 3, 0)


def test_of_a_program_without_an_end_a_change_that_takes_long_is_found_after_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("llmdb.repair.search.FIRST_TICKS", 2_000)
    code = (
        "def count(n):\n    i = 0\n    found = []\n    while i < n:\n        i -= 1\n        found.append(i)\n"
        "    return found\n"
    )
    search = search_for(code, ("assert count(2_500) == list(range(1, 2_501))",))
    search.versions = replace(search.versions, endless_ticks=5_000, most_cpu_s=0.5)
    result = search.run(code, mutations(code))
    assert result.found is not None
    assert result.found.code == code.replace("-=", "+=")
