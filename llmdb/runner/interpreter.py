"""The Python that programs run with when it is not llmdb's own: what it is, and where it finds its modules."""

import ast
import os
import subprocess
import sys
from pathlib import Path

from llmdb.errors import UsageError
from llmdb.supported import refusal
from llmdb.types import PythonVersion
from llmdb.values import dataclass

OWN = "own"
"""How the user names the Python that llmdb itself runs on."""
_ANSWER_TIMEOUT_S = 20.0
_MOST_CHARACTERS = 120
_MARK = "llmdb asks:"
_QUESTION = f"""
import sys
path = [entry for entry in sys.path if entry]
sys.path[:] = path
names = set(sys.builtin_module_names)
folders = []
for name in list(sys.modules):
    if name.startswith("__editable__"):
        for found in ("MAPPING", "NAMESPACES"):
            for each, where in dict(getattr(sys.modules[name], found, ())).items():
                names.add(each.partition(".")[0])
                folders.extend(where if isinstance(where, list) else [where])
kind = getattr(getattr(sys, "implementation", None), "name", "cpython")
free = "t" in getattr(sys, "abiflags", "")
own = (sys.executable, sys.prefix, sys.exec_prefix)
told = (tuple(sys.version_info[:3]), kind, free) + own + (path, sorted(names), folders)
sys.stdout.write({_MARK!r} + repr(told) + "\\n")
"""
"""It must be understood by every Python, 2 included; `.pth` files may have printed something before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpreter:
    """A Python other than llmdb's own.

    Attributes:
        executable: as it is started: in a virtual environment the link that lies there.
        version: major, minor and micro.
        prefix, exec_prefix: as in its `sys`.
        path: its `sys.path` for `python FILE`, but for the file's folder.
        modules: names that can be imported and lie in no folder: built-in ones, those of editable installations.
        folders: where the packages and modules of editable installations are.
    """

    executable: str
    version: tuple[int, int, int]
    prefix: str
    exec_prefix: str
    path: tuple[str, ...]
    modules: frozenset[str]
    folders: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """The version, and the environment's folder as one would type it here."""
        return f"{'.'.join(map(str, self.version))} of {short(Path(self.prefix))}"


def minor_of(python: Interpreter | None) -> PythonVersion:
    """Major and minor version of what programs run with; None is llmdb's own Python."""
    return python.version[:2] if python is not None else sys.version_info[:2]


def short(path: Path) -> str:
    """A path as one would type it: from the current directory or from home where it lies below."""
    for folder, begins in ((Path.cwd(), Path()), (Path.home(), Path("~"))):
        if path.is_relative_to(folder):
            return str(begins / path.relative_to(folder))
    return str(path)


def editable_modules() -> frozenset[str]:
    """Names that only finders of editable installations can import, where llmdb's own Python has such."""
    return frozenset(name.partition(".")[0] for name, _ in _editable())


def editable_folders(python: Interpreter | None) -> list[str]:
    """The folders that hold packages and modules of editable installations; None is llmdb's own Python."""
    if python is not None:
        places = list(python.folders)
    else:
        found = (where for _, where in _editable())
        places = [place for where in found for place in (where if isinstance(where, list) else [where])]
    return [place if os.path.isdir(place) else os.path.dirname(place) for place in places]


def _editable() -> list[tuple[str, str | list[str]]]:
    """What the finders of editable installations import, and where it is: a path without its ending, or several."""
    tables = ("MAPPING", "NAMESPACES")
    finders = [module for name, module in [*sys.modules.items()] if name.startswith("__editable__")]
    return [
        item for finder in finders for table in tables for item in dict(getattr(finder, table, ())).items()
    ]


def interpreter_at(named: str) -> Interpreter | None:
    """The Python that an executable, a command on PATH or an environment's folder stands for.

    Returns:
        None for llmdb's own, which `own` stands for, too.

    Raises:
        UsageError: there is none, it does not start, or llmdb does not know its bytecode.
    """
    if named == OWN:
        return None
    executable = _executable(named)
    return None if _is_own(executable) else _asked(executable, named)


