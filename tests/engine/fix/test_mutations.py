"""Small changes of a program."""

import pytest

from llmdb.engine.fix.mutations import mutations

LOOP = """\
def total(xs, out=[]):
    acc = 0
    for i in range(len(xs)):
        if xs[i] > 0 and i < 3:
            acc += xs[i]
        return acc
"""


def changed(code: str, line: int | None = None) -> set[str]:
    lines = None if line is None else frozenset({line})
    return {change.code for change in mutations(code, lines)}


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("x = a < b\n", "x = a <= b\n"),
        ("x = a + b\n", "x = a - b\n"),
        ("x = a and b\n", "x = a or b\n"),
        ("x = range(n)\n", "x = range(n + 1)\n"),
        ("x = f(a, b)\n", "x = f(b, a)\n"),
        ("x = 3\n", "x = 2\n"),
        ("x = xs[i]\n", "x = xs[i - 1]\n"),
        ("x = a if t else b\n", "x = b if t else a\n"),
        ("x = not a\n", "x = a\n"),
        ("total -= 1\n", "total += 1\n"),
        ("x = min(a)\n", "x = max(a)\n"),
    ],
)
def test_the_change_that_repairs_is_among_them(code: str, wanted: str) -> None:
    assert wanted in changed(code)


def test_a_return_inside_a_loop_is_moved_out() -> None:
    assert LOOP.replace("        return acc", "    return acc") in changed(LOOP, 6)


def test_a_mutable_default_becomes_none() -> None:
    wanted = LOOP.replace("out=[]", "out=None").replace(
        "    acc = 0", "    if out is None:\n        out = []\n    acc = 0"
    )
    assert wanted in changed(LOOP, 1)


def test_only_the_asked_lines_change() -> None:
    for change in mutations(LOOP, frozenset({5})):
        rows, old = change.code.split("\n"), LOOP.split("\n")
        assert rows[:4] == old[:4]
        assert rows[-2:] == old[-2:]


def test_every_change_compiles_and_differs() -> None:
    found = mutations(LOOP)
    assert len(found) > 50
    for change in found:
        compile(change.code, "changed", "exec")
        assert change.code != LOOP
    assert len({change.code for change in found}) == len(found)


def test_text_beside_the_change_keeps_its_form() -> None:
    code = "x = (a   <  b)  # größer\ny = 'é' + c\n"
    assert "x = (a   <=  b)  # größer\ny = 'é' + c\n" in changed(code)
    assert "x = (a   <  b)  # größer\ny = 'é' - c\n" in changed(code)
