"""Small changes of two places that belong together, and others that take two variables."""

import pytest

from llmdb.repair.changes.mutations import mutations
from llmdb.repair.changes.scope_names import Types


def _changed(code: str, types: Types | None = None) -> set[str]:
    return {change.code for change in mutations(code, types=types)}


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("x = a % 3 * b % 3\n", "x = a % 3 * (b % 3)\n"),
        ("x = a + b / 2\n", "x = (a + b) / 2\n"),
        ("x = (a + b) / 2\n", "x = a + b / 2\n"),
        ("x = a or b and c\n", "x = (a or b) and c\n"),
        ("x = a and b or c\n", "x = a and (b or c)\n"),
        ("x = sorted(a) == sorted(b)\n", "x = sorted(set(a)) == sorted(set(b))\n"),
        ("x = a == b\n", "x = a.lower() == b.lower()\n"),
        ("x = a[0] == b[0]\n", "x = a[0].lower() == b[0].lower()\n"),
        ("xs.sort(reverse=True)\n", "xs.sort(reverse=True, key=lambda item: item[-1])\n"),
        ("xs.sort()\n", "xs.sort(reverse=True)\n"),
    ],
)
def test_the_change_that_repairs_is_among_them(code: str, wanted: str) -> None:
    assert wanted in _changed(code)


def test_parentheses_that_stand_between_operands_are_not_crossed() -> None:
    assert not [code for code in _changed("x = (a * b) % c\n") if code.count("(") != code.count(")")]
    assert "x = a * (b % c)\n" not in _changed("x = (a * b) % c\n")


def test_a_function_is_left_where_something_is_empty_before_it_is_used() -> None:
    code = "def most(text):\n    counts = tally(text)\n    return max(counts)\n"
    wanted = code.replace("    return", "    if not counts:\n        return {}\n    return")
    assert wanted in _changed(code, {"counts": frozenset({"dict"})})
    assert wanted not in _changed(code)


def test_another_variable_is_taken_after_a_conversion() -> None:
    code = "n = 10\nbits = bin(n)\nx = bits\n"
    found = _changed(code, {"n": frozenset({"int"}), "bits": frozenset({"str"})})
    assert code.replace("x = bits", "x = str(n)") in found
