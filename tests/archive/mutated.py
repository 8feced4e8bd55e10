"""Session files that somebody has changed: bytes, records with right check sums, and values in them."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from typing import Any

import msgpack

from llmdb.archive.magic import MAGIC
from llmdb.archive.records import CHUNK, RUN, STATE, Record, pack, pack_data

ODD: tuple[Any, ...] = (
    None, True, 0, -1, 1 << 62, 2.5, "", "x" * 5_000, "../../etc/passwd", "__import__('os').system('true')",
    b"\0\xff", [], {}, [[1]], [0, "ff", 1 << 40], [1, [1, 2]], [5, [1], 0, "list", [[1]], [], None], [[3]],
)  # fmt: skip


def mutants(data: bytes, count: int, seed: int) -> Iterator[bytes]:
    """So many changed files; each kind of change in turn."""
    chance = random.Random(seed)
    for number in range(count):
        changed = (_bytes, _cut, _records, _inside, _values, _values)[number % 6](data, chance)
        yield changed


def records_of(data: bytes) -> list[Record]:
    """The records of a file, none of them checked."""
    at, found = len(MAGIC), []
    while at < len(data):
        length = int.from_bytes(data[at + 1 : at + 5])
        found.append(Record(data[at : at + 1], data[at + 9 : at + 9 + length]))
        at += 9 + length
    return found


def _bytes(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 5)):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _cut(data: bytes, chance: random.Random) -> bytes:
    first = chance.randrange(len(data))
    return data[:first] + data[first + chance.randrange(1, len(data)) :]


def _records(data: bytes, chance: random.Random) -> bytes:
    """Records left out, doubled, in another order, or of another kind."""
    records = records_of(data)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(records)) if records else 0
        match chance.randrange(4) if records else 4:
            case 0:
                del records[place]
            case 1:
                records.insert(chance.randrange(len(records)), records[place])
            case 2:
                chance.shuffle(records)
            case 3:
                records[place] = records[place]._replace(kind=chance.choice([RUN, CHUNK, STATE, b"?"]))
    return _joined(records)


def _inside(data: bytes, chance: random.Random) -> bytes:
    """Bytes of what is in a record, its check sum made right."""
    records = records_of(data)
    place = chance.randrange(len(records))
    inner = bytearray(zlib.decompress(records[place].stored)) or bytearray(1)
    for _ in range(chance.randint(1, 4)):
        inner[chance.randrange(len(inner))] = chance.randrange(256)
    records[place] = records[place]._replace(stored=zlib.compress(bytes(inner), 1))
    return _joined(records)


def _values(data: bytes, chance: random.Random) -> bytes:
    """Values of what is in a record, in a form that can be read."""
    records = records_of(data)
    place = chance.choice([n for n, record in enumerate(records) if record.kind in (RUN, STATE, CHUNK)])
    record = records[place]
    tree = msgpack.unpackb(
        zlib.decompress(record.stored), strict_map_key=False, unicode_errors="surrogatepass"
    )
    for _ in range(chance.randint(1, 3)):
        _change(tree, chance)
    records[place] = Record(record.kind, pack_data(record.kind, tree)[9:])
    return _joined(records)


def _change(tree: Any, chance: random.Random) -> None:
    while isinstance(tree, list | dict) and tree:
        keys = list(tree) if isinstance(tree, dict) else list(range(len(tree)))
        key = chance.choice(keys)
        inner = tree[key]
        if isinstance(inner, list | dict) and inner and chance.random() < 0.9:
            tree = inner
            continue
        if isinstance(inner, int) and chance.random() < 0.5:
            tree[key] = inner + chance.choice([-1, 1, 7, 1000])
        elif chance.random() < 0.15:
            del tree[key]
        else:
            tree[key] = chance.choice(ODD)
        return


def _joined(records: list[Record]) -> bytes:
    return MAGIC + b"".join(pack(record.kind, b"")[:1] + _rest(record) for record in records)


def _rest(record: Record) -> bytes:
    stored = record.stored
    return len(stored).to_bytes(4) + zlib.crc32(stored).to_bytes(4) + stored
