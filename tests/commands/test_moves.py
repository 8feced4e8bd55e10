"""The cursor walks a recording both ways."""

import pytest

from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.results.common import Position
from llmdb.errors import BadArgument, NoSuchStep
from llmdb.session import Session
from tests.commands.conftest import OpenSession

pytestmark = pytest.mark.usefixtures("shared_runs")

CALLS = """\
def double(n):
    if n < 0:
        return 0
    return n * 2

total = 0
for i in [1, 2]:
    total += double(i)
print(total)
"""
# Its blocks: B1 def, B2 to B4 double, B5 total, B6 loop header, B7 loop body, B8 print.
# Its steps: 1 def, 2 total, 3 header, 4 body up to the call, 5 and 6 double, 7 the body goes on, 8 header, 9 body,
# 10 and 11 double, 12 the body goes on, 13 header, 14 print.


def walk(session: Session, *lines: str) -> list[int]:
    """The step after each command."""
    steps = []
    for line in lines:
        dispatch(session, line)
        steps.append(session.position)
    return steps


def test_step_enters_calls_and_back_undoes_it(open_session: OpenSession) -> None:
    session = open_session(CALLS)
    assert walk(session, "step 3", "step", "step", "back", "back") == [4, 5, 6, 5, 4]


def test_next_stays_in_the_function_and_returns_to_its_caller(open_session: OpenSession) -> None:
    session = open_session(CALLS)
    assert walk(session, *["next"] * 8) == [2, 3, 4, 7, 8, 9, 12, 13]
    assert walk(session, "goto 6", "next") == [6, 7]


def test_previous_goes_back_over_calls(open_session: OpenSession) -> None:
    session = open_session(CALLS)
    assert walk(session, "goto 7", "previous", "goto 5", "prev") == [7, 4, 5, 4]


def test_return_goes_to_where_the_caller_goes_on_and_then_to_its_end(open_session: OpenSession) -> None:
    session = open_session(CALLS)
    assert walk(session, "goto 5", "return", "return") == [5, 7, 14]


@pytest.mark.parametrize("line", ["step", "next", "return"])
def test_back_undoes_step_and_previous_undoes_next(open_session: OpenSession, line: str) -> None:
    session = open_session(CALLS)
    assert walk(session, "goto 6", line) == [6, 7]
    assert walk(session, "back") == [6]


def test_a_move_over_a_call_marks_what_the_call_changed(open_session: OpenSession) -> None:
    session = open_session("def fill(xs):\n    xs.append(1)\n\nout = []\nfill(out)\nn = len(out)\n")
    walk(session, "goto 2")
    position = dispatch(session, "next")
    assert isinstance(position, Position)
    assert (set(position.step.changed), set(position.differs)) == ({"n"}, {"out", "n"})


def test_until_leaves_a_loop(open_session: OpenSession) -> None:
    session = open_session(CALLS)
    assert walk(session, "goto 4", "until") == [4, 14]


def test_until_a_line_goes_to_that_line_or_below(open_session: OpenSession) -> None:
    session = open_session(CALLS)
    assert walk(session, "until 8", "until 9") == [4, 14]


def test_a_count_repeats_a_move(open_session: OpenSession) -> None:
    assert walk(open_session(CALLS), "step 4", "back 2") == [5, 3]


@pytest.mark.parametrize(
    ("target", "step"),
    [("7", 7), ("end", 14), ("start", 1), ("+3", 5), ("-1", 1), ("B6@2", 8), ("6@3", 13), ("b7@2", 9)],
)
def test_goto_takes_numbers_distances_executions_and_ends(
    open_session: OpenSession, target: str, step: int
) -> None:
    session = open_session(CALLS)
    dispatch(session, "goto 2")
    assert walk(session, f"goto {target}") == [step]


def test_goto_takes_a_block_and_goes_to_its_next_run(open_session: OpenSession) -> None:
    session = open_session(CALLS)
    assert walk(session, "goto B6", "goto b6", "goto B6", "goto B4", "goto B8", "goto B8") == [
        *(3, 8, 13),
        *(11, 14, 14),
    ]


def test_goto_a_block_from_its_last_run_names_its_first(open_session: OpenSession) -> None:
    session = open_session(CALLS)
    dispatch(session, "goto B6@3")
    with pytest.raises(NoSuchStep, match=r"^this is the last of the 3 runs of B6; the first is B6@1$"):
        dispatch(session, "goto B6")
    assert session.position == 13


def test_goto_error_finds_the_step_that_raised(open_session: OpenSession) -> None:
    session = open_session("def f(x):\n    return 1 / x\n\na = f(1)\nb = f(0)\nc = 3\n")
    position = dispatch(session, "goto error")
    assert isinstance(position, Position)
    assert position.step.scope == "f"
    assert position.step.raised is not None
    assert position.step.raised.type == "ZeroDivisionError"


