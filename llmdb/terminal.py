"""What becomes of keys at the terminal while nobody reads them."""

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


@contextmanager
def keys_kept() -> Iterator[None]:
    """Have keys neither shown nor obeyed for a while, Ctrl-C among them: whoever reads next gets them as they are."""
    if termios is None or not os.isatty(_KEYS):
        yield
        return
    before = termios.tcgetattr(_KEYS)
    now = [*before[:6], [*before[6]]]
    now[0] &= ~(termios.ICRNL | termios.IXON)
    now[3] &= ~(termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN)
    termios.tcsetattr(_KEYS, termios.TCSANOW, now)
    try:
        yield
    finally:
        termios.tcsetattr(_KEYS, termios.TCSANOW, before)
