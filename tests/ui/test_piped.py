"""Commands from a pipe: no prompt, no toolbar, no escape sequences."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def run(folder: Path, commands: str, program: str = "x = 1\nprint(x)\n") -> subprocess.CompletedProcess[str]:
    """llmdb with these lines on its standard input."""
    path = folder / "demo.py"
    path.write_text(program, encoding="utf-8")
    command = [sys.executable, "-m", "llmdb", str(path)]
    return subprocess.run(command, input=commands, capture_output=True, text=True, timeout=60)


def test_lines_are_run_one_by_one_until_the_end(tmp_path: Path) -> None:
    done = run(tmp_path, "p x + 1\n\nout\nquit\np x + 40\n")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert "2" in lines
    assert " │ 1" in lines
    assert "41" not in lines
    assert "\x1b" not in done.stdout
    assert "(llmdb)" not in done.stdout


def test_a_command_that_fails_is_told_and_makes_the_status_one(tmp_path: Path) -> None:
    done = run(tmp_path, "goto 99\np x\n")
    assert done.returncode == 1
    assert "1" in done.stdout.splitlines()
    assert "goto takes" in done.stdout


def test_what_an_exception_came_from_is_said_at_the_opening_and_at_the_end(tmp_path: Path) -> None:
    done = run(
        tmp_path,
        "goto error\n",
        "try:\n    {}['k']\nexcept KeyError as error:\n    raise OSError from error\n",
    )
    lines = done.stdout.splitlines()
    assert [line for line in lines if "caused by" in line] == [
        "caused by KeyError: 'k' (line 2)",
        " caused by KeyError: 'k' (line 2)",
    ]


def test_the_frames_of_a_deep_recursion_are_counted_but_for_the_selected_one(tmp_path: Path) -> None:
    program = "def down(n):\n    return down(n - 1) if n else 1 // n\n\ndown(20)\n"
    done = run(tmp_path, "goto error\nup 10\nwhere\n", program)
    shown = done.stdout.splitlines()
    frames = shown[next(number for number, line in enumerate(shown) if "module  line 4" in line) :][:7]
    assert [line.split("  line")[0].strip() for line in frames] == [
        "module",
        "down(n=20)",
        "… 9 more at line 2",
        "▶ down(n=10)",
        "… 8 more at line 2",
        "down(n=1)",
        "down(n=0)",
    ]
