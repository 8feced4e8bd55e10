"""Files that commands write to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.errors import CommandError

if TYPE_CHECKING:
    from pathlib import Path


def require_free(target: Path, command: str, force: bool) -> None:
    """Refuse to write over a file without `--force`.

    Raises:
        CommandError: the file is there.
    """
    if target.exists() and not force:
        raise CommandError(f"{target} exists; `{command} --force {target}` overwrites it")
