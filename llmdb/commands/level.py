"""The unit of one step, changed within a session: level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, get_args

from llmdb.arguments import Operand
from llmdb.command import Command
from llmdb.commands.line.parsing import one_of
from llmdb.commands.moves import arrive
from llmdb.commands.results.common import Message, Position
from llmdb.commands.state.hits import may_begin
from llmdb.commands.state.position import require_steps
from llmdb.program.graph import Level
from llmdb.session import Session

if TYPE_CHECKING:
    from llmdb.registry import Registry
    from llmdb.stops import Stop
    from llmdb.types import LineNo, StepNo

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
    place = _place(session)
    if level != session.settings.level:
        session.use_level(level)
        session.stops = tuple(_without_block(stop) for stop in session.stops)
    require_steps(session)
    return arrive(session, _step_at(session, *place), f"one step is one {level} now")


def _place(session: Session) -> tuple[LineNo, int]:
    """The line at which the current step begins, and which time that line is begun."""
    line = next(iter(session.trace.lines(session.position)), 0)
    return line, sum(number <= session.position for number in _beginning(session, line))


def _step_at(session: Session, line: LineNo, time: int) -> StepNo:
    """The step in which the line is begun for the given time; the last such one where it is not so often."""
    return max(islice(_beginning(session, line), time), default=1)


def _beginning(session: Session, line: LineNo) -> Iterator[StepNo]:
    return (number for number in may_begin(session, line) if line in session.trace.lines(number))


def _without_block(stop: Stop) -> Stop:
    return replace(stop, kind="line", place=str(stop.line)) if stop.kind == "block" else stop
