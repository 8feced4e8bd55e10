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
        ("x = a.lstrip(b)\n", "x = a.removeprefix(b)\n"),
        ("def f(n):\n    yield f(n)\n", "def f(n):\n    yield from f(n)\n"),
        ("x = a // b\n", "x = -(-a // b)\n"),
        ("x = a + [b]\n", "x = a + b\n"),
        ("x = a == 1 or 2\n", "x = a == 1 or a == 2\n"),
        ("x = a == 0\n", "x = a <= 1\n"),
        ("x = enumerate(a)\n", "x = enumerate(a, 1)\n"),
        ("while a.b is not None:\n    c()\n", "while a is not None and a.b is not None:\n    c()\n"),
        ("while a[i] > b:\n    c()\n", "while i < len(a) and a[i] > b:\n    c()\n"),
        ("while a[-1] > b or c:\n    d()\n", "while a and (a[-1] > b or c):\n    d()\n"),
        ("x = a[:n]\nfor i in a:\n    b(i)\n", "x = a[:n]\nfor i in a[n :]:\n    b(i)\n"),
        ("x = a + 16 * b\n", "x = b + 16 * a\n"),
        ("x = a >= '18'\n", "x = int(a) >= 18\n"),
        ("x = a ^ b\n", "x = a - b\n"),
        ("x = a.split(' ')\n", "x = a.split()\n"),
        ("x = a[: b.c]\n", "x = a[-b.c:]\n"),
        ("def f(n):\n    return f(n - 1)\n", "def f(n):\n    return 2 * f(n - 1)\n"),
        ("a = [1] + b\n", "a = [1] + b + [1]\n"),
        ("a.b = {c}\n", "a.b.add(c)\n"),
        ("x = d.get('a', 0) + d['b']\n", "x = d.get('b', 0) + d['b']\n"),
        ("for a, b in c:\n    d(b)\n", "for _, b in c:\n    d(b)\n"),
        ("x = [a for a in b]\n", "x = [a for a in b if a.isalpha()]\n"),
        ("x = sorted(a, key=lambda b: b[1])\n", "x = sorted(a, key=lambda b: (-b[1], b[0]))\n"),
        ("a = b\nb = a + b\n", "a, b = b, a + b\n"),
        ("try:\n    a()\nexcept KeyError:\n    b()\n", "try:\n    a()\nexcept IndexError:\n    b()\n"),
        ("m = 0\nfor n in a:\n    m = max(m, n)\n", 'm = float("-inf")\nfor n in a:\n    m = max(m, n)\n'),
        ("n = 0\ndef f():\n    n += 1\n", "n = 0\ndef f():\n    global n\n    n += 1\n"),
        ("def f(a):\n    return zip(a, a[1:])\n", "def f(a):\n    a = list(a)\n    return zip(a, a[1:])\n"),
    ],
)
def test_the_change_that_repairs_is_among_them(code: str, wanted: str) -> None:
    assert wanted in changed(code)


ROUND = """\
def turned(cell):
    before = None
    while cell is not None:
        after = cell.after
        cell.after = before
        cell = after
    return before
"""
NUMBERED = """\
class Queue:
    def __init__(self):
        self.number = 0

    def add(self, text):
        push((self.number, text))
"""


DIGITS = "def digits(n):\n    t = 0\n    while n > 0:\n        t += n % 10\n        n //= 10\n    return t\n"
UNDO = "def undo(held):\n    held.pop()\n    return held\n"
MOVE = "def move(has, one, two, n):\n    has[two] += n\n    return has\n"
LATEST = """\
def latest(items, size):
    last = deque()
    for item in items:
        last.append(item)
        if len(last) == size:
            yield list(last)
"""
SHAPES = """\
class Shape:
    def __init__(self, name):
        self.name = name

class Square(Shape):
    def __init__(self, name, side):
        self.side = side
"""
SIZES = "def size(entry):\n    return sum(size(entry[name]) for name in entry)\n"


def test_the_base_class_is_started_with_the_arguments_that_it_takes() -> None:
    wanted = SHAPES.replace("        self.side", "        super().__init__(name)\n        self.side")
    assert wanted in changed(SHAPES)


def test_a_function_that_calls_itself_ends_for_one_of_the_types_that_it_was_given() -> None:
    types = {"entry": frozenset({"dict", "int"})}
    guard = "    if isinstance(entry, int):\n        return entry\n    return"
    assert SIZES.replace("    return", guard) in {change.code for change in mutations(SIZES, types=types)}
    assert not any("isinstance" in code for code in changed(SIZES))


def test_a_way_out_that_cuts_off_the_next_turns_comes_after_one_that_does_not() -> None:
    code = "def f(a):\n    for b in a:\n        if b:\n            c(b)\n        d(b)\n    return a\n"
    costs = {change.code: change.cost for change in mutations(code)}
    inner = costs[code.replace("c(b)\n", "c(b)\n            return a\n")]
    assert inner < costs[code.replace("d(b)\n", "d(b)\n        return a\n")]
    assert inner < costs[code.replace("        d(b)\n", "        return a\n        d(b)\n")]


