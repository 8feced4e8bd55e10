"""The console that results are drawn on."""

from __future__ import annotations

import contextlib
import io
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console


def make_console(stream: TextIO | None = None) -> Console:
    """A console on the stream, standard output by default, that draws text as it is given.

    No colour where NO_COLOR is set or nothing is a terminal; a character that the stream's encoding lacks is
    written escaped instead of ending the session.
    """
    from rich.console import Console

    stream = stream or sys.stdout
    if isinstance(stream, io.TextIOWrapper):
        with contextlib.suppress(ValueError, OSError):
            stream.reconfigure(errors="backslashreplace")
    return Console(file=stream, markup=False, highlight=False, emoji=False)
