"""What a session file keeps of a session, and the session that it gives again: nothing is run for either."""

from __future__ import annotations

import codecs
import platform
import sys
import zlib
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from llmdb import __version__
from llmdb.archive.plain import from_plain, to_plain
from llmdb.archive.records import (
    CHUNK,
    MOST_INFLATED,
    RUN,
    STATE,
    Record,
    inflate,
    inflate_data,
    pack,
    pack_data,
)
from llmdb.ask.verdicts import CheckedVerdict
from llmdb.commands.state.conversation import conversation_of, keep_conversation
from llmdb.commands.state.kept_verdicts import keep_verdicts, kept_verdicts
from llmdb.commands.versions import SavedHistory, WrittenText, history_of, written_text
from llmdb.errors import LlmdbError, SessionUnreadable, UsageError
from llmdb.events.model import Outcome, Recording
from llmdb.llm.model import Exchange
from llmdb.locate.judgements import Known
from llmdb.program.build import build_cfg
from llmdb.program.files import files_of, joined
from llmdb.program.graph import ControlFlowGraph, Level
from llmdb.program.load import decode_snippet
from llmdb.program.notes import read_notes
from llmdb.program.snippet import BodyKind, Program, Snippet
from llmdb.program.tree import check_compiles
from llmdb.progress import Progress
from llmdb.repair.version_history import VersionHistory
from llmdb.replay.trace import ExecutionTrace
from llmdb.replay.visits import Visits, read_visits
from llmdb.runner.interpreter import minor_of
from llmdb.runner.model import SandboxMode, Source
from llmdb.runner.visible_tests import TestOutcome
from llmdb.session import RecordedRun, Session, Typed
from llmdb.stops import Stop
from llmdb.types import StepNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

_MOST_TEXT = 10_000_000
_SHORT = 10_000
"""Steps of a run that is kept although it could be made again: it is read at once when the file is opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedText:
    """The snippet, and how its file was written; see `Snippet`."""

    text: str
    name: str
    path: str | None = None
    module: str = ""
    encoding: str = "utf-8"
    newline: str = "\n"
    bom: bool = False
    margin: str = ""
    adapted: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedRun:
    """A recorded run without its log, which follows in records of its own; see `RecordedRun`.

    Attributes:
        text: of the snippet that ran.
        python: major and minor version of what it ran with.
        blocks: a check sum of its graph: another llmdb may cut blocks otherwise.
        steps: how many steps the run has.
    """

    text: str
    prefix: str
    epilogue: str
    arguments: tuple[str, ...]
    stdin: bytes
    level: Level
    is_led_on: bool
    outcome: Outcome
    seconds: float
    blocks: int
    steps: int
    python: tuple[int, int] = sys.version_info[:2]


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedState:
    """Everything else; see `Session`.

    Attributes:
        made_by, python: the versions of llmdb and Python that wrote it.
        here, sandbox: how the program was run; told, and not taken over: a file from elsewhere decides no such thing.
        run: which recording is looked at, from 0 in the order of the file; None for none.
        kept_runs: other versions that have a run, with the number of their recording.
        versions, written: of `accept` and `write`; None and "" where there is but one.
        commands: what was typed, in order.
        typed: see `llmdb.session.Typed`, the texts alone; taken over from a sitting of one's own only.
        typed_in: the callers of each of its sources.
    """

    made_by: str
    python: str
    snippet: SavedText
    task: str | None
    tests: tuple[str, ...]
    arguments: tuple[str, ...]
    prefix: str | None
    assumed: str
    here: bool
    sandbox: SandboxMode
    driver: str
    outcomes: tuple[TestOutcome, ...] | None
    run: int | None
    kept_runs: tuple[tuple[int, int], ...]
    position: int
    selected: int
    stops: tuple[Stop, ...]
    next_stop: int
    displays: tuple[str, ...]
    versions: VersionHistory | None
    written: str
    verdicts: tuple[CheckedVerdict, ...]
    known: tuple[Known, ...]
    conversation: tuple[Exchange, ...] = ()
    commands: tuple[str, ...] = ()
    typed: tuple[int, tuple[str, ...], int] | None = None
    typed_in: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A session file that was read: its last state, and its recordings with their logs."""

    state: SavedState
    runs: tuple[tuple[SavedRun, tuple[Record, ...]], ...]


# --- writing ---------------------------------------------------------------------------------------------------


def runs_of(session: Session) -> dict[int, RecordedRun]:
    """The runs that a file has, by the numbers of their versions: the one looked at, those led on, short ones left."""
    history = history_of(session) if session.kept.get(VersionHistory) is not None else None
    runs = {number: run for number, run in session.kept_runs.items() if _is_kept(run)}
    if session.is_recorded:
        runs[history.path[-1] if history is not None else 1] = session.run
    return runs


