"""What a call changed, by comparing bounded states before and after it."""

from collections.abc import Iterator, Mapping

from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.replay.heap import HeapObject, is_reference, same_value
from llmdb.replay.log import EventLog
from llmdb.values import dataclass

LAYERS = 3
MOST_OBJECTS = 64
_ORDERED = frozenset({wire.LIST, wire.TUPLES, wire.DEQUE})
_UNORDERED = frozenset({wire.SET, wire.FROZENSET})
_CLOSED = frozenset({wire.OPAQUE, wire.CLASS, wire.HUGE, wire.RECORD})
_GONE = object()


@dataclass(frozen=True, slots=True)
class Comparison:
    """What became of an object and what it holds.

    Attributes:
        changed: paths of the parts that differ, as the source would write them behind the object: `[0]`, `.size`.
        whole: whether all of it, within the layers, could be compared.
    """

    changed: tuple[str, ...]
    whole: bool


def fields_of(found: HeapObject) -> Iterator[tuple[str, Wire]]:
    """Names and values of what an object holds: `[0]`, `['key']`, `.attribute`, `{item}`."""
    if found.kind in _ORDERED:
        yield from ((f"[{place}]", value) for place, value in enumerate(found.data))
    elif found.kind == wire.DICT:
        yield from ((f"[{key!r}]", value) for key, value in found.data.items() if type(key) is not tuple)
    elif found.kind in _UNORDERED:
        yield from ((f"{{{value!r}}}", value) for value in found.data if type(value) is not tuple)
    yield from ((f".{name}", value) for name, value in found.attributes.items())


def _content_of(found: HeapObject) -> Mapping[str, Wire]:
    """What an object holds that has no parts with names: the bytes of a buffer."""
    return {"": found.data[0]} if found.kind == wire.BYTEARRAY else {}


def compare_states(log: EventLog, value: Wire, before: int, after: int) -> Comparison:
    """Compare an object just before two events, `LAYERS` deep and at most `MOST_OBJECTS` objects."""
    if not is_reference(value):
        return Comparison((), True)
    old, whole = _state(log, value[0], before)
    new, _ = _state(log, value[0], after)
    return Comparison(tuple(_differences(old, new, value[0], "", set())), whole)


def _state(log: EventLog, number: int, position: int) -> tuple[Mapping[int, Mapping[str, Wire]], bool]:
    """The fields of an object and those it holds, by number."""
    out: dict[int, Mapping[str, Wire]] = {}
    level, whole = [number], True
    for _ in range(LAYERS):
        below: list[int] = []
        for held in level:
            if held in out:
                continue
            found = log.object_at((held,), position) if len(out) < MOST_OBJECTS else None
            whole &= found is not None and found.kind not in _CLOSED
            if found is not None:
                out[held] = {**dict(fields_of(found)), **_content_of(found)}
                whole &= found.kind != wire.BYTEARRAY or len(found.data[0]) == found.data[1]
                below += [field[0] for field in out[held].values() if is_reference(field)]
        level = below
    return out, whole and not [held for held in level if held not in out]


def _differences(
    old: Mapping[int, Mapping[str, Wire]],
    new: Mapping[int, Mapping[str, Wire]],
    number: int,
    path: str,
    seen: set[int],
) -> Iterator[str]:
    if number in seen or number not in old or number not in new:
        return
    seen.add(number)
    for name in dict.fromkeys((*new[number], *old[number])):
        one, two = old[number].get(name, _GONE), new[number].get(name, _GONE)
        if one is _GONE or two is _GONE or not same_value(one, two):
            yield path + name
        elif is_reference(two):
            yield from _differences(old, new, two[0], path + name, seen)
