"""What became of names, attributes and items, and what wrote them."""

import pytest

from llmdb.program.graph import Level
from llmdb.replay import changes
from tests.slicing.recorded import recorded_trace

ACCOUNT = """\
class Account:
    def __init__(self, balance):
        self.balance = balance
        self.log = []
    def add(self, n):
        self.balance += n
        self.log.append(n)

a = Account(3)
b = Account(10)
for k in (1, 2):
    a.add(k)
    b.add(-k)
xs = [3, 1]
ys = xs
ys[0] = 9
xs.append(4)
xs[0] = 9
d = {"k": 1, (1, 2): "t"}
d["k"] += 4
del d["k"]
p = (5, [6])
p[1].append(7)
"""
LINKED = """\
class Node:
    def __init__(self, value, following):
        self.value, self.following = value, following

def walk(node):
    while node is not None:
        node.value += 1
        node = node.following
    return node

head = None
for n in range(5):
    head = Node(n, head)
walk(head)
m = head.following
m.following.value = 100
grid = [[0] * 3 for _ in range(3)]
row = grid[1]
row[2] = 5
grid[0], grid[1] = grid[1], grid[0]
row.extend(grid[2])
by_name = {"g": grid}
by_name["g"][0][0] = 8
def outer():
    total = []
    def add(x):
        nonlocal total
        total = total + [x]
        total.append(x)
    add(1)
    add(2)
    return total
kept = outer()
kept.sort()
"""


def rows(text: str, name: str) -> list[tuple[int, str]]:
    return [(entry.line, entry.value.repr) for entry in recorded_trace(text).history(name)]


def test_an_attribute_or_item_is_followed_through_every_alias() -> None:
    assert rows(ACCOUNT, "a.balance") == [(9, "3"), (6, "4"), (6, "6")]
    assert rows(ACCOUNT, "a.log") == [(9, "[]"), (7, "[1]"), (7, "[1, 2]")]
    assert rows(ACCOUNT, "a.log[-1]") == [(7, "1"), (7, "2")]
    trace = recorded_trace(ACCOUNT, level="line")
    assert [(e.line, e.value.repr) for e in trace.history("xs[0]")] == [(14, "3"), (16, "9")]
    assert [(e.line, e.value.repr) for e in trace.history("d['k']")] == [(19, "1"), (20, "5")]
    assert [(e.line, e.value.repr) for e in trace.history("d[1, 2]")] == [(19, "'t'")]
    assert [(e.line, e.value.repr) for e in trace.history("p[1]")] == [(22, "[6]"), (23, "[6, 7]")]
    assert [*trace.history("xs[7]")] == [*trace.history("a.nothing")] == []


@pytest.mark.parametrize(
    ("path", "putting"),
    [
        ("held['k'].rows", "held = {}; held.setdefault('k', Box())"),
        ("held['k'].rows", "held = {}; held.update({'k': Box()})"),
        ("held['k'].rows", "held = {}; held.update(k=Box())"),
        ("held['k'].rows", "held = {}; held |= {'k': Box()}"),
        ("held[0].rows", "held = []; held.append(Box())"),
        ("held[0].rows", "held = []; held.extend([Box()])"),
        ("held[0].rows", "held = []; held.extend(Box() for _ in 'a')"),
        ("held[0].rows", "held = []; held += [Box()]"),
        ("held[0].rows", "held = []; made = []; made.append(Box()); held += made"),
        ("held[0].rows", "held = []; held.insert(0, Box())"),
        ("held[0].rows", "held = []; held[:] = [Box()]"),
        ("held[0][1].rows", "held = []; held.append((0, Box()))"),
    ],
)
def test_what_was_put_into_a_container_in_any_way_is_followed_in_it(path: str, putting: str) -> None:
    trace = recorded_trace(f"""\
class Box:
    def __init__(self):
        self.rows = []
    def put(self, value):
        self.rows.append(value)
{putting}
one = {path.removesuffix(".rows")}
one.put(1)
one.put(2)
""")
    rows = [entry.value.repr for entry in trace.history(path)]
    assert rows[-1] == "[1, 2]"
    assert [w.value and w.value.repr for w in trace.changes.writes(path)][-2:] == ["[1]", "[1, 2]"]