def _is_kept(run: RecordedRun) -> bool:
    return run.is_led_on or len(run.trace) <= _SHORT


def pack_run(run: RecordedRun) -> Iterator[bytes]:
    """The records of a run: what it was, and its log as it was received."""
    trace, program = run.trace, run.program
    saved = SavedRun(
        text=program.snippet.text,
        prefix=program.prefix,
        epilogue=program.epilogue,
        arguments=program.arguments,
        stdin=run.stdin,
        level=run.level,
        is_led_on=run.is_led_on,
        outcome=trace.outcome,
        seconds=trace.seconds,
        blocks=_check_sum(trace.cfg),
        steps=len(trace),
        python=run.version,
    )
    yield pack_data(RUN, to_plain(saved))
    log = trace.visits.log
    for message in log.messages(log.total):
        yield pack(CHUNK, message)


def pack_state(session: Session, numbers: dict[int, int], commands: tuple[str, ...] = ()) -> bytes:
    """The record of all the rest.

    Args:
        session: is kept.
        numbers: the place among the file's recordings of each of `runs_of`.
        commands: what was typed.
    """
    snippet, options, typed = session.snippet, session.settings.options, session.typed
    history = history_of(session) if session.kept.get(VersionHistory) is not None else None
    current = history.path[-1] if history is not None else 1
    state = SavedState(
        made_by=__version__,
        python=platform.python_version(),
        snippet=SavedText(
            text=snippet.text,
            name=snippet.name,
            path=None if snippet.path is None else str(snippet.path.resolve()),
            module=snippet.module,
            encoding=snippet.encoding,
            newline=snippet.newline,
            bom=snippet.bom,
            margin=snippet.margin,
            adapted=snippet.adapted,
        ),
        task=session.task,
        tests=session.tests,
        arguments=session.arguments,
        prefix=session.prefix,
        assumed=session.assumed,
        here=options.here,
        sandbox=options.sandbox,
        driver=session.driver,
        outcomes=session.known_outcomes,
        run=numbers.get(current) if session.is_recorded else None,
        kept_runs=tuple((version, place) for version, place in numbers.items() if version != current),
        position=session.position,
        selected=session.selected,
        stops=session.stops,
        next_stop=session.next_stop,
        displays=session.displays,
        versions=history,
        written=written_text(session) if history is not None else "",
        verdicts=kept_verdicts(session),
        known=_judged(session),
        conversation=conversation_of(session),
        commands=commands,
        typed=None
        if typed is None
        else (typed.step, tuple(source.text for source in typed.sources), typed.jump),
        typed_in=() if typed is None else tuple(source.callers for source in typed.sources),
    )
    return pack_data(STATE, to_plain(state))


def _judged(session: Session) -> tuple[Known, ...]:
    """What was said to `plan` of the run."""
    from llmdb.commands.state.known import (
        Judgements,
    )  # not before a session is kept: the first prompt is near

    kept = session.run.kept.get(Judgements) if session.is_recorded else None
    return kept.known if kept is not None else ()


def _check_sum(cfg: ControlFlowGraph) -> int:
    rows = [(b.id, b.scope, b.lines, b.statement_lines, sorted(b.next.items())) for b in cfg.blocks]
    return zlib.crc32(repr(rows).encode("utf-8", "surrogatepass"))


# --- reading ---------------------------------------------------------------------------------------------------


def read_kept(records: Iterable[Record]) -> Kept:
    """The last state among the records of a file, and its recordings.

    Raises:
        SessionUnreadable: there is none, or it is not of the form that llmdb writes.
    """
    state: Record | None = None
    runs: list[tuple[SavedRun, list[Record]]] = []
    for record in records:
        if record.kind == STATE:
            state = record
        elif record.kind == RUN:
            runs.append((from_plain(SavedRun, inflate_data(record)), []))
        elif record.kind == CHUNK and runs:
            runs[-1][1].append(record)
    if state is None:
        raise SessionUnreadable("a damaged session file: nothing is told of the session")
    saved = from_plain(SavedState, inflate_data(state))
    places = [place for place in (saved.run, *(place for _, place in saved.kept_runs)) if place is not None]
    if any(not 0 <= place < len(runs) for place in places):
        raise SessionUnreadable("a damaged session file: a recording is missing")
    return Kept(state=saved, runs=tuple((run, tuple(chunks)) for run, chunks in runs))


