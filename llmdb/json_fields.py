"""The JSON of a value from its fields."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import field, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from llmdb.types import Json

_SHOWN_ONLY = "shown only"


@runtime_checkable
class _WithJson(Protocol):
    def to_json(self) -> dict[str, Json]: ...


class JsonFields:
    """A dataclass whose JSON object has its fields, in their order, but for those that are `shown_only`."""

    __slots__ = ()

    def to_json(self) -> dict[str, Json]:
        """The fields, each with its JSON."""
        return fields_json(self)


def shown_only(default: Any) -> Any:  # as dataclasses.field
    """A field that views draw and JSON leaves out."""
    return field(default=default, metadata={_SHOWN_ONLY: True})


def fields_json(value: object) -> dict[str, Json]:
    """The fields of a dataclass, but for those that are `shown_only`."""
    assert is_dataclass(value)
    return {
        one.name: json_of(getattr(value, one.name))
        for one in fields(value)
        if not one.metadata.get(_SHOWN_ONLY)
    }


def json_of(value: object) -> Json:
    """A value as JSON: by its own `to_json`, its items or its fields; a set in order, another object as its text."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, _WithJson):
        return value.to_json()
    if isinstance(value, Mapping):
        return {str(key): json_of(item) for key, item in value.items()}
    if isinstance(value, Set):
        return [json_of(item) for item in sorted(value)]
    if isinstance(value, list | tuple):
        return [json_of(item) for item in value]
    if isinstance(value, Path):
        return str(value)
    return fields_json(value)
