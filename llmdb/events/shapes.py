"""What wire values and objects may look like: the form that wire.py describes, checked before anything reads them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from llmdb.errors import ProtocolError
from llmdb.events import wire

_LAST_KIND = wire.ERROR


def check_values(values: Iterable[Any]) -> None:
    """Raise for a value that is none of the protocol.

    Raises:
        ProtocolError: with what is wrong.
    """
    for value in values:
        if type(value) is not tuple or (len(value) == 1 and type(value[0]) is int):
            continue
        if not _is_value(value):
            raise ProtocolError("the child sent a value that is not of the protocol")


def check_object(kind: int, items: Sequence[Any], attributes: Sequence[Any], extra: Any) -> None:
    """Raise for contents that an object of this kind cannot have.

    Raises:
        ProtocolError: with what is wrong.
    """
    check_values(items)
    check_values(attributes)
    if len(attributes) % 2:
        raise ProtocolError("the child sent attributes without values")
    if not 0 <= kind <= _LAST_KIND or not _KINDS.get(kind, _any)(items, extra):
        raise ProtocolError("the child sent an object whose contents are not those of its kind")


def _is_value(value: Any) -> bool:
    if type(value) is not tuple:
        return True
    if len(value) == 1:
        return type(value[0]) is int
    shape = _SHAPES.get(value[0]) if value and type(value[0]) is int else None
    return shape is not None and shape(value)


def _is_big(value: Sequence[Any]) -> bool:
    if len(value) != 3 or type(value[1]) is not str or not _is_size(value[2]):
        return False
    try:
        int(value[1], 16)
    except ValueError:
        return False
    return True


def _is_tuple(value: Sequence[Any]) -> bool:
    return len(value) == 2 and type(value[1]) is tuple and all(map(_is_value, value[1]))


def _is_snapshot(value: Sequence[Any]) -> bool:
    if len(value) != 7 or not _is_value(value[1]) or type(value[2]) is not int or type(value[3]) is not str:
        return False
    if type(value[4]) is not tuple or type(value[5]) is not tuple:
        return False
    check_object(value[2], value[4], value[5], value[6])
    return True


def _is_complex(value: Sequence[Any]) -> bool:
    return len(value) == 3 and all(type(part) in (int, float) for part in value[1:])


def _is_size(value: Any) -> bool:
    return type(value) is int and value >= 0


def _any(items: Sequence[Any], extra: Any) -> bool:
    return True


def _text(items: Sequence[Any], extra: Any) -> bool:
    return len(items) == 2 and type(items[0]) is str and _is_size(items[1])


def _bytes(items: Sequence[Any], extra: Any) -> bool:
    return len(items) == 2 and type(items[0]) is bytes and _is_size(items[1])


def _number_of_items(items: Sequence[Any], extra: Any) -> bool:
    return _is_size(extra)


def _pairs(items: Sequence[Any], extra: Any) -> bool:
    return len(items) % 2 == 0


_SHAPES: Mapping[int, Callable[[Sequence[Any]], bool]] = {
    wire.BIG_INT: _is_big,
    wire.TUPLE: _is_tuple,
    wire.CUT_BYTES: lambda value: len(value) == 3 and type(value[1]) is bytes and type(value[2]) is int,
    wire.COMPLEX: _is_complex,
    wire.PLAIN: lambda value: len(value) == 3 and type(value[1]) is str and type(value[2]) is str,
    wire.SNAPSHOT: _is_snapshot,
    wire.SLICE: lambda value: len(value) == 4 and all(map(_is_value, value[1:])),
    wire.LOST: lambda value: len(value) == 2 and type(value[1]) is str,
}
_KINDS: Mapping[int, Callable[[Sequence[Any], Any], bool]] = {
    wire.TEXT: _text,
    wire.BYTEARRAY: _bytes,
    wire.HUGE: _number_of_items,
    wire.DICT: _pairs,
}
