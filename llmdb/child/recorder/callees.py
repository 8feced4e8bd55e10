"""What a call may change: decided from the callee before it runs, without running it."""

import types
from collections import Counter, OrderedDict, defaultdict, deque
from itertools import repeat
from typing import Any

from llmdb.child.recorder.describe import type_spaces
from llmdb.child.recorder.encode import simple
from llmdb.child.recorder.objects import EASY_KEYS
from llmdb.child.sources import RECORDED
from llmdb.python.operations import is_harmless, methods_of, runs

REPLAYED: dict[type, frozenset[str]] = {
    cls: methods_of(cls.__name__, "replayed")
    for cls in (list, dict, defaultdict, OrderedDict, Counter, set, deque, bytearray)
}
"""Mutating methods that the reader can replay from their arguments."""
COMPARED = {cls: methods_of(cls.__name__, "compared") for cls in REPLAYED}
"""Those that it cannot."""

CONTAINERS = (list, dict, set, deque, bytearray)
"""The mutable types that the others are derived from."""

_ITERABLES = frozenset(
    {list, tuple, dict, set, frozenset, deque, str, range, bytes, type({}.keys()), type({}.values())}
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
_identity_eq, _identity_hash = object.__dict__["__eq__"], object.__dict__["__hash__"]
IDENTITY_EQUALITY: dict[type, bool] = {}
"""Whether instances of a class are equal where they are the same, as far as that was asked."""


def replayable(receiver: Any, name: str, arguments: tuple[Any, ...]) -> bool:
    """Whether the reader can repeat `receiver.name(*arguments)` for a receiver of exactly a container's class."""
    cls = type(receiver)
    if name not in REPLAYED.get(cls, ()):
        return False
    code_run = runs(cls.__name__, name)
    if "iterates" in code_run:
        return all(type(a) in _ITERABLES for a in arguments) and (
            issubclass(cls, (list, deque))
            or all(map(_keys_are_plain, arguments, repeat(issubclass(cls, dict))))
        )
    if "equates" not in code_run or not arguments:
        return True
    return plain_key(arguments[0]) and (
        not issubclass(cls, (list, deque)) or _keys_are_plain(receiver, False)
    )


def _keys_are_plain(given: Any, has_pairs: bool) -> bool:
    """Whether all that a container is given as keys, or its own elements, are compared by the reader alike."""
    cls = type(given)
    if cls in (str, range, bytes):
        return True
    if has_pairs and not issubclass(cls, dict):
        given = [pair[0] if type(pair) in (tuple, list) and pair else pair for pair in given]
    return EASY_KEYS.issuperset(map(type, given)) or all(map(plain_key, given))


def plain_key(key: Any) -> bool:
    """Whether the reader finds equal keys as the program does: a simple value, or equality by identity."""
    if simple(key):
        return True
    cls = type(key)
    if cls is str:
        return True
    known = IDENTITY_EQUALITY.get(cls)
    if known is None:
        known = IDENTITY_EQUALITY[cls] = (
            class_attribute(cls, "__eq__") is _identity_eq
            and class_attribute(cls, "__hash__") is _identity_hash
        )
    return known


def is_snippet_function(function: Any) -> bool:
    """Whether calls of this function are recorded by themselves."""
    return type(function) is types.FunctionType and function.__code__.co_filename in RECORDED


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
        return bool(callee.__code__.co_filename in RECORDED)
    if cls is types.BuiltinFunctionType:
        owner = callee.__self__
        if type(owner) is types.ModuleType or owner is None:
            return is_harmless(callee.__module__, callee.__name__)
        return type(owner) in _PURE_TYPES
    if cls is types.MethodType:
        return is_snippet_function(callee.__func__) and not issubclass(type(callee.__self__), tuple(REPLAYED))
    if issubclass(cls, type):
        return callee in _PURE_CLASSES or is_snippet_function(class_attribute(callee, "__init__"))
    return is_snippet_function(class_attribute(cls, "__call__"))
