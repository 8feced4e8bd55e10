"""Layers 0 and 1 of the sandbox, entered by the child itself: limits, Landlock, seccomp.

Everything is decided by the parent and comes in the job; nothing here raises for a layer that the system lacks:
its name is missing in what `enter` returns.
"""

from __future__ import annotations

import os
import resource

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PR_SET_PDEATHSIG, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 22, 38
_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446  # the same number on every architecture
_FS_WRITE = sum(1 << bit for bit in (1, *range(4, 13)))  # write_file, remove_*, make_*
_FS_READ, _FS_REFER, _FS_TRUNCATE = 1 << 2, 1 << 13, 1 << 14  # of a folder's list nothing is refused
_FS_FILE = (1 << 1) | _FS_READ | _FS_TRUNCATE
_NET, _SCOPED = 0b11, 0b11  # bind and connect of TCP; abstract sockets and signals


def enter(job: dict[str, Any]) -> list[str]:
    """Enter every layer that the job asks for; returns the names of those that hold."""
    _set_limits(job["rlimits"])
    layers = ["limits"]
    if not job["sandbox"]:
        return layers
    try:
        ctypes, libc = _libc()
    except (ImportError, OSError, AttributeError):
        return layers
    if not hasattr(libc, "prctl"):
        return layers
    libc.prctl(PR_SET_PDEATHSIG, 9, 0, 0, 0)
    if os.getppid() != job["parent"]:  # it has ended before
        os._exit(0)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if _landlock(ctypes, libc, job["writable"], job["readable"]):
        layers.insert(0, "landlock")
    if os.geteuid() == 0:
        _drop_capabilities(ctypes, libc)
    if job["seccomp"] and _seccomp(ctypes, libc, job["seccomp"]):
        layers.insert(len(layers) - 1, "seccomp")
    return layers


def forbid_writing(but: list[str], libc: Any = None) -> bool:
    """Refuse writes but to these folders and devices, in a process that is in the sandbox already."""
    import ctypes

    libc = libc or _libc()[1]
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    return _landlock(ctypes, libc, but)


def _libc() -> tuple[Any, Any]:
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    return ctypes, libc


def _set_limits(limits: dict[str, int]) -> None:
    for name, value in limits.items():
        try:
            kind = getattr(resource, name)
            _, hard = resource.getrlimit(kind)
            ceiling = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (ceiling, ceiling))
        except (AttributeError, ValueError, OSError):
            continue


def _landlock(ctypes: Any, libc: Any, writable: list[str], readable: list[str] | None = None) -> bool:
    """Refuse writes outside `writable` (folders and devices), and TCP and foreign signals where known.

    With `readable` (files and folders) reading other files is refused, too, but for what may be written.
    """
    version = libc.syscall(_LANDLOCK_CREATE, None, 0, 1)
    if version < 1:
        return False
    handled = _FS_WRITE | (_FS_REFER if version >= 2 else 0) | (_FS_TRUNCATE if version >= 3 else 0)
    handled |= _FS_READ if readable is not None else 0
    words = [handled, _NET if version >= 4 else 0, _SCOPED if version >= 6 else 0]
    attributes = (ctypes.c_uint64 * 3)(*words)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = libc.syscall(_LANDLOCK_CREATE, ctypes.byref(attributes), ctypes.c_size_t(size), 0)
    if ruleset < 0:
        return False
    try:
        for path in writable:
            _allow(ctypes, libc, ruleset, path, handled)
        for path in readable or ():
            _allow(ctypes, libc, ruleset, path, _FS_READ)
        return bool(libc.syscall(_LANDLOCK_RESTRICT, ruleset, 0) == 0)
    finally:
        os.close(ruleset)


def _allow(ctypes: Any, libc: Any, ruleset: int, path: str, handled: int) -> None:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        access = handled if os.path.isdir(path) else handled & _FS_FILE
        rule = access.to_bytes(8, "little") + fd.to_bytes(4, "little")
        libc.syscall(_LANDLOCK_ADD, ruleset, 1, ctypes.c_char_p(rule), 0)
    finally:
        os.close(fd)


def _drop_capabilities(ctypes: Any, libc: Any) -> None:
    """A root user keeps only the right to read what it could read (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH)."""
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    sets = (ctypes.c_uint32 * 6)(0b110, 0b110, 0, 0, 0, 0)
    if hasattr(libc, "capset"):
        libc.capset(ctypes.byref(header), ctypes.byref(sets))


def _seccomp(ctypes: Any, libc: Any, program: bytes) -> bool:
    """Install the filter that the parent assembled: `struct sock_filter` of 8 bytes each."""
    code = ctypes.create_string_buffer(program, len(program))

    class Program(ctypes.Structure):  # type: ignore[misc]
        _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]

    handle = Program(len(program) // 8, ctypes.addressof(code))
    return bool(libc.prctl(_PR_SET_SECCOMP, 2, ctypes.byref(handle), 0, 0) == 0)
