"""What a child is told: the job dictionary, and what it may read."""

import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from llmdb.program.compiling import assigned_names
from llmdb.program.debuggers import debuggers_named
from llmdb.program.files import files_of
from llmdb.program.graph import ControlFlowGraph
from llmdb.program.modules import begins_package
from llmdb.program.parsing import parse
from llmdb.program.snippet import Program, Snippet
from llmdb.runner.interpreter import Interpreter, editable_folders, editable_modules, minor_of
from llmdb.runner.launch import ROOT, own_paths
from llmdb.runner.model import RunOptions
from llmdb.runner.sandbox import DEVICES, readable_paths, required_layers, sandbox_program, writable_paths
from llmdb.runner.scratch import Scratch

_FILE_SIZE = 256 << 20
_OPEN_FILES = 512
FLUSH_SIGNAL = getattr(signal, "SIGRTMAX", signal.SIGUSR2)
"""Asks a recording child for the events that it still holds; not every system has signals that no program uses."""

_SEES_DEATHS = re.compile(r"\b(?:__del__|weakref|gc)\b")
"""Programs that notice when an object dies: the recorder must keep none alive."""


def plain_job(program: Program, options: RunOptions, scratch: Path) -> dict[str, Any]:
    """The job of a run without probes: only values that `marshal` knows."""
    snippet = program.snippet
    folder = _working_directory(options, scratch)
    path = program_path(program, options, folder)
    return {
        "mode": "plain",
        "source": snippet.main,
        "modules": _modules(program),
        "body": snippet.body,
        "assigned": _assigned(program),
        "prefix": program.prefix,
        "epilogue": program.epilogue,
        "debuggers": debuggers_named(snippet.text),
        "module": snippet.module,
        "begins_package": begins_package(snippet),
        "file": str(snippet.path.resolve()) if snippet.path is not None else "",
        "argv": [str(snippet.path) if snippet.path is not None else snippet.name, *program.arguments],
        "path": path,
        "prefixes": _prefixes(options.python),
        "has_site": options.python is not None or bool(editable_modules()),
        "own_paths": own_paths(options.python),
        "depth": _frames_above(options.python),
        "sandbox": options.sandbox != "off",
        "parent": os.getpid(),
        "required": required_layers(options.sandbox),
        "writable": writable_paths(options, scratch),
        "readable": readable_paths(options, _needed(program, options, path, folder)),
        "seccomp": sandbox_program() if options.sandbox != "off" else b"",
        "rlimits": _rlimits(options),
        "max_steps": options.limits.max_steps,
        "max_output": options.limits.max_output_bytes,
        "stdin": options.stdin is not None,
        "flush_every_step": options.flush_every_step,
        "sees_deaths": _SEES_DEATHS.search(snippet.text) is not None,
    }


def recording_job(
    program: Program,
    cfg: ControlFlowGraph,
    options: RunOptions,
    scratch: Scratch,
    *,
    asks: bool,
    revisits: bool = False,
) -> dict[str, Any]:
    """The job of a recording.

    Args:
        program, cfg, options: what is recorded, and how.
        scratch: its folder.
        asks: whether the user answers `input()`.
        revisits: whether the process only waits at its first event to be gone on from.
    """
    units = [
        (unit.kind, unit.scope, unit.start, unit.end, unit.block, unit.line, unit.leads) for unit in cfg.units
    ]
    return {
        **plain_job(program, options, scratch.path),
        "mode": "record",
        "revisits": revisits,
        "slots": [],
        "flush_signal": int(FLUSH_SIGNAL),
        "folder": "" if options.here else str(scratch.path),
        "copies": str(scratch.copies),
        "protected": [str(scratch.path), *DEVICES] if options.here and options.sandbox != "off" else None,
        "units": units,
        "asks": asks,
        "describers": list(options.describers),
    }


def _assigned(program: Program) -> list[str]:
    """The names that a function body assigns: those that the prefix defines become its parameters."""
    if program.snippet.body == "module":
        return []
    return sorted(assigned_names(parse(program.snippet.main)))


