"""Versions of a snippet: accepted, rejected, undone, written."""

import os
import stat
from pathlib import Path

import pytest

from llmdb.engine.fix.versions import (
    Version,
    VersionHistory,
    apply_hunks,
    hunks_of,
    moved_line,
    write_snippet,
)
from llmdb.errors import BadArgument, CommandError, NothingPending
from llmdb.snippet.model import Snippet

OLD = "a = 1\nb = 2\nc = 3\nd = 4\n"
NEW = "a = 10\nb = 2\nc = 30\nnew = 0\nd = 4\n"


def history() -> VersionHistory:
    return VersionHistory(versions=(Version(number=1, code=OLD, origin="file"),))


def test_accepted_versions_are_undone_and_redone() -> None:
    accepted = history().propose([NEW], "fix").accept()
    assert accepted.current.code == NEW
    assert accepted.undo().current.code == OLD
    assert accepted.undo().redo().current.code == NEW
    with pytest.raises(CommandError, match="nothing to undo"):
        history().undo()


def test_hunks_are_accepted_one_by_one() -> None:
    assert len(hunks_of(OLD, NEW)) == 2
    assert apply_hunks(OLD, NEW, [2]) == "a = 1\nb = 2\nc = 30\nnew = 0\nd = 4\n"
    accepted = history().propose([NEW], "fix").accept([1])
    assert accepted.current.code == "a = 10\nb = 2\nc = 3\nd = 4\n"
    assert accepted.current.number == 3
    with pytest.raises(BadArgument, match="hunks 1 to 2"):
        apply_hunks(OLD, NEW, [3])


def test_without_a_proposal_nothing_is_accepted() -> None:
    with pytest.raises(NothingPending):
        history().accept()
    with pytest.raises(NothingPending):
        history().propose([NEW], "fix").reject().accept()


def test_a_line_is_found_where_it_went() -> None:
    assert moved_line(OLD, NEW, 4) == 5
    assert moved_line(OLD, NEW, 1) == 1
    assert moved_line(OLD, NEW, 3) == 3
    assert moved_line(NEW, "b = 2\nd = 4\n", 1) is None


def test_a_file_keeps_its_encoding_line_ends_and_mode(tmp_path: Path) -> None:
    target = tmp_path / "old.py"
    target.write_bytes(b"x = '\xe9'\r\n")
    target.chmod(0o750)
    snippet = Snippet(name="old.py", path=target, text="x = 'é'\n", encoding="latin-1", newline="\r\n")
    write_snippet(snippet, "x = 'é'\ny = 1\n", target, expected=b"x = '\xe9'\r\n")
    assert target.read_bytes() == b"x = '\xe9'\r\ny = 1\r\n"
    assert stat.S_IMODE(target.stat().st_mode) == 0o750
    assert os.listdir(tmp_path) == ["old.py"]


def test_a_file_that_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "snippet.py"
    target.write_text("theirs\n")
    snippet = Snippet(name="snippet.py", path=target, text="mine\n")
    with pytest.raises(CommandError, match="changed since it was loaded"):
        write_snippet(snippet, "better\n", target, expected=b"mine\n")
    assert target.read_text() == "theirs\n"
