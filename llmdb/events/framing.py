"""The frames between child and parent: one kind byte, four length bytes, payload.

Standard library without imports of weight: child and parent both use this module. What the child sends is
untrusted; `FrameReader` bounds it, and nothing here evaluates or unpickles.
"""

from __future__ import annotations

import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

READY = b"R"  # the program starts now; payload: layers of the sandbox that hold, comma separated
CHUNK = b"E"  # events: 8 bytes steps so far, then the recorder's bytes
OUTCOME = b"O"  # strings: kind, exception type, message, line, detail, seconds
UNHANDLED = b"U"  # strings: what an exception ended, its type, message, line; the program goes on
INPUT = b"I"  # the program wants a line; payload: prompt; the parent replies with 4 bytes length and bytes
VALUE = b"V"  # strings: type, repr, "1" if truncated, which of the moments asked about
FAILED = b"X"  # strings: what failed ("sandbox", "evaluation", "diverged", "internal"), message
WROTE = b"W"  # strings: "stdout", "stderr" or "traceback", and what an evaluation wrote there
CHECKPOINT = b"C"  # a process waits at an event: PLACE
WORKING = b"P"  # by a checkpoint: the process that answers a request: NUMBER
DONE = b"D"  # by a checkpoint: that process has ended: STATUS, negative for a signal
ANSWERED = b"A"  # by such a process: the value was told, and it ends now
WENT_ON = (
    b"G"  # a copy of the program goes on otherwise than was recorded: how many recorded events count: STEPS
)
HELD = b"L"  # the step limit is reached and the child waits

KINDS = frozenset(
    (
        *(READY, CHUNK, OUTCOME, UNHANDLED, INPUT, VALUE, FAILED, WROTE, WENT_ON, HELD),
        *(CHECKPOINT, WORKING, ANSWERED, DONE),
    )
)
MOST_UNHANDLED = 100
"""Exceptions that ended no more than a part of a program, of one run."""
WAIT = "wait"
"""The mode of a child's first job where another one follows, once it is known."""
AHEAD = "ahead"
"""The mode of what tells such a child the most of that job: all but the epilogue."""
EVALUATE, FOLLOW, TALK, TRY, GO_ON, PASS = "evaluate", "follow", "talk", "try", "go on", "pass"
"""What a checkpoint is asked: a value at a moment, or at many; what the user types is run; what that changes; how the
program goes on with it; and to leave copies on the way to a moment at which nothing is asked."""

HEADER = struct.Struct(">cI")
LENGTH = struct.Struct(">I")
STEPS = struct.Struct(">Q")
DESCRIPTORS = struct.Struct(
    ">B?"
)  # before a request to a checkpoint: how many come behind it, and if they are a program's
NUMBER = struct.Struct(">I")
STATUS = struct.Struct(">i")
PLACE = struct.Struct(">IQI")  # of a checkpoint: number of its channel, of its event, of its process
MAX_FRAME = 256 << 20
END_OF_INPUT = 0xFFFFFFFF


class Malformed(ValueError):
    """The bytes are no frame."""


def pack_strings(*texts: str) -> bytes:
    """Length-prefixed UTF-8 strings in order; lone surrogates are replaced."""
    parts = []
    for text in texts:
        data = text.encode("utf-8", "backslashreplace")
        parts.append(LENGTH.pack(len(data)) + data)
    return b"".join(parts)


def unpack_strings(payload: bytes, count: int) -> Sequence[str]:
    """Read exactly `count` strings.

    Raises:
        Malformed: the payload holds fewer, more, or no UTF-8.
    """
    texts: list[str] = []
    offset = 0
    try:
        for _ in range(count):
            (length,) = LENGTH.unpack_from(payload, offset)
            offset += LENGTH.size
            if offset + length > len(payload):
                raise Malformed("a string ends after its frame")
            texts.append(payload[offset : offset + length].decode("utf-8"))
            offset += length
    except (struct.error, UnicodeDecodeError) as exc:
        raise Malformed(str(exc)) from exc
    if offset != len(payload):
        raise Malformed("bytes after the last string")
    return texts


class FrameReader:
    """Cuts the received bytes into frames."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Yield (kind, payload) for every frame that is complete now.

        Raises:
            Malformed: unknown kind, or a frame longer than `MAX_FRAME`.
        """
        self._buffer += data
        while len(self._buffer) >= HEADER.size:
            kind, length = HEADER.unpack_from(self._buffer)
            if kind not in KINDS:
                raise Malformed(f"unknown kind {kind!r}")
            if length > MAX_FRAME:
                raise Malformed(f"a frame of {length} bytes")
            end = HEADER.size + length
            if len(self._buffer) < end:
                return
            payload = bytes(self._buffer[HEADER.size : end])
            del self._buffer[:end]
            yield kind, payload
