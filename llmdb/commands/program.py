"""The session itself: run, quit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.command import Command
from llmdb.commands.line.later import note_once
from llmdb.commands.line.parsing import parse_nothing, parse_words
from llmdb.commands.results.common import Quit, Rerun, TraceListing
from llmdb.commands.state.disk import take_edited_file
from llmdb.commands.state.position import show_position
from llmdb.session import Session

if TYPE_CHECKING:
    from llmdb.registry import Registry


def register(registry: Registry) -> None:
    """Add the commands about the program as a whole."""
    registry.command(
        Command(
            name="run",
            aliases=("restart",),
            run=run_again,
            usage="run [ARG ...]",
            summary="record the program again, with other arguments if some are given",
            details="Breakpoints, watched names and displayed expressions are kept. A file that was edited meanwhile "
            "is read again; `undo` goes back to what it was.",
            group="program",
        )
    )
    registry.command(
        Command(
            name="quit",
            aliases=("q", "exit"),
            run=run_quit,
            summary="leave llmdb",
            group="session",
        )
    )


def run_again(session: Session, text: str) -> Rerun:
    """`run [ARG ...]`."""
    words = parse_words(text)
    recorded, said = take_edited_file(session)
    if said:
        note_once(session, said)
    if words or not recorded:
        session.rerun(words or None)
    listing = TraceListing(
        trace=session.trace, first=1, last=len(session.trace), current=session.position, summary=True
    )
    return Rerun(listing=listing, position=show_position(session) if session.position else None)


def run_quit(session: Session, text: str) -> Quit:
    """`quit`; `exit()` is Python's own."""
    del session
    parse_nothing(text.strip().removeprefix("()"), "quit")
    return Quit()
