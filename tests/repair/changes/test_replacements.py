"""Changes with what the rest of a program has."""

import pytest

from llmdb.repair.changes.mutations import mutations

NUMBERS = dict.fromkeys(("a", "b", "best", "size", "depth", "low", "n", "total", "k"), frozenset({"int"}))
LISTS = dict.fromkeys(("xs", "ys", "out"), frozenset({"list"}))
OBJECTS = dict.fromkeys(("self", "other"), frozenset({"Box"}))


def changed(code: str, line: int, recorded: dict[str, tuple[str, ...]] | None = None) -> set[str]:
    found = mutations(code, frozenset({line}), NUMBERS | LISTS | OBJECTS, recorded or {})
    assert all(change.line == line for change in found)
    return {change.code for change in found}


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("best = size", "best = max(best, size)"),
        ("best = size", "best = min(best, size)"),
        ("total = a", "total = a + b"),
        ("xs[a] = f(size)", "xs[a] = f(size + 1)"),
        ("total = f(a, size, depth)", "total = f(depth, size, a)"),
        ("total = f(a, size, depth)", "total = f(size, depth, a)"),
        ("if a and k.isupper: pass", "if a and k.isupper(): pass"),
        ("xs.sort", "xs.sort()"),
        ("total = a % 10", "total = a % 100"),
        ("xs[a] = ys[b]", "xs[b] = ys[a]"),
        ("total = xs[a]", "total = xs[a % len(xs)]"),
        ("total = 0", "total = a"),
        ("total = 0", "total = xs[0]"),
        ("total = len(xs)", "total = a"),
        ("total = xs.pop()", "total = xs.pop(0)"),
        ("xs.pop()", "total -= xs.pop()"),
        ("out = xs[:a]", "out = xs[a:]"),
        ("out = xs[a:]", "out = xs[-a:]"),
        ("out = sorted(xs, key=lambda x: x[0])", "out = sorted(xs, key=lambda x: -x[0])"),
        ("out = {a: b}", "out = {a: (b + 1)}"),
        ("yield a", "yield max(a, b)"),
        ("if k.islower(): pass", "if str(k).islower(): pass"),
        ("out = xs", "out = [list(_) for _ in xs]"),
        ("out = f(xs)", "out = f(xs[::-1])"),
        ("if len(xs) > a: pass", "if len(xs) > b: pass"),
    ],
)
def test_a_statement_is_changed_with_what_its_function_has(line: str, wanted: str) -> None:
    code = f"def g(a, b, xs, ys, size, depth):\n    {line}\n    total = best = 0\n    out = []\n"
    assert code.replace(line, wanted) in changed(code, 2)


BOXES = """\
class Box:
    MOST = 9

    def __init__(self, size):
        self.size = size
        self.left = None
        self.right = None
        self.count = 0

    def put(self, other, n):
        self.left.put(other, n)
        self.count = self.count + n
        return self.size - self.size

    def shake(self):
        self.count = 0
"""


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        (11, "self.left.put", "self.right.put"),
        (11, "left.put(", "left.shake("),
        (11, "other, n)", "other, n)\n        self.shake()"),
        (11, "other, n)", "other, n)\n        self.count = 0"),
        (12, "self.count + n", "min(self.count + n, self.MOST)"),
        (13, "- self.size", "- other.size"),
        (13, "self.size - self.size", "self.size - self.count"),
    ],
)
def test_a_method_borrows_fields_and_methods_and_statements_of_its_class(
    line: int, old: str, new: str
) -> None:
    rows = BOXES.split("\n")
    rows[line - 1] = rows[line - 1].replace(old, new)
    assert "\n".join(rows) in changed(BOXES, line)


def test_keys_are_those_of_the_program_and_of_the_recorded_dict() -> None:
    code = "def f(row):\n    return row['name'], TABLE['a']\n\n\nTABLE = {'a': 1, 'b': 2}\n"
    texts = changed(code, 2, {"row": ("'name'", "'place'")})
    assert code.replace("row['name']", "row['place']") in texts
    assert code.replace("TABLE['a']", "TABLE['b']") in texts


def test_a_statement_stands_once_more_or_in_the_place_of_another() -> None:
    code = (
        "def runs(xs):\n    out = []\n    for n in xs:\n        out.clear()\n        n += 1\n    return out\n"
    )
    texts = changed(code, 4)
    assert code.replace("out.clear()", "out = []") in texts
    assert code.replace("out.clear()", "out.clear()\n        out = []") in texts
    assert code.replace("out.clear()", "out.clear()\n        n -= 1") in texts
    assert code.replace("out.clear()", "out.clear()\n        continue") in texts


def test_an_addition_is_told_of_a_simple_statement_beside_it() -> None:
    code = "def f(xs):\n    n = 0\n    for x in xs:\n        if x:\n            n += 1\n    return n\n"
    found = {
        (change.line, change.code) for change in mutations(code, frozenset({2, 3, 4, 5, 6}), NUMBERS, {})
    }
    assert (5, code.replace("n += 1", "n += 1\n            n = 0")) in found
    assert (6, code.replace("    return", "    n -= 1\n    return")) in found
    assert (4, code.replace("if x:", "n = 0\n        if x:")) in found


def test_the_asserts_of_a_program_stay_as_they_are() -> None:
    code = "n = 1\nassert n == 2\n"
    assert changed(code, 2) == set()


def test_a_call_for_its_effect_does_not_become_a_value_that_does_nothing() -> None:
    code = "def f(xs, ys, a):\n    xs.append(a)\n    return ys\n"
    rows = {each.split("\n")[1].strip() for each in changed(code, 2)}
    assert "ys.append(a)" in rows
    assert not {"xs", "ys", "a"} & rows
