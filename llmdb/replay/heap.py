"""The reader's copies of heap objects, and the operations that change them."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from llmdb.events import wire
from llmdb.events.decode import News, Wire
from llmdb.python.operations import ADDING_METHODS, SEQUENCE_METHODS

Operation = tuple[Any, ...]
"""("item", key, value), ("delete", key), ("attribute", name, value), ("remove attribute", name), ("call", name,
arguments with iterables written out), or ("set", contents): what `HeapObject.apply` takes."""


class HeapObject:
    """One object: `data` is a list, deque, dict (for mappings, and for sets with None values), tuple or text."""

    __slots__ = ("attributes", "data", "extra", "kind", "links", "number", "type")

    def __init__(
        self, number: int, kind: int, type_: str, items: Sequence[Wire], attributes: Any, extra: Any
    ) -> None:
        self.number = number
        self._fill(kind, type_, items, attributes, extra)

    @classmethod
    def from_news(cls, news: News) -> "HeapObject":
        """The object at first sight."""
        return cls(*news)

    def _fill(self, kind: int, type_: str, items: Sequence[Wire], attributes: Any, extra: Any) -> None:
        self.kind, self.type, self.extra = kind, type_, extra
        self.attributes: dict[str, Wire] = _pairs(attributes) if attributes else {}
        self.data: Any = _container(kind, items, extra)
        self.links: tuple[int, ...] | None = None

    def copy(self) -> "HeapObject":
        """An object that can be changed without changing this one."""
        other = object.__new__(HeapObject)
        other.number, other.kind, other.type, other.extra = self.number, self.kind, self.type, self.extra
        other.attributes = dict(self.attributes)
        other.data = self.data if type(self.data) is tuple else self.data.copy()
        other.links = self.links
        return other

    def contents(self) -> tuple[Any, ...]:
        """What `("set", contents)` restores."""
        items: tuple[Wire, ...]
        if isinstance(self.data, dict):
            if self.kind == wire.DICT:
                items = tuple(part for pair in self.data.items() for part in pair)
            else:
                items = tuple(self.data)
        else:
            items = tuple(self.data)
        attributes = tuple(part for pair in self.attributes.items() for part in pair)
        return (self.kind, self.type, items, attributes, self.extra)

    @property
    def field_names(self) -> tuple[str, ...]:
        """The names of a named tuple's items; none for anything else."""
        return self.extra if self.kind == wire.TUPLES and type(self.extra) is tuple else ()

    def field(self, name: str) -> int | None:
        """Which item of a named tuple a field is; None for no such field."""
        names = self.field_names
        return names.index(name) if name in names else None

    def fields(self) -> Iterator[tuple[str, Wire]]:
        """The attributes, and the items of a named tuple, by name."""
        yield from self.attributes.items()
        yield from zip(self.field_names, self.data, strict=False)

    def size(self) -> int:
        """Items and attributes held."""
        return len(self.data) + len(self.attributes)

    def children(self) -> tuple[int, ...]:
        """Numbers of the heap objects this one refers to."""
        if self.links is None:
            self.links = tuple(self._children()) if self.data or self.attributes else ()
        return self.links

    def _children(self) -> Iterable[int]:
        data = self.data
        if self.kind == wire.DICT:
            yield from references(data)
            yield from references(data.values())
        elif self.kind not in (wire.TEXT, wire.BYTEARRAY):
            yield from references(data)
        if self.attributes:
            yield from references(self.attributes.values())

    def apply(self, operation: Operation) -> bool:
        """Carry an operation out as the program's interpreter did; whether it changed anything.

        An operation that fails in the program fails here in the same way, and changes nothing.
        """
        action = operation[0]
        if self.links is not None and not self._keeps_links(operation):
            self.links = None
        if action == "set":
            before = self.contents()
            self._fill(*operation[1])
            return before != self.contents()
        try:
            return _ACTIONS[action](self, *operation[1:])
        except (IndexError, KeyError, ValueError, TypeError, AttributeError, StopIteration, RuntimeError):
            return False

    def _keeps_links(self, operation: Operation) -> bool:
        """Whether an operation certainly puts no reference into the object, and takes none out of it."""
        action = operation[0]
        if action == "attribute":
            _, name, value = operation
            return type(value) is not tuple and (
                not self.links or type(self.attributes.get(name)) is not tuple
            )
        adds = action == "call" and operation[1] in ADDING_METHODS and self.kind != wire.DEQUE  # may be full
        if self.links and not adds:
            return False
        return _without_references(operation)

    def _item(self, key: Wire, value: Wire) -> bool:
        if isinstance(key, tuple) and key and key[0] == wire.SLICE and self.kind == wire.LIST:
            before = self.data[:]
            self.data[slice(*key[1:])] = value
            return not _same_items(before, self.data)
        if self.kind == wire.DICT:
            new = key not in self.data
            old = self.data.get(key)
            self.data[key] = value
            return new or not same_value(old, value)
        old = self.data[key]
        self.data[key] = value
        return not same_value(old, value)

    def _delete(self, key: Wire) -> bool:
        if isinstance(key, tuple) and key and key[0] == wire.SLICE and self.kind == wire.LIST:
            before = len(self.data)
            del self.data[slice(*key[1:])]
            return before != len(self.data)
        del self.data[key]
        return True

    def _attribute(self, name: str, value: Wire) -> bool:
        new = name not in self.attributes
        old = self.attributes.get(name)
        self.attributes[name] = value
        return new or not same_value(old, value)

    def _remove_attribute(self, name: str) -> bool:
        del self.attributes[name]
        return True

    def _call(self, name: str, arguments: tuple[Any, ...]) -> bool:
        if isinstance(self.data, dict) and self.kind == wire.SET:
            return _set_method(self.data, name, arguments)
        if self.kind == wire.DICT:
            return _dict_method(self.data, name, arguments)
        return _list_method(self.data, name, arguments)


