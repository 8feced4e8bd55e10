"""Which object an event changes, and by what operation."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from llmdb.errors import ProtocolError
from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.events.sites import Site
from llmdb.python.operations import ITERATING_METHODS
from llmdb.replay.heap import HeapObject, Operation, argument_alone, is_reference, is_snapshot

_MOST_ITEMS = 1 << 26

Action = Callable[[Site, Sequence[Wire], int], None]
"""What the events of a site do; their values begin at a place of those of the whole piece of the log."""


class HeapEvents:
    """Carries the events out that change heap objects.

    Args:
        lookup: gives an object by its number.
        mutate: carries an operation out on an object.

    Attributes:
        actions: what each kind of change does.
    """

    def __init__(
        self, lookup: Callable[[int], HeapObject | None], mutate: Callable[[int, Operation], None]
    ) -> None:
        self._lookup = lookup
        self._mutate = mutate
        self.actions: dict[str, Action] = {
            kinds.SETITEM: self._setitem,
            kinds.DELITEM: self._delitem,
            kinds.SETATTR: self._setattr,
            kinds.DELATTR: self._delattr,
            kinds.INPLACE: self._inplace,
            kinds.METHOD: self._method,
            kinds.COMPARED: self._compared,
        }

    def _setitem(self, site: Site, values: Sequence[Wire], at: int) -> None:
        container, key, value = values[at : at + 3]
        if type(container) is not tuple or len(container) != 1:
            return
        if is_snapshot(value):
            self._snapshot(value)
        elif type(key) is tuple and key and key[0] == wire.SLICE and len(key) == 4:
            self._mutate(container[0], ("item", key, self.written_out(value)))
        else:
            self._mutate(container[0], ("item", key, value))

    def _delitem(self, site: Site, values: Sequence[Wire], at: int) -> None:
        container, key = values[at : at + 2]
        if is_snapshot(key):
            self._snapshot(key)
        elif is_reference(container):
            self._mutate(container[0], ("delete", key))

    def _setattr(self, site: Site, values: Sequence[Wire], at: int) -> None:
        target, value = values[at : at + 2]
        if is_snapshot(value):
            self._snapshot(value)
        elif is_reference(target):
            self._mutate(target[0], ("attribute", site.names[0] if site.names else values[at + 2], value))

    def _delattr(self, site: Site, values: Sequence[Wire], at: int) -> None:
        target = values[at]
        if is_snapshot(target):
            self._snapshot(target)
        elif is_reference(target):
            name = site.names[0] if site.names else values[at + 1]
            self._mutate(target[0], ("remove attribute", name))

    def _inplace(self, site: Site, values: Sequence[Wire], at: int) -> None:
        left, right = values[at : at + 2]
        if is_snapshot(right):
            self._snapshot(right)
        elif is_reference(left):
            self._mutate(left[0], ("call", "extend", (self.written_out(right),)))

    def _method(self, site: Site, values: Sequence[Wire], at: int) -> None:
        target, arguments = values[at : at + 2]
        if not is_reference(target) or not site.names:
            return
        name = site.names[0]
        given = argument_alone(values[at + 1 : at + 3]) or self.written_out(arguments)
        if name in ITERATING_METHODS and (found := self._lookup(target[0])) is not None:
            pairs = found.kind == wire.DICT
            given = tuple(self._pairs(a) if pairs else self.written_out(a) for a in given)
        self._mutate(target[0], ("call", name, given))

    def _compared(self, site: Site, values: Sequence[Wire], at: int) -> None:
        self._snapshot(values[at])

    def _snapshot(self, value: Wire) -> None:
        if is_snapshot(value) and is_reference(value[1]):
            self._mutate(value[1][0], ("set", value[2:]))

    def written_out(self, value: Wire) -> tuple[Any, ...]:
        """The items that iterating over a wire value gives."""
        if type(value) is not tuple:
            return tuple(value) if type(value) in (str, bytes) else ()
        if len(value) == 1:
            found = self._lookup(value[0])
            if found is None:
                return ()
            return tuple(found.data[0]) if found.kind == wire.TEXT else _bounded(found.data)
        if value[0] == wire.TUPLE:
            return tuple(value[1])
        if value[0] == wire.PLAIN and value[1] == "range":
            numbers = [int(part) for part in value[2][6:-1].split(",")]
            return _bounded(range(*numbers))
        return ()

    def _pairs(self, value: Wire) -> tuple[Any, ...]:
        """The (key, value) pairs that `dict.update` takes from a wire value."""
        if is_reference(value):
            found = self._lookup(value[0])
            if found is not None and found.kind == wire.DICT:
                return tuple(found.data.items())
        return tuple(self.written_out(item) for item in self.written_out(value))


def _bounded(items: Collection[Any]) -> tuple[Any, ...]:
    """The items, if they are not more than any recorded program has room for: the bytes may be anybody's.

    Raises:
        ProtocolError: they are.
    """
    if len(items) > _MOST_ITEMS:
        raise ProtocolError(
            f"the recording tells of {len(items)} items at once; at most {_MOST_ITEMS} are read"
        )
    return tuple(items)
