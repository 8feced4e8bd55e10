"""accept, reject, undo, redo, versions, version, diff, write: which version is debugged, and which is saved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from llmdb.arguments import Argument, Operand, Rest, Switch
from llmdb.command import Command, Result
from llmdb.commands.line.parsing import parse_whole, version_number
from llmdb.commands.state.kept_verdicts import KeptVerdicts
from llmdb.commands.state.known import Judgements
from llmdb.commands.state.standing import stand_again, standing
from llmdb.commands.state.targets import require_free
from llmdb.commands.state.typed import said_of, typed_here
from llmdb.errors import BadArgument, CommandError
from llmdb.json_fields import JsonFields, shown_only
from llmdb.program.debuggers import debugger_lines
from llmdb.program.files import changed_files, files_of, line_label, main_text, missing_files, with_modules_of
from llmdb.program.load import decode_snippet, with_text
from llmdb.repair.diffs import format_diff
from llmdb.repair.version_history import (
    Version,
    VersionHistory,
    ended_like,
    hunks_of,
    moved_line,
    require_unchanged,
    write_snippet,
)
from llmdb.session import Session
from llmdb.stops import Stop
from llmdb.types import Json
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.registry import Registry

_MOST_RUNS = 5
"""How many runs are kept that were left for others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenText:
    """The text of the snippet's file as it was loaded, or written last."""

    text: str


