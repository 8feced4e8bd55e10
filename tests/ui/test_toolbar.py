"""The line below the prompt."""

from llmdb.commands.line.dispatch import dispatch
from llmdb.ui.text import UNICODE
from llmdb.ui.toolbar import toolbar_text
from tests.commands.conftest import OpenSession, open_session

__all__ = ["open_session"]


def test_it_names_the_step_and_the_version_whose_run_is_shown(open_session: OpenSession) -> None:
    session = open_session("n = 0\nwhile n < 3:\n    n += 1\n")
    dispatch(session, "goto 3")
    assert toolbar_text(session, 60, UNICODE).split()[:6] == ["step", "3/8", "·", "B3", "·", "module"]
    dispatch(session, "n = 5")
    dispatch(session, "step")
    assert " v2 " in toolbar_text(session, 60, UNICODE)
    dispatch(session, "run")
    assert " v1 " in toolbar_text(session, 60, UNICODE)