def find_module(name: str, python: Interpreter | None) -> tuple[str, Path]:
    """What `python -m NAME` would run, looked for as it is there, but without importing anything.

    Returns:
        The module's full name, which for a package is that of its `__main__`, and its file.

    Raises:
        UsageError: there is no such module, or it has no Python file.
    """
    parts = name.split(".")
    entries = [os.getcwd(), *(python.path if python is not None else filter(None, sys.path))]
    for entry in entries:
        whole = Path(entry, *parts)
        if (whole / "__init__.py").is_file() or (whole / "__main__.py").is_file():
            if (whole / "__main__.py").is_file():
                return f"{name}.__main__", whole / "__main__.py"
            raise UsageError(f"-m {name}: a package without __main__.py; name a module in it")
        if (file := whole.with_name(f"{parts[-1]}.py")).is_file():
            return name, file
    raise UsageError(f"-m {name}: no such module in the current folder or in the Python that would run it")


def package_above(file: Path) -> tuple[str, Path]:
    """The package that a file lies in, as far as folders have an `__init__.py`, and the folder above it.

    Returns:
        The package's full name, "" for a file that lies in none.
    """
    folder, names = file.resolve().parent, list[str]()
    while (folder / "__init__.py").is_file() and folder.name.isidentifier():
        names.insert(0, folder.name)
        folder = folder.parent
    return ".".join(names), folder


def _executable(named: str) -> Path:
    path = Path(named).expanduser()
    if path.is_dir():
        for name in ("bin/python", "bin/python3"):
            if os.path.lexists(path / name):
                return path.absolute() / name
        raise UsageError(
            f"{named} is no environment: it has no bin/python; name an environment's folder or a python"
        )
    if path.exists() or os.path.lexists(path):
        return path.absolute()
    if os.sep not in named:
        import shutil

        if found := shutil.which(named):
            return Path(found)
    raise UsageError(
        f"there is no Python at {named}: name an executable, an environment's folder, or `{OWN}` for llmdb's"
    )


def _is_own(executable: Path) -> bool:
    own = Path(sys.executable)
    same_folder = executable.parent.resolve() == own.parent.resolve()
    return same_folder and executable.resolve() == own.resolve()


def _complaint(written: bytes) -> str:
    """The line that says most of what a program wrote as it failed, cut to a width that can be read."""
    lines = written.decode("utf-8", "replace").strip().splitlines() or [""]
    return lines[-1 if lines[0].startswith("Traceback") else 0][:_MOST_CHARACTERS]


def _asked(executable: Path, named: str) -> Interpreter | None:
    """What an interpreter says of itself; None where that is llmdb's own after all."""
    try:
        done = subprocess.run(
            [str(executable), "-B", "-c", _QUESTION],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_ANSWER_TIMEOUT_S,
        )
    except OSError as problem:
        raise UsageError(f"{named} cannot be started: {os.strerror(problem.errno or 0)}") from problem
    except subprocess.SubprocessError as problem:
        raise UsageError(f"{named} did not answer within {_ANSWER_TIMEOUT_S:g} s") from problem
    _, mark, told = done.stdout.decode("utf-8", "replace").rpartition(_MARK)
    if done.returncode or not mark:
        raise UsageError(f"{named} is no Python that works: {_complaint(done.stderr) or 'it gave no answer'}")
    version, kind, free_threaded, own_name, prefix, exec_prefix, path, modules, folders = ast.literal_eval(
        told
    )
    if refused := refusal(version[:2], kind, free_threaded):
        raise UsageError(f"{named}: {refused}")
    executable = Path(own_name or executable)
    if _is_own(executable):
        return None
    return Interpreter(
        executable=str(executable),
        version=version,
        prefix=prefix,
        exec_prefix=exec_prefix,
        path=tuple(path),
        modules=frozenset(modules),
        folders=tuple(folders),
    )
