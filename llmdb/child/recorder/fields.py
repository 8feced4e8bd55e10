"""The attributes of objects, taken without running code of the program."""

import types
from collections.abc import Callable
from typing import Any

from llmdb.child.recorder.describe import type_spaces


def dict_of(cls: type) -> Callable[[Any], dict[str, Any]] | None:
    """The reader of an instance's `__dict__`, unless the class replaced it by code of its own."""
    for space in type_spaces(cls):
        entry = space.get("__dict__")
        if type(entry) is types.GetSetDescriptorType or type(entry) is types.MemberDescriptorType:
            return entry.__get__
        if entry is not None:
            return None
    return None


def fields_of(value: object) -> dict[str, Any] | None:
    """An object's `__dict__`, where no code of the program gives that."""
    read = dict_of(type(value))
    return None if read is None else read(value)


def set_on(function: types.FunctionType) -> list[Any]:
    """The attributes that the program has set on a function."""
    return [part for pair in function.__dict__.items() if pair[0][:2] != "__" for part in pair]


def slots_of(cls: type) -> tuple[tuple[str, Any], ...]:
    found: dict[str, Any] = {}
    for space in reversed(tuple(type_spaces(cls))):
        for name, entry in space.items() if "__slots__" in space else ():
            if type(entry) is types.MemberDescriptorType:
                found[name] = entry
    return tuple(found.items())


def attributes_of(value: Any, fields: Any, slots: tuple[tuple[str, Any], ...]) -> list[Any]:
    out: list[Any] = []
    for name, member in slots:
        try:
            out += (name, member.__get__(value))
        except AttributeError:
            continue
    if fields is not None:
        for name, item in list(fields(value).items()):
            if type(name) is str:
                out += (name, item)
    return out


def class_attributes(cls: type) -> list[Any]:
    skip: tuple[Any, ...] = (
        types.FunctionType,
        classmethod,
        staticmethod,
        property,
        types.MemberDescriptorType,
    )
    skip += (types.GetSetDescriptorType, types.BuiltinFunctionType, types.MethodDescriptorType, type)
    out: list[Any] = []
    for name, item in list(next(type_spaces(cls)).items()):
        if type(name) is str and not name.startswith("_") and type(item) not in skip:
            out += (name, item)
    return out
