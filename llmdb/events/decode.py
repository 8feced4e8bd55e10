"""Chunks from the child to tables and events. The bytes are untrusted: everything is bounded and checked."""

from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgpack

from llmdb.errors import ProtocolError
from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.sites import Site
from llmdb.values import dataclass

Wire = Any
"""A value as decoded: a scalar, or a tuple as wire.py describes."""

MAX_CHUNK = 1 << 28
_MOST_LINES = (1 << 31) - 1
_NAMING = frozenset({kinds.STORE, kinds.DELETE, kinds.METHOD, kinds.INPLACE, kinds.DEFAULT, kinds.MADE})


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeRow:
    """What one code object of the snippet names: locals, cells, free variables, module variables it reads."""

    name: str
    locals: tuple[str, ...]
    cells: tuple[str, ...]
    free: tuple[str, ...]
    reads: tuple[str, ...]


class News(NamedTuple):
    """A heap object at first sight."""

    number: int
    kind: int
    type: str
    items: Sequence[Wire]
    attributes: Sequence[Wire]
    extra: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """A piece of the event log: site numbers, their values in order, objects first seen and objects found dead."""

    tags: Sequence[int]
    values: Sequence[Wire]
    news: dict[int, News]
    freed: tuple[int, ...]


def unpack(data: bytes) -> tuple[Any, ...]:
    """The message of a chunk, as nested tuples.

    Raises:
        ProtocolError: it is too long, not msgpack, or not a message.
    """
    if len(data) > MAX_CHUNK:
        raise ProtocolError(f"the child sent a chunk of {len(data)} bytes; at most {MAX_CHUNK} are read")
    try:
        message = msgpack.unpackb(
            data,
            use_list=False,
            strict_map_key=True,
            unicode_errors="surrogatepass",
            max_ext_len=0,
            max_map_len=0,
        )
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException) as problem:
        raise ProtocolError(f"the child sent a chunk that is not of the protocol: {problem}") from problem
    if (
        not isinstance(message, tuple)
        or not message
        or message[0] not in (wire.SITES, wire.INITIAL, wire.LOG)
    ):
        raise ProtocolError("the child sent a chunk of an unknown kind")
    return message


def decode_sites(message: tuple[Any, ...]) -> tuple[tuple[Site, ...], dict[str, ScopeRow]]:
    """The site table and the scopes by name."""
    try:
        _, rows, scopes = message
        sites = tuple(
            Site(str(k), str(s), int(b), int(n), tuple(map(str, names)), str(st), int(v))
            for k, s, b, n, names, st, v in rows
        )
        table: dict[str, ScopeRow] = {}
        for name, variables, cells, free, reads in scopes:
            row = ScopeRow(
                name=str(name),
                locals=tuple(map(str, variables)),
                cells=tuple(map(str, cells)),
                free=tuple(map(str, free)),
                reads=tuple(map(str, reads)),
            )
            old = table.get(row.name)
            table[row.name] = row if old is None else _joined(old, row)
    except (ValueError, TypeError, OverflowError) as problem:
        raise ProtocolError(f"the child sent a broken site table: {problem}") from problem
    if any(not 0 <= site.values < 100_000 for site in sites):
        raise ProtocolError("the child sent a site with an impossible number of values")
    if any(site.kind in _NAMING and not site.names for site in sites):
        raise ProtocolError("the child sent a site without the name that its kind has")
    if any(not (abs(site.block) <= _MOST_LINES and 0 <= site.line <= _MOST_LINES) for site in sites):
        raise ProtocolError("the child sent a site with an impossible block or line")
    return sites, table


def _joined(one: ScopeRow, two: ScopeRow) -> ScopeRow:
    """Two code objects of one qualified name (redefined functions, several lambdas)."""

    def both(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(first + second))

    return ScopeRow(
        name=one.name,
        locals=both(one.locals, two.locals),
        cells=both(one.cells, two.cells),
        free=both(one.free, two.free),
        reads=both(one.reads, two.reads),
    )


def decode_initial(message: tuple[Any, ...]) -> tuple[dict[str, Wire], dict[int, News]]:
    """Module variables before the first step, and the objects they hold."""
    try:
        _, names, values, news = message
        return dict(zip(map(str, names), values, strict=True)), _news(news)
    except (ValueError, TypeError) as problem:
        raise ProtocolError(f"the child sent broken initial values: {problem}") from problem


def decode_log(message: tuple[Any, ...], sizes: Sequence[int]) -> Log:
    """A piece of the event log; `sizes` is the number of values of each site."""
    try:
        _, width, data, values, news, freed = message
        tags = array(width if width in ("B", "H") else "I")
        tags.frombytes(data)
        needed = sum(map(sizes.__getitem__, tags))
        if needed != len(values):
            raise ProtocolError(f"the child sent {len(values)} values for events that take {needed}")
        return Log(tags=tags, values=values, news=_news(news), freed=tuple(map(int, freed)))
    except (ValueError, TypeError, IndexError, OverflowError) as problem:
        raise ProtocolError(f"the child sent a broken piece of its log: {problem}") from problem


def _news(rows: Sequence[Any]) -> dict[int, News]:
    found = tuple(map(News._make, rows))
    for row in found:
        if type(row.items) is not tuple or type(row.attributes) is not tuple:
            raise ProtocolError("the child sent an object without contents")
        if type(row.number) is not int or type(row.kind) is not int or type(row.type) is not str:
            raise ProtocolError("the child sent an object without a number, a kind or a type")
    return {row.number: row for row in found}
