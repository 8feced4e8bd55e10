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
from llmdb.ui.styles import PALETTES

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment
    from rich.style import Style


def make_console(stream: TextIO | None = None) -> Console:
    """A console on the stream, standard output by default, that draws text as it is given.

    No colour where NO_COLOR is set or nothing is a terminal, darker colours on a light background; a character that
    the stream's encoding lacks is written escaped instead of ending the session.
    """
    stream = stream or sys.stdout
    if isinstance(stream, io.TextIOWrapper):
        with contextlib.suppress(ValueError, OSError):
            stream.reconfigure(errors="backslashreplace")
    made = _console_class()(file=stream, markup=False, highlight=False, emoji=False)
    use_theme(made)
    return made


def use_theme(console: Console) -> None:
    """Have a console that `make_console` made draw in the colours that the user has chosen now."""
    vars(console)["palette"] = PALETTES[theme_of(os.environ, _kept_theme(os.environ))]


def theme_of(environ: Mapping[str, str], kept: str = "auto") -> str:
    """The theme that `LLMDB_THEME` names, else the user's settings, else the one for the terminal's background.

    Some terminals tell their colours in `COLORFGBG`.
    """
    chosen = environ.get("LLMDB_THEME", kept).lower()
    if chosen in PALETTES:
        return chosen
    return "light" if environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15") else "dark"


def _kept_theme(environ: Mapping[str, str]) -> str:
    """The theme of the user's settings file, "auto" where it has none or cannot be read, which is told elsewhere."""
    if not settings_path(environ).exists():
        return "auto"
    from llmdb.settings_file import read_settings

    try:
        return str(read_settings(environ).get("theme", "auto"))
    except UsageError:
        return "auto"


def _console_class() -> type[Console]:
    """A console with the colours of a theme.

    It writes no control character of a text, should a view or a plugin's view have passed one on.
    """
    from rich.console import Console
    from rich.segment import Segment

    from llmdb.ui.text import safe

    class ThemedConsole(Console):
        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterable[Segment]:
            for segment in super().render(renderable, options):
                text, style, control = segment
                if control or text.isprintable() or text == "\n":
                    yield segment
                else:
                    yield Segment(safe(text, keep="\n\t"), style)

        def get_style(self, name: str | Style, *, default: Style | str | None = None) -> Style:
            if isinstance(name, str):
                palette: Mapping[str, str] = vars(self)["palette"]
                name = " ".join(palette.get(word, word) for word in name.split())
            return super().get_style(name, default=default)

    return ThemedConsole
