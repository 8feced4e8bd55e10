"""What is run where a stop stops, as in pdb: commands."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from llmdb.command import Command
from llmdb.commands.line.dispatch import split_commands
from llmdb.commands.line.parsing import parse_whole
from llmdb.commands.results.session import Stops
from llmdb.errors import BadArgument
from llmdb.session import Session

if TYPE_CHECKING:
    from llmdb.registry import Registry
    from llmdb.stops import Stop

_END = "end"


def register(registry: Registry) -> None:
    """Add `commands`."""
    registry.command(
        Command(
            name="commands",
            run=run_commands,
            usage="commands [NUMBER] [COMMAND [;; COMMAND ...] | end]",
            summary="run command lines where a stop stops",
            details="Without COMMAND they are asked for, line by line, up to `end`. NUMBER is that of a stop, the "
            "last one by default. After `silent` the step itself is not shown; a move ends the list, so that "
            "`commands 1 silent ;; p acc ;; continue` prints `acc` wherever stop 1 would stop. `commands 1 end` "
            "removes them.",
            group="stop",
        )
    )


def run_commands(session: Session, text: str) -> Stops:
    """`commands [NUMBER] [COMMAND [;; COMMAND ...] | end]`."""
    word, _, rest = text.strip().partition(" ")
    if not word.isdigit():
        word, rest = "", text.strip()
    stop = _stop(session, word)
    lines = tuple(split_commands(rest)) if rest else _asked(session, stop)
    if lines[-1:] == (_END,):
        lines = lines[:-1]
    session.stops = tuple(
        replace(each, commands=lines) if each.number == stop.number else each for each in session.stops
    )
    does = f"runs {' ;; '.join(f'`{line}`' for line in lines)}" if lines else "runs no commands"
    return Stops(stops=session.stops, note=f"{stop.describe()} {does}")


def _stop(session: Session, word: str) -> Stop:
    known = {stop.number: stop for stop in session.stops}
    number = parse_whole(word, "a stop's number", lowest=1) if word else max(known, default=0)
    if number not in known:
        there = ", ".join(map(str, known)) or "none: `break LINE` sets one"
        raise BadArgument(
            f"no stop {number}; there are: {there}" if word else f"there are no stops: {there[6:]}"
        )
    return known[number]


def _asked(session: Session, stop: Stop) -> tuple[str, ...]:
    """The lines that the user types up to `end` or Ctrl-D."""
    if session.ask_line is None:
        raise BadArgument(f"commands needs command lines here, e.g. `commands {stop.number} p x ;; continue`")
    lines: list[str] = []
    while (line := session.ask_line("(com) ")) is not None and line.strip() != _END:
        lines += [line.strip()] if line.strip() else []
    return tuple(lines)
