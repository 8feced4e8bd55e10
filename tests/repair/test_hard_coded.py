"""Answers of tests that a change writes into the program."""

import pytest

from llmdb.repair.hard_coded import hard_coded_tests

BEFORE = "def f(xs, k=0):\n    return sum(xs)\n"
TESTS = ("assert f([1, 2]) == 30", "assert f([]) == 0", "assert f([4, 5], 2) == [8, 10]")


@pytest.mark.parametrize(
    ("after", "numbers"),
    [
        ("def f(xs, k=0):\n    return sum(xs) * 10\n", ()),
        ("def f(xs, k=0):\n    if xs == [1, 2]:\n        return 30\n    return sum(xs)\n", (1,)),
        ("def f(xs, k=0):\n    if [1, 2] == xs:\n        r = 30\n    return r\n", (1,)),
        ("def f(xs, k=0):\n    if xs == []:\n        return 0\n    return sum(xs)\n", ()),
        ("def f(xs, k=0):\n    if xs == [4, 5] and k == 2:\n        return [8, 10]\n    return 30\n", (3,)),
        ("def f(xs, k=0):\n    return 30 if xs == [1, 2] else sum(xs)\n", (1,)),
        ("def f(xs, k=0):\n    return 30\n", (1,)),
        ("def f(xs, k=0):\n    return {(1, 2): 0, str([1, 2]): 30}[str(xs)]\n", ()),
        ("def f(*args):\n    if args == ([4, 5], 2):\n        return [8, 10]\n    return 30\n", (3,)),
    ],
)
def test_a_pair_of_a_test_that_only_the_new_program_holds_is_found(
    after: str, numbers: tuple[int, ...]
) -> None:
    assert hard_coded_tests(BEFORE, after, TESTS) == numbers


def test_what_the_program_held_before_is_no_answer_written_for_a_test() -> None:
    old = "def f(xs):\n    if xs == [1, 2]:\n        return 30\n    return 1\n"
    assert hard_coded_tests(old, old.replace("return 1", "return sum(xs)"), TESTS) == ()


@pytest.mark.parametrize(
    "after",
    [
        'def value(sign):\n    return {"I": 1, "X": 10}[sign]\n',
        'def greeting():\n    return "hello"\n',
        "def prime(n):\n    if n == 2:\n        return True\n    return n % 2 == 1\n",
    ],
)
def test_tables_constants_and_base_cases_are_no_answers_written_for_a_test(after: str) -> None:
    tests = ('assert value("X") == 10', 'assert greeting() == "hello"', "assert prime(2) == True")
    assert hard_coded_tests("x = 1\n", after, tests) == ()
