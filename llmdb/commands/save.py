"""`save PATH` puts the whole session into a file, which `llmdb PATH` opens; `resume` takes up one that was cut off."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from llmdb.archive.magic import MAGIC, SUFFIX
from llmdb.archive.records import END, pack, read_records
from llmdb.arguments import Operand, Switch
from llmdb.command import Command
from llmdb.commands.results.common import Message
from llmdb.commands.state.saved import pack_run, pack_state, read_kept, reopen, runs_of, snippet_of
from llmdb.commands.state.sitting import cut_off, sitting_of
from llmdb.commands.state.targets import require_free
from llmdb.commands.versions import SavedHistory
from llmdb.errors import BadArgument, CommandError
from llmdb.repair.version_history import VersionHistory, replace_file
from llmdb.session import Session
from llmdb.types import Json
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """`save`: where the session is, and what it takes."""

    path: str
    size_bytes: int
    steps: int

    def to_json(self) -> dict[str, Json]:
        """`{"path", "bytes", "steps"}`."""
        return {"path": self.path, "bytes": self.size_bytes, "steps": self.steps}


class KeptSession:
    """A session file that is to be opened.

    Attributes:
        snippet: what it debugs.

    Raises:
        SessionUnreadable: it is damaged, or of another format.
    """

    def __init__(self, path: Path, *, is_own: bool = False) -> None:
        records = read_records(path)
        self._path, self._is_own = path, is_own
        self._is_cut = not records.is_whole and not is_own
        self._kept = read_kept(records.records)
        self.snippet = snippet_of(self._kept.state.snippet)

    @property
    def commands(self) -> tuple[str, ...]:
        """What was typed in it."""
        return self._kept.state.commands

    def reopen(self, session: Session) -> tuple[str, ...]:
        """Make a session on the snippet what it was; what is to be said of it, a line each."""
        cut = (f"{self._path.name} is cut off: its end is missing",) if self._is_cut else ()
        return (*cut, *reopen(session, self._kept, is_own=self._is_own))


def register(registry: Registry) -> None:
    """Add the commands."""
    registry.command(
        Command(
            name="save",
            run=run_save,
            arguments=(Operand("path", _path, is_needed=True), Switch("--force")),
            summary="keep the whole session in a file: `llmdb PATH` opens it without running anything",
            details="The file has the snippet, its prefix and tests, the recording, verdicts, what was said to `plan`, "
            "versions, breakpoints and the conversation with the model; it can be sent to somebody else. It has the "
            "recorded values as they are, secrets among them. Opened again, questions that only the program can answer "
            "start it once more, as far as that gives the very run.",
        )
    )
    registry.command(
        Command(
            name="resume",
            run=run_resume,
            arguments=(),
            summary="take up the last sitting with this snippet where it was cut off",
            details="While you work the sitting is kept; when a terminal or a connection dies, the next start says so. "
            "`quit` ends a sitting, and nothing is kept of it.",
        )
    )


def _path(text: str, command: str) -> Path:
    """The file; `.llmdb` is added where the name has no ending."""
    if text.startswith("-"):
        raise BadArgument(f"{command} takes a path, e.g. `{command} bug{SUFFIX}`")
    path = Path(text).expanduser()
    return path if path.suffix else path.with_suffix(SUFFIX)


def run_save(session: Session, path: Path, force: bool) -> Saved:
    """`save PATH [--force]`."""
    require_free(path, "save", force)
    steps = len(session.trace)
    data = b"".join(_packed(session))
    try:
        replace_file(path, data)
    except OSError as problem:
        raise CommandError(f"{path} was not written: {problem.strerror or problem}") from problem
    if (history := session.kept.get(VersionHistory)) is not None:
        session.kept.put(SavedHistory(history))
    return Saved(path=str(path), size_bytes=len(data), steps=steps)


def _packed(session: Session) -> Iterable[bytes]:
    yield MAGIC
    numbers = {}
    for place, (version, run) in enumerate(runs_of(session).items()):
        numbers[version] = place
        yield from pack_run(run)
    sitting = sitting_of(session)
    yield pack_state(session, numbers, tuple(sitting.lines) if sitting is not None else ())
    yield pack(END, b"")


def run_resume(session: Session) -> Message:
    """`resume`: the session becomes what the sitting was after its last command."""
    path = cut_off(session.snippet, os.environ)
    if path is None:
        raise CommandError(f"no sitting with {session.snippet.name} was cut off")
    kept = KeptSession(path, is_own=True)
    session.replace_snippet(kept.snippet)
    notes = kept.reopen(session)
    with suppress(OSError):
        path.unlink()
    if (sitting := sitting_of(session)) is not None:
        sitting.lines = [*kept.commands]
    count = len(kept.commands)
    said = f"the sitting is as it was after {count} command{'s' * (count != 1)}"
    if kept.commands:
        said += f", the last of them `{kept.commands[-1]}`"
    return Message(text="\n".join([f"{said}; `where` shows the step", *notes]))
