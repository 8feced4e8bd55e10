"""The console that results are drawn on."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console
    from rich.style import Style

ON_LIGHT = {"yellow": "color(94)", "cyan": "color(24)", "green": "color(22)", "magenta": "color(90)"}
"""Colours that a light background swallows, and what is drawn instead."""


def make_console(stream: TextIO | None = None) -> Console:
    """A console on the stream, standard output by default, that draws text as it is given.

    No colour where NO_COLOR is set or nothing is a terminal, darker colours on a light background; a character that
    the stream's encoding lacks is written escaped instead of ending the session.
    """
    from rich.console import Console

    stream = stream or sys.stdout
    if isinstance(stream, io.TextIOWrapper):
        with contextlib.suppress(ValueError, OSError):
            stream.reconfigure(errors="backslashreplace")
    made = _console_on_light() if is_light(os.environ) else Console
    return made(file=stream, markup=False, highlight=False, emoji=False)


def is_light(environ: Mapping[str, str]) -> bool:
    """Whether the background is light: `LLMDB_THEME` says so, else what some terminals tell in `COLORFGBG`."""
    chosen = environ.get("LLMDB_THEME", "").lower()
    if chosen in ("light", "dark"):
        return chosen == "light"
    return environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")


def _console_on_light() -> type[Console]:
    """A console whose bright colours are replaced by dark ones of the same hue."""
    from rich.console import Console

    class LightConsole(Console):
        def get_style(self, name: str | Style, *, default: Style | str | None = None) -> Style:
            if isinstance(name, str):
                name = " ".join(ON_LIGHT.get(word, word) for word in name.split())
            return super().get_style(name, default=default)

    return LightConsole
