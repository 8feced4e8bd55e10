"""A session on a text that is nearly Python."""

from dataclasses import replace
from pathlib import Path

import pytest

from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.line.opening import describe_session
from llmdb.errors import CommandError
from llmdb.program.load import load_snippet
from tests.commands.conftest import OpenSession

PASTED = ">>> xs = [3, 1, 2]\n>>> sum(xs)\n6\n"


def test_the_opening_tells_what_was_made_of_it(open_session: OpenSession) -> None:
    opening = describe_session(open_session(PASTED))
    assert opening.adapted == (
        "the prompts of a Python session were taken off (lines 1-2); not taken for code: line 3"
    )
    assert opening.steps == 1


def test_write_asks_for_another_file(open_session: OpenSession, tmp_path: Path) -> None:
    path = tmp_path / "session.txt"
    path.write_text(PASTED, encoding="utf-8")
    session = open_session(PASTED)
    session.snippet = replace(session.snippet, path=path)
    with pytest.raises(CommandError, match="`write PATH` saves the code as a file of its own"):
        dispatch(session, "write")
    dispatch(session, f"write {tmp_path / 'plain.py'}")
    assert path.read_text(encoding="utf-8") == PASTED
    assert load_snippet(str(tmp_path / "plain.py")).text == "xs = [3, 1, 2]\nsum(xs)\n# 6\n"
