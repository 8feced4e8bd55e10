"""`quit` asks before a version is lost that only the session has."""

from __future__ import annotations

from pathlib import Path

from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.results.common import Message, Quit
from llmdb.program.load import load_snippet
from tests.commands.conftest import OpenSession
from tests.commands.samples import TOTALS

PROGRAM = "# test: assert totals([[1, -2], [3]]) == [1, 3]\n" + TOTALS
ASKED = "v2 (fix) is not written to a file; leave without it?"


def test_an_accepted_fix_that_no_file_has_is_asked_about(open_session: OpenSession) -> None:
    asked: list[str] = []
    answers = [False, True]

    def confirm(question: str) -> bool:
        asked.append(question)
        return answers.pop(0)

    session = open_session(PROGRAM, confirm=confirm)
    assert dispatch(session, "q") == Quit()
    session = open_session(PROGRAM, confirm=confirm)
    dispatch(session, "fix")
    dispatch(session, "accept")
    assert dispatch(session, "q") == Message(text="`write` saves it to a file, `save PATH` the whole session")
    assert dispatch(session, "exit()") == Quit()
    assert asked == [ASKED, ASKED]


def test_nothing_is_asked_once_it_is_written_or_undone_or_where_nobody_can_answer(
    open_session: OpenSession, tmp_path: Path
) -> None:
    path = tmp_path / "totals.py"
    path.write_text(PROGRAM, encoding="utf-8")

    def refuse(question: str) -> bool:
        raise AssertionError(question)

    session = open_session(PROGRAM, snippet=load_snippet(str(path)), confirm=refuse)
    dispatch(session, "fix")
    dispatch(session, "accept")
    dispatch(session, "undo")
    assert dispatch(session, "q") == Quit()
    dispatch(session, "redo")
    dispatch(session, "write")
    assert dispatch(session, "q") == Quit()
    dispatch(session, "undo")
    session.confirm = None
    assert dispatch(session, "q") == Quit()
