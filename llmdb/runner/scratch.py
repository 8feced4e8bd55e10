"""Folders in which programs work: made, deleted, and cleared away where an earlier llmdb could not."""

import os
import signal
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from llmdb.file_locks import try_lock
from llmdb.runner.strays import workers_in

_PREFIX = "llmdb-"
_OWNER = "owner"
_YOUNG_S = 60.0
"""A folder that is not older may be about to get its owner."""


class Scratch:
    """A folder of its own for a program; the process that made it holds a lock in it for as long as it lives.

    Attributes:
        path: where it works, and its HOME.
        copies: what that was at some of its moments.
    """

    def __init__(self) -> None:
        self._whole = _new_folder()
        self._lock = os.open(self._whole / _OWNER, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        try_lock(self._lock)
        self.path, self.copies = self._whole / "run", self._whole / "copies"
        self.path.mkdir()
        self.copies.mkdir()

    def remove(self) -> None:
        """Delete it, whatever the program did in it; once more does nothing."""
        lock, self._lock = self._lock, -1  # the number may soon be that of another file
        if lock >= 0:
            os.close(lock)
        remove_tree(self._whole)


def _new_folder() -> Path:
    """As `tempfile.mkdtemp`, which is asked only where TMPDIR and the usual place do not do: its import takes long."""
    name = f"{_PREFIX}{os.urandom(6).hex()}"
    for place in filter(None, (os.environ.get("TMPDIR"), "/tmp")):
        with suppress(OSError):
            folder = Path(place).absolute() / name
            folder.mkdir(0o700)
            return folder
    import tempfile

    return Path(tempfile.mkdtemp(prefix=_PREFIX))


def remove_left_behind() -> Iterator[Path]:
    """Delete folders whose llmdb was killed before it could, and end what works there; yields each that is gone."""
    import tempfile

    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if _is_left_behind(folder):
                for pid in workers_in(folder.resolve()):
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                remove_tree(folder)
                yield folder


def _is_left_behind(folder: Path) -> bool:
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        return False
    if time.time() - found.st_mtime < _YOUNG_S:
        return False
    owner = os.open(folder / _OWNER, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    try:
        return try_lock(owner)
    finally:
        os.close(owner)


def remove_tree(folder: Path) -> None:
    """Delete a folder whatever its permissions, and however deep it is; what cannot be deleted stays."""
    import shutil

    with suppress(OSError, RecursionError):
        shutil.rmtree(folder)
    moved = 0
    while folder.exists():
        before = moved
        for inner in _folders(folder):
            # each level is emptied into the top one, so that no path grows longer than the system allows
            for entry in _entries(inner):
                target = folder / f"{moved}~"
                moved += 1
                with suppress(OSError):
                    if entry.is_dir(follow_symlinks=False):
                        os.chmod(entry.path, 0o700)
                    os.rename(entry.path, target)
            with suppress(OSError):
                inner.rmdir()
        for entry in _entries(folder):
            if not entry.is_dir(follow_symlinks=False):
                with suppress(OSError):
                    os.unlink(entry.path)
        with suppress(OSError):
            folder.rmdir()
        if moved == before:
            return


def _folders(folder: Path) -> list[Path]:
    return [Path(entry.path) for entry in _entries(folder) if entry.is_dir(follow_symlinks=False)]


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    with suppress(OSError):
        os.chmod(folder, 0o700)
        with os.scandir(folder) as found:
            return list(found)
    return []
