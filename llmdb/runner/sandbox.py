"""The parent's part of the sandbox: what this system has, and what a child may keep."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from llmdb.runner.model import RunOptions, SandboxMode

LAYERS = ("landlock", "seccomp", "limits")
_KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "SYSTEMROOT", "LD_LIBRARY_PATH")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_PR_GET_SECCOMP = 21
_SYSTEM = (
    *(
        "/usr",
        "/bin",
        "/sbin",
        "/lib",
        "/lib32",
        "/lib64",
        "/libx32",
        "/opt",
        "/nix/store",
        "/gnu/store",
        "/snap",
    ),
    *("/home/linuxbrew/.linuxbrew", "/proc", "/sys"),
)
_ETC = """
    alternatives bash.bashrc ca-certificates ca-certificates.conf crypto-policies debian_version fedora-release fonts
    gai.conf gnutls group host.conf hostname hosts inputrc java ld.so.cache ld.so.conf ld.so.conf.d locale.alias
    locale.conf locale.gen localtime login.defs lsb-release machine-id magic magic.mime mailcap mime.types networks
    nsswitch.conf os-release papersize passwd perl pki/ca-trust pki/tls/certs pki/tls/cert.pem pki/tls/openssl.cnf
    profile protocols python2.7 python3 redhat-release resolv.conf rpc services shells ssl/cert.pem ssl/certs
    ssl/openssl.cnf system-release terminfo timezone vim xattr.conf xdg xml
"""


def sandbox_line(mode: SandboxMode = "auto", layers: tuple[str, ...] = ()) -> str:
    """For the start of a session: "sandboxed", or the layers that hold here and what is missing.

    Args:
        mode: what was asked for.
        layers: those that held for a child; none where that is not known.
    """
    if mode == "off":
        return "sandbox: off (limits only)"
    present = layers or available_layers()
    missing = [name for name in LAYERS if name not in present]
    if not missing and keeps_processes():
        return "sandboxed"
    note = f"; missing here: {', '.join(missing)}" if missing else ""
    note += "" if keeps_processes() else "; only the record can be asked, no process is kept of a run"
    return f"sandbox: {', '.join(present)}{note}"


def keeps_processes() -> bool:
    """Whether processes of a run can be kept here to go back into it: that takes Linux."""
    return hasattr(os, "pidfd_open")


@cache
def available_layers() -> tuple[str, ...]:
    """The layers that this system can hold, asked without entering them."""
    if not sys.platform.startswith("linux"):
        return ("limits",)
    import ctypes

    from llmdb.runner.seccomp import seccomp_filter

    libc = ctypes.CDLL(None, use_errno=True)
    landlock = libc.syscall(444, None, 0, 1) > 0
    seccomp = bool(seccomp_filter(0)) and libc.prctl(_PR_GET_SECCOMP, 0, 0, 0, 0) >= 0
    held = {"landlock": landlock, "seccomp": seccomp, "limits": True}
    return tuple(name for name in LAYERS if held[name])


def required_layers(mode: SandboxMode) -> list[str]:
    """The layers without which a child must refuse to run the program."""
    return list(LAYERS) if mode == "require" else []


def sandbox_program() -> bytes:
    """The seccomp filter for a child of this process."""
    return _filter(os.getpid())


@cache
def _filter(pid: int) -> bytes:
    from llmdb.runner.seccomp import seccomp_filter

    return seccomp_filter(pid)


def writable_paths(options: RunOptions, scratch: Path) -> list[str]:
    """Folders and devices that a program may write to."""
    folders = [str(scratch), str(scratch.parent / "copies")]
    if options.here:
        folders.append(str((options.cwd or Path.cwd()).resolve()))
    return [*folders, *DEVICES]


def readable_paths(options: RunOptions, needed: Iterable[str]) -> list[str]:
    """Files and folders that a program may read.

    That is what it needs to run, the current folder, what is not hidden in the user's home folder, and what belongs to
    the system and is no secret. Keys and tokens lie elsewhere: in `~/.ssh`, `~/.netrc`, `/etc/shadow`, `/srv`, `/run`.

    Args:
        options: `readable` says what else is allowed.
        needed: the program's own folder, those that it imports from, its interpreter.
    """
    home = home_folder()
    found = [os.path.realpath(path) for path in dict.fromkeys((*needed, os.curdir))]
    if home != os.sep:
        # a link may lead anywhere, also to a folder that holds the home folder or to what is hidden in it
        places = (os.path.realpath(entry) for entry in _entries(home))
        found += [place for place in places if not _is_hidden(place, home)]
    found += [place for path in _on_path() if not _is_hidden(place := os.path.realpath(path), home)]
    allowed = [place for place in found if not _lies_in(home, place)]
    return list(dict.fromkeys([*allowed, *_system_paths(), *map(str, options.readable)]))


def _entries(folder: str) -> list[os.DirEntry[str]]:
    with suppress(OSError), os.scandir(folder) as entries:
        return list(entries)
    return []


def _on_path() -> list[str]:
    """Where programs and libraries are looked for."""
    folders = (os.environ.get(name, "").split(os.pathsep) for name in ("PATH", "LD_LIBRARY_PATH"))
    return [folder for entry in folders for folder in entry if os.path.isabs(folder)]


@cache
def _system_paths() -> tuple[str, ...]:
    """What programs read of the system; of `/etc` only what is known to hold no secret."""
    named = (*_SYSTEM, *(f"/etc/{name}" for name in _ETC.split()))
    return tuple(dict.fromkeys(os.path.realpath(path) for path in named if os.path.exists(path)))


def _lies_in(place: str, folder: str) -> bool:
    """Whether a real path is a folder's, or that of something in it."""
    return place == folder or place.startswith(folder.rstrip(os.sep) + os.sep)


def _is_hidden(place: str, home: str) -> bool:
    return place.startswith(home.rstrip(os.sep) + os.sep + ".")


def is_readable(path: Path, readable: Iterable[str]) -> bool:
    """Whether a file is one of these or in one of these folders."""
    place = os.path.realpath(path)
    return any(_lies_in(place, one) for one in readable)


def is_hidden(path: Path, options: RunOptions) -> bool:
    """Whether a file is hidden in the user's home folder, and not among those that may be read all the same."""
    place = os.path.realpath(path)
    return _is_hidden(place, home_folder()) and not any(_lies_in(place, str(one)) for one in options.readable)


def home_folder() -> str:
    """The user's home folder, as the system knows it; links in its path are followed."""
    return os.path.realpath(Path.home())


def child_environment(scratch: Path, marker: str) -> dict[str, str]:
    """A clean environment: no keys, a fixed hash seed so that a second run takes the same path."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    folder = str(scratch)
    return {
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        **kept,
        "HOME": folder,
        "TMPDIR": folder,
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "LLMDB_RUN": marker,
    }
