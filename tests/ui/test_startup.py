"""The user's own commands for every session."""

from pathlib import Path

import pytest

from llmdb.ui.startup import startup_lines
from tests.ui.test_terminal import Terminal


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("break f\n\n  # a remark\n display x \r\n", ("break f", "display x")),
        ("", ()),
    ],
)
def test_blank_lines_and_remarks_are_no_commands(tmp_path: Path, text: str, lines: tuple[str, ...]) -> None:
    (tmp_path / "rc").write_text(text, encoding="utf-8")
    assert tuple(line.text for line in startup_lines({"LLMDB_RC": str(tmp_path / "rc")})) == lines


def test_a_file_that_is_not_there_or_no_text_has_none(tmp_path: Path) -> None:
    (tmp_path / "rc").write_bytes(b"\xff\xfe")
    assert startup_lines({"LLMDB_RC": str(tmp_path / "rc")}) == ()
    assert startup_lines({"LLMDB_RC": str(tmp_path / "none")}) == ()
    assert startup_lines({"LLMDB_RC": ""}) == ()


def test_they_are_run_before_the_first_prompt_and_a_wrong_one_is_told(tmp_path: Path) -> None:
    rows = "# mine\nstpe\np (1,\np 6 * 7\ngoto end\n"
    (tmp_path / ".llmdbrc").write_text(rows, encoding="utf-8")
    terminal = Terminal(tmp_path, "x = 1\nif x:\n    y = 2\n")
    terminal.wait("F1 help")
    text = terminal.text()
    assert (
        "~/.llmdbrc:2: no command 'stpe'; did you mean step?\n~/.llmdbrc:3: '(1,' is not an expression"
        in text
    )
    assert "\n42\n" in text
    assert "step 2 of 2" in text
    terminal.child.close(force=True)
