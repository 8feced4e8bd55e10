"""A session file: records one after the other, each with its length and a check sum.

    llmdb session 1\\n                                 the format and its number
    KIND (1 byte)  LENGTH (4)  CRC-32 (4)  PAYLOAD    zlib of msgpack (STATE, RUN), or of a piece of a log as received

Records are only added: what comes later stands for what came before. A file that was cut off in a record has all
those before it. Nothing in a file is run or unpickled, and what it may take in memory is bounded.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import IO, Any, NamedTuple

import msgpack

from llmdb.archive.magic import MAGIC, NAME
from llmdb.errors import SessionUnreadable

STATE, RUN, CHUNK, END = b"S", b"R", b"C", b"E"

_HEAD = struct.Struct(">cII")
_MOST_FILE = 1 << 30
_MOST_STATE = 64 << 20
_MOST_CHUNK = 1 << 28
MOST_INFLATED = 1 << 30
"""Bytes that the pieces of all the recordings of one file may take."""


class Record(NamedTuple):
    """What kind of record it is, and its payload as stored."""

    kind: bytes
    stored: bytes


class Records(NamedTuple):
    """The records of a file that are whole; `is_whole` is false where its end is missing."""

    records: tuple[Record, ...]
    is_whole: bool


def pack(kind: bytes, data: bytes) -> bytes:
    """One record, to be written behind others."""
    stored = zlib.compress(data, 1)
    return _HEAD.pack(kind, len(stored), zlib.crc32(stored)) + stored


def pack_data(kind: bytes, data: object) -> bytes:
    """One record of plain data."""
    return pack(kind, msgpack.packb(data, unicode_errors="surrogatepass"))


def read_records(path: Path) -> Records:
    """The records of a file.

    Raises:
        SessionUnreadable: it cannot be read, is none, or a record in it was changed.
    """
    try:
        with path.open("rb") as file:
            return _read(file, path)
    except OSError as problem:
        raise SessionUnreadable(f"{path}: {problem.strerror or problem}") from problem


def _read(file: IO[bytes], path: Path) -> Records:
    magic = file.read(len(MAGIC))
    if magic != MAGIC:
        if magic.startswith(NAME):
            raise SessionUnreadable(f"{path}: made by another llmdb, in a format that this one does not read")
        raise SessionUnreadable(f"{path}: no session file")
    data = file.read(_MOST_FILE + 1)
    if len(data) > _MOST_FILE:
        raise SessionUnreadable(f"{path}: over {_MOST_FILE >> 20} MiB, which is more than a session takes")
    found, at, is_whole = list[Record](), 0, False
    while at + _HEAD.size <= len(data):
        kind, length, checksum = _HEAD.unpack_from(data, at)
        stored = data[at + _HEAD.size : at + _HEAD.size + length]
        if len(stored) < length:
            break
        if zlib.crc32(stored) != checksum:
            raise SessionUnreadable(f"{path}: damaged: record {len(found) + 1} is not as it was written")
        at += _HEAD.size + length
        is_whole = kind == END
        found.append(Record(kind, stored))
    return Records(tuple(found), is_whole and at == len(data))


def inflate(record: Record, most: int = _MOST_CHUNK) -> bytes:
    """The bytes in a record.

    Raises:
        SessionUnreadable: they are more than `most`, or not what zlib writes.
    """
    worker = zlib.decompressobj()
    try:
        data = worker.decompress(record.stored, max(1, most))
    except zlib.error as problem:
        raise SessionUnreadable(f"a damaged session file: {problem}") from problem
    if worker.unconsumed_tail or not worker.eof:
        raise SessionUnreadable("a damaged session file: a record is longer than any that llmdb writes")
    return data


def inflate_data(record: Record) -> Any:
    """The plain data in a record: tuples, dicts with texts as keys, scalars.

    Raises:
        SessionUnreadable: it holds none.
    """
    try:
        return msgpack.unpackb(
            inflate(record, _MOST_STATE),
            use_list=False,
            strict_map_key=True,
            unicode_errors="surrogatepass",
            max_ext_len=0,
        )
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException) as problem:
        raise SessionUnreadable(f"a damaged session file: {problem}") from problem
