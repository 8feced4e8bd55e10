"""A run has failed, too, where an exception ended only a part of the program, or where the program ended itself."""

import pytest

from llmdb.commands.exceptions import ExceptionList
from llmdb.commands.hunt import HuntResult
from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.plan import PlanResult
from llmdb.errors import BadArgument
from llmdb.events.model import RaisedException, Unhandled
from tests.commands.conftest import OpenSession

IN_A_THREAD = """\
import threading

def work(items, sums):
    total = 0
    for item in items:
        total += item
    sums.append(total)

sums = []
threads = [threading.Thread(target=work, name=f"w{n}", args=(items, sums)) for n, items in enumerate(([1], ["2"]))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""
AT_EXIT = "import atexit\n\ndef close(name):\n    return 1 / len(name)\n\natexit.register(close, '')\n"
IN_A_FINALISER = """\
class File:
    def __init__(self):
        self.open = {}

    def __del__(self):
        del self.open["a"]

file = File()
file = None
"""
DROPPED = """\
def numbers():
    try:
        yield 1
    finally:
        raise KeyError("end")

some = numbers()
next(some)
some = None
"""
ENDS_ITSELF = """\
import os

def stop(code):
    if code > 1:
        os._exit(code)

for n in range(4):
    stop(n)
"""
EXITS = ENDS_ITSELF.replace("os._exit", "sys.exit").replace("import os", "import sys")


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (
            IN_A_THREAD,
            6,
            "the thread w1 raised TypeError: unsupported operand type(s) for +=: 'int' and 'str'",
        ),
        (AT_EXIT, 4, "an exit function raised ZeroDivisionError: division by zero"),
        (IN_A_FINALISER, 6, "File.__del__ raised KeyError: 'a'"),
        (DROPPED, 5, "the generator numbers raised KeyError: 'end'"),
        (ENDS_ITSELF, 5, "the process ended itself with status 2 (os._exit)"),
        (EXITS, 5, "the program ended itself: SystemExit: 2"),
    ],
)
def test_hunts_and_plans_begin_there_and_the_error_is_there(
    open_session: OpenSession, text: str, line: int, reason: str
) -> None:
    session = open_session(text)
    plan = dispatch(session, "plan")
    assert isinstance(plan, PlanResult)
    assert plan.reason == reason
    assert line in [stop.line for stop in plan.made.plan]
    assert not any("nothing failed" in note for note in plan.notes)
    hunt = dispatch(session, "hunt")
    assert isinstance(hunt, HuntResult)
    dispatch(session, "goto error")
    assert session.trace.lines(session.position)[-1] == line
    dispatch(session, "root")


def test_exceptions_say_what_they_ended(open_session: OpenSession) -> None:
    session = open_session(IN_A_THREAD)
    listed = dispatch(session, "exceptions")
    assert isinstance(listed, ExceptionList)
    assert [listed.ended_by(each) for each in listed.thrown] == ["the thread w1"]
    assert session.trace.outcome.to_json()["unhandled"] == [
        {
            "ended": "the thread w1",
            "type": "TypeError",
            "message": "unsupported operand type(s) for +=: 'int' and 'str'",
            "line": 6,
        }
    ]


def test_where_a_run_failed_without_an_exception_the_list_says_so(open_session: OpenSession) -> None:
    listed = dispatch(open_session(ENDS_ITSELF), "exceptions")
    assert isinstance(listed, ExceptionList)
    assert listed.failure == "the process ended itself with status 2 (os._exit)"


def test_each_of_several_threads_is_told(open_session: OpenSession) -> None:
    text = IN_A_THREAD.replace("[1], [", '["1"], [')
    outcome = open_session(text).trace.outcome
    assert sorted(each.ended for each in outcome.unhandled) == ["the thread w0", "the thread w1"]
    assert outcome.unhandled_text.endswith("(line 6), and 1 more part of the program did")


@pytest.mark.parametrize(
    "text",
    [
        "import sys\nsys.exit(0)\n",
        "import os\nos._exit(0)\n",
        "import sys, threading\nthread = threading.Thread(target=lambda: sys.exit(1))\nthread.start()\nthread.join()\n",
        "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor() as pool:\n"
        "    told = pool.submit(lambda: 1 / 0).exception()\n",
        "import threading\nthreading.excepthook = lambda args: None\n"
        "thread = threading.Thread(target=lambda: 1 / 0)\nthread.start()\nthread.join()\n",
        "import contextlib\nwith contextlib.suppress(KeyError):\n    {}['a']\n",
    ],
)
def test_what_the_program_or_a_library_handles_is_no_failure(open_session: OpenSession, text: str) -> None:
    session = open_session(text)
    assert session.trace.outcome.unhandled == ()
    with pytest.raises(BadArgument, match="nothing failed in this run"):
        dispatch(session, "hunt")


def test_a_failed_test_comes_before_an_exit_function(open_session: OpenSession) -> None:
    session = open_session(f"{AT_EXIT}\ndef f(x):\n    return x\n")
    session.tests = ("assert f(1) == 2",)
    session.record()
    plan = dispatch(session, "plan")
    assert isinstance(plan, PlanResult)
    assert plan.reason == "failed: assert f(1) == 2, got 1"


def test_a_hook_of_the_program_s_own_that_was_put_back_is_python_s(open_session: OpenSession) -> None:
    text = (
        "import sys, threading\nthreading.excepthook = None\nthreading.excepthook = threading.__excepthook__\n"
        "same = sys.unraisablehook is sys.__unraisablehook__\n"
        "thread = threading.Thread(target=lambda: 1 / 0, name='w')\nthread.start()\nthread.join()\n"
    )
    trace = open_session(text).trace
    assert trace.state(len(trace))["same"].repr == "True"
    raised = RaisedException(type="ZeroDivisionError", message="division by zero", line=5)
    assert trace.outcome.unhandled == (Unhandled(ended="the thread w", exception=raised),)
    assert "Exception in thread w" in trace.stderr
