"""Answers kept from before: an sqlite table keyed by model, messages and parameters."""

import hashlib
import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from llmdb.llm.model import Answer, Usage

MAX_ENTRIES = 5_000


def cache_key(request: Mapping[str, object]) -> str:
    """A digest of everything that decides an answer."""
    text = json.dumps(request, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


class AnswerCache:
    """A table that is opened for each use, so that threads and several sessions may share it.

    A cache that cannot be read or written is as good as an empty one: asking again costs, failing would stop.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self, key: str) -> Answer | None:
        """The answer kept under the key, marked as cached; None where there is none."""
        try:
            with closing(self._open()) as table:
                row = table.execute("SELECT answer FROM answers WHERE key = ?", (key,)).fetchone()
            return None if row is None else _decode(row[0])
        except (sqlite3.Error, OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, key: str, answer: Answer) -> None:
        """Keep an answer; the oldest go when there are more than `MAX_ENTRIES`."""
        try:
            with closing(self._open()) as table, table:
                table.execute(
                    "INSERT OR REPLACE INTO answers (key, answer) VALUES (?, ?)", (key, _encode(answer))
                )
                table.execute(
                    "DELETE FROM answers WHERE rowid <= (SELECT max(rowid) FROM answers) - ?", (MAX_ENTRIES,)
                )
        except (sqlite3.Error, OSError):
            return

    def _open(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        table = sqlite3.connect(self._path, timeout=2)
        table.execute("CREATE TABLE IF NOT EXISTS answers (key TEXT UNIQUE, answer TEXT)")
        return table


def _encode(answer: Answer) -> str:
    return json.dumps(
        {"texts": answer.texts, "usage": asdict(answer.usage), "notes": answer.notes, "is_cut": answer.is_cut}
    )


def _decode(text: str) -> Answer:
    kept = json.loads(text)
    usage = Usage(**{**kept["usage"], "calls": 0, "cost_usd": 0.0, "seconds": 0.0, "cached": True})
    return Answer(
        texts=tuple(kept["texts"]), usage=usage, notes=tuple(kept["notes"]), is_cut=bool(kept.get("is_cut"))
    )
