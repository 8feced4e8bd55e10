"""Address space kept back from the program, so that what was recorded can be told when the rest is used up."""

import mmap

RESERVE_BYTES = 64 << 20
_LAST_BYTES = 8 << 20
_LEAST_BYTES = 4 << 20


class Reserve:
    """Bytes that nobody uses: they count for the limit of memory and take none. The last of them are kept apart."""

    def __init__(self) -> None:
        self._most: mmap.mmap | None = None
        self._last: mmap.mmap | None = None
        self.take()

    def take(self) -> bool:
        """Keep bytes back, again, as many as there are; whether that is enough to go on."""
        self._last = self._last or _taken(_LAST_BYTES)
        size = RESERVE_BYTES - _LAST_BYTES
        while self._most is None and size >= _LEAST_BYTES:
            self._most = _taken(size)
            size //= 2
        return self._most is not None and self._last is not None

    def free(self) -> None:
        """Let all but the last of them be used."""
        if self._most is not None:
            self._most.close()
            self._most = None

    def free_last(self) -> None:
        """Let all of them be used."""
        self.free()
        if self._last is not None:
            self._last.close()
            self._last = None


def _taken(size: int) -> mmap.mmap | None:
    try:
        return mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except (OSError, MemoryError):
        return None
