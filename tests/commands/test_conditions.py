"""A condition is decided from the events that bind its names as it is from the states that the replay gives."""

import pytest

from llmdb.commands.state import hits
from llmdb.replay.named_values import StoredBefore
from llmdb.stops import Stop
from tests.commands.conftest import OpenSession

PROGRAMS = [
    """\
n = 0
for i in range(5):
    n += i
    if n > 3:
        n -= 1
m = n
del n
n = 7
k = n
""",
    """\
def f(n, m=1):
    while n > 0:
        n -= m
        if n == 2:
            f(1)
    return n

for m in (3, 4):
    f(m)
""",
    """\
def g(n):
    for i in range(n):
        m = yield i
        n = m or n
    i = n

out = [*g(3)]
h = g(2)
next(h)
next(g(4))
h.send(9)
""",
    """\
n = 'a'
for i in 'xyz':
    n = n + i
    try:
        m = 1 / (n == 'ax')
    except ZeroDivisionError:
        m = 0
    k = m
""",
    """\
class A:
    n = 1
    m = n + 1
    i = m

for n in range(2):
    i = A.n + n
""",
]
CONDITIONS = ["n", "n == 2", "i and n", "m > 0", "n != m", "not i", "n + 1 < 3"]


@pytest.mark.parametrize("text", PROGRAMS)
def test_what_the_events_tell_is_what_the_states_tell(
    open_session: OpenSession, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_session(text)
    quick = list[object]()
    at = StoredBefore.at

    def noted(self: StoredBefore, position: int, frame: int) -> object:
        quick.append(found := at(self, position, frame))
        return found

    monkeypatch.setattr(StoredBefore, "at", noted)
    for line in range(1, text.count("\n") + 1):
        for condition in CONDITIONS:
            stop = Stop(number=1, kind="line", place=str(line), line=line, condition=condition)
            steps = [s for s in hits.may_begin(session, line) if line in session.trace.lines(s)]
            ways = hits._Conditions(session, stop, True), hits._Conditions(session, stop, False)
            assert [ways[0].recorded(step) for step in steps] == [ways[1].recorded(step) for step in steps]
    assert any(state is not None for state in quick)
