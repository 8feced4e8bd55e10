"""The unit of one step, changed within a session: level."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from llmdb.arguments import Operand
from llmdb.command import Command
from llmdb.commands.line.parsing import one_of
from llmdb.commands.moves import arrive
from llmdb.commands.results.common import Message, Position
from llmdb.commands.state.position import require_steps
from llmdb.commands.state.standing import standing, step_at
from llmdb.program.files import line_label
from llmdb.program.graph import Level
from llmdb.session import Session

if TYPE_CHECKING:
    from llmdb.registry import Registry
    from llmdb.stops import Stop

LEVELS: tuple[str, ...] = get_args(Level)


def register(registry: Registry) -> None:
    """Add `level`."""
    registry.command(
        Command(
            name="level",
            run=run_level,
            arguments=(
                Operand(
                    "level",
                    one_of(*LEVELS),
                    shown="block | line | function",
                    complete=lambda session, text: LEVELS,
                ),
            ),
            summary="step by blocks, by lines or by whole calls; without one, say which",
            details="The same run is recorded again, with the input it was given, and the cursor stays where it is. "
            "Stops at blocks become stops at their first lines.",
            group="move",
        )
    )


def run_level(session: Session, level: Level | None) -> Message | Position:
    """`level [block | line | function]`."""
    if level is None:
        others = " and ".join(f"`level {other}`" for other in LEVELS if other != session.settings.level)
        return Message(text=f"one step is one {session.settings.level}; {others} change that")
    require_steps(session)
    place = standing(session)
    if level != session.settings.level:
        session.use_level(level)
        session.stops = tuple(_without_block(stop) for stop in session.stops)
    require_steps(session)
    return arrive(session, step_at(session, place) if place else 1, f"one step is one {level} now")


def _without_block(stop: Stop) -> Stop:
    return replace(stop, kind="line", place=line_label(stop.line)) if stop.kind == "block" else stop
