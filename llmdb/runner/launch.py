"""Starts child processes, which then wait for their job; some before it is known what they will run."""

from __future__ import annotations

import _socket  # all that is needed of `socket`, which takes milliseconds to import
import contextlib
import marshal
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llmdb.errors import RunnerError
from llmdb.events.framing import AHEAD, LENGTH, WAIT
from llmdb.runner.interpreter import minor_of
from llmdb.runner.sandbox import child_environment, keeps_processes
from llmdb.runner.scratch import Scratch
from llmdb.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO

    from llmdb.runner.interpreter import Interpreter
    from llmdb.runner.model import RunOptions

ROOT = str(Path(__file__).resolve().parents[2])
"""Where llmdb itself is imported from."""
_SEND_TIMEOUT_S = 30.0
_PATIENCE_S, _PAUSE_S = 1.0, 0.02
_START = "from llmdb.child.bootstrap import main; main(int(sys.argv[1]))"
_BROUGHT = ("bytecode", "msgpack")
"""Packages of ours that a recording child needs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Launched:
    """A child that waits for its job.

    Attributes:
        process: the child, the leader of a session of its own.
        control: this end of the channel for jobs and frames.
        channels, slots: those for its checkpoints, by this end and by the child's descriptor.
        scratch: the folder that it works in.
        marker: by which it and all that it starts are known.
    """

    process: subprocess.Popen[bytes]
    control: _socket.socket
    channels: tuple[_socket.socket, ...]
    slots: tuple[int, ...]
    scratch: Scratch
    marker: str

    def send(self, job: dict[str, Any]) -> None:
        """Send a job; a child that is gone already is noticed by its exit."""
        packed = marshal.dumps(job)
        self.control.settimeout(_SEND_TIMEOUT_S)
        with contextlib.suppress(OSError):
            self.control.sendall(LENGTH.pack(len(packed)) + packed)
        self.control.setblocking(False)

    def discard(self) -> None:
        """End it; nobody has a job for it."""
        self.process.kill()
        self.process.wait()
        for pipe in filter(None, (self.process.stdout, self.process.stderr)):
            pipe.close()
        for channel in (self.control, *self.channels):
            channel.close()
        self.scratch.remove()


def command_of(python: Interpreter | None) -> list[str]:
    """The whole command line of a child, but for the number of its channel.

    Nothing of the environment is imported before the job says where it lies, and nothing is compiled into it. Our own
    modules are kept compiled where this process keeps them, so that only the first child compiles them; what another
    version of Python makes of them is kept in the user's cache.
    """
    prefix, writes = sys.pycache_prefix, not sys.dont_write_bytecode
    if minor_of(python) != sys.version_info[:2]:
        from llmdb.folders import cache_folder

        prefix, writes = str(cache_folder(os.environ) / "compiled"), True
    path = (
        f"sys.path.append({ROOT!r}); sys.pycache_prefix = {prefix!r}; sys.dont_write_bytecode = {not writes}"
    )
    executable = python.executable if python is not None else sys.executable
    return [executable, "-P", "-s", "-S", "-c", f"import sys; {path}; {_START}"]


def own_paths(python: Interpreter | None = None) -> list[str]:
    """Where the child finds what records: everything this process imports from, or what another Python needs of it."""
    if python is None:
        return [entry for entry in sys.path if entry]
    from importlib.util import find_spec

    found = [find_spec(name) for name in _BROUGHT]
    return list(
        dict.fromkeys(
            [str(Path(spec.origin).parents[1]) for spec in found if spec is not None and spec.origin]
        )
    )


def launch(options: RunOptions, scratch: Scratch, keeps: int, stdin: IO[bytes] | None = None) -> Launched:
    """Start a child.

    Args:
        options: which Python it is, and whether it works in the user's folder.
        scratch: its own folder.
        keeps: how many checkpoints of it there may be.
        stdin: the program's input; None for an empty one.

    Raises:
        RunnerError: it could not be started.
    """
    pairs = [_socket.socketpair() for _ in range(keeps + 1)]
    given = tuple(theirs.fileno() for _, theirs in pairs)
    marker = os.urandom(8).hex()
    command = command_of(options.python)
    try:
        process = _popen(
            [*command, str(given[0])],
            stdin=subprocess.DEVNULL if stdin is None else stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=(options.cwd or os.getcwd()) if options.here else scratch.path,
            env=child_environment(scratch.path, marker),
            pass_fds=given,
            start_new_session=True,
            bufsize=0,
        )
    except OSError as exc:
        for ours, _ in pairs:
            ours.close()
        raise RunnerError(f"cannot start {command[0]}: {exc}") from exc
    finally:
        for _, theirs in pairs:
            theirs.close()
    (control, *channels) = (ours for ours, _ in pairs)
    return Launched(
        process=process,
        control=control,
        channels=tuple(channels),
        slots=given[1:],
        scratch=scratch,
        marker=marker,
    )


def _popen(command: list[str], **how: Any) -> subprocess.Popen[bytes]:
    """`subprocess.Popen`, again and again for a moment where the system has no process free."""
    until = time.monotonic() + _PATIENCE_S
    while True:
        try:
            return subprocess.Popen(command, **how)
        except BlockingIOError:
            if time.monotonic() > until:
                raise
            time.sleep(_PAUSE_S)


class Waiting:
    """Children that were started before their job was known, and import meanwhile what it needs.

    May be used from several threads at once; but a child ends with the thread that started it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._children: list[tuple[Interpreter | None, int, Launched]] = []

    def start(self, options: RunOptions, *, records: bool) -> None:
        """Start one for a run with these options; nothing where it would have to be told more at its start.

        For a recording there is one at most.
        """
        if options.here or options.stdin:
            return
        keeps = options.checkpoints if records and keeps_processes() else 0
        if keeps and any((options.python, keeps) == (python, kept) for python, kept, _ in self._children):
            return
        with contextlib.suppress(OSError, RunnerError):  # the run itself tells what cannot be done
            child = launch(options, Scratch(), keeps)
            child.send({"mode": WAIT, "records": records, "own_paths": own_paths(options.python)})
            with self._lock:
                self._children.append((options.python, keeps, child))

    def tell(self, options: RunOptions, job_of: Callable[[Launched], dict[str, Any]]) -> None:
        """Tell the child that waits for a recording with these options, if there is one, the most of its job.

        Args:
            options: of that run.
            job_of: gives the job of a child, without its epilogue.
        """
        with self._lock:
            for python, keeps, child in self._children:
                if keeps and python == options.python and keeps == options.checkpoints:
                    child.send({"mode": AHEAD, "job": {**job_of(child), "slots": list(child.slots)}})
                    return

    def take(self, options: RunOptions, keeps: int) -> Launched | None:
        """One that suits a run with these options; None where there is none."""
        if options.here or options.stdin:
            return None
        with self._lock:
            for entry in self._children:
                python, kept, child = entry
                if python == options.python and kept == keeps and child.process.poll() is None:
                    self._children.remove(entry)
                    return child
        return None

    def close(self) -> None:
        """End those that nobody took."""
        with self._lock:
            left, self._children = self._children, []
        for _, _, child in left:
            child.discard()