def snippet_of(saved: SavedText) -> Snippet:
    """The snippet; it has a path only where that file holds the text that the session began with, or wrote.

    Raises:
        SessionUnreadable: it says of itself what no snippet can be.
        SnippetSyntaxError: this Python cannot read it.
    """
    newline_ok = saved.newline in ("\n", "\r\n", "\r") and not saved.margin.strip(" \t")
    try:
        is_text = codecs.lookup(saved.encoding)._is_text_encoding
    except (LookupError, ValueError):
        is_text = False
    if not newline_ok or not is_text or len(saved.text) > _MOST_TEXT or "\0" in saved.text:
        raise SessionUnreadable("a damaged session file: its snippet is none")
    task, tests = read_notes(saved.text)
    return Snippet(
        name=saved.name[:200],
        path=None,
        text=saved.text,
        encoding=saved.encoding,
        newline=saved.newline,
        bom=saved.bom,
        margin=saved.margin,
        adapted=saved.adapted,
        body=cast(BodyKind, check_compiles(saved.text, saved.name[:200])),
        task=task,
        tests=tests,
    )


def reopen(session: Session, kept: Kept, *, is_own: bool = False) -> tuple[str, ...]:
    """Make a session on a kept snippet what it was.

    Args:
        session: new, on `snippet_of` of it.
        kept: what was read.
        is_own: whether llmdb itself kept it here: what runs by itself, as commands at a stop, is taken over.

    Returns:
        What is to be said of it, a line each.

    Raises:
        SessionUnreadable: it contradicts itself.
    """
    state, notes = kept.state, list[str]()
    session.task, session.tests, session.arguments = state.task, state.tests, state.arguments
    session.prefix, session.assumed = state.prefix, state.assumed
    path, module = _path_of(state), state.snippet.module
    is_module = path is not None and all(map(str.isidentifier, module.split(".")))
    session.snippet = replace(session.snippet, path=path, module=module if is_module else "")
    if state.snippet.path is not None and session.snippet.path is None and state.snippet.adapted == "":
        notes.append(f"{state.snippet.name} is not here as it was: `write PATH` saves a version")
    if state.run is None and not is_own:
        raise SessionUnreadable("a damaged session file: it has no recording")
    if state.run is not None:
        session.settings = replace(session.settings, level=kept.runs[state.run][0].level)
        session.reopen(_Reader(kept, state.run, is_own), state.outcomes, state.driver)
    session.displays, session.next_stop = state.displays, max(1, state.next_stop)
    session.stops = state.stops if is_own else tuple(replace(stop, commands=()) for stop in state.stops)
    if session.stops != state.stops:
        notes.append("`commands` at stops are not taken from a file: they would run by themselves")
    for kind in (VersionHistory, WrittenText, SavedHistory):
        session.kept.drop(kind)
    if state.versions is not None:
        history = _checked_history(state.versions, state.snippet.text)
        session.kept.put(history)
        session.kept.put(WrittenText(text=state.written))
        if not is_own:
            session.kept.put(SavedHistory(history))
    keep_conversation(session, state.conversation)
    options = session.settings.options
    if state.run is not None and (recorded := kept.runs[state.run][0].python) != minor_of(options.python):
        version = ".".join(map(str, recorded))
        notes.append(
            f"its program ran with Python {version}: `llmdb --python PATH FILE.llmdb` enters it again with one"
        )
    if (state.here, state.sandbox) != (options.here, options.sandbox):
        how = " ".join(["--here"] * state.here + [f"--sandbox {state.sandbox}"] * (state.sandbox != "auto"))
        if how:
            notes.append(f"its program ran with {how}: `llmdb {how} FILE.llmdb` runs it so again")
    return tuple(notes)


def _path_of(state: SavedState) -> Path | None:
    """The snippet's file if it is here, and as the session knew it."""
    if state.snippet.path is None:
        return None
    first = state.written or (
        state.versions.versions[0].code if state.versions is not None else state.snippet.text
    )
    path = Path(state.snippet.path)
    with suppress(OSError, ValueError, UsageError):
        if joined(decode_snippet(path.read_bytes(), name=path.name).text, files_of(first)[1:]) == first:
            return path
    return None


def _checked_history(history: VersionHistory, text: str) -> VersionHistory:
    count = len(history.versions)
    proposed = [history.proposal] if history.proposal is not None else []
    numbers = [*history.path, *history.undone, *history.refused, *proposed]
    if (
        not history.path
        or [version.number for version in history.versions] != list(range(1, count + 1))
        or any(not 1 <= number <= count for number in numbers)
        or history.versions[0].led_on
        or history.version(history.path[0]).led_on
        or history.current.code != text
    ):
        raise SessionUnreadable("a damaged session file: its versions contradict each other")
    return history


