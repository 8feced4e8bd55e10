"""Who wrote an element: the last change of one attribute, key or index of an object."""

import heapq
from collections.abc import Iterator

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.replay.heap import references, same_value
from llmdb.replay.log import EventLog, Logged
from llmdb.slicing.graph.contents import MOST_OBJECTS, is_definition
from llmdb.slicing.graph.plans import UNKNOWN
from llmdb.slicing.writers.remembered import Remembered

_MOST = 5_000
Found = tuple[Wire, int | None]


class Elements:
    """Finds the last change of a part of an object before an event."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._remembered = Remembered(log)

    def attribute(self, reference: Wire, name: str, before: int) -> Found:
        """The attribute's value and the event that set it; None for one that was there from the beginning."""
        held = self._log.object_at(reference, before)
        value = held.attributes.get(name) if held is not None else None
        for position in self._log.mutations(reference[0], before):
            site = self._log.sites[self._log.tag(position)]
            if site.kind in (kinds.SETATTR, kinds.DELATTR) and name == set_attribute(self._log, position):
                return value, position
            if site.kind in (kinds.COMPARED, kinds.INPLACE):
                shadow = self._remembered.shadow(reference[0], before)
                if shadow is None:
                    return value, position
                writer = shadow.attributes.get(name, 0)
                return value, writer - 1 if writer else None
        return value, None

    def has(self, reference: Wire, key: Wire, before: int) -> bool:
        """Whether a key denotes one item of an object; else any of them may be meant."""
        held = self._log.object_at(reference, before)
        if held is None or key is UNKNOWN:
            return False
        if held.kind == wire.DICT:
            return key in held.data
        ordered = held.kind in (wire.LIST, wire.DEQUE, wire.TUPLES)
        return ordered and type(key) is int and -len(held.data) <= key < len(held.data)

    def item(self, reference: Wire, key: Wire, before: int) -> Found:
        """The value of an item that is there, and the event that wrote it: None or -1 for its creation."""
        held = self._log.object_at(reference, before)
        if held is None:
            return None, None
        if held.kind == wire.DICT:
            shadow = self._remembered.shadow(reference[0], before)
            if shadow is None:
                return held.data[key], self._keyed(reference[0], key, before)
            return held.data[key], shadow.items.get(key, 0) - 1
        index, size = key % len(held.data), len(held.data)
        value = held.data[index]
        if held.kind == wire.TUPLES:
            return value, None
        writers = self._of_index(reference[0], key, index, before)
        return value, writers[0] if writers else self._indexed(reference[0], index, size, before)

    def removal(self, reference: Wire, before: int) -> int | None:
        """The event that took something out of an object last; None for none."""
        shadow = self._remembered.shadow(reference[0], before)
        return shadow.removal - 1 if shadow is not None and shadow.removal else None

    def moved(self, reference: Wire, key: Wire, before: int) -> tuple[int, ...]:
        """The event that moved a list's item to where it is, since it was written."""
        held = self._log.object_at(reference, before)
        if held is None or type(key) is not int or held.kind not in (wire.LIST, wire.DEQUE):
            return ()
        if not -len(held.data) <= key < len(held.data):
            return ()
        return self._of_index(reference[0], key, key % len(held.data), before)[1:]

    def _of_index(self, number: int, key: int, index: int, before: int) -> tuple[int, ...]:
        """Who wrote the item, -1 for its creation, and who moved it; nothing for an object with many changes."""
        shadow = self._remembered.shadow(number, before)
        if shadow is None:
            return ()
        who = shadow.items[index] - 1
        return (who, *(mover - 1 for mover in shadow.item(index, key < 0) if mover - 1 != who))

    def contents(self, value: Wire, before: int) -> Iterator[int]:
        """The events that wrote what a value holds before an event, at any depth, the last first."""
        inside = list(self._inside(value, before))
        yield from heapq.merge(*(self._live(number, before) for number in inside), reverse=True)

    def span(self, reference: Wire, bounds: slice, before: int) -> Iterator[int]:
        """The events that wrote the items between two bounds, or moved them, and what they hold, the last first."""
        shadow = self._remembered.shadow(reference[0], before)
        held = self._log.object_at(reference, before)
        if held is None or (shadow is None and any(True for _ in self._log.mutations(reference[0], before))):
            yield from self.contents(reference, before)
            return
        own = sorted((writer - 1 for writer in shadow.span(bounds)), reverse=True) if shadow else []
        inner = [self.contents(value, before) for value in held.data[bounds] if type(value) is tuple]
        yield from heapq.merge(own, *inner, reverse=True)

    def _inside(self, value: Wire, before: int) -> Iterator[int]:
        todo = list(references((value,)))
        seen = set(todo)
        while todo and len(seen) <= MOST_OBJECTS:
            number = todo.pop(0)
            held = self._log.object_at((number,), before)
            if held is not None and is_definition(held):
                continue
            yield number
            for child in held.children() if held is not None else ():
                if child not in seen:
                    seen.add(child)
                    todo.append(child)

    def _live(self, number: int, before: int) -> Iterator[int]:
        """The changes of one object whose effect is left, the last first."""
        if self._log.kind_of(number) == wire.CELL:
            return
        shadow = self._remembered.shadow(number, before)
        if shadow is not None:
            yield from (writer - 1 for writer in reversed(shadow.live()))
            return
        written: set[Wire] = set()
        moved = False
        for position in self._log.mutations(number, before):
            event = self._log.event(position)
            part = _part_of(event)
            if part is None:
                yield position
                if event.site.kind == kinds.METHOD and event.site.names[0] == "clear":
                    return
                moved = True
            elif part not in written or moved:
                written.add(part)
                yield position

    def _keyed(self, number: int, key: Wire, before: int) -> int | None:
        for position in self._log.mutations(number, before):
            event = self._log.event(position)
            if event.site.kind == kinds.SETITEM or (event.site.kind == kinds.DELITEM and _is_plain(event)):
                if event.values[1] == key:
                    return position
                continue
            if event.site.kind == kinds.METHOD and event.site.names[0] in ("pop", "setdefault"):
                given = _arguments(event)
                if given and not same_value(given[0], key):
                    continue
            if self._had(number, key, position):
                continue
            return position
        return None

    def _had(self, number: int, key: Wire, position: int) -> bool:
        """Whether a change of a dict left an item as it was."""
        before, after = (self._log.object_at((number,), p) for p in (position, position + 1))
        if before is None or after is None:
            return False
        return key in before.data and key in after.data and same_value(before.data[key], after.data[key])

    def _indexed(self, number: int, index: int, size: int, before: int) -> int | None:
        """Walks the changes of a list backwards, with the index that the element had before each."""
        for count, position in enumerate(self._log.mutations(number, before)):
            event = self._log.event(position)
            moved = _before(event, index, size)
            if moved is None or count >= _MOST:
                return position
            index, size = moved
        return None


