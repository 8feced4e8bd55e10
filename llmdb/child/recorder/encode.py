"""Values to their form on the wire (wire.py): scalars as they are, heap objects as references."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgpack  # type: ignore[import-untyped,unused-ignore]

from llmdb.child.recorder.describe import describe, type_name
from llmdb.child.recorder.objects import Contents, IdentityTable, Reference
from llmdb.events import wire

SCALARS = frozenset({int, float, bool, type(None)})
_WRITTEN = SCALARS | {Reference}
_SMALL = frozenset({int, float, bool, type(None), str, bytes})
_PLAIN_TYPES = frozenset({range, type(Ellipsis), type(NotImplemented)})


class Snapshot:
    """Stands in the log for an object and what it holds now; `contents` may be filled in later."""

    __slots__ = ("contents", "value")

    def __init__(self, value: object, contents: Contents | None = None) -> None:
        self.value = value
        self.contents = contents


class Encoder:
    """Encodes logged values; new heap objects met on the way are registered in the table."""

    def __init__(self, table: IdentityTable) -> None:
        self._table = table
        self._packer = _new_packer()
        self._texts: dict[str, Reference] = {}
        self._texts_size = 0

    @property
    def count(self) -> int:
        """How many objects were numbered."""
        return self._table.count

    def forget_buffer(self) -> None:
        """Give back the memory of the largest chunk so far."""
        del self._packer  # first: there may be no memory for two
        self._packer = _new_packer()

    def pack(self, message: Sequence[object]) -> bytes:
        """One chunk."""
        return bytes(self._packer.pack(message))

    def values(self, values: Sequence[Any]) -> Sequence[object]:
        """Wire forms, in order."""
        if _WRITTEN.issuperset(map(type, values)):
            return values
        scalars, known, other, short = _WRITTEN, self._table.known.get, self._other, wire.TEXT_INLINE
        return [
            v if (t := type(v)) in scalars or (t is str and len(v) <= short) else known(id(v)) or other(v)
            for v in values
        ]

    def news(self) -> list[object]:
        """What became known since the last call, with everything reachable from it."""
        news = self._table.news
        # what is reachable is put behind while this goes on; an error leaves the news whole
        out: list[object] = [(number, *self.contents(contents)) for number, contents in news]
        self._table.news = []
        return out

    def news_one_by_one(self) -> Iterator[Sequence[Any]]:
        """The same, each copy of what an object holds forgotten when it is given."""
        while self._table.news:
            batch, self._table.news = self._table.news, []
            batch.reverse()
            while batch:
                number, contents = batch.pop()
                yield (number, *self.contents(contents))

    def contents(self, contents: Contents) -> tuple[object, ...]:
        """(kind, type name, items, attributes, extra)."""
        items = contents.items
        if contents.kind not in (wire.TEXT, wire.BYTEARRAY):
            items = self.values(items)
        attributes = self.values(contents.attributes) if contents.attributes else ()
        return (contents.kind, contents.type, items, attributes, contents.extra)

    def _other(self, value: Any) -> object:
        cls = type(value)
        if cls is tuple:
            return self._tuple(value)
        if cls is str:
            return self._text(value)
        if cls is Snapshot:
            contents = value.contents or self._table.capture(value.value)
            reference = self.values((value.value,))[0]
            return (wire.SNAPSHOT, reference, *self.contents(contents))
        if cls is bytes:
            return (
                value
                if len(value) <= wire.TEXT_KEPT
                else (wire.CUT_BYTES, value[: wire.TEXT_KEPT], len(value))
            )
        if cls is complex:
            return (wire.COMPLEX, value.real, value.imag)
        if cls is slice:
            return (wire.SLICE, *self.values((value.start, value.stop, value.step)))
        if cls in _PLAIN_TYPES:
            return (wire.PLAIN, type_name(cls), describe(value))
        try:
            return self._table.register(value)
        except MemoryError:
            raise
        except Exception:
            return (wire.LOST, type_name(cls))

    def _tuple(self, value: tuple[Any, ...]) -> object:
        if len(value) > wire.TUPLE_INLINE:
            return self._table.register(value)
        if SCALARS.issuperset(map(type, value)):
            return (wire.TUPLE, value)
        if all(map(simple, value)):
            return (wire.TUPLE, self.values(value))
        return self._table.register(value)

    def _text(self, value: str) -> object:
        found = self._texts.get(value)
        if found is None:
            if self._texts_size > 10_000_000:
                self._texts.clear()
                self._texts_size = 0
            self._texts_size += len(value)
            found = self._texts[value] = self._table.register(value)
        return found


def _new_packer() -> Any:
    return msgpack.Packer(default=_big, unicode_errors="surrogatepass")


def simple(value: Any, depth: int = 3) -> bool:
    """Whether a value is written out in place: a small scalar, or a small tuple of such."""
    cls = type(value)
    if cls in _SMALL:
        return cls not in (str, bytes) or len(value) <= wire.TEXT_INLINE
    if cls is tuple and depth and len(value) <= wire.TUPLE_INLINE:
        return all(simple(v, depth - 1) for v in value)
    return False


def _big(value: Any) -> object:
    """An int that does not fit 64 bits; anything else is a defect that must not stop the program."""
    if type(value) is not int:
        return (wire.LOST, type_name(type(value)))
    bits, kept = value.bit_length(), wire.TEXT_KEPT * 4
    if bits <= kept:
        return (wire.BIG_INT, hex(value), bits)
    top = abs(value) >> (bits - kept)
    return (wire.BIG_INT, hex(-top if value < 0 else top), bits)
