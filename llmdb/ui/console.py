"""The console that results are drawn on."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TextIO

from llmdb.errors import UsageError
from llmdb.folders import settings_path

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment
    from rich.style import Style

ON_LIGHT = {"yellow": "color(94)", "cyan": "color(24)", "green": "color(22)", "magenta": "color(90)"}
"""Colours that a light background swallows, and what is drawn instead."""


def make_console(stream: TextIO | None = None) -> Console:
    """A console on the stream, standard output by default, that draws text as it is given.

    No colour where NO_COLOR is set or nothing is a terminal, darker colours on a light background; a character that
    the stream's encoding lacks is written escaped instead of ending the session.
    """
    stream = stream or sys.stdout
    if isinstance(stream, io.TextIOWrapper):
        with contextlib.suppress(ValueError, OSError):
            stream.reconfigure(errors="backslashreplace")
    made = _escaping_console()
    if is_light(os.environ, _kept_theme(os.environ)):
        made = _on_light(made)
    return made(file=stream, markup=False, highlight=False, emoji=False)


def is_light(environ: Mapping[str, str], kept: str = "auto") -> bool:
    """Whether the background is light: `LLMDB_THEME` says so, else the user's settings, else `COLORFGBG`.

    Some terminals tell their colours in the last one.
    """
    chosen = environ.get("LLMDB_THEME", kept).lower()
    if chosen in ("light", "dark"):
        return chosen == "light"
    return environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")


def _kept_theme(environ: Mapping[str, str]) -> str:
    """The theme of the user's settings file, "auto" where it has none or cannot be read, which is told elsewhere."""
    if not settings_path(environ).exists():
        return "auto"
    from llmdb.settings_file import read_settings

    try:
        return str(read_settings(environ).get("theme", "auto"))
    except UsageError:
        return "auto"


def _escaping_console() -> type[Console]:
    """A console that writes no control character of a text, should a view or a plugin's view have passed one on."""
    from rich.console import Console
    from rich.segment import Segment

    from llmdb.ui.text import safe

    class EscapingConsole(Console):
        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterable[Segment]:
            for segment in super().render(renderable, options):
                text, style, control = segment
                if control or text.isprintable() or text == "\n":
                    yield segment
                else:
                    yield Segment(safe(text, keep="\n\t"), style)

    return EscapingConsole


def _on_light(made: type[Console]) -> type[Console]:
    """A console whose bright colours are replaced by dark ones of the same hue."""

    class LightConsole(made):  # type: ignore[valid-type, misc]
        def get_style(self, name: str | Style, *, default: Style | str | None = None) -> Style:
            if isinstance(name, str):
                name = " ".join(ON_LIGHT.get(word, word) for word in name.split())
            style: Style = super().get_style(name, default=default)
            return style

    return LightConsole
