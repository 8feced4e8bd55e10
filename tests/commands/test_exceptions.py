"""`exceptions` lists what the run raised, each exception once."""

import pytest

from llmdb.commands.exceptions import ExceptionList
from llmdb.commands.line.dispatch import dispatch
from llmdb.errors import BadArgument, NoSuchStep
from llmdb.session import Session
from tests.commands.conftest import OpenSession

CHAINED = """\
def read(row):
    try:
        return int(row)
    except ValueError as error:
        raise TypeError("bad row") from error

for row in ["1", "x", "y"]:
    try:
        read(row)
    except TypeError:
        row = None
read("z")
"""


def listed(session: Session) -> list[tuple[object, ...]]:
    """Type, raising line, catching line, whether the run ended with it."""
    result = dispatch(session, "exceptions")
    assert isinstance(result, ExceptionList)
    rows = result.to_json()["exceptions"]
    assert isinstance(rows, list)
    return [(row["type"], row["line"], row["caught"], row["ended_run"]) for row in rows]  # type: ignore[index,call-overload]


def test_each_exception_is_listed_once_with_what_became_of_it(open_session: OpenSession) -> None:
    assert listed(open_session(CHAINED)) == [
        ("ValueError", 3, 4, False),
        ("TypeError", 5, 10, False),
        ("ValueError", 3, 4, False),
        ("TypeError", 5, 10, False),
        ("ValueError", 3, 4, False),
        ("TypeError", 5, None, True),
    ]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("import sys\nsys.exit(2)\n", [("SystemExit", 2, None, True)]),
        ("try:\n    1 / 0\nexcept* KeyError:\n    pass\n", [("ZeroDivisionError", 2, None, True)]),
        ("try:\n    1 / 0\nfinally:\n    x = 1\n", [("ZeroDivisionError", 2, None, True)]),
        ("x = 1\n", []),
    ],
)
def test_the_one_that_ended_the_run_is_told(
    open_session: OpenSession, text: str, rows: list[tuple[object, ...]]
) -> None:
    assert listed(open_session(text)) == rows


def test_a_number_goes_to_the_step_that_raised(open_session: OpenSession) -> None:
    session = open_session(CHAINED)
    dispatch(session, "exceptions 2")
    assert session.trace.step(session.position).raised == session.trace.raises[session.position]
    assert (session.trace.scope_of(session.position), session.trace.lines(session.position)) == ("read", (5,))


@pytest.mark.parametrize(
    ("line", "error", "message"),
    [
        ("exceptions 7", NoSuchStep, "no exception 7: the run raised 6"),
        (
            "exceptions last",
            BadArgument,
            "'last' is not an exception's number: a whole number from 1 is needed",
        ),
    ],
)
def test_a_number_that_is_none_is_refused(
    open_session: OpenSession, line: str, error: type[Exception], message: str
) -> None:
    session = open_session(CHAINED)
    with pytest.raises(error) as caught:
        dispatch(session, line)
    assert (str(caught.value), session.position) == (message, 1)


def test_the_end_of_the_run_names_what_a_group_holds(open_session: OpenSession) -> None:
    code = "raise ExceptionGroup('bad', [ValueError('x'), KeyError(2), *[OSError()] * 5])\n"
    outcome = open_session(code).trace.outcome
    assert outcome.detail == "it holds ValueError: x, KeyError: 2, OSError, OSError, OSError and 2 more"
