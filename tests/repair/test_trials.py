"""Trial changes, run by the real runner in its sandbox."""

from math import log

import pytest

from llmdb.program.build import build_cfg
from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
from llmdb.repair.trials import recorded_keys, try_changes
from llmdb.replay.visits import build_visits
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions
from tests.repair.versions_of import versions_of

CODE = "def total(prices):\n    out = 1\n    for price in prices:\n        out += price\n    return out\n"
TESTS = ("assert total([2, 3]) == 5", "assert total([]) == 0", "assert total([5]) > 0")


def test_a_line_whose_change_makes_failing_tests_pass_is_found_and_a_likely_change_says_more() -> None:
    helped = try_changes(versions_of(CODE, TESTS), frozenset({2, 4, 5}), (False, False, True), {}, {})
    assert set(helped) == {2, 5}
    assert helped[2] > helped[5] > 0.7


def test_a_change_that_helps_with_some_of_the_failing_tests_counts_as_that_part() -> None:
    tests = ("assert total([]) == 0", "assert total([1]) == 7")
    helped = try_changes(versions_of(CODE, tests), frozenset({2}), (False, False), {}, {})
    assert helped == {2: pytest.approx(0.5 * 0.8)}


def test_further_changes_of_a_line_make_it_more_suspect() -> None:
    code = "def f(n):\n    return n + 2\n"
    helped = try_changes(
        versions_of(code, ("assert f(2) == 3", "assert f(5) == 6")), frozenset({2}), (False, False), {}, {}
    )
    assert helped[2] > 0.7 * (1 + 0.6 * log(2))


def test_a_change_that_lets_a_passing_test_fail_does_not_help() -> None:
    tests = ("assert total([]) == 0", "assert total([]) == 1")
    assert try_changes(versions_of(CODE, tests), frozenset({2, 4, 5}), (False, True), {}, {}) == {}


def test_a_line_on_which_nothing_wrong_depends_is_changed_too_after_the_others() -> None:
    code = "def names(row):\n    row.strip()\n    return row.split(',')\n"
    versions = versions_of(code, ("assert names(' a,b') == ['a', 'b']",))
    assert try_changes(versions, frozenset({3}), (False,), {}, {}).keys() == {3}
    helped = try_changes(versions, frozenset({3}), (False,), {}, {}, frozenset({2, 3}))
    assert helped.keys() == {2, 3}


def test_nothing_is_tried_where_every_test_passes() -> None:
    assert try_changes(versions_of(CODE, TESTS[2:]), frozenset({2}), (True,), {}, {}) == {}


def test_the_keys_of_dicts_are_those_of_the_recording() -> None:
    code = (
        "row = {'name': 'pen', 3: (), 2.5: None}\nother = dict(zip(['place'], [1]))\nnames = ['x']\n"
        "for key in list(other):\n    other[key + '2'] = 1\n"
    )
    program = Program(snippet=parse_snippet(code, name="keys.py"))
    cfg = build_cfg(program.snippet, "block")
    trace = build_visits(Runner().record(program, cfg, RunOptions()), cfg)
    assert recorded_keys([trace]) == {"row": ("'name'", "3"), "other": ("'place'", "'place2'")}
