"""Watches one child from its start to its burial: frames, output, limits, and what it leaves behind."""

import _socket
import contextlib
import marshal
import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from typing import IO, Any, NamedTuple, Protocol

from llmdb.errors import ReplayDiverged, RunnerError, SandboxUnavailable
from llmdb.events.framing import (
    CHECKPOINT,
    CHUNK,
    DONE,
    END_OF_INPUT,
    FAILED,
    HELD,
    INPUT,
    LENGTH,
    MOST_UNHANDLED,
    NUMBER,
    OUTCOME,
    PLACE,
    READY,
    STEPS,
    UNHANDLED,
    WENT_ON,
    WORKING,
    FrameReader,
    Malformed,
    unpack_strings,
)
from llmdb.events.model import Outcome
from llmdb.runner.job import FLUSH_SIGNAL
from llmdb.runner.launch import Launched, launch
from llmdb.runner.model import Limits, RunOptions
from llmdb.runner.past import Checkpoint, Group, Past, gone, reap, send_request
from llmdb.runner.report import Report, died, read_outcome, read_unhandled
from llmdb.runner.scratch import Scratch
from llmdb.runner.strays import (
    exit_descriptor,
    has_exited,
    kill_group,
    kill_member,
    members,
    private_bytes,
    process_count,
    signal_group,
    sweep,
)
from llmdb.runner.usage import Folder, memory_of, out_of_memory_kills

AskInput = Callable[[str], bytes | None]

_START_TIMEOUT_S = 30.0
_MAKING_READY_S = 120.0
"""For compiling the snippet and putting probes into it, which is no time of the program's."""
_TICK_S = 0.1
_LOOKING_SHARE = 0.02
"""How much of the time may be spent looking at what the program's processes take."""
_LOOK_S = 0.5
_FLUSH_S = 0.3
_MAX_PROCESSES = 100
_FEW_PROCESSES = 8
_LONGEST_UNCOUNTED_S = 2.0
_FREE_BYTES = 64 << 20
"""What checkpoints may take in any case."""
_MAX_EVENT_BYTES = 512 << 20
_CHUNK_BYTES = 256
"""What a chunk takes beside its bytes."""
_MOST_STEPS = 1 << 50
_MOST_TOLD = 100_000
"""Of more checkpoints no program tells: honest ones are some sixty a second at most."""
_AFTER_VALUE_S = 2.0
_MAX_REPORT = 4000


class Process(Protocol):
    """A process that is watched."""

    @property
    def pid(self) -> int:
        """Its number."""

    @property
    def stdout(self) -> IO[bytes] | None:
        """What it writes to its descriptor 1."""

    @property
    def stderr(self) -> IO[bytes] | None:
        """What it writes to its descriptor 2."""

    def kill(self) -> None:
        """Send SIGKILL."""

    def wait(self) -> int:
        """Wait for its end; its exit status or, negative, the signal that ended it."""


class Forked(NamedTuple):
    """A process that a checkpoint made, a child of this one though not started here."""

    pid: int
    leader: int
    stdout: IO[bytes]
    stderr: IO[bytes]

    def kill(self) -> None:
        """See Process."""
        kill_member(self.pid, self.leader)

    def wait(self) -> int:
        """See Process."""
        try:
            return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        except ChildProcessError:
            return 0


def _have_forked(checkpoint: Checkpoint, leader: int, request: bytes, given: Sequence[int]) -> int:
    """Have a checkpoint of a group fork a process that goes on with some descriptors; its number.

    Raises:
        OSError: the checkpoint is gone.
        Malformed: the program broke the channel.
        ReplayDiverged: the system let it fork nothing.
    """
    channel, reader = checkpoint.channel, FrameReader()
    channel.settimeout(_AFTER_VALUE_S)
    send_request(channel, request, given, goes_alone=True)
    found = 0
    while True:
        data = channel.recv(1 << 16)
        if not data:
            raise OSError("it has ended")
        for kind, payload in reader.feed(data):
            if kind == WORKING and len(payload) == NUMBER.size:
                (found,) = NUMBER.unpack(payload)
            elif kind == FAILED:
                raise ReplayDiverged(unpack_strings(payload, 2)[1][:_MAX_REPORT])
            elif kind == DONE:
                if not found or os.getpgid(found) != leader:
                    raise Malformed("a process of another group")
                return found


