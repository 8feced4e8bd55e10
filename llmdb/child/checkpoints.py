"""Forks of a process that is recorded: each waits at its event, so that the run can be entered there again.

A checkpoint is made with a bare system call, so that no at-fork hook runs (`random` would seed itself anew), and as a
sibling of the process, not its child, so that the program's `os.wait` does not meet it. It reads requests from a
channel of its own and forks a worker for each, which goes on from there as the program.
"""

from __future__ import annotations

import _thread
import contextlib
import gc
import marshal
import os
import select
import signal
import sys
from collections.abc import Callable, Sequence
from time import perf_counter, thread_time
from typing import Any, NamedTuple

from llmdb.child.channel import HIGH_FD, Channel, move_descriptor
from llmdb.child.clocks import Clocks
from llmdb.child.files import OpenFiles, copy_folder, empty_folder, is_small
from llmdb.child.sandbox import PR_SET_PDEATHSIG, forbid_writing

_CLONE_PARENT = 0x8000
_CLONE = {"x86_64": 56, "aarch64": 220}
_FIRST_S = 0.15
"""Before this much time nothing but what is asked for is kept: it is gone through again as fast."""
_SPACING_S = 0.016
_MOST_SHARE = 0.03
"""How much of the program's time its checkpoints may take."""
_FREE_S = 0.008
"""What they may take of any program's."""
_COPYING = 0.5
"""How much time the pages cost that are copied after a fork, beside the fork itself."""
_WAITING = 4
"""Time in which the program did not compute counts so many times less: it may have waited for a busy processor."""
_STEADY_S = 0.1
"""After this time a thread is none that is just ending."""
_PINNED = 8
"""How many checkpoints that were asked for are kept however near they are to others."""
_PATIENCE_S, _PAUSE_S = 1.0, 0.01
"""How long, and how often, a fork is tried that the system refuses, which may have no process free for a moment."""


class _Kept(NamedTuple):
    """A checkpoint: after how many events, its process, at which time of the run, and whether it is to stay."""

    position: int
    pid: int
    moment: float
    is_pinned: bool


