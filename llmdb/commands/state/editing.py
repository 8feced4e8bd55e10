"""Opens the user's editor on a text."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from llmdb.errors import BadArgument
from llmdb.terminal import THE_END, ctrl_d_as

_USUAL = ("nano", "vi")


def edit_text(text: str, what: str, name: str) -> str:
    """The text as the user left it in $VISUAL, $EDITOR, or an editor that most systems have.

    Args:
        text: put into a file of its own.
        what: what is edited, for messages: "prefix 1".
        name: the file's name; editors colour by its ending.

    Raises:
        BadArgument: no terminal or no editor is here, or the editor failed; the text counts as unchanged.
    """
    words = _editor(what)
    with tempfile.TemporaryDirectory(prefix="llmdb-edit-") as folder:
        path = Path(folder) / name
        path.write_text(text, encoding="utf-8")
        try:
            status = _run_editor([*words, str(path)])
            if status:
                raise BadArgument(f"{what} is unchanged: {words[0]} ended with status {status}")
            return path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            reason = getattr(problem, "strerror", None) or "its text is not UTF-8"
            raise BadArgument(f"{what} is unchanged: {words[0]}: {reason}") from problem


def _run_editor(command: list[str]) -> int:
    """Its exit status; Ctrl-C and Ctrl-D belong to the editor, which has the terminal."""
    before = signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        with ctrl_d_as(THE_END):
            return subprocess.run(command, check=False).returncode
    finally:
        signal.signal(signal.SIGINT, before)


def _editor(what: str) -> list[str]:
    if sys.stdin is None or not sys.stdin.isatty():
        raise BadArgument(f"{what}: an editor needs a terminal")
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    found = next((usual for usual in _USUAL if shutil.which(usual)), None)
    try:
        words = shlex.split(named or found or "")
    except ValueError as problem:
        raise BadArgument(f"{what}: $EDITOR is {named!r}: {problem}") from problem
    if not words:
        raise BadArgument(f"{what}: set $EDITOR to the editor to use")
    return words
