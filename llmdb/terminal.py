"""What becomes of keys at the terminal while nobody reads them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

try:
    import termios
except ImportError:  # no such terminals here
    termios = None  # type: ignore[assignment]

_KEYS = 0
_INPUT, _LOCAL, _CHARACTERS = 0, 3, 6
"""Which of a terminal's attributes (termios(3)): flags of input, local flags, what each special character is."""
A_KEY, THE_END = b"\x00", b"\x04"
"""Kept for whoever reads next, as all other keys are; or the end of input, as for most programs."""


def ctrl_d_as(meaning: bytes) -> AbstractContextManager[None]:
    """Have Ctrl-D be `A_KEY` or `THE_END` for a while; nothing is changed where no terminal is."""

    def change(now: list[Any]) -> None:
        now[_CHARACTERS][termios.VEOF] = meaning

    return _changed(change)


def keys_kept() -> AbstractContextManager[None]:
    """Have keys neither shown nor obeyed for a while, Ctrl-C among them: whoever reads next gets them as they are."""

    def change(now: list[Any]) -> None:
        now[_INPUT] &= ~(termios.ICRNL | termios.IXON)
        now[_LOCAL] &= ~(termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN)

    return _changed(change)


@contextmanager
def _changed(change: Callable[[list[Any]], None]) -> Iterator[None]:
    """Have the terminal as a change of its attributes makes it; as it was before afterwards."""
    if termios is None or not os.isatty(_KEYS):
        yield
        return
    before = termios.tcgetattr(_KEYS)
    now = [*before[:_CHARACTERS], [*before[_CHARACTERS]]]
    change(now)
    termios.tcsetattr(_KEYS, termios.TCSANOW, now)
    try:
        yield
    finally:
        termios.tcsetattr(_KEYS, termios.TCSANOW, before)
