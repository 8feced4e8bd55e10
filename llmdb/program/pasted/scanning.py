"""Which brackets and strings are open where, in a text that may be no Python."""

import re
from collections.abc import Sequence

from llmdb.values import dataclass

_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_STRING = re.compile(r"'''|\"\"\"|'|\"")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of a row: code, the inside of a string with its quotes, or a comment; from `start` to `end`."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScannedRow:
    """What is open where a row ends.

    Attributes:
        pieces: the row cut into code, strings and comments.
        brackets: opening brackets, the innermost last.
        quote: the triple quotation mark of a string that goes on in the next row; "" for none.
        unterminated: the quotation mark of a string that the row does not end; "" for none.
        goes_on: the statement goes on in the next row.
    """

    pieces: tuple[Piece, ...]
    brackets: str
    quote: str
    unterminated: str
    goes_on: bool

    @property
    def closers(self) -> str:
        """What closes all that is open."""
        return (self.unterminated or self.quote) + "".join(_CLOSERS[b] for b in reversed(self.brackets))


def scan_rows(rows: Sequence[str]) -> list[ScannedRow]:
    """Each row with what is open at its end."""
    found = []
    brackets, quote = "", ""
    for row in rows:
        scanned = _scan_row(row, brackets, quote)
        brackets, quote = scanned.brackets, scanned.quote
        found.append(scanned)
    return found


def scan_row(row: str) -> ScannedRow:
    """A row by itself."""
    return _scan_row(row, "", "")


def logical_lines(rows: Sequence[str]) -> list[tuple[int, int]]:
    """The first and the last row of each statement line, joined over brackets, strings and backslashes."""
    found, first = [], 0
    for number, scanned in enumerate(scan_rows(rows)):
        if not scanned.goes_on:
            found.append((first, number))
            first = number + 1
    if first < len(rows):
        found.append((first, len(rows) - 1))
    return found


def code_only(row: str) -> str:
    """The row with strings and comments blanked out: each character becomes a space, a string's quotes stay."""
    out = list(row)
    for piece in scan_row(row).pieces:
        if piece.kind == "comment":
            out[piece.start : piece.end] = " " * (piece.end - piece.start)
        elif piece.kind == "string":
            out[piece.start + 1 : piece.end - 1] = " " * max(piece.end - piece.start - 2, 0)
    return "".join(out)


def _scan_row(row: str, brackets: str, quote: str) -> ScannedRow:
    pieces: list[Piece] = []
    at = begin = 0
    unterminated = ""
    if quote:
        end = _end_of_string(row, 0, quote)
        pieces.append(Piece(kind="string", start=0, end=len(row) if end is None else end))
        if end is None:
            return ScannedRow(
                pieces=tuple(pieces), brackets=brackets, quote=quote, unterminated="", goes_on=True
            )
        quote, at, begin = "", end, end
    while at < len(row):
        character = row[at]
        if character == "#":
            pieces += [Piece(kind="code", start=begin, end=at), Piece(kind="comment", start=at, end=len(row))]
            begin = len(row)
            break
        if found := _STRING.match(row, at):
            mark = found.group()
            end = _end_of_string(row, at + len(mark), mark)
            pieces.append(Piece(kind="code", start=begin, end=at))
            pieces.append(Piece(kind="string", start=at, end=len(row) if end is None else end))
            begin = len(row) if end is None else end
            if end is None:
                quote, unterminated = (mark, "") if len(mark) == 3 else ("", mark)
                break
            at = end
            continue
        if character in "([{":
            brackets += character
        elif character in ")]}" and brackets:
            brackets = brackets[:-1]
        at += 1
    pieces.append(Piece(kind="code", start=begin, end=len(row)))
    code = row[: pieces[-1].start] if pieces[-1].kind == "comment" else row
    continued = code.endswith("\\") and not quote
    return ScannedRow(
        pieces=tuple(piece for piece in pieces if piece.end > piece.start),
        brackets=brackets,
        quote=quote,
        unterminated=unterminated,
        goes_on=bool(brackets or quote or continued),
    )


def _end_of_string(row: str, at: int, quote: str) -> int | None:
    while at < len(row):
        if row[at] == "\\":
            at += 2
        elif row.startswith(quote, at):
            return at + len(quote)
        else:
            at += 1
    return None
