"""The programs that install packages: uv where it is, else pip; wheels only, so that nothing of a package runs."""

import json
import os
import re
import selectors
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from llmdb.errors import InstallFailed
from llmdb.runner.sandbox import available_layers
from llmdb.values import dataclass

OnLine = Callable[[str], None]
"""Told each line that an installer writes, and "" now and then while it writes none."""

_TICK_S = 0.2
_PLANNED = re.compile(r"^ \+ (\S+?)==(\S+)", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Installer:
    """A way to install: which program, the words that begin its command line, and the Python it installs for."""

    kind: Literal["uv", "pip"]
    command: tuple[str, ...]
    python: str = sys.executable


@dataclass(frozen=True, slots=True, kw_only=True)
class Distribution:
    """What a package index has under a name.

    Attributes:
        name, version: as the index has them.
        summary: one line of its author's; "" where the installer does not tell.
        planned: the names of all that would be installed for it, itself included.
    """

    name: str
    version: str
    summary: str = ""
    planned: tuple[str, ...] = ()


def find_installer(python: str = sys.executable) -> Installer:
    """uv on the PATH or beside this Python, else this Python's pip, else the one that `ensurepip` carries.

    Args:
        python: the executable to install for, in a folder elsewhere.

    Raises:
        InstallFailed: there is none of them.
    """
    beside = Path(sysconfig.get_path("scripts"), "uv")
    uv = shutil.which("uv") or (str(beside) if os.access(beside, os.X_OK) else None)
    return (
        Installer(kind="uv", command=(uv, "pip", "install"), python=python) if uv else pip_installer(python)
    )


def pip_installer(python: str = sys.executable) -> Installer:
    """This Python's pip, else the one that `ensurepip` carries.

    Raises:
        InstallFailed: there is neither.
    """
    import importlib.util

    if importlib.util.find_spec("pip") is not None:
        for_other = () if python == sys.executable else ("--python", python)
        command = (sys.executable, "-m", "pip", *for_other, "install")
        return Installer(kind="pip", command=command, python=python)
    bundled = sorted(Path(os.__file__).parent.glob("ensurepip/_bundled/pip-*.whl"))
    if not bundled:
        raise InstallFailed("neither uv nor pip is here: install uv, or ask your system for python3-venv")
    return Installer(kind="pip", command=(python, f"{bundled[-1]}/pip", "install"), python=python)


def look_up(installer: Installer, requirement: str, folder: Path) -> Distribution:
    """What would be installed for a requirement; nothing is kept, nothing of it runs.

    Args:
        installer: asked.
        requirement: a name, with a version if one is wanted.
        folder: an empty one, where the installer may write.

    Raises:
        InstallFailed: there is no such distribution, no wheel of it, or no way to the index.
    """
    if installer.kind == "uv":
        said = _run(installer, ["--dry-run"], [requirement], folder / "target", lambda line: None)
        planned = _PLANNED.findall(said)
        first = _named(requirement, planned) or (requirement, "")
        return Distribution(name=first[0], version=first[1], planned=tuple(name for name, _ in planned))
    report = folder / "report.json"
    options = ["--dry-run", "--ignore-installed", "--report", str(report)]
    _run(installer, options, [requirement], folder / "target", lambda line: None)
    data = json.loads(report.read_text(encoding="utf-8"))
    found = {d["metadata"]["name"]: d["metadata"] for d in data["install"]}
    name, _ = _named(requirement, [(name, "") for name in found]) or (next(iter(found)), "")
    return Distribution(
        name=name,
        version=found[name]["version"],
        summary=str(found[name].get("summary") or "")[:200],
        planned=tuple(found),
    )


def install_into(
    installer: Installer, requirements: Sequence[str], target: Path, on_line: OnLine = lambda line: None
) -> None:
    """Install wheels of the requirements and of what they need into a folder of their own.

    Raises:
        InstallFailed: it could not be done; the folder is to be thrown away.
        KeyboardInterrupt: stopped; nothing is left running.
    """
    _run(installer, ["--compile-bytecode"] if installer.kind == "uv" else [], requirements, target, on_line)


def _named(requirement: str, found: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
    from llmdb.packages.names import normalized

    wanted = normalized(requirement)
    return next((pair for pair in found if normalized(pair[0]) == wanted), None)


def _run(
    installer: Installer, options: Sequence[str], requirements: Sequence[str], target: Path, on_line: OnLine
) -> str:
    """Everything that the installer wrote, once it succeeded."""
    words = [*installer.command, "--target", str(target), "--only-binary", ":all:"]
    if installer.kind == "uv":
        # hard links into uv's cache are safe only where a program cannot write to them
        mode = [] if "landlock" in available_layers() else ["--link-mode", "copy"]
        words += ["--python", installer.python, *mode]
    else:
        words += ["--no-input", "--disable-pip-version-check", "--retries", "1"]
    said = _watched([*words, *options, "--", *requirements], target.parent, on_line)
    if said.status:
        raise InstallFailed(reason(said.text))
    return said.text


@dataclass(frozen=True, slots=True)
class _Said:
    status: int
    text: str


def _watched(words: Sequence[str], folder: Path, on_line: OnLine) -> _Said:
    """Run a command to its end in a session of its own; a Ctrl-C ends all of it."""
    process = subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        env=_environment(os.environ),
        start_new_session=True,
    )
    assert process.stdout is not None
    read = bytearray()
    shown = 0
    try:
        with selectors.DefaultSelector() as selector, process.stdout:
            selector.register(process.stdout, selectors.EVENT_READ)
            while True:
                ready = selector.select(_TICK_S)
                data = os.read(process.stdout.fileno(), 1 << 16) if ready else None
                if data == b"":
                    break
                read += data or b""
                *lines, _ = bytes(read[shown:]).decode("utf-8", "replace").split("\n")
                shown = read.rfind(b"\n") + 1
                for line in lines or [""]:
                    on_line(line.strip())
        status = process.wait()
    finally:
        _end(process)
    return _Said(status, read.decode("utf-8", "replace"))


def _end(process: "subprocess.Popen[bytes]") -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The user's, with what would install elsewhere or fetch another Python switched off."""
    changed = {
        "UV_PYTHON_DOWNLOADS": "never",
        "PIP_USER": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PIP_REQUIRE_VIRTUALENV": "0",
        "NO_COLOR": "1",
    }
    return {"UV_HTTP_RETRIES": "1", **environment, **changed}


_EXCLUSIVE = "its packages need versions that exclude each other"
_REASONS = (
    ("no space left on the disk", r"no space left|disk quota"),
    (
        "the package index refused it",
        r"HTTP status (client|server) error|\b(401|403) (Client )?(Error|Forbidden)",
    ),
    (
        "the package index cannot be reached",
        r"error sending request|network was disabled|NewConnectionError|Max retries exceeded|ProxyError|"
        r"failure in name resolution|dns error|Connection refused|Network is unreachable|timed out",
    ),
    (_EXCLUSIVE, r"ResolutionImpossible"),  # pip adds "No matching distribution" to it
    (
        "there is no wheel of it for this Python, and source code is never built",
        r"no usable wheels|building from source is disabled|no wheels? with a matching|only-binary",
    ),
    (
        "the package index has no wheel of that name",
        r"not found in the (package registry|provided package locations|cache)|No matching distribution",
    ),
    (_EXCLUSIVE, r"No solution found"),
    ("the folder cannot be written", r"Permission denied|Read-only file system"),
)


def reason(output: str) -> str:
    """Why an installation failed, in a few words, from what the installer wrote."""
    for words, pattern in _REASONS:
        if re.search(pattern, output, re.IGNORECASE):
            return words
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    told = [line for line in lines if line.lower().startswith("error")] or lines or ["no reason given"]
    return told[-1][:200]
