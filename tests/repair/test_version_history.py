"""Versions of a snippet: accepted, rejected, undone, written."""

import os
import stat
from pathlib import Path

import pytest

from llmdb.errors import BadArgument, CommandError, NothingPending
from llmdb.program.load import load_snippet
from llmdb.program.snippet import Snippet
from llmdb.repair.version_history import (
    Version,
    VersionHistory,
    apply_hunks,
    ended_like,
    hunks_of,
    moved_line,
    write_snippet,
)

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


LATIN = b"# -*- coding: latin-1 -*-\r\nx = '\xe9'"


@pytest.mark.parametrize(
    ("held", "wanted"),
    [
        (LATIN, LATIN + b"\r\ny = 1"),
        (b"\xef\xbb\xbfx = 1\n", b"\xef\xbb\xbfx = 1\n\ny = 1"),
        (b"x = 1\ry = 2\r", b"x = 1\ry = 2\r\ry = 1"),
        (b"    x = 1\n    z = 2\n", b"    x = 1\n    z = 2\n\n    y = 1"),
    ],
    ids=["latin-1 and CRLF, no final newline", "byte order mark", "CR", "indented as a whole"],
)
def test_a_file_keeps_its_encoding_line_ends_margin_and_mode(
    held: bytes, wanted: bytes, tmp_path: Path
) -> None:
    target = tmp_path / "old.py"
    target.write_bytes(held)
    target.chmod(0o750)
    snippet = load_snippet(str(target))
    write_snippet(snippet, snippet.text + "\ny = 1", target, expected=snippet.text)
    assert target.read_bytes() == wanted
    assert stat.S_IMODE(target.stat().st_mode) == 0o750
    assert os.listdir(tmp_path) == ["old.py"]


def test_of_a_symbolic_link_the_file_behind_it_is_written(tmp_path: Path) -> None:
    target, link = tmp_path / "real.py", tmp_path / "link.py"
    target.write_text("mine\n")
    link.symlink_to(target)
    write_snippet(load_snippet(str(link)), "better\n", link, expected="mine\n")
    assert link.is_symlink()
    assert target.read_text() == "better\n"


def test_a_character_that_the_encoding_lacks_leaves_the_file_alone(tmp_path: Path) -> None:
    target = tmp_path / "old.py"
    target.write_bytes(LATIN)
    snippet = load_snippet(str(target))
    with pytest.raises(CommandError, match="'€' cannot be written in latin-1") as refused:
        write_snippet(snippet, f"{snippet.text}\ny = '€'", target, expected=snippet.text)
    assert "\n" not in str(refused.value)
    assert target.read_bytes() == LATIN
    assert os.listdir(tmp_path) == ["old.py"]


@pytest.mark.parametrize("place", ["missing/new.py", "."])
def test_a_place_that_cannot_be_written_gets_one_line(place: str, tmp_path: Path) -> None:
    snippet = Snippet(name="-c", path=None, text="x = 1\n")
    with pytest.raises(CommandError, match="was not written"):
        write_snippet(snippet, "x = 1\n", tmp_path / place, expected=None)
    assert os.listdir(tmp_path) == []


def test_a_line_without_an_end_is_no_change_of_its_own() -> None:
    assert ended_like("a = 1", "a = 2\n") == "a = 2"
    assert apply_hunks("a = 1\nb = 2", "a = 3\nb = 2", [1]) == "a = 3\nb = 2"


def test_a_file_that_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "snippet.py"
    target.write_text("theirs\n")
    snippet = Snippet(name="snippet.py", path=target, text="mine\n")
    with pytest.raises(CommandError, match="changed since it was loaded"):
        write_snippet(snippet, "better\n", target, expected="mine\n")
    assert target.read_text() == "theirs\n"
