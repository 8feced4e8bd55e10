"""Other values than a test has: the nearest of the same type, and what the other tests have in its place."""

from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from typing import Any, TypeVar

_Sequence = TypeVar("_Sequence", str, list[object])

_MOST_SWAPPED = 3
"""Values of the other tests that each argument is given."""
_MOST_PARTS = 4
"""Parts of a collection that are changed, each in turn."""


def alternating(one: Iterator[object], other: Iterator[object]) -> Iterator[object]:
    """The values of both in turn."""
    for row in zip_longest(one, other):
        yield from (value for value in row if value is not None)


def swapped(value: object, given: Sequence[object], known: Sequence[str]) -> Iterator[object]:
    """What the other tests have in its place; instead of a text also those that are keys or parts elsewhere."""
    others = [*given, *known] if isinstance(value, str) else given
    found: list[object] = []
    for other in others:
        if type(other) is type(value) and other != value and other not in found:
            found.append(other)
    yield from found[:_MOST_SWAPPED]


def texts_in(value: object) -> Iterator[str]:
    """The texts of a literal, keys too."""
    match value:
        case str():
            yield value
        case dict():
            yield from texts_in([*value, *value.values()])
        case set():
            yield from sorted(texts_in(list(value)))
        case list() | tuple():
            for part in value:
                yield from texts_in(part)


def written(value: object) -> str:
    """The literal, with the parts of a set in one order, whatever their hashes are."""
    match value:
        case set() if value:
            return "{" + ", ".join(sorted(map(written, value))) + "}"
        case dict():
            return "{" + ", ".join(f"{written(key)}: {written(part)}" for key, part in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(written, value)) + "]"
        case tuple() if value:
            return "(" + ", ".join(map(written, value)) + ",)"
    return repr(value)


def others(value: object, known: Sequence[str] = ()) -> Iterator[object]:
    """Other values of the same type, the nearest first; `known` are texts that the tests have."""
    match value:
        case bool():
            yield not value
        case int():
            near = (value + 1, value - 1, value + 7, 2 * value, -value, 0, value + 100)
            yield from dict.fromkeys(number for number in near if number != value)
        case float():
            yield from (value + 0.5, value - 1.0, -value)
        case str():
            yield from _rearranged(value, value.swapcase())
        case list():
            yield from alternating(
                _rearranged(value, sorted(value, key=written)), _with_one_changed(value, known)
            )
        case tuple():
            yield from (tuple(other) for other in others(list(value), known) if isinstance(other, list))
        case dict() if value:
            keys = list(value)
            values = (
                dict(zip(keys, parts, strict=True)) for parts in _with_one_changed([*value.values()], known)
            )
            yield from alternating(
                values, iter((dict(reversed(value.items())), dict(list(value.items())[1:])))
            )
        case set():
            parts = sorted(value, key=written)
            yield from (value - {part} for part in parts[:_MOST_PARTS])
            more = [*known, *(other for part in parts if part not in known for other in others(part))]
            alike = (new for new in more if new not in value and all(type(new) is type(one) for one in parts))
            yield from (value | {new} for new in islice(alike, _MOST_PARTS))
        case _:
            return


def _rearranged(value: _Sequence, own: _Sequence) -> Iterator[_Sequence]:
    for other in (value[::-1], value[1:], value[:-1], value + value, value + value[:1], own, value[:0]):
        if other != value:
            yield other


def _with_one_changed(value: list[Any], known: Sequence[str] = ()) -> Iterator[list[object]]:
    """Lists with one part changed, or as another part is: the nearest of each part, then the next of each."""
    ways = [
        alternating(
            (other for other in known if isinstance(part, str) and other != part),
            others(part, known),
        )
        for part in value[:_MOST_PARTS]
    ]
    for row in islice(zip_longest(*ways), _MOST_PARTS):
        for place, other in enumerate(row):
            if other is not None:
                yield [*value[:place], other, *value[place + 1 :]]
