"""Access paths: a variable, and attributes and items from there, as in `self.items[0]` or `d['k']`."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from llmdb.events import wire
from llmdb.replay.frames import MISSING
from llmdb.replay.heap import is_reference

if TYPE_CHECKING:
    from llmdb.events.decode import Wire
    from llmdb.replay.frames import Frame
    from llmdb.replay.heap import HeapObject
    from llmdb.replay.machine import Machine

_ORDERED = frozenset({wire.LIST, wire.TUPLES, wire.DEQUE})
_WITH_ITEMS = _ORDERED | {wire.DICT, wire.SET}
_OWN_ITEMS = frozenset({"list", "tuple", "deque"}) | wire.MAPPINGS
"""Containers whose items are what the interpreter holds: a class of the program may compute its own."""


class Part(NamedTuple):
    """One attribute or item: its name, or its key as the record has it."""

    kind: Literal["attribute", "item"]
    key: Wire


class AccessPath(NamedTuple):
    """`self.items[0]` is `AccessPath("self", (Part("attribute", "items"), Part("item", 0)))`."""

    name: str
    parts: tuple[Part, ...] = ()

    def follow(self, value: Wire, machine: Machine[Frame]) -> Wire:
        """What the parts denote where the variable has this value; MISSING where the record has no such thing."""
        return self.resolve(value, machine)[1]

    def resolve(self, value: Wire, machine: Machine[Frame]) -> tuple[int, Wire]:
        """The number of the object that holds the last part, 0 for none, and what `follow` gives."""
        number = 0
        for part in self.parts:
            found = machine.lookup(value[0]) if is_reference(value) else None
            number = value[0] if found is not None else 0
            value = _inline_item(value, part) if found is None else _part_of(found, part)
            if value is MISSING:
                break
        return number, value


def _part_of(found: HeapObject, part: Part) -> Wire:
    key = part.key
    if part.kind == "attribute":
        if found.kind == wire.INSTANCE or (found.kind in _WITH_ITEMS and key in found.attributes):
            return found.attributes.get(key, MISSING)
        field = found.field(key)
        return MISSING if field is None else found.data[field]
    if found.type not in _OWN_ITEMS and not found.field_names:
        return MISSING
    if found.kind == wire.DICT:
        return found.data.get(key, MISSING)
    return _at(found.data, key) if found.kind in _ORDERED else MISSING


def _inline_item(value: Wire, part: Part) -> Wire:
    """An item of a small tuple, which is no object of its own in the record."""
    is_tuple = type(value) is tuple and len(value) == 2 and value[0] == wire.TUPLE
    return _at(value[1], part.key) if is_tuple and part.kind == "item" else MISSING


def _at(items: object, index: Wire) -> Wire:
    if not isinstance(index, int):
        return MISSING
    try:
        return items[index]  # type: ignore[index]
    except IndexError:
        return MISSING


@lru_cache(maxsize=64)
def access_path(text: str) -> AccessPath | None:
    """The path that a text writes; None where it is something else, or its key is no constant."""
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    parts: list[Part] = []
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.Attribute):
            parts.append(Part("attribute", node.attr))
        elif isinstance(node, ast.Subscript):
            try:
                key = ast.literal_eval(node.slice)
                hash(key)
            except (ValueError, TypeError):
                return None
            parts.append(Part("item", (wire.TUPLE, key) if isinstance(key, tuple) else key))
        else:
            return None
        node = node.value
    return AccessPath(node.id, tuple(reversed(parts)))
