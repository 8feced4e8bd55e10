"""Who last touched the objects that the recorder cannot look into, while the events of a run are followed."""

from collections.abc import Sequence

from llmdb.events import wire
from llmdb.replay.heap import HeapObject

FIXED = frozenset(
    {
        "Pattern",
        "Match",
        "date",
        "datetime",
        "time",
        "timedelta",
        "timezone",
        "Decimal",
        "Fraction",
        "PosixPath",
    }
    | {"PurePosixPath", "UUID", "struct_time", "ZoneInfo", "IPv4Address", "mappingproxy"}
)
"""Types that show no contents and never change."""

_SHOWN = frozenset({"array"})
"""Types all of whose state is shown, so that each change of it is seen."""

_CODE = frozenset({"function", "builtin_function_or_method", "module", "type", "method"})
"""Types of definitions: what is set on one of them is read by its name only, not when the definition is passed on."""


class Closed:
    """The last node that touched each closed object, and what such an object stands over."""

    def __init__(self) -> None:
        self._last: dict[int, int] = {}
        self._over: dict[int, tuple[int, ...]] = {}
        self._with: dict[int, tuple[int, ...]] = {}

    def touch(self, number: int, node: int) -> tuple[int, ...]:
        """A statement may have changed an object's hidden state, and that of what it stands over; all these objects."""
        touched = (number, *self._with.get(number, ()))
        self._last.update(dict.fromkeys(touched, node))
        return touched

    def hold(self, number: int, over: Sequence[int], closed: Sequence[int]) -> None:
        """A statement bound an object that stands over others; the closed ones among them change with it."""
        self._over[number] = tuple(over)
        self._with[number] = tuple(closed)

    def writers(self, number: int) -> tuple[int, ...]:
        """The last node that touched an object, if one did."""
        return (self._last[number],) if number in self._last else ()

    def children(self, number: int) -> tuple[int, ...]:
        """What an object stands over."""
        return self._over.get(number, ())

    def forget(self, numbers: Sequence[int]) -> None:
        """These objects are gone."""
        for held in (self._last, self._over, self._with):
            for number in numbers if held else ():
                held.pop(number, None)


def is_definition(found: HeapObject) -> bool:
    """Whether an object is a class, a function or a module."""
    return found.kind == wire.CLASS or (found.kind == wire.OPAQUE and found.type in _CODE)


def is_closed(found: HeapObject | None) -> bool:
    """Whether an object has state that the recorder cannot look into."""
    return found is not None and found.kind == wire.OPAQUE and found.type not in FIXED | _CODE | _SHOWN
