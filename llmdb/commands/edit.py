"""`edit`: a version changed in the user's own editor becomes a proposal like any other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from llmdb.arguments import Operand
from llmdb.command import Command
from llmdb.commands.fix import FixResult, propose
from llmdb.commands.line.line_places import current_file
from llmdb.commands.line.parsing import version_number
from llmdb.commands.state.editing import edit_text
from llmdb.commands.state.profiling import profiler_for
from llmdb.commands.versions import history_of
from llmdb.errors import BadArgument, UsageError
from llmdb.program.files import SourceFile, files_of, replaced
from llmdb.program.load import refuse_marks
from llmdb.progress import Progress
from llmdb.repair.diffs import format_diff
from llmdb.repair.rounds import Repair, Round
from llmdb.repair.version_history import Version, ended_like
from llmdb.session import Session

if TYPE_CHECKING:
    from llmdb.registry import Registry


def register(registry: Registry) -> None:
    """Add the command."""
    registry.command(
        Command(
            name="edit",
            run=run_edit,
            arguments=(Operand("version", version_number, shown="N"),),
            summary="change the proposal, the snippet, or version N in your editor",
            details=(
                "$VISUAL or $EDITOR opens a copy, of several files that where the cursor is. What you save is run "
                "against the visible tests and becomes a proposal: `accept` takes it. An editor that fails, or a "
                "copy left as it was, changes nothing."
            ),
            group="program",
        )
    )


def run_edit(session: Session, version: int | None) -> FixResult:
    """Edit the proposal, else the session's snippet, or version N."""
    base = _chosen(session, version)
    what = f"v{base.number}"
    file = _file_of(session, base)
    edited = ended_like(file.text, edit_text(file.text, what, _file_name(session, file)))
    refuse_marks(edited, _file_name(session, file))
    changed = replaced(base.code, replace(file, text=edited))
    if changed == base.code:
        raise BadArgument(f"{what} was left as it was; nothing is proposed")
    current = session.snippet.text
    if changed == current:
        raise BadArgument(f"{what} is now what the session debugs already; nothing is proposed")
    session.report(Progress(doing="running the tests", done=0, total=len(session.tests), unit="tests"))
    made = _tested(session, current, changed)
    repair = Repair(
        rounds=(made,),
        passed=made.passed,
        usage=None,
        before=session.test_outcomes,
        note=f"edited from {what}",
    )
    return propose(session, repair, "you", origin=f"edit of {what}")


def _chosen(session: Session, version: int | None) -> Version:
    history = history_of(session)
    if version is not None:
        return history.version(version)
    return history.version(history.proposal) if history.proposal is not None else history.current


def _file_of(session: Session, base: Version) -> SourceFile:
    """The file where the selected frame is, as a version has it."""
    main, *modules = files_of(base.code)
    here = current_file(session).module
    return next((file for file in modules if file.module == here), main)


def _file_name(session: Session, file: SourceFile) -> str:
    """The copy's name: the file's own, so that an editor shows it as Python."""
    if file.module:
        return PurePath(file.path).name
    return session.snippet.path.name if session.snippet.path is not None else "snippet.py"


def _tested(session: Session, current: str, changed: str) -> Round:
    try:
        profile = profiler_for(session).profile(changed)
    except UsageError as problem:
        said = f"the edited text cannot be run: {problem}"
        return Round(number=1, code=current, diff="", tests=(), passed=False, problem=said, answer=changed)
    diff = format_diff(current, changed)
    return Round(number=1, code=changed, diff=diff, tests=profile.tests, passed=profile.passed)
