"""Frozen values as plain data and back: what comes back is checked against the fields' types, one by one."""

from __future__ import annotations

import dataclasses
import types as kinds_of_types
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from llmdb import types
from llmdb.errors import SessionUnreadable

T = TypeVar("T")
_SCALARS = (str, int, float, bool, bytes, type(None))


def to_plain(value: Any) -> Any:
    """A value whose dataclasses have become dicts, and its tuples lists."""
    if dataclasses.is_dataclass(value):
        return {field.name: to_plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    return value


def from_plain(wanted: type[T], data: Any) -> T:
    """The value of a type that `to_plain` made the data of.

    A field that the data lacks has its default; one that the type lacks is passed over.

    Raises:
        SessionUnreadable: the data is of another form.
    """
    return _read(wanted, data, wanted.__name__)  # type: ignore[no-any-return]


def _read(wanted: Any, data: Any, where: str) -> Any:
    if wanted in _SCALARS:
        if type(data) is wanted or (wanted is float and type(data) is int):
            return wanted(data) if wanted is not type(None) else None
    elif dataclasses.is_dataclass(wanted):
        if isinstance(data, Mapping):
            return _read_fields(wanted, data)
    elif get_origin(wanted) is Literal:
        if any(type(data) is type(choice) and data == choice for choice in get_args(wanted)):
            return data
    elif get_origin(wanted) in (Union, kinds_of_types.UnionType):
        for choice in get_args(wanted):
            try:
                return _read(choice, data, where)
            except SessionUnreadable:
                continue
    elif get_origin(wanted) is tuple and isinstance(data, tuple):
        items = get_args(wanted)
        if len(items) == 2 and items[1] is Ellipsis:
            return tuple(_read(items[0], item, where) for item in data)
        if len(items) == len(data):
            return tuple(_read(item, part, where) for item, part in zip(items, data, strict=True))
    raise SessionUnreadable(f"a damaged session file: {where} is not of its kind")


def _read_fields(wanted: Any, data: Mapping[Any, Any]) -> Any:
    hints = _hints(wanted)
    given = {
        name: _read(hint, data[name], f"{wanted.__name__}.{name}")
        for name, hint in hints.items()
        if name in data
    }
    try:
        return wanted(**given)
    except TypeError as problem:
        raise SessionUnreadable(f"a damaged session file: {problem}") from problem


@cache
def _hints(wanted: Any) -> dict[str, Any]:
    return get_type_hints(wanted, localns=vars(types))
