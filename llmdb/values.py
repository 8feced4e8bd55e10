"""`dataclass` as the standard library's, but its methods are written when they are needed.

The standard library compiles six methods for a class while its module is imported, at half a millisecond a class: of
the hundreds that there are, a sitting makes values of a few dozen, and the first prompt waits for none of the others.
Of most of those it makes a handful: the first ones of a class that takes its fields by name only are filled without
any method of its own.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from reprlib import recursive_repr
from threading import RLock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls: type | None = None, /, **options: bool) -> Any:
        """As `dataclasses.dataclass`; put off for classes with slots, which are made anew anyway."""
        if not options.get("slots"):
            return dataclasses.dataclass(cls, **options)
        return lambda written: _with_slots(written, {**options, "slots": False})


if sys.version_info >= (3, 14):
    from annotationlib import Format, get_annotations

    _annotations = partial(get_annotations, format=Format.FORWARDREF)
else:
    from inspect import get_annotations as _annotations


_WRITING = RLock()
"""Held while methods are written: threads may make the first values of a class at the same time."""


def _with_slots(written: type, options: dict[str, bool]) -> type:
    """The class with slots for its fields, whose methods are written on demand."""
    inherited = {name for base in written.__mro__[1:] for name in base.__dict__.get("__slots__", ())}
    names = [*_annotations(written)]
    space = {
        name: entry
        for name, entry in written.__dict__.items()
        if name not in names and name not in ("__dict__", "__weakref__")
    }
    space["__slots__"] = tuple(name for name in names if name not in inherited)
    space["__qualname__"] = written.__qualname__
    made = type(written)(written.__name__, written.__bases__, space)
    methods = _Methods(made, written, options)

    def first(self: Any, *positional: Any, **named: Any) -> None:
        if positional or not methods.fill(self, named):
            methods.write()
            made.__init__(self, *positional, **named)  # type: ignore[misc]

    made.__init__ = first  # type: ignore[misc]
    made.__dataclass_fields__ = methods  # type: ignore[attr-defined]
    for name in ("__repr__", "__eq__", "__hash__") if options.get("eq", True) else ("__repr__",):
        if written.__dict__.get(name) is None:
            setattr(made, name, methods.later(name))
    if options.get("frozen"):
        made.__setattr__ = made.__delattr__ = _refuse  # type: ignore[assignment]
        made.__getstate__ = _state  # type: ignore[method-assign, assignment]
        made.__setstate__ = _restore  # type: ignore[attr-defined]
    return made


class _Methods:
    """What stands for `__dataclass_fields__` of a class until its methods are written."""

    def __init__(self, made: type, written: type, options: dict[str, bool]) -> None:
        self._made = made
        self._written = written
        self._options = options
        self._few = _FEW if options.get("kw_only") else 0
        self._plan: list[tuple[str, Any, Callable[[], Any] | None]] | None = None

    def fill(self, value: Any, named: dict[str, Any]) -> bool:
        """Set the fields of one of the first values; whether that could be done without writing the methods.

        Args:
            value: it is not changed where that cannot be done.
            named: the fields that were given.
        """
        if not self._few:
            return False
        self._few -= 1
        if self._plan is None:
            self._plan = _plan_of(self._made, self._written)
            if self._plan is None:
                self._few = 0
                return False
        given, values = len(named), list[Any]()
        for name, default, make in self._plan:
            if name in named:
                given -= 1
                values.append(named[name])
            elif make is not None:
                values.append(make())
            elif default is not _ABSENT:
                values.append(default)
            else:
                return False
        if given:
            return False
        for (name, _, _), one in zip(self._plan, values, strict=True):
            object.__setattr__(value, name, one)
        if hasattr(value, "__post_init__"):
            value.__post_init__()
        return True

    def later(self, name: str) -> Callable[..., Any] | None:
        """What stands for a method until it is written; None where values have no hash."""
        if name == "__hash__" and not self._options.get("frozen"):
            return None

        def method(value: Any, *others: Any) -> Any:
            self.write()
            return getattr(self._made, name)(value, *others)

        return method

    def __get__(self, instance: object, owner: type) -> Any:
        self.write()
        return self._made.__dataclass_fields__  # type: ignore[attr-defined]

    def write(self) -> None:
        """Let the standard library find the fields of the class as it was written, and give it methods for them.

        Of the methods only `__init__` is text that is compiled: the standard library compiles each of them.
        """
        made, written, options = self._made, self._written, self._options
        with _WRITING:
            if made.__dict__["__dataclass_fields__"] is not self:
                return
            before = dict(written.__dict__)
            fewer = {"init": False, "repr": False, "eq": False}
            dataclasses.dataclass(**{**options, **fewer, "frozen": False})(written)
            found = written.__dict__["__dataclass_fields__"]
            for name, entry in written.__dict__.items():
                if before.get(name) is not entry and name not in (*found, *_KEPT):
                    setattr(made, name, entry)
            listed = [one for one in found.values() if one._field_type is dataclasses._FIELD]  # type: ignore[attr-defined]
            methods: dict[str, Any] = {"__repr__": _repr_of([one.name for one in listed if one.repr])}
            if options.get("eq", True):
                values = _values_of([one.name for one in listed if one.compare])
                methods |= {
                    "__eq__": _eq_of(values),
                    "__hash__": _hash_of(values) if options.get("frozen") else None,
                }
            for name, method in methods.items():
                if (
                    before.get(name) is None
                ):  # Python gives a class with an `__eq__` of its own this `__hash__`
                    setattr(made, name, method)
            made.__init__ = _init_of(made, listed, is_frozen=options.get("frozen", False))  # type: ignore[misc]


_KEPT = ("__setattr__", "__delattr__", "__doc__", "__dict__", "__weakref__", "__abstractmethods__")
"""What the standard library writes for one class only, or a class has of its own."""


def _init_of(made: type, listed: Sequence[dataclasses.Field[Any]], *, is_frozen: bool) -> Callable[..., None]:
    """The method that takes the fields in order, those of `kw_only` by name, and calls `__post_init__`."""
    known: dict[str, Any] = {"_put_": object.__setattr__, "_absent_": _ABSENT}
    parameters, body = list[str](), list[str]()
    for one in sorted(listed, key=lambda one: bool(one.kw_only)):
        name, value, default = one.name, one.name, ""
        if one.kw_only and "*" not in parameters:
            parameters.append("*")
        if one.default_factory is not dataclasses.MISSING:
            known[f"_make_{name}"], default = one.default_factory, "=_absent_"
            value = f"_make_{name}() if {name} is _absent_ else {name}"
        elif one.default is not dataclasses.MISSING:
            known[f"_of_{name}"], default = one.default, f"=_of_{name}"
        parameters.append(name + default)
        body.append(f"_put_(self, {name!r}, {value})" if is_frozen else f"self.{name} = {value}")
    if hasattr(made, "__post_init__"):
        body.append("self.__post_init__()")
    text = f"def __init__(self, {', '.join(parameters)}):\n " + "\n ".join(body or ["pass"])
    exec(text, known)
    method: Callable[..., None] = known["__init__"]
    method.__qualname__ = f"{made.__qualname__}.__init__"
    return method


_ABSENT = object()
_FEW = 8
"""Values of a class that are made before it is worth to write its methods."""


def _plan_of(made: type, written: type) -> list[tuple[str, Any, Callable[[], Any] | None]] | None:
    """Each field's name, its default and what makes one; None where only the standard library knows the fields."""
    if any("__dataclass_fields__" in base.__dict__ for base in made.__mro__[1:]):
        return None
    plan = list[tuple[str, Any, Callable[[], Any] | None]]()
    for name, annotation in _annotations(written).items():
        if any(word in str(annotation) for word in ("ClassVar", "InitVar", "KW_ONLY")):
            return None
        default, make = written.__dict__.get(name, _ABSENT), None
        if isinstance(default, dataclasses.Field):
            if not default.init:
                return None
            missing = dataclasses.MISSING
            make = None if default.default_factory is missing else default.default_factory
            default = _ABSENT if default.default is missing else default.default
        plan.append((name, default, make))
    return plan


def _values_of(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """A function that gives the values of these fields."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple([getattr(value, name) for name in names])


def _repr_of(names: Sequence[str]) -> Callable[[Any], str]:
    @recursive_repr()
    def method(self: Any) -> str:
        return (
            f"{type(self).__qualname__}({', '.join([f'{name}={getattr(self, name)!r}' for name in names])})"
        )

    return method


def _eq_of(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any, Any], bool]:
    def method(self: Any, other: Any) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return method


def _hash_of(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any], int]:
    return lambda self: hash(values(self))


def _refuse(self: object, name: str, *_: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in dataclasses.fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for one, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)
