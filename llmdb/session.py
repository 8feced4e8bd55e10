"""The state of one sitting: what is debugged, its recording, and where the user stands in it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from llmdb.errors import NoModel, NoSuchStep, ReplayDiverged
from llmdb.events import sites as kinds
from llmdb.kept import Kept
from llmdb.program.build import build_cfg
from llmdb.program.files import ShownProgram, lines_of, show_lines_of, shown_program
from llmdb.program.graph import ControlFlowGraph, Level
from llmdb.program.snippet import Program, Snippet
from llmdb.program.tree import check_compiles
from llmdb.progress import OnProgress, Progress
from llmdb.registry import Registry
from llmdb.replay.model import FrameInfo
from llmdb.runner.interpreter import Interpreter, minor_of
from llmdb.runner.model import RunOptions, Source
from llmdb.runner.newer_syntax import follow_interpreter
from llmdb.runner.visible_tests import TestOutcome, run_tests
from llmdb.stops import Stop, written_stops
from llmdb.types import LineNo, PythonVersion, StepNo, VisitNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.events.model import Outcome
    from llmdb.replay.trace import ExecutionTrace
    from llmdb.replay.visits import Visits
    from llmdb.runner import Runner
    from llmdb.runner.model import Departure
    from llmdb.runner.past import Past
    from llmdb.runner.supervise import AskInput

NO_MODEL = (
    "no model is set: `model ollama/qwen2.5-coder` for a local one (`doctor` finds those that run here), "
    "or LLMDB_MODEL and its key (help model)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """Which model to ask, and what it may cost.

    Attributes:
        name: in litellm's naming, e.g. "openai/gpt-4o"; None when no model is configured.
        api_base: an endpoint; None for the provider's own.
        use_cache: whether answers given before may be used again.
        max_cost_usd: budget of the session; None for none.
        timeout_s: how long one answer is waited for without a sign of life.
        mask_secrets: whether what looks like a secret is kept out of prompts.
    """

    name: str | None = None
    api_base: str | None = None
    use_cache: bool = True
    max_cost_usd: float | None = None
    timeout_s: float = 600.0
    mask_secrets: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the command line decides for a session.

    Attributes:
        level: the unit of one step.
        options: limits and sandbox of each run.
        prefix: "offline", "none", or the path of a file with the prefix.
        model: the model's settings.
        may_install: whether missing packages may be installed without asking.
    """

    level: Level = "block"
    options: RunOptions = field(default_factory=RunOptions)
    prefix: str = "offline"
    model: ModelSettings = field(default_factory=ModelSettings)
    may_install: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SuppliedPrefix:
    """Code that makes the snippet run, and lines that say what was assumed; "" when nothing was."""

    code: str = ""
    note: str = ""


class Words(NamedTuple):
    """A word that is begun, and the words that it may become."""

    begun: str
    words: tuple[str, ...]


class PythonPrompt(Protocol):
    """Where the user types Python while a copy of the program waits at a step."""

    def begin(self, step: StepNo, scope: str, complete: Callable[[str], Words]) -> None:
        """Say where one is; `complete` gives what the end of a text may become."""

    def next_source(self) -> str | None:
        """Statements or an expression; None when the user leaves."""

    def show(self, stream: str, text: str) -> None:
        """Draw what was written to "stdout" or "stderr", or a "traceback"."""


class Typed(NamedTuple):
    """Sources that the user typed at a step, to go on with from there, and the line to go on with; 0 for the next."""

    step: StepNo
    sources: tuple[Source, ...] = ()
    jump: LineNo = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRun:
    """A run that was recorded.

    Attributes:
        program: what ran.
        trace: what it did.
        stdin: the input that it was given.
        level: the unit of its steps.
        python: what it runs with when it is entered again; None for llmdb's own Python.
        version: of the Python that it was recorded with.
        past: what it can be entered by; None where nothing is kept.
        is_led_on: whether it went on from another run by what was typed there, so that it cannot be started again.
        kept: what was found out about it: dependencies, verdicts, plans.
    """

    program: Program
    trace: ExecutionTrace
    stdin: bytes
    level: Level
    past: Past | None
    python: Interpreter | None = None
    version: PythonVersion = sys.version_info[:2]
    is_led_on: bool = False
    kept: Kept = field(default_factory=Kept)


