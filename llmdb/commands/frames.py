"""The stack of frames at the current step: where, up, down, args."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.arguments import Operand
from llmdb.command import Command
from llmdb.commands.line.parsing import COUNT, parse_whole
from llmdb.commands.results.common import Arguments, Position, Stack
from llmdb.commands.state.position import require_steps, selected_state, show_position
from llmdb.errors import NoSuchStep
from llmdb.session import Session

if TYPE_CHECKING:
    from llmdb.registry import Registry


def register(registry: Registry) -> None:
    """Add the commands about frames."""
    registry.command(
        Command(
            name="where",
            aliases=("w", "bt"),
            run=run_where,
            arguments=(Operand("count", _count),),
            summary="show the current step and the stack of calls that led to it",
            details="`where 3` shows the three innermost calls of the stack, `where -3` the three outermost, "
            "`where 0` only the current one.",
            group="look",
        )
    )
    registry.command(
        Command(
            name="up",
            aliases=("u",),
            run=run_up,
            arguments=(COUNT,),
            summary="look at the caller's frame; `p`, `args` and `list` follow",
            details="Its step under way is shown as far as it had come when the current step ended.",
            group="look",
        )
    )
    registry.command(
        Command(
            name="down",
            aliases=("d",),
            run=run_down,
            arguments=(COUNT,),
            summary="undo `up`",
            group="look",
        )
    )
    registry.command(
        Command(
            name="args",
            aliases=("a",),
            run=run_args,
            arguments=(),
            summary="show the parameters of the selected frame with their present values",
            group="look",
        )
    )


def _count(text: str, command: str) -> int:
    """The reader of a whole number that may be negative."""
    del command
    if text.startswith("-"):
        return -parse_whole(text[1:], "a count")
    return parse_whole(text, "a count")


def run_where(session: Session, count: int | None) -> Stack:
    """`where [COUNT]`."""
    return Stack(position=show_position(session), count=count)


def run_up(session: Session, count: int) -> Position:
    """`up [COUNT]`."""
    require_steps(session)
    above = len(session.trace.frames(session.position)) - 1
    if session.selected + count > above:
        raise NoSuchStep(
            "this is the outermost frame" if session.selected == above else _too_far(above, "up")
        )
    session.selected += count
    session.listed_to = None
    return show_position(session)


def run_down(session: Session, count: int) -> Position:
    """`down [COUNT]`."""
    require_steps(session)
    if count > session.selected:
        raise NoSuchStep(
            "this is the innermost frame" if session.selected == 0 else _too_far(session.selected, "down")
        )
    session.selected -= count
    session.listed_to = None
    return show_position(session)


def _too_far(limit: int, way: str) -> str:
    return (
        f"there are only {limit} frames further {way}"
        if limit != 1
        else f"there is only 1 frame further {way}"
    )


def run_args(session: Session) -> Arguments:
    """`args`."""
    require_steps(session)
    frame = session.current_frame()
    state = selected_state(session)
    return Arguments(
        scope=frame.scope,
        arguments={name: state.get(name, value) for name, value in frame.arguments.items()},
    )