class Checkpoints:
    """Makes them while a program is recorded: where it is asked for, and now and then.

    Args:
        channel: to the parent, which is told of each one.
        descriptors: one end of a socket pair for each one that there may be at a time.
        folder: where the program works, to be put back as it was; "" for one that is not the program's alone.
        copies: a folder for copies of that.
        protected: all that a worker may write to; None for what the program may.
        serve: goes on in a worker with a request, its channel, and what its standard output and error become;
            returns where the program is to go on.
        clocks: of the program.
    """

    def __init__(
        self,
        channel: Channel,
        descriptors: Sequence[int],
        folder: str,
        copies: str,
        protected: Sequence[str] | None,
        serve: Callable[[dict[str, Any], Channel, Sequence[int]], None],
        clocks: Clocks,
    ) -> None:
        self._channel = channel
        self._slots = [move_descriptor(fd, HIGH_FD + 1) for fd in descriptors]
        self._folder, self._copies, self._protected = folder, copies, protected
        self._serve, self._clocks = serve, clocks
        self._fork = _bare_fork() if self._slots else None
        self._is_worker = False
        self._kept: dict[int, _Kept] = {}
        self._copied = 0
        self._tasks = _Tasks()
        self.begin()

    @property
    def are_possible(self) -> bool:
        """Whether there can be one now: on this system, of the program itself, with no thread."""
        return (
            bool(self._slots)
            and self._fork is not None
            and not self._is_worker
            and not _thread._count()
            and self._tasks.are_steady()
        )

    def begin(self) -> None:
        """The program's time begins now; there is no checkpoint of it."""
        self._wall, self._computed = perf_counter(), thread_time()
        self._last = 0.0
        self._spent = 0.0
        self._kept.clear()

    def _passed(self) -> float:
        """How long the program has run."""
        computed = thread_time() - self._computed
        return max(computed, (perf_counter() - self._wall - computed) / _WAITING)

    def may_be_made(self) -> bool:
        """Whether those so far took little enough of the program's time that there may be one more."""
        return self._fork is not None and self._spent <= _FREE_S + _MOST_SHARE * self._passed()

    def consider(self, position: int) -> None:
        """The log was drained up to an event: make a checkpoint if the last one is long ago."""
        if self._fork is None:
            return
        passed = self._passed()
        since = passed - self._last
        if (
            passed >= _FIRST_S
            and since >= _SPACING_S
            and since >= passed / len(self._slots)
            and self._spent <= _MOST_SHARE * passed
        ):
            self.make(position)

    def make(self, position: int, is_pinned: bool = False) -> None:
        """Keep the process as it is after so many events, which all were sent."""
        fork = self._fork
        if (
            fork is None
            or not self.are_possible
            or any(position == one.position for one in self._kept.values())
        ):
            return
        begun = thread_time()
        copy = self._copy_folder()
        slot = None if copy is None else self._free_slot()
        if copy is None or slot is None:
            return
        files = OpenFiles(self._folder, below=HIGH_FD)
        self._clocks.before_fork()
        pid = fork.sibling() if position else _patiently(fork.sibling)
        if pid == 0:
            self.wait(slot, files, copy)
            return
        self._last = self._passed()
        if pid > 0:
            pinned = is_pinned and sum(one.is_pinned for one in self._kept.values()) < _PINNED
            self._kept[slot] = _Kept(position, pid, self._last, pinned)
            self._channel.checkpoint(slot, position, pid)
        if position:  # the first one is made before the program begins
            self._spent += (1 + _COPYING) * (thread_time() - begun)

    def be_one(self, position: int) -> None:
        """Be a checkpoint instead of making one; returns in workers."""
        self._channel.checkpoint(0, position, os.getpid())
        self._clocks.before_fork()
        _die_with_parent(self._fork, False)
        self.wait(0, OpenFiles(self._folder, below=HIGH_FD), "")

    def leave(
        self,
        number: int,
        descriptors: Sequence[int],
        position: int,
        channel: Channel,
        forget: Callable[[], None],
    ) -> None:
        """Leave a copy of this worker that waits at a descriptor, in the middle of what it logged since a position.

        Args:
            number: which one of those it is to leave.
            descriptors: the one of this copy, and those of later ones.
            position: how many events were drained.
            channel: to the parent, which is told of it.
            forget: called in the copy, which needs nothing of what the worker was asked.
        """
        descriptor, *others = descriptors
        copy = self._copy_folder()
        if self._fork is None or _thread._count() or not self._tasks.are_steady() or copy is None:
            return
        files = OpenFiles(self._folder, below=HIGH_FD)
        self._clocks.before_fork()
        pid = self._fork.sibling()
        if pid == 0:
            for other in others:
                os.close(other)
            forget()
            self._slots = [descriptor]
            self.wait(0, files, copy)
            return
        os.close(descriptor)
        if pid > 0:
            channel.checkpoint(number, position, pid)

    def wait(self, slot: int, files: OpenFiles, copy: str) -> None:
        """Wait for requests, each of which a fork of this process serves; returns in that."""
        if self._fork is not None:  # whatever is called here touches pages, which then are this process's own
            self._fork.trim()
        descriptor = self._slots[slot]
        outputs: Sequence[int]
        channel = Channel(descriptor)
        while True:
            try:
                count, goes_alone = channel.next_request()
                if goes_alone:
                    request, given = channel.read_request(count)
            except (EOFError, OSError):
                os._exit(0)
            pid = self._start_worker(alone=goes_alone)
            if pid == 0:
                break
            if goes_alone:
                for fd in given:
                    os.close(fd)
            if pid < 0:
                channel.failed("diverged", "the system lets no further process start")
                channel.skip()
                channel.done(0)
                continue
            channel.working(pid)
            if goes_alone:
                channel.done(0)
            else:
                status = _wait_for(pid, descriptor)
                channel.skip()  # of what a worker was sent that was ended early
                channel.done(status)
        _die_with_parent(self._fork, True)
        self._clocks.wake()
        if not goes_alone:  # its pages and its time are the worker's
            try:
                request, given = channel.read_request(count)
            except (EOFError, OSError):
                os._exit(0)
        told = marshal.loads(request)
        if goes_alone:
            channel, outputs = self._become_program(given)
        else:
            channel, outputs, self._is_worker = Channel(descriptor), (), True
            told["left"] = [move_descriptor(fd, HIGH_FD + 1) for fd in given]
        collects = gc.isenabled()
        gc.disable()
        try:
            self._put_back(files, copy)
            self._serve(told, channel, outputs)
        except Exception as problem:
            channel.failed("diverged", f"the program could not be put back as it was: {problem!r}")
            os._exit(0)
        if collects:
            gc.enable()

    def _put_back(self, files: OpenFiles, copy: str) -> None:
        """Make the files of the program what they were."""
        if self._protected is not None:
            forbid_writing(list(self._protected), None if self._fork is None else self._fork.libc)
        if self._folder and (copy or os.listdir(self._folder)):
            empty_folder(self._folder)
            copy_folder(copy, self._folder)
        files.put_back()

    def _start_worker(self, alone: bool) -> int:
        """Fork; `alone` as a program of its own, which nobody here waits for. Negative where the system refuses."""
        if self._fork is None:
            return 0
        return _patiently(self._fork.sibling if alone else self._fork.child)

    def _become_program(self, given: Sequence[int]) -> tuple[Channel, Sequence[int]]:
        """This process goes on as a program of its own: its channel, its outputs, and its checkpoints' channels."""
        self._is_worker = False
        control, *outputs = given[:3]
        self._channel = Channel.moved(control)
        self._slots = [move_descriptor(fd, HIGH_FD + 1) for fd in given[3:]]
        return self._channel, outputs

    def _free_slot(self) -> int | None:
        """A slot without a checkpoint; if there is none, the one goes that leaves the shortest gap.

        The first and the last one stay, and None is free where there are no others.
        """
        for slot in range(len(self._slots)):
            if slot not in self._kept:
                return slot
        by_moment = sorted(self._kept, key=lambda slot: self._kept[slot].position)
        gaps = {
            slot: self._kept[by_moment[place + 1]].moment - self._kept[by_moment[place - 1]].moment
            for place, slot in enumerate(by_moment[:-1])
            if place and not self._kept[slot].is_pinned
        }
        if not gaps:
            return None
        slot = min(gaps, key=gaps.__getitem__)
        with contextlib.suppress(OSError):
            os.kill(self._kept[slot].pid, signal.SIGKILL)
        self._channel.checkpoint(slot, 0, 0)
        del self._kept[slot]
        return slot

    def _copy_folder(self) -> str | None:
        """A copy of what is in the program's folder, "" for nothing; None where there is too much."""
        if not self._folder or not os.listdir(self._folder):
            return ""
        if not is_small(self._folder):
            return None
        self._copied += 1
        copy = os.path.join(self._copies, f"{os.getpid()}-{self._copied}")
        os.mkdir(copy)
        copy_folder(self._folder, copy)
        return copy


