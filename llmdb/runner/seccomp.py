"""Assembles the seccomp filter that a child installs: what programs may call, and what else is answered how.

Calls that are not known to be harmless are answered as an older kernel would (ENOSYS), also those of kernels to come.
Refused are sockets but connected pairs, kernel administration, tracing, namespaces, limits and priorities of other
processes, changes of owner, flags or attributes, what changes a terminal, signals to llmdb itself, and memory that no
limit counts. `setsid` and `setpgid` do nothing and say that they succeeded, so that whatever a program starts stays in
its process group and one `killpg` ends it; so do changes of mode and time and whole-file locks, which would reach the
user's own files.
"""

import os
import struct
import sys
from typing import NamedTuple

from llmdb.runner.syscalls import allowed_numbers

_LD_W_ABS, _JEQ, _JGE, _JSET, _AND, _RET = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _ARCH, _ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data; low half of the first argument
_SECOND, _THIRD = _ARGUMENT + 8, _ARGUMENT + 16
_EPERM, _ENOTTY, _ENOSYS, _ENOTSUP = 1, 25, 38, 95
_AF_UNIX, _SOCK_STREAM, _TYPE_OF_SOCKET = 1, 1, 0xF
_NAMESPACES = 0x7E020000


class _Table(NamedTuple):
    """System call numbers of one architecture."""

    arch: int
    refused: tuple[int, ...]
    unsupported: tuple[int, ...]  # extended attributes: shutil takes "not supported" in good part
    pretended: tuple[int, ...]
    signals: tuple[int, ...]
    own_only: tuple[
        int, ...
    ]  # limits, scheduling and memory of the process that its first argument names; 0: its own
    setpriority: int
    utimensat: int
    ioctl: int
    fcntl: int
    socketpair: int
    clone: int
    prctl: int


_CLONE3 = 435
_COMMON = (*range(425, 434), 438, 440, 442, 443, 447, 448)
"""io_uring, the new mount calls, descriptors and memory of other processes, quota, and memory that no limit counts."""
_TERMINAL = (
    *(
        0x5402,
        0x5403,
        0x5404,
        0x5406,
        0x5407,
        0x5408,
        0x402C542B,
        0x402C542C,
        0x402C542D,
    ),  # TCSET*, TCSETA*, TCSETS2*
    *(0x5409, 0x540A, 0x540B, 0x5425),  # TCSBRK, TCXONC, TCFLSH, TCSBRKP
    *(
        0x540C,
        0x540D,
        0x540E,
        0x5410,
        0x5412,
        0x5414,
    ),  # TIOCEXCL, TIOCNXCL, TIOCSCTTY, TIOCSPGRP, TIOCSTI, TIOCSWINSZ
    *(0x541C, 0x541D, 0x5420, 0x5422, 0x5423),  # TIOCLINUX, TIOCCONS, TIOCPKT, TIOCNOTTY, TIOCSETD
)
_FLAGS = (0x40086602, 0x40046602, 0x40087602, 0x401C5820, 0xC0185879)
"""FS_IOC_SETFLAGS, its 32-bit form, FS_IOC_SETVERSION, FS_IOC_FSSETXATTR, FITRIM."""
_OWNERS = (0x8901, 0x8902)
"""FIOSETOWN, SIOCSPGRP: who is told of input, by a signal of one's choice."""
_FCNTL = (1024, 1026, 8, 10, 15)  # F_SETLEASE, F_NOTIFY, F_SETOWN, F_SETSIG, F_SETOWN_EX
_PRCTL = (4, 35, 62, 0x59616D61)  # PR_SET_DUMPABLE, PR_SET_MM, PR_SCHED_CORE, PR_SET_PTRACER


def _numbers(text: str) -> tuple[int, ...]:
    return (*map(int, text.split()), *_COMMON)


_X86_64 = _Table(
    arch=0xC000003E,
    # ptrace, process_vm_*, kcmp, mounts, swap, reboot, host names, ports, modules, kexec, bpf, perf, userfaultfd,
    # unshare, setns, file handles, quota, accounting, syslog, vhangup, clocks, keys, personality, ldt, fanotify,
    # SysV IPC and message queues (they outlive a process), chown family; socket, connect, bind; utime, utimes,
    # futimesat (Python uses utimensat), ioprio_set
    refused=_numbers(
        "101 310 311 312 165 166 155 161 167 168 169 170 171 172 173 175 176 313 246 320 321 298 323 272 308 303 304 "
        "179 163 103 153 164 227 159 305 248 249 250 135 154 300 29 64 68 240 92 93 94 260 41 42 49 132 235 261 251"
    ),
    unsupported=(188, 189, 190, 197, 198, 199),
    pretended=(109, 112, 90, 91, 268, 452, 73),  # setpgid, setsid, chmod, fchmod, fchmodat, fchmodat2, flock
    signals=(62, 200, 234, 129, 297, 434),
    # prlimit64, sched_setparam, sched_setscheduler, sched_setattr, sched_setaffinity, migrate_pages, move_pages
    own_only=(302, 142, 144, 314, 203, 256, 279),
    setpriority=141,
    utimensat=280,
    ioctl=16,
    fcntl=72,
    socketpair=53,
    clone=56,
    prctl=157,
)
_AARCH64 = _Table(
    arch=0xC00000B7,
    refused=_numbers(
        "117 270 271 272 40 39 41 51 224 225 142 161 162 105 106 273 104 294 280 241 282 97 268 264 265 "
        "60 89 116 58 170 112 171 266 217 218 219 92 262 194 190 186 180 54 55 198 203 200 30"
    ),
    unsupported=(5, 6, 7, 14, 15, 16),
    pretended=(154, 157, 52, 53, 452, 32),
    signals=(129, 130, 131, 138, 240, 434),
    own_only=(261, 118, 119, 274, 122, 238, 239),
    setpriority=140,
    utimensat=88,
    ioctl=29,
    fcntl=25,
    socketpair=199,
    clone=220,
    prctl=167,
)
_TABLES = {"x86_64": _X86_64, "AMD64": _X86_64, "aarch64": _AARCH64, "arm64": _AARCH64}


