"""Text that is safe to draw: control characters escaped, cut by terminal cells, glyphs that the encoding has."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields

from rich.cells import cell_len, chop_cells
from rich.text import Text

from llmdb.program.compiling import BODY_SCOPE
from llmdb.program.files import is_module, module_of
from llmdb.values import dataclass

_ENCODING: ContextVar[str] = ContextVar("encoding of what is drawn", default="utf-8")


@dataclass(frozen=True, slots=True, kw_only=True)
class Glyphs:
    """The signs that the views draw with; the defaults need a UTF-8 terminal."""

    here: str = "▶"
    changed: str = "●"
    bar: str = "│"
    rule: str = "─"
    full: str = "━"
    times: str = "×"
    none: str = "—"
    cut: str = "…"
    dot: str = "·"
    good: str = "✓"
    bad: str = "✗"
    came: str = "←"
    to: str = "→"
    back: str = "↑"
    stop: str = "◆"
    ran: str = "•"
    claim: str = "┆"
    star: str = "★"
    chosen: str = "☆"
    assumed: str = "◇"
    fork: str = "├─"
    last: str = "└─"
    arrow: str = "▸"


UNICODE = Glyphs()
ASCII = Glyphs(
    here=">",
    changed="*",
    bar="|",
    rule="-",
    full="=",
    times="x",
    none="-",
    cut="~",
    dot="-",
    good="ok",
    bad="X",
    came="<-",
    to="->",
    back="^",
    stop="B",
    ran=".",
    claim=":",
    star="*",
    chosen="+",
    assumed="?",
    fork="|-",
    last="`-",
    arrow=">",
)


def glyphs_for(encoding: str | None) -> Glyphs:
    """The glyphs that a stream of this encoding can carry."""
    every = "".join(getattr(UNICODE, field.name) for field in fields(Glyphs))
    try:
        every.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE


def safe(text: str, *, keep: str = "") -> str:
    r"""The text with whatever a terminal would act upon shown escaped: "\x1b[2J" becomes r"\x1b[2J".

    Args:
        text: of any origin: a program's value, its output, a model's words.
        keep: characters to leave as they are, e.g. "\n\t" for a block of output.
    """
    if text.isprintable():
        return _encodable(text)
    return _encodable("".join(c if c.isprintable() or c in keep else _escape(c) for c in text))


@contextmanager
def drawing_for(encoding: str | None) -> Iterator[None]:
    """While texts are laid out for a stream of this encoding: `safe` escapes what it lacks, so that columns fit."""
    token = _ENCODING.set(encoding or "ascii")
    try:
        yield
    finally:
        _ENCODING.reset(token)


def _encodable(text: str) -> str:
    encoding = _ENCODING.get()
    if encoding == "utf-8" or text.isascii():
        return text
    try:
        return text.encode(encoding, "backslashreplace").decode(encoding)
    except (LookupError, UnicodeDecodeError):
        return text


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def scope_text(scope: str) -> str:
    """A scope as the user knows it: "module" for the snippet itself, "body" for one that is a function's body."""
    if is_module(scope):
        return f"module {safe(module_of(scope))}".strip()
    if scope == BODY_SCOPE:
        return "body"
    return safe(scope.removeprefix(f"{BODY_SCOPE}.<locals>."))


def scope_phrase(scope: str) -> str:
    """A scope within a sentence: "the module", "the body", or a name."""
    name = scope_text(scope)
    return f"the {name}" if name in ("module", "body") else name


def cut(text: str, width: int, mark: str = "…") -> str:
    """The text in at most `width` cells; what was cut is marked at its end."""
    if width <= 0:
        return ""
    if cell_len(text) <= width:
        return text
    if width <= cell_len(mark):
        return mark[:width]
    return chop_cells(text, width - cell_len(mark))[0].removesuffix(mark) + mark


def cut_pair(before: str, after: str, width: int, mark: str = "…") -> tuple[str, str]:
    """Both texts in `width` cells each, the window moved so that their first difference is inside.

    `[0, 0, 0, 0, 1]` and `[0, 0, 0, 0, 2]` in 9 cells become `…0, 0, 1]` and `…0, 0, 2]`.
    """
    if cell_len(before) <= width and cell_len(after) <= width:
        return before, after
    first, _ = changed_span(before, after)
    if first < width - 2 * cell_len(mark):
        return cut(before, width, mark), cut(after, width, mark)
    start = max(0, min(first - width // 3, max(len(before), len(after)) - width + len(mark)))
    return _window(before, start, width, mark), _window(after, start, width, mark)


def _window(text: str, start: int, width: int, mark: str) -> str:
    if cell_len(text) <= width:
        return text
    return cut(mark + text[start + len(mark) :], width, mark)


def changed_span(before: str, after: str) -> tuple[int, int]:
    """Where `after` differs from `before`: start and end in `after`, grown to whole words."""
    start = 0
    limit = min(len(before), len(after))
    while start < limit and before[start] == after[start]:
        start += 1
    tail = 0
    while tail < limit - start and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    end = len(after) - tail
    while start > 0 and _in_word(after, start - 1) and _in_word(after, start):
        start -= 1
    while 0 < end < len(after) and _in_word(after, end - 1) and _in_word(after, end):
        end += 1
    return start, end


def _in_word(text: str, index: int) -> bool:
    return index < len(text) and (text[index].isalnum() or text[index] in "_.")


def pad(text: str, width: int) -> str:
    """The text followed by blanks up to `width` cells."""
    return text + " " * max(0, width - cell_len(text))


def spread(left: Text, right: Text, width: int) -> Text:
    """Left and right at the two margins of one line, on two lines when they do not fit."""
    gap = width - left.cell_len - right.cell_len
    if gap >= 2:
        return Text.assemble(left, " " * gap, right)
    left.truncate(width)
    right.truncate(width)
    return Text.assemble(left, "\n", " " * max(0, width - right.cell_len), right)
