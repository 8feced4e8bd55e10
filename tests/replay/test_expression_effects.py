"""Whether an expression may change the program that it is asked of."""

import pytest

from llmdb.replay.expression_effects import further_names, why_it_may_change

PROGRAM = """\
import math
from functools import cached_property
class Account:
    rate = 2
    def __init__(self, balance):
        self.balance = balance
    @property
    def rich(self):
        return self.balance > LIMIT
    @property
    def seen(self):
        self.asked += 1
        return self.asked
    @cached_property
    def kept(self):
        return self.balance
    def doubled(self):
        return self.balance * self.rate
def total(numbers):
    found = 0
    for number in numbers:
        found += number
    return found
def extended(numbers):
    numbers += [1]
    return numbers
LIMIT = 5
round = print
"""


@pytest.mark.parametrize(
    "expression",
    [
        "len(queue)",
        "sorted(seen, key=len)",
        "{k: len(v) for k, v in groups.items()}",
        "account.rich and account.doubled() > 3",
        "total(xs) + math.sqrt(4)",
        "d.get(key)",
        "[x for x in xs if x > 1][0]",
        "Account(3).balance",
        "f'{x!r}'",
        "max(xs, key=lambda x: -x)",
    ],
)
def test_an_expression_that_only_looks(expression: str) -> None:
    assert why_it_may_change(expression, PROGRAM) == ""


@pytest.mark.parametrize(
    ("expression", "why"),
    [
        ("queue.pop()", "queue.pop() may change something"),
        ("inbox.get()", "inbox.get() may change something"),
        ("inbox.get(True)", "inbox.get() may change something"),
        ("print(x)", "print() may change something"),
        ("next(numbers)", "next() may change something"),
        ("(x := 3)", "(x := 3) may change something"),
        ("account.seen", "line 12, which it runs, may change something"),
        ("account.kept", "kept (line 15) may change something"),
        ("extended(xs)", "line 25, which it runs, may change something"),
        ("sorted(xs, key=extended)", "line 25, which it runs, may change something"),
        ("round(x)", "round() may change something"),
        ("nosuch(x)", "nosuch() may change something"),
    ],
)
def test_an_expression_that_may_change_something(expression: str, why: str) -> None:
    assert why_it_may_change(expression, PROGRAM) == why


def test_what_it_depends_on_besides_its_own_variables() -> None:
    assert further_names("account.rich", PROGRAM) == {"LIMIT"}
    assert further_names("account.doubled()", PROGRAM) == {"Account"}
    assert further_names("len(xs)", PROGRAM) == frozenset()


def test_operators_of_the_program_may_change_something() -> None:
    program = "class Odd:\n    def __eq__(self, other):\n        self.asked = True\n        return False\n"
    assert why_it_may_change("a == b", program) == "line 3, which it runs, may change something"
