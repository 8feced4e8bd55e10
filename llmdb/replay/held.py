"""Containers as the replay has them at one moment, looked into without writing them out."""

from __future__ import annotations

from collections.abc import Iterator

from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.events.model import Value
from llmdb.replay.frames import MISSING
from llmdb.replay.heap import HeapObject, is_reference
from llmdb.replay.text import Lookup, to_value

_CONTAINERS = frozenset(
    {
        (wire.LIST, "list"),
        (wire.TUPLES, "tuple"),
        (wire.DICT, "dict"),
        (wire.SET, "set"),
        (wire.FROZENSET, "frozenset"),
        (wire.DEQUE, "deque"),
        (wire.DICT, "defaultdict"),
        (wire.DICT, "OrderedDict"),
        (wire.DICT, "Counter"),
    }
)
CONTAINERS = frozenset(name for _, name in _CONTAINERS)
"""Names of the types whose objects can be looked into."""
_HASHED = frozenset({wire.DICT, wire.SET, wire.FROZENSET})
_WRITTEN_OUT = frozenset({int, float, bool, str, bytes, type(None)})
ATOMS = frozenset({int, float, bool, str})
"""Types whose values a recorded state has as they are."""


class Open(Exception):
    """What is recorded of a container leaves it open: something in it may be equal in a way of its own."""


class Held:
    """A container of the program; of use only until the replay goes on.

    Args:
        found: the object.
        lookup: gives the objects that it holds.
    """

    __slots__ = ("_found", "_lookup")

    def __init__(self, found: HeapObject, lookup: Lookup) -> None:
        self._found, self._lookup = found, lookup

    @property
    def type(self) -> str:
        """The name of its type."""
        return self._found.type

    @property
    def is_mapping(self) -> bool:
        """Whether it has keys."""
        return self._found.kind == wire.DICT

    def __len__(self) -> int:
        return len(self._found.data)

    def __iter__(self) -> Iterator[object]:
        """Its items, or keys, all of which are numbers, texts or None.

        Raises:
            Open: they are not.
        """
        data = self._found.data
        if not _WRITTEN_OUT.issuperset(map(type, data)):
            raise Open
        return iter(data)

    def __contains__(self, item: object) -> bool:
        """Whether one of its items, or keys, is equal to one.

        Raises:
            Open: it cannot be told.
        """
        _require_plain(item)
        if item in self._found.data:
            return True
        self._require_plain_keys()
        return False

    def find(self, key: object) -> object:
        """What a mapping has under a key; MISSING for nothing.

        Raises:
            Open: it cannot be told.
        """
        _require_plain(key)
        value = self._found.data.get(key, MISSING)
        if value is not MISSING:
            return self._out(value)
        self._require_plain_keys()
        return MISSING

    def item(self, key: object) -> object:
        """What indexing gives: a `Held`, a `Value`, or a number, text or None as it is.

        Raises:
            Open: it cannot be told.
            KeyError, IndexError, TypeError: as in the program.
        """
        found = self._found
        if found.kind == wire.DICT:
            value = self.find(key)
            if value is not MISSING:
                return value
            if found.type == "Counter":
                return 0
            if found.type == "defaultdict":
                raise Open
            raise KeyError(key)
        if found.kind in _HASHED:
            raise Open
        return self._out(found.data[key])

    def value(self) -> Value:
        """It, written out."""
        return to_value((self._found.number,), self._lookup)

    def _out(self, value: Wire) -> object:
        return value if type(value) in _WRITTEN_OUT else held_or_value(value, self._lookup)

    def _require_plain_keys(self) -> None:
        """An object may be equal to anything."""
        if tuple in map(type, self._found.data):
            raise Open


def _require_plain(key: object) -> None:
    """Of others the replay does not find the equal ones as the program does."""
    is_short = not isinstance(key, str | bytes) or len(key) <= wire.TEXT_INLINE
    if type(key) not in _WRITTEN_OUT or not is_short or key != key:
        raise Open


def held_or_value(value: Wire, lookup: Lookup) -> object:
    """A recorded value: as it is, if it is a number or a short text, as `Held` a container, else as `Value`."""
    if type(value) in ATOMS:
        return value
    found = lookup(value[0]) if is_reference(value) else None
    if found is not None and (found.kind, found.type) in _CONTAINERS:
        return Held(found, lookup)
    return to_value(value, lookup)
