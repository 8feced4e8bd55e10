"""What a program has open and in its folder, put back as it was when a run goes on from an earlier point.

Forks share the offsets of open files and the folder itself: without this, what one of them reads or writes is gone or
there for the others.
"""

import contextlib
import os
import stat

_MOST_ENTRIES = 200
_MOST_BYTES = 4 << 20
_PIECE = 1 << 20


class OpenFiles:
    """The regular files that are open now, with how far they were read or written.

    Args:
        folder: the program's own; files there are put back by their names, as the folder is another's by then.
        below: descriptors from here on are not the program's.
    """

    def __init__(self, folder: str, below: int) -> None:
        self._files: list[tuple[int, str, int, int]] = []
        try:
            numbers = [int(name) for name in os.listdir("/proc/self/fd")]
        except OSError:
            return
        for fd in numbers:
            try:
                if fd < below and stat.S_ISREG(os.fstat(fd).st_mode):
                    path = os.readlink(f"/proc/self/fd/{fd}")
                    own = path if folder and path.startswith(folder + "/") else f"/proc/self/fd/{fd}"
                    self._files.append((fd, own, _flags(fd), os.lseek(fd, 0, os.SEEK_CUR)))
            except OSError:
                continue

    def put_back(self) -> None:
        """Open each once more, alone, where it was."""
        for fd, path, flags, offset in self._files:
            again = _open_again(path, flags)
            if again is None:
                continue
            inheritable = os.get_inheritable(fd)
            os.dup2(again, fd, inheritable=inheritable)
            os.close(again)
            os.lseek(fd, offset, os.SEEK_SET)


def _open_again(path: str, flags: int) -> int | None:
    """Open a file as it was; what may only be read now is not written, as that was done already."""
    for accepted in (flags, os.O_RDONLY) if flags & os.O_RDWR else (flags,):
        with contextlib.suppress(OSError):
            return os.open(path, accepted)
    return os.open(os.devnull, flags) if flags & os.O_ACCMODE else None


def _flags(fd: int) -> int:
    with open(f"/proc/self/fdinfo/{fd}", "rb") as info:
        line = next(line for line in info if line.startswith(b"flags:"))
    return int(line.split()[1], 8) & (os.O_ACCMODE | os.O_APPEND)


def is_small(folder: str) -> bool:
    """Whether a folder holds so little that it may be copied now and then."""
    entries = size = 0
    for path, folders, names in os.walk(folder):
        entries += len(folders) + len(names)
        size += sum(os.lstat(os.path.join(path, name)).st_size for name in names)
        if entries > _MOST_ENTRIES or size > _MOST_BYTES:
            return False
    return True


def copy_folder(source: str, target: str) -> None:
    """Copy files, folders and links into an empty folder; "" copies nothing."""
    if not source:
        return
    with os.scandir(source) as entries:
        for entry in entries:
            path = os.path.join(target, entry.name)
            if entry.is_symlink():
                os.symlink(os.readlink(entry.path), path)
            elif entry.is_dir():
                os.mkdir(path)
                copy_folder(entry.path, path)
            elif entry.is_file():
                _copy_file(entry.path, path, entry.stat())


def _copy_file(source: str, target: str, status: os.stat_result) -> None:
    with open(source, "rb") as old, open(target, "wb") as new:
        while piece := old.read(_PIECE):
            new.write(piece)
    os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))


def empty_folder(folder: str) -> None:
    """Remove all that is in a folder."""
    for path, folders, names in os.walk(folder, topdown=False):
        for name in names:
            os.unlink(os.path.join(path, name))
        for name in folders:
            inner = os.path.join(path, name)
            (os.unlink if os.path.islink(inner) else os.rmdir)(inner)
