"""Which event put each element of a container where it came from, however elements were moved since."""

import heapq
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import field
from itertools import islice, takewhile
from typing import Any

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.replay.heap import HeapObject, argument_alone, is_reference, is_snapshot, same_value
from llmdb.replay.log import EventLog, Logged
from llmdb.values import dataclass

MOST_EVENTS = 500
"""How many changes are replayed; what was put in before them is `LOST`."""

LOST = -1
"""The origin of an element that came in before the changes that are replayed."""

_KEPT = 64
_SEQUENCES = (wire.LIST, wire.DEQUE)
_MAPPINGS = (wire.DICT, wire.SET)


@dataclass(slots=True)
class Element:
    """A value in a container and the event that put it there.

    Attributes:
        origin: None for one that was there at first sight, `LOST` for one from before what is replayed.
    """

    value: Wire
    origin: int | None

    def __lt__(self, other: "Element") -> bool:
        return bool(_plain(self.value) < _plain(other.value))


@dataclass(slots=True)
class _State:
    """A container replayed up to an event."""

    kind: int
    position: int = 0
    row: list[Element] = field(default_factory=list)
    table: dict[Wire, Element] = field(default_factory=dict)


class Provenance:
    """Replays the changes of one container, with each element marked by the event that brought it in."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._states: OrderedDict[int, _State] = OrderedDict()

    def elements(self, number: int, before: int) -> Sequence[Element] | None:
        """The elements of a list or deque just before an event; None where they are not known."""
        state = self._at(number, before)
        return state.row if state is not None and state.kind in _SEQUENCES else None

    def entries(self, number: int, before: int) -> dict[Wire, Element] | None:
        """The values of a mapping, or the items of a set, by key, just before an event."""
        state = self._at(number, before)
        return state.table if state is not None and state.kind in _MAPPINGS else None

    def _at(self, number: int, before: int) -> _State | None:
        state = self._states.get(number)
        since = state.position if state is not None and state.position <= before else 0
        changes = takewhile(lambda position: position >= since, self._log.mutations(number, before))
        events = list(islice(changes, MOST_EVENTS + 1))[::-1]
        if len(events) > MOST_EVENTS:
            state = self._first(number, self._log.object_at((number,), events[0]), LOST)
        elif state is None or not since:
            state = self._first(number, self._log.birth(number), None)
        if state is None:
            return None
        for position in events:
            self._apply(state, number, self._log.event(position))
        state.position = before
        self._states[number] = state
        self._states.move_to_end(number)
        while len(self._states) > _KEPT:
            self._states.popitem(last=False)
        return state

    def _first(self, number: int, found: HeapObject | None, origin: int | None) -> _State | None:
        """A container as it was found, its elements with this origin."""
        if found is None or found.kind not in (*_SEQUENCES, *_MAPPINGS):
            return None
        state = _State(found.kind)
        if found.kind in _SEQUENCES:
            state.row = [Element(value, origin) for value in found.data]
        else:
            state.table = {key: Element(value, origin) for key, value in _pairs(found)}
        return state

    def _apply(self, state: _State, number: int, event: Logged) -> None:
        if state.kind in _SEQUENCES:
            if not self._moved(state, event):
                state.row = aligned(state.row, self._after(number, event), event.position)
        else:
            self._apply_keyed(state, number, event)

    def _apply_keyed(self, state: _State, number: int, event: Logged) -> None:
        if event.site.kind == kinds.SETITEM and not is_snapshot(event.values[-1]):
            state.table[event.values[1]] = Element(event.values[2], event.position)
            return
        after = self._log.object_at((number,), event.position + 1)
        old, state.table = state.table, {}
        for key, value in _pairs(after) if after is not None else ():
            known = old.get(key)
            kept = known is not None and same_value(known.value, value)
            state.table[key] = known if known is not None and kept else Element(value, event.position)

    def _after(self, number: int, event: Logged) -> Sequence[Wire]:
        """The contents after an event."""
        last = event.values[-1]
        if is_snapshot(last):
            return tuple(last[4])
        after = self._log.object_at((number,), event.position + 1)
        return tuple(after.data) if after is not None else ()

    def _moved(self, state: _State, event: Logged) -> bool:
        """Carry out a change whose effect is known without the contents after it; whether it was one."""
        row, here = state.row, event.position
        if event.site.kind == kinds.SETITEM:
            key = event.values[1]
            if type(key) is int and not is_snapshot(event.values[-1]) and -len(row) <= key < len(row):
                row[key] = Element(event.values[2], here)
                return True
        elif event.site.kind == kinds.DELITEM and type(event.values[1]) is int:
            if -len(row) <= event.values[1] < len(row):
                del row[event.values[1]]
                return True
        elif event.site.kind == kinds.METHOD:
            change = _MOVES.get(event.site.names[0])
            if change is not None and (state.kind == wire.LIST or event.site.names[0] != "append"):
                return change(row, self._arguments(event), here)
        return False

    def _arguments(self, event: Logged) -> Sequence[Wire]:
        """What a method was called with."""
        if alone := argument_alone(event.values[1:3]):
            return alone
        given = event.values[1]
        if is_reference(given):
            held = self._log.birth(given[0])
            return held.data if held is not None and held.kind == wire.TUPLES else ()
        return given[1] if type(given) is tuple and len(given) == 2 and given[0] == wire.TUPLE else ()


def aligned(before: Sequence[Element], after: Sequence[Wire], position: int) -> list[Element]:
    """The elements after a change that only its result tells of.

    A change by one of heapq's functions is repeated; else an equal value is taken for the same element, the first for
    the first, as a stable sort keeps them; what was not there before came with the event.
    """
    repeated = _as_heap(before, after, position)
    if repeated is not None:
        return repeated
    left: dict[Hashable, list[Element]] = {}
    for element in reversed(before):
        left.setdefault(_key(element.value), []).append(element)
    out = []
    for value in after:
        known = left.get(_key(value))
        out.append(known.pop() if known else Element(value, position))
    return out


def _as_heap(before: Sequence[Element], after: Sequence[Wire], position: int) -> list[Element] | None:
    """What one of heapq's functions made of the list, if it made this; only values of simple kinds are compared."""
    if not before and len(after) != 1:
        return None
    new = _new_value(before, after)
    for change in _heap_changes(before, after, None if new is None else Element(new[0], position)):
        row = [Element(e.value, e.origin) for e in before]
        try:
            change(row)
        except (TypeError, IndexError):
            return None
        if len(row) == len(after) and all(same_value(e.value, v) for e, v in zip(row, after, strict=True)):
            return row
    return None


