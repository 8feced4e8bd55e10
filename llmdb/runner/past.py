"""The past of a recorded run: processes that wait at its events, where an expression can be asked for its value."""

from __future__ import annotations

import contextlib
import marshal
import os
import selectors
import signal
import socket
import sys
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from llmdb.errors import EvaluationFailed, ReplayDiverged
from llmdb.events.framing import (
    DONE,
    END_OF_INPUT,
    FAILED,
    INPUT,
    LENGTH,
    NUMBER,
    READY,
    STATUS,
    VALUE,
    WORKING,
    WROTE,
    FrameReader,
    Malformed,
    unpack_strings,
)
from llmdb.events.model import Value
from llmdb.runner.job import Scratch
from llmdb.runner.model import Limits, Place
from llmdb.runner.report import died
from llmdb.runner.strays import kill_group, members, sweep

OnWritten = Callable[[str, str], None]
OnWait = Callable[[], None]

_TICK_S = 0.1
_AFTER_VALUE_S = 2.0
_MAX_REPORT = 4000
_EARLY = (0, 5_000, 1 << 40)
"""How many events before the wanted one every bytecode is looked at, where it was passed unseen: on a stack near its
limit nothing can be called by a probe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """A process that waits after so many events."""

    position: int
    pid: int


class Past:
    """Questions to the moments of one run; they are asked one after another.

    Args:
        leader: the process group of the run.
        marker: what marks the environment of its processes.
        scratch: its folder, removed when this is closed.
        channels: our ends of the checkpoints' channels.
        checkpoints: which process waits at which channel.
        limits: of what is asked for.
    """

    def __init__(
        self,
        leader: int,
        marker: str,
        scratch: Scratch,
        channels: Sequence[socket.socket],
        checkpoints: Mapping[int, Checkpoint],
        limits: Limits,
    ) -> None:
        self._channels = channels
        self._checkpoints = dict(checkpoints)
        self._limits = limits
        self.close = weakref.finalize(self, _end, leader, marker, scratch, channels, self._checkpoints)

    @property
    def pids(self) -> list[int]:
        """The processes that wait."""
        return [kept.pid for kept in self._checkpoints.values()]

    def nearest(self, position: int) -> int | None:
        """The position of the last checkpoint before an event; None where there is none."""
        found = self._nearest(position)
        return None if found is None else self._checkpoints[found].position

    def _slot_before(self, position: int) -> int:
        """The checkpoint to go on from.

        Raises:
            ReplayDiverged: there is none.
        """
        slot = self._nearest(position)
        if slot is None:
            raise ReplayDiverged("nothing of the run is kept from before this step")
        return slot

    def _nearest(self, position: int) -> int | None:
        before = {
            slot: kept.position for slot, kept in self._checkpoints.items() if kept.position <= position
        }
        return max(before, key=before.__getitem__) if before else None

    def evaluate(
        self,
        expression: str,
        place: Place,
        on_written: OnWritten | None = None,
        on_wait: OnWait | None = None,
    ) -> Value:
        """The value of an expression at a place of the run.

        Args:
            expression: any expression.
            place: where.
            on_written: called with "stdout" or "stderr" and what the expression itself writes there.
            on_wait: called now and then.

        Raises:
            EvaluationFailed: it is no expression, or it raised.
            ReplayDiverged: the run could not be gone through again as it was recorded.
        """
        worker = self._ask(expression, place, None, on_written, on_wait)
        if worker.value is None:
            raise EvaluationFailed(f"{expression}: {worker.ending}")
        return worker.value

    def talk(
        self,
        place: Place,
        next_source: Callable[[], str | None],
        on_written: OnWritten,
        on_wait: OnWait | None = None,
    ) -> str:
        """Run what the user types at a place of the run, as a Python prompt does.

        Args:
            place: where.
            next_source: called for each source, statements or an expression; None ends the talk.
            on_written: called with "stdout", "stderr" or "traceback" and what a source writes there, values among it.
            on_wait: called now and then until the place is reached.

        Returns:
            Why the talk ended before `next_source` said so (a limit, the end of the process); "" if it did not.

        Raises:
            ReplayDiverged: as `evaluate`.
        """
        worker = self._ask(None, place, next_source, on_written, on_wait)
        return "" if worker.is_over or worker.value is not None else worker.ending

    def follow(
        self, expression: str, places: Sequence[Place], on_wait: Callable[[int], None] | None = None
    ) -> Iterator[tuple[int, Value]]:
        """The values of an expression at many places of the run, in order: each time that it becomes another one.

        The expression is evaluated in the program itself: it must change nothing.

        Args:
            expression: any such expression.
            places: in the order of the run.
            on_wait: called now and then with how many places are behind.

        Yields:
            The number of a place from 0, and the value since then; its type is "" where it has none, and the text why.

        Raises:
            ReplayDiverged: as `evaluate`.
        """
        first, last = 0, None
        while first < len(places):
            slot = self._slot_before(places[first].position)
            since = self._checkpoints[slot].position
            after = [kept.position for kept in self._checkpoints.values() if kept.position > since]
            until = min(after, default=sys.maxsize)
            end = next((n for n in range(first, len(places)) if places[n].position >= until), len(places))
            worker = self._serve(
                slot,
                self._request(expression, places[first:end], since, follows=True),
                None,
                None,
                partial(on_wait, first) if on_wait is not None else None,
            )
            worker.check(places[first])
            for number, value in sorted((worker.told or {}).items()):
                if value != last:
                    last = value
                    yield first + number, value
            first = end

    def _request(
        self, expression: str | None, places: Sequence[Place], since: int, follows: bool = False
    ) -> dict[str, Any]:
        """What a worker is told."""
        chunks, starts = places[-1].chunks(since)
        return {
            "expression": expression,
            "moments": [(place.position, place.scope, place.depth) for place in places],
            "follows": follows,
            "callers": list(places[0].callers),
            "chunks": chunks,
            "starts": starts,
            "lines": places[0].lines(since),
        }

    def _serve(
        self,
        slot: int,
        request: dict[str, Any],
        next_source: Callable[[], str | None] | None,
        on_written: OnWritten | None,
        on_wait: OnWait | None,
    ) -> _Worker:
        """Have a request served, from further away where the wanted event was passed unseen."""
        for early in _EARLY:
            worker = _Worker(
                self._channels[slot],
                self._checkpoints[slot].pid,
                self._limits,
                next_source,
                on_written,
                on_wait,
            )
            if request["follows"]:
                worker.told = {}
            try:
                worker.serve(marshal.dumps({**request, "early": early}))
            except (OSError, Malformed) as problem:
                del self._checkpoints[slot]
                raise ReplayDiverged(f"the process that kept the run is gone ({problem})") from problem
            if worker.failure is None or worker.failure[0] != "missed":
                break
        return worker

    def _ask(
        self,
        expression: str | None,
        place: Place,
        next_source: Callable[[], str | None] | None,
        on_written: OnWritten | None,
        on_wait: OnWait | None,
    ) -> _Worker:
        slot = self._slot_before(place.position)
        request = self._request(expression, [place], self._checkpoints[slot].position)
        worker = self._serve(slot, request, next_source, on_written, on_wait)
        worker.check(place)
        return worker


class _Worker:
    """One request to a checkpoint, and what its worker tells until it has ended."""

    def __init__(
        self,
        channel: socket.socket,
        checkpoint: int,
        limits: Limits,
        next_source: Callable[[], str | None] | None,
        on_written: OnWritten | None,
        on_wait: OnWait | None,
    ) -> None:
        self._channel = channel
        self._checkpoint = checkpoint
        self._limits = limits
        self._next_source = next_source
        self._on_written, self._on_wait = on_written, on_wait
        self._reader = FrameReader()
        self._deadline = time.monotonic() + limits.timeout_s + _AFTER_VALUE_S
        self._pid = 0
        self._written = 0
        self._has_begun = False
        self._has_ended = False
        self._is_interrupted = False
        self.value: Value | None = None
        self.failure: tuple[str, str] | None = None
        self.ending = ""
        self.is_over = False
        self.told: dict[int, Value] | None = None

    def serve(self, request: bytes) -> None:
        """Send the request and watch its worker to the end.

        Raises:
            OSError: the checkpoint is gone.
            Malformed: the program broke the channel.
        """
        self._channel.settimeout(_AFTER_VALUE_S)
        self._channel.sendall(LENGTH.pack(len(request)) + request)
        with selectors.DefaultSelector() as selector, self._end_of_checkpoint() as ended:
            selector.register(self._channel, selectors.EVENT_READ)
            selector.register(ended, selectors.EVENT_READ)
            while not self._has_ended:
                try:
                    self._watch(selector)
                except KeyboardInterrupt:
                    if self._next_source is None or not self._has_begun or self._is_interrupted:
                        self._stop("stopped by Ctrl-C")
                        raise
                    self._is_interrupted = True
                    self._deadline = time.monotonic() + _AFTER_VALUE_S
                    self._signal(signal.SIGINT)

    def check(self, place: Place) -> None:
        """Raise what it could not do.

        Raises:
            EvaluationFailed, ReplayDiverged: as `Past.evaluate`.
        """
        if self.failure is not None and (self.value is None or self.told is not None):
            kind, message = self.failure
            if kind == "left":
                raise ReplayDiverged(place.left(message))
            raise (EvaluationFailed if kind == "evaluation" else ReplayDiverged)(message)

    def _watch(self, selector: selectors.BaseSelector) -> None:
        while not self._has_ended:
            left = self._deadline - time.monotonic()
            if left <= 0:
                self._stop(f"stopped after {self._limits.timeout_s:g} s")
                return
            ready = [key.fileobj for key, _ in selector.select(min(left, _TICK_S))]
            if ready:
                if self._channel not in ready:
                    raise OSError("it has ended")
                data = self._channel.recv(1 << 20)
                for kind, payload in self._reader.feed(data):
                    self._handle(kind, payload)
            elif self._on_wait is not None and not self._has_begun:
                self._on_wait()

    @contextlib.contextmanager
    def _end_of_checkpoint(self) -> Iterator[int]:
        """A descriptor that can be read when the checkpoint's process ends."""
        descriptor = os.pidfd_open(self._checkpoint)
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    def _handle(self, kind: bytes, payload: bytes) -> None:
        if kind == WORKING and len(payload) == NUMBER.size:
            (self._pid,) = NUMBER.unpack(payload)
        elif kind == DONE:
            self._has_ended = True
            if len(payload) == STATUS.size and not self.ending:
                self.ending = died(STATUS.unpack(payload)[0], self._limits).detail
        elif kind == READY:
            self._has_begun = True
            self._deadline = time.monotonic() + self._limits.timeout_s
        elif kind == VALUE:
            name, text, cut, moment = unpack_strings(payload, 4)
            self.value = Value(type=name, repr=text, truncated=bool(cut))
            if self.told is not None:
                if moment.isdecimal() and len(moment) < 10:
                    self.told[int(moment)] = self.value
                return
            self._deadline = min(self._deadline, time.monotonic() + _AFTER_VALUE_S)
        elif kind == FAILED:
            what, message = unpack_strings(payload, 2)
            self.failure = self.failure or (what[:40], message[:_MAX_REPORT])
        elif kind == WROTE:
            stream, text = unpack_strings(payload, 2)
            self._written += len(payload)
            if self._on_written is not None and self._written <= 4 * self._limits.max_output_bytes:
                self._on_written(stream[:20], text)
        elif kind == INPUT:
            self._answer()

    def _answer(self) -> None:
        """The worker waits for what the user types; the clock stands still meanwhile."""
        source = self._next_source() if self._next_source is not None else None
        self.is_over = source is None
        self._is_interrupted, self._written = False, 0
        self._deadline = time.monotonic() + self._limits.timeout_s
        data = None if source is None else source.encode("utf-8", "replace")
        reply = LENGTH.pack(END_OF_INPUT) if data is None else LENGTH.pack(len(data)) + data
        self._channel.sendall(reply)

    def _stop(self, reason: str) -> None:
        """End the worker; its checkpoint goes on waiting."""
        self.ending = reason
        self._signal(signal.SIGKILL)
        until = time.monotonic() + _AFTER_VALUE_S
        self._channel.settimeout(_AFTER_VALUE_S)
        while not self._has_ended and time.monotonic() < until:
            for kind, _ in self._reader.feed(self._channel.recv(1 << 20)):
                self._has_ended = self._has_ended or kind == DONE
        self._has_ended = True

    def _signal(self, number: int) -> None:
        with contextlib.suppress(OSError):
            if self._pid and os.getpgid(self._pid) != os.getpgrp():
                os.kill(self._pid, number)


def _end(
    leader: int,
    marker: str,
    scratch: Scratch,
    channels: Sequence[socket.socket],
    checkpoints: Mapping[int, Checkpoint],
) -> None:
    """Leave nothing of a run behind."""
    kill_group(leader)
    for channel in channels:
        channel.close()
    reap(checkpoints.values())
    if any(members(leader)):
        sweep(leader, marker)
    scratch.remove()


def reap(checkpoints: Iterable[Checkpoint]) -> None:
    """Wait for processes that were killed, our own children though another process has made them."""
    for kept in checkpoints:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(kept.pid, 0)
