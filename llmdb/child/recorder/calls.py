"""What a call may change: decided from the callee before it runs, without running it."""

import types
from collections import Counter, OrderedDict, defaultdict, deque
from typing import Any

from llmdb.child.recorder.describe import type_spaces
from llmdb.child.recorder.encode import simple
from llmdb.child.sources import SNIPPET

_LIST = frozenset({"append", "insert", "pop", "clear", "reverse", "extend", "remove"})
_DICT = frozenset({"pop", "popitem", "setdefault", "update", "clear"})
_SET = frozenset({"add", "discard", "remove", "clear", "update", "difference_update"})
_DEQUE = frozenset(
    {
        "append",
        "appendleft",
        "extend",
        "extendleft",
        "pop",
        "popleft",
        "insert",
        "remove",
        "reverse",
        "rotate",
        "clear",
    }
)
REPLAYED: dict[type, frozenset[str]] = {
    list: _LIST,
    dict: _DICT,
    defaultdict: _DICT,
    OrderedDict: _DICT | {"move_to_end"},
    Counter: frozenset({"pop", "popitem", "setdefault", "clear"}),
    set: _SET,
    deque: _DEQUE,
}
"""Mutating methods that the reader can replay from their arguments."""

COMPARED: dict[type, frozenset[str]] = {
    list: frozenset({"sort", "__init__", "__setitem__", "__delitem__", "__iadd__", "__imul__"}),
    dict: frozenset({"__setitem__", "__delitem__", "__init__", "__ior__"}),
    set: frozenset({"pop", "intersection_update", "symmetric_difference_update"}),
    deque: frozenset({"__setitem__", "__delitem__", "__init__", "__iadd__"}),
    Counter: frozenset({"update", "subtract", "__setitem__", "__delitem__"}),
    bytearray: frozenset(
        {
            "append",
            "extend",
            "insert",
            "pop",
            "remove",
            "reverse",
            "clear",
            "__setitem__",
            "__delitem__",
            "__iadd__",
        }
    ),
}
COMPARED[defaultdict] = COMPARED[dict] | {"__getitem__", "__missing__"}
COMPARED[OrderedDict] = COMPARED[dict]

CONTAINERS = (list, dict, set, deque, bytearray)
"""The mutable types that the others are derived from."""
METHOD_NAMES = tuple(sorted(set().union(*REPLAYED.values())))

_WITH_ITERABLE = frozenset({"extend", "extendleft", "update", "difference_update"})
_WITH_EQUALITY = frozenset({"remove", "discard", "add", "pop", "setdefault", "move_to_end"})
_ITERABLES = frozenset(
    {list, tuple, dict, set, frozenset, deque, str, range, bytes, type({}.keys()), type({}.values())}
)
_PURE_MODULES = frozenset(
    {"builtins", "math", "cmath", "time", "itertools", "_operator", "_json", "sys", "_struct", "_thread"}
)
_IMPURE = frozenset(
    {
        "setattr",
        "delattr",
        "exec",
        "eval",
        "setitem",
        "delitem",
        "iconcat",
        "iadd",
        "ior",
        "next",
        "__build_class__",
    }
)
_PURE_TYPES = frozenset(
    {
        str,
        int,
        float,
        bool,
        bytes,
        tuple,
        frozenset,
        complex,
        range,
        type(None),
        types.GeneratorType,
        types.ModuleType,
    }
)
_PURE_CLASSES = frozenset(
    {
        list,
        dict,
        set,
        frozenset,
        tuple,
        str,
        int,
        float,
        bool,
        bytes,
        bytearray,
        complex,
        range,
        slice,
        object,
        type,
    }
    | {enumerate, zip, map, filter, reversed, super, deque, defaultdict, OrderedDict, Counter, memoryview}
)
_identity_eq = object.__dict__["__eq__"]
_identity_equality: dict[type, bool] = {}


def replayable(cls: type, name: str, arguments: tuple[Any, ...], keywords: bool) -> bool:
    """Whether the reader can repeat `receiver.name(*arguments)` for a receiver of exactly this class."""
    if name not in REPLAYED.get(cls, ()):
        return False
    if name in _WITH_ITERABLE:
        plain = all(type(a) in _ITERABLES for a in arguments)
        return (
            plain and not (keywords and name != "update") and (cls is not set or _keys_are_plain(arguments))
        )
    if name in _WITH_EQUALITY and arguments and (cls is not list or name == "remove"):
        return plain_key(arguments[0]) and not (name == "popitem" and keywords)
    return True


def _keys_are_plain(arguments: tuple[Any, ...]) -> bool:
    return all(type(a) in (str, range, bytes) or all(map(plain_key, a)) for a in arguments)


def plain_key(key: Any) -> bool:
    """Whether the reader finds equal keys as the program does: a simple value, or equality by identity."""
    if simple(key):
        return True
    cls = type(key)
    if cls is str:
        return True
    known = _identity_equality.get(cls)
    if known is None:
        known = _identity_equality[cls] = class_attribute(cls, "__eq__") is _identity_eq
    return known


def is_snippet_function(function: Any) -> bool:
    """Whether calls of this function are recorded by themselves."""
    return type(function) is types.FunctionType and function.__code__.co_filename == SNIPPET


def class_attribute(cls: type, name: str) -> Any:
    """What the classes of the method resolution order hold under a name, None if nothing."""
    for space in type_spaces(cls):
        if name in space:
            return space[name]
    return None


def is_assertion(function: Any) -> bool:
    """Whether it is a method of `unittest` that compares what it is given and calls nothing."""
    if type(function) is not types.FunctionType or function.__module__ != "unittest.case":
        return False
    name = str(function.__name__)
    return name.startswith("assert") and not any(word in name for word in ("Raises", "Warns", "Logs"))


def is_pure(callee: Any) -> bool:
    """Whether a callable changes none of its arguments by itself (the snippet's own code is recorded anyway)."""
    cls = type(callee)
    if cls is types.FunctionType:
        return bool(callee.__code__.co_filename == SNIPPET)
    if cls is types.BuiltinFunctionType:
        owner = callee.__self__
        if type(owner) is types.ModuleType or owner is None:
            return callee.__module__ in _PURE_MODULES and callee.__name__ not in _IMPURE
        return type(owner) in _PURE_TYPES
    if cls is types.MethodType:
        return is_snippet_function(callee.__func__) and not issubclass(type(callee.__self__), tuple(REPLAYED))
    if issubclass(cls, type):
        return callee in _PURE_CLASSES or is_snippet_function(class_attribute(callee, "__init__"))
    return is_snippet_function(class_attribute(cls, "__call__"))
