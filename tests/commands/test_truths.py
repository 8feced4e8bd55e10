"""The steps where an expression becomes true."""

import pytest

from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.truths import Truths
from llmdb.errors import BadArgument, EvaluationFailed, NoSuchName, NotRecorded
from llmdb.progress import Progress
from llmdb.replay.recorded_values import CannotTell, holds
from llmdb.session import Session
from tests.commands.conftest import OpenSession

LOOP = """\
total = 0
for i in range(6):
    total += i
    if total > 5:
        total -= 4
"""
ACCOUNTS = """\
class Account:
    def __init__(self, balance):
        self.balance = balance
    def add(self, n):
        self.balance += n

def spread(accounts, n):
    for one in accounts:
        one.add(n)

a, b = Account(3), Account(10)
xs = []
def note(ys, x):
    ys.append(x)
for k in (1, -2, 3):
    spread([a, b], k)
    note(xs, k)
"""


def steps(session: Session, expression: str) -> list[int]:
    """The steps that `when` names."""
    result = dispatch(session, f"when {expression}")
    assert isinstance(result, Truths)
    return list(result.steps)


@pytest.mark.parametrize("expression", ["total > 5", "i == 3", "total > 2 and i % 2", "i >= total", "i < 0"])
def test_it_becomes_true_where_the_state_says_so_after_a_step(
    open_session: OpenSession, expression: str
) -> None:
    session = open_session(LOOP)
    expected, before = [], False
    for number in range(1, len(session.trace) + 1):
        try:
            now = holds(expression, session.trace.state(number))
        except CannotTell:
            now = False
        if now and not before:
            expected.append(number)
        before = now
    assert steps(session, expression) == expected


def test_a_change_through_another_name_counts_where_it_is_made(open_session: OpenSession) -> None:
    session = open_session(ACCOUNTS)
    scopes = [session.trace.scope_of(step) for step in steps(session, "len(xs) == 2")]
    assert scopes == ["note"]
    result = dispatch(session, "when a.balance > 4").to_json()["steps"]
    assert isinstance(result, list)
    assert [(row["scope"], row["values"]) for row in result if isinstance(row, dict)] == [
        ("Account.add", {"a.balance": {"type": "int", "repr": "5"}})
    ]


def test_each_object_and_each_call_is_asked_for_itself(open_session: OpenSession) -> None:
    session = open_session(ACCOUNTS)
    found = dispatch(session, "when self.balance > 3")
    assert isinstance(found, Truths)
    assert [found.values(step)["self.balance"].repr for step in found.steps] == ["10", "4", "5"]
    assert len(steps(session, "n < 0")) == 3
    assert len(steps(session, "x > 0")) == 2


def test_what_the_record_cannot_tell_is_said_in_one_line(open_session: OpenSession) -> None:
    session = open_session(ACCOUNTS)
    for line, problem, said in (
        ("when nosuch > 1", NoSuchName, "no variable 'nosuch' was recorded"),
        ("when 1 < 2", BadArgument, "1 < 2 reads no variable, so it is the same all over the run"),
        ("when k +", BadArgument, "is not an expression"),
        ("when print(a) == b", NotRecorded, "recorded values alone do not tell"),
        ("when k + 'x'", EvaluationFailed, "TypeError: unsupported operand"),
    ):
        with pytest.raises(problem, match=said):
            dispatch(session, line)
    session = open_session("y = object()\ny = 3\ny = 4\n")
    assert dispatch(session, "when y > 3").to_json()["unknown"] == 0
    session = open_session("for y in (1, object(), 5):\n    pass\n")
    result = dispatch(session, "when y == 5 or print(y)")
    assert isinstance(result, Truths)
    assert (len(result.steps), result.unknown) == (1, 2)


def test_what_the_record_cannot_tell_is_asked_of_the_program_if_that_changes_nothing(
    open_session: OpenSession,
) -> None:
    session = open_session(ACCOUNTS)
    assert steps(session, "a == b") == []
    (first,) = steps(session, "repr(a.balance) == '4'")
    assert session.trace.parts(first, ["self.balance"])["self.balance"] == 4
    assert len(steps(session, "len(xs[:]) == 2")) == 1


def test_a_class_or_a_function_may_stand_in_it(open_session: OpenSession) -> None:
    session = open_session(ACCOUNTS)
    (first,) = steps(session, "isinstance(b, Account)")
    assert list(session.trace.changes.store_steps("b")) == [first]


def test_what_a_call_changes_of_its_callers_variables_is_told_where_it_does(
    open_session: OpenSession,
) -> None:
    session = open_session(
        "def put(ys):\n    ys.append(1)\ndef run():\n    xs = []\n    put(xs)\n    return xs\nrun()\n"
    )
    scopes = [session.trace.scope_of(step) for step in steps(session, "str(xs) == '[1]'")]
    assert scopes == ["put"]


def test_ctrl_c_keeps_what_was_found(open_session: OpenSession) -> None:
    session = open_session("n = 0\nfor i in range(3_000):\n    n += 1\n")

    def interrupt(progress: Progress) -> None:
        if progress.done > 500:
            raise KeyboardInterrupt

    assert len(session.trace) > 3_000
    session.on_progress = interrupt
    result = dispatch(session, "when repr(n) in ('9', '2999')").to_json()
    assert isinstance(result["steps"], list)
    assert isinstance(result["looked_at"], list)
    assert len(result["steps"]) == 1
    assert result["looked_at"][0] == 1
    assert 500 < int(str(result["looked_at"][1])) < 6_000


CONTAINERS = """\
from collections import Counter, OrderedDict, defaultdict, deque
words, queue, counts = "to be or not to be".split(), deque(maxlen=3), Counter()
seen, where, done, grid = {}, defaultdict(list), set(), [[0, 0], [0, 0]]
for number, word in enumerate(words):
    seen[word] = number
    where[word].append(number)
    queue.append(word)
    counts[word] += 1
    done.add(number % 4)
    grid[number % 2][number % 2] += 1
    seen[number] = None
"""


@pytest.mark.parametrize(
    "expression",
    [
        "len(seen) > 5",
        "seen.get('be', 0) > 3",
        "seen.get('be') is None",
        "'or' in seen and 3 not in done",
        "seen['not'] == 3",
        "len(queue) == 3 and queue[0] == 'be'",
        "counts['or'] == 1",
        "counts['never'] == 1",
        "where['to'] == [0, 4]",
        "len(where['be']) == 2",
        "where.get('be') == [1]",
        "grid[1][1] > 1",
        "sum(grid[0]) > 1",
        "max(grid[0]) in done",
        "not done",
        "word.startswith('n')",
        "str(number) + word == '4to'",
        "seen[number] == 1 or where",
        "(number, word) in seen",
        "queue and not where",
    ],
)
def test_containers_are_looked_into_as_the_program_does(open_session: OpenSession, expression: str) -> None:
    session = open_session(CONTAINERS)
    found = steps(session, expression)
    asked = dispatch(session, f"when [one for one in [{expression}]][0]")  # which only the program tells
    assert isinstance(asked, Truths)
    assert found == list(asked.steps)


def test_a_class_of_the_program_may_be_called_as_a_container(open_session: OpenSession) -> None:
    session = open_session(
        "class Counter(dict):\n    def __len__(self):\n        return 7\n"
        "kept = Counter()\nfor i in range(3):\n    kept[i] = i\n"
    )
    assert len(steps(session, "len(kept) == 7")) == 1
    assert steps(session, "len(kept) == 2") == []