def references(values: Iterable[Wire]) -> Iterable[int]:
    """Numbers of the heap objects among wire values, those inside small tuples included."""
    for value in [v for v in values if type(v) is tuple]:
        if value:
            if len(value) == 1:
                yield value[0]
            elif value and value[0] == wire.TUPLE and type(value[1]) is tuple:
                yield from references(value[1])


def _without_references(operation: Operation) -> bool:
    """Whether an operation certainly puts no reference into an object."""
    calls = operation[0] == "call"
    for part in operation[2] if calls else operation:
        if type(part) is tuple and not (calls and len(part) != 1 and tuple not in map(type, part)):
            return False
    return True


def condensed(operations: Sequence[Operation]) -> tuple[Operation, ...]:
    """The same operations with runs of appends made one."""
    out: list[Operation] = []
    run: list[Wire] = []
    for operation in operations:
        if operation[0] == "call" and operation[1] == "append" and len(operation[2]) == 1:
            run.append(operation[2][0])
            continue
        if run:
            out.append(("call", "extend", (tuple(run),)))
            run = []
        out.append(operation)
    if run:
        out.append(("call", "extend", (tuple(run),)))
    return tuple(out)


def is_reference(value: Wire) -> bool:
    """Whether a wire value is a reference to a heap object."""
    return type(value) is tuple and len(value) == 1


def is_snapshot(value: Wire) -> bool:
    """Whether a wire value stands for an object's contents after an operation that is not told itself."""
    return type(value) is tuple and len(value) == 7 and value[0] == wire.SNAPSHOT


def argument_alone(told: Sequence[Wire]) -> tuple[Wire, ...]:
    """The argument of a METHOD event that tells it alone; () where a tuple has them. `told`: its last two values."""
    argument, is_alone = told
    return (argument,) if is_alone is True else ()


def same_value(one: Wire, two: Wire) -> bool:
    """Equal and of the same type, all the way down in small tuples; nan equals nan."""
    if type(one) is not type(two):
        return False
    if type(one) is tuple:
        return len(one) == len(two) and all(map(same_value, one, two))
    if type(one) is float:
        return repr(one) == repr(two)
    return bool(one == two)


def _same_items(one: Sequence[Wire], two: Sequence[Wire]) -> bool:
    return len(one) == len(two) and all(map(same_value, one, two))


def _pairs(flat: Sequence[Any]) -> dict[Any, Any]:
    return dict(zip(islice(flat, 0, None, 2), islice(flat, 1, None, 2), strict=False))


def _container(kind: int, items: Sequence[Wire], extra: Any) -> Any:
    if kind == wire.LIST:
        return list(items)
    if kind == wire.DICT:
        return _pairs(items)
    if kind in (wire.SET, wire.FROZENSET):
        return dict.fromkeys(items)
    if kind == wire.DEQUE:
        return deque(items, maxlen=extra if isinstance(extra, int) and extra >= 0 else None)
    if kind == wire.CELL:
        return list(items)
    return tuple(items)


def _list_method(data: Any, name: str, arguments: tuple[Any, ...]) -> bool:
    if name == "append" and type(data) is list:
        data.append(*arguments)
        return True
    before = list(data) if name in ("reverse", "rotate") else len(data)
    full = isinstance(data, deque) and data.maxlen is not None and len(data) == data.maxlen
    if name not in SEQUENCE_METHODS:
        return False
    getattr(data, name)(*arguments)
    if name in ("reverse", "rotate"):
        return bool(before != list(data))
    return before != len(data) or (full and len(data) > 0)


def _dict_method(data: dict[Wire, Wire], name: str, arguments: tuple[Any, ...]) -> bool:
    if name == "move_to_end":
        key, last = arguments[0], arguments[1] if len(arguments) > 1 else True
        value = data.pop(key)
        if last:
            data[key] = value
        else:
            rest = dict(data)
            data.clear()
            data[key] = value
            data.update(rest)
        return True
    if name == "popitem" and arguments and not arguments[0]:
        del data[next(iter(data))]
        return True
    if name == "update":
        changed = False
        for pairs in arguments:
            for key, value in pairs:
                changed |= key not in data or not same_value(data[key], value)
                data[key] = value
        return changed
    before = len(data)
    if name == "pop":
        data.pop(arguments[0])
    elif name == "popitem":
        data.popitem()
    elif name == "clear":
        data.clear()
    elif name == "setdefault":
        data.setdefault(arguments[0], arguments[1] if len(arguments) > 1 else None)
    return before != len(data)


def _set_method(data: dict[Wire, Any], name: str, arguments: tuple[Any, ...]) -> bool:
    before = len(data)
    if name == "add":
        data.setdefault(arguments[0], None)
    elif name in ("discard", "remove"):
        data.pop(arguments[0], None)
    elif name == "clear":
        data.clear()
    elif name == "update":
        for items in arguments:
            for item in items:
                data.setdefault(item, None)
    elif name == "difference_update":
        for items in arguments:
            for item in items:
                data.pop(item, None)
    return before != len(data)


_ACTIONS: dict[str, Callable[..., bool]] = {
    "item": HeapObject._item,
    "delete": HeapObject._delete,
    "attribute": HeapObject._attribute,
    "remove attribute": HeapObject._remove_attribute,
    "call": HeapObject._call,
}
