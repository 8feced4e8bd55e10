"""Imports of real modules of which something is other than here: the platform, an environment variable, a function."""

import importlib
import inspect
import json
import sys
from dataclasses import field
from typing import TYPE_CHECKING

from llmdb.prefix import tables
from llmdb.prefix.guess import ABSENT, is_always_real
from llmdb.prefix.places import Place
from llmdb.prefix.turning import NUMBER
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.prefix.writing.writer import Writer

_ENVIRONMENT = "environ"
_USED_BY_ALL = frozenset({"abc", "array", "ast", "asyncio", "atexit", "bisect", "builtins", "codecs", "collections",
    "contextlib", "ctypes", "dis", "enum", "fcntl", "functools", "gc", "genericpath", "importlib", "inspect", "io",
    "itertools", "linecache", "locale", "marshal", "mmap", "operator", "os", "pickle", "posixpath", "re", "resource",
    "select", "signal", "site", "socket", "stat", "struct", "sys", "threading", "time", "traceback", "types", "typing",
    "warnings", "weakref"})  # fmt: skip
"""Modules that what records a program needs, or most others do."""
_OF_PROGRAMS = frozenset({"asyncio", "importlib.resources", "importlib.metadata"})
"""Those of them whose functions programs call."""
_ASKED_BY_PROGRAMS = {
    "os": "remove rename replace makedirs getenv system chmod chown isatty popen access getlogin getuid getgid "
    "cpu_count removedirs startfile getpgid killpg setsid umask nice statvfs getloadavg get_terminal_size link",
    "posixpath": "exists isfile getsize getmtime getatime getctime ismount samefile",
    "time": "sleep",
    "select": "select poll epoll kqueue",
    "signal": "alarm pause setitimer",
    "socket": "socket create_connection gethostname gethostbyname getaddrinfo getfqdn gethostbyaddr fromfd",
    "sys": "argv stdin executable winver getwindowsversion ps1",
}  # fmt: skip
"""Functions of others that only programs call."""


@dataclass(slots=True)
class _Changes:
    """What is other of a module: statements that set it, and members of a copy where others need it as it is."""

    statements: list[str] = field(default_factory=list)
    members: list[str] = field(default_factory=list)


def may_differ(place: Place, code: str) -> bool:
    """Whether a place below an imported module may hold something else than it does here and now.

    Args:
        place: something reached from the module.
        code: the statement that imports the module.
    """
    module = _module_of(code)
    if module is None or place.parent is None or _is_module(place, module):
        return False
    computes = (
        place.key.startswith("os.path.") and place.key.split(".")[2].partition("(")[0] in tables.OF_PATHS
    ) or (module == "sys" and bool(place.steps("call") or place.step == ("call",)))
    return (module in tables.OUTSIDE and not computes) or not _is_there(place, module)


def may_be_other(code: str) -> bool:
    """Whether what a statement imports from a module may give something else than it does here: nothing that computes.

    Args:
        code: `from MODULE import NAME`.
    """
    words = code.split()
    module = words[1].partition(".")[0]
    asks_outside = module in tables.OUTSIDE and not (words[1] == "os.path" and words[3] in tables.OF_PATHS)
    return words[0] == "from" and (asks_outside or not is_always_real(words[1]))


def changed_module(writer: "Writer", name: str, place: Place, code: str) -> str:
    """Statements that import a module and change of it what was chosen otherwise or is not there; "" for nothing."""
    module = _module_of(code)
    if module is None:
        return ""
    variables = [
        f"{name}.environ[{json.dumps(key)}] = {value}" for key, value in _variables(writer, place).items()
    ]
    changed = _changes(writer, place, module, name)
    if changed.members:
        changed.statements.append(
            f"{name} = SimpleNamespace(**{{**vars({name}), {', '.join(changed.members)}}})"
        )
    return "\n".join([code, *variables, *changed.statements]) if variables or changed.statements else ""


def _module_of(code: str) -> str | None:
    """The standard module that the name is which a statement imports; None for others, and where it is not here."""
    words = code.split()
    top = words[1].partition(".")[0]
    if words[0] != "import" or top not in sys.stdlib_module_names:
        return None
    try:
        importlib.import_module(words[1])
    except ImportError:  # one of another system
        return None
    return top if "as" not in words else words[1]  # the statement binds the package


def _is_there(place: Place, module: str) -> bool:
    """Whether the module has what leads to a place."""
    while place.parent is not None and place.parent.parent is not None:
        place = place.parent
    return place.step[0] != "attr" or hasattr(importlib.import_module(module), place.step[1])


def _is_module(place: Place, module: str) -> bool:
    """Whether the place is a module within the module."""
    inside = getattr(importlib.import_module(module), place.step[-1], None)
    return place.step[0] == "attr" and place.parent is place.root and inspect.ismodule(inside)


def _variables(writer: "Writer", place: Place) -> dict[str, str]:
    """Environment variables with the code of their texts."""
    environment = place.steps("attr").get(_ENVIRONMENT)
    found = {}
    for code, child in environment.steps("item").items() if environment else ():
        value = writer.value(child) if child.key in writer.overrides else ""
        if code[:1] in "'\"" and (value[:1] == '"' or NUMBER.match(value)):
            found[code.strip("'\"")] = value if value[:1] == '"' else f'"{value}"'
    return found


def _changes(writer: "Writer", place: Place, module: str, name: str) -> _Changes:
    real = importlib.import_module(module)
    found = _Changes()
    for attribute, child in place.steps("attr").items():
        chosen = any(inner.key in writer.overrides for inner in child.walk())
        missing = not hasattr(real, attribute) and not child.has("optional")
        if attribute == _ENVIRONMENT or not (chosen or missing) or writer.choose(child, 0) == ABSENT:
            continue
        inside = getattr(real, attribute, None)
        if inspect.ismodule(inside) and child.key not in writer.overrides:
            inner = f"{name}.{attribute}"
            changed = _changes(writer, child, inside.__name__, inner)
            found.statements += changed.statements
            if changed.members:
                members = ", ".join(changed.members)
                found.members.append(f'"{attribute}": SimpleNamespace(**{{**vars({inner}), {members}}})')
        elif _may_be_set(module, attribute, missing):
            found.statements.append(f"{name}.{attribute} = {writer.value(child, depth=1)}")
        else:
            found.members.append(f'"{attribute}": {writer.value(child, depth=1)}')
    return found


def _may_be_set(module: str, attribute: str, missing: bool) -> bool:
    """Whether nothing but the program uses an attribute of a module: not the one that records it, nor other modules."""
    top = module.partition(".")[0]
    if missing:
        return not attribute.startswith("_")
    if attribute in _ASKED_BY_PROGRAMS.get(module, "").split():
        return True
    return (module, attribute) != ("asyncio", "run") and (module in _OF_PROGRAMS or top not in _USED_BY_ALL)
