"""Simple expressions are answered from recorded values, and nothing else is."""

import pytest

from llmdb.events.model import Value
from llmdb.replay.recorded_values import CannotTell, evaluate_recorded, holds, parts_read

STATE = {
    "n": Value(type="int", repr="4"),
    "xs": Value(type="list", repr="[1, 2, 3]"),
    "d": Value(type="dict", repr="{'a': {'b': 7}}"),
    "p": Value(type="Point", repr="<Point x=1>"),
    "long": Value(type="list", repr="[1, 2, ...]", truncated=True),
    "name": Value(type="str", repr="'Ada'"),
    "nothing": Value(type="NoneType", repr="None"),
    "p.y": Value(type="int", repr="6"),
}


@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        ("n", "4"),
        ("n + 1", "5"),
        ("-n", "-4"),
        ("xs[1]", "2"),
        ("d['a']['b']", "7"),
        ("len(xs) == 3", "True"),
        ("1 < n <= 4", "True"),
        ("n in xs or name == 'Ada'", "True"),
        ("xs and n", "4"),
        ("nothing is None", "True"),
        ("not nothing", "True"),
        ("'even' if n % 2 == 0 else 'odd'", "'even'"),
        ("p", "<Point x=1>"),
        ("p.y * n", "24"),
    ],
)
def test_simple_expressions_are_answered(expression: str, answer: str) -> None:
    assert evaluate_recorded(expression, STATE).repr == answer


@pytest.mark.parametrize(
    "expression",
    [
        "p.x",
        "unknown",
        "long[0]",
        "xs.index(2)",
        "open('/etc/passwd')",
        "[x for x in xs]",
        "lambda: 1",
        "'a' * 10 ** 9",
        "[0] * 1000000",
        "xs is xs",
        "2 ** 9",
        "'%9999999999s' % n",
    ],
)
def test_what_the_recording_does_not_hold_or_may_cost_much_is_left_to_the_live_program(
    expression: str,
) -> None:
    with pytest.raises(CannotTell):
        evaluate_recorded(expression, STATE)


def test_what_the_expression_raises_comes_through() -> None:
    with pytest.raises(IndexError):
        evaluate_recorded("xs[9]", STATE)


def test_holds_is_the_truth_of_the_value() -> None:
    assert holds("xs", STATE)
    assert not holds("n > 9", STATE)


CLASSES = "class Point:\n    @property\n    def size(self):\n        return 1\n"


@pytest.mark.parametrize(
    ("expression", "code", "parts"),
    [
        ("p.y > n and len(p.q.names)", "", {"p", "p.y", "n", "len", "p.q", "p.q.names"}),
        ("p.size > n", CLASSES, {"p", "n"}),
        ("p.size.real > p.y", CLASSES, {"p", "p.y"}),
        ("p.y", "class Point:\n    def __getattribute__(self, name):\n        return 1\n", {"p"}),
        ("xs[0].y", "", {"xs"}),
    ],
)
def test_an_attribute_that_a_class_computes_is_not_taken_from_the_recording(
    expression: str, code: str, parts: set[str]
) -> None:
    assert parts_read(expression, code) == parts
