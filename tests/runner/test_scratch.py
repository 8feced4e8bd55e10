"""Scratch folders are deleted whatever is in them, and those of a killed llmdb at the next start."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from llmdb.runner.scratch import Scratch, remove_left_behind


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "temporary"
    made.mkdir()
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setenv("TMPDIR", str(made))
    return made


def _age(folder: Path) -> None:
    for path in folder.glob("llmdb-*"):
        os.utime(path, (time.time() - 3600,) * 2)


def test_a_folder_of_five_thousand_levels_is_deleted(folder: Path) -> None:
    scratch = Scratch()
    here = os.open(scratch.path, os.O_RDONLY)
    for _ in range(5_000):
        os.mkdir("d", dir_fd=here)
        inner = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(os.open("file", os.O_CREAT, dir_fd=here))
    os.close(here)
    scratch.remove()
    assert list(folder.iterdir()) == []


def test_what_is_removed_once_more_closes_no_other_file(folder: Path) -> None:
    scratch = Scratch()
    scratch.remove()
    with (folder / "other").open("w", encoding="utf-8") as other:
        scratch.remove()
        other.write("still open")
    assert (folder / "other").read_text(encoding="utf-8") == "still open"


def test_folders_that_nobody_may_read_are_deleted(folder: Path) -> None:
    scratch = Scratch()
    closed = scratch.path / "closed"
    (closed / "inner").mkdir(parents=True)
    (closed / "inner" / "file").write_text("x")
    (closed / "inner").chmod(0)
    closed.chmod(0o300)
    scratch.remove()
    assert list(folder.iterdir()) == []


def test_what_a_link_leads_to_is_left_alone(folder: Path) -> None:
    kept = folder.parent / "kept"
    kept.mkdir()
    (kept / "file").write_text("x")
    scratch = Scratch()
    (scratch.path / "link").symlink_to(kept)
    scratch.path.chmod(0o300)
    scratch.remove()
    assert (kept / "file").read_text() == "x"


def test_what_a_killed_process_left_is_deleted_and_what_a_living_one_has_is_not(folder: Path) -> None:
    code = (
        "from llmdb.runner.scratch import Scratch\n"
        "scratch = Scratch()\n"
        "print(scratch.path, flush=True)\n"
        "input()\n"
    )
    own = Scratch()
    other = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    left = Path(other.stdout.readline().strip()).parent
    _age(folder)
    assert list(remove_left_behind()) == []
    other.send_signal(signal.SIGKILL)
    other.communicate()
    assert list(remove_left_behind()) == [left]
    assert own.path.is_dir()
    own.remove()


def test_a_program_that_outlived_its_llmdb_is_ended_with_its_folder(folder: Path) -> None:
    left = folder / "llmdb-left"
    (left / "run").mkdir(parents=True)
    (left / "owner").touch()
    command = [sys.executable, "-c", "import sys, time; sys.stdout.close(); time.sleep(1000)"]
    inside = {"cwd": left / "run", "env": {}}, {"cwd": "/", "env": {"HOME": str(left / "run")}}
    started = [subprocess.Popen(command, **how) for how in inside]
    other = subprocess.Popen(command, cwd=folder)
    _age(folder)
    assert list(remove_left_behind()) == [left]
    assert [process.wait(timeout=10) for process in started] == [-signal.SIGKILL] * 2
    assert other.poll() is None
    other.kill()
    other.wait()


def test_a_folder_that_was_made_just_now_is_left_to_its_maker(folder: Path) -> None:
    (folder / "llmdb-young").mkdir()
    (folder / "llmdb-young" / "owner").touch()
    assert list(remove_left_behind()) == []
    _age(folder)
    assert [path.name for path in remove_left_behind()] == ["llmdb-young"]


def test_folders_of_others_by_that_name_are_left_alone(folder: Path) -> None:
    (folder / "llmdb-notes").mkdir()
    (folder / "llmdb-file").write_text("x")
    _age(folder)
    assert list(remove_left_behind()) == []
