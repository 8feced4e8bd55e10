"""What is known about the session's run, in memory and in the program's file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

from llmdb.commands.deps import dependencies_of
from llmdb.errors import CommandError
from llmdb.locate.judgements import (
    Known,
    correct_path,
    fits,
    known_path,
    read_before,
    read_known,
    replace_text,
    with_judgement,
    write_known,
)
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.locate.compare.correct_run import CorrectRun
    from llmdb.session import Session


@dataclass(frozen=True, slots=True)
class ComparedWith:
    """The correct program's run that the run was last compared with; None where no program was kept."""

    correct: CorrectRun | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgements:
    """What is known of a recording.

    Attributes:
        known: the judgements in use.
        path: their file; None where it could not be written.
        before: how many of them an earlier session kept.
        ignored: kept ones that do not fit the recording; they stay in the file.
        elsewhere: how many an earlier session kept of the same file when its text, test or arguments were others.
    """

    known: tuple[Known, ...]
    path: Path | None
    before: int = 0
    ignored: tuple[Known, ...] = ()
    elsewhere: int = 0


def judgements_of(session: Session) -> Judgements:
    """What is known of the recording in use, with what was kept from before.

    Raises:
        CommandError: the file has a line that is no judgement.
    """
    kept = session.run.kept.get(Judgements)
    if kept is None:
        path = known_path(os.environ, session.program)
        read = read_known(path)
        fitting = [fits(dependencies_of(session), entry) for entry in read]
        known = tuple(entry for entry, fit in zip(read, fitting, strict=True) if fit)
        kept = Judgements(
            known=known,
            path=path,
            before=len(known),
            ignored=tuple(entry for entry, fit in zip(read, fitting, strict=True) if not fit),
            elsewhere=0 if read or session.snippet.path is None else len(read_before(path)),
        )
        session.run.kept.put(kept)
    return kept


def known_of(session: Session) -> tuple[tuple[Known, ...], Path | None]:
    """The judgements of the recording in use and their file; None where it could not be written.

    Raises:
        CommandError: the file has a line that is no judgement.
    """
    kept = judgements_of(session)
    return kept.known, kept.path


def kept_notes(session: Session) -> Iterator[str]:
    """What the reader of a plan or a hunt is told of judgements from before."""
    judgements = judgements_of(session)
    for entry in judgements.known:
        if entry.says == "root" and entry.by == "compare":
            yield f"compared with the correct run, `{entry.value}` {entry.expected}"
    if judgements.before:
        yield f"{_counted(judgements.before)} kept from before: `plan --forget` clears them"
    if judgements.ignored:
        yield f"{_counted(len(judgements.ignored))} kept from before do not fit this run and are ignored"
    if judgements.elsewhere:
        name = session.snippet.name
        yield f"{_counted(judgements.elsewhere)} kept of another text or test of {name} do not apply here"


def _counted(count: int) -> str:
    return f"{count} judgement{'s' * (count != 1)}"


def keep_known(session: Session, known: Iterable[Known]) -> Path | None:
    """Use these judgements from now on; their file, or None where it cannot be written."""
    path: Path | None = known_path(os.environ, session.program)
    entries = tuple(known)
    kept = session.run.kept.get(Judgements)
    ignored = kept.ignored if kept is not None and entries else ()
    try:
        write_known(cast("Path", path), (*entries, *ignored))
    except CommandError:
        path = None
    before = min(kept.before, len(entries)) if kept is not None else 0
    session.run.kept.put(Judgements(known=entries, path=path, before=before, ignored=ignored))
    return path


def judge(session: Session, entry: Known) -> None:
    """Add a judgement; it replaces what was said of the same before."""
    keep_known(session, with_judgement(known_of(session)[0], entry))


def forget_known(session: Session) -> None:
    """Drop all judgements of the program, and the correct one that it was compared with."""
    keep_known(session, ())
    keep_correct(session, "")
    session.run.kept.drop(ComparedWith)


def keep_correct(session: Session, text: str) -> None:
    """Keep the correct program beside the judgements made with it; "" drops it."""
    with suppress(
        CommandError
    ):  # as with the judgements, what cannot be written is known in this session only
        replace_text(_correct_path(session), text)


def kept_correct(session: Session) -> str:
    """The correct program that the session's was last compared with, in an earlier session, too; "" for none."""
    try:
        return _correct_path(session).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _correct_path(session: Session) -> Path:
    return correct_path(known_path(os.environ, session.program))