def set_attribute(log: EventLog, position: int) -> Wire:
    """The name of the attribute that an event set or deleted."""
    site = log.sites[log.tag(position)]
    return site.names[0] if site.names else log.event(position).values[-1]


def _part_of(event: Logged) -> Wire:
    """The attribute, key or index that an event wrote, to be compared with others; None for anything else."""
    if event.site.kind == kinds.SETATTR:
        return ("attribute", event.site.names[0] if event.site.names else event.values[2])
    if event.site.kind == kinds.SETITEM and not (
        type(event.values[1]) is tuple and event.values[1][0] == wire.SLICE
    ):
        return ("item", event.values[1])
    return None


def _is_plain(event: Logged) -> bool:
    """Whether an item's deletion tells which it was, not what was left afterwards."""
    key = event.values[1]
    return type(key) is not tuple or len(key) == 0 or key[0] != wire.SNAPSHOT


def _arguments(event: Logged) -> tuple[Wire, ...]:
    given = event.values[1]
    return given[1] if type(given) is tuple and given and given[0] == wire.TUPLE else ()


def _before(event: Logged, index: int, size: int) -> tuple[int, int] | None:
    """Index of the element, and the list's size, before a change; None for a change that wrote the element."""
    if event.site.kind == kinds.SETITEM:
        key = event.values[1]
        if type(key) is not int:
            return None
        return None if key % size == index else (index, size)
    if event.site.kind != kinds.METHOD:
        return None
    name, given = event.site.names[0], _arguments(event)
    if name == "append":
        return None if index == size - 1 else (index, size - 1)
    if name == "pop":
        at = given[0] if given else size
        at = at + size + 1 if type(at) is int and at < 0 else at
        return (index + (index >= at), size + 1) if type(at) is int else None
    if name == "insert" and given and type(given[0]) is int:
        at = given[0] if given[0] >= 0 else max(0, given[0] + size - 1)
        at = min(at, size - 1)
        return None if index == at else (index - (index > at), size - 1)
    return None
