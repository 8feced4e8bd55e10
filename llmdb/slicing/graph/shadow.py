"""Who wrote the parts of one heap object: a writer for each element, key or attribute, and for its order.

A writer is the mark of the event that wrote: marks rise with time, and 0 stands for the object's creation.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Any

from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.replay.heap import HeapObject, Operation, same_value

FEW = 16
"""Objects with at most this many written parts are read part by part; of others every earlier change counts."""

_SEQUENCES = frozenset({wire.LIST, wire.DEQUE})
_MOST_ITEMS = 256
"""Longer slices count as the whole of what they are cut from."""


class Shadow:
    """The writers of an object's parts, by their marks.

    Attributes:
        items: for a list or deque one writer an item, for others a writer for each key or element written; for an
            object without parts all its writers.
        attributes: a writer for each attribute written.
        removal: who last took a part away, or moved the parts.
        moves: (index, writer): items from there on were moved by it; indices rise.
        ends: (count, writer): all but that many items at the end were moved by it, counted from the end; counts rise.
        changes: every writer since `version` was made.
        version: a node of the graph that stands for all changes before, 0 for none.
        known: what `live` gave; None if that is to be found anew.
        epoch: since when nobody else keeps this: who changes it later than that changes a copy.
    """

    __slots__ = ("attributes", "changes", "ends", "epoch", "items", "known", "moves", "removal", "version")

    def __init__(self, found: HeapObject, epoch: int = 0) -> None:
        self.epoch = epoch
        self.items: Any = [0] * len(found.data) if found.kind in _SEQUENCES else {}
        self.attributes: dict[str, int] = {}
        self.removal = 0
        self.moves: list[tuple[int, int]] = []
        self.ends: list[tuple[int, int]] = []
        self.changes: list[int] = []
        self.version = 0
        self.known: tuple[int, ...] | None = ()

    def copy(self, epoch: int) -> Shadow:
        """One that goes on from this, which is kept as it is: the changes are handed on, as only they go on with it."""
        other = object.__new__(Shadow)
        other.epoch, other.items, other.attributes = epoch, self.items.copy(), self.attributes.copy()
        other.removal, other.moves, other.ends = self.removal, self.moves.copy(), self.ends.copy()
        other.changes, self.changes = self.changes, []
        other.version, other.known = self.version, self.known
        return other

    def size(self) -> int:
        """How many parts may have a writer."""
        return len(self.items) + len(self.attributes)

    def live(self) -> tuple[int, ...]:
        """The writers of what the object holds now, in order, 0 left out."""
        items = self.items
        found = {*self.attributes.values(), *(items.values() if type(items) is dict else items)}
        found.add(self.removal)
        for _, mover in self.moves:
            found.add(mover)
        for _, mover in self.ends:
            found.add(mover)
        found.discard(0)
        return tuple(sorted(found))

    def replace(self, old: int, mark: int) -> None:
        """A part was written in place of what another mark is of: mostly it is clear what `live` gives now."""
        known = self.known
        if known is None:
            return
        if len(self.items) + len(self.attributes) > FEW or (known and mark <= known[-1]):
            self.known = None
            return
        if not old:
            self.known = (*known, mark)
        elif self.items or old == self.removal or old in self.attributes.values():
            self.known = None
        else:
            self.known = (*[writer for writer in known if writer != old], mark)

    def append(self, mark: int) -> None:
        """An event has put an item at the end of a list."""
        items, ends = self.items, self.ends
        if ends and (len(ends) > 1 or not items or ends[0][1] != items[-1]):
            self.known = None  # who moved the end did no more than that
        items.append(mark)
        self.ends = [(0, mark)]
        self.replace(0, mark)

    def item(self, index: int, from_end: bool = False) -> tuple[int, ...]:
        """Who wrote the item at an index of a list, and who moved it there since.

        Args:
            from_end: the index was counted from the end: what came or went before the item did not move it.
        """
        who = self.items[index]
        own: tuple[int, ...] = (who,) if who else ()
        moved = self.ends if from_end else self.moves
        if moved:
            place = len(self.items) - index - 1 if from_end else index
            mover = next((mover for start, mover in reversed(moved) if start <= place), 0)
            return (*own, mover) if mover > who else own
        return own

    def span(self, bounds: slice) -> frozenset[int]:
        """Who wrote the items of a list's slice, who moved them there, who moved or took its end."""
        size, (start, stop), backwards = len(self.items), (bounds.start, bounds.stop), (bounds.step or 1) < 0
        last = start if backwards else stop
        open_end = last is None or last < 0 or last > size
        from_end = open_end if backwards else start is not None and start < 0
        found = {self.removal} if open_end or from_end or (stop is not None and stop < 0) else set()
        for index in range(size)[bounds]:
            found.update(self.item(index, from_end))
        if stop is not None and -size < stop < 0:
            edge = size + stop + (1 if backwards else -1)
            found.update(self.item(edge, from_end=True) if edge < size else ())
        return frozenset(found - {0})

    def write(self, found: HeapObject, operation: Operation, mark: int) -> bool:
        """Carry an operation out on the object, note its writer, and give whether it had an effect."""
        self.known = None
        action = operation[0]
        if action in ("attribute", "remove attribute"):
            self.attributes[operation[1]] = mark
            self.removal = mark if action == "remove attribute" else self.removal
            return found.apply(operation)
        if action == "set":
            return self._compare(found, operation, mark)
        if found.kind in _SEQUENCES:
            return self._sequence(found, operation, mark)
        if found.kind == wire.DICT:
            return self._keys(found, operation, mark)
        return self._elements(found, operation, mark)

    def _compare(self, found: HeapObject, operation: Operation, mark: int) -> bool:
        """New contents as a whole: what differs was written."""
        before, attributes, shown = found.data, found.attributes, found.extra
        before = before if type(before) is tuple else before.copy()
        has_effect = found.apply(operation)
        now = found.data
        anywhere = False  # what was put in may have been there already
        for name, value in found.attributes.items():
            if name not in attributes or not same_value(attributes[name], value):
                self.attributes[name] = mark
        self.attributes.update((name, mark) for name in attributes if name not in found.attributes)
        if found.kind in _SEQUENCES:
            self.items = [
                mark if old is None or not same_value(old[0], new) else who
                for new, old, who in zip(now, _padded(before, len(now)), _longer(self.items), strict=False)
            ]
        elif type(now) is dict:
            self.items = {k: w for k, w in _as_dict(self.items).items() if k in now}
            changed = {k: mark for k, v in now.items() if k not in before or before[k] != v}
            self.items.update(changed)
            anywhere = not changed and found.attributes == attributes
        elif before != now or found.extra != shown:
            self.items[mark] = mark  # it has no parts: what was written before may still be there
        if anywhere or len(now) < len(before):
            self.removal = mark
        return has_effect

    def _sequence(self, found: HeapObject, operation: Operation, mark: int) -> bool:
        items, data, size = self.items, found.data, len(found.data)
        if len(items) != size:
            items = self.items = [0] * size
        action = operation[0]
        try:
            if action == "item":
                key = operation[1]
                if type(key) is tuple:
                    items[slice(*key[1:])] = [mark] * len(operation[2])
                    first, last, step = slice(*key[1:]).indices(size)
                    to_end = step == 1 and max(first, last) == size  # the end is where this puts it
                    if len(items) != size or to_end:
                        self._move(first, size - max(first, last), mark)
                        self.removal = mark if len(items) < size else self.removal
                else:
                    items[key] = mark
            elif action == "delete":
                key = operation[1]
                first = slice(*key[1:]).indices(size)[0] if type(key) is tuple else key % size
                del items[slice(*key[1:]) if type(key) is tuple else key]
                self._taken(first, mark)
            elif action == "call" and operation[1] in _SEQUENCE:
                _SEQUENCE[operation[1]](self, data, operation[2], mark)
        except (IndexError, TypeError, ValueError, ZeroDivisionError):
            pass
        has_effect = found.apply(operation)
        if len(self.items) != len(found.data):
            self.items = [mark] * len(found.data)
        return has_effect

    def _keys(self, found: HeapObject, operation: Operation, mark: int) -> bool:
        items, data = self.items, found.data
        if operation[0] == "item":
            items[operation[1]] = mark
            return found.apply(operation)
        before = set(data) if operation[0] == "call" and operation[1] not in ("update", "clear") else data
        if operation[0] == "call" and operation[1] == "update":
            items.update((key, mark) for pairs in operation[2] for key, _ in pairs)
        size = len(data)
        has_effect = found.apply(operation)
        if len(found.data) < size:
            self.removal = mark
            for key in [k for k in items if k not in found.data]:
                del items[key]
        elif len(found.data) > size and before is not data:
            items.update((key, mark) for key in found.data if key not in before)
        return has_effect

    def _elements(self, found: HeapObject, operation: Operation, mark: int) -> bool:
        size = len(found.data)
        given = operation[2] if operation[0] == "call" else ()
        known = found.data if type(found.data) is dict else {}
        if operation[0] == "call" and operation[1] == "add" and given and given[0] not in known:
            self.items[given[0]] = mark
        elif operation[0] == "call" and operation[1] == "update":
            self.items.update((key, mark) for keys in given for key in keys if key not in known)
        has_effect = found.apply(operation)
        if len(found.data) < size:
            self.removal = mark
            self.items = {k: w for k, w in self.items.items() if k in found.data}
        return has_effect

    def _move(self, first: int, after: int, mark: int) -> None:
        """Items from `first` on were moved, and, counted from the end, all but the last `after`."""
        for held, start in ((self.moves, first), (self.ends, after)):
            while held and held[-1][0] >= start:
                held.pop()
            held.append((start, mark))

    def _taken(self, first: int, mark: int) -> None:
        """Items were deleted; `first` is the index of the first of them."""
        self.removal = mark
        self._move(first, max(0, len(self.items) - first), mark)

    # --- methods of lists and deques, before they are carried out ---------------------------------------------

    def _append(self, data: Any, given: tuple[Wire, ...], mark: int) -> None:
        if isinstance(data, deque) and data.maxlen is not None and len(data) >= data.maxlen:
            del self.items[0]
            self._taken(0, mark)
        self.append(mark)

    def _extend(self, data: Any, given: tuple[Wire, ...], mark: int) -> None:
        self.items.extend(repeat(mark, len(given[0])))
        self.ends = [(0, mark)]

    def _pop(self, data: Any, given: tuple[Wire, ...], mark: int) -> None:
        index = given[0] if given else -1
        first = index % len(self.items)
        self.items.pop(index)
        self._taken(first, mark)

    def _clear(self, data: Any, given: tuple[Wire, ...], mark: int) -> None:
        self.items.clear()
        self._taken(0, mark)

    def _popleft(self, data: Any, given: tuple[Wire, ...], mark: int) -> None:
        del self.items[0]
        self._taken(0, mark)

    def _insert(self, data: Any, given: tuple[Wire, ...], mark: int) -> None:
        self.items.insert(given[0], mark)
        index = given[0] if given[0] >= 0 else max(0, given[0] + len(data))
        self._move(index + 1, max(0, len(data) - index), mark)

    def _appendleft(self, data: Any, given: tuple[Wire, ...], mark: int) -> None:
        self.items.insert(0, mark)
        self._move(1, len(data), mark)

    def _remove(self, data: Any, given: tuple[Wire, ...], mark: int) -> None:
        index = list(data).index(given[0])
        del self.items[index]
        self._taken(index, mark)

    def _rotate(self, data: Any, given: tuple[Wire, ...], mark: int) -> None:
        rotated = deque(self.items)
        rotated.rotate(given[0] if given else 1)
        self.items = list(rotated)
        self.removal = mark
        self._move(0, 0, mark)

    def _extendleft(self, data: Any, given: tuple[Wire, ...], mark: int) -> None:
        self.items[:0] = [mark] * len(given[0])
        self._move(len(given[0]), len(data), mark)

    def _reverse(self, data: Any, given: tuple[Wire, ...], mark: int) -> None:
        self.items.reverse()
        self.removal = mark
        self._move(0, 0, mark)


