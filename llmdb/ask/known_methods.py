"""What models have said of methods, kept for ever: an sqlite table keyed by signature."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import cast

from llmdb.slicing.library.methods import ACTIONS, POSITIONS, TYPES, Access, AccessType, Action, Position

FILE = "methods.sqlite"
NOTHING = Access(type="get", structure="", position="all")
"""A method that writes nothing: it is not asked about again."""


class KnownMethods:
    """A table beside the cache of answers; one that cannot be read or written is as good as an empty one.

    An answer is kept by signature and model: another model may be asked to say better.
    """

    def __init__(self, path: Path, model: str) -> None:
        self._path = path
        self._model = model

    def get(self, signature: str) -> Access | None:
        """What was said of a method; None for one that was not asked about."""
        try:
            with closing(self._open()) as table:
                row = table.execute(
                    "SELECT type, action, structure, position, argument FROM accesses"
                    " WHERE signature = ? AND model = ?",
                    (signature, self._model),
                ).fetchone()
        except (sqlite3.Error, OSError):
            return None
        if row is None or row[0] not in TYPES or row[1] not in ("", *ACTIONS) or row[3] not in POSITIONS:
            return None
        return Access(
            type=cast("AccessType", row[0]),
            action=cast("Action", row[1]),
            structure=str(row[2]),
            position=cast("Position", row[3]),
            of=str(row[4]) if str(row[4]) in "123456789" else "",
        )

    def put(self, signature: str, access: Access) -> None:
        """Keep what was said."""
        try:
            with closing(self._open()) as table, table:
                table.execute(
                    "INSERT OR REPLACE INTO accesses VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (
                        signature,
                        self._model,
                        access.type,
                        access.action,
                        access.structure,
                        access.position,
                        access.of,
                    ),
                )
        except (sqlite3.Error, OSError):
            return

    def _open(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        table = sqlite3.connect(self._path, timeout=2)
        table.execute(
            "CREATE TABLE IF NOT EXISTS accesses (signature TEXT, model TEXT, type TEXT, action TEXT,"
            " structure TEXT, position TEXT, argument TEXT, PRIMARY KEY (signature, model))"
        )
        return table
