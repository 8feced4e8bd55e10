"""`%llmdb` and `%%llmdb` in IPython and notebooks: a cell, with those that ran before it, as one program."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from llmdb.entry import is_at_terminal, open_program

if TYPE_CHECKING:
    from collections.abc import Callable


class Shell(Protocol):
    """What of IPython's shell is used."""

    user_ns: dict[str, object]

    def register_magic_function(
        self, func: Callable[..., None], magic_kind: str, magic_name: str | None
    ) -> None:
        """Make a function a magic of this name."""


def add_magics(shell: Shell) -> None:
    """Add `%llmdb [COMMAND ;; ...]` for the cells so far, and `%%llmdb [COMMAND ;; ...]` for a cell after them."""

    def magic(line: str, cell: str | None = None) -> None:
        open_cells(program_of(earlier_cells(shell), cell), line.strip())

    shell.register_magic_function(magic, "line_cell", "llmdb")


def earlier_cells(shell: Shell) -> list[str]:
    """What was entered before, in order, but for the cell that runs now and those with magics of ours."""
    entered = shell.user_ns.get("In")
    cells = entered[1:-1] if isinstance(entered, list) else []
    return [str(cell) for cell in cells if str(cell).strip() and "llmdb" not in str(cell).split("\n")[0]]


def program_of(earlier: list[str], cell: str | None) -> str:
    """The cells as one text; what only IPython knows in them is left to the loader, as in any pasted text."""
    cells = [*earlier, *([cell] if cell is not None else [])]
    return "\n".join(f"# cell {number}\n{text.rstrip()}\n" for number, text in enumerate(cells, 1))


def open_cells(program: str, commands: str) -> None:
    """Open the program at the terminal, or print what commands say of it where there is none, as in a notebook."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cells.py"
        file.write_text(program, encoding="utf-8")
        if is_at_terminal() and not commands:
            open_program([str(file)], first="where")
            return
        words = [
            sys.executable,
            "-m",
            "llmdb",
            "--python",
            "own",
            "-x",
            commands or "goto error ;; where",
            str(file),
        ]
        done = subprocess.run(words, capture_output=True, text=True)
        print(done.stdout + done.stderr, end="")