_Method = Callable[[Shadow, Any, tuple[Wire, ...], int], None]
_SEQUENCE: dict[str, _Method] = {
    "append": Shadow._append,
    "extend": Shadow._extend,
    "pop": Shadow._pop,
    "clear": Shadow._clear,
    "popleft": Shadow._popleft,
    "insert": Shadow._insert,
    "appendleft": Shadow._appendleft,
    "remove": Shadow._remove,
    "reverse": Shadow._reverse,
    "rotate": Shadow._rotate,
    "extendleft": Shadow._extendleft,
}


def bounds_of(found: HeapObject, key: Wire) -> slice | None:
    """The bounds of a slice of a list or tuple; None if it is no slice, or as good as the whole."""
    if found.kind not in (wire.LIST, wire.TUPLES) or type(key) is not tuple or key[0] != wire.SLICE:
        return None
    bounds, size = slice(*key[1:]), len(found.data)
    count = len(range(size)[bounds]) if bounds.step != 0 else size
    return None if count == size or count > _MOST_ITEMS else bounds


def _padded(items: Any, size: int) -> Iterator[tuple[Wire] | None]:
    yield from ((item,) for item in items)
    yield from repeat(None, max(0, size - len(items)))


def _longer(items: Any) -> Iterator[int]:
    yield from items if type(items) is list else ()
    yield from repeat(0)


def _as_dict(items: Any) -> dict[Wire, int]:
    return items if type(items) is dict else {}