@pytest.mark.parametrize("kind", ["ValueError", "Odd"])
def test_goto_error_passes_over_exceptions_that_were_caught_and_alike(
    open_session: OpenSession, kind: str
) -> None:
    session = open_session(
        "class Odd(Exception):\n    def __str__(self):\n        return 'odd'\n\n"
        f"def f():\n    raise {kind}('x')\n\ndef g():\n    f()\n\n"
        "try:\n    g()\nexcept Exception:\n    pass\ntry:\n    g()\nfinally:\n    print('end')\n"
    )
    position = dispatch(session, "goto error")
    assert isinstance(position, Position)
    assert (position.step.scope, position.step.occurrence) == ("f", 2)


def test_goto_error_goes_to_the_last_step_where_the_test_failed_and_not_to_a_caught_exception(
    open_session: OpenSession,
) -> None:
    text = "def f(x):\n    try:\n        return 1 / x\n    except ZeroDivisionError:\n        return 0\n"
    position = dispatch(open_session(text, tests=("assert f(0) == 1, 'not one'",)), "goto error")
    assert isinstance(position, Position)
    assert position.step.lines == (5,)
    assert position.reason == "the test raised AssertionError: not one"


def test_goto_error_without_an_error_says_so(open_session: OpenSession) -> None:
    with pytest.raises(NoSuchStep, match="no step raised an exception"):
        dispatch(open_session(CALLS), "goto error")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("goto 99", "the trace has 14 steps; goto takes 1 to 14"),
        ("goto 0", "the trace has 14 steps; goto takes 1 to 14"),
        ("goto +99", "the trace has 14 steps; goto takes 1 to 14"),
        ("back", "step 1 of 14: the trace begins here"),
        ("step 14", "step 1 of 14: the trace ends at step 14"),
        ("goto B3", "B3 did not run"),
        ("goto B99", "there is no block B99; the snippet has B1 to B8"),
        ("goto B99@1", "there is no block B99; the snippet has B1 to B8"),
        ("rcontinue", "step 1 of 14: the trace begins here"),
    ],
)
def test_a_move_past_an_end_is_an_error_that_changes_nothing(
    open_session: OpenSession, line: str, message: str
) -> None:
    session = open_session(CALLS)
    with pytest.raises(NoSuchStep) as caught:
        dispatch(session, line)
    assert str(caught.value) == message
    assert session.position == min(1, len(session.trace))


@pytest.mark.parametrize("line", ["goto", "goto x", "goto 1.5", "step 0", "step -1", "step x", "goto ²"])
def test_a_move_with_a_wrong_argument_is_refused(open_session: OpenSession, line: str) -> None:
    with pytest.raises(BadArgument):
        dispatch(open_session(CALLS), line)


def test_next_over_a_recursive_call_stays_in_its_own_frame(open_session: OpenSession) -> None:
    session = open_session(
        "def fact(n):\n    if n == 0:\n        return 1\n    return n * fact(n - 1)\n\nfact(3)\n"
    )
    dispatch(session, "goto 3")
    frame = session.trace.step(3).frame
    dispatch(session, "next")
    assert session.trace.step(session.position).frame == frame
    assert session.trace.step(session.position).lines == (4,)


def test_the_last_step_is_the_end_of_the_module_also_where_its_last_line_calls(
    open_session: OpenSession,
) -> None:
    session = open_session("def f():\n    return 1\n\nf()\n")
    assert walk(session, "goto 2", "next", "goto end") == [2, 4, 4]
    with pytest.raises(NoSuchStep, match=r"^step 4 of 4: the trace ends here$"):
        dispatch(session, "next")
    assert session.position == 4


def test_between_two_calls_the_caller_goes_on(open_session: OpenSession) -> None:
    session = open_session("def f(x):\n    return x\n\nf(1)\nf(2)\n")
    assert walk(session, "step 2", "next", "next") == [3, 4, 6]
    assert [session.trace.lines(n) for n in (2, 4, 6)] == [(4,), (5,), ()]


def test_next_in_a_generator_goes_on_in_the_generator(open_session: OpenSession) -> None:
    text = "def count():\n    yield 1\n    yield 2\n\nfor x in count():\n    print(x)\n"
    session = open_session(text)
    first = next(n for n in range(1, len(session.trace) + 1) if session.trace.step(n).scope == "count")
    dispatch(session, f"goto {first}")
    dispatch(session, "next")
    assert session.trace.step(session.position).scope == "count"


def test_the_run_of_a_failing_test_can_be_walked_with_next(open_session: OpenSession) -> None:
    session = open_session(
        "def add(a, b):\n    if a:\n        return a - b\n    return b\n", tests=("assert add(1, 2) == 3",)
    )
    assert session.trace.step(len(session.trace)).scope == "add"
    assert walk(session, "next", "next", "back") == [2, 3, 2]


def test_a_program_without_steps_has_nothing_to_walk(open_session: OpenSession) -> None:
    session = open_session("while True:\n    pass\n", prefix="raise SystemExit(3)")
    with pytest.raises(NoSuchStep, match="the trace has no steps"):
        dispatch(session, "where")
