"""`dataclass` as the standard library's, but its methods are written when the first value of a class is made.

The standard library compiles six methods for a class while its module is imported, at half a millisecond a class: of
the hundreds that there are, a sitting makes values of a few dozen, and the first prompt waits for none of the others.
"""

from __future__ import annotations

import dataclasses
import sys
from functools import partial
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
        methods.write()
        made.__init__(self, *positional, **named)  # type: ignore[misc]

    made.__init__ = first  # type: ignore[misc]
    made.__dataclass_fields__ = methods  # type: ignore[attr-defined]
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

    def __get__(self, instance: object, owner: type) -> Any:
        self.write()
        return self._made.__dataclass_fields__  # type: ignore[attr-defined]

    def write(self) -> None:
        """Let the standard library write the methods for the class as it was written, and take them over."""
        with _WRITING:
            if self._made.__dict__["__dataclass_fields__"] is not self:
                return
            before = dict(self._written.__dict__)
            dataclasses.dataclass(**self._options)(self._written)
            fields = self._written.__dict__["__dataclass_fields__"]
            for name, entry in self._written.__dict__.items():
                if before.get(name) is not entry and name not in (*fields, *_KEPT):
                    setattr(self._made, name, entry)


_KEPT = ("__setattr__", "__delattr__", "__doc__", "__dict__", "__weakref__", "__abstractmethods__")
"""What the standard library writes for one class only, or a class has of its own."""


def _refuse(self: object, name: str, *_: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in dataclasses.fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for one, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)