class Supervision:
    """One child process and its limits; `keeps` is how many checkpoints of it there may be.

    `launched` is the child where it was started before; its scratch folder is the one that is given. `feed` is its
    input while somebody writes it; `on_output` is given what it writes, which is kept nowhere else then.
    """

    def __init__(
        self,
        options: RunOptions,
        scratch: Scratch,
        *,
        ask_input: AskInput | None = None,
        on_progress: Callable[[int], None] | None = None,
        stop: threading.Event | None = None,
        keeps: int = 0,
        launched: Launched | None = None,
        feed: IO[bytes] | None = None,
        on_output: Callable[[bytes], None] | None = None,
    ) -> None:
        self._keeps = keeps
        self._launched = launched
        self._feed = feed
        self._on_output = on_output
        self._channels: Sequence[_socket.socket] = ()
        self._checkpoints: dict[int, Checkpoint] = {}
        self._dropped: list[Checkpoint] = []
        self._limits: Limits = options.limits
        self._options = options
        self._scratch = scratch
        self._ask_input = ask_input
        self._on_progress = on_progress
        self._asked_s = 0.0
        self._stop = stop
        self._reader = FrameReader()
        self._event_bytes = 0
        self._is_broken = self._is_over = False
        self._told_of_checkpoints = 0
        self._ready_at: float | None = None
        self._deadline = 0.0
        self._starts = 0
        self._kills_before = out_of_memory_kills()
        self._folder = Folder(scratch.path)
        self._next_count = 0.0
        self._done = False
        self._before: tuple[Past, int] | None = None
        self._steps_before = 0
        self._spared: frozenset[int] = frozenset()
        self._process: Process
        self.report = Report()

    def run(self, job: dict[str, Any]) -> Report:
        """Start the child, watch it until its end or a limit, and leave nothing behind.

        Raises:
            SandboxUnavailable: a required layer does not hold.
            RunnerError: the child could not be started.
        """
        with contextlib.ExitStack() as stack:
            self._start(job, stack)
            self._attend()
        self._conclude()
        return self.report

    def go_on(self, past: Past, request: dict[str, Any]) -> Report:
        """Have a copy of a recorded run go on from a place of it, as the request says, and watch it likewise.

        Raises:
            ReplayDiverged: nothing of the run is there any more.
        """
        with contextlib.ExitStack() as stack:
            self._enter(past, request, stack)
            self._attend()
        self._conclude()
        return self.report

    def _attend(self) -> None:
        try:
            self._watch()
        except KeyboardInterrupt:
            self._end("timeout", f"stopped by Ctrl-C after {self._elapsed():.1f} s")
            if not self._records:
                raise
        finally:
            self._bury()

    def _start(self, job: dict[str, Any], stack: contextlib.ExitStack) -> None:
        self._records = job["mode"] == "record"
        self.report.readable = tuple(job["readable"])
        self._revisits = self._records and job["revisits"]
        child = self._launched or launch(self._options, self._scratch, self._keeps, self._stdin(stack))
        stack.callback(child.control.close)
        self._channels = child.channels
        if child.slots:
            job["slots"] = list(child.slots)
        self._group = Group(leader=child.process.pid, marker=child.marker, scratch=self._scratch)
        self._process = child.process
        self._control = child.control
        self._deadline = time.monotonic() + _START_TIMEOUT_S
        self._processes_before = process_count()
        child.send(job)

    def _open_channels(self, stack: contextlib.ExitStack) -> list[_socket.socket]:
        """Open one channel for each checkpoint that there may be; gives the child's ends of them."""
        pairs = [_socket.socketpair() for _ in range(self._keeps)]
        self._channels = [own for own, _ in pairs]
        for _, other in pairs:
            stack.callback(other.close)
        return [other for _, other in pairs]

    def _enter(self, past: Past, request: dict[str, Any], stack: contextlib.ExitStack) -> None:
        """Have a checkpoint make the process that goes on."""
        position = request["moments"][0][0]
        self._before, self._group = (past, position), past.group
        self._steps_before = request["steps"][0]
        self._spared = frozenset(members(past.group.leader))
        ours, theirs = _socket.socketpair()
        stack.callback(ours.close)
        pipes = [os.pipe(), os.pipe()]
        outputs = [stack.enter_context(os.fdopen(fd, "rb", buffering=0)) for fd, _ in pipes]
        slots = self._open_channels(stack)
        given = [theirs.fileno(), *(end for _, end in pipes), *(slot.fileno() for slot in slots)]
        checkpoint = past.checkpoint_before(position)
        try:
            pid = _have_forked(checkpoint, past.group.leader, marshal.dumps(request), given)
        except (OSError, Malformed) as problem:
            past.forget(checkpoint)
            raise gone(checkpoint, problem, self._limits) from problem
        finally:
            theirs.close()
            for _, end in pipes:
                os.close(end)
        self._records, self._revisits = True, False
        self._process = Forked(pid, past.group.leader, *outputs)
        self._control = ours
        self._control.setblocking(False)
        self._deadline = time.monotonic() + _START_TIMEOUT_S
        self._processes_before = process_count()

    def _stdin(self, stack: contextlib.ExitStack) -> IO[bytes] | None:
        if self._feed is not None or not self._options.stdin:
            return self._feed
        from tempfile import TemporaryFile

        # where it may be opened again by its descriptor
        given = stack.enter_context(TemporaryFile(dir=self._scratch.copies))  # noqa: SIM115
        given.write(self._options.stdin)
        given.seek(0)
        return given

    def _watch(self) -> None:
        process = self._process
        assert process.stdout is not None
        assert process.stderr is not None
        with selectors.DefaultSelector() as selector:
            self._selector = selector
            selector.register(self._control, selectors.EVENT_READ, self._receive)
            for pipe, kept in ((process.stdout, self.report.stdout), (process.stderr, self.report.stderr)):
                os.set_blocking(pipe.fileno(), False)
                selector.register(pipe, selectors.EVENT_READ, lambda p=pipe, k=kept: self._collect(p, k))
            ended = exit_descriptor(process.pid)
            if ended is not None:
                selector.register(ended, selectors.EVENT_READ, self._note_exit)
            try:
                self._loop(selector)
            finally:
                if ended is not None:
                    os.close(ended)

    def _loop(self, selector: selectors.BaseSelector) -> None:
        next_check = time.monotonic() + _TICK_S
        next_look = next_check + _LOOK_S
        while not self._done:
            now = time.monotonic()
            if now >= self._deadline:
                self._time_out()
                return
            if self._stop is not None and self._stop.is_set():
                self._end("timeout", f"stopped after {self._elapsed():.1f} s")
                return
            if now >= next_check:
                next_check = now + _TICK_S
                self._check_processes()
                if now >= next_look and self._checkpoints:
                    next_look = time.monotonic() + _LOOK_S
                    self._check_checkpoints()
                if self._on_progress is not None:
                    self._on_progress(self.report.steps)
            for key, _ in selector.select(min(self._deadline - now, _TICK_S)):
                key.data()
                if self._done:
                    break
            else:
                if self._has_exited():
                    self._done = True

    def _has_exited(self) -> bool:
        process = self._process
        if hasattr(os, "waitid") or not isinstance(process, subprocess.Popen):
            return has_exited(process.pid)
        return process.poll() is not None  # macOS before Python 3.13 tells of an end only by reaping

    def _time_out(self) -> None:
        if self._ready_at is None:
            self._end("timeout", f"the program did not start within {_START_TIMEOUT_S:g} s")
        elif self._starts == 2 and self._before is None:
            self._end("timeout", f"the program was not made ready within {_MAKING_READY_S:g} s")
        elif self.report.outcome is None:
            self._flush_child()
        if self.report.outcome is None:
            self._end("timeout", f"stopped after {self._limits.timeout_s:g} s")

    def _flush_child(self) -> None:
        """Ask a recording child for what it still holds; one that is stuck in C code cannot answer."""
        if not self._records:
            return
        self.report.seconds = self._elapsed()
        with contextlib.suppress(OSError):
            os.kill(self._process.pid, FLUSH_SIGNAL)
        until = time.monotonic() + _FLUSH_S
        while not self._done and (left := until - time.monotonic()) > 0:
            answers = self._starts
            for key, _ in self._selector.select(left):
                key.data()
            if self._starts > answers:
                return
        self.report.stuck = not self._done

    def _check_processes(self) -> None:
        """End a program whose processes are too many, or take too much together."""
        begun = time.monotonic()
        are_many = process_count() - self._processes_before >= _MAX_PROCESSES
        if begun < self._next_count and not are_many:
            return
        # they must not become more while they are counted, nor wait for a processor with what is asked about them
        inside = [] if are_many else self._inside()
        stops = are_many or len(inside) > _FEW_PROCESSES
        if stops:
            signal_group(self._group.leader, signal.SIGSTOP)
        try:
            self._count_processes(self._inside() if stops else inside)
        finally:
            if stops:
                signal_group(self._group.leader, signal.SIGCONT)
        now = time.monotonic()
        self._next_count = now + min((now - begun) / _LOOKING_SHARE, _LONGEST_UNCOUNTED_S)

    def _inside(self) -> list[int]:
        """The program's own processes."""
        kept = {one.pid for one in (*self._checkpoints.values(), *self._dropped)}
        return [pid for pid in members(self._group.leader) if pid not in self._spared and pid not in kept]

    def _count_processes(self, inside: Sequence[int]) -> None:
        if len(inside) > _MAX_PROCESSES:
            self._end("crash", f"stopped with {len(inside)} processes; at most {_MAX_PROCESSES} may run")
            kill_group(self._group.leader)
            return
        most = self._limits.max_memory_mib << 20
        if len(inside) > 1 and memory_of(inside, most) > most:
            what = f"{len(inside)} processes together, limit {self._limits.max_memory_mib} MiB"
            self._end("memory", f"stopped for the memory of {what}")
        elif not self._options.here and (why := self._folder.excess(inside)):
            self._end("crash", f"stopped as {why}")

    def _check_checkpoints(self) -> None:
        """End those that take most, if together they take more than the program itself."""
        sizes = {slot: private_bytes(kept.pid) for slot, kept in self._checkpoints.items() if kept.position}
        left = max(_FREE_BYTES, private_bytes(self._process.pid)) - sum(sizes.values())
        for slot in sorted(sizes, key=sizes.__getitem__, reverse=True):
            if left >= 0:
                return
            left += sizes[slot]
            dropped = self._checkpoints.pop(slot)
            self._dropped.append(dropped)
            with contextlib.suppress(OSError):
                os.kill(dropped.pid, signal.SIGKILL)

    def _note_exit(self) -> None:
        self._done = True

    def _receive(self) -> None:
        try:
            data = self._control.recv(1 << 20)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            self._selector.unregister(self._control)
            return
        self._parse(data)

    def _parse(self, data: bytes) -> None:
        try:
            for kind, payload in self._reader.feed(data):
                self._handle(kind, payload)
                if self._is_broken:
                    return
        except Malformed as exc:
            self._is_broken = True
            self._end("crash", f"the program broke the recorder's channel: {exc}")

    def _handle(self, kind: bytes, payload: bytes) -> None:
        if kind == CHUNK:
            self._take_chunk(payload)
        elif kind == READY:
            self._begin(payload)
        elif kind == OUTCOME:
            self._take_outcome(payload)
        elif kind == UNHANDLED:
            if len(self.report.unhandled) < MOST_UNHANDLED:
                self.report.unhandled.append(read_unhandled(payload, _MAX_REPORT))
        elif kind == INPUT:
            if not self._is_over:
                self._answer(payload)
        elif kind == CHECKPOINT:
            self._take_checkpoint(payload)
        elif kind == FAILED and (not self._starts or self._before is not None):
            what, message = unpack_strings(payload, 2)
            self.report.failure = self.report.failure or (what[:40], message[:_MAX_REPORT])
        elif kind == WENT_ON and len(payload) == STEPS.size:
            (self.report.went_on,) = STEPS.unpack(payload)
        elif kind == HELD:
            self._end(
                "steps", f"stopped at the limit of {self._steps_before + self._limits.max_steps:,} steps"
            )

    def _begin(self, payload: bytes) -> None:
        """The clock starts at most three times: for the prefix, for making ready, and for the snippet."""
        if self._starts == 0:
            self.report.layers = tuple(payload[:200].decode("ascii", "replace").split(","))
        self._starts += 1
        if self._starts <= 3 and self.report.outcome is None:
            self._ready_at = time.monotonic()
            is_made_ready = self._starts == 2 and self._before is None
            limit = _MAKING_READY_S if is_made_ready else self._limits.timeout_s
            self._deadline = self._ready_at + limit

    def _take_chunk(self, payload: bytes) -> None:
        if len(payload) < STEPS.size:
            raise Malformed("a chunk without its step count")
        self._event_bytes += len(payload) + _CHUNK_BYTES
        if self._event_bytes > _MAX_EVENT_BYTES:
            self._end("memory", f"the recording outgrew {_MAX_EVENT_BYTES >> 20} MiB")
            return
        (steps,) = STEPS.unpack_from(payload)
        if steps > _MOST_STEPS:
            raise Malformed(f"{steps} steps")
        self.report.steps = steps
        self.report.chunks.append(payload[STEPS.size :])
        if self._on_progress is not None:
            self._on_progress(self.report.steps)

    def _take_outcome(self, payload: bytes) -> None:
        self.report.outcome, seconds = read_outcome(payload, _MAX_REPORT)
        if seconds is not None:
            self.report.seconds = max(0.0, seconds - self._asked_s)
        self._deadline = min(self._deadline, time.monotonic() + _AFTER_VALUE_S)

    def _take_checkpoint(self, payload: bytes) -> None:
        if len(payload) != PLACE.size:
            raise Malformed("a checkpoint without its place")
        self._told_of_checkpoints += 1
        if self._told_of_checkpoints > _MOST_TOLD:
            raise Malformed(f"more than {_MOST_TOLD:,} checkpoints")
        slot, position, pid = PLACE.unpack(payload)
        dropped = self._checkpoints.pop(slot, None)
        if dropped is not None:
            self._dropped.append(dropped)
        with contextlib.suppress(OSError):
            if pid and slot < len(self._channels) and os.getpgid(pid) == self._group.leader:
                self._checkpoints[slot] = Checkpoint(
                    position=position, reached=position, pid=pid, channel=self._channels[slot]
                )
        self._done = self._done or self._revisits

    def past(self) -> Past | None:
        """What is left to go back to, when the run is over; None for nothing."""
        for slot, channel in enumerate(self._channels):
            if slot not in self._checkpoints:
                channel.close()
        if not self._checkpoints and self._before is None:
            return None
        return Past(self._group, self._checkpoints.values(), self._limits, self._before, self._keeps)

    def _answer(self, payload: bytes) -> None:
        """Ask the user for a line; the clock of the program stands still meanwhile."""
        asked = time.monotonic()
        prompt = payload[:_MAX_REPORT].decode("utf-8", "replace")
        line = self._ask_input(prompt) if self._ask_input is not None else None
        took = time.monotonic() - asked
        self._deadline += took
        self._asked_s += took
        if line is None:
            reply = LENGTH.pack(END_OF_INPUT)
        else:
            self.report.answered += line
            reply = LENGTH.pack(len(line)) + line
        self._control.settimeout(_AFTER_VALUE_S)
        try:
            self._control.sendall(reply)
        except TimeoutError as problem:
            raise Malformed("it asks for input and does not read it") from problem
        except OSError:
            return
        finally:
            self._control.setblocking(False)

    def _collect(self, pipe: IO[bytes], kept: bytearray) -> None:
        """Read what a descriptor received; beyond the cap it is dropped, but always read."""
        try:
            data = os.read(pipe.fileno(), 1 << 16)
        except (BlockingIOError, InterruptedError):
            return
        if not data:
            self._selector.unregister(pipe)
            return
        if self._on_output is not None and kept is self.report.stdout:
            self._on_output(data)
            return
        left = self._limits.max_output_bytes - len(self.report.stdout) - len(self.report.stderr)
        kept += data[: max(left, 0)]
        self.report.dropped += max(len(data) - max(left, 0), 0)

    def _end(self, kind: str, detail: str) -> None:
        """End the run from here; the first reason stands."""
        if self.report.outcome is None:
            self.report.outcome = Outcome(kind=kind, detail=detail)  # type: ignore[arg-type]
        self._done = True

    def _elapsed(self) -> float:
        return 0.0 if self._ready_at is None else time.monotonic() - self._ready_at

    def _bury(self) -> None:
        """Kill the group before the leader is reaped, then what escaped it; take what is still in the pipes."""
        process = self._process
        exited = self._has_exited()
        if not self.report.seconds:
            self.report.seconds = self._elapsed()
        reap(self._dropped)
        if self._may_keep():
            if not self._revisits:
                process.kill()
                self._status = process.wait()
            self._take_rest()
            self._close_pipes()
            return
        if self._before is None:
            kill_group(process.pid)
        else:
            process.kill()
        self._status = process.wait()
        for kept in self._checkpoints.values():
            kill_member(kept.pid, self._group.leader)
        reap(self._checkpoints.values())
        self._checkpoints.clear()
        if (
            not exited
            or self._before
            or self._options.sandbox == "off"
            or "seccomp" not in self.report.layers
        ):
            sweep(self._group.leader, self._group.marker, self._spared)
        self._take_rest()
        self._close_pipes()

    def _may_keep(self) -> bool:
        """Whether all that is left are checkpoints: what a program has left running ends with them."""
        pids = {kept.pid for kept in self._checkpoints.values()} | {self._process.pid}
        return len(pids) > (not self._revisits) and self._spared.union(pids).issuperset(
            members(self._group.leader)
        )

    def _close_pipes(self) -> None:
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _take_rest(self) -> None:
        """Frames and output that were sent before the end and not read yet."""
        received = 0
        with contextlib.suppress(OSError):
            while not self._is_broken and (data := self._control.recv(1 << 20)) and received < 1 << 30:
                received += len(data)
                self._parse(data)
        process = self._process
        for pipe, kept in ((process.stdout, self.report.stdout), (process.stderr, self.report.stderr)):
            with contextlib.suppress(OSError, ValueError, KeyError):
                size = -1
                while pipe is not None and not pipe.closed and size != len(kept):
                    size = len(kept)
                    self._collect(pipe, kept)

    def _conclude(self) -> None:
        report = self.report
        if report.failure is not None and report.failure[0] == "sandbox":
            raise SandboxUnavailable(f"this system lacks: {report.failure[1]} (needed by --sandbox require)")
        if report.failure is not None and report.failure[0] == "internal":
            raise RunnerError(f"the child could not run the program: {report.failure[1]}")
        if report.outcome is None and self._checkpoints and self._revisits:
            report.outcome = Outcome(kind="finished")
        elif report.outcome is None:
            report.outcome = died(
                self._status, self._limits, by_system=out_of_memory_kills() != self._kills_before
            )
