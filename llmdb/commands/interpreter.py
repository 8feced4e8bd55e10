"""The Python that the program runs with: python."""

from __future__ import annotations

import platform
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from llmdb.arguments import Operand
from llmdb.command import Command
from llmdb.commands.program import run_again
from llmdb.commands.results.common import Message, Rerun
from llmdb.runner.interpreter import short
from llmdb.session import Session

if TYPE_CHECKING:
    from llmdb.registry import Registry


def register(registry: Registry) -> None:
    """Add `python`."""
    registry.command(
        Command(
            name="python",
            run=run_python,
            arguments=(Operand("path", shown="PATH"),),
            summary="record again with another Python; without PATH, say which one it is",
            details="PATH is a python, or the folder of an environment (venv, uv, conda, poetry, pyenv): the program "
            "has its version and its packages, and nothing is written there; llmdb need not be installed in it. "
            "`python own` is the one that llmdb itself runs on.",
            group="program",
        )
    )


def run_python(session: Session, path: str | None) -> Message | Rerun:
    """`python [PATH]`."""
    if path is not None:
        return run_again(session, f"--python {shlex.quote(path)}")
    python = session.settings.options.python
    if python is None:
        own = short(Path(sys.executable))
        return Message(
            text=f"Python {platform.python_version()}, llmdb's own ({own}); `python PATH` runs another"
        )
    where = short(Path(python.executable))
    return Message(
        text=f"Python {python.shown} ({where}); `python own` runs llmdb's own, `python PATH` another"
    )
