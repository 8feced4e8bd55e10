"""How a session file begins: the first prompt needs to know no more of it."""

from __future__ import annotations

from pathlib import Path

NAME = b"llmdb session "
MAGIC = b"llmdb session 1\n"
SUFFIX = ".llmdb"


def is_session_file(path: Path) -> bool:
    """Whether a file begins as session files do."""
    try:
        with path.open("rb") as file:
            return file.read(len(NAME)) == NAME
    except (OSError, ValueError):
        return False
