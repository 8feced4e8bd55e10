"""From a running program into llmdb: its file is recorded in a process of its own, and opened at the place asked about.

The program itself waits meanwhile and ends with the sitting, as under pdb's `quit`: what it would go on to do was
already done in the recording.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn


def open_at_breakpoint() -> None:
    """Open the run of the program's file at its first `breakpoint()`; without a terminal the program goes on."""
    file = program_file()
    if file is None or not is_at_terminal():
        why = "no terminal" if file is not None else "no file that could be recorded"
        print(f"llmdb: a breakpoint with {why}: the program goes on", file=sys.stderr)
        return
    _leave(open_program([*_named(file), *sys.argv[1:]], first="continue"))


def open_at_error(problem: BaseException | None) -> None:
    """Open the run of the program's file where it fails."""
    file = program_file()
    if file is None or not is_at_terminal():
        why = "no terminal" if file is not None else "no file that could be recorded"
        print(f"llmdb: {_said(problem)}; there is {why}", file=sys.stderr)
        return
    _leave(open_program([*_named(file), *sys.argv[1:]], first="goto error"))


def program_file() -> Path | None:
    """The file of the program that runs; None for an interpreter's prompt, a notebook or `-c`."""
    name = getattr(sys.modules.get("__main__"), "__file__", None)
    path = Path(name) if isinstance(name, str) else None
    return path if path is not None and path.is_file() else None


def is_at_terminal() -> bool:
    """Whether somebody can type."""
    try:
        return os.isatty(0) and os.isatty(1)
    except OSError:
        return False


def open_program(program: Sequence[str], *, first: str, options: tuple[str, ...] = ()) -> int:
    """Open llmdb on a program in a process of its own, and wait for it; its exit status.

    Args:
        program: its file, or `-m` and its module, and its arguments.
        first: the command that is run before the first prompt.
        options: of llmdb.
    """
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONBREAKPOINT"}
    command = [
        sys.executable,
        "-m",
        "llmdb",
        "--python",
        "own",
        "--first",
        first,
        *options,
        *program,
    ]
    return subprocess.run(command, env=environ).returncode


def _named(file: Path) -> list[str]:
    """How the program is called on a command line: by its file, or as the module that `python -m` ran here."""
    name = getattr(getattr(sys.modules["__main__"], "__spec__", None), "name", None)
    if isinstance(name, str) and sys.path[:1] == [os.getcwd()]:
        return ["-m", name.removesuffix(".__main__")]
    return [str(file)]


def _said(problem: BaseException | None) -> str:
    found = problem or sys.exc_info()[1] or getattr(sys, "last_value", None)
    return f"{type(found).__name__}: {found}" if found is not None else "nothing was raised"


def _leave(status: int) -> NoReturn:
    sys.stdout.flush()
    raise SystemExit(status)
