"""Two steps held side by side."""

import pytest

from llmdb.commands.line.dispatch import dispatch
from llmdb.errors import BadArgument, NoSuchStep
from tests.commands.conftest import OpenSession

PROGRAM = """\
def total(ns):
    acc = 0
    for n in ns:
        acc += n
    return acc

one = total([1, 2])
two = total([5])
"""


def test_the_names_that_differ_are_told_with_both_values(open_session: OpenSession) -> None:
    session = open_session(PROGRAM)
    steps = [step.number for step in session.trace.steps() if step.scope == "total"]
    data = dispatch(session, f"changes {steps[0]} {steps[3]}").to_json()
    assert data == {
        "first": {"step": steps[0], "scope": "total", "frame": 2},
        "second": {"step": steps[3], "scope": "total", "frame": 2},
        "same_frame": True,
        "changed": {"acc": {"before": {"type": "int", "repr": "0"}, "after": {"type": "int", "repr": "1"}}},
        "only_first": {},
        "only_second": {"n": {"type": "int", "repr": "2"}},
        "same": ["ns"],
    }
    back = dispatch(session, f"changes {steps[3]} {steps[0]}").to_json()
    assert (back["only_first"], back["only_second"]) == (data["only_second"], data["only_first"])


def test_one_step_is_compared_with_the_current_one_and_named_as_for_goto(open_session: OpenSession) -> None:
    session = open_session(PROGRAM)
    dispatch(session, "goto end")
    data = dispatch(session, "changes start").to_json()
    assert data["only_second"] == {
        "one": {"type": "int", "repr": "3"},
        "two": {"type": "int", "repr": "5"},
    }
    assert dispatch(session, "changes end").to_json()["same"] == ["one", "two"]


def test_steps_of_two_calls_are_of_different_frames(open_session: OpenSession) -> None:
    session = open_session(PROGRAM)
    data = dispatch(session, "changes B2@1 B2@2").to_json()
    assert data["same_frame"] is False
    assert [data["first"], data["second"]] == [
        {"step": 3, "scope": "total", "frame": 2},
        {"step": 11, "scope": "total", "frame": 3},
    ]


def test_a_list_that_changed_beyond_what_is_written_out_differs(open_session: OpenSession) -> None:
    session = open_session("xs = [0] * 2000\nfor i in (1, 2):\n    xs.append(i)\ny = 1\n")
    last = len(session.trace)
    assert "xs" in str(dispatch(session, f"changes 1 {last}").to_json()["changed"])
    assert dispatch(session, f"changes {last - 1} {last}").to_json()["same"] == ["xs", "i"]


def test_what_is_no_step_is_refused(open_session: OpenSession) -> None:
    session = open_session(PROGRAM)
    with pytest.raises(BadArgument, match="changes takes two steps, or one"):
        dispatch(session, "changes")
    with pytest.raises(BadArgument, match="'q' is no step"):
        dispatch(session, "changes q")
    with pytest.raises(NoSuchStep):
        dispatch(session, "changes 1 999")
