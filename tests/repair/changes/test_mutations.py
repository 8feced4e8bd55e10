"""Small changes of a program."""

import pytest

from llmdb.repair.changes.mutations import mutations

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
        ("x = [[0] * w] * h\n", "x = [[0] * w for _ in range(h)]\n"),
        ("x = (a for a in b)\n", "x = [a for a in b]\n"),
        ("x = t[a][b]\n", "x = t[b][a]\n"),
        ("x[k] = [v]\n", "x.setdefault(k, []).append(v)\n"),
        ("if a:\n    b()\nelif c:\n    d()\n", "if c:\n    d()\nelif a:\n    b()\n"),
        ("a()\nb()\n", "b()\na()\n"),
        ("def f(n):\n    return g(n)\n", "def f(n):\n    if n <= 1:\n        return 1\n    return g(n)\n"),
        ("def f(n):\n    if n:\n        g()\n", "def f(n):\n    if n:\n        g()\n        return\n"),
        ("def f(n):\n    return n > 3\n", "def f(n):\n    return n > 3 and not n\n"),
    ],
)
def test_the_change_that_repairs_is_among_them(code: str, wanted: str) -> None:
    assert wanted in changed(code)


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("str", "x = a.lower()\n"),
        ("str", "x = int(a)\n"),
        ("list", "x = a.copy()\n"),
        ("dict", "x = a.values()\n"),
        ("int", "x = (a + 1)\n"),
    ],
)
def test_a_value_is_wrapped_as_its_recorded_type_allows(kind: str, wanted: str) -> None:
    program = "a = b\n" + "x = a\n"
    found = {change.code for change in mutations(program, types={"a": frozenset({kind})})}
    assert "a = b\n" + wanted in found
    assert ("a = b\nx = a.values()\n" in found) == (kind == "dict")


def test_a_variable_of_the_same_type_is_tried_before_others() -> None:
    program = "a = 1\nb = 2\nc = ''\nx = a\n"
    types = {"a": frozenset({"int"}), "b": frozenset({"int"}), "c": frozenset({"str"})}
    costs = {change.code: change.cost for change in mutations(program, frozenset({4}), types)}
    assert costs[program.replace("x = a", "x = b")] < costs[program.replace("x = a", "x = c")]


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


def test_what_says_what_is_expected_is_not_changed() -> None:
    function, test = (
        "def f(x):\n    assert x > 1\n    return x\n",
        "def test_f():\n    y = f(3)\n    assert y > 2\n",
    )
    program = f"{function}\n{test}\nassert f(2) == 2\n"
    assert {change.line for change in mutations(program)} == {1, 2, 3}
    assert {change.line for change in mutations("def test_even(n):\n    return n % 3 == 0\n")} == {1, 2}


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
