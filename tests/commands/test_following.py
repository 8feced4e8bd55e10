"""What became of a name, attribute or item, asked at the prompt."""

from collections.abc import Iterator, Sequence

import pytest

from llmdb.commands.following import History, Writers
from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.results.common import Position
from llmdb.errors import BadArgument, NoSuchName, NotRecorded
from llmdb.events.model import Value
from llmdb.progress import Progress
from llmdb.runner.model import Limits, Place, RunOptions
from llmdb.runner.past import Past
from llmdb.session import Session, Settings
from tests.commands.conftest import OpenSession

PROGRAM = """\
class Account:
    def __init__(self, balance):
        self._balance = balance
    def add(self, n):
        self._balance += n
    @property
    def rich(self):
        return self._balance > 100

a, b = Account(3), Account(10)
total = 0
def book(n):
    global total
    total += n
    a.add(n)
    b.add(-n)
for k in (1, 2):
    book(k)
xs = [1, 2]
i = 1
xs[0] = 5
"""


def at_scope(session: Session, scope: str) -> Session:
    """The session at the first step of a scope."""
    dispatch(session, f"goto {next(s.number for s in session.trace.steps() if s.scope == scope)}")
    return session


def values(session: Session, line: str) -> list[tuple[str, str]]:
    """Scope and value of each row of `history`."""
    result = dispatch(session, line)
    assert isinstance(result, History)
    return [(entry.scope, entry.value.repr) for entry in result.entries]


def test_history_of_an_attribute_is_that_of_the_object_here(open_session: OpenSession) -> None:
    session = at_scope(open_session(PROGRAM), "Account.add")
    assert values(session, "history self._balance") == [
        ("Account.__init__", "3"),
        ("Account.add", "4"),
        ("Account.add", "6"),
    ]
    assert values(session, "history self._balance --frame") == [("Account.add", "3"), ("Account.add", "4")]
    assert len(values(session, "history self._balance --all")) == 6
    assert values(session, "history b._balance")[-1] == ("Account.add", "7")


def test_history_follows_a_variable_of_the_module_from_within_a_function(open_session: OpenSession) -> None:
    session = at_scope(open_session(PROGRAM), "book")
    assert values(session, "history total") == [("<module>", "0"), ("book", "1"), ("book", "3")]
    assert values(session, "history n") == [("book", "1"), ("book", "2")]
    assert values(session, "history n --frame") == [("book", "1")]
    assert len(values(session, "history n --all")) == 6


def test_who_tells_how_each_write_was_made(open_session: OpenSession) -> None:
    session = open_session(PROGRAM)
    result = dispatch(session, "who xs[0]")
    assert isinstance(result, Writers)
    assert result.to_json()["writes"] == [
        {
            "step": result.writes[0].step,
            "line": 19,
            "how": "assignment",
            "by": "",
            "value": {"type": "int", "repr": "1"},
            "scope": "<module>",
            "frame": 1,
        },
        {
            "step": result.writes[1].step,
            "line": 21,
            "how": "mutation",
            "by": "[...] =",
            "value": {"type": "int", "repr": "5"},
            "scope": "<module>",
            "frame": 1,
        },
    ]


def test_what_the_record_cannot_follow_is_refused_in_one_line(open_session: OpenSession) -> None:
    session = open_session(PROGRAM)
    for line, problem, said in (
        ("who xs[i]", BadArgument, "who follows what a constant names"),
        ("history 1 + 1", BadArgument, "1 \\+ 1 reads no variable, so it is the same all over the run"),
        (
            "history a.add(3)",
            BadArgument,
            "line 5, which it runs, may change something: a.add\\(3\\) is not asked all over",
        ),
        ("watch print(k)", BadArgument, "print\\(\\) may change something: print\\(k\\) is not asked"),
        ("history xs --all --frame", BadArgument, "history takes --frame or --all, not both"),
        ("who a.rich", NotRecorded, "a class of the program computes rich"),
        ("history nosuch", NoSuchName, "no variable 'nosuch' was recorded"),
        ("who a.nosuch", NoSuchName, "nothing was recorded of a.nosuch"),
        ("watch xs[9]", NoSuchName, "no value of xs\\[9\\] was recorded"),
    ):
        with pytest.raises(problem, match=said):
            dispatch(session, line)


def test_watch_stops_where_an_attribute_or_item_changes(open_session: OpenSession) -> None:
    session = open_session(PROGRAM)
    dispatch(session, "watch self._balance")
    dispatch(session, "watch xs[0] if xs[0] > 3")
    found = []
    for _ in range(7):
        result = dispatch(session, "continue")
        assert isinstance(result, Position)
        found.append((result.step.scope, result.reason.partition(",")[0]))
    assert found[:6] == [
        *[("Account.__init__", "watch 1 on self._balance")] * 2,
        *[("Account.add", "watch 1 on self._balance")] * 4,
    ]
    assert found[6:] == [("<module>", "watch 2 on xs[0]")]


