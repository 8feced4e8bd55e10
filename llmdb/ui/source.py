"""Lines of the snippet, highlighted, with the current block's lines marked."""

from __future__ import annotations

import builtins
import contextlib
import functools
import keyword
import re
import tokenize
from collections.abc import Collection, Iterable, Iterator, Mapping

from rich.text import Text

from llmdb.program.files import lines_beside, shown_line
from llmdb.program.tokens import tokens_of
from llmdb.types import LineNo
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.text import safe

LONGEST_HIGHLIGHTED = 3000
"""Lines; a longer source is drawn without colours, since it is lexed as a whole."""

LONGEST_LINE = 1000

_LOOP = re.compile(r"iterator -> (.*), Iterate Over -> (.*)", re.DOTALL)
_BUILTINS = frozenset(name for name in dir(builtins) if not name.startswith("_"))
_STRINGS = {tokenize.STRING} | {
    getattr(tokenize, name)
    for name in ("FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END")
    if hasattr(tokenize, name)
}


def as_written(statement: str) -> str:
    """A loop's header as Python, which the graph's text form calls otherwise."""
    return _LOOP.sub(r"for \1 in \2:", statement)


def excerpt(
    source: str,
    context: ViewContext,
    *,
    window: range,
    marks: Mapping[LineNo, tuple[str, str]],
    block_lines: Collection[LineNo] = (),
    quiet_lines: Collection[LineNo] = (),
    asides: Mapping[LineNo, str] | None = None,
) -> list[Text]:
    """The lines of `window` with numbers, marks and the block's lines lifted out.

    Args:
        source: the whole snippet; lines are counted in it from 1.
        context: where it is drawn.
        window: line numbers to show.
        marks: line number to (glyph, style) for the margin.
        block_lines: lines of the current block.
        quiet_lines: lines to draw dim.
        asides: line number to a short text that is drawn behind its code.
    """
    lines = highlighted(source)
    digits = max(3, len(str(shown_line(window.stop))) + 1)
    rows = []
    for number in window:
        if not 1 <= number <= len(lines):
            continue
        code, is_quiet = lines[number - 1], number in quiet_lines
        if is_quiet:
            code = Text(code.plain, styles.QUIET)
        if asides and number in asides:
            code = code.copy().append("   ").append(asides[number], styles.ASIDE)
        in_block = number in block_lines and not is_quiet
        rows.append(_line(number, code, context, digits, marks.get(number), in_block))
    return rows


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
    row.append(f"{shown_line(number):>{digits}}", styles.HERE_NUMBER if in_block else styles.NUMBER)
    row.append(f" {context.glyphs.bar} ", styles.NUMBER)
    row.append_text(code)
    if in_block:
        row.stylize(styles.HERE_LINE, 2 + digits + 3)
    return fitted(row, context)


def around(first: LineNo, last: LineNo, total: int, rows: int) -> range:
    """A window of at most `rows` lines of one file with `first` to `last` in its middle."""
    file = lines_beside(first, total)
    rows = max(1, min(rows, len(file)))
    size = last - first + 1
    start = first - max(0, rows - size) // 2 if size < rows else first
    start = max(file.start, min(start, file.stop - rows))
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
    """The lines with the tokens' styles laid on; `tokenize` starts at once, where pygments takes 50 ms."""
    lines = source.split("\n")
    rows = [Text(_shown(line)) for line in lines]
    previous = ""
    for token in _tokens(source):
        style = _style_of(token, previous)
        if token.string.strip():
            previous = token.string
        if not style:
            continue
        (first, start), (last, end) = token.start, token.end
        for number in range(first, min(last, len(lines)) + 1):
            line = lines[number - 1]
            begin = len(_shown(line[:start])) if number == first else 0
            rows[number - 1].stylize(style, begin, len(_shown(line[:end])) if number == last else None)
    return rows


def _tokens(source: str) -> Iterator[tokenize.TokenInfo]:
    with contextlib.suppress(SyntaxError):
        yield from tokens_of(source)


def _style_of(token: tokenize.TokenInfo, previous: str) -> str:
    text = token.string
    if token.type == tokenize.NAME:
        if previous in ("def", "class"):
            return styles.CODE_DEFINITION
        if keyword.iskeyword(text):
            return styles.CODE_CONSTANT if text in ("None", "True", "False") else styles.CODE_KEYWORD
        return styles.CODE_BUILTIN if text in _BUILTINS and previous != "." else ""
    if token.type == tokenize.NUMBER:
        return styles.CODE_NUMBER
    if token.type == tokenize.COMMENT:
        return styles.CODE_COMMENT
    return styles.CODE_STRING if token.type in _STRINGS else ""


@functools.lru_cache(maxsize=8)
def logical_lines(source: str) -> Mapping[LineNo, range]:
    """First line of each logical line to all of its lines, for those that span several."""
    spans: dict[LineNo, range] = {}
    first: LineNo | None = None
    ignored = {tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING}
    for token in _tokens(source):
        if token.type == tokenize.NEWLINE:
            if first is not None and token.start[0] > first:
                spans[first] = range(first, token.start[0] + 1)
            first = None
        elif first is None and token.type not in ignored:
            first = token.start[0]
    return spans


def lines_of_statements(source: str, starts: Iterable[LineNo]) -> frozenset[LineNo]:
    """All lines of the statements that begin at `starts`; of a compound one, those of its header."""
    spans = logical_lines(source)
    return frozenset(number for start in starts for number in spans.get(start, (start,)))


def one_line(text: str) -> str:
    """Runs of white space as one blank, control characters escaped."""
    return safe(re.sub(r"\s+", " ", text).strip())
