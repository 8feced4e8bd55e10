"""Assembles the seccomp filter that a child installs: a denylist that ordinary programs never meet.

Refused: sockets but AF_UNIX, kernel administration, tracing, namespaces, changes of owner or mode, and signals
to llmdb itself. `setsid` and `setpgid` do nothing and say that they succeeded, so that whatever a program starts
stays in its process group and one `killpg` ends it.
"""

import platform
import struct
import sys
from typing import NamedTuple

_LD_W_ABS, _JEQ, _JGE, _JSET, _RET = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _ARCH, _ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data; low half of the first argument
_EPERM, _ENOSYS, _ENOTSUP = 1, 38, 95
_AF_UNIX = 1
_NAMESPACES = 0x7E020000


class _Table(NamedTuple):
    """System call numbers of one architecture."""

    arch: int
    refused: tuple[int, ...]
    unsupported: tuple[int, ...]  # extended attributes: shutil takes "not supported" in good part
    pretended: tuple[int, ...]
    signals: tuple[int, ...]
    socket: int
    clone: int


_CLONE3 = 435
_COMMON = (*range(425, 434), 442)  # io_uring, and the new mount calls


def _numbers(text: str) -> tuple[int, ...]:
    return (*map(int, text.split()), *_COMMON)


_X86_64 = _Table(
    arch=0xC000003E,
    # ptrace, process_vm_*, kcmp, mounts, swap, reboot, host names, ports, modules, kexec, bpf, perf, userfaultfd,
    # unshare, setns, file handles, quota, accounting, syslog, vhangup, clocks, keys, personality, ldt, fanotify,
    # SysV IPC and message queues (they outlive a process), chown family
    refused=_numbers(
        "101 310 311 312 165 166 155 161 167 168 169 170 171 172 173 175 176 313 246 320 321 298 323 272 308 303 304 "
        "179 163 103 153 164 227 159 305 248 249 250 135 154 300 29 64 68 240 92 93 94 260"
    ),
    unsupported=(188, 189, 190, 197, 198, 199),
    pretended=(109, 112, 90, 91, 268, 452),  # setpgid, setsid, chmod, fchmod, fchmodat, fchmodat2
    signals=(62, 200, 234, 129, 297, 434),
    socket=41,
    clone=56,
)
_AARCH64 = _Table(
    arch=0xC00000B7,
    refused=_numbers(
        "117 270 271 272 40 39 41 51 224 225 142 161 162 105 106 273 104 294 280 241 282 97 268 264 265 "
        "60 89 116 58 170 112 171 266 217 218 219 92 262 194 190 186 180 54 55"
    ),
    unsupported=(5, 6, 7, 14, 15, 16),
    pretended=(154, 157, 52, 53, 452),
    signals=(129, 130, 131, 138, 240, 434),
    socket=198,
    clone=220,
)
_TABLES = {"x86_64": _X86_64, "AMD64": _X86_64, "aarch64": _AARCH64, "arm64": _AARCH64}


def seccomp_filter(protected_pid: int) -> bytes:
    """The filter for this machine, as an array of `struct sock_filter`; b"" where it is not known.

    Args:
        protected_pid: llmdb's own process, to which the program may send no signal.
    """
    table = _TABLES.get(platform.machine())
    if table is None or not sys.platform.startswith("linux") or sys.maxsize < 2**32:
        return b""
    code = [
        _op(_LD_W_ABS, _ARCH),
        _op(_JEQ, table.arch, 1, 0),
        _op(_RET, _KILL),
        _op(_LD_W_ABS, _NUMBER),
        _op(_JGE, 0x40000000, 0, 1),
        _op(_RET, _ERRNO | _ENOSYS),
    ]
    for errno, numbers in (
        (_EPERM, table.refused),
        (_ENOTSUP, table.unsupported),
        (0, table.pretended),
        (_ENOSYS, (_CLONE3,)),
    ):
        for number in numbers:
            code += [_op(_JEQ, number, 0, 1), _op(_RET, _ERRNO | errno)]
    code += [_op(_JEQ, table.socket, 0, 4), _op(_LD_W_ABS, _ARGUMENT), _op(_JEQ, _AF_UNIX, 0, 1)]
    code += [_op(_RET, _ALLOW), _op(_RET, _ERRNO | _EPERM)]
    code += [_op(_JEQ, table.clone, 0, 4), _op(_LD_W_ABS, _ARGUMENT), _op(_JSET, _NAMESPACES, 0, 1)]
    code += [_op(_RET, _ERRNO | _EPERM), _op(_RET, _ALLOW)]
    for number in table.signals:
        code += [_op(_JEQ, number, 0, 5), _op(_LD_W_ABS, _ARGUMENT), _op(_JEQ, protected_pid, 1, 0)]
        code += [_op(_JEQ, 0xFFFFFFFF, 0, 1), _op(_RET, _ERRNO | _EPERM), _op(_RET, _ALLOW)]
    code.append(_op(_RET, _ALLOW))
    return b"".join(code)


def _op(code: int, value: int, true: int = 0, false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, true, false, value)
