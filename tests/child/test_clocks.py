"""Clocks of a run that goes on from an earlier moment: three days after it was recorded they go on from that."""

import datetime
import time

import pytest

from llmdb.child.clocks import Clocks
from llmdb.child.recorder.recorder import Recorder
from llmdb.child.sources import SNIPPET
from llmdb.child.weaving.instrument import instrument

DAYS_3 = 3 * 86_400.0
DAY = "%Y-%m-%d"


def wait_three_days(clocks: Clocks, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lead a run on that was put aside three days ago."""
    monkeypatch.setattr(time, "perf_counter", lambda: 0.0)
    clocks.before_fork()
    monkeypatch.setattr(time, "perf_counter", lambda: DAYS_3)
    clocks.wake()
    monkeypatch.undo()
    clocks.is_led_on = True


@pytest.mark.parametrize(
    "text",
    [
        "time.time()", "time.time_ns() / 1e9", "time.mktime(time.localtime())", "calendar.timegm(time.gmtime())",
        "time.mktime(time.strptime(time.ctime()))", "time.mktime(time.strptime(time.asctime()))",
        "time.mktime(time.strptime(time.strftime(F), F))", "time.mktime(time.strptime(strftime(F), F))",
        "datetime.datetime.now().timestamp()", "datetime.datetime.now(datetime.timezone.utc).timestamp()",
    ],
)  # fmt: skip
def test_the_time_of_day_is_what_it_was(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert abs(told(text, monkeypatch) - (time.time() - DAYS_3)) < 3_600


@pytest.mark.parametrize(
    "text",
    [
        "time.mktime(time.localtime(now))", "calendar.timegm(time.gmtime(now))",
        "time.mktime(time.strptime(time.ctime(now)))",
        "time.mktime(time.strptime(time.asctime(time.localtime(now))))",
        "time.mktime(time.strptime(time.strftime(F, time.localtime(now)), F))",
        "time.mktime(time.strptime(datetime.datetime.fromtimestamp(now).strftime(F), F))",
    ],
)  # fmt: skip
def test_a_moment_that_is_given_stays(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert abs(told(text, monkeypatch) - time.time()) < 3_600


@pytest.mark.parametrize(
    ("name", "result"),
    [("time", 5.0), ("ctime", "noon"), ("now", datetime.datetime(2001, 1, 1)), ("monotonic_ns", 7), ("times", 1.0)],
)  # fmt: skip
def test_a_function_of_the_program_that_is_called_like_a_clock_gives_what_it_gives(
    name: str, result: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    clocks = Clocks()
    wait_three_days(clocks, monkeypatch)
    assert clocks.told(name, result, is_of_now=True) == result


def told(text: str, monkeypatch: pytest.MonkeyPatch) -> float:
    """The value of an expression in a run that is led on; `now` there is a moment of today."""
    source = f"import calendar, datetime, time\nfrom time import strftime\nF = '{DAY} %H'\nx = {text}\n"
    recorder = Recorder(lambda message: None)
    space = {"now": time.time()}
    woven, sites = instrument(compile(source, SNIPPET, "exec"), [], recorder)
    recorder.log.start(sites, [])  # the whole recorder would mark the threads of this process, too
    recorder.calls.start(recorder.log.sites)
    wait_three_days(recorder.from_outside.clocks, monkeypatch)
    exec(woven, space)
    return float(space["x"])
