"""The snippet's file while it is debugged: noticed when somebody edits it, and taken as a version by `run`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.commands.line.later import check_later
from llmdb.errors import UsageError
from llmdb.program.files import changed_files, files_of
from llmdb.program.notes import read_notes
from llmdb.values import dataclass

if TYPE_CHECKING:
    from pathlib import Path

    from llmdb.session import Session


@dataclass(frozen=True, slots=True)
class _Seen:
    """When each file was changed and how long it was, as it was last looked at; None where it was not there."""

    signature: tuple[tuple[int, int] | None, ...]


def watch_file(session: Session) -> None:
    """Say once after a command that the file was edited meanwhile; of what is no file, or a part of one, nothing."""
    path = session.snippet.path
    if path is not None and not session.snippet.adapted:
        session.kept.put(_Seen(_signature(session)))
        check_later(session, "file", _edited)


def _signature(session: Session) -> tuple[tuple[int, int] | None, ...]:
    """That of the main file, then those of its modules."""
    path = session.snippet.path
    assert path is not None
    modules = (path.resolve().parent / file.path for file in files_of(session.snippet.text)[1:])
    return tuple(map(_signature_of, (path, *modules)))


def _signature_of(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _edited(session: Session) -> str | None:
    path = session.snippet.path
    assert path is not None
    now = _signature(session)
    if now[0] is None or _Seen(now) == session.kept.get(_Seen):
        return None
    session.kept.put(_Seen(now))
    try:
        same = _on_disk(session, path) is None
    except (UsageError, OSError):
        same = False
    return None if same else f"{path.name} was edited; `run` takes it as it is now"


def _on_disk(session: Session, path: Path) -> str | None:
    """The file's text where it is another than the one that was loaded or written last."""
    from llmdb.commands.versions import written_text
    from llmdb.program.load import decode_snippet
    from llmdb.program.modules import read_again

    text = decode_snippet(path.read_bytes(), name=session.snippet.name, path=path).text
    text = read_again(session.snippet, text)
    return text if changed_files(text, written_text(session)) else None


def take_edited_file(session: Session) -> tuple[bool, str]:
    """Debug the file as it is now, recorded, if it was edited.

    A version that exists only in the session is not given up for it.

    Returns:
        Whether it was recorded, and what is to be said; "" for an unchanged file.
    """
    path = session.snippet.path
    if path is None or session.snippet.adapted:
        return False, ""
    session.kept.put(_Seen(_signature(session)))
    try:
        text = _on_disk(session, path)
    except UsageError as problem:
        return False, f"{problem}: what was loaded before is run again"
    except OSError as problem:
        return False, f"{path.name}: {problem.strerror}: what was loaded before is run again"
    if text is None:
        return False, ""
    return _take(session, path, text)


def _take(session: Session, path: Path, text: str) -> tuple[bool, str]:
    from llmdb.commands.versions import WrittenText, history_of, switch_version, written_text

    history = history_of(session)
    if changed_files(history.current.code, written_text(session)):
        number = history.current.number
        return False, f"{path.name} was edited, but v{number} of this session is not saved: that is run again"
    taken = history.take(text, "file")
    tests = session.tests
    session.tests = _tests_after(tests, history.current.code, text)
    try:
        switched = switch_version(session, taken, f"{path.name} was edited: it is v{{}} now")
    except BaseException:
        session.tests = tests
        raise
    session.kept.put(WrittenText(text=text))
    return True, switched.text


def _tests_after(tests: tuple[str, ...], before: str, after: str) -> tuple[str, ...]:
    """The visible tests when the notes of the file are those of `after`; what options or `test add` gave stays."""
    old, new = read_notes(before)[1], read_notes(after)[1]
    return (*new, *(test for test in tests if test not in old and test not in new))