def _heap_changes(
    before: Sequence[Element], after: Sequence[Wire], new: Element | None
) -> Sequence[Callable[[list[Element]], object]]:
    if len(after) == len(before) + 1 and new is not None:
        return (lambda row: heapq.heappush(row, new),)
    if len(after) == len(before) - 1:
        return (heapq.heappop,)
    if len(after) == len(before) and new is not None:
        return (lambda row: heapq.heapreplace(row, new), lambda row: heapq.heappushpop(row, new))
    return (heapq.heapify,) if len(after) == len(before) else ()


def _new_value(before: Sequence[Element], after: Sequence[Wire]) -> tuple[Wire] | None:
    left: dict[Hashable, int] = {}
    for element in before:
        left[_key(element.value)] = left.get(_key(element.value), 0) + 1
    for value in after:
        if not left.get(_key(value)):
            return (value,)
        left[_key(value)] -= 1
    return None


def _append(row: list[Element], given: Sequence[Wire], here: int) -> bool:
    row.extend(Element(value, here) for value in given[:1])
    return bool(given)


def _insert(row: list[Element], given: Sequence[Wire], here: int) -> bool:
    if len(given) == 2 and type(given[0]) is int:
        row.insert(given[0], Element(given[1], here))
        return True
    return False


def _pop(row: list[Element], given: Sequence[Wire], here: int) -> bool:
    at = given[0] if given else -1
    if type(at) is int and -len(row) <= at < len(row):
        del row[at]
        return True
    return False


def _pop_left(row: list[Element], given: Sequence[Wire], here: int) -> bool:
    del row[:1]
    return True


def _reverse(row: list[Element], given: Sequence[Wire], here: int) -> bool:
    row.reverse()
    return True


def _clear(row: list[Element], given: Sequence[Wire], here: int) -> bool:
    row.clear()
    return True


def _rotate(row: list[Element], given: Sequence[Wire], here: int) -> bool:
    by = given[0] if given else 1
    if type(by) is not int:
        return False
    if row:
        by %= len(row)
        row[:] = row[-by:] + row[:-by]
    return True


_MOVES: dict[str, Callable[[list[Element], Sequence[Wire], int], bool]] = {
    "append": _append,
    "insert": _insert,
    "pop": _pop,
    "popleft": _pop_left,
    "reverse": _reverse,
    "clear": _clear,
    "rotate": _rotate,
}


def _pairs(found: HeapObject) -> Sequence[tuple[Wire, Wire]]:
    return tuple(found.data.items())


def _key(value: Wire) -> Hashable:
    """Equal for the same object, or for equal simple values of one type."""
    return (type(value).__name__, repr(value))


def _plain(value: Wire) -> Any:
    """A value that compares as the program's did.

    Raises:
        TypeError: the program's own comparison is not known.
    """
    if type(value) is tuple:
        if len(value) == 2 and value[0] == wire.TUPLE:
            return tuple(map(_plain, value[1]))
        raise TypeError
    return value
