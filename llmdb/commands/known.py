"""What is known about the session's run, in memory and in the program's file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from llmdb.engine.cause.known import Known, known_path, read_known, with_judgement, write_known
from llmdb.errors import CommandError

if TYPE_CHECKING:
    from llmdb.session import Session

KNOWN = "known"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    trace: object
    known: tuple[Known, ...]
    path: Path | None


def known_of(session: Session) -> tuple[tuple[Known, ...], Path | None]:
    """The judgements of the recording in use and their file; None where it could not be written.

    Raises:
        CommandError: the file has a line that is no judgement.
    """
    kept = cast("_Kept | None", session.engine_state.get(KNOWN))
    if kept is None or kept.trace is not session.trace:
        path = known_path(os.environ, session.program)
        kept = _Kept(trace=session.trace, known=read_known(path, len(session.trace)), path=path)
        session.engine_state[KNOWN] = kept
    return kept.known, kept.path


def keep_known(session: Session, known: Iterable[Known]) -> Path | None:
    """Use these judgements from now on; their file, or None where it cannot be written."""
    path: Path | None = known_path(os.environ, session.program)
    entries = tuple(known)
    try:
        write_known(cast("Path", path), entries)
    except CommandError:
        path = None
    session.engine_state[KNOWN] = _Kept(trace=session.trace, known=entries, path=path)
    return path


def judge(session: Session, entry: Known) -> None:
    """Add a judgement; it replaces what was said of the same before."""
    keep_known(session, with_judgement(known_of(session)[0], entry))


def forget_known(session: Session) -> None:
    """Drop all judgements of the program."""
    keep_known(session, ())
