"""The text of recorded values: Python's own repr where Python's is known, cut where it grows too long."""

from collections.abc import Callable

from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.events.model import Value
from llmdb.replay.heap import HeapObject, is_reference

MAX_CHARACTERS = 2_000
MAX_DEPTH = 6
MAX_DIGITS = 4_000

Lookup = Callable[[int], HeapObject | None]


class Writer:
    """Writes one value; gives up at `MAX_CHARACTERS`."""

    def __init__(self, lookup: Lookup, limit: int = MAX_CHARACTERS) -> None:
        self._lookup = lookup
        self._left = limit
        self._open: list[int] = []
        self.truncated = False

    def write(self, value: Wire) -> str:
        """The text of a wire value."""
        text = self._write(value)
        self._left -= len(text)
        return text

    def _write(self, value: Wire) -> str:
        if type(value) is tuple:
            return self._reference(value[0]) if len(value) == 1 else self._marked(value)
        if type(value) is str and len(value) > self._left:
            self.truncated = True
            return repr(value[: max(self._left, 1)])
        return repr(value)

    def _marked(self, value: Wire) -> str:
        mark = value[0]
        if mark == wire.TUPLE:
            return self._sequence(value[1], "(", ",)" if len(value[1]) == 1 else ")")
        if mark == wire.BIG_INT:
            return self._big(value[1], value[2])
        if mark == wire.CUT_BYTES:
            self.truncated = True
            return repr(value[1][: max(self._left, 1)])
        if mark == wire.COMPLEX:
            return repr(complex(value[1], value[2]))
        if mark == wire.PLAIN:
            return str(value[2])
        if mark == wire.SLICE:
            return f"slice({', '.join(map(self._write, value[1:]))})"
        if mark == wire.SNAPSHOT:
            return self._write(value[1])
        return f"<{value[1]}>"

    def _big(self, digits: str, bits: int) -> str:
        number = int(digits, 16)
        if number.bit_length() < bits:
            self.truncated = True
            return f"<int of {bits} bits>"
        if bits > MAX_DIGITS * 3:
            return digits[: self._left]
        return str(number)

    def _reference(self, number: int) -> str:
        if number in self._open:
            found = self._lookup(number)
            return _AGAIN.get(found.kind, "...") if found is not None else "..."
        if len(self._open) >= MAX_DEPTH or self._left <= 0:
            self.truncated = True
            return "..."
        found = self._lookup(number)
        if found is None:
            return "<unknown>"
        self._open.append(number)
        try:
            return self._object(found)
        finally:
            self._open.pop()

    def _object(self, found: HeapObject) -> str:
        kind, name = found.kind, found.type
        if kind == wire.TEXT:
            return self._long_text(found)
        if kind == wire.BYTEARRAY:
            self.truncated |= found.data[1] > len(found.data[0])
            return f"bytearray({found.data[0]!r})"
        if kind in (wire.OPAQUE, wire.CLASS):
            return str(found.extra)
        if kind == wire.HUGE:
            self.truncated = True
            return f"<{name} of {found.extra:,} items, too many to record>"
        if kind == wire.CELL:
            return "<cell>"
        if kind == wire.INSTANCE:
            return self._instance(found)
        if kind == wire.RECORD:
            return self._write(found.data[0]) if found.data else f"<{name}>"
        if kind == wire.ERROR:
            return self._sequence(found.data, f"{name}(", ")")
        return self._container(found)

    def _long_text(self, found: HeapObject) -> str:
        text, length = found.data
        kept = text[: max(self._left, 1)]
        self.truncated |= len(kept) < length
        return repr(kept)

    def _instance(self, found: HeapObject) -> str:
        if type(found.extra) is tuple:
            shown = [f"{n}={self._part(found.attributes[n])}" for n in found.extra if n in found.attributes]
            return f"{found.type}({', '.join(shown)})"
        parts = [f" {name}={self._part(value)}" for name, value in found.attributes.items()]
        return f"<{found.type}{''.join(parts)}>"

    def _container(self, found: HeapObject) -> str:
        kind, name = found.kind, found.type
        if kind == wire.LIST:
            text = self._sequence(found.data, "[", "]")
            return text if name == "list" else f"{name}({text})"
        if kind == wire.TUPLES:
            return self._tuple(found)
        if kind == wire.DEQUE:
            end = "])" if found.extra is None else f"], maxlen={found.extra})"
            return self._sequence(found.data, f"{name}([", end)
        if kind == wire.DICT:
            return self._mapping(found)
        if not found.data:
            return f"{name}()"
        return self._sequence(
            found.data, "{" if name == "set" else f"{name}({{", "}" if name == "set" else "})"
        )

    def _tuple(self, found: HeapObject) -> str:
        if type(found.extra) is tuple and len(found.extra) == len(found.data):
            fields = [f"{n}={self._part(v)}" for n, v in zip(found.extra, found.data, strict=True)]
            return f"{found.type}({', '.join(fields)})"
        return self._sequence(found.data, "(", ",)" if len(found.data) == 1 else ")")

    def _mapping(self, found: HeapObject) -> str:
        pairs = list(found.data.items())
        name = found.type
        if name == "Counter" and all(type(v) is int for _, v in pairs):
            pairs.sort(key=lambda pair: -pair[1])
        inner = self._join((lambda p: f"{self._part(p[0])}: {self._part(p[1])}")(pair) for pair in pairs)
        body = "{" + inner + "}"
        if name == "dict":
            return body
        if name == "defaultdict":
            return f"defaultdict({found.extra}, {body})"
        if not pairs and name in ("Counter", "OrderedDict"):
            return f"{name}()"
        return f"{name}({body})"

    def _sequence(self, values: object, begin: str, end: str) -> str:
        return begin + self._join(self._part(v) for v in values) + end  # type: ignore[attr-defined]

    def _part(self, value: Wire) -> str:
        text = self._write(value)
        self._left -= len(text) if not is_reference(value) else 2
        return text

    def _join(self, parts: object) -> str:
        out: list[str] = []
        for part in parts:  # type: ignore[attr-defined]
            out.append(part)
            self._left -= 2
            if self._left <= 0:
                self.truncated = True
                out.append("...")
                break
        return ", ".join(out)


_AGAIN = {wire.LIST: "[...]", wire.DICT: "{...}", wire.TUPLES: "(...)", wire.DEQUE: "[...]"}
_TYPES = {
    wire.BIG_INT: "int",
    wire.TUPLE: "tuple",
    wire.CUT_BYTES: "bytes",
    wire.COMPLEX: "complex",
    wire.SLICE: "slice",
}


_SHORT = frozenset({int, float, bool, type(None)})
"""Types whose values are written as they are: larger ones are marked."""


def type_of(value: Wire, lookup: Lookup) -> str:
    """The type's name of a wire value."""
    if type(value) is not tuple:
        return type(value).__name__
    if len(value) == 1:
        found = lookup(value[0])
        return found.type if found is not None else "object"
    if value[0] in _TYPES:
        return _TYPES[value[0]]
    if value[0] == wire.SNAPSHOT:
        return str(value[3])
    return str(value[1])


def to_value(value: Wire, lookup: Lookup) -> Value:
    """A wire value as type and text."""
    if type(value) in _SHORT:
        return Value(type=type(value).__name__, repr=repr(value), truncated=False)
    writer = Writer(lookup)
    text = writer.write(value)
    if len(text) > MAX_CHARACTERS * 2:
        text, writer.truncated = text[: MAX_CHARACTERS * 2], True
    return Value(type=type_of(value, lookup), repr=text, truncated=writer.truncated)
