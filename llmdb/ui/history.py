"""The prompt's history: a file of the user's own that survives crashes, mode 0600."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from llmdb.folders import state_folder


def history_path(environ: Mapping[str, str]) -> Path:
    """`LLMDB_HISTORY`, else `llmdb/history` in the XDG state folder."""
    if chosen := environ.get("LLMDB_HISTORY"):
        return Path(chosen).expanduser()
    return state_folder(environ) / "history"


def open_history(path: Path | None) -> History:
    """The history in this file, made when missing; one in memory for no path or one that cannot be written."""
    if path is None:
        return InMemoryHistory()
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))
        path.chmod(0o600)
    except OSError:
        return InMemoryHistory()
    return _LineHistory(path)


class _LineHistory(FileHistory):
    """Written line by line as they are entered; a line like the one before is kept once."""

    def load_history_strings(self) -> Iterable[str]:
        try:
            return list(super().load_history_strings())
        except OSError:
            return ()

    def append_string(self, string: str) -> None:
        if not string.strip() or self.get_strings()[-1:] == [string]:
            return
        super().append_string(string)

    def store_string(self, string: str) -> None:
        with contextlib.suppress(OSError):  # a full disk loses the line, not the session
            super().store_string(string)
