"""The session itself: run, quit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from llmdb.arguments import split_words
from llmdb.command import Command
from llmdb.commands.line.later import note_once
from llmdb.commands.results.common import Message, Quit, Rerun, TraceListing
from llmdb.commands.state.disk import take_edited_file
from llmdb.commands.state.position import show_position
from llmdb.errors import BadArgument, UsageError
from llmdb.prefix.supply import PrefixState
from llmdb.session import Session

if TYPE_CHECKING:
    from llmdb.registry import Registry
    from llmdb.runner.model import RunOptions

_OPTIONS = (
    "--checkpoints",
    "--here",
    "--no-here",
    "--max-memory",
    "--max-steps",
    "--python",
    "--read",
    "--sandbox",
    "--stdin",
    "--no-stdin",
    "--timeout",
)


def register(registry: Registry) -> None:
    """Add the commands about the program as a whole."""
    registry.command(
        Command(
            name="run",
            aliases=("restart",),
            run=run_again,
            usage="run [OPTIONS] [--] [ARG ...]",
            summary="record the program again, with other arguments or options if some are given",
            details="OPTIONS are those of the command line: --here runs it in the current directory, where it may "
            "read and write (--no-here: in a scratch folder again); --sandbox off gives it the network, too; "
            "--max-steps N, --timeout SECONDS and --max-memory MIB change the limits; --stdin PATH answers input() "
            "from a file (--no-stdin: ask again); --python PATH runs with another Python; "
            "--checkpoints N is how many processes may be kept to go back into "
            "the run. They hold until they are changed. What follows them, or `--`, is "
            "the program's.\n"
            "Breakpoints, watched names and displayed expressions are kept. A file that was edited meanwhile "
            "is read again; `undo` goes back to what it was.",
            group="program",
            complete=_complete_run,
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
    """`run [OPTIONS] [--] [ARG ...]`."""
    before = session.settings.options
    options, arguments = _parse_run(session, text)
    if options.python != before.python:
        options = replace(
            options, packages=None
        )  # they fit one version; those that fit the other are found again
    with session.trying(options):
        recorded, said = take_edited_file(session)
        if said:
            note_once(session, said)
        if session.driver not in ("", *session.tests):
            session.drive_by("")
        if arguments is not None or not recorded:
            elsewhere = _surroundings(before) != _surroundings(options)
            _record(session, arguments, elsewhere, options.python != before.python)
    listing = TraceListing(
        trace=session.trace, first=1, last=len(session.trace), current=session.position, summary=True
    )
    position = show_position(session) if session.position else None
    return Rerun(listing=listing, position=position, options=options)


def _parse_run(session: Session, text: str) -> tuple[RunOptions, tuple[str, ...] | None]:
    from llmdb.options import parse_run_options  # not before `run` is used: the first prompt is near

    try:
        return parse_run_options(split_words(text), session.settings.options)
    except UsageError as problem:
        raise BadArgument(str(problem)) from problem


def _surroundings(options: RunOptions) -> tuple[object, ...]:
    """What a program meets outside of itself."""
    return options.here, options.cwd, options.sandbox, options.python


def _record(
    session: Session, arguments: tuple[str, ...] | None, elsewhere: bool, has_other_python: bool
) -> None:
    """Record; what the offline engine assumed is found anew where the program meets other files than before."""
    state = session.kept.get(PrefixState)
    if has_other_python and not session.prefix and state is None:
        session.rerun(arguments, prefix_anew=True)
        return
    if not elsewhere or not session.prefix or state is None or not _is_engines_own(session, state):
        session.rerun(arguments)
        return
    session.kept.drop(PrefixState)
    try:
        session.rerun(arguments, prefix_anew=True)
    except BaseException:
        session.kept.put(state)
        raise


def _is_engines_own(session: Session, state: PrefixState) -> bool:
    """Whether the session runs with the prefix that the offline engine chose, and nobody else."""
    if state.current is None or state.current != state.tree.best:
        return False
    node = state.tree.node(state.current)
    return node is not None and node.guidance == "offline" and node.prefix.code == session.prefix


def _complete_run(session: Session, text: str) -> Iterable[str]:
    del session
    return ("auto", "require", "off") if text.split()[-1:] == ["--sandbox"] else _OPTIONS


def run_quit(session: Session, text: str) -> Quit | Message:
    """`quit`; `exit()` is Python's own. Whoever would lose a version by it is asked first."""
    if text.strip() not in ("", "()"):
        raise BadArgument(f"quit takes no argument, not {text.strip()!r}")
    if session.confirm is None:
        return Quit()
    from llmdb.commands.versions import unwritten  # loaded where there are any

    lost = unwritten(session)
    if not lost or session.confirm(f"{lost}; leave without it?"):
        return Quit()
    return Message(text="`write` saves it to a file, `save PATH` the whole session")