QUEUE = """\
from collections import deque

class Network:
    def __init__(self, links):
        self.links = links
        self.asked = 0
    def around(self, node):
        self.asked += 1
        return self.links.get(node, [])

def visit(network, start):
    seen, queue = {start}, deque([start])
    while queue:
        node = queue.popleft()
        for other in network.around(node):
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return seen

small, large = Network({1: [2]}), Network({1: [2, 3], 2: [4], 3: [4, 5]})
visit(small, 1)
visit(large, 1)
groups = {}
for word in ["one", "two", "three"]:
    groups.setdefault(len(word), []).append(word)
"""


def test_history_of_an_expression_is_each_value_that_a_step_gave_it(open_session: OpenSession) -> None:
    session = at_scope(open_session(QUEUE), "visit")
    lengths = values(session, "history len(queue)")
    assert [repr for _, repr in lengths] == [*"1010", *"1012121210"]
    assert {scope for scope, _ in lengths} == {"visit"}
    assert [repr for _, repr in values(session, "history len(queue) --frame")] == [*"1010"]
    assert [repr for _, repr in values(session, "history sorted(seen)")] == [
        *("[1]", "[1, 2]"),
        *("[1]", "[1, 2]", "[1, 2, 3]", "[1, 2, 3, 4]", "[1, 2, 3, 4, 5]"),
    ]
    assert values(session, "history {k: len(v) for k, v in groups.items()}") == [
        ("<module>", "{}"),
        ("<module>", "{3: 1}"),
        ("<module>", "{3: 2}"),
        ("<module>", "{3: 2, 5: 1}"),
    ]


def test_history_of_an_expression_follows_the_object_here(open_session: OpenSession) -> None:
    session = at_scope(open_session(QUEUE), "Network.around")
    assert [repr for _, repr in values(session, "history self.asked * 2")] == ["0", "2", "4"]
    assert [repr for _, repr in values(session, "history len(str(self.asked)) + self.asked")] == [*"123"]
    every = [repr for _, repr in values(session, "history self.asked * 2 --all")]
    assert every == ["0", "0", "2", "4", "2", "4", "6", "8", "10"]


def test_history_of_an_expression_sees_a_change_under_another_name(open_session: OpenSession) -> None:
    program = PROGRAM + "def gift(one):\n    one._balance += 5\ngift(a)\n"
    session = at_scope(open_session(program), "Account.add")
    assert values(session, "history self._balance * 2")[-1] == ("gift", "22")
    assert values(session, "history str(self._balance)")[-1] == ("gift", "'11'")
    assert values(session, "history a.rich") == [("<module>", "False")]


def test_an_expression_takes_nothing_from_an_iterator_and_makes_no_item(open_session: OpenSession) -> None:
    session = open_session(
        "from collections import defaultdict\nd = defaultdict(list)\nd[1].append(2)\n"
        "g = (n for n in range(3))\nfor k in (1, 5):\n    next(g)\nleft = list(g)\n"
    )
    with pytest.raises(
        NotRecorded, match="list\\(g\\): it would take elements from an iterator of the program"
    ):
        dispatch(session, "history list(g)")
    assert values(session, "history d[k]") == [("<module>", "[2]")]
    assert values(session, "history sorted(d)") == [("<module>", "[1]")]


def test_what_an_expression_depends_on_besides_its_variables_counts(open_session: OpenSession) -> None:
    session = open_session(
        "class Box:\n    made = 0\n    def __init__(self):\n        Box.made += 1\n"
        "    @property\n    def late(self):\n        return self.made > LIMIT\nLIMIT = 1\n"
        "box = Box()\nother = Box()\nLIMIT = 5\nd = {}\nfor k in (1, 2):\n    d[k] = k\n"
    )
    assert [repr for _, repr in values(session, "history box.made * 2")] == ["2", "4"]
    assert [repr for _, repr in values(session, "history str(box.late)")] == ["'False'", "'True'", "'False'"]
    assert [repr for _, repr in values(session, "history d.get(2)")] == ["None", "2"]


def test_what_the_record_does_not_have_is_asked_of_the_program(open_session: OpenSession) -> None:
    session = open_session(
        "from collections import OrderedDict\n"
        "class Base:\n    total = 0\n"
        "class Kid(Base):\n    def __init__(self):\n        Base.total += 1\n"
        "    @property\n    def double(self):\n        return self.total * 2\n"
        "    @double.setter\n    def double(self, value):\n        Kid.total = value // 2\n"
        "class Cache(OrderedDict):\n"
        "    def __init__(self, size):\n        super().__init__()\n        self.size = size\n"
        "def counted(f):\n    f.calls = 0\n    def inner(n):\n        inner.calls += 1\n        return f(n)\n"
        "    inner.calls = 0\n    return inner\n"
        "@counted\ndef half(n):\n    return n // 2\n"
        "x = Kid()\ny = Kid()\nx.double = 18\ncache = Cache(2)\nhalf(4)\nhalf(2)\nend = 1\n"
    )
    dispatch(session, "goto end")
    assert [value for _, value in values(session, "history x.total")] == ["1", "2", "9"]
    assert [value for _, value in values(session, "history x.double")] == ["2", "4", "18"]
    assert [value for _, value in values(session, "history cache.size")] == ["2"]
    assert [value for _, value in values(session, "history half.calls")] == ["0", "1", "2"]