def _modules(program: Program) -> list[tuple[str, str, str, int]]:
    """The modules of the program that are run from its text: name, file, text, and the lines before that."""
    snippet = program.snippet
    folder = snippet.path.resolve().parent if snippet.path is not None else Path.cwd()
    return [
        (file.module, str(folder / file.path), file.text, file.before)
        for file in files_of(snippet.text)
        if file.module
    ]


def program_path(program: Program, options: RunOptions, folder: Path) -> list[str]:
    """`sys.path` of the program: its own folder, the standard library, installed packages."""
    usual = options.python.path if options.python is not None else sys.path
    first = _first_on_path(program.snippet, folder, usual)
    if options.python is not None:
        installed = [str(options.packages)] if options.packages is not None else []
        return _unique([first, *usual, *installed])
    rest = [entry for entry in usual if entry and entry != first and not _is_ours(entry)]
    extra = [str(options.packages)] if options.packages is not None else []
    return [first, *_unique([*_standard_library(), *extra, *rest])]


def _first_on_path(snippet: Snippet, folder: Path, usual: Sequence[str]) -> str:
    """The folder that `python` puts first: the file's, or for a module the one that its package was found in."""
    if snippet.path is None:
        return str(folder)
    parents = snippet.path.resolve().parents
    if not snippet.module:
        return str(parents[0])
    above = str(parents[min(snippet.module.count("."), len(parents) - 1)])
    return above if above not in usual else str(Path.cwd())


def _needed(program: Program, options: RunOptions, path: Sequence[str], folder: Path) -> list[str]:
    """What a program must be able to read to run at all, and the files that its arguments name."""
    python = options.python
    executable = python.executable if python is not None else sys.executable
    base = os.path.dirname(os.path.dirname(os.path.realpath(executable)))
    interpreter = [*_prefixes(python), base, executable]
    if python is None:
        interpreter += [sys.base_prefix, sys.base_exec_prefix]
    named = [word for word in program.arguments if os.path.isfile(word)]
    imported = [*path, *own_paths(python), *editable_folders(python)]
    return [*imported, *interpreter, ROOT, str(folder), *named]


def _prefixes(python: Interpreter | None) -> list[str]:
    return [python.prefix, python.exec_prefix] if python is not None else [sys.prefix, sys.exec_prefix]


def _frames_above(python: Interpreter | None) -> int:
    """How many frames of ours lie under the module's: the recursion limit is raised by as many (3.11 counts `exec`)."""
    return 5 if minor_of(python) < (3, 12) else 4


def _is_ours(entry: str) -> bool:
    """Whether a folder is the checkout that llmdb is run from, or that of the script or `-m` that started it.

    Where llmdb is installed, the folder that holds it is that of all installed packages.
    """
    checkout = os.path.isdir(f"{entry}/llmdb/runner") and os.path.isfile(f"{entry}/pyproject.toml")
    return checkout or Path(entry) == Path.cwd()


def _standard_library() -> list[str]:
    """What `sysconfig.get_paths` says of it, whose table takes milliseconds to read; what is zipped; extensions."""
    pure = os.path.dirname(os.__file__)
    folders = [pure, os.path.join(sys.exec_prefix, sys.platlibdir, os.path.basename(pure))]
    zipped = [entry for entry in sys.path if entry.endswith(".zip")]
    dynamic = [entry for entry in sys.path if entry.endswith("lib-dynload")]
    return [*zipped, *folders, *dynamic]


def _unique(entries: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(entries))


def _working_directory(options: RunOptions, scratch: Path) -> Path:
    return (options.cwd or Path.cwd()) if options.here else scratch


def _rlimits(options: RunOptions) -> dict[str, int]:
    """Backstops of the kernel; the parent's own clock is the limit that users see."""
    limits = options.limits
    return {
        "RLIMIT_AS": limits.max_memory_mib << 20,
        "RLIMIT_CPU": int(limits.timeout_s * 4) + 30,
        "RLIMIT_FSIZE": _FILE_SIZE,
        "RLIMIT_NOFILE": max(_OPEN_FILES, 1024),
        "RLIMIT_CORE": 0,
    }
