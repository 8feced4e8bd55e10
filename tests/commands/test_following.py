"""What became of a name, attribute or item, asked at the prompt."""

import pytest

from llmdb.commands.following import History, Writers
from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.results.common import Position
from llmdb.errors import BadArgument, NoSuchName, NotRecorded
from llmdb.session import Session
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
        ("history 1 + 1", BadArgument, "history takes a variable, attribute or item"),
        ("history xs --all --frame", BadArgument, "history takes --frame or --all, not both"),
        ("history a.rich", NotRecorded, "a class of the program computes rich"),
        ("history nosuch", NoSuchName, "no variable 'nosuch' was recorded"),
        ("who a.nosuch", NoSuchName, "nothing was recorded of a.nosuch"),
        ("watch a.rich", NotRecorded, "a class of the program computes rich"),
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
