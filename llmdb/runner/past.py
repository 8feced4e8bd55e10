"""The past of a recorded run: processes that wait at its events, where an expression can be asked for its value."""

from __future__ import annotations

import _socket
import contextlib
import marshal
import os
import selectors
import signal
import struct
import sys
import time
import weakref
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from llmdb.errors import EvaluationFailed, ReplayDiverged
from llmdb.events.framing import (
    ANSWERED,
    CHECKPOINT,
    DESCRIPTORS,
    DONE,
    END_OF_INPUT,
    EVALUATE,
    FAILED,
    FOLLOW,
    INPUT,
    LENGTH,
    NUMBER,
    PASS,
    PLACE,
    READY,
    STATUS,
    TALK,
    TRY,
    VALUE,
    WORKING,
    WROTE,
    FrameReader,
    Malformed,
    unpack_strings,
)
from llmdb.events.model import Value
from llmdb.runner.model import Limits, Place
from llmdb.runner.report import died
from llmdb.runner.scratch import Scratch
from llmdb.runner.strays import kill_group, kill_member, members, private_bytes, resident_bytes, sweep
from llmdb.values import dataclass

OnWritten = Callable[[str, str], None]
OnWait = Callable[[], None]

_TICK_S = 0.1
_AFTER_VALUE_S = 2.0
_MAX_REPORT = 4000
_FAR = 25_000
"""How many events a worker has to go on until it leaves a copy of itself where it was asked."""
_APART = 40_000
"""How many events it goes on until it leaves one on the way."""
_MOST_ON_THE_WAY = 8
_APART_WAITING = 20_000
"""How many events apart those are that are left while nobody asks, if there may be as many."""
_MOST_WAITING = 3_000_000
"""How many events are gone through again for that, the latest ones first."""
_SIZE_LEFT = 0.75
"""How large such a copy is, compared with the others: it has no more to do."""
_TURN_S = 0.005
"""How long it is waited for such a worker at a time, as keys are not read meanwhile."""
_LEAST_LEFT = 3
_FREE_BYTES = 60 << 20
"""What those that wait may take in any case, as each is left; else no more than the program itself. They have a little
more of their own later, when others are gone that shared it."""
EARLY = (0, 5_000, 1 << 40)
"""How many events before the wanted one every bytecode is looked at, where it was passed unseen: on a stack near its
limit nothing can be called by a probe."""


@dataclass(slots=True, kw_only=True, eq=False)
class Checkpoint:
    """A process that waits.

    Attributes:
        position: how many events were logged when its log was drained last.
        reached: the first event that it can still be led to.
        pid: its number.
        channel: our end of its own.
        ending: what reads there that its last worker has ended, if that was not heard of yet.
    """

    position: int
    reached: int
    pid: int
    channel: _socket.socket
    ending: FrameReader | None = None

    def hear_end(self) -> None:
        """Wait until its last worker has ended: a request that comes earlier is lost.

        Raises:
            OSError: it has ended itself.
            Malformed: the program broke the channel.
        """
        self.channel.settimeout(_AFTER_VALUE_S)
        while self.ending is not None:
            data = self.channel.recv(1 << 16)
            if not data:
                raise OSError("it has ended")
            if any(kind == DONE for kind, _ in self.ending.feed(data)):
                self.ending = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The processes of a run, and of those that went on from it.

    Attributes:
        leader: the session and the process group that they are in.
        marker: what marks their environment.
        scratch: their folder.
    """

    leader: int
    marker: str
    scratch: Scratch


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What something typed does to the program.

    Attributes:
        names: the variables that it binds or deletes.
        changes_objects: whether it changes an object that the program holds.
        objects: how the frame's variables reach those objects, as far as that was found: `cart.items`, `rows[0]`.
        reaches_out: whether it calls a library function that may change what no variable shows.
        is_elsewhere: whether it binds a variable of a calling function, which the recording has no place for.
        ending: why it ended early; "" if it did not.
    """

    names: tuple[str, ...] = ()
    changes_objects: bool = False
    objects: tuple[str, ...] = ()
    reaches_out: bool = False
    is_elsewhere: bool = False
    ending: str = ""