class _Reader:
    """Reads the recording of a kept session when it is asked for; what was read so far is not read again."""

    def __init__(self, kept: Kept, place: int, is_own: bool) -> None:
        self._kept, self._is_own = kept, is_own
        self._saved, self._chunks = kept.runs[place]
        self.steps, self.seconds, self.outcome = self._saved.steps, self._saved.seconds, self._saved.outcome
        self._reading: Generator[int, None, RecordedRun] | None = None

    def read(self, session: Session) -> None:
        """Read it, and look at it from where the session was."""
        for visits in self.turns(session):
            session.report(Progress(doing="reading the recording", done=visits, unit="steps"))

    def turns(self, session: Session) -> Iterator[int]:
        """Read on, and look at the run when it is read; gives how many visits were read so far."""
        if self._reading is None:
            self._reading = _read_run(self._saved, self._chunks, session.snippet)
        try:
            while True:
                try:
                    visits = next(self._reading)
                except StopIteration as done:
                    python = session.settings.options.python
                    _look_at(session, self._kept, replace(done.value, python=python))
                    if self._is_own and self._kept.state.typed is not None:
                        step, texts, jump = self._kept.state.typed
                        callers = self._kept.state.typed_in or ((),) * len(texts)
                        session.typed = Typed(step, tuple(map(Source, texts, callers)), jump)
                    return
                yield visits
        except GeneratorExit:  # it is left for a while
            raise
        except SessionUnreadable:
            self._reading = None
            raise
        except Exception as problem:  # its bytes are anybody's: whatever they lead to, it is the file's fault
            self._reading = None
            raise SessionUnreadable(
                f"the recording in the session file is damaged ({_first_words(problem)}); `run` records anew"
            ) from problem
        except BaseException:
            self._reading = None
            raise


def _first_words(problem: Exception) -> str:
    said = str(problem) if isinstance(problem, LlmdbError) else type(problem).__name__
    return said if len(said) <= 100 else f"{said[:99]}…"


def _read_run(
    saved: SavedRun, chunks: tuple[Record, ...], snippet: Snippet
) -> Generator[int, None, RecordedRun]:
    own = snippet
    if saved.text != snippet.text:
        own = replace(snippet, text=saved.text, body=cast(BodyKind, check_compiles(saved.text, snippet.name)))
    cfg = build_cfg(own, saved.level, saved.python)
    if _check_sum(cfg) != saved.blocks:
        raise SessionUnreadable(
            "the recording was made by another llmdb or Python, which cuts blocks otherwise; `run` records anew"
        )
    inflated, room = list[bytes](), MOST_INFLATED
    for record in chunks:
        data = inflate(record)
        room -= len(data)
        if room < 0:
            raise SessionUnreadable(f"the recording takes more than {MOST_INFLATED >> 20} MiB")
        inflated.append(data)
    recording = Recording(
        chunks=tuple(inflated), outcome=saved.outcome, seconds=saved.seconds, stdin=saved.stdin
    )
    visits: Visits = yield from read_visits(recording, cfg)
    return RecordedRun(
        program=Program(snippet=own, prefix=saved.prefix, epilogue=saved.epilogue, arguments=saved.arguments),
        trace=ExecutionTrace(visits),
        stdin=saved.stdin,
        level=saved.level,
        past=None,
        is_led_on=saved.is_led_on,
        version=saved.python,
    )


def _look_at(session: Session, kept: Kept, run: RecordedRun) -> None:
    """The session looks at the run from where it was, with what was said of it."""
    state = kept.state
    for version, place in state.kept_runs:
        read = _all_of(_read_run(*kept.runs[place], session.snippet))
        session.kept_runs[version] = replace(read, python=session.settings.options.python)
    session.use_run(run, _within(state.position, len(run.trace)))
    if session.position and 0 < state.selected < len(run.trace.frames(session.position)):
        session.selected = state.selected
    total = len(run.trace)
    keep_verdicts(session, [said for said in state.verdicts if 1 <= said.verdict.step <= total])
    _keep_known(session, state)


def _all_of(reading: Generator[int, None, RecordedRun]) -> RecordedRun:
    while True:
        try:
            next(reading)
        except StopIteration as done:
            run: RecordedRun = done.value
            return run


def _within(position: int, total: int) -> StepNo:
    return min(max(1, position), total)


def _keep_known(session: Session, state: SavedState) -> None:
    """What was said to `plan`, unless it lies in the file that this machine has of the program anyway."""
    if not state.known:
        return
    import os

    from llmdb.commands.deps import dependencies_of
    from llmdb.commands.state.known import Judgements
    from llmdb.locate.judgements import fits, known_path

    if known_path(os.environ, session.program).exists():
        return
    found = dependencies_of(session)
    known = tuple(entry for entry in state.known if fits(found, entry))
    session.run.kept.put(Judgements(known=known, path=None, before=len(known)))
