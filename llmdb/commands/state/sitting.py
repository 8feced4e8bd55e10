"""The sitting kept as it goes, in the state folder: after a crash of the terminal the next start offers it.

One session file a sitting, to which each command that changed something adds a record. It is locked while the sitting
goes on and removed when the sitting is left; one that is there without a lock was cut off.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import time
from dataclasses import field
from pathlib import Path
from typing import IO, TYPE_CHECKING

from llmdb.archive.magic import MAGIC, SUFFIX
from llmdb.file_locks import try_lock
from llmdb.folders import state_folder
from llmdb.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from llmdb.program.snippet import Snippet
    from llmdb.session import RecordedRun, Session

_MOST_BYTES = 256 << 20
_MOST_KEPT = 10
_MOST_LINES = 1_000


@dataclass(slots=True)
class Sitting:
    """The file that a session is kept in as it goes.

    Attributes:
        path: of the file; it is made with the first record.
        lines: what was typed.
    """

    path: Path
    lines: list[str] = field(default_factory=list)
    _file: IO[bytes] | None = None
    _runs: dict[int, tuple[RecordedRun, int]] = field(default_factory=dict)
    """For each version that has one the run in the file, and its place among the file's."""
    _count: int = 0
    _last: bytes = b""

    def keep(self, session: Session, line: str) -> None:
        """Add what the session is now, after a line; a folder that cannot be written keeps nothing."""
        from llmdb.commands.state.saved import pack_run, pack_state, runs_of

        self.lines = [*self.lines, line][-_MOST_LINES:]
        if session.unread is not None:
            return
        with contextlib.suppress(Exception):  # a session that cannot be kept goes on all the same
            file = self._opened()
            if file.tell() > _MOST_BYTES:
                self._begin_anew(file)
            numbers = {}
            for version, run in runs_of(session).items():
                known = self._runs.get(version)
                if known is None or known[0].trace is not run.trace:
                    known = self._runs[version] = (run, self._count)
                    self._count += 1
                    file.writelines(pack_run(run))
                numbers[version] = known[1]
            state = pack_state(session, numbers, tuple(self.lines))
            if state != self._last:
                file.write(state)
                self._last = state
            file.flush()

    def _opened(self) -> IO[bytes]:
        if self._file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle = os.open(self.path, os.O_CREAT | os.O_RDWR | os.O_TRUNC, 0o600)
            self._file = os.fdopen(handle, "wb")
            try_lock(handle)
            self._file.write(MAGIC)
        return self._file

    def _begin_anew(self, file: IO[bytes]) -> None:
        """Drop the earlier records: what is written next tells all there is."""
        file.seek(len(MAGIC))
        file.truncate()
        self._runs, self._count, self._last = {}, 0, b""

    def leave(self) -> None:
        """The sitting ends as it should: nothing is kept of it."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self.path.unlink()
                self._file.close()
            self._file = None


def begin_sitting(session: Session, environ: Mapping[str, str]) -> Sitting:
    """Keep the session from now on."""
    stem = snippet_stem(session.snippet)
    path = _folder(environ) / f"{stem}-{int(time.time()):x}-{os.getpid():x}{SUFFIX}"
    sitting = Sitting(path)
    session.kept.put(sitting)
    return sitting


def sitting_of(session: Session) -> Sitting | None:
    """Where the session is kept as it goes; None where it is not."""
    return session.kept.get(Sitting)


def cut_off(snippet: Snippet, environ: Mapping[str, str]) -> Path | None:
    """The last sitting with this snippet that was cut off; all but the newest few of the folder are removed."""
    try:
        found = sorted(
            _folder(environ).glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True
        )
    except OSError:
        return None
    stem, mine = snippet_stem(snippet), None
    for place, path in enumerate(found):
        if _is_free(path):
            if place >= _MOST_KEPT:
                with contextlib.suppress(OSError):
                    path.unlink()
            elif mine is None and path.name.rsplit("-", 2)[0] == stem:
                mine = path
    return mine


def _is_free(path: Path) -> bool:
    """Whether no sitting that goes on holds the file."""
    try:
        with path.open("rb") as file:
            return try_lock(file.fileno())
    except OSError:
        return False


def _folder(environ: Mapping[str, str]) -> Path:
    return state_folder(environ) / "sittings"


def snippet_stem(snippet: Snippet) -> str:
    """Of a file its name and a hash of where it lies; of other snippets, of their text."""
    place = str(snippet.path.resolve()) if snippet.path is not None else snippet.text
    name = "".join(c if c.isalnum() or c in "._" else "_" for c in snippet.name)[:60].strip("._")
    return f"{name or 'snippet'}-{_sha256(place.encode('utf-8', 'surrogatepass'))[:12]}"


def _sha256(data: bytes) -> str:
    """As `hashlib` gives it; that loads the system's library of ciphers, and the first prompt waits for this."""
    name = "_sha2" if sys.version_info >= (3, 12) else "_sha256"
    try:
        digest: str = importlib.import_module(name).sha256(data).hexdigest()
    except ImportError:
        import hashlib

        return hashlib.sha256(data).hexdigest()
    return digest
