"""A line that shows a model's answer as it comes, and goes away when the result is drawn."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING

from llmdb.ui import styles
from llmdb.ui.text import cut, safe

if TYPE_CHECKING:
    from rich.console import Console

KEPT = 400


class StreamLine:
    """Called with each piece of the answer; draws its end in one line, and nothing where no terminal is."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._text = ""
        self._size = 0

    def __enter__(self) -> StreamLine:
        return self

    def __call__(self, piece: str) -> None:
        """Draw the answer's end with this piece."""
        self._size += len(piece)
        self._text = (self._text + piece)[-KEPT:]
        if not self._console.is_terminal or self._console.is_dumb_terminal:
            return
        width = max(20, self._console.width - 1)
        head = f"model, {self._size:,} characters (Ctrl-C stops): "
        room = max(0, width - len(head))
        tail = safe(" ".join(self._text.split()))[-room:] if room else ""
        self._write("\r\x1b[K" + cut(head + tail, width))

    def note(self, text: str) -> None:
        """A line that stays: why a call is made again."""
        self._clear()
        shown = cut(safe(text), max(20, self._console.width - 1))
        self._console.print(shown, style=styles.QUIET, markup=False, highlight=False)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clear()

    def _clear(self) -> None:
        if self._size and self._console.is_terminal and not self._console.is_dumb_terminal:
            self._write("\r\x1b[K")
        self._text, self._size = "", 0

    def _write(self, text: str) -> None:
        self._console.file.write(text)
        self._console.file.flush()