class Past:
    """Questions to the moments of one run; they are asked one after another.

    Args:
        group: its processes.
        checkpoints: those that wait.
        limits: of what is asked for.
        before: of a run that went on from another one, that one's past, and how many of its events are of both.
        most: how many may wait, beside the few that workers leave in any case.
    """

    def __init__(
        self,
        group: Group,
        checkpoints: Iterable[Checkpoint],
        limits: Limits,
        before: tuple[Past, int] | None = None,
        most: int = 0,
    ) -> None:
        self.group = group
        own = [*checkpoints]
        self._checkpoints = [*own]
        self._before = before
        self._limits = limits
        self._left: list[Checkpoint] = []
        self._sizes: dict[int, int] = {}
        """How much memory those that wait, by their numbers, had of their own when that was last looked at."""
        self._far = 0
        """From how many events on, if more than usual, a worker leaves a copy: where `prepare` left some already."""
        self._passed_from: set[int] = set()
        """From which of them, by their numbers, `prepare` has gone on as far as it came."""
        self._most_bytes, self._most_left = 0, max(_LEAST_LEFT, most - len(own))
        self.close = weakref.finalize(self, _end, group, before is None, own, self._left)

    @property
    def pids(self) -> list[int]:
        """The processes that wait."""
        return [kept.pid for kept in self._checkpoints]

    def nearest(self, position: int) -> int | None:
        """The position of the last checkpoint before an event; None where there is none."""
        return max((kept.reached for kept in self._usable(position)), default=None)

    def checkpoint_before(self, position: int) -> Checkpoint:
        """The checkpoint to go on from.

        Raises:
            ReplayDiverged: there is none.
        """
        while (found := max(self._usable(position), key=_reached, default=None)) is not None:
            try:
                found.hear_end()
                return found
            except (OSError, Malformed):
                self.forget(found)
                kill_member(found.pid, self.group.leader)
        raise ReplayDiverged("nothing of the run is kept from before this step")

    def _usable(self, position: int) -> Iterator[Checkpoint]:
        """The checkpoints from which the run comes to an event."""
        yield from (kept for kept in self._checkpoints if kept.reached <= position)
        if self._before is not None and position < self._before[1]:
            yield from self._before[0]._usable(position)

    def forget(self, checkpoint: Checkpoint) -> None:
        """It has ended."""
        self._checkpoints = [kept for kept in self._checkpoints if kept is not checkpoint]
        if self._before is not None:
            self._before[0].forget(checkpoint)

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
        worker = self._ask(EVALUATE, expression, place, None, on_written, on_wait)
        if worker.value is None:
            raise EvaluationFailed(f"{expression}: {worker.ending}")
        return worker.value

    def attempt(self, place: Place, on_written: OnWritten, on_wait: OnWait | None = None) -> Attempt:
        """Carry out what is typed at a place of the run, to see what that changes.

        Args:
            place: where, with the sources.
            on_written: called with "stdout", "stderr" or "traceback" and what the last of them writes there.
            on_wait: called now and then.

        Raises:
            EvaluationFailed, ReplayDiverged: as `evaluate`.
        """
        worker = self._ask(TRY, None, place, None, on_written, on_wait)
        if worker.value is None:
            return Attempt(ending=worker.ending)
        more = worker.value.type.split()
        names, _, objects = worker.value.repr.partition("\0")
        return Attempt(
            names=tuple(filter(None, names.split("\n"))),
            objects=tuple(filter(None, objects.split("\n"))),
            changes_objects="objects" in more,
            reaches_out="outside" in more,
            is_elsewhere="elsewhere" in more,
        )

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
        worker = self._ask(TALK, None, place, next_source, on_written, on_wait)
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
            EvaluationFailed: it did not come to the last place in its time, or died.
            ReplayDiverged: as `evaluate`.
        """
        first, last = 0, None
        while first < len(places):
            checkpoint = self.checkpoint_before(places[first].position)
            after = [kept.reached for kept in self._checkpoints if kept.reached > checkpoint.reached]
            until = min(after, default=sys.maxsize)
            end = next((n for n in range(first, len(places)) if places[n].position >= until), len(places))
            worker = self._serve(
                checkpoint,
                request_of(FOLLOW, places[first:end], checkpoint, expression),
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

    def _serve(
        self,
        checkpoint: Checkpoint,
        request: dict[str, Any],
        next_source: Callable[[], str | None] | None,
        on_written: OnWritten | None,
        on_wait: OnWait | None,
        left_at: Sequence[int] = (),
    ) -> _Worker:
        """Have a request served, from further away where the wanted event was passed unseen."""
        for early in EARLY:
            worker = _Worker(checkpoint, self._limits, next_source, on_written, on_wait)
            if request["kind"] == FOLLOW:
                worker.told = {}
            try:
                worker.serve(marshal.dumps({**request, "early": early}), left_at)
            except (OSError, Malformed) as problem:
                self.forget(checkpoint)
                worker.close_left()
                raise gone(checkpoint, problem, self._limits) from problem
            if worker.has_lost:
                self.forget(checkpoint)
            if worker.failure is None or worker.failure[0] != "missed":
                break
            worker.close_left()
        return worker

    def _ask(
        self,
        kind: str,
        expression: str | None,
        place: Place,
        next_source: Callable[[], str | None] | None,
        on_written: OnWritten | None,
        on_wait: OnWait | None,
    ) -> _Worker:
        checkpoint = self.checkpoint_before(place.position)
        request = request_of(kind, [place], checkpoint, expression)
        left_at = request["ways"] = _on_the_way(checkpoint, request["starts"], place.position, _APART, _FAR)
        if place.position - checkpoint.reached > max(_FAR, self._far):
            left_at = [*left_at, place.position]
        worker = self._serve(checkpoint, request, next_source, on_written, on_wait, left_at)
        self._keep_left(worker.left)
        worker.check(place)
        return worker

    def prepare(self, place: Callable[[int], Place], end: int) -> Iterator[None]:
        """In short turns: let copies of the program wait between those that do, so that later questions are near.

        Where it is left in the middle it can be gone on with by another call.

        Args:
            place: the place at so many events; nothing is asked there.
            end: how many events the run has.
        """
        gaps, apart = self._gaps(end)
        self._far = apart * 3 // 2
        for checkpoint, until in gaps:
            while until - checkpoint.reached > apart * 3 // 2 and checkpoint.pid not in self._passed_from:
                far = min(until, checkpoint.reached + (_MOST_ON_THE_WAY + 1) * apart)
                request = request_of(PASS, [place(far)], checkpoint)
                left_at = _on_the_way(checkpoint, request["starts"], far, apart, apart // 2)
                request["ways"] = left_at
                worker = _Worker(checkpoint, self._limits, None, None, None)
                try:
                    checkpoint.hear_end()
                    with worker.asked(marshal.dumps({**request, "early": 0}), left_at):
                        yield from worker.turns()
                    self._passed_from.add(checkpoint.pid)
                except (OSError, Malformed):
                    worker.has_lost = True
                finally:
                    if worker.has_lost:
                        self.forget(checkpoint)
                    self._keep_left(worker.left)
                if not worker.left:
                    break
                checkpoint = worker.left[-1]

    def _gaps(self, end: int) -> tuple[Sequence[tuple[Checkpoint, int]], int]:
        """The checkpoints behind which nothing waits for long, the latest first, each with where something does.

        With them comes how many events apart copies may be, so that there are not too many.
        """
        if not self._checkpoints:
            return (), 1
        self._measure()
        sizes = [self._sizes[kept.pid] for kept in self._checkpoints]
        room = int((self._most_bytes - sum(sizes)) / max(1.0, _SIZE_LEFT * sum(sizes) / len(sizes)))
        room = min(room, self._most_left - len(self._left))
        ordered = sorted((kept for kept in self._checkpoints if kept.reached < end), key=_reached)
        ends = [*(kept.reached for kept in ordered[1:]), end]
        gaps = [
            (kept, until) for kept, until in zip(ordered, ends, strict=True) if until > end - _MOST_WAITING
        ]
        apart = _APART_WAITING
        while sum((until - kept.reached) // apart for kept, until in gaps) > room > 0:
            apart += apart // 10
        return gaps[::-1] if room > 0 else (), apart

    def _keep_left(self, left: Sequence[Checkpoint]) -> None:
        """A worker left copies of itself where it was asked, and on its way: the next question may be near."""
        if not left:
            return
        for checkpoint in left:
            self._checkpoints.append(checkpoint)
            self._left.append(checkpoint)
        self._measure()
        while self._left and (
            len(self._left) > self._most_left
            or sum(self._sizes.get(kept.pid, 0) for kept in self._checkpoints) > self._most_bytes
        ):
            self._drop(self._most_dispensable(newest=left[-1]))

    def _measure(self) -> None:
        """Look how much memory those have of their own that were not looked at."""
        for kept in self._checkpoints:
            if kept.pid not in self._sizes:
                self._sizes[kept.pid] = private_bytes(kept.pid)
        if not self._most_bytes:
            self._most_bytes = max(_FREE_BYTES, resident_bytes(self._checkpoints[0].pid))

    def _most_dispensable(self, newest: Checkpoint) -> Checkpoint:
        """The one that was left and that leaves the shortest gap; the newest one only if there is no other."""
        places = sorted({kept.reached for kept in self._checkpoints})
        places.append(places[-1] + _APART)

        def gap(kept: Checkpoint) -> int:
            at = bisect_left(places, kept.reached)
            return places[at + 1] - places[max(0, at - 1)]

        return min(self._left, key=lambda kept: (kept is newest, gap(kept)))

    def _drop(self, checkpoint: Checkpoint) -> None:
        self._left.remove(checkpoint)
        self.forget(checkpoint)
        checkpoint.channel.close()


def request_of(
    kind: str,
    places: Sequence[Place],
    checkpoint: Checkpoint,
    expression: str | None = None,
    steps: tuple[int, int] = (0, 0),
    jump: int = 0,
) -> dict[str, Any]:
    """What a worker is told (child/revisit.py).

    Args:
        kind: what is asked.
        places: at which moments.
        checkpoint: whose worker it is.
        expression: whose value is asked for.
        steps: where the program is to go on, how many visits it has made and how many it may make.
        jump: the line that it is to go on with; 0 for the one that comes.
    """
    chunks, starts = places[-1].chunks(checkpoint.position)
    return {
        "kind": kind,
        "expression": expression,
        "moments": [(place.position, place.scope, place.depth) for place in places],
        "callers": list(places[0].callers),
        "sources": [(source.text, list(source.callers)) for source in places[0].typed],
        "origin": places[0].origin,
        "steps": steps,
        "jump": jump,
        "chunks": chunks,
        "starts": starts,
        "lines": list(places[0].lines(checkpoint.reached)),
        "ways": [],
        "left": [],
    }


def _reached(checkpoint: Checkpoint) -> int:
    return checkpoint.reached


def _on_the_way(
    checkpoint: Checkpoint, starts: Sequence[int], position: int, apart: int, clear: int
) -> list[int]:
    """Where a worker is to leave copies of itself on its way to an event: evenly, where the log was drained.

    Args:
        starts: how many events behind the checkpoint each piece of the log begins.
        apart: how many events are between them at least.
        clear: how many events before the last one there is none.
    """
    distance = position - checkpoint.reached
    count = min(distance // apart, _MOST_ON_THE_WAY)
    places = {
        checkpoint.position
        + starts[bisect_left(starts, checkpoint.reached + k * distance // (count + 1) - checkpoint.position)]
        for k in range(1, count + 1)
    }
    return sorted(at for at in places if checkpoint.reached < at < position - clear)


def send_request(
    channel: _socket.socket, request: bytes, given: Sequence[int] = (), goes_alone: bool = False
) -> None:
    """Send a request to a checkpoint, and the descriptors that go with it; `goes_alone` where a program takes them.

    Raises:
        OSError: it is gone.
    """
    channel.sendall(DESCRIPTORS.pack(len(given), goes_alone) + LENGTH.pack(len(request)) + request)
    if given:
        packed = struct.pack(f"{len(given)}i", *given)
        channel.sendmsg([b"\0"], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, packed)])


def reason(place: Place, failure: tuple[str, str]) -> Exception:
    """What a worker could not do at a place."""
    kind, message = failure
    if kind == "left":
        return ReplayDiverged(place.left(message))
    return (EvaluationFailed if kind == "evaluation" else ReplayDiverged)(message)


def gone(checkpoint: Checkpoint, problem: Exception, limits: Limits) -> ReplayDiverged:
    """What is raised where a checkpoint has ended, with how it did where that can be told."""
    how = str(problem)
    with contextlib.suppress(OSError):
        if (ended := os.waitid(os.P_PID, checkpoint.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)) is not None:
            by_signal = ended.si_code != os.CLD_EXITED
            how = died(-ended.si_status if by_signal else ended.si_status, limits).detail
    return ReplayDiverged(f"the process that kept the run is gone ({how})")


class _Worker:
    """One request to a checkpoint, and what its worker tells until it has ended."""

    def __init__(
        self,
        checkpoint: Checkpoint,
        limits: Limits,
        next_source: Callable[[], str | None] | None,
        on_written: OnWritten | None,
        on_wait: OnWait | None,
    ) -> None:
        self._channel, self._checkpoint = checkpoint.channel, checkpoint
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
        self._is_broken_off = False
        self._left_at: dict[int, tuple[int, int]] = {}
        self.left: list[Checkpoint] = []
        self.value: Value | None = None
        self.failure: tuple[str, str] | None = None
        self.ending = ""
        self.has_lost = False
        self.is_over = False
        self.told: dict[int, Value] | None = None

    def serve(self, request: bytes, left_at: Sequence[int]) -> None:
        """Send the request and watch its worker to the end; it leaves copies of itself at some events.

        Raises:
            OSError: the checkpoint is gone.
            Malformed: the program broke the channel.
        """
        with self.asked(request, left_at):
            self._attend()

    @contextlib.contextmanager
    def asked(self, request: bytes, left_at: Sequence[int]) -> Iterator[None]:
        """Send the request; what the worker has left of itself is known when it was watched to the end in here.

        Raises:
            OSError: the checkpoint is gone.
        """
        self._channel.settimeout(_AFTER_VALUE_S)
        pairs = [_socket.socketpair() for _ in left_at]
        try:
            with contextlib.ExitStack() as theirs:
                given = [theirs.enter_context(contextlib.closing(their)).fileno() for _, their in pairs]
                send_request(self._channel, request, given)
            yield
        finally:
            for number, (reached, (ours, _)) in enumerate(zip(left_at, pairs, strict=True)):
                position, pid = self._left_at.get(number, (0, 0))
                if pid:
                    self.left.append(Checkpoint(position=position, reached=reached, pid=pid, channel=ours))
                else:
                    ours.close()

    def close_left(self) -> None:
        """Let no copy wait that it left."""
        while self.left:
            self.left.pop().channel.close()

    def _attend(self) -> None:
        with self._selector() as selector:
            while not self._is_done:
                try:
                    self._watch(selector, _TICK_S)
                except KeyboardInterrupt:
                    if self._next_source is None or not self._has_begun or self._is_interrupted:
                        self._stop("stopped by Ctrl-C")
                        raise
                    self._is_interrupted = True
                    self._deadline = time.monotonic() + _AFTER_VALUE_S
                    self._signal(signal.SIGINT)

    def turns(self) -> Iterator[None]:
        """Watch the worker to its end in short turns; where this is left in the middle it is ended."""
        with self._selector() as selector:
            try:
                while not self._is_done:
                    self._watch(selector, _TURN_S)
                    yield
            finally:
                if not self._is_done:
                    self._stop("left in the middle")

    @property
    def _is_done(self) -> bool:
        return self._has_ended or self._checkpoint.ending is not None

    @contextlib.contextmanager
    def _selector(self) -> Iterator[selectors.BaseSelector]:
        """What tells that the worker says something, or that the checkpoint has ended."""
        with selectors.DefaultSelector() as selector:
            descriptor = os.pidfd_open(self._checkpoint.pid)
            try:
                selector.register(self._channel, selectors.EVENT_READ)
                selector.register(descriptor, selectors.EVENT_READ)
                yield selector
            finally:
                os.close(descriptor)

    def check(self, place: Place) -> None:
        """Raise what it could not do.

        Raises:
            EvaluationFailed, ReplayDiverged: as `Past.evaluate`.
        """
        if self.told is not None and self.failure is None and self._is_broken_off:
            raise EvaluationFailed(self.ending)
        if self.failure is not None and (self.value is None or self.told is not None):
            raise reason(place, self.failure)

    def _watch(self, selector: selectors.BaseSelector, seconds: float) -> None:
        """Take what comes, waiting at most so long for it."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            self._stop(f"stopped after {self._limits.timeout_s:g} s")
            return
        ready = [key.fileobj for key, _ in selector.select(min(left, seconds))]
        if ready:
            if self._channel not in ready:
                raise OSError("it has ended")
            data = self._channel.recv(1 << 20)
            for kind, payload in self._reader.feed(data):
                self._handle(kind, payload)
        elif self._on_wait is not None and (self.told is not None or not self._has_begun):
            self._on_wait()

    def _handle(self, kind: bytes, payload: bytes) -> None:
        if kind == WORKING and len(payload) == NUMBER.size:
            (self._pid,) = NUMBER.unpack(payload)
        elif kind == CHECKPOINT and len(payload) == PLACE.size:
            number, position, pid = PLACE.unpack(payload)
            if pid and os.getpgid(pid) == os.getpgid(self._checkpoint.pid):
                self._left_at[number] = position, pid
        elif kind == ANSWERED and self.value is not None and not self._left_at:
            self._checkpoint.ending = self._reader  # what it left can be measured only when it has ended
            self._signal(signal.SIGKILL)
        elif kind == DONE:
            self._has_ended, self._checkpoint.ending = True, None
            if len(payload) == STATUS.size and not self.ending:
                (status,) = STATUS.unpack(payload)
                self._is_broken_off = status != 0
                self.ending = died(status, self._limits).detail
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
        """End the worker; its checkpoint goes on waiting, if the end does not take it along."""
        self.ending, self._is_broken_off = reason, True
        self._signal(signal.SIGKILL)
        until = time.monotonic() + _AFTER_VALUE_S
        self._channel.settimeout(_AFTER_VALUE_S)
        try:
            while not self._has_ended and time.monotonic() < until:
                for kind, _ in self._reader.feed(self._channel.recv(1 << 20)):
                    self._has_ended = self._has_ended or kind == DONE
        except OSError:
            self.has_lost = True
        self._has_ended = True

    def _signal(self, number: int) -> None:
        with contextlib.suppress(OSError):
            if self._pid and os.getpgid(self._pid) != os.getpgrp():
                os.kill(self._pid, number)


def _end(
    group: Group, owns_group: bool, checkpoints: Sequence[Checkpoint], left: Sequence[Checkpoint]
) -> None:
    """Leave nothing of a run behind; of one that went on from another's group only its own checkpoints go."""
    if owns_group:
        kill_group(group.leader)
    for kept in (*checkpoints, *left):
        kept.channel.close()
        kill_member(kept.pid, group.leader)
    reap(checkpoints)
    if owns_group:
        if any(members(group.leader)):
            sweep(group.leader, group.marker)
        group.scratch.remove()


def reap(checkpoints: Iterable[Checkpoint]) -> None:
    """Wait for processes that were killed, our own children though another process has made them."""
    for kept in checkpoints:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(kept.pid, 0)
