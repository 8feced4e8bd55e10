"""What is typed at a step goes on: the rest of the run is recorded with it, as a version of its own."""

import math
import re
import time

import pytest

from llmdb.commands.compare import ComparisonResult
from llmdb.commands.line.dispatch import attempt, dispatch
from llmdb.commands.results.common import Evaluated, Position
from llmdb.commands.versions import VersionList
from llmdb.errors import EvaluationFailed
from llmdb.runner.model import Limits, RunOptions
from llmdb.runner.strays import members
from llmdb.session import Session, Settings
from tests.commands.conftest import OpenSession


def asked(session: Session, expression: str) -> str:
    """The text of an expression's value at the current step."""
    result = dispatch(session, f"p {expression}")
    assert isinstance(result, Evaluated)
    return result.value.repr


def move(session: Session, line: str) -> Position:
    """Where a move has led."""
    result = dispatch(session, line)
    assert isinstance(result, Position)
    return result


LOOP = "total = 0\nxs = []\nfor i in range(4):\n    total += i\n    xs.append(total)\nprint(total, xs)\n"
ALIAS = "a = [1]\nb = a\nfor i in range(2):\n    b.append(i)\nprint(a, b is a)\n"
LOCAL = "def f(n):\n    k = n\n    while k < 3:\n        k += 1\n    return k\n\nprint(f(0))\n"
CELL = "def f():\n    n = 1\n    def g():\n        return n\n    if n:\n        m = 2\n    return g()\n\nprint(f())\n"
GENERATOR = "def g(n):\n    while n:\n        n -= 1\n        yield n\n\nout = list(g(3))\nprint(out)\n"
FIELD = """\
class A:
    c = 1
    def __init__(self):
        self.x = 1

a = A()
if a:
    a.y = a.x
print(a.y, a.c)
"""
CAUGHT = "d = {}\ntry:\n    v = d['k']\nexcept KeyError as e:\n    v = 0\nif v:\n    v = v + 1\nprint(v, sorted(d))\n"
CHANCE = "import random\nxs = []\nfor i in range(2):\n    xs.append(random.randrange(99))\nprint(xs)\n"
OUTER = "n = 1\n\ndef f():\n    m = 0\n    while m < 1:\n        m += n\n    return m\n\nprint(f(), n)\n"

DEATHS = """\
import gc, weakref
class A:
    def __del__(self):
        log.append('del')
log = []
a = A()
r = weakref.ref(a, lambda _: log.append('cb'))
for n in range(2):
    b = n
    if n:
        a = None
print(log, b)
"""


@pytest.mark.parametrize(
    ("text", "line", "sources", "output"),
    [
        (LOOP, 4, ("total = 100",), "106 [0, 101, 103, 106]\n"),
        (LOOP, 4, ("total += 1", "total *= 2"), "8 [0, 3, 5, 8]\n"),
        (LOOP, 4, ("xs.clear()",), "6 [1, 3, 6]\n"),
        (LOOP, 4, ("xs = ['x']",), "6 ['x', 1, 3, 6]\n"),
        (LOOP, 4, ("import math; total = math.floor(7.5)",), "13 [0, 8, 10, 13]\n"),
        (LOOP, 4, ("range = None", "print = lambda *a: None"), ""),
        (ALIAS, 4, ("a[0] = 'z'",), "['z', 0, 1] True\n"),
        (ALIAS, 4, ("b = []",), "[1, 0] False\n"),
        (LOCAL, 4, ("k = 2.5",), "3.5\n"),
        (CELL, 5, ("n = 7",), "7\n"),
        (GENERATOR, 3, ("n = 1",), "[2, 0]\n"),
        (FIELD, 7, ("a.x = 5", "A.c = 6"), "5 6\n"),
        (CAUGHT, 5, ("d['a'] = 1; v = 4",), "5 ['a']\n"),
        (LOOP, 4, ("del xs[0]", "del total; total = 1"), "7 [2, 4, 7]\n"),
        (CHANCE, 3, ("random.seed(1)",), "[17, 72]\n"),
        (OUTER, 5, ("global n; n = 9",), "9 9\n"),
    ],
)
def test_the_run_goes_on_with_what_was_typed(
    open_session: OpenSession, text: str, line: int, sources: tuple[str, ...], output: str
) -> None:
    session = open_session(text)
    dispatch(session, f"tbreak {line}")
    dispatch(session, "continue")
    here = session.position
    before = [session.trace.state(step) for step in range(1, here)]
    for source in sources:
        dispatch(session, f"!{source}")
    position = move(session, "continue")
    assert session.trace.output_until(len(session.trace), "stdout") == output
    assert position.reason.startswith("v2 goes on with ")
    assert [session.trace.state(step) for step in range(1, here)] == before
    for step in range(here, len(session.trace) + 1):
        dispatch(session, f"goto {step}")
        state = session.trace.state(step)
        for name, value in state.items():
            if not re.search(" at 0x|<", value.repr):
                assert asked(session, f"[{name}][0]") == value.repr, (step, name)


