"""Trial changes, run by the real runner in its sandbox."""

from llmdb.engine.cause.plan.trials import try_changes
from llmdb.engine.fix.batch import BatchRunner
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions
from llmdb.snippet.load import parse_snippet
from llmdb.snippet.model import Program

CODE = "def total(prices):\n    out = 1\n    for price in prices:\n        out += price\n    return out\n"
TESTS = ("assert total([2, 3]) == 5", "assert total([]) == 0", "assert total([5]) > 0")


def batch(code: str, tests: tuple[str, ...]) -> BatchRunner:
    program = Program(snippet=parse_snippet(code, name="test.py"))
    return BatchRunner(runner=Runner(), program=program, options=RunOptions(), tests=tests)


def test_a_line_whose_change_makes_failing_tests_pass_is_found_with_their_part() -> None:
    helped = try_changes(CODE, frozenset({2, 4, 5}), batch(CODE, TESTS), (False, False, True))
    assert helped[2] == 1.0
    assert 4 not in helped
    assert set(helped) <= {2, 5}


def test_a_change_that_lets_a_passing_test_fail_does_not_help() -> None:
    tests = ("assert total([]) == 0", "assert total([]) == 1")
    assert try_changes(CODE, frozenset({2, 4, 5}), batch(CODE, tests), (False, True)) == {}


def test_nothing_is_tried_where_the_tests_end_otherwise_than_they_are_known_to() -> None:
    assert try_changes(CODE, frozenset({2}), batch(CODE, TESTS), (False, True, True)) == {}
    assert try_changes(CODE, frozenset({2}), batch(CODE, TESTS[2:]), (True,)) == {}


def test_a_program_that_takes_long_is_not_tried() -> None:
    slow = f"import time\ntime.sleep(0.15)\n{CODE}"
    assert try_changes(slow, frozenset({4}), batch(slow, TESTS), (False, False, True)) == {}


def test_another_variable_is_tried_before_functions_that_a_value_may_be_passed_through() -> None:
    code = "class Box:\n    def __init__(self):\n        self.money = 0\n\n    def put(self, count):\n"
    code += (
        "        self.money += count\n\n\ndef moved(amount, giver, taker, fee, limit):\n    if amount > 0:\n"
    )
    code += "        giver.put(-amount)\n        giver.put(amount)\n    return taker.money\n"
    tests = ("assert moved(3, Box(), Box(), 1, 9) == 3", "assert moved(0, Box(), Box(), 1, 9) == 0")
    assert try_changes(code, frozenset({12}), batch(code, tests), (False, True)) == {12: 1.0}