def seccomp_filter(protected_pid: int) -> bytes:
    """The filter for this machine, as an array of `struct sock_filter`; b"" where it is not known.

    Args:
        protected_pid: llmdb's own process, to which the program may send no signal.
    """
    table = _TABLES.get(os.uname().machine) if sys.platform.startswith("linux") else None
    if table is None or sys.maxsize < 2**32:
        return b""
    code = [
        _op(_LD_W_ABS, _ARCH),
        _op(_JEQ, table.arch, 1, 0),
        _op(_RET, _KILL),
        _op(_LD_W_ABS, _NUMBER),
    ]
    for errno, numbers in (
        (_EPERM, table.refused),
        (_ENOTSUP, table.unsupported),
        (0, table.pretended),
        (_ENOSYS, (_CLONE3,)),
    ):
        for number in numbers:
            code += [_op(_JEQ, number, 0, 1), _op(_RET, _ERRNO | errno)]
    for number in table.own_only:
        code += _rule(number, [_op(_LD_W_ABS, _ARGUMENT), _op(_JEQ, 0, 0, 1), _ALLOWED, _refused(_EPERM)])
    code += _rule(table.setpriority, _own_priority())
    code += _rule(table.utimensat, _no_times())
    code += _rule(table.ioctl, _unless(_SECOND, (*_TERMINAL, *_FLAGS, *_OWNERS), _ENOTTY))
    code += _rule(table.fcntl, _unless(_SECOND, _FCNTL, _EPERM))
    code += _rule(table.prctl, _unless(_ARGUMENT, _PRCTL, _EPERM))
    code += _rule(table.socketpair, _connected_pair())
    code += [_op(_JEQ, table.clone, 0, 4), _op(_LD_W_ABS, _ARGUMENT), _op(_JSET, _NAMESPACES, 0, 1)]
    code += [_op(_RET, _ERRNO | _EPERM), _op(_RET, _ALLOW)]
    for number in table.signals:
        code += [_op(_JEQ, number, 0, 5), _op(_LD_W_ABS, _ARGUMENT), _op(_JEQ, protected_pid, 1, 0)]
        code += [_op(_JEQ, 0xFFFFFFFF, 0, 1), _op(_RET, _ERRNO | _EPERM), _op(_RET, _ALLOW)]
    for first, last in allowed_numbers(table is _AARCH64):
        code += [_op(_JGE, first, 0, 2), _op(_JGE, last + 1, 1, 0), _ALLOWED]
    return b"".join([*code, _refused(_ENOSYS)])


def _rule(number: int, rest: list[bytes]) -> list[bytes]:
    """What decides about one system call; it ends in an answer on every way."""
    return [_op(_JEQ, number, 0, len(rest)), *rest]


def _own_priority() -> list[bytes]:
    """Only of a process, not of a group or user, and only the caller's own."""
    return [
        *(_op(_LD_W_ABS, _ARGUMENT), _op(_JEQ, 0, 0, 3)),
        *(_op(_LD_W_ABS, _SECOND), _op(_JEQ, 0, 0, 1)),
        *(_ALLOWED, _refused(_EPERM)),
    ]


def _no_times() -> list[bytes]:
    """Times are taken in good part and not set; "now", by which `Path.touch` looks for a file, is refused."""
    return [
        *(_op(_LD_W_ABS, _THIRD), _op(_JEQ, 0, 0, 3)),
        *(_op(_LD_W_ABS, _THIRD + 4), _op(_JEQ, 0, 0, 1)),
        *(_refused(_EPERM), _refused(0)),
    ]


def _unless(argument: int, values: tuple[int, ...], errno: int) -> list[bytes]:
    tests = [_op(_JEQ, value, len(values) - place, 0) for place, value in enumerate(values)]
    return [_op(_LD_W_ABS, argument), *tests, _ALLOWED, _refused(errno)]


def _connected_pair() -> list[bytes]:
    """Two ends of a stream; those of datagrams could send to any address."""
    return [
        *(_op(_LD_W_ABS, _ARGUMENT), _op(_JEQ, _AF_UNIX, 0, 4)),
        *(_op(_LD_W_ABS, _SECOND), _op(_AND, _TYPE_OF_SOCKET), _op(_JEQ, _SOCK_STREAM, 0, 1)),
        *(_ALLOWED, _refused(_EPERM)),
    ]


def _op(code: int, value: int, true: int = 0, false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, true, false, value)


def _refused(errno: int) -> bytes:
    """The answer with this error; 0 says that it succeeded, and nothing is done."""
    return _op(_RET, _ERRNO | errno)


_ALLOWED = _op(_RET, _ALLOW)
