"""The unit of one step, changed within a session."""

import pytest

from llmdb.commands.line.dispatch import attempt, dispatch
from llmdb.commands.results.common import Message, Position
from llmdb.runner import Runner
from llmdb.session import Session
from tests.commands.conftest import OpenSession

STRAIGHT = "a = 1\nb = a + 1\nc = b * 2\n"
LOOP = "acc = 0\nfor n in [1, 2]:\n    acc += n\n    last = acc\nend = acc\n"


def here(session: Session) -> tuple[int, tuple[int, ...], int]:
    """The step, its lines, and how many steps there are."""
    return session.position, tuple(session.trace.lines(session.position)), len(session.trace)


def test_a_block_is_stepped_line_by_line_and_the_cursor_stays(open_session: OpenSession) -> None:
    session = open_session(STRAIGHT)
    assert str(attempt(session, "step").error) == (
        "step 1 of 1: the trace ends here; `level line` steps line by line"
    )
    position = dispatch(session, "level line")
    assert isinstance(position, Position)
    assert position.reason == "one step is one line now"
    assert here(session) == (1, (1,), 3)
    dispatch(session, "step")
    assert here(session) == (2, (2,), 3)
    dispatch(session, "level block")
    assert here(session) == (1, (1, 2, 3), 1)


def test_the_same_iteration_is_found_again(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    dispatch(session, "goto B3@2")
    dispatch(session, "level line")
    assert here(session) == (6, (3,), 9)
    assert dispatch(session, "p acc").to_json()["value"] == {"type": "int", "repr": "3"}
    dispatch(session, "level block")
    assert here(session) == (5, (3, 4), 7)


def test_the_input_is_given_again_and_block_stops_stand_at_their_lines(open_session: OpenSession) -> None:
    asked: list[str] = []

    def answer(prompt: str) -> bytes:
        asked.append(prompt)
        return b"4\n"

    session = open_session("n = int(input('n? '))\nif n:\n    m = n\n    k = m\n", ask_input=answer)
    dispatch(session, "break B2")
    dispatch(session, "level line")
    assert asked == ["n? "]
    assert [(stop.kind, stop.line) for stop in session.stops] == [("line", 3)]
    dispatch(session, "continue")
    assert here(session) == (3, (3,), 4)


def test_a_recording_that_fails_leaves_the_level_as_it_was(
    open_session: OpenSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_session(STRAIGHT)
    dispatch(session, "where")
    before = here(session)
    monkeypatch.setattr(Runner, "record_with_past", lambda *given, **named: 1 / 0)
    assert attempt(session, "level line").error is not None
    assert (here(session), session.settings.level) == (before, "block")


def test_a_level_is_told_and_a_wrong_one_refused(open_session: OpenSession) -> None:
    session = open_session(STRAIGHT)
    assert dispatch(session, "level") == Message(
        text="one step is one block; `level line` and `level function` change that"
    )
    assert str(attempt(session, "level lines").error) == ("level takes block, line or function, not 'lines'")