TIMER = """\
class Timer:
    def start(self):
        self.now = 0

    def tick(self, n):
        self.now += n

    def lap(self):
        self.laps.append(self.now)
"""


def test_a_new_assignment_that_leaves_its_neighbour_nothing_to_add_to_costs_more() -> None:
    costs = {change.code: change.cost for change in mutations(TIMER)}
    useful = costs[TIMER + "        self.now = 0\n"]
    assert useful < costs[TIMER.replace("self.now +=", "self.now = 0\n        self.now +=")]


def test_a_condition_that_its_body_changes_is_likely_to_be_asked_again() -> None:
    code = "def f(n):\n    if n > 9:\n        n -= 9\n    return n\n"
    other = "def f(n):\n    if n > 9:\n        g(n)\n    return n\n"
    costs = [
        next(change.cost for change in mutations(text) if change.code == text.replace("if", "while"))
        for text in (code, other)
    ]
    assert costs[0] < costs[1]


@pytest.mark.parametrize(
    ("code", "kinds", "wanted"),
    [
        (ROUND, {}, ROUND.replace("= before\n", "= before\n        before = cell\n")),
        (NUMBERED, {}, NUMBERED + "        self.number += 1\n"),
        ("x = max(a)\n", {"a": "dict"}, "x = max(a, key=a.get)\n"),
        ("a = c\ny = [b]\n", {"a": "list"}, "a = c\ny = a + [b]\n"),
        ("x = ''\ny = b\n", {"y": "str"}, "x = y\ny = b\n"),
        ("x = a\n", {"a": "float"}, "x = a ** 2\n"),
        ("x = a - b\n", {"a": "set"}, "x = a & b\n"),
        ("c = 2\nx = range(a, b)\n", {"c": "int"}, "c = 2\nx = range(a, b, c)\n"),
        (DIGITS, {"n": "int"}, DIGITS.replace("    t = 0", "    n = abs(n)\n    t = 0")),
        (UNDO, {"held": "list"}, UNDO.replace("    held.pop()", "    if held:\n        held.pop()")),
        (MOVE, {"one": "str", "two": "str"}, MOVE.replace("\n    has", "\n    has[one] -= n\n    has")),
        (LATEST, {"last": "deque"}, LATEST + "            last.popleft()\n"),
    ],
)
def test_what_a_variable_was_recorded_with_gives_more_changes(
    code: str, kinds: dict[str, str], wanted: str
) -> None:
    types = {name: frozenset({kind}) for name, kind in kinds.items()}
    assert wanted in {change.code for change in mutations(code, types=types)}


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("str", "x = a.lower()\n"),
        ("str", "x = int(a)\n"),
        ("list", "x = a.copy()\n"),
        ("dict", "x = a.values()\n"),
        ("int", "x = a + 1\n"),
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


def test_every_change_makes_another_program() -> None:
    found = mutations(LOOP)
    assert len(found) > 50
    assert LOOP not in {change.code for change in found}
    assert len({change.code for change in found}) == len(found)


@pytest.mark.parametrize(
    ("code", "idle"),
    [
        ("x = a - 1\n", "x = a - 0\n"),
        ("x = a + 1\n", "x = a + (-1)\n"),
        ("x = a * 2\n", "x = a * 1\n"),
        ("x = 2 * a\n", "x = 1 * a\n"),
        ("x = a // 2\n", "x = a // 1\n"),
        ("x += 2\n", "x += 0\n"),
        ("x *= 2\n", "x *= 1\n"),
        ("x = sorted(a)\n", "x = sorted(sorted(a))\n"),
        ("x = a.lower()\n", "x = a.lower().lower()\n"),
    ],
)
def test_a_change_that_does_nothing_is_none(code: str, idle: str) -> None:
    assert idle not in changed(code)


def test_what_is_simpler_comes_before_what_does_the_same() -> None:
    costs = {change.code: change.cost for change in mutations("x = a - 1\n")}
    assert costs["x = a\n"] <= min(cost for code, cost in costs.items() if code != "x = a + 1\n")


def test_an_operation_has_parentheses_only_where_they_say_something() -> None:
    types = {"a": frozenset({"int"})}
    found = {change.code for change in mutations("a = 1\nx = f(a)\ny = -a\n", frozenset({2, 3}), types)}
    assert "a = 1\nx = f(a + 1)\ny = -a\n" in found
    assert "a = 1\nx = f(a)\ny = -(a + 1)\n" in found


def test_text_beside_the_change_keeps_its_form() -> None:
    code = "x = (a   <  b)  # größer\ny = 'é' + c\n"
    assert "x = (a   <=  b)  # größer\ny = 'é' + c\n" in changed(code)
    assert "x = (a   <  b)  # größer\ny = 'é' - c\n" in changed(code)
