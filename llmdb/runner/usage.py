"""What all processes of a program take together: memory, and room in the folder that they work in."""

import mmap
import os
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_PROC = Path("/proc")
_MOST_BYTES = 1 << 30
_MOST_FILES = 50_000
_SHARED_ANONYMOUS = (b"/dev/zero", b"/memfd:", b"/SYSV")
_BLOCK = 512
"""What `st_blocks` counts in."""


def out_of_memory_kills() -> int:
    """How many processes the system has killed as memory ran out; -1 where that cannot be told."""
    try:
        lines = (_PROC / "vmstat").read_bytes().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(b"oom_kill "))
    except (OSError, StopIteration, ValueError):
        return -1


def memory_of(pids: Collection[int], limit: int) -> int:
    """Bytes that processes take together: what is theirs alone, and once each what they share.

    A shared mapping counts as large as it is, as nobody can tell what of it is in use. What is surely below `limit` is
    estimated from above.
    """
    shared: dict[bytes, int] = {}
    for pid in pids:
        _add_shared_mappings(pid, shared)
    together = sum(shared.values())
    estimated = sum(map(_unshared_bytes, pids)) + together
    return estimated if estimated <= limit else sum(map(_anonymous_bytes, pids)) + together


def _unshared_bytes(pid: int) -> int:
    """Resident bytes but those of files; what a fork has not changed yet counts for both."""
    try:
        fields = (_PROC / str(pid) / "statm").read_bytes().split()
        return (int(fields[1]) - int(fields[2])) * mmap.PAGESIZE
    except (OSError, ValueError, IndexError):
        return 0


def _anonymous_bytes(pid: int) -> int:
    """Its share of the pages that belong to no file."""
    with suppress(OSError, ValueError, IndexError):
        for line in (_PROC / str(pid) / "smaps_rollup").read_bytes().splitlines():
            if line.startswith(b"Pss_Anon:"):
                return int(line.split()[1]) << 10
    return _unshared_bytes(pid)


def _add_shared_mappings(pid: int, shared: dict[bytes, int]) -> None:
    own: dict[bytes, int] = {}
    with suppress(OSError, ValueError, IndexError):
        for line in (_PROC / str(pid) / "maps").read_bytes().splitlines():
            fields = line.split(None, 5)
            if fields[1].endswith(b"s") and len(fields) == 6 and fields[5].startswith(_SHARED_ANONYMOUS):
                start, _, stop = fields[0].partition(b"-")
                own[fields[4]] = own.get(fields[4], 0) + int(stop, 16) - int(start, 16)
    for inode, size in own.items():
        shared[inode] = max(shared.get(inode, 0), size)


class _Free(NamedTuple):
    """What a file system has left: bytes and files."""

    size: int
    files: int


class Folder:
    """How much a program has put into its folder.

    The folder is only gone through when the file system has lost so much that it may be too much.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._size = self._files = 0
        self._free = _free(path)

    def excess(self, pids: Collection[int]) -> str:
        """Why it holds too much, for a message; "" if it does not. `pids` may hold files open that were deleted."""
        free = _free(self._path)
        if free is None or self._free is None:
            return ""
        size, files = self._size + self._free.size - free.size, self._files + self._free.files - free.files
        if size <= _MOST_BYTES and files <= _MOST_FILES:
            return ""
        counted = _Counted(self._path)
        if not counted.is_partial:
            size, files = counted.size + sum(_deleted_bytes(pids)), counted.files
        if size > _MOST_BYTES:
            return f"its folder holds more than {_MOST_BYTES >> 20:,} MiB"
        if files > _MOST_FILES:
            return f"its folder holds more than {_MOST_FILES:,} files"
        self._size, self._files, self._free = size, files, free
        return ""


class _Counted:
    """What is in a folder, up to the limits; `is_partial` where not all of it can be read."""

    def __init__(self, path: Path) -> None:
        self.size = self.files = 0
        self.is_partial = False
        waiting = [str(path)]
        while waiting and self.size <= _MOST_BYTES and self.files <= _MOST_FILES:
            try:
                with os.scandir(waiting.pop()) as entries:
                    for entry in entries:
                        self._add(entry, waiting)
            except FileNotFoundError:  # deleted meanwhile
                continue
            except OSError:
                self.is_partial = True

    def _add(self, entry: os.DirEntry[str], waiting: list[str]) -> None:
        self.files += 1
        with suppress(FileNotFoundError):
            self.size += entry.stat(follow_symlinks=False).st_blocks * _BLOCK
        if entry.is_dir(follow_symlinks=False):
            waiting.append(entry.path)


def _free(path: Path) -> _Free | None:
    try:
        found = os.statvfs(path)
    except (OSError, AttributeError):
        return None
    return _Free(found.f_bfree * found.f_frsize, found.f_ffree)


def _deleted_bytes(pids: Collection[int]) -> Iterator[int]:
    """Sizes of the files that have no name any more and are still open."""
    seen = set()
    for pid in pids:
        folder = f"/proc/{pid}/fd"
        with suppress(OSError):
            for name in os.listdir(folder):
                with suppress(OSError):
                    found = os.stat(f"{folder}/{name}")
                    if found.st_nlink == 0 and (found.st_dev, found.st_ino) not in seen:
                        seen.add((found.st_dev, found.st_ino))
                        yield found.st_blocks * _BLOCK
