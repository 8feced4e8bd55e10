"""Values that explanations state, as models write them, held against the recording."""

from __future__ import annotations

import pytest

from llmdb.ask.claims import check_claims
from llmdb.ask.facts import BlockFacts
from llmdb.events.model import Value
from llmdb.types import VisitNo

PAST = {"acc": ((3, "0"), (9, "1"), (17, "4")), "out": ((2, "[]"), (11, "[1]")), "n": ((6, "1"), (8, "-2"))}


def value(text: str) -> Value:
    return Value(type="object", repr=text)


FACTS = BlockFacts(
    step=17,
    block=5,
    scope="totals",
    source="acc += n",
    before={"acc": value("1"), "n": value("3"), "out": value("[1]")},
    after={
        "acc": value("4"),
        "n": value("3"),
        "out": value("[1]"),
        "rows": value("[[1, -2], [3]]"),
        "ratio": value("0.3333333333333333"),
        "seen": value("Counter({'a': 1})"),
        "big": value("1000"),
    },
)


def past(name: str) -> tuple[tuple[VisitNo, Value], ...]:
    return tuple((step, value(text)) for step, text in PAST.get(name, ()))


def told(explanation: str) -> list[tuple[str, str, bool]]:
    return [(claim.name, claim.stated, claim.holds) for claim in check_claims(explanation, FACTS, past)]


@pytest.mark.parametrize(
    ("explanation", "name", "stated"),
    [
        ("acc is 4 after the second row", "acc", "4"),
        ("`acc` = 4, which is too much.", "acc", "4"),
        ("Since acc becomes 4, the sum is wrong.", "acc", "4"),
        ("the value of acc is now 4", "acc", "4"),
        ("acc goes from 1 to 4", "acc", "4"),
        ("acc was set to 0 once", "acc", "0"),
        ("n = -2 so the branch is taken", "n", "-2"),
        ("`out` is still [1].", "out", "[1]"),
        ("out[0] is 1", "out[0]", "1"),
        ("len(out) is 1", "len(out)", "1"),
        ("rows = [[1, -2], [3]]", "rows", "[[1, -2], [3]]"),
        ("ratio is 0.33", "ratio", "0.33"),
        ("n (3) is positive", "n", "3"),
    ],
)
def test_a_value_that_the_name_had_holds(explanation: str, name: str, stated: str) -> None:
    assert told(explanation) == [(name, stated, True)]


@pytest.mark.parametrize(
    ("explanation", "name", "stated"),
    [
        ("acc is 5 after the second row", "acc", "5"),
        ("`out` becomes [1, 4]", "out", "[1, 4]"),
        ("acc = 9 here, but it should be 1", "acc", "9"),
        ("It should reset the sum, but acc is 9.", "acc", "9"),
        ("acc goes from 1 to 7", "acc", "7"),
        ("out[0] is 2", "out[0]", "2"),
        ("len(out) is 3.", "len(out)", "3"),
        ("rows is [[1, -2], [4]]", "rows", "[[1, -2], [4]]"),
        ("n is None", "n", "None"),
        ("ratio is 0.5", "ratio", "0.5"),
    ],
)
def test_a_value_that_the_name_never_had_is_contradicted(explanation: str, name: str, stated: str) -> None:
    assert told(explanation) == [(name, stated, False)]


@pytest.mark.parametrize(
    "explanation",
    [
        "returns 3 instead of 5",
        "the loop runs twice",
        "acc should be 7",
        "acc should have been reset, i.e. acc = 7 is expected",
        "if acc is 7 the test passes",
        "the condition n == 7 is never true",
        "checks whether n == 7",
        "acc is not 7",
        "acc is 7 times too large",
        "acc is 2 more than it was",
        "acc = 1 + 3",
        "acc is 7 or 8",
        "n ranges over 0..7",
        "it would make acc = 7",
        "use acc = 7 before the loop",
        "the call totals(n=7) is right",
        "big is 1,000",
        "seen is {'a': 1}",
        "out is [1, ...]",
        "acc = 7 would be right",
        "expected [1, 3]",
        "acc == 7",
        "acc = total",
    ],
)
def test_what_may_mean_something_else_is_no_claim(explanation: str) -> None:
    assert told(explanation) == []


def test_a_claim_says_at_which_step_it_holds() -> None:
    (claim,) = check_claims("acc was 0 at first", FACTS, past)
    assert (claim.step, claim.recorded) == (3, ("1", "4"))


@pytest.mark.parametrize(
    "explanation", ["n > acc is False here", "n + acc is 7", "n == acc is True", "rows[0] - n is 9"]
)
def test_what_is_said_of_an_expression_is_not_said_of_its_last_name(explanation: str) -> None:
    assert told(explanation) == []


def test_a_truth_is_no_number() -> None:
    assert told("acc is True")[0][2] is False


def test_a_list_of_statements_is_read() -> None:
    assert told("- acc is 4\n* n is 3") == [("acc", "4", True), ("n", "3", True)]
