"""The child that records is started before the rest is imported, where the call tells what its run will be."""

from pathlib import Path

import pytest

from llmdb.ahead import start_child


def count_started(environment: dict[str, str], *argv: str) -> int:
    """How many children a call starts ahead; they are ended again."""
    waiting = start_child(argv, environment)
    try:
        return len(waiting._children)
    finally:
        waiting.close()


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """One without settings and without an active Python."""
    return {"HOME": str(tmp_path / "home")}


def test_a_file_that_nothing_is_said_of_has_its_child_started(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    file = tmp_path / "f.py"
    file.write_text("print(1)\n")
    assert count_started(environment, str(file), "--here") == 1  # that is the program's
    assert count_started(environment, "--json", "-x", "where", str(file)) == 1


def test_a_call_whose_run_may_be_another_one_starts_none(tmp_path: Path, environment: dict[str, str]) -> None:
    file = tmp_path / "f.py"
    file.write_text("print(1)\n")
    for argv in (
        (),
        ("--here", str(file)),
        ("-c", "print(1)", str(file)),
        ("-x", str(file)),
        (str(tmp_path),),
        ("-",),
    ):
        assert count_started(environment, *argv) == 0
    settings = tmp_path / "settings.toml"
    settings.write_text("")
    assert count_started({**environment, "LLMDB_SETTINGS": str(settings)}, str(file)) == 0
    assert count_started({**environment, "VIRTUAL_ENV": str(tmp_path)}, str(file)) == 0
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "pyvenv.cfg").write_text("")
    assert count_started(environment, str(file)) == 0