@dataclass(frozen=True, slots=True)
class SavedHistory:
    """The versions as a session file has them."""

    history: VersionHistory


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed(JsonFields):
    """The session's snippet after `accept`, `reject`, `undo`, `redo` or `write`; `written` is a path or None."""

    code: str
    diff: str
    written: str | None
    text: str = shown_only("")


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionList:
    """`versions`: all of them; `current` is debugged, `proposal` waits."""

    versions: tuple[Version, ...]
    current: int
    proposal: int | None

    def to_json(self) -> dict[str, Json]:
        """`{"versions": [{"number", "origin", "lines", "problem"}], "current", "proposal"}`; `problem` or null."""
        return {
            "versions": [
                {
                    "number": v.number,
                    "origin": v.origin,
                    "lines": sum(len(file.text.splitlines()) for file in files_of(v.code)),
                    "problem": v.problem or None,
                }
                for v in self.versions
            ],
            "current": self.current,
            "proposal": self.proposal,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffResult(JsonFields):
    """`diff`: two versions side by side as a unified diff."""

    old: int
    new: int
    diff: str
    hunks: int = shown_only(0)


def register(registry: Registry) -> None:
    """Add the commands."""
    version = Operand("number", version_number, shown="N", is_needed=True)
    two = (Operand("first", version_number, shown="N"), Operand("second", version_number, shown="M"))
    write = (Operand("path"), Switch("--force"))
    rows: tuple[tuple[str, tuple[Argument, ...], str, Callable[..., Result]], ...] = (
        (
            "accept",
            (Rest("hunks", _hunks, shown="HUNK,HUNK", default=()),),
            "take the proposal, or some of its hunks, as the session's snippet",
            run_accept,
        ),
        ("reject", (), "drop the proposal", run_reject),
        ("undo", (), "go back to the version before", run_undo),
        ("redo", (), "go forward to the version that undo left", run_redo),
        ("versions", (), "list the versions of the snippet", run_versions),
        ("version", (version,), "debug any version, also one that was left or dropped", run_version),
        ("diff", two, "show how two versions differ; without numbers, the proposal", run_diff),
        ("write", write, "save the snippet to its file, or to PATH", run_write),
    )
    for name, arguments, summary, run in rows:
        registry.command(Command(name=name, arguments=arguments, summary=summary, run=run, group="program"))


def _hunks(text: str, command: str) -> tuple[int, ...]:
    del command
    return tuple(parse_whole(word, "a hunk", lowest=1) for word in text.replace(",", " ").split())


def history_of(session: Session) -> VersionHistory:
    """The session's versions; the snippet as loaded is v1."""
    history = session.kept.get(VersionHistory)
    if history is None:
        origin = "file" if session.snippet.path is not None else session.snippet.name
        first = Version(number=1, code=session.snippet.text, origin=origin)
        history = VersionHistory(versions=(first,))
        session.kept.put(history)
        session.kept.put(WrittenText(text=session.snippet.text))
    return history if session.is_recorded and session.run.is_led_on else history.without_led_on()


def written_text(session: Session) -> str:
    """The text of the snippet's file as it was loaded, or written last."""
    history_of(session)
    written = session.kept.get(WrittenText)
    assert written is not None
    return written.text


def keep_history(session: Session, history: VersionHistory) -> None:
    """Store the versions with the session."""
    session.kept.put(history)


def unwritten(session: Session) -> str:
    """What leaving now would lose, in words; "" where the session's snippet is the file's, or was saved."""
    history, saved = session.kept.get(VersionHistory), session.kept.get(SavedHistory)
    if history is None or (saved is not None and saved.history is history):
        return ""
    current = history_of(session).current
    if not changed_files(current.code, written_text(session)):
        return ""
    name = session.snippet.name if session.snippet.path is not None else "a file"
    return f"v{current.number} ({current.origin}) is not written to {name}"


def run_accept(session: Session, hunks: tuple[int, ...]) -> Changed:
    """Take the proposal, or the hunks `1,3`; the file is untouched."""
    history, before = history_of(session), session.snippet.text
    taken = history.accept(hunks or None)
    names = [file.path or session.snippet.name for file in changed_files(taken.current.code, before)]
    is_one = len(files_of(before)) == 1
    file = "The file is" if is_one else f"{', '.join(names)} {'is' if len(names) == 1 else 'are'}"
    said = f"v{{}} is the session's snippet. {file} untouched: `write` saves it."
    return switch_version(session, taken, said)


def run_reject(session: Session) -> Changed:
    """Drop the proposal."""
    history = history_of(session)
    dropped = history.pending
    keep_history(session, history.reject())
    diff = format_diff(history.current.code, dropped.code)
    said = f"v{dropped.number} is dropped; v{history.current.number} stays the session's snippet"
    return Changed(code=history.current.code, diff=diff, written=None, text=said)


def run_undo(session: Session) -> Changed:
    """Back to the version before; what was typed at the current step to go on with is forgotten first."""
    if (typed := typed_here(session)) is not None:
        session.typed = None
        code = session.snippet.text
        return Changed(code=code, diff="", written=None, text=f"{said_of(typed)} is forgotten")
    return switch_version(
        session, history_of(session).undo(), "v{} is the session's snippet again; `redo` goes forward"
    )


def run_redo(session: Session) -> Changed:
    """Forward to what `undo` left."""
    return switch_version(session, history_of(session).redo(), "v{} is the session's snippet again")


def run_version(session: Session, number: int) -> Changed:
    """Any version by its number."""
    return switch_version(session, history_of(session).choose(number), "v{} is the session's snippet")


def run_versions(session: Session) -> VersionList:
    """All versions."""
    history = history_of(session)
    return VersionList(versions=history.versions, current=history.path[-1], proposal=history.proposal)


def run_diff(session: Session, first: int | None, second: int | None) -> DiffResult:
    """The proposal against the current version; version N against it; or N against M."""
    history = history_of(session)
    numbers = [number for number in (first, second) if number is not None]
    if not numbers:
        numbers = [history.proposal or history.path[-1]]
    old, new = (numbers[0], numbers[1]) if len(numbers) == 2 else (history.path[-1], numbers[0])
    if old == new and old != 1 and len(numbers) < 2:
        old = history.path[-2] if len(history.path) > 1 else 1
    before, after = history.version(old).code, history.version(new).code
    hunks = hunks_of(with_modules_of(before, after), after)
    return DiffResult(old=old, new=new, diff=format_diff(before, after), hunks=len(hunks))


def run_write(session: Session, path: str | None, force: bool) -> Changed:
    """Save to the snippet's own file or to PATH; over a change made meanwhile only with --force."""
    history = history_of(session)
    target = _target(session, path, force)
    own = session.snippet.path
    is_own = own is not None and target.resolve() == own.resolve()
    if not is_own:
        require_free(target, "write", force)
    loaded = written_text(session)
    code = history.current.code
    if is_own and len(files_of(code)) > 1:
        targets = _write_files(session, code, loaded, force)
    else:
        targets = [target]
        write_snippet(
            session.snippet, code, target, expected=main_text(loaded) if is_own and not force else None
        )
    if is_own:
        session.kept.put(WrittenText(text=code))
    written = ", ".join(map(str, targets))
    left = [file.path for file in changed_files(code, loaded) if file.module] if not is_own else []
    also = f"; {', '.join(left)}, changed too, {'is' if len(left) == 1 else 'are'} not in it" if left else ""
    said = f"v{history.current.number} written to {written}{also}"
    return Changed(code=code, diff=format_diff(history.version(1).code, code), written=written, text=said)


def _write_files(session: Session, code: str, loaded: str, force: bool) -> list[Path]:
    """Write the files of a program that are not as they were loaded; the main one where none is."""
    own = session.snippet.path
    assert own is not None
    before = {file.module: file.text for file in files_of(loaded)}
    files = changed_files(code, loaded) or files_of(code)[:1]
    if strange := missing_files(code, loaded):
        raise CommandError(
            f"{strange[0].path} is no file of the program as it was opened, so nothing is written"
        )
    targets = [own.parent / file.path if file.module else own for file in files]
    project = own.resolve().parent.parent
    for target in targets:
        if not force and not target.resolve().is_relative_to(project):
            raise CommandError(f"{target} lies outside {project}: `write --force` writes it")
    for file, target in zip(files, targets, strict=True):
        if not force and file.module in before:
            require_unchanged(target, before[file.module])
    for file, target in zip(files, targets, strict=True):
        how, text = session.snippet, file.text
        if file.module and target.exists():  # as its own file is written
            how = decode_snippet(target.read_bytes(), name=file.path, path=target)
            text = ended_like(how.text, text)
        write_snippet(how, text, target, expected=None)
    return targets


def _target(session: Session, path: str | None, force: bool) -> Path:
    if path is not None and path.startswith("-"):
        raise BadArgument(f"write takes [PATH] [--force], not {path!r}")
    if path is not None:
        return Path(path).expanduser()
    if session.snippet.adapted and not force:
        raise CommandError(
            f"{session.snippet.name} holds more than this code ({session.snippet.adapted}): `write PATH` saves the "
            "code as a file of its own, `write --force` replaces the file"
        )
    if session.snippet.path is None:
        raise CommandError(f"{_source_of(session)}: `write PATH` saves the snippet as a file of its own")
    return session.snippet.path


def _source_of(session: Session) -> str:
    """Why there is no file to write to."""
    match session.snippet.name:
        case "-":
            return "the snippet came from standard input, which has no file"
        case "-c":
            return "the snippet was given with -c, so it has no file"
        case name if session.is_reopened:
            return f"{name} is not here as this session knew it, so it is not written"
        case name:
            return f"{name} is a part of a file, which is not written"


def switch_version(session: Session, history: VersionHistory, said: str) -> Changed:
    """Debug another version: recorded anew, with stops kept on the lines that are still there.

    A recording that fails or is stopped leaves the version before, and its run.
    """
    keep_run(session)
    left = history_of(session).current
    looked_at = (session.run, session.position) if session.is_recorded else None
    stood = standing(session)
    old_snippet, old_stops = session.snippet, session.stops
    before, after = old_snippet.text, history.current.code
    session.replace_snippet(with_text(old_snippet, after))
    session.stops = tuple(
        moved for stop in old_stops if (moved := moved_stop(stop, before, after)) is not None
    )
    session.add_written_stops({moved_line(before, after, line) for line in debugger_lines(before)})
    try:
        parted = _use_run_of(session, history.current, left)
        if not parted and stood is not None and (line := moved_line(before, after, stood.line)) is not None:
            stand_again(session, stood._replace(line=line))
    except BaseException:
        session.replace_snippet(old_snippet)
        session.stops = old_stops
        if looked_at is not None:
            session.use_run(*looked_at)
        raise
    keep_history(session, history)
    text = said.format(history.current.number) + _lost(old_stops, session.stops)
    return Changed(code=after, diff=format_diff(before, after), written=None, text=text)


def keep_run(session: Session) -> None:
    """The run that is looked at is about to be left: keep it to be come back to."""
    if session.is_recorded:
        number = history_of(session).current.number
        session.kept_runs.pop(number, None)
        said = session.run.kept.only(KeptVerdicts, Judgements)  # what was computed takes too much memory
        session.kept_runs[number] = replace(session.run, kept=said)
        while len(session.kept_runs) > _MOST_RUNS:
            del session.kept_runs[next(iter(session.kept_runs))]


def _use_run_of(session: Session, version: Version, left: Version) -> bool:
    """Look at a version's run: the one that was left if it still is what would run, else a new one.

    Returns:
        Whether the two runs part at a step, from which one of them went on: then one stands there.
    """
    run = session.kept_runs.get(version.number)
    if run is not None and (run.is_led_on or run.program == session.program):
        parted = (left.led_on or version.led_on) if left.code == version.code else 0
        session.use_run(run, min(parted or 1, len(run.trace)))
        return bool(parted)
    if version.led_on:
        raise CommandError(f"the run of v{version.number} is not kept any more (the last {_MOST_RUNS} are)")
    session.record()
    return False


def moved_stop(stop: Stop, before: str, after: str) -> Stop | None:
    """The stop on its line's new place; None when the line is gone. That of a block, which may have another number
    now, is one of its first line."""
    if stop.line is None:
        return stop
    line = moved_line(before, after, stop.line)
    if line is None:
        return None
    if stop.kind == "function":
        return replace(stop, line=line)
    return replace(stop, kind="line", line=line, place=line_label(line))


def _lost(before: tuple[Stop, ...], after: tuple[Stop, ...]) -> str:
    """Which stops stood on lines that are gone."""
    kept = {stop.number for stop in after}
    lost = [
        f"stop {stop.number} (line {stop.place if stop.kind == 'line' else line_label(stop.line)})"
        for stop in before
        if stop.number not in kept
    ]
    return f"\nits line is gone, so it is too: {', '.join(lost)}" if lost else ""
