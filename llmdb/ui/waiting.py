"""Work that goes on while the prompt waits for keys."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

AFTER_S = 0.2
"""How long nothing is done first: who has the next command ready is not to wait."""


def while_waiting(work: Callable[[], Iterator[object]]) -> Callable[[], None]:
    """What a prompt calls before it runs, so that it goes on with work between keys, one turn at a time.

    When the line is entered the work is left where it is.
    """

    def start() -> None:
        from prompt_toolkit.application import get_app

        get_app().create_background_task(_go_on(work()))

    return start


async def _go_on(work: Iterator[object]) -> None:
    await asyncio.sleep(AFTER_S)
    # A command that needs what failed meets the problem again, and tells.
    with contextlib.suppress(Exception):
        for _ in work:
            await asyncio.sleep(0)
