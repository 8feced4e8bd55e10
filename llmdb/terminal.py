"""What Ctrl-D is at the terminal while nobody reads keys from it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

try:
    import termios
except ImportError:  # no such terminals here
    termios = None  # type: ignore[assignment]

_KEYS = 0
A_KEY, THE_END = b"\x00", b"\x04"
"""Kept for whoever reads next, as all other keys are; or the end of input, as for most programs."""


@contextmanager
def ctrl_d_as(meaning: bytes) -> Iterator[None]:
    """Have Ctrl-D be `A_KEY` or `THE_END` for a while; nothing is changed where no terminal is."""
    if termios is None or not os.isatty(_KEYS):
        yield
        return
    before = termios.tcgetattr(_KEYS)
    now = [*before[:6], [*before[6]]]
    now[6][termios.VEOF] = meaning
    termios.tcsetattr(_KEYS, termios.TCSANOW, now)
    try:
        yield
    finally:
        termios.tcsetattr(_KEYS, termios.TCSANOW, before)