def test_the_object_that_a_parameter_is_is_followed_through_the_whole_run() -> None:
    trace = recorded_trace(ACCOUNT)
    step = next(step for step in trace.steps() if step.scope == "Account.add")
    root = trace.changes.root_of("self.balance", step.number, step.frame)
    found = trace.history("self.balance", root=root)
    assert [(e.scope, e.frame, e.value.repr) for e in found] == [
        ("Account.__init__", 3, "3"),
        ("Account.add", 5, "4"),
        ("Account.add", 7, "6"),
    ]
    assert trace.changes.root_of("n.real", step.number, step.frame) == 0
    assert trace.changes.root_of("self", step.number, step.frame) == 0


def test_who_wrote_a_name_is_told_by_event_with_the_value_that_stayed_the_same_too() -> None:
    trace = recorded_trace(ACCOUNT)
    writes = [(w.line, w.how, w.by, w.value and w.value.repr) for w in trace.changes.writes("xs[0]")]
    assert writes == [
        (14, "assignment", "", "3"),
        (16, "mutation", "[...] =", "9"),
        (18, "mutation", "[...] =", "9"),
    ]
    writes = [(w.line, w.how, w.by, w.value and w.value.repr) for w in trace.changes.writes("d['k']")]
    assert writes == [
        (19, "assignment", "", "1"),
        (20, "mutation", "[...] =", "5"),
        (21, "deletion", "del [...]", None),
    ]
    assert [(w.line, w.by, w.scope, w.frame) for w in trace.changes.writes("b.log")] == [
        (10, "", "<module>", 1),
        (7, "append()", "Account.add", 6),
        (7, "append()", "Account.add", 8),
    ]
    assert [(w.how, w.value and w.value.repr) for w in trace.changes.writes("n")][:2] == [
        ("argument", "1"),
        ("argument", "-1"),
    ]


def test_the_line_of_a_change_is_that_of_the_event_which_made_it() -> None:
    text = "xs, ys = [], []\nif xs == ys:\n    ys.append(1)\n    xs.append(2)\n    ys.append(3)\n"
    assert rows(text, "xs")[1:] == [(4, "[2]")]
    assert rows(text, "ys")[1:] == [(5, "[1, 3]")]


def test_a_deleted_local_is_not_taken_for_another_frames_variable() -> None:
    text = "x = 1\ndef f():\n    x = 2\n    del x\n    y = 3\nf()\n"
    writes = [(w.line, w.how, w.value and w.value.repr) for w in recorded_trace(text).changes.writes("x")]
    assert writes == [(1, "assignment", "1"), (3, "assignment", "2"), (4, "deletion", None)]


@pytest.mark.parametrize("text", [ACCOUNT, LINKED])
@pytest.mark.parametrize("level", ["block", "line"])
def test_looking_at_few_steps_finds_what_looking_at_all_finds(
    text: str, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = "a b k xs ys d p self n head node m grid row by_name total kept x self.value node.value "
    names += "head.following.value m.following grid[0] grid[1][2] by_name['g'] row[0] self.log[0] kept[-1] total[0]"
    trace = recorded_trace(text, level)
    narrow = {name: [*trace.history(name)] for name in names.split()}
    written = {name: [*trace.changes.writes(name)] for name in names.split()}
    assert sum(map(bool, narrow.values())) >= 8
    monkeypatch.setattr(changes, "_MANY", -1)
    trace = recorded_trace(text, level)
    assert {name: [*trace.history(name)] for name in names.split()} == narrow
    assert {name: [*trace.changes.writes(name)] for name in names.split()} == written