def test_the_line_is_the_one_that_sets_what_the_expression_reads(open_session: OpenSession) -> None:
    session = open_session(
        "class Box:\n    size, log = 1, ()\n    def grow(self):\n        self.size += 1\n"
        "        self.log += (self.size,)\nboxes = [Box(), Box()]\nboxes[1].grow()\n"
    )
    result = dispatch(session, "history [box.size for box in boxes]")
    assert isinstance(result, History)
    assert [(entry.line, entry.value.repr) for entry in result.entries] == [(6, "[1, 1]"), (4, "[1, 2]")]


def test_long_values_are_told_apart_by_the_whole(open_session: OpenSession) -> None:
    session = open_session("xs = list(range(2_000))\nfor i in (7, 7, 8):\n    xs[-1] = i\n")
    assert len(values(session, "history xs[:]")) == 3


def test_ctrl_c_keeps_the_values_found(open_session: OpenSession) -> None:
    session = open_session("n = 0\nfor i in range(3_000):\n    n += 1\n")

    def interrupt(progress: Progress) -> None:
        if progress.done > 500:
            raise KeyboardInterrupt

    assert len(session.trace) > 3_000
    session.on_progress = interrupt
    result = dispatch(session, "history str(n)")
    assert isinstance(result, History)
    first, last = result.entries.looked_at or (0, 0)
    assert (first, 500 < last < 6_000) == (1, True)
    assert [entry.value.repr for entry in result.entries[:2]] == ["'0'", "'1'"]
    assert result.to_json()["looked_at"] == [first, last]


def test_watch_stops_where_an_expression_has_another_value_in_both_directions(
    open_session: OpenSession,
) -> None:
    session = open_session(QUEUE)
    dispatch(session, "watch len(queue) if len(seen) > 3")
    found = []
    for _ in range(5):
        result = dispatch(session, "continue")
        assert isinstance(result, Position)
        found.append((result.reason.partition(",")[0], result.after["queue"].repr))
    assert found[:-1] == [
        ("watch 1 on len(queue)", "deque([3, 4])"),
        ("watch 1 on len(queue)", "deque([4])"),
        ("watch 1 on len(queue)", "deque([4, 5])"),
        ("watch 1 on len(queue)", "deque([5])"),
    ]
    back = dispatch(session, "rcontinue")
    assert isinstance(back, Position)
    assert back.after["queue"].repr == "deque([5])"


def test_a_watched_expression_is_not_asked_far_beyond_the_next_stop(
    open_session: OpenSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_session("n = 0\nfor i in range(5_000):\n    n += 1\n    k = 0\n")
    asked: list[int] = []
    follow = Past.follow

    def counted(past: Past, expression: str, places: Sequence[Place]) -> Iterator[tuple[int, Value]]:
        asked.append(len(places))
        return follow(past, expression, places)

    monkeypatch.setattr(Past, "follow", counted)
    dispatch(session, "watch str(n)[:0]")
    dispatch(session, "break 4")
    dispatch(session, "continue")
    dispatch(session, "continue")
    assert sum(asked) < 500


def test_an_expression_that_does_not_end_is_refused(open_session: OpenSession) -> None:
    program = "def spin(n):\n    while n > 3:\n        pass\n    return n\nfor n in range(6):\n    pass\n"
    limits = RunOptions(limits=Limits(timeout_s=1.0))
    session = open_session(program, settings=Settings(prefix="none", options=limits))
    with pytest.raises(NotRecorded, match="spin\\(n\\): stopped after 1 s \\(step 10\\)"):
        dispatch(session, "history spin(n)")


def test_what_the_programs_own_code_logs_when_it_is_asked_is_taken_back(open_session: OpenSession) -> None:
    session = open_session(
        "class Box:\n    def __init__(self):\n        self.size = 0\n    @property\n    def area(self):\n"
        "        return self.size ** 2\n    def grow(self, n):\n        self.size += n\n"
        "def both(a, b):\n    a.grow(1)\n    b.grow(2)\n"
        "one, two = Box(), Box()\nfor _ in range(300):\n    both(one, two)\n"
    )
    for line, every in (("history a.area + b.area --all", 900), ("history one.area", 301)):
        found = [int(repr) for _, repr in values(session, line)]
        assert len(found) == every
        assert found[-1] == (300**2 + 600**2 if every == 900 else 300**2)
