"""Runs what tries many versions of a program, each in a fork of one child that is as sandboxed as any other."""

from __future__ import annotations

import json
import os
import select
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from llmdb.program.snippet import Program
from llmdb.runner.model import RunOptions

if TYPE_CHECKING:
    from llmdb.runner import Runner

MARK = "\x1e"
"""What such a program's lines about a candidate begin with; the candidates themselves write nothing."""


def format_program(main: str, job: Mapping[str, object]) -> str:
    """The text of a program that has its `JOB`, the mark among it, and `_fork_each`.

    Args:
        main: what the program does with them.
        job: what json can write.
    """
    return f"import json\nJOB = json.loads({json.dumps({**job, 'mark': MARK})!r})\n{_FORK_EACH}{main}"


_FORK_EACH = r"""
def _fork_each(items, attempt, wall, whole, at_once=1):
    # yields what `attempt(item, descriptor)` wrote in its own fork, until `whole(data)`, its end, or `wall` seconds;
    # of what runs at once, in the order of the items
    import os, select, signal, sys, time

    class Fork:
        def __init__(self, child, back):
            self.child, self.back = child, back
            self.deadline, self.data, self.is_over = time.monotonic() + wall, b"", False

    def fork(item):
        back, out = os.pipe()
        child = os.fork()
        if child:
            os.close(out)
            return Fork(child, back)
        try:
            os.setpgid(0, 0)
            os.close(back)
            null = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(null, stream)
            sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")
            attempt(item, out)
        except BaseException:
            pass
        finally:
            os._exit(0)

    def end(child, back):
        for target in (-child, child):
            try:
                os.kill(target, signal.SIGKILL)
            except OSError:
                pass
        try:
            os.waitpid(child, 0)
        except OSError:
            pass
        os.close(back)

    def read(running):
        waited = [one for one in running if not one.is_over]
        left = min(one.deadline for one in waited) - time.monotonic()
        ready, _, _ = select.select([one.back for one in waited], [], [], max(0.0, left))
        for one in waited:
            part = os.read(one.back, 65536) if one.back in ready else b""
            one.data += part
            ended = not part if one.back in ready else time.monotonic() >= one.deadline
            if ended or len(one.data) >= 1000000 or whole(one.data):
                one.is_over = True
                end(one.child, one.back)

    waiting, running = iter(items), []
    while True:
        while running and running[0].is_over:
            yield running.pop(0).data
        while sum(not one.is_over for one in running) < at_once:
            item = next(waiting, read)
            if item is read:
                break
            running.append(fork(item))
        if not running:
            return
        read(running)
"""

END = "end"
"""What such a program says of itself when it has tried a batch."""

_STARTING_S = 3.0
_LONGEST_S = 3600.0
_TICK_S = 0.2


def try_in_forks(
    runner: Runner,
    program: Program,
    options: RunOptions,
    main: str,
    job: Mapping[str, object],
    wall_s: float,
    stop: threading.Event | None = None,
) -> list[str]:
    """What the child said of the versions, a line each: it ran untrusted code, so a line may be of any form.

    Args:
        runner, options: what starts it, and its sandbox.
        program: whose versions they are; its prefix, file and arguments are added to the job.
        main: what the child does with the job; see `format_program`.
        job: what json can write.
        wall_s: how long it may take, its start apart.
        stop: ends it, with what it said so far.

    Raises:
        RunnerError: the child cannot be started.
        SandboxUnavailable: not in the sandbox that is asked for.
    """
    snippet = program.snippet
    path = str(snippet.path) if snippet.path is not None else snippet.name
    whole = {**job, "prefix": program.prefix, "file": path, "argv": [path, *program.arguments]}
    trying = Program(snippet=replace(snippet, text=format_program(main, whole), body="module"))
    limits = replace(options.limits, timeout_s=_STARTING_S + wall_s)
    written = runner.run(trying, replace(options, limits=limits, stdin=b"", here=False), stop=stop).stdout
    return [row[len(MARK) :] for row in written.split("\n") if row.startswith(MARK)]


class ForkServer:
    """One child that tries versions as it is asked to, batch after batch, each in a fork of its own.

    What it has imported for one batch is there for the next. Its program reads a batch as a line of JSON from its
    input, and answers each version with a marked line, the batch with one that is only `END`.
    """

    def __init__(
        self, runner: Runner, program: Program, options: RunOptions, main: str, job: Mapping[str, object]
    ) -> None:
        """As for `try_in_forks`; the child starts here, and ends with `close`."""
        self._stop = threading.Event()
        self._rows: SimpleQueue[str | BaseException | None] = SimpleQueue()
        self._pending = ""
        snippet = program.snippet
        trying = Program(snippet=replace(snippet, text=format_program(main, job), body="module"))
        limits = replace(options.limits, timeout_s=_LONGEST_S)
        options = replace(options, limits=limits, stdin=b"", here=False)
        given, self._feed = os.pipe()
        os.set_blocking(self._feed, False)

        def serve() -> None:  # a child ends with the thread that started it
            problem: BaseException | None = None
            try:
                with open(given, "rb", buffering=0) as feed:
                    runner.serve(trying, options, feed, self._take, self._stop)
            except Exception as raised:
                problem = raised
            self._rows.put(problem)

        self._thread = threading.Thread(target=serve, daemon=True)
        self._thread.start()

    @property
    def has_ended(self) -> bool:
        """Whether it takes nothing more."""
        return self._stop.is_set() or not self._thread.is_alive()

    def try_batch(
        self, batch: Mapping[str, object], wall_s: float, on_tick: Callable[[], None] = lambda: None
    ) -> Iterator[str]:
        """What the child says of each version of a batch, as it comes; less than asked for where it ends before.

        Args:
            batch: what json can write.
            wall_s: how long it may take.
            on_tick: called now and then while nothing comes.

        Raises:
            RunnerError, SandboxUnavailable: as `try_in_forks`.
        """
        end = time.monotonic() + _STARTING_S + wall_s
        self._send(f"{json.dumps(batch)}\n".encode(), end)
        while not self._stop.is_set():
            try:
                row = self._rows.get(timeout=_TICK_S)
            except Empty:
                on_tick()
                if time.monotonic() >= end:
                    self.close()
                continue
            if isinstance(row, BaseException):
                raise row
            if row is None or row == END:
                return
            yield row

    def close(self) -> None:
        """End the child; may be called again."""
        if not self._stop.is_set():
            self._stop.set()
            os.close(self._feed)
        self._thread.join()

    def _send(self, data: bytes, end: float) -> None:
        while data and not self.has_ended and time.monotonic() < end:
            try:
                data = data[os.write(self._feed, data) :]
            except BlockingIOError:
                select.select([], [self._feed], [], _TICK_S)
            except OSError:
                return

    def _take(self, data: bytes) -> None:
        """Called from the other thread."""
        *rows, self._pending = (self._pending + data.decode("utf-8", "replace")).split("\n")
        for row in rows:
            if row.startswith(MARK):
                self._rows.put(row[len(MARK) :])
