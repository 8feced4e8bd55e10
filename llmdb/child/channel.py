"""The child's end of the control channel."""

import _socket
import fcntl
import os
import sys

from llmdb.events.framing import (
    ANSWERED,
    CHECKPOINT,
    CHUNK,
    DESCRIPTORS,
    DONE,
    END_OF_INPUT,
    FAILED,
    HEADER,
    HELD,
    INPUT,
    LENGTH,
    NUMBER,
    OUTCOME,
    PLACE,
    READY,
    STATUS,
    STEPS,
    UNHANDLED,
    VALUE,
    WENT_ON,
    WORKING,
    WROTE,
    pack_strings,
)

HIGH_FD = 900
"""Out of the way of programs that close "all" descriptors up to 255."""
_DESCRIPTOR = 4
"""Bytes that tell one descriptor."""


def move_descriptor(fd: int, least: int) -> int:
    """Give a descriptor the next free number from one on, if there may be such a high one; returns its number."""
    try:
        moved = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, least)
    except OSError:
        return fd
    os.close(fd)
    return moved


def _receive(fd: int, count: int) -> list[int]:
    """Descriptors that the other end has sent along with one byte."""
    channel = _socket.socket(fileno=fd)
    try:
        room = _socket.CMSG_SPACE(count * _DESCRIPTOR)
        _, told, _, _ = channel.recvmsg(1, room, _socket.MSG_CMSG_CLOEXEC)
    finally:
        channel.detach()
    packed = b"".join(data for _, kind, data in told if kind == _socket.SCM_RIGHTS)
    ends = range(0, len(packed) - _DESCRIPTOR + 1, _DESCRIPTOR)
    return [int.from_bytes(packed[at : at + _DESCRIPTOR], sys.byteorder) for at in ends]


class Channel:
    """Sends frames; a channel that the program closed swallows them."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._write = os.write
        self._read = os.read
        self._error = OSError
        self._pid = os.getpid()
        self._getpid = os.getpid

    @classmethod
    def moved(cls, fd: int) -> "Channel":
        """One whose descriptor is out of the way of programs that close "all" of them."""
        return cls(move_descriptor(fd, HIGH_FD))

    def read_job(self) -> bytes:
        """The job: four length bytes and its marshalled dictionary."""
        return self._exactly(LENGTH.unpack(self._exactly(LENGTH.size))[0])

    def next_request(self) -> tuple[int, bool]:
        """Wait for a request to a checkpoint: how many descriptors it has, and whether a program goes on with them."""
        count, goes_alone = DESCRIPTORS.unpack(self._exactly(DESCRIPTORS.size))
        return count, goes_alone

    def read_request(self, count: int) -> tuple[bytes, list[int]]:
        """The request, marshalled, and its descriptors."""
        request = self.read_job()
        return request, _receive(self._fd, count) if count else []

    def skip(self) -> None:
        """Forget what has come and was not read."""
        os.set_blocking(self._fd, False)
        try:
            while self._read(self._fd, 1 << 16):
                continue
        except self._error:
            pass
        os.set_blocking(self._fd, True)

    def _exactly(self, count: int) -> bytes:
        parts = []
        while count:
            data = self._read(self._fd, min(count, 1 << 20))
            if not data:
                raise EOFError("the parent is gone")
            parts.append(data)
            count -= len(data)
        return b"".join(parts)

    def send(self, kind: bytes, payload: bytes) -> None:
        """Write one frame; a fork of the program must not speak for it."""
        if self._getpid() != self._pid:
            return
        view = memoryview(HEADER.pack(kind, len(payload)) + payload)
        try:
            while view:
                view = view[self._write(self._fd, view) :]
        except self._error:
            return

    def ready(self, layers: str) -> None:
        """The program starts now."""
        self.send(READY, layers.encode())

    def started(self) -> None:
        """The clock may start anew: the prefix is done, the snippet made ready, or the wanted step reached."""
        self.send(READY, b"")

    def chunk(self, steps: int, data: bytes) -> None:
        """Events of the recorder, with the number of steps so far."""
        self.send(CHUNK, STEPS.pack(steps) + data)

    def outcome(self, kind: str, exception: tuple[str, str, int] | None, detail: str, seconds: float) -> None:
        """How the program ended; a later one replaces an earlier one."""
        name, message, line = exception or ("", "", 0)
        self.send(OUTCOME, pack_strings(kind, name, message, str(line), detail, repr(seconds)))

    def unhandled(self, ended: str, name: str, message: str, line: int) -> None:
        """An exception ended a thread or another part of the program, which goes on."""
        self.send(UNHANDLED, pack_strings(ended, name, message, str(line)))

    def value(self, type_name: str, text: str, truncated: bool, moment: int = 0) -> None:
        """The value of an evaluated expression, at one of the moments asked about; a later one replaces an earlier."""
        self.send(VALUE, pack_strings(type_name, text, "1" if truncated else "", str(moment)))

    def answered(self) -> None:
        """The value was told: this process ends now."""
        self.send(ANSWERED, b"")

    def wrote(self, stream: str, text: str) -> None:
        """What was written to "stdout" or "stderr" while the user's own code ran."""
        self.send(WROTE, pack_strings(stream, text))

    def failed(self, what: str, message: str) -> None:
        """The child cannot do what it was asked."""
        self.send(FAILED, pack_strings(what, message))

    def went_on(self, position: int) -> None:
        """The program goes on otherwise than was recorded; what follows replaces the events from this one on."""
        self.send(WENT_ON, STEPS.pack(position))

    def checkpoint(self, slot: int, position: int, pid: int) -> None:
        """A process waits at the channel of this number, as the program was after so many events; none for 0."""
        self.send(CHECKPOINT, PLACE.pack(slot, position, pid))

    def working(self, pid: int) -> None:
        """A request is being answered by this process."""
        self.send(WORKING, NUMBER.pack(pid))

    def done(self, status: int) -> None:
        """That process has ended, with an exit status or, negative, by a signal."""
        self.send(DONE, STATUS.pack(status))

    def held(self) -> None:
        """The step limit is reached: wait here for the parent's decision."""
        self.send(HELD, b"")
        try:
            self._read(self._fd, 1)
        finally:
            os._exit(0)

    def ask(self, prompt: str) -> bytes | None:
        """A line of input from the user; None at its end."""
        self.send(INPUT, prompt.encode("utf-8", "replace"))
        try:
            (length,) = LENGTH.unpack(self._exactly(LENGTH.size))
            return None if length == END_OF_INPUT else self._exactly(length)
        except (self._error, EOFError):
            return None
