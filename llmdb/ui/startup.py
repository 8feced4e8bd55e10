"""The user's own commands for every session: `~/.llmdbrc`, as pdb's `~/.pdbrc`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple


class StartupLine(NamedTuple):
    """A command line that is run before the first prompt, and where it stands, for what goes wrong in it."""

    text: str
    place: str


def startup_lines(environ: Mapping[str, str]) -> tuple[StartupLine, ...]:
    """The command lines of `LLMDB_RC`, else of `.llmdbrc` in the home folder; none for a file that cannot be read.

    One in the current folder is not looked for: a downloaded folder must not bring commands.
    """
    chosen = environ.get("LLMDB_RC")
    try:
        path = Path(chosen).expanduser() if chosen is not None else Path.home() / ".llmdbrc"
        text = path.read_text(encoding="utf-8")
    except (OSError, RuntimeError, UnicodeDecodeError):
        return ()
    rows = ((number, row.strip()) for number, row in enumerate(text.splitlines(), 1))
    return tuple(
        StartupLine(row, f"{chosen or '~/.llmdbrc'}:{number}")
        for number, row in rows
        if row and not row.startswith("#")
    )
