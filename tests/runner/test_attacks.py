"""Whatever a program tries on what lies outside its sandbox, all of that is afterwards as it was."""

import os
import resource
import socket
import subprocess
import termios
from dataclasses import replace
from pathlib import Path

import pytest

from tests.runner.attacks import FAMILIES
from tests.runner.programs import limits, run

HARNESS = """
import ctypes, fcntl, mmap, os, pathlib, resource, shutil, signal, socket, struct, subprocess, sys, threading, time
libc = ctypes.CDLL(None, use_errno=True)
VEC = (ctypes.c_uint64 * 8)()
INFO = ctypes.create_string_buffer(128)
def call(*given):
    return libc.syscall(*given) >= 0
def linked(path):
    os.symlink(path, f"link{os.getpid()}")
    return f"link{os.getpid()}"
open("mine", "w").write("mine")
for attack in ATTACKS:
    pid = os.fork()
    if pid == 0:
        os.dup2(os.open(os.devnull, os.O_RDWR), 2)
        names = dict(globals())
        try:
            exec(attack, names)
        except BaseException:
            os._exit(0)
        os._exit(1 if names.get("got") not in (False, None, 0) else 0)
    until = time.monotonic() + PATIENCE
    while not (ended := os.waitpid(pid, os.WNOHANG))[0] and time.monotonic() < until:
        time.sleep(0.001)
    if not ended[0]:
        os.kill(pid, 9)
        ended = os.waitpid(pid, 0)
    if ended[1] == 256:
        print(repr(attack))
"""


class Outside:
    """What lies outside: a folder, a process, a daemon, a terminal; and how it is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        (folder / "kept.txt").write_text("kept")
        self.other = subprocess.Popen(["sleep", "1000"], start_new_session=True)
        self.daemon = socket.socket(socket.AF_UNIX)
        self.daemon.bind(str(folder / "d"))
        self.daemon.listen()
        self.daemon.setblocking(False)
        self.master, self.slave = os.openpty()

    def names(self) -> str:
        """As the attacks call it."""
        given = {
            "USER": str(self.folder),
            "OTHER": self.other.pid,
            "LLMDB": os.getpid(),
            "DAEMON": str(self.folder / "d"),
            "TTY": os.ttyname(self.slave),
        }
        return "".join(f"{name} = {value!r}\n" for name, value in given.items())

    def state(self) -> object:
        """All of it."""
        file = self.folder / "kept.txt"
        files = [
            (path.name, path.stat().st_mode, path.stat().st_mtime_ns)
            for path in sorted(self.folder.iterdir())
        ]
        processes = [
            (os.getpriority(os.PRIO_PROCESS, pid), os.sched_getaffinity(pid), os.sched_getscheduler(pid))
            for pid in (os.getpid(), self.other.pid)
        ]
        bounds = [
            resource.prlimit(self.other.pid, kind) for kind in (resource.RLIMIT_NOFILE, resource.RLIMIT_CPU)
        ]
        terminal = termios.tcgetattr(self.slave), termios.tcgetwinsize(self.slave)
        shared = [Path(f"/proc/sysvipc/{kind}").read_text() for kind in ("msg", "sem", "shm")]
        folder = self.folder.stat()
        try:
            self.daemon.accept()
            reached = True
        except BlockingIOError:
            reached = False
        return (
            *(
                files,
                file.read_text(),
                os.listxattr(file),
                file.stat().st_uid,
                folder.st_mode,
                folder.st_mtime_ns,
            ),
            *(processes, bounds, resource.getrlimit(resource.RLIMIT_NOFILE), terminal, shared, reached),
            *(self.other.poll(), Path("/etc/passwd").read_text(), os.getcwd()),
        )

    def close(self) -> None:
        """End what was started."""
        self.other.kill()
        self.other.wait()
        self.daemon.close()
        os.close(self.master)
        os.close(self.slave)


@pytest.mark.parametrize("family", FAMILIES)
def test_an_attack_is_refused_and_changes_nothing(family: str, tmp_path: Path) -> None:
    outside = Outside(tmp_path / "user")
    try:
        before = outside.state()
        done = run(
            f"{outside.names()}PATIENCE, ATTACKS = 5.0, {FAMILIES[family]!r}\n{HARNESS}", limits(120.0)
        )
        assert done.outcome.kind == "finished", done
        assert done.stdout == ""
        assert outside.state() == before
    finally:
        outside.close()


def test_there_are_hundreds_of_attacks_and_each_is_python() -> None:
    attacks = [attack for family in FAMILIES.values() for attack in family]
    assert len(set(attacks)) == len(attacks) >= 300
    for attack in attacks:
        compile(attack, attack, "exec")


@pytest.mark.parametrize("family", ["reading", "sockets", "reading by another way", "metadata"])
def test_what_the_sandbox_refuses_comes_through_without_it(family: str, tmp_path: Path) -> None:
    outside = Outside(tmp_path / "user")
    try:
        told = f"{outside.names()}PATIENCE, ATTACKS = 0.5, {FAMILIES[family]!r}\n{HARNESS}"
        through = run(told, replace(limits(120.0), sandbox="off")).stdout.splitlines()
        assert len(through) > len(FAMILIES[family]) / 3, through
    finally:
        outside.close()
