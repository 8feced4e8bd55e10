"""Breakpoints, watches and displays by snippet: those of the last sitting with a file are there in the next."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING

from llmdb.commands.state.sitting import snippet_stem
from llmdb.folders import state_folder
from llmdb.stops import Stop
from llmdb.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from llmdb.session import Session

_MOST_KEPT = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPlaces:
    """What was set in a sitting, and the text that the lines of the stops are of."""

    text: str
    stops: tuple[Stop, ...]
    displays: tuple[str, ...]


def keep_places(session: Session, environ: Mapping[str, str]) -> None:
    """Keep what was set, for the next sitting with this file; nothing where nothing was, or it is no file's."""
    if session.snippet.path is None:
        return
    from llmdb.archive.magic import MAGIC
    from llmdb.archive.plain import to_plain
    from llmdb.archive.records import STATE, pack_data
    from llmdb.program.debuggers import debugger_lines
    from llmdb.repair.version_history import replace_file

    text = session.snippet.text
    written = debugger_lines(text)
    stops = tuple(replace(stop, hits=0) for stop in session.stops if stop.line not in written)
    path = _path(session, environ)
    with contextlib.suppress(OSError):
        if not stops and not session.displays:
            path.unlink(missing_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        kept = KeptPlaces(text=text, stops=stops, displays=session.displays)
        replace_file(path, MAGIC + pack_data(STATE, to_plain(kept)))
        path.chmod(0o600)
        for old in sorted(path.parent.iterdir(), key=lambda one: one.stat().st_mtime)[:-_MOST_KEPT]:
            old.unlink()


def restore_places(session: Session, environ: Mapping[str, str]) -> str:
    """Set what the last sitting with this file had set, where its lines are now; what is to be said of it, or ""."""
    path = _path(session, environ)
    if session.snippet.path is None or session.is_reopened or not path.exists():
        return ""
    from llmdb.archive.plain import from_plain
    from llmdb.archive.records import inflate_data, read_records
    from llmdb.commands.versions import moved_stop
    from llmdb.errors import SessionUnreadable

    try:
        kept = from_plain(KeptPlaces, inflate_data(read_records(path).records[0]))
    except (SessionUnreadable, IndexError):
        return ""
    text = session.snippet.text
    found = [stop if kept.text == text else moved_stop(stop, kept.text, text) for stop in kept.stops]
    stops = [stop for stop in found if stop is not None]
    first = session.next_stop
    session.stops += tuple(replace(stop, number=number) for number, stop in enumerate(stops, first))
    session.next_stop = first + len(stops)
    session.displays = (*session.displays, *(one for one in kept.displays if one not in session.displays))
    what = [stop.describe() for stop in session.stops[-len(stops) :]] if stops else []
    what += [f"display {expression}" for expression in kept.displays]
    return f"as you left it: {', '.join(what)} (`clear` and `undisplay` remove them)" if what else ""


def _path(session: Session, environ: Mapping[str, str]) -> Path:
    return state_folder(environ) / "places" / snippet_stem(session.snippet)
