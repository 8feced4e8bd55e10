"""The stored recording: compressed chunks, decoded a few at a time, and the contents of objects at keyframes."""

import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence

import msgpack

from llmdb.errors import ProtocolError
from llmdb.events import wire
from llmdb.events.decode import (
    MAX_CHUNK,
    Log,
    News,
    ScopeRow,
    Wire,
    decode_initial,
    decode_log,
    decode_sites,
    unpack,
)
from llmdb.events.shapes import check_object, check_values
from llmdb.events.sites import Site
from llmdb.replay.heap import HeapObject, Operation, condensed

_DECODED = 4


class Chunks:
    """The event log of one recording.

    Attributes:
        starts: number of the first event of each chunk, and one past the last event at the end.
    """

    def __init__(self) -> None:
        self.sites: tuple[Site, ...] = ()
        self.scopes: dict[str, ScopeRow] = {}
        self.initial: dict[str, Wire] = {}
        self.starts: list[int] = [0]
        self._sizes: list[int] = []
        self._stored: list[bytes] = []
        self._tables: list[tuple[int, bytes]] = []
        """The other messages, each with how many pieces of the log came before it; -1 where the log had not begun."""
        self._has_begun = False
        self._decoded: OrderedDict[int, Log] = OrderedDict()
        self._births: list[int] = []
        self._first_news: dict[int, News] = {}

    @property
    def stored_bytes(self) -> int:
        """What the stored chunks take."""
        return sum(map(len, self._stored))

    def add(self, data: bytes) -> Log | None:
        """Read the next chunk as it was received; a piece of the log is stored and returned.

        Raises:
            ProtocolError: it is malformed.
        """
        message = unpack(data)
        if message[0] != wire.LOG:
            self._tables.append((len(self._stored) if self._has_begun else -1, data))
            self._has_begun = message[0] == wire.INITIAL or self._has_begun
        if message[0] == wire.SITES:
            sites, scopes = decode_sites(message)
            self.sites += sites
            self.scopes |= scopes
            self._sizes = [site.values for site in self.sites]
        elif message[0] == wire.INITIAL:
            self.initial, news = decode_initial(message)
            check_values(self.initial.values())
            _check_objects(news)
            self._first_news.update(news)
        else:
            log = decode_log(message, self._sizes)
            check_values(log.values)
            _check_objects(log.news)
            self._add(data, log)
            return log
        return None

    def _add(self, data: bytes, log: Log) -> None:
        if not self.sites:
            raise ProtocolError("the child sent events before its site table")
        self._stored.append(zlib.compress(data, 1))
        self.starts.append(self.starts[-1] + len(log.tags))
        last = self._births[-1] if self._births else 0
        self._births.append(max(log.news, default=last))
        self._remember(len(self._stored) - 1, log)

    def _remember(self, index: int, log: Log) -> None:
        self._decoded[index] = log
        while len(self._decoded) > _DECODED:
            self._decoded.popitem(last=False)

    def log(self, index: int) -> Log:
        """A piece of the log by its number from 0."""
        log = self._decoded.get(index)
        if log is None:
            log = decode_log(unpack(zlib.decompress(self._stored[index])), self._sizes)
        else:
            self._decoded.move_to_end(index)
        self._remember(index, log)
        return log

    def received(self, since: int, until: int) -> tuple[list[bytes], list[int]]:
        """The pieces of the log that hold the events from `since`, where one begins, to `until`, as they came.

        With them comes how many events after `since` each begins, and the last one ends.
        """
        first = bisect_right(self.starts, since) - 1
        end = min(len(self), bisect_right(self.starts, until))
        pieces = [zlib.decompress(piece) for piece in self._stored[first:end]]
        return pieces, [start - since for start in self.starts[first : max(first, end) + 1]]

    def messages(self, until: int) -> list[bytes]:
        """All that came for the events up to one before which a piece of the log ends."""
        out = [data for before, data in self._tables if before < 0]
        for number in range(bisect_left(self.starts, until)):
            out += [data for before, data in self._tables if before == number]
            out.append(zlib.decompress(self._stored[number]))
        return out

    def tags(self, index: int, code: str) -> bytes:
        """The site numbers of a piece of the log as an array of a type code; its values are left undecoded."""
        unpacker = msgpack.Unpacker(max_buffer_size=MAX_CHUNK)
        unpacker.feed(zlib.decompress(self._stored[index]))
        unpacker.read_array_header()
        unpacker.skip()
        sent, data = unpacker.unpack(), unpacker.unpack()
        return array(code, array(sent if sent in ("B", "H") else "I", data)).tobytes()

    def birth(self, number: int) -> HeapObject | None:
        """A heap object as it was at first sight."""
        news = self._first_news.get(number)
        if news is None:
            index = 0
            while index < len(self._births) and self._births[index] < number:
                index = bisect_right(self._births, number - 1)
            if index >= len(self._births):
                return None
            news = self.log(index).news.get(number)
        return None if news is None else HeapObject.from_news(news)

    def is_seen(self, number: int, before: int) -> bool:
        """Whether a heap object was seen before a piece of the log."""
        return number in self._first_news or (before > 0 and number <= self._births[before - 1])

    def __len__(self) -> int:
        return len(self._stored)


def _check_objects(news: Mapping[int, News]) -> None:
    for row in news.values():
        check_object(row.kind, row.items, row.attributes, row.extra)


class Timelines:
    """Contents of changed heap objects at keyframes: whole, or as the operations since the entry before."""

    def __init__(self, chunks: Chunks) -> None:
        self._chunks = chunks
        self._positions: dict[int, list[int]] = {}
        self._touched: dict[int, list[int]] = {}
        self._entries: dict[int, list[tuple[bool, tuple[object, ...]]]] = {}
        self._since_whole: dict[int, int] = {}

    def note(self, position: int, found: HeapObject, operations: list[Operation]) -> None:
        """The object changed by these operations up to a keyframe at `position`."""
        number = found.number
        since = self._since_whole.get(number, 0) + len(operations)
        whole = found.size() <= 16 + 10 * since
        entry = found.contents() if whole else condensed(operations)
        self._since_whole[number] = 0 if whole else since
        self._positions.setdefault(number, []).append(position)
        self._entries.setdefault(number, []).append((whole, entry))

    def touch(self, position: int, numbers: Iterable[int]) -> None:
        """These objects were written up to a keyframe at `position`, be it with what they held."""
        for number in numbers:
            self._touched.setdefault(number, []).append(position)

    def touched(self, number: int) -> Sequence[int]:
        """Positions of the keyframes before which a heap object was written, in order."""
        return self._touched.get(number, ())

    def load(self, number: int, position: int) -> HeapObject | None:
        """A heap object at a keyframe, or at first sight if it had not changed by then."""
        positions = self._positions.get(number)
        count = bisect_right(positions, position) if positions else 0
        if not count:
            return self._chunks.birth(number)
        entries = self._entries[number]
        start = count - 1
        while start >= 0 and not entries[start][0]:
            start -= 1
        if start >= 0:
            kind, type_, items, attributes, extra = entries[start][1]
            found: HeapObject | None = HeapObject(number, kind, type_, items, attributes, extra)  # type: ignore[arg-type]
        else:
            found = self._chunks.birth(number)
        if found is not None:
            for _, operations in entries[start + 1 : count]:
                for operation in operations:
                    found.apply(operation)  # type: ignore[arg-type]
        return found
