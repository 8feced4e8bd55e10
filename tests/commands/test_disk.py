"""The snippet's file is edited while it is debugged."""

from collections.abc import Callable
from pathlib import Path

import pytest

from llmdb.commands.line.dispatch import attempt
from llmdb.commands.state.disk import watch_file
from llmdb.program.load import load_snippet
from llmdb.session import Session
from tests.commands.conftest import OpenSession

OLD = "# test: assert f(1) == 2\ndef f(n):\n    return n\n\nx = f(1)\n"
NEW = "# test: assert f(1) == 3\n\ndef f(n):\n    return n + 1\n\nx = f(1)\n"
Opened = tuple[Session, Path]


@pytest.fixture
def opened(open_session: OpenSession, tmp_path: Path) -> Callable[[], Opened]:
    """A function that opens a session on a file with `OLD`, and one more test that an option gave."""

    def open_it() -> Opened:
        path = tmp_path / "demo.py"
        path.write_text(OLD)
        session = open_session(OLD, tests=("assert f(1) == 2", "assert f(0) == 1"))
        session.snippet = load_snippet(str(path))
        watch_file(session)
        return session, path

    return open_it


def test_an_edit_is_told_once_and_run_takes_it(opened: Callable[[], Opened]) -> None:
    session, path = opened()
    attempt(session, "break 3")
    path.write_text(NEW)
    assert attempt(session, "where").notes == ("demo.py was edited; `run` takes it as it is now",)
    assert attempt(session, "where").notes == ()
    assert attempt(session, "run").notes == ("demo.py was edited: it is v2 now",)
    assert session.snippet.text == NEW
    assert session.tests == ("assert f(1) == 3", "assert f(0) == 1")
    assert [stop.line for stop in session.stops] == [4]
    assert attempt(session, "undo").error is None
    assert session.snippet.text == OLD


def test_run_does_not_give_up_a_version_that_is_not_saved(
    opened: Callable[[], Opened], use_editor: Callable[[str], None]
) -> None:
    session, path = opened()
    use_editor("echo 'y = 1' >> \"$2\"")
    assert [attempt(session, line).error for line in ("edit", "accept")] == [None, None]
    path.write_text(NEW)
    assert attempt(session, "run").notes == (
        "demo.py was edited, but v2 of this session is not saved: that is run again",
    )
    assert session.snippet.text == OLD + "y = 1\n"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda path: path.write_text("def f(:\n"),
            ":1:7: invalid syntax: def f(:; nearest repair: `def f():`: what was loaded before is",
        ),
        (
            lambda path: path.unlink(),
            "demo.py: No such file or directory: what was loaded before is run again",
        ),
    ],
)
def test_a_file_that_cannot_be_run_leaves_what_was_loaded(
    opened: Callable[[], Opened], change: Callable[[Path], None], said: str
) -> None:
    session, path = opened()
    change(path)
    answer = attempt(session, "run")
    assert answer.error is None
    assert said in answer.notes[0]
    assert session.snippet.text == OLD


def test_a_file_that_was_only_touched_or_saved_by_llmdb_is_not_called_edited(
    opened: Callable[[], Opened], use_editor: Callable[[str], None]
) -> None:
    session, path = opened()
    path.write_text(OLD)
    use_editor("echo 'y = 1' >> \"$2\"")
    lines = ("where", "edit", "accept", "write", "where", "run")
    assert [attempt(session, line).notes for line in lines] == [()] * len(lines)
    assert path.read_text() == OLD + "y = 1\n"
