"""One way to read a pasted text: its rows as Python, and what was done to them."""

from collections.abc import Iterable
from dataclasses import replace

from llmdb.types import LineNo
from llmdb.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Rows of a text on their way to Python; row 0 is line 1, and stays that.

    Attributes:
        rows: the text, split at line ends.
        aside: rows that are not taken for code; they are comments.
        done: what was done, each with the rows that it was done to; none for the whole text.
    """

    rows: tuple[str, ...]
    aside: frozenset[int] = frozenset()
    done: tuple[tuple[str, frozenset[int]], ...] = ()

    @property
    def text(self) -> str:
        """The rows put together."""
        return "\n".join(self.rows)

    @property
    def lines_aside(self) -> frozenset[LineNo]:
        """Line numbers of what is not taken for code."""
        return frozenset(row + 1 for row in self.aside)

    def with_rows(self, changed: dict[int, str], said: str = "") -> "Reading":
        """Other texts for some rows; `said` tells of it, nothing where no row differs."""
        rows = list(self.rows)
        for number, row in changed.items():
            rows[number] = row
        different = frozenset(n for n in changed if self.rows[n] != rows[n])
        if not different:
            return self
        return replace(self, rows=tuple(rows), done=self._told(said, different) if said else self.done)

    def set_aside(self, rows: Iterable[int]) -> "Reading":
        """These rows are no code: they become comments."""
        numbers = {n for n in rows if self.rows[n].strip() and n not in self.aside}
        changed = {n: comment(self.rows[n]) for n in numbers}
        return replace(self.with_rows(changed), aside=self.aside | numbers)

    def also(self, said: str) -> "Reading":
        """The same with something said of the whole text."""
        return replace(self, done=self._told(said, frozenset()))

    def describe(self) -> str:
        """What was done, in one line; "" for nothing."""
        parts = [f"{said} ({_lines(rows)})" if rows else said for said, rows in self.done]
        told = frozenset[int]().union(*(rows for _, rows in self.done))
        if self.aside - told:
            parts.append(f"not taken for code: {_lines(self.aside - told)}")
        return "; ".join(parts)

    def _told(self, said: str, rows: frozenset[int]) -> tuple[tuple[str, frozenset[int]], ...]:
        known = dict(self.done)
        return tuple((known | {said: known.get(said, frozenset()) | rows}).items())


def comment(row: str) -> str:
    """The row as a comment that begins its line."""
    stripped = row.strip()
    return f"# {stripped}" if stripped and not stripped.startswith("#") else stripped


def margin_of(row: str) -> str:
    """The white space at the beginning of a row."""
    return row[: len(row) - len(row.lstrip())]


def _lines(rows: Iterable[int]) -> str:
    """Line numbers for the user: "line 3", "lines 1-4, 9"."""
    spans: list[list[int]] = []
    for row in sorted(rows):
        if spans and row == spans[-1][1] + 1:
            spans[-1][1] = row
        else:
            spans.append([row, row])
    shown = [str(a + 1) if a == b else f"{a + 1}-{b + 1}" for a, b in spans]
    more = f" and {len(shown) - 6} more places" if len(shown) > 6 else ""
    single = len(spans) == 1 and spans[0][0] == spans[0][1]
    return f"line{'' if single else 's'} {', '.join(shown[:6])}{more}"
