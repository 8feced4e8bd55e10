"""`interact` and the commands of a stop, typed at a real terminal and read from a pipe."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from llmdb.ui.python_prompt import is_whole
from tests.ui.test_terminal import Terminal, terminal

__all__ = ["terminal"]


@pytest.mark.parametrize(
    ("source", "whole"),
    [
        ("x", True),
        ("x = (1,", False),
        ("x = (1,\n2)", True),
        ("for n in x:", False),
        ("for n in x: n", True),
        ("for n in x:\n    n", False),
        ("for n in x:\n    n\n", True),
        ("for n in x:\n    n\nx", True),
        ("x y", True),
        ('"""a', False),
        ("@cache", False),
        ("", True),
        ("# note", True),
    ],
)
def test_a_source_is_whole_when_nothing_needs_to_follow(source: str, whole: bool) -> None:
    assert is_whole(source) is whole


def test_python_is_typed_over_several_lines_and_ctrl_d_leads_back(terminal: Terminal) -> None:
    terminal.send("goto B4\r")
    terminal.wait("B4 ×1")
    terminal.send("interact\r")
    terminal.wait("a copy of the program; Ctrl-D or `exit` leaves\n>>>")
    terminal.send("for r in rows:\rprint(sum(r))\r\r")
    terminal.wait(">>> for r in rows:\n...     print(sum(r))\n...\n-1\n3\n>>>")
    terminal.send("k = 41\r")
    terminal.send("k + 1\r")
    terminal.wait("\n42\n>>>")
    terminal.send("while True: pass\r")
    terminal.wait("while True: pass\n")
    terminal.send("\x03")
    terminal.wait("KeyboardInterrupt\n>>>")
    terminal.send("\x04")
    text = terminal.wait("the recording is as it was\n(llmdb)")
    assert "Traceback" in text


def test_the_commands_of_a_stop_are_typed_up_to_end(terminal: Terminal) -> None:
    terminal.send("break 6\r")
    terminal.wait("breakpoint 1 at line 6")
    terminal.send("commands\r")
    terminal.wait("(com)")
    terminal.send("silent\rp acc\rcontinue\rend\r")
    terminal.wait("runs `silent` ;; `p acc` ;; `continue`")
    terminal.send("continue\r")
    assert "\n1\n-1\n2\n" in terminal.wait("end of the trace")


def test_a_pasted_loop_is_one_statement(terminal: Terminal) -> None:
    terminal.send("\x1b[200~for n in [7, 8]:\n    print(n * 10)\n\x1b[201~\r")
    terminal.wait(" │ 70\n │ 80\n")


def test_piped_lines_are_python_up_to_exit(tmp_path: Path) -> None:
    lines = "interact\nfor n in [1, 2]:\n    print(n)\n\nx = 5\nx + 1\nexit\np x\n"
    done = subprocess.run(
        [sys.executable, "-m", "llmdb", "-c", "x = 1\ny = x\n"],
        input=lines,
        capture_output=True,
        text=True,
        env={**os.environ, "LLMDB_HISTORY": str(tmp_path / "h")},
        check=False,
    )
    assert done.stdout.endswith("1\n2\n6\nback at step 1: the recording is as it was\n1\n")


def test_an_alias_of_the_users_file_is_there(tmp_path: Path) -> None:
    (tmp_path / "rc").write_text("# mine\nalias ten p %1 * 10\n")
    opened = Terminal(tmp_path, LLMDB_RC=str(tmp_path / "rc"))
    opened.wait("(llmdb)")
    opened.send("ten 7\r")
    opened.wait("\n70\n")
    opened.child.close(force=True)


def test_a_statement_begun_at_the_prompt_goes_on_below_it(terminal: Terminal) -> None:
    terminal.send("for n in [7, 8]:\r")
    terminal.wait("(llmdb) for n in [7, 8]:\n...")
    terminal.send("    print(n * 10)\r\r")
    terminal.wait(" │ 70\n │ 80\n")
    terminal.send("while 1:\r")
    terminal.wait("while 1:\n...")
    terminal.send("\x03")
    terminal.wait("while 1:\n...\n(llmdb)")
