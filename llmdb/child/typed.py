"""What the user types at a step, carried out in the frame of the program, and what it changes there."""

import ast
import ctypes
import sys
from collections.abc import Sequence
from types import (
    BuiltinFunctionType,
    FrameType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any, NamedTuple

from llmdb.child.recorder.callees import class_attribute, is_pure
from llmdb.child.recorder.encode import Snapshot
from llmdb.child.recorder.log import EventLog
from llmdb.child.recorder.objects import IMMUTABLE, Contents, IdentityTable, same
from llmdb.child.talk import run_source
from llmdb.events import sites as kinds
from llmdb.events.sites import TYPED, Site

_DEEPEST, _MOST_SEEN, _MOST_PARTS = 4, 10_000, 100
"""Where an object that was changed is looked for: so many steps from a variable, among so many objects."""
_OPTIMIZED = 1  # inspect.CO_OPTIMIZED
_NOTHING = object()
_FUNCTIONS = frozenset({FunctionType, BuiltinFunctionType, MethodType})
_METHODS = frozenset({FunctionType, MethodDescriptorType, WrapperDescriptorType})


class Origin(NamedTuple):
    """The code at whose end something is typed."""

    scope: str
    block: int
    line: int


class Changes(NamedTuple):
    """What sources have changed: names with their storage and new values, those unbound, objects.

    `elsewhere` are variables of calling functions: the log can tell of those of the frame under way alone.
    """

    bound: Sequence[tuple[str, str, Any]]
    unbound: Sequence[tuple[str, str]]
    objects: Sequence[tuple[Any, Contents]]
    elsewhere: Sequence[str]


class Typed:
    """Sources that are carried out in a frame, or in those that have called it.

    Args:
        table: the objects that the parent knows: what they hold is compared.
        frame: the one under way.
        callers: other frames that there are sources for.
    """

    def __init__(self, table: IdentityTable, frame: FrameType, callers: Sequence[FrameType]) -> None:
        self._table = table
        self._frame = self._last = frame
        self._names = frame.f_locals
        self._count = 0
        self._before = dict(self._names)
        self._globals_before = dict(frame.f_globals)
        self._callers = [(caller.f_locals, dict(caller.f_locals)) for caller in callers]
        self._objects_before = [(value, table.capture(value)) for value in table.objects()]

    def run(self, source: str, frame: FrameType) -> None:
        """Carry out a source in a frame; see `run_source`."""
        self._count, self._last = self._count + 1, frame
        try:
            run_source(source, self._count, frame.f_globals, frame.f_locals)
        finally:
            _keep_locals(frame)

    def changes(self) -> Changes:
        """What is another than before the first source."""
        frame = self._frame
        bound, unbound = list[tuple[str, str, Any]](), list[tuple[str, str]]()
        spaces = [(self._names, self._before, True)]
        if self._names is not frame.f_globals:
            spaces.append((frame.f_globals, self._globals_before, False))
        for names, before, is_own in spaces:
            for name in [*before, *(name for name in list(names) if name not in before)]:
                value, storage = names.get(name, _NOTHING), self._storage(name, is_own)
                if value is before.get(name, _NOTHING) or storage is None or name == "__builtins__":
                    continue
                if value is _NOTHING:
                    unbound.append((name, storage))
                else:
                    bound.append((name, storage, value))
        elsewhere = [
            name
            for names, old in self._callers
            if names is not frame.f_globals and names is not self._names
            for name in {*old, *names}
            if names.get(name, _NOTHING) is not old.get(name, _NOTHING)
        ]
        captured = ((value, old, self._table.capture(value)) for value, old in self._objects_before)
        objects = [(value, now) for value, old, now in captured if not same(old, now)]
        return Changes(bound, unbound, objects, elsewhere)

    def holders(self, changes: Changes) -> list[str]:
        """By what the frame's variables reach each changed object: `obj.items` or `rows[0]`; not all may be found."""
        wanted = {id(value) for value, _ in changes.objects}
        paths: list[str] = []
        seen: set[int] = set()
        level = [*self._names.items(), *self._frame.f_globals.items()]
        for _ in range(_DEEPEST):
            inner: list[tuple[str, Any]] = []
            for path, value in level:
                if id(value) in seen or path.startswith("__"):
                    continue
                seen.add(id(value))
                if id(value) in wanted:
                    paths.append(path)
                elif len(seen) < _MOST_SEEN:
                    inner += _parts(path, value)
            level = inner
        return paths

    def reaches_out(self, source: str) -> bool:
        """Whether a source calls what may change things that no variable shows: `random.seed(1)`, `file.write("a")`."""
        calls = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
        return any(self._is_of_library(callee) for callee in calls)

    def _is_of_library(self, node: ast.expr) -> bool:
        """Whether a library's function is called that is not known to leave everything alone."""
        if isinstance(node, ast.Name):
            found = self._value(node)
            return type(found) in _FUNCTIONS and not is_pure(found)
        if not isinstance(node, ast.Attribute):
            return False
        owner = self._value(node.value)
        if type(owner) is ModuleType:
            found = vars(owner).get(node.attr)
            return found is not None and not is_pure(found)
        found = class_attribute(type(owner), node.attr)
        return type(found) in _METHODS and not self._table.mutable(owner) and type(owner) not in IMMUTABLE

    def _value(self, node: ast.expr) -> Any:
        """What a name, or an attribute of a module, is now; None for anything else."""
        if isinstance(node, ast.Attribute):
            owner = self._value(node.value)
            return vars(owner).get(node.attr) if type(owner) is ModuleType else None
        if not isinstance(node, ast.Name):
            return None
        return self._last.f_locals.get(node.id, self._last.f_globals.get(node.id))

    def _storage(self, name: str, is_own: bool) -> str | None:
        """Where a name of the frame, or one of its module, is kept; None where its code has no place for it."""
        code = self._frame.f_code
        if not is_own:
            return kinds.GLOBAL
        if not code.co_flags & _OPTIMIZED:
            return kinds.NAME
        if name in code.co_cellvars or name in code.co_freevars:
            return kinds.CELL
        return kinds.FAST if name in code.co_varnames else None


def log_changes(log: EventLog, changes: Changes, origin: Origin) -> None:
    """Tell what was changed by what was typed."""

    def tell(kind: str, name: str, storage: str, values: Sequence[Any]) -> None:
        site = Site(kind, *origin, (name, TYPED), storage, len(values))
        log.tags.append(log.add_site(site))
        log.values.extend(values)

    for name, storage, value in changes.bound:
        tell(kinds.STORE, name, storage, (value,))
    for name, storage in changes.unbound:
        tell(kinds.DELETE, name, storage, ())
    for value, contents in changes.objects:
        tell(kinds.COMPARED, "", "", (Snapshot(value, contents),))


def _parts(path: str, value: Any) -> list[tuple[str, Any]]:
    """What a list, tuple, dict or instance holds, with how one comes to it; nothing of the program is called."""
    if type(value) in (list, tuple):
        return [(f"{path}[{index}]", item) for index, item in enumerate(value[:_MOST_PARTS])]
    if type(value) is dict:
        pairs = [(key, value[key]) for key in [*value][:_MOST_PARTS] if type(key) in (str, int)]
        return [(f"{path}[{key!r}]", item) for key, item in pairs]
    if issubclass(type(value), (type, ModuleType, FunctionType)):
        return []
    try:
        names = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return []
    return [(f"{path}.{name}", item) for name, item in [*names.items()][:_MOST_PARTS] if type(name) is str]


def _keep_locals(frame: FrameType) -> None:
    """Write the mapping of a frame's variables back to where its code reads them."""
    if sys.version_info < (3, 13):
        ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(frame), ctypes.c_int(1))
