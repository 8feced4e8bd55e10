"""Which visit logged an event."""

from llmdb.events import sites as kinds
from llmdb.replay.log import EventLog
from tests.slicing.recorded import recorded_trace


def logged(log: EventLog, number: int) -> list[tuple[str, int]]:
    """Kind and line of the events that a visit itself logged."""
    events = map(log.event, log.own(number))
    return [(event.site.kind, event.site.line) for event in events]


def test_what_others_do_while_a_generator_waits_is_not_of_its_visit() -> None:
    log = recorded_trace(
        """\
def numbers():
    yield 1
d, g = {}, numbers()
d[1] = next(g)
e = 2
"""
    ).visits.log
    own = [logged(log, number) for number in range(1, len(log.trace) + 1)]
    assert own[2] == [(kinds.YIELD, 2)]
    assert own[1][-3:] == [(kinds.SETITEM, 4), (kinds.STORE, 5), (kinds.RETURN, 5)]
    assert [log.visit_at(position) for position in log.own(2)] == [2] * len(log.own(2))


def test_what_a_generator_hands_on_is_of_its_visit() -> None:
    log = recorded_trace(
        """\
def inner():
    yield 1
def outer():
    yield from inner()
x = next(outer())
"""
    ).visits.log
    yields = {n: logged(log, n) for n in range(1, len(log.trace) + 1) if log.trace.scope_of(n) != "<module>"}
    assert [(kinds.YIELD, 4) in events for events in yields.values()] == [True, False]
    assert [(kinds.YIELD, 2) in events for events in yields.values()] == [False, True]
