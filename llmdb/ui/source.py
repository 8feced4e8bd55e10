"""Lines of the snippet, highlighted, with the current block's lines marked."""

from __future__ import annotations

import functools
import io
import re
import tokenize
from collections.abc import Collection, Iterable, Mapping

from rich.text import Text

from llmdb.types import LineNo
from llmdb.ui import styles
from llmdb.ui.context import ViewContext
from llmdb.ui.text import safe

LONGEST_HIGHLIGHTED = 3000
"""Lines; a longer source is drawn without colours, since it is lexed as a whole."""

LONGEST_LINE = 1000


def excerpt(
    source: str,
    context: ViewContext,
    *,
    window: range,
    marks: Mapping[LineNo, tuple[str, str]],
    block_lines: Collection[LineNo] = (),
    quiet_lines: Collection[LineNo] = (),
) -> list[Text]:
    """The lines of `window` with numbers, marks and the block's lines lifted out.

    Args:
        source: the whole snippet; lines are counted in it from 1.
        context: where it is drawn.
        window: line numbers to show.
        marks: line number to (glyph, style) for the margin.
        block_lines: lines of the current block.
        quiet_lines: lines to draw dim.
    """
    lines = highlighted(source)
    digits = max(3, len(str(window.stop)))
    return [
        _line(number, lines[number - 1], context, digits, marks.get(number), number in block_lines)
        if number not in quiet_lines
        else _line(
            number, Text(lines[number - 1].plain, styles.QUIET), context, digits, marks.get(number), False
        )
        for number in window
        if 1 <= number <= len(lines)
    ]


def _line(
    number: LineNo,
    code: Text,
    context: ViewContext,
    digits: int,
    mark: tuple[str, str] | None,
    in_block: bool,
) -> Text:
    glyph, style = mark or (" ", "")
    row = Text(no_wrap=True)
    row.append(f" {glyph}", style)
    row.append(f"{number:>{digits}}", styles.HERE_NUMBER if in_block else styles.NUMBER)
    row.append(f" {context.glyphs.bar} ", styles.NUMBER)
    row.append_text(code)
    if in_block:
        row.stylize(styles.HERE_LINE, 2 + digits + 3)
    row.truncate(context.width, overflow="ellipsis" if context.glyphs.cut == "…" else "crop")
    return row


def around(first: LineNo, last: LineNo, total: int, rows: int) -> range:
    """A window of at most `rows` lines with `first` to `last` in its middle."""
    rows = max(1, min(rows, total))
    size = last - first + 1
    start = first - max(0, rows - size) // 2 if size < rows else first
    start = max(1, min(start, total - rows + 1))
    return range(start, start + rows)


@functools.lru_cache(maxsize=8)
def highlighted(source: str) -> tuple[Text, ...]:
    """The source's lines in colour, tabs expanded, control characters escaped."""
    plain = source.split("\n")
    if plain and plain[-1] == "":
        plain.pop()
    if len(plain) > LONGEST_HIGHLIGHTED:
        return tuple(Text(_shown(line)) for line in plain)
    lines = _colour("\n".join(line[:LONGEST_LINE] for line in plain))
    return tuple(lines[: len(plain)]) + tuple(Text() for _ in range(len(plain) - len(lines)))


def _shown(line: str) -> str:
    return safe(line[:LONGEST_LINE].expandtabs(8))


def _colour(source: str) -> list[Text]:
    from pygments.lexers.python import PythonLexer
    from pygments.token import Token

    palette = {
        Token.Keyword: "blue",
        Token.Keyword.Constant: "magenta",
        Token.Operator.Word: "blue",
        Token.Name.Builtin: "cyan",
        Token.Name.Function: "bold",
        Token.Name.Class: "bold",
        Token.Name.Decorator: "cyan",
        Token.Name.Exception: "cyan",
        Token.Literal.String: "green",
        Token.Literal.Number: "magenta",
        Token.Comment: "dim italic",
    }

    def style(kind: object) -> str:
        while kind is not None:
            if kind in palette:
                return palette[kind]
            kind = getattr(kind, "parent", None)
        return ""

    rows = [Text()]
    for kind, value in PythonLexer(stripnl=False, ensurenl=False).get_tokens(source):
        for index, part in enumerate(value.split("\n")):
            if index:
                rows.append(Text())
            if part:
                column = rows[-1].cell_len
                rows[-1].append(safe((" " * column + part).expandtabs(8)[column:]), style(kind))
    return rows


@functools.lru_cache(maxsize=8)
def logical_lines(source: str) -> Mapping[LineNo, range]:
    """First line of each logical line to all of its lines, for those that span several."""
    spans: dict[LineNo, range] = {}
    first: LineNo | None = None
    ignored = {tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING}
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.NEWLINE:
                if first is not None and token.start[0] > first:
                    spans[first] = range(first, token.start[0] + 1)
                first = None
            elif first is None and token.type not in ignored:
                first = token.start[0]
    except (tokenize.TokenError, SyntaxError):
        return {}
    return spans


def lines_of_statements(source: str, starts: Iterable[LineNo]) -> frozenset[LineNo]:
    """All lines of the statements that begin at `starts`; of a compound one, those of its header."""
    spans = logical_lines(source)
    return frozenset(number for start in starts for number in spans.get(start, (start,)))


def one_line(text: str) -> str:
    """Runs of white space as one blank, control characters escaped."""
    return safe(re.sub(r"\s+", " ", text).strip())
