"""Signs as a word processor or a web page sets them: quotation marks, dashes, spaces, entities, tabs."""

import html
import re

from llmdb.program.pasted.problems import Problem, first_problem
from llmdb.program.pasted.reading import Reading

_QUOTES = {"“": '"', "”": '"', "„": '"', "‟": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'", "′": "'"}
_OTHERS = {
    "–": "-", "−": "-", "—": "-", "\u00a0": " ", "\u2007": " ", "\u202f": " ", "\u2003": " ", "\u3000": " ",
    "\u200b": "", "\u200c": "", "\ufeff": "", "\u2060": "", "×": "*", "≤": "<=", "≥": ">=", "≠": "!=", "…": "...",
}  # fmt: skip
_PLAIN = {"'", '"'}
_CHARACTER = re.compile(r"invalid (?:non-printable )?character|unterminated string")
_ENTITY = re.compile(r"&(?:gt|lt|amp|quot|apos|nbsp|#\d+);")

SIGNS = "typeset quotation marks, dashes and spaces became plain ones"


def with_plain_signs(reading: Reading, problem: Problem) -> Reading:
    """Typeset signs outside strings become plain ones, if one of them is in the way."""
    if not _CHARACTER.match(problem.message):
        return reading
    rows = {
        n: _plain(row) for n, row in enumerate(reading.rows) if n not in reading.aside and not row.isascii()
    }
    return reading.with_rows(rows, SIGNS)


def with_plain_entities(reading: Reading) -> Reading:
    """`&gt;` and its like are what they stand for."""
    rows = {n: html.unescape(row) for n, row in enumerate(reading.rows) if _ENTITY.search(row)}
    return reading.with_rows(rows, "the entities of a web page became the signs they stand for")


def with_spaces_for_tabs(reading: Reading) -> Reading:
    """Tabs among spaces are as wide as lets the text parse furthest: 8, as in Python 2, or 4."""
    ways = []
    for width in (8, 4):
        rows = {n: _expanded(row, width) for n, row in enumerate(reading.rows) if "\t" in row}
        changed = reading.with_rows(rows, f"tabs at the beginning of lines became {width} spaces")
        left = first_problem(changed.rows)
        ways.append((len(changed.rows) + 1 if left is None else left.row, changed))
    return max(ways, key=lambda way: way[0])[1]


def _expanded(row: str, width: int) -> str:
    code = row.lstrip(" \t\f")
    return row[: len(row) - len(code)].expandtabs(width) + code


def _plain(row: str) -> str:
    out: list[str] = []
    closing: set[str] = set()
    for position, character in enumerate(row):
        if closing:
            out.append(next(iter(closing & _PLAIN)) if character in closing else character)
            closing = set() if character in closing else closing
        elif character in _QUOTES or character in _PLAIN:
            mark = _QUOTES.get(character, character)
            closing = {mark} | {
                sign for sign, plain in _QUOTES.items() if plain == mark and character != mark
            }
            out.append(mark)
        elif character == "#":
            return "".join(out) + row[position:]
        else:
            out.append(_OTHERS.get(character, character))
    if closing:  # a sign is missing somewhere: each for itself
        return "".join(_QUOTES.get(c, _OTHERS.get(c, c)) for c in row)
    return "".join(out)
