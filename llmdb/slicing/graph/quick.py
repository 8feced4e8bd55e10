"""The most frequent changes of objects, carried out without an operation and its checks in between."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.events.sites import Site
from llmdb.replay.heap import HeapObject
from llmdb.slicing.graph.shadow import Shadow

Quick = Callable[[HeapObject, Shadow, Sequence[Wire], int, int], bool]
"""Changes an object and its writers as `Shadow.write` does: by the values of an event at a place, for a node.

Gives False, and does nothing, where the change is not of the plain kind.
"""

_SNAPSHOT_PARTS = 7


def quick_change(site: Site) -> Quick | None:
    """What carries the changes of a site out, where they are of the plain kind; None for a site of other changes."""
    if site.kind == kinds.SETATTR and site.names:
        return _attribute(site.names[0])
    if site.kind == kinds.SETITEM:
        return _item
    return _append if site.kind == kinds.METHOD and site.names == ("append",) else None


def _attribute(name: str) -> Quick:
    def attribute(found: HeapObject, shadow: Shadow, values: Sequence[Wire], at: int, node: int) -> bool:
        value = values[at + 1]
        if type(value) is tuple:
            if len(value) == _SNAPSHOT_PARTS:
                return False
            found.links = None
        elif found.links and type(found.attributes.get(name)) is tuple:
            found.links = None
        found.attributes[name] = value
        old = shadow.attributes.get(name, 0)
        shadow.attributes[name] = node
        shadow.replace(old, node)
        return True

    return attribute


def _item(found: HeapObject, shadow: Shadow, values: Sequence[Wire], at: int, node: int) -> bool:
    key, value, data = values[at + 1], values[at + 2], found.data
    if type(value) is tuple:
        if len(value) == _SNAPSHOT_PARTS:
            return False
        found.links = None
    if found.kind == wire.LIST:
        if type(key) is not int or not -len(data) <= key < len(data) or len(shadow.items) != len(data):
            return False
    elif found.kind != wire.DICT or type(key) is tuple:
        return False
    if found.links:
        found.links = None
    data[key] = value
    old = shadow.items.get(key, 0) if found.kind == wire.DICT else shadow.items[key]
    shadow.items[key] = node
    shadow.replace(old, node)
    return True


def _append(found: HeapObject, shadow: Shadow, values: Sequence[Wire], at: int, node: int) -> bool:
    given = values[at + 1]
    if found.kind != wire.LIST or type(given) is not tuple or len(given) != 2 or given[0] != wire.TUPLE:
        return False
    items, data = given[1], found.data
    if len(items) != 1 or len(shadow.items) != len(data):
        return False
    if type(items[0]) is tuple:
        found.links = None
    data.append(items[0])
    shadow.append(node)
    return True