class _Tasks:
    """The threads that the system knows of: one that Python has ended already may hold a lock for a moment longer.

    A fork then would wait for that lock for ever. Threads of a library that stay, as those of a numerical one, do no
    harm.
    """

    def __init__(self) -> None:
        self._steady = 1
        self._seen, self._since = 1, 0.0

    def are_steady(self) -> bool:
        """Whether none is about to end."""
        try:
            count = len(os.listdir("/proc/self/task"))
        except OSError:
            return True
        if count > self._steady:
            now = perf_counter()
            if count != self._seen:
                self._seen, self._since = count, now
            if now - self._since < _STEADY_S:
                return False
        self._steady = self._seen = count
        return True


class _Fork:
    """The system's bare calls.

    Attributes:
        libc: the library.
    """

    def __init__(self, libc: Any, number: int) -> None:
        self.libc = libc
        self._number = number

    def sibling(self) -> int:
        """Fork a process whose parent is this one's; 0 in it, else its number."""
        return int(self.libc.syscall(self._number, _CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0))

    def child(self) -> int:
        """Fork a child; 0 in it, else its number."""
        return int(self.libc.fork())

    def trim(self) -> None:
        """Give free memory back to the system, which would be copied when the other process uses it again."""
        if hasattr(self.libc, "malloc_trim"):
            self.libc.malloc_trim(0)

    def prctl(self, option: int, value: int) -> None:
        """See prctl(2)."""
        self.libc.prctl(option, value, 0, 0, 0)


def _bare_fork() -> _Fork | None:
    if not sys.platform.startswith("linux"):
        return None
    number = _CLONE.get(os.uname().machine)
    try:
        import ctypes

        libc = ctypes.PyDLL(None)
        libc.syscall.restype = ctypes.c_long
    except (ImportError, OSError, AttributeError):
        return None
    return None if number is None else _Fork(libc, number)


def _patiently(fork: Callable[[], int]) -> int:
    """What a fork gives; negative only where it is refused again and again."""
    for _ in range(round(_PATIENCE_S / _PAUSE_S)):
        pid = fork()
        if pid >= 0:
            return pid
        select.select((), (), (), _PAUSE_S)
    return fork()


def _die_with_parent(fork: _Fork | None, does: bool) -> None:
    if fork is not None:
        fork.prctl(PR_SET_PDEATHSIG, signal.SIGKILL if does else 0)


def _wait_for(pid: int, channel: int) -> int:
    """Wait until a worker has ended, and return its status; where the parent is gone nobody waits for it any more."""
    ended = os.pidfd_open(pid)
    poll = select.poll()
    poll.register(ended, select.POLLIN)
    poll.register(channel, 0)
    if all(descriptor != ended for descriptor, _ in poll.poll()):
        os._exit(0)
    os.close(ended)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
