"""What the user is told where the session cannot open as it should."""

import io

import pytest

from llmdb.command import Result
from llmdb.errors import RunnerError
from llmdb.session import Session
from llmdb.ui.console import make_console
from llmdb.ui.repl import Repl
from tests.commands.conftest import OpenSession, open_session  # noqa: F401


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (
            IndexError("list index out of range"),
            "the recording failed with IndexError: list index out of range; `run` tries it again\n",
        ),
        (RunnerError("cannot start python"), "cannot start python\n"),
    ],
)
def test_a_fault_while_recording_is_one_line_and_leaves_a_prompt(
    open_session: OpenSession,  # noqa: F811
    problem: Exception,
    told: str,
) -> None:
    def opening(session: Session) -> tuple[Result, ...]:
        raise problem

    stream = io.StringIO()
    repl = Repl(open_session("x = 1\n"), make_console(stream))
    repl.open(opening)
    assert stream.getvalue() == told
    assert repl.run_line("p x")
