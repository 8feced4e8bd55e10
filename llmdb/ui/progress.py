"""A line that tells how far a long piece of work is, and goes away when it is done."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING

from llmdb.progress import Progress
from llmdb.ui.text import safe

if TYPE_CHECKING:
    from rich.console import Console

SHOW_AFTER_S = 0.4
EVERY_S = 0.1
BAR = 20


class ProgressLine:
    """Called with each report; draws nothing before `SHOW_AFTER_S`, nor where no terminal is."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._begun = time.monotonic()
        self._next = self._begun + SHOW_AFTER_S
        self._shown = False

    def __enter__(self) -> ProgressLine:
        return self

    def __call__(self, progress: Progress) -> None:
        """Redraw the line if it is time."""
        now = time.monotonic()
        if now < self._next or not self._console.is_terminal or self._console.is_dumb_terminal:
            return
        self._next = now + EVERY_S
        self._shown = True
        text = format_progress(progress, now - self._begun)
        self._write("\r\x1b[K" + text[: max(10, self._console.width - 1)])

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            clear_line(self._console)

    def _write(self, text: str) -> None:
        self._console.file.write(text)
        self._console.file.flush()


def clear_line(console: Console) -> None:
    """Take away the line of progress that may stand where something else is to be written."""
    console.file.write("\r\x1b[K")
    console.file.flush()


def format_progress(progress: Progress, seconds: float) -> str:
    """The line: `small changes ━━━━━─────  12 of 40 tried, 1.5 s (Ctrl-C stops)`."""
    count = f"{progress.done:,}"
    bar = ""
    if progress.total is not None:
        count += f" of {progress.total:,}"
        full = round(BAR * min(1.0, progress.done / max(1, progress.total)))
        bar = " " + "━" * full + "─" * (BAR - full)
    counted = progress.unit or progress.total is not None
    said = [
        *([f"{count} {progress.unit}".strip()] if counted else []),
        *([progress.note] if progress.note else []),
        f"{seconds:.1f} s",
    ]
    return f"{safe(progress.doing)}{bar or ':'} {safe(', '.join(said))} (Ctrl-C stops)"
