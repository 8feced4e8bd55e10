"""What is made ready while the user reads and types: the command that needs it finds it done."""

from __future__ import annotations

import importlib
from functools import partial
from typing import TYPE_CHECKING

from llmdb.commands import BUILT_IN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmdb.session import Session


def make_ready(session: Session) -> Iterator[object]:
    """In short turns: read a recording that was kept, import the commands that were not used yet, find dependencies,
    let copies of the recorded program wait where questions would be far from what waits.

    Where a model is set, what these tell it, too.

    At last what a killed llmdb left behind is deleted.
    """
    if session.unread is not None:
        yield from session.unread.turns(session)
    for module in BUILT_IN:
        yield importlib.import_module(f"llmdb.commands.{module}")
    if session.is_recorded:
        from llmdb.commands.deps import dependencies_of

        yield from dependencies_of(session).prepare()
        if session.run.past is not None:
            from llmdb.commands.state.position import place_between

            yield from session.run.past.prepare(
                partial(place_between, session), session.trace.visits.log.total
            )
        if session.settings.model.name is not None:
            from llmdb.commands.state.plan_context import plan_context

            with session.showing_lines():
                context = plan_context(session)  # what a prompt says of it
            yield context
    from llmdb.runner.scratch import remove_left_behind

    yield from remove_left_behind()
