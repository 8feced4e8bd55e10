"""Standard streams of a recorded program: each write is noted as it happens, each line of input is asked for."""

import codecs
import io
from collections.abc import Callable

Note = Callable[[str], None]


class NotedBuffer(io.BufferedWriter):
    """`sys.stdout.buffer` that keeps what is written for the recording instead of writing it to the descriptor."""

    def __init__(self, fd: int, note: Note) -> None:
        super().__init__(io.FileIO(fd, "wb", closefd=False))
        self._note = note
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def write(self, data) -> int:  # type: ignore[no-untyped-def]
        """Note the bytes, decoded; returns how many there were."""
        data = bytes(data)
        text = self._decode(data)
        if text:
            self._note(text)
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""
        if self.closed:
            raise ValueError("I/O operation on closed file.")


def recorded_output(fd: int, name: str, note: Note, errors: str) -> io.TextIOWrapper:
    """A text stream like the interpreter's own, not a terminal, whose writes go to `note` one by one."""
    stream = io.TextIOWrapper(NotedBuffer(fd, note), encoding="utf-8", errors=errors, write_through=True)
    stream.mode = "w"  # type: ignore[misc]
    stream.buffer.raw.name = name  # type: ignore[attr-defined]
    return stream


class CappedNotes:
    """Counts what a program writes and drops what is beyond the cap."""

    def __init__(self, note: Callable[[str, str], None], cap: int) -> None:
        self._note = note
        self.left = cap
        self.dropped = 0
        self.tail = ""

    def writer(self, stream: str) -> Note:
        """The `note` function for "stdout" or "stderr"."""

        def note(text: str) -> None:
            self.tail = text.rpartition("\n")[2] if "\n" in text else (self.tail + text)[-1000:]
            kept = text if len(text) <= self.left else text[: self.left]
            self.left -= len(kept)
            self.dropped += len(text) - len(kept)
            if kept:
                self._note(stream, kept)

        return note


class AskedInput(io.RawIOBase):
    """Raw standard input that fetches one line at a time from `fetch` and notes it."""

    def __init__(self, fetch: Callable[[], bytes | None], note: Note | None) -> None:
        self._fetch = fetch
        self._note = note
        self._left = b""
        self.name = "<stdin>"
        self.mode = "rb"

    def readable(self) -> bool:
        """Always."""
        return True

    def fileno(self) -> int:
        """The descriptor that programs expect."""
        return 0

    def readinto(self, buffer) -> int:  # type: ignore[no-untyped-def]
        """Hand out the rest of the current line, or the next one; 0 at the end of the input."""
        if not self._left:
            self._left = self._fetch() or b""
            if self._left and self._note is not None:
                self._note(self._left.decode("utf-8", "replace"))
        count = min(len(buffer), len(self._left))
        buffer[:count] = self._left[:count]
        self._left = self._left[count:]
        return count


def recorded_input(fetch: Callable[[], bytes | None], note: Note | None) -> io.TextIOWrapper:
    """A text stream like `sys.stdin` over `AskedInput`."""
    stream = io.TextIOWrapper(io.BufferedReader(AskedInput(fetch, note)), encoding="utf-8", errors="strict")
    stream.mode = "r"  # type: ignore[misc]
    return stream


def given_lines() -> Callable[[], bytes | None]:
    """`fetch` for input that was given beforehand: lines of descriptor 0."""
    source = open(0, "rb", closefd=False)  # noqa: SIM115
    return lambda: source.readline(1 << 16)