class UnreadRun(Protocol):
    """The run in a session file, before it is read."""

    @property
    def steps(self) -> int:
        """How many steps it has."""

    @property
    def seconds(self) -> float:
        """The wall time of the recorded program."""

    @property
    def outcome(self) -> Outcome:
        """How it ended."""

    def read(self, session: Session) -> None:
        """Read it, and look at it by `use_run`."""

    def turns(self, session: Session) -> Iterator[int]:
        """As `read`, in turns; gives how many visits were read so far."""


@dataclass(slots=True)
class Session:
    """One sitting with one snippet; commands change it only when they succeed.

    Attributes:
        snippet, arguments, task, tests: what is debugged, and what it should do.
        prefix: code run before the snippet; None until it was decided whether one is needed.
        assumed: what the prefix assumes, in lines for the user.
        position: the current step; 0 when the trace has none.
        left_step: the step that a move over calls came from, so that what these changed is seen; 0 for none.
        selected: how many frames above the current one `up` went.
        stops, displays: set by `break`, `watch` and `display`; the snippet's own `breakpoint()` calls are stops, too.
        listed_to: the last line that `list` showed; None after a move.
        last_line: the command that an empty line repeats.
        brought: command lines of the stops just reached, to be run next.
        aliases: the user's own commands: name to the lines that it stands for.
        supply_packages: puts the packages that the snippet imports into reach; None for those that are here.
        supply_prefix: finds a prefix for the session's snippet; None for no engine.
        model_factory: makes the model client when a command first asks for it.
        ask_input: answers the program's `input()` while it is recorded: the prompt to a line, None at the end.
        confirm: puts a question to the user, to be answered with yes or no; None where nobody can answer.
        ask_line: asks the user for a line behind a prompt; it gives None at the end, and is None where nobody types.
        python_prompt: where the user types Python and sees what it writes; None where nobody types.
        on_progress: told how far a recording, a search or an installation is.
        on_model_text: told each piece of a model's answer as it is streamed; None asks without streaming.
        on_theme: called when the user chose another theme; None where nothing is drawn.
        on_model_note: told why a call to the model is made again.
        typed: what the user typed at a step to go on with; None for nothing.
        kept_runs: runs that were left for others, to be come back to, by the numbers of their versions.
        kept: what commands keep between them for the sitting (versions, prefixes, what was asked); what they keep
            for a run is that run's.
        asserts_are_tests: whether `tests` are the snippet's own asserts: each passes where a run comes past it.
        is_reopened: whether it came from a session file, and nothing was recorded since.
        unread: the run in a session file; None where there is none, or it was read.
    """

    snippet: Snippet
    registry: Registry
    runner: Runner
    settings: Settings = field(default_factory=Settings)
    arguments: tuple[str, ...] = ()
    task: str | None = None
    tests: tuple[str, ...] = ()
    supply_packages: Callable[[Session], None] | None = None
    supply_prefix: Callable[[Session], SuppliedPrefix] | None = None
    model_factory: Callable[[ModelSettings], object] | None = None
    ask_input: AskInput | None = None
    confirm: Callable[[str], bool] | None = None
    ask_line: Callable[[str], str | None] | None = None
    python_prompt: PythonPrompt | None = None
    on_progress: OnProgress | None = None
    on_model_text: Callable[[str], None] | None = None
    on_model_note: Callable[[str], None] | None = None
    on_theme: Callable[[], None] | None = None
    prefix: str | None = None
    assumed: str = ""
    position: StepNo = 0
    left_step: StepNo = 0
    selected: int = 0
    stops: tuple[Stop, ...] = ()
    next_stop: int = 1
    displays: tuple[str, ...] = ()
    listed_to: LineNo | None = None
    last_line: str = ""
    brought: tuple[str, ...] = ()
    aliases: dict[str, str] = field(default_factory=dict)
    typed: Typed | None = None
    kept_runs: dict[int, RecordedRun] = field(default_factory=dict)
    kept: Kept = field(default_factory=Kept)
    asserts_are_tests: bool = False
    is_reopened: bool = False
    unread: UnreadRun | None = None
    _cfg: ControlFlowGraph | None = None
    _run: RecordedRun | None = None
    _recorded: Program | None = None
    _answered: bytes | None = None
    _driver: str = ""
    _test_outcomes: tuple[TestOutcome, ...] | None = None
    _model: object | None = None

    def __post_init__(self) -> None:
        """The debugger calls in the snippet itself are stops from the start."""
        self.add_written_stops()

    @property
    def shown_program(self) -> ShownProgram:
        """The program whose lines commands of this session show."""
        return shown_program(self.snippet.text, self.snippet.name)

    def showing_lines(self) -> AbstractContextManager[None]:
        """A `with` in which lines are shown as those of this session's program."""
        return lines_of(self.shown_program)

    @property
    def options(self) -> RunOptions:
        """Limits and sandbox of each run."""
        describers = tuple((d.name, d.type_names, d.source) for d in self.registry.describers)
        return replace(self.settings.options, describers=describers)

    @property
    def replay_options(self) -> RunOptions:
        """As `options`, with the input that the recorded run was given: another run answers the same."""
        return replace(self.options, stdin=self._answered) if self._answered is not None else self.options

    @property
    def cfg(self) -> ControlFlowGraph:
        """The snippet's control-flow graph at the session's level."""
        if self._cfg is None:
            self._cfg = build_cfg(self.snippet, self.settings.level, minor_of(self.settings.options.python))
        return self._cfg

    @property
    def trace(self) -> ExecutionTrace:
        """The recording; made now if there is none."""
        return self.run.trace

    @property
    def run(self) -> RecordedRun:
        """The run that is looked at; recorded now if there is none."""
        if self._run is None and self.unread is not None:
            self.unread.read(self)
        if self._run is None:
            self.record()
        assert self._run is not None
        return self._run

    @property
    def visits(self) -> Visits:
        """The recording by visits of blocks, which dependencies and prompts speak of."""
        return self.trace.visits

    @property
    def visit(self) -> VisitNo:
        """The visit that the current step is a part of; 0 where the trace has no steps."""
        return self.trace.visit_of(self.position) if self.position else 0

    @property
    def is_recorded(self) -> bool:
        """Whether there is a recording already."""
        return self._run is not None

    @property
    def program(self) -> Program:
        """What the recording runs: prefix, snippet, and the visible test that drives it.

        That is the test that `drive_by` chose, else the first failing one; all of them when none fails.
        """
        if self._recorded is None:
            self._recorded = replace(self._bare_program(), epilogue=self._epilogue())
        return self._recorded

    @property
    def test_outcomes(self) -> tuple[TestOutcome, ...]:
        """The visible tests' outcomes; they are run when first asked for."""
        if self._test_outcomes is None:
            self._test_outcomes = run_tests(
                self.runner, self._bare_program(), self.replay_options, self.tests, self.report
            )
        return self._test_outcomes

    @property
    def known_outcomes(self) -> tuple[TestOutcome, ...] | None:
        """The visible tests' outcomes as far as they are known without running anything; None where they are not."""
        return self._test_outcomes

    @property
    def driver(self) -> str:
        """The visible test or call that `drive_by` chose; "" for none."""
        return self._driver

    @property
    def model(self) -> object:
        """The model client, made when a command first asks for it.

        Raises:
            NoModel: none is configured.
        """
        if self.settings.model.name is None or self.model_factory is None:
            raise NoModel(NO_MODEL)
        if self._model is None:
            self._model = self.model_factory(self.settings.model)
        return self._model

    def use_model(self, settings: ModelSettings) -> None:
        """Change the model for the commands to come."""
        self.settings = replace(self.settings, model=settings)
        self._model = None

    def record(self, options: RunOptions | None = None) -> None:
        """Run the program and keep its trace; the cursor goes to the first step.

        A recording that fails leaves the session as it was.

        Args:
            options: limits, sandbox and input; None for the session's, the user answering `input()`.
        """
        if self._recorded is None and not self._driver and len(self.tests) > 1:  # they decide how it ends
            bare = self._bare_program()
            self.runner.make_ready(bare, self.cfg, options or self.options, asks=self.ask_input is not None)
        program = self.program
        recorded, read = self._steps_so_far("recording"), self._steps_so_far("reading the recording")
        recorded(0)
        recording, past = self.runner.record_with_past(
            program, self.cfg, options or self.options, ask_input=self.ask_input, on_progress=recorded
        )
        from llmdb.replay.trace import build_trace

        run = RecordedRun(
            program=program,
            trace=build_trace(recording, self.cfg, read),
            stdin=recording.stdin,
            level=self.settings.level,
            past=past,
            python=self.settings.options.python,
            version=minor_of(self.settings.options.python),
        )
        self.use_run(run, min(1, len(run.trace)))
        self.is_reopened = False

    def go_on(self, departure: Departure) -> RecordedRun:
        """The run as it goes on from a place of it with what is typed there, recorded up to its end.

        Raises:
            EvaluationFailed: what was typed raised.
            ReplayDiverged: the run could not be gone through again as it was recorded.
        """
        before = self.run
        recorded, read = self._steps_so_far("recording"), self._steps_so_far("reading the recording")
        recording, past = self.runner.go_on(
            self.past(departure.place.position),
            departure,
            self.options,
            stdin=before.stdin,
            ask_input=self.ask_input,
            on_progress=recorded,
        )
        from llmdb.replay.trace import build_trace

        return replace(
            before,
            trace=build_trace(recording, before.trace.cfg, read),
            stdin=recording.stdin,
            past=past,
            is_led_on=before.is_led_on or bool(departure.place.typed or departure.jump),
            kept=Kept(),
        )

    def use_run(self, run: RecordedRun, position: StepNo) -> None:
        """Look at a run that was recorded, from a step of it."""
        options = replace(self.settings.options, python=run.python)
        self.settings = replace(self.settings, level=run.level, options=options)
        self._run, self._recorded, self._answered = run, run.program, run.stdin
        self.unread = None
        self._cfg = run.trace.cfg
        self.typed = None
        self.position = position
        self.left_step = self.selected = 0
        self.listed_to = None

    def reopen(
        self,
        unread: UnreadRun,
        outcomes: tuple[TestOutcome, ...] | None,
        driver: str,
    ) -> None:
        """Go on with a run that was kept, in place of recording one.

        Args:
            unread: the run; it is read when it is first asked for.
            outcomes, driver: see `known_outcomes` and `driver`.
        """
        self._forget_run()
        self.unread, self._test_outcomes, self._driver = unread, outcomes, driver
        self.is_reopened = True

    def past(self, position: int) -> Past:
        """What the recorded run can be entered by at an event; where nothing of it was kept, its program once more.

        Raises:
            ReplayDiverged, RunnerError: that cannot be started.
        """
        run = self.run
        if run.past is None or run.past.nearest(position) is None:
            if run.is_led_on:
                raise ReplayDiverged(
                    "this run went on from another one, and nothing of it is kept from before this step"
                )
            now = minor_of(self.settings.options.python)
            if run.version != now:
                recorded, runs = (".".join(map(str, version)) for version in (run.version, now))
                raise ReplayDiverged(
                    f"this run was recorded with Python {recorded} and the program runs with {runs} now: "
                    f"`run` records it anew, `python PATH` with another Python"
                )
            again = self.runner.revisit(
                run.program, self.cfg, self.replay_options, on_progress=self._steps_so_far("starting again")
            )
            self._run = replace(run, past=again)
            return again
        return run.past

    def close(self) -> None:
        """Let nothing of the recorded run wait any longer; it can still be looked at."""
        self.runner.end_waiting()
        runs = [*self.kept_runs.values(), *filter(None, (self._run,))]
        for past in filter(None, (run.past for run in runs)):
            past.close()
        self.kept_runs.clear()
        if self._run is not None:
            self._run = replace(self._run, past=None)

    def input_since(self, position: int) -> Sequence[bytes]:
        """The lines of input that the recorded program read from an event on."""
        log = self.trace.visits.log
        read = log.positions(log.tags_of(kinds.INPUT)) if self._answered else ()
        before = sum(1 for at in read if at < position)
        return (self._answered or b"").splitlines(keepends=True)[before:]

    def report(self, progress: Progress) -> None:
        """Tell whoever watches how far a long piece of work is."""
        if self.on_progress is not None:
            self.on_progress(progress)

    @contextmanager
    def unwatched(self) -> Iterator[None]:
        """While this holds nothing is told of long work: somebody types where it would be drawn."""
        listener, self.on_progress = self.on_progress, None
        try:
            yield
        finally:
            self.on_progress = listener

    def rerun(self, arguments: tuple[str, ...] | None = None, *, prefix_anew: bool = False) -> None:
        """Record again; stops and displays are kept.

        Args:
            arguments: the program's; None for those of the run before.
            prefix_anew: decide anew whether a prefix is needed, and which.
        """
        before = (self.arguments, self._recorded, self._test_outcomes)
        supplied = (self.prefix, self.assumed)
        if arguments is not None:
            self.arguments = arguments
        if prefix_anew:
            self.prefix = None
        self._recorded = self._test_outcomes = None
        try:
            self.record()
        except BaseException:
            self.arguments, self._recorded, self._test_outcomes = before
            self.prefix, self.assumed = supplied
            raise

    @contextmanager
    def trying(self, options: RunOptions) -> Iterator[None]:
        """Run with these limits, this sandbox and input from now on, unless what is done in here fails."""
        before, cfg = self.settings, self._cfg
        self.settings = replace(before, options=options)
        if options.python != before.options.python:
            self._cfg = None
            follow_interpreter(options.python)
        try:
            if options.python != before.options.python:
                check_compiles(
                    self.snippet.text, self.snippet.name
                )  # the one before may have known more syntax
            yield
        except BaseException:
            self.settings, self._cfg = before, cfg
            if options.python != before.options.python:
                follow_interpreter(before.options.python)
            raise

    def use_level(self, level: Level) -> None:
        """Record the same run again, its input included, with another unit of one step."""
        before = (self.settings, self._cfg)
        self.settings, self._cfg = replace(self.settings, level=level), None
        try:
            self.record(self.replay_options)
        except BaseException:
            self.settings, self._cfg = before
            raise

    def replace_snippet(self, snippet: Snippet) -> None:
        """Debug another version of the snippet; it is recorded when the trace is next asked for."""
        self.snippet = snippet
        show_lines_of(self.shown_program)
        self._cfg = None
        self._forget_run()

    def add_written_stops(self, known: Container[LineNo | None] = ()) -> None:
        """Stop where the snippet calls a debugger itself, except on lines `known`, where that was decided before."""
        with self.showing_lines():
            added = written_stops(self.snippet.text, self.next_stop, known)
        self.stops += added
        self.next_stop += len(added)

    def use_prefix(self, supplied: SuppliedPrefix) -> None:
        """Run with this prefix from now on."""
        self.prefix, self.assumed = supplied.code, supplied.note
        self._forget_run()

    def use_packages(self, folder: Path | None) -> None:
        """Run with the packages of this folder from now on; whether a prefix is needed is decided anew."""
        self.settings = replace(self.settings, options=replace(self.settings.options, packages=folder))
        self.prefix = None
        self._forget_run()

    def change_tests(self, tests: tuple[str, ...]) -> None:
        """Use these visible tests from now on; the recording is made again when next asked for."""
        self.tests = tests
        if self._driver not in tests:
            self._driver = ""
        self._forget_run()

    def drive_by(self, test: str) -> None:
        """Record the run that goes on with this visible test or call from now on; "" lets the failing test choose.

        The recording is made again when next asked for.
        """
        outcomes = self._test_outcomes
        self._driver = test
        self._forget_run()
        self._test_outcomes = outcomes

    def move_to(self, step: StepNo) -> None:
        """Put the cursor on a step of the trace, in its own frame.

        Raises:
            NoSuchStep: the trace has no such step.
        """
        total = len(self.trace)
        if not 1 <= step <= total:
            raise NoSuchStep(outside(total))
        self.position = step
        self.left_step = 0
        self.selected = 0
        self.listed_to = None

    def current_frame(self) -> FrameInfo:
        """The frame that `up` and `down` selected, else that of the current step."""
        return self.trace.frames(self.position)[-1 - self.selected]

    def _steps_so_far(self, doing: str) -> Callable[[int], None]:
        return lambda steps: self.report(Progress(doing=doing, done=steps, unit="steps"))

    def _bare_program(self) -> Program:
        return Program(snippet=self.snippet, prefix=self._decide_prefix(), arguments=self.arguments)

    def _decide_prefix(self) -> str:
        if self.prefix is None:
            if self.supply_packages is not None:
                self.supply_packages(self)
            supplied = self._supplied_prefix()
            self.prefix, self.assumed = supplied.code, supplied.note
        return self.prefix

    def _supplied_prefix(self) -> SuppliedPrefix:
        if self.settings.prefix == "none":
            return SuppliedPrefix()
        if self.settings.prefix != "offline":
            path = Path(self.settings.prefix)
            return SuppliedPrefix(code=path.read_text(encoding="utf-8"), note=f"prefix from {path.name}")
        return self.supply_prefix(self) if self.supply_prefix else SuppliedPrefix()

    def _epilogue(self) -> str:
        if self._driver:
            return self._driver
        if not self.tests:
            return ""
        if len(self.tests) == 1:
            return self.tests[0]
        failing = [outcome.test for outcome in self.test_outcomes if not outcome.passed]
        return failing[0] if failing else "\n".join(self.tests)

    def _forget_run(self) -> None:
        self._run = self._recorded = self._test_outcomes = self.typed = self.unread = None
        self.position = 0
        self.selected = 0
        self.listed_to = None


def outside(total: int) -> str:
    """The message for a step number beyond the trace's ends."""
    if total == 0:
        return "the trace has no steps: nothing of the snippet was run (`trace` says how it ended)"
    return f"the trace has {total} steps; goto takes 1 to {total}"