def test_what_is_typed_is_seen_there_before_the_run_goes_on_and_can_be_forgotten(
    open_session: OpenSession,
) -> None:
    session = open_session(LOOP)
    dispatch(session, "goto 5")
    dispatch(session, "total = 50")
    dispatch(session, "print(total)")
    assert asked(session, "total") == "50"
    assert asked(session, "total + len(xs)") == "52"
    assert dispatch(session, "display total").to_json()["displays"][-1]["value"]["repr"] == "50"  # type: ignore[index,call-overload]
    assert session.trace.state(5)["total"].repr == "1"
    dispatch(session, "back")
    assert asked(session, "total") == "0"
    dispatch(session, "step")
    assert asked(session, "total") == "50"
    dispatch(session, "undo")
    assert asked(session, "total") == "1"
    dispatch(session, "step")
    assert dispatch(session, "versions").to_json()["current"] == 1


def test_a_statement_that_changes_nothing_makes_no_version(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    dispatch(session, "!print(total)")
    dispatch(session, "!sorted(xs)")
    dispatch(session, "step")
    assert len(dispatch(session, "versions").to_json()["versions"]) == 1  # type: ignore[arg-type]


def test_chance_goes_on_as_it_did_and_each_version_keeps_its_own_run(open_session: OpenSession) -> None:
    loop = "for i in range(6):\n    n += 1\n    xs.append(random.random())\n"
    session = open_session(f"import random, time\nn = 0\nxs = []\n{loop}t = time.time()\n")
    dispatch(session, "goto end")
    drawn, told = asked(session, "xs"), asked(session, "t")
    dispatch(session, "goto 7")
    dispatch(session, "n = 100")
    dispatch(session, "goto 9")
    dispatch(session, "goto 7")
    dispatch(session, "continue")
    assert (asked(session, "xs"), asked(session, "n")) == (drawn, "103")
    dispatch(session, "goto 9")
    dispatch(session, "!xs.append('x')")
    dispatch(session, "continue")
    assert asked(session, "len(xs)") == "7"
    assert [v.origin for v in versions(session).versions][1:] == ["step 7: n = 100", "step 9: xs.append('x')"]
    for _ in range(2):
        dispatch(session, "undo")
    dispatch(session, "goto end")
    assert (asked(session, "xs"), asked(session, "t"), asked(session, "n")) == (drawn, told, "6")
    dispatch(session, "version 3")
    dispatch(session, "goto end")
    assert (asked(session, "len(xs)"), asked(session, "n")) == ("7", "103")
    dispatch(session, "run")
    assert versions(session).current == 1


def versions(session: Session) -> VersionList:
    """All versions."""
    result = dispatch(session, "versions")
    assert isinstance(result, VersionList)
    return result


def test_who_and_deps_tell_what_was_typed(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    dispatch(session, "goto 5")
    dispatch(session, "total = 50")
    dispatch(session, "step")
    typed = [write for write in dispatch(session, "who total").writes if write.by]  # type: ignore[attr-defined]
    assert [(write.step, write.by, write.value.repr) for write in typed] == [(5, "typed", "50")]
    dispatch(session, "step")
    reads = dispatch(session, "deps total").to_json()["reads"]
    assert reads[0]["writer"] == {"step": 5, "line": 5}  # type: ignore[index,call-overload]


def test_input_is_given_again_as_it_was_and_then_asked_for(open_session: OpenSession) -> None:
    answers = iter([b"1\n", b"2\n", b"3\n"])
    text = "xs = []\nn = 2\nwhile len(xs) < n:\n    xs.append(input('? '))\nprint(xs)\n"
    session = open_session(text, ask_input=lambda prompt: next(answers, None))
    dispatch(session, "goto 3")
    dispatch(session, "n = 3")
    dispatch(session, "continue")
    assert asked(session, "xs") == "['1', '2', '3']"
    assert asked(session, "xs + []") == "['1', '2', '3']"


ABOVE = """\
xs, n = [0], 1
def inner(k):
    m = k
    while m < 2:
        m += 1
    return m + n
def outer(a):
    b = [a]
    c = inner(a)
    return b, c, a
print(outer(0), xs, n)
"""


@pytest.mark.parametrize(
    ("ups", "source", "output"),
    [
        (1, "b.append(7)", "([0, 7], 3, 0) [0] 1\n"),
        (2, "n = 5", "([0], 7, 0) [0] 5\n"),
        (2, "xs.append(n)", "([0], 3, 0) [0, 1] 1\n"),
        (2, "import math; n = math.pi; xs = [1]", f"([0], {2 + math.pi}, 0) [1] {math.pi}\n"),
    ],
)
def test_what_is_typed_in_a_frame_above_is_gone_on_with(
    open_session: OpenSession, ups: int, source: str, output: str
) -> None:
    session = open_session(ABOVE)
    dispatch(session, "break 5")
    dispatch(session, "continue")
    dispatch(session, f"up {ups}")
    assert dispatch(session, f"!{source}").to_json()["is_kept"] is True
    dispatch(session, f"down {ups}")
    dispatch(session, "!m = 1")  # in the step's own frame, too
    assert asked(session, "m") == "1"
    dispatch(session, "clear")
    dispatch(session, "continue")
    assert session.trace.output_until(len(session.trace), "stdout") == output
    dispatch(session, "goto end")
    assert asked(session, "[xs, n][0]") == session.trace.state(len(session.trace))["xs"].repr


@pytest.mark.parametrize(
    "clock", ["time.time", "time.perf_counter", "time.monotonic_ns", "time.process_time"]
)
def test_clocks_go_on_from_what_they_were(open_session: OpenSession, clock: str) -> None:
    text = f"import time\na = {clock}()\nfor n in range(3):\n    x = n\nb = {clock}()\nprint(b - a)\n"
    session = open_session(text)
    unit = 1e9 if clock.endswith("_ns") else 1
    begun = time.monotonic()
    assert len(session.trace) > 4
    slept = 0.0
    for version in range(2, 4):  # the second goes on from the first
        time.sleep(0.5)
        slept += 0.5
        dispatch(session, "goto 4")
        dispatch(session, f"!y = {version}")
        dispatch(session, "continue")
        assert versions(session).current == version
        passed = float(session.trace.output_until(len(session.trace))) / unit
        assert 0 <= passed < time.monotonic() - begun - slept  # nothing of what passed here meanwhile
    state = session.trace.state(len(session.trace))
    assert asked(session, "[a, b]") == f"[{state['a'].repr}, {state['b'].repr}]"


def test_a_calling_function_s_own_variable_cannot_be_gone_on_with(open_session: OpenSession) -> None:
    session = open_session(ABOVE)
    dispatch(session, "break 5")
    dispatch(session, "continue")
    dispatch(session, "up")
    assert dispatch(session, "!a = 9").to_json()["is_kept"] is False
    dispatch(session, "step")
    assert versions(session).current == 1


def test_a_call_without_an_exclamation_mark_says_that_it_only_looked(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    dispatch(session, "goto 4")
    for line in ("xs.append(3)", "xs.pop()", "xs.sort()"):
        said = f"that was asked in a copy of the program: `!{line}` is gone on with"
        assert attempt(session, line).notes == (said,)
    for line in ("len(xs)", "print(xs)", "xs.count(0)", "[*xs].append"):
        assert attempt(session, line).notes == ()


def test_a_program_that_watches_deaths_goes_on_from_any_step(open_session: OpenSession) -> None:
    session = open_session(DEATHS)
    whole = session.trace.output_until(len(session.trace))
    for step in range(1, len(session.trace)):
        dispatch(session, f"goto {step}")
        dispatch(session, "!global q; q = 5")
        dispatch(session, "continue")
        dispatch(session, "goto end")
        assert session.trace.output_until(len(session.trace)) == whole
        assert session.trace.state(len(session.trace))["q"].repr == "5"
        assert asked(session, "log + [q]") == "['del', 'cb', 5]"
        dispatch(session, "version 1")


def test_a_line_to_go_on_with(open_session: OpenSession) -> None:
    text = """\
def f(n):
    out = []
    if n > 2:
        out.append('big')
    else:
        out.append('small')
    return out

print(f(1))
"""
    session = open_session(text)
    dispatch(session, "break 6")
    dispatch(session, "continue")
    answer = attempt(session, "jump 5")
    there = "2, 4, 6, 7 (at `level line` any statement)"
    assert str(answer.error) == f"jump takes a line that begins a block of this function, not 5: {there}"
    dispatch(session, "jump 4")
    assert move(session, "step").step.lines == (4,)
    assert move(session, "continue").outcome is not None
    assert session.trace.output_until(len(session.trace)) == "['small', 'big']\n"


def test_python_refuses_some_jumps_in_one_line(open_session: OpenSession) -> None:
    session = open_session("a = 1\nfor n in range(2):\n    a += n\nb = a\n")
    dispatch(session, "jump 3")
    with pytest.raises(EvaluationFailed, match=r"^jump 3: can't jump into the body of a for loop"):
        dispatch(session, "step")
    assert session.position == 1


def test_a_version_has_the_exceptions_of_what_it_shares(open_session: OpenSession) -> None:
    session = open_session(
        "def g(n):\n    try:\n        yield n\n    finally:\n        1 // n\n"
        "for n in range(2):\n    a = g(0)\n    next(a)\n    a = None\nprint(n)\n"
    )
    assert [each.ended for each in session.trace.outcome.unhandled] == ["the generator g"] * 2
    states = [session.trace.state(step) for step in range(1, len(session.trace) + 1)]
    between = next(step for step, state in enumerate(states, 1) if "n" in state and state["n"].repr == "1")
    dispatch(session, f"goto {between}")
    dispatch(session, "!g = lambda n: iter([n])")
    dispatch(session, "continue")
    assert [each.ended for each in session.trace.outcome.unhandled] == ["the generator g"]


def test_a_recording_that_a_limit_ended_is_gone_on_with(open_session: OpenSession) -> None:
    options = RunOptions(limits=Limits(max_steps=50))
    text = "import random\nn = 0\nfor i in range(60):\n    n += random.randint(1, 9)\nprint(n)\n"
    session = open_session(text, settings=Settings(prefix="none", options=options))
    move(session, "continue")
    assert move(session, "step").reason == "recorded 50 more steps"
    dispatch(session, "goto end")
    position = move(session, "continue")
    assert position.outcome is not None
    assert position.outcome.kind == "finished"
    assert asked(session, "n") == session.trace.output_until(len(session.trace)).strip()
    assert versions(session).current == 1


def test_what_is_typed_may_hang_fail_or_start_processes(open_session: OpenSession) -> None:
    options = RunOptions(limits=Limits(max_steps=300))
    session = open_session(
        "import os\nn = 3\nwhile n:\n    n -= 1\nd = {1: 2}\nprint(d[1])\n",
        settings=Settings(prefix="none", options=options),
    )
    dispatch(session, "goto 4")
    dispatch(session, "n = -1")
    position = move(session, "continue")
    assert position.outcome is not None
    assert position.outcome.kind == "steps"
    dispatch(session, "undo")
    dispatch(session, "goto 4")
    dispatch(session, "!os.fork()")
    dispatch(session, "n = 1")
    dispatch(session, "step")
    dispatch(session, "goto end")
    assert asked(session, "d[1]") == "2"
    past = session.run.past
    assert past is not None
    assert len([*members(past.group.leader)]) > 1
    session.close()
    assert [*members(past.group.leader)] == []


def test_an_exception_later_is_that_of_the_version(open_session: OpenSession) -> None:
    session = open_session("n = 3\nwhile n > 1:\n    n -= 1\nprint(6 / n)\n")
    dispatch(session, "goto 5")
    dispatch(session, "n = 1.0; n -= 1")
    position = move(session, "continue")
    assert position.outcome is not None
    assert position.outcome.exception is not None
    assert position.outcome.exception.type == "ZeroDivisionError"
    assert move(session, "goto error").step.lines == (4,)


def test_two_runs_of_one_program_are_compared_and_neither_is_called_wrong(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    dispatch(session, "goto 5")
    dispatch(session, "total = 50")
    dispatch(session, "continue")
    result = dispatch(session, "compare v1")
    assert isinstance(result, ComparisonResult)
    assert [
        (v.step, v.name, v.value.repr, v.expected.repr) for v in result.found.wrong if v.name == "total"
    ] == [
        (5, "total", "50", "1"),
        (7, "total", "52", "3"),
        (9, "total", "55", "6"),
    ]
    assert not result.is_judged


def test_what_is_written_to_open_files_is_of_the_version(open_session: OpenSession) -> None:
    session = open_session(
        'f = open("out.txt", "w")\nfor i in range(3):\n    f.write(str(i))\n    f.flush()\nf.close()\nx = 1\n'
    )
    dispatch(session, "goto 5")
    assert dispatch(session, '!f.write("XX")').to_json()["is_kept"] is True
    dispatch(session, "continue")
    assert asked(session, 'open("out.txt").read()') == "'01XX2'"
    dispatch(session, "undo")
    dispatch(session, "goto end")
    assert asked(session, 'open("out.txt").read()') == "'012'"


def test_without_checkpoints_the_run_goes_on_and_is_gone_back_into(open_session: OpenSession) -> None:
    session = open_session(LOOP, settings=Settings(prefix="none", options=RunOptions(checkpoints=0)))
    dispatch(session, "goto 5")
    dispatch(session, "total = 50")
    dispatch(session, "continue")
    assert session.trace.output_until(len(session.trace)) == "55 [0, 1, 52, 55]\n"
    dispatch(session, "goto 5")
    assert asked(session, "total") == "50"
    assert asked(session, "[total for _ in xs]") == "[50, 50]"
    dispatch(session, "goto 4")
    assert asked(session, "[total for _ in xs]") == "[0]"
    dispatch(session, "goto 7")
    dispatch(session, "!total = 7")
    dispatch(session, "continue")
    dispatch(session, "goto 7")
    assert asked(session, "[total, xs]") == "[7, [0, 1, 52]]"
    dispatch(session, "goto 2")
    assert asked(session, "[total, xs]") == "[0, []]"


def test_a_version_that_cannot_be_shown_leaves_the_run_that_is_looked_at(open_session: OpenSession) -> None:
    session = open_session(CHANCE)
    for name in ("n", "m"):
        dispatch(session, "goto 3")
        dispatch(session, f"{name} = 5")
        dispatch(session, "step")
    run, here = session.run, session.position
    del session.kept_runs[2]
    assert str(attempt(session, "version 2").error) == "the run of v2 is not kept any more (the last 5 are)"
    assert (session.run, session.position, versions(session).current) == (run, here, 3)


@pytest.mark.parametrize(
    ("typed", "objects"),
    [
        ("cart.add(7)", ["cart.items"]),
        ("rows[1].append(3)", ["rows[1]"]),
        ("d['k']['n'] = 1", ["d['k']"]),
        ("cart.total = 2", ["cart"]),
    ],
)
def test_an_object_that_was_changed_is_named_by_how_one_comes_to_it(
    open_session: OpenSession, typed: str, objects: list[str]
) -> None:
    session = open_session(
        "class Cart:\n    def __init__(self):\n        self.items = []\n        self.total = 0\n"
        "    def add(self, n):\n        self.items.append(n)\n"
        "cart = Cart()\nrows = [[1], [2]]\nd = {'k': {}}\nfor n in [1]:\n    cart.add(n)\nprint(rows, d)\n"
    )
    dispatch(session, "goto end")
    changed = dispatch(session, f"exec {typed}").to_json()
    assert (changed["changes_objects"], changed["objects"]) == (True, objects)
