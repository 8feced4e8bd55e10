"""Finds and ends whatever a program left running, by its process group, its session and its environment mark."""

import contextlib
import mmap
import os
import signal
import time
from collections.abc import Container, Iterator
from pathlib import Path

_PROC = Path("/proc")


def process_count() -> int:
    """How many processes and threads the system has; 0 where that cannot be read cheaply."""
    try:
        return int((_PROC / "loadavg").read_text().split()[3].partition("/")[2])
    except (OSError, ValueError, IndexError):
        return 0


def members(session: int, marker: str = "") -> Iterator[int]:
    """Process ids of a session, and with `marker` those whose environment holds `LLMDB_RUN=marker`."""
    mark = f"LLMDB_RUN={marker}\0".encode() if marker else b""
    for entry in _numbered():
        try:
            fields = _read(f"{_PROC}/{entry}/stat").rpartition(b")")[2].split()
            if fields[0] == b"Z":
                continue
            inside = int(fields[3]) == session
            if inside or (mark and mark in _read(f"{_PROC}/{entry}/environ") + b"\0"):
                yield int(entry)
        except (OSError, ValueError, IndexError):
            continue


def workers_in(folder: Path) -> Iterator[int]:
    """Process ids of what works in a folder or below, or was started with a HOME there."""
    home = f"HOME={folder}/".encode()
    for entry in _numbered():
        with contextlib.suppress(OSError):
            here = Path(os.readlink(_PROC / entry / "cwd").removesuffix(" (deleted)"))
            environment = (_PROC / entry / "environ").read_bytes().split(b"\0")
            if here.is_relative_to(folder) or any(word.startswith(home) for word in environment):
                yield int(entry)


def _read(path: str) -> bytes:
    with open(path, "rb", buffering=0) as file:
        return file.readall()


def _numbered() -> list[str]:
    try:
        return [entry for entry in os.listdir(_PROC) if entry.isdigit()]
    except OSError:
        return []


def private_bytes(pid: int) -> int:
    """What a process has in memory that no other one shares; 0 where that cannot be told."""
    try:
        lines = (_PROC / str(pid) / "smaps_rollup").read_bytes().splitlines()
        return sum(int(line.split()[1]) << 10 for line in lines if line.startswith(b"Private_"))
    except (OSError, ValueError, IndexError):
        return 0


def resident_bytes(pid: int) -> int:
    """What a process has in memory; 0 where that cannot be told."""
    try:
        return int((_PROC / str(pid) / "statm").read_bytes().split()[1]) * mmap.PAGESIZE
    except (OSError, ValueError, IndexError):
        return 0


def kill_group(leader: int) -> None:
    """SIGKILL to the whole group; the leader must not have been waited for yet."""
    signal_group(leader, signal.SIGKILL)


def signal_group(leader: int, number: int) -> None:
    """A signal to the whole group; the leader must not have been waited for yet."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, number)


def kill_member(pid: int, leader: int) -> None:
    """SIGKILL to a process if it is of the leader's group."""
    with contextlib.suppress(OSError):
        if os.getpgid(pid) == leader:
            os.kill(pid, signal.SIGKILL)


def sweep(session: int, marker: str, but: Container[int] = (), seconds: float = 1.0) -> None:
    """Kill until no member of the session and no bearer of the mark is left, `but` for some."""
    deadline = time.monotonic() + seconds
    while True:
        found = [pid for pid in members(session, marker) if pid != os.getpid() and pid not in but]
        for pid in found:
            try:
                os.kill(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                continue
        if not found or time.monotonic() > deadline:
            return
        time.sleep(0.005)


def has_exited(pid: int) -> bool:
    """Whether a child is a zombie: it is reaped only after its group was killed."""
    try:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return True


def exit_descriptor(pid: int) -> int | None:
    """A descriptor that becomes readable when the child ends; None where the system has none."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None
