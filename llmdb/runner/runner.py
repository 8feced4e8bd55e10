"""`Runner`: the one door to child processes."""

import os
import re
import shlex
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO

from llmdb.errors import ReplayDiverged
from llmdb.events.framing import GO_ON
from llmdb.events.model import Outcome, Recording
from llmdb.program.files import files_of
from llmdb.program.graph import ControlFlowGraph
from llmdb.program.snippet import Program, Snippet
from llmdb.runner.interpreter import package_above
from llmdb.runner.job import plain_job, recording_job
from llmdb.runner.launch import Launched, Waiting
from llmdb.runner.model import Departure, PlainRun, RunOptions, SandboxMode
from llmdb.runner.past import EARLY, Past, reason, request_of
from llmdb.runner.report import Report
from llmdb.runner.sandbox import available_layers, is_hidden, is_readable, keeps_processes, sandbox_line
from llmdb.runner.scratch import Scratch
from llmdb.runner.supervise import AskInput, Supervision

_SECOND_RUN_S = 1.0
_SOON_WOVEN = 20_000
"""Characters of a text that gets its probes in well under the time in which a child must start."""
_NO_NAMES = re.compile(r"\[Errno -3\]|name resolution|NameResolutionError")
"""What is said where a host could not be looked up: in the sandbox there are no sockets to do it with."""


class Runner:
    """Runs programs in child processes, each in its own sandbox; may be used from several threads at once.

    `waiting` are children that were started for it.
    """

    def __init__(self, waiting: Waiting | None = None) -> None:
        self._waiting = waiting or Waiting()
        self._layers: tuple[str, ...] = ()

    def start_ahead(self, options: RunOptions, *, records: bool) -> None:
        """Start the child of a run to come; `end_waiting` ends it where no run with these options came.

        Args:
            options: of that run.
            records: whether it is recorded.
        """
        self._waiting.start(options, records=records)

    def make_ready(self, program: Program, cfg: ControlFlowGraph, options: RunOptions, *, asks: bool) -> None:
        """Have the child that was started for a recording make ready, while it is not known yet how the program ends.

        Args:
            program: without its epilogue. One with a prefix, which must run first, is left to the recording.
            cfg, options: as for `record_with_past`.
            asks: whether the user will answer `input()`.
        """
        snippet = program.snippet
        if program.prefix or snippet.module or snippet.body != "module" or len(snippet.text) > _SOON_WOVEN:
            return
        if len(files_of(snippet.text)) > 1 or options.here or options.stdin is not None:
            return
        self._waiting.tell(
            options, lambda child: recording_job(program, cfg, options, child.scratch, asks=asks)
        )

    def end_waiting(self) -> None:
        """End the children that were started and not used."""
        self._waiting.close()

    def record(
        self,
        program: Program,
        cfg: ControlFlowGraph,
        options: RunOptions,
        *,
        ask_input: AskInput | None = None,
        on_progress: Callable[[int], None] | None = None,
    ) -> Recording:
        """Run the program with probes and keep its events; see `record_with_past`."""
        return self.record_with_past(
            program, cfg, replace(options, checkpoints=0), ask_input=ask_input, on_progress=on_progress
        )[0]

    def record_with_past(
        self,
        program: Program,
        cfg: ControlFlowGraph,
        options: RunOptions,
        *,
        ask_input: AskInput | None = None,
        on_progress: Callable[[int], None] | None = None,
    ) -> tuple[Recording, Past | None]:
        """Run the program with probes, keep its events, and processes that wait at some of them.

        Args:
            program: prefix, snippet and epilogue.
            cfg: the snippet's graph; its units say where steps begin.
            options: limits, sandbox, input.
            ask_input: called with the prompt when the program reads a line and `options.stdin` is None; returns
                the line with its end, None at the end of input. Without it the input is empty.
            on_progress: called with the number of steps so far, whenever events arrive.

        Returns:
            What was recorded until the end or the limit. A program that dies without a word is recorded once more
            with nothing buffered, so that its last steps are kept. With it comes what the run can be entered by again,
            to be closed when that is not wanted any more; None where nothing could be kept.

        Raises:
            SandboxUnavailable: `options.sandbox` is "require" and a layer does not hold here.
            RunnerError: the child could not be started.
        """
        report, past = self._record_once(program, cfg, options, ask_input, on_progress)
        outcome = _outcome(report)
        if outcome.kind == "crash" and _died_by_itself(outcome) and not options.flush_every_step:
            given = options.stdin if options.stdin is not None else bytes(report.answered)
            again = replace(options, stdin=given, flush_every_step=True)
            second, later = self._record_once(program, cfg, again, None, on_progress)
            if _outcome(second).kind == outcome.kind and second.steps >= report.steps:
                report, past, later = second, later, past
                outcome = replace(outcome, detail=f"{outcome.detail}; run twice to keep its last steps")
            _close(later)
        elif outcome.kind == "timeout" and report.stuck and not options.flush_every_step:
            second, later = self._record_stuck(program, cfg, options, report)
            if second is not report:
                report, past, later = second, later, past
            _close(later)
        given = options.stdin if options.stdin is not None else bytes(report.answered)
        outcome = _with_package(outcome, program.snippet)
        return _recording(report, outcome, options, given), past

    def run(self, program: Program, options: RunOptions, *, stop: threading.Event | None = None) -> PlainRun:
        """Run the program without probes: for tests, prefixes and fixes.

        Args:
            program, options: as for `record`.
            stop: ends the run, with what it wrote so far, when it is set by another thread.

        Raises:
            SandboxUnavailable, RunnerError: as `record`.
        """
        report = self._run_plain(self._waiting.take(options, keeps=0), program, options, stop=stop)
        return PlainRun(
            outcome=_with_advice(_outcome(report), report, options),
            stdout=_text(report.stdout),
            stderr=_text(report.stderr),
            seconds=report.seconds,
        )

    def serve(
        self,
        program: Program,
        options: RunOptions,
        feed: IO[bytes],
        on_output: Callable[[bytes], None],
        stop: threading.Event,
    ) -> None:
        """Run a program likewise that answers what comes through a pipe.

        Args:
            program, options: as for `record`.
            feed: the end of the pipe that the program reads from.
            on_output: given what it writes to its standard output, as that comes.
            stop: ends the run.

        Raises:
            SandboxUnavailable, RunnerError: as `record`.
        """
        self._run_plain(None, program, options, stop=stop, feed=feed, on_output=on_output)

    def _run_plain(
        self,
        child: Launched | None,
        program: Program,
        options: RunOptions,
        *,
        stop: threading.Event | None,
        feed: IO[bytes] | None = None,
        on_output: Callable[[bytes], None] | None = None,
    ) -> Report:
        scratch = child.scratch if child is not None else Scratch()
        try:
            job = plain_job(program, options, scratch.path)
            watched = Supervision(options, scratch, stop=stop, launched=child, feed=feed, on_output=on_output)
            return watched.run(job)
        finally:
            scratch.remove()

    def go_on(
        self,
        past: Past,
        departure: Departure,
        options: RunOptions,
        *,
        stdin: bytes,
        ask_input: AskInput | None = None,
        on_progress: Callable[[int], None] | None = None,
    ) -> tuple[Recording, Past | None]:
        """Let a recorded run go on from a place of it, with what is typed there, and record how that ends.

        Args:
            past: of the recorded run.
            departure: from where.
            options: as it was recorded; its limits are those of what is new.
            stdin: the input that the recorded run was given; what it read behind the place is given first.
            ask_input, on_progress: as for `record_with_past`.

        Returns:
            The recording from the beginning of the run, the part before the place as it was recorded; and as
            `record_with_past` what it can be entered by.

        Raises:
            EvaluationFailed: what was typed raised.
            ReplayDiverged: the run could not be gone through again as it was recorded.
        """
        place = departure.place
        checkpoint = past.checkpoint_before(place.position)
        steps = departure.visits, options.limits.max_steps
        for early in EARLY:
            request = {
                **request_of(GO_ON, [place], checkpoint, steps=steps, jump=departure.jump),
                "early": early,
            }
            watched = Supervision(
                options,
                past.group.scratch,
                ask_input=ask_input,
                on_progress=on_progress,
                keeps=max(1, options.checkpoints),  # without one nobody could come there again
            )
            report = watched.go_on(past, request)
            if report.failure is None or report.failure[0] != "missed":
                break
        if report.went_on is None:
            raise reason(
                place, report.failure or ("diverged", f"it did not come to the step ({_why(report)})")
            )
        earlier, given = departure.messages(report.went_on), stdin + bytes(report.answered)
        return _recording(report, _outcome(report), options, given, earlier), watched.past()

    def revisit(
        self,
        program: Program,
        cfg: ControlFlowGraph,
        options: RunOptions,
        *,
        on_progress: Callable[[int], None] | None = None,
    ) -> Past:
        """Start a run that was recorded once more, only to be gone through again from its beginning.

        Args:
            program, cfg, options: as they were recorded; `options.stdin` is the recorded input.
            on_progress: called now and then while the child starts.

        Raises:
            ReplayDiverged: it ends before the snippet begins, or this system cannot keep it.
            SandboxUnavailable, RunnerError: as `record`.
        """
        if not keeps_processes():
            raise ReplayDiverged("on this system no process of a run can be kept")
        once = replace(options, checkpoints=1)
        report, past = self._record_once(program, cfg, once, None, on_progress, revisits=True)
        if past is None:
            raise ReplayDiverged(f"the run ended before the snippet began ({_why(report)})")
        return past

    def sandbox_line(self, mode: SandboxMode = "auto") -> str:
        """See `llmdb.runner.sandbox.sandbox_line`; what a child was in is not looked for."""
        return sandbox_line(mode, self._layers)

    def _record_stuck(
        self, program: Program, cfg: ControlFlowGraph, options: RunOptions, report: Report
    ) -> tuple[Report, Past | None]:
        """The program hung in C code with events unsent: run it again for a moment with nothing buffered.

        Returns:
            The report that saw more steps, and what is kept of the second run.
        """
        given = options.stdin if options.stdin is not None else bytes(report.answered)
        shortly = replace(options.limits, timeout_s=min(_SECOND_RUN_S, options.limits.timeout_s))
        again = replace(options, stdin=given, flush_every_step=True, limits=shortly)
        second, past = self._record_once(program, cfg, again, None, None)
        if _outcome(second).kind != "timeout" or second.steps <= report.steps:
            return report, past
        second.outcome, second.seconds, second.answered = report.outcome, report.seconds, report.answered
        return second, past

    def _record_once(
        self,
        program: Program,
        cfg: ControlFlowGraph,
        options: RunOptions,
        ask_input: AskInput | None,
        on_progress: Callable[[int], None] | None,
        revisits: bool = False,
    ) -> tuple[Report, Past | None]:
        options = options if keeps_processes() else replace(options, checkpoints=0)
        child = self._waiting.take(options, options.checkpoints)
        scratch = child.scratch if child is not None else Scratch()
        asks = ask_input is not None and options.stdin is None
        job = recording_job(program, cfg, options, scratch, asks=asks, revisits=revisits)
        watched = Supervision(
            options,
            scratch,
            ask_input=ask_input,
            on_progress=on_progress,
            keeps=options.checkpoints,
            launched=child,
        )
        past = None
        try:
            report = watched.run(job)
            if options.sandbox != "off":
                self._layers = report.layers
            past = watched.past()
        finally:
            if past is None:
                scratch.remove()
        return report, past


def _close(past: Past | None) -> None:
    if past is not None:
        past.close()


def _recording(
    report: Report, outcome: Outcome, options: RunOptions, stdin: bytes, earlier: Sequence[bytes] = ()
) -> Recording:
    """What was recorded of a run; `earlier` is what came for the part that another run has done for it."""
    return Recording(
        chunks=(*earlier, *report.chunks),
        outcome=_with_advice(outcome, report, options),
        seconds=report.seconds,
        stdin=stdin,
        raw_stdout=_text(report.stdout),
        raw_stderr=_text(report.stderr),
    )


def _outcome(report: Report) -> Outcome:
    assert report.outcome is not None
    return report.outcome


def _died_by_itself(outcome: Outcome) -> bool:
    return outcome.detail.startswith("the process ")


def _why(report: Report) -> str:
    outcome = _outcome(report)
    return outcome.detail or outcome.kind


def _text(data: bytes | bytearray) -> str:
    return data.decode("utf-8", "replace")


def _with_advice(outcome: Outcome, report: Report, options: RunOptions) -> Outcome:
    """Turn the child's hints (a missing or refused path) into advice, and say what was dropped."""
    parts = outcome.detail.split("; ")
    said = [line for part in parts if (line := _advice(part, report, options))]
    if raised := outcome.exception:
        said = list(filter(None, (network_advice(f"{raised.text} {outcome.detail}", options), *said)))
    if report.dropped:
        said.append(f"{report.dropped} bytes of output beyond {options.limits.max_output_bytes} were dropped")
    return replace(outcome, detail="; ".join(said), unhandled=tuple(report.unhandled))


def _with_package(outcome: Outcome, snippet: Snippet) -> Outcome:
    """Say by which call a file is run as a module of its package, if it failed for want of that."""
    raised = outcome.exception
    if raised is None or raised.type != "ImportError" or "attempted relative" not in raised.message:
        return outcome
    if snippet.path is None or snippet.module:
        return outcome
    package, folder = package_above(snippet.path)
    if not package:
        return outcome
    module = package if snippet.path.stem == "__main__" else f"{package}.{snippet.path.stem}"
    place = "" if folder == Path.cwd() else f"cd {shlex.quote(os.path.relpath(folder))} && "
    advice = f"`{place}llmdb -m {module}` runs it as a module of its package"
    return replace(outcome, detail="; ".join(filter(None, (advice, outcome.detail))))


def _advice(part: str, report: Report, options: RunOptions) -> str:
    word, _, path = part.partition(" ")
    if word == "missing":
        if options.here or not _exists(Path.cwd() / path):
            return ""
        return f"{path} is in the current directory: `run --here` runs it there"
    if word == "refused":
        return _why_refused(path, report, options) if options.sandbox != "off" else ""
    return part


def _why_refused(path: str, report: Report, options: RunOptions) -> str:
    """Advice for what the sandbox refused; "" where the user could not do it either."""
    if not path:
        return "refused by the sandbox, which has no network: `run --sandbox off` allows more"
    place = Path.cwd() / path
    if is_hidden(place, options):
        return (
            f"reading {path} is refused by the sandbox, as it is hidden in the home folder: "
            f"`run --read {place}` allows it"
        )
    if not os.access(place if _exists(place) else place.parent, os.R_OK | os.W_OK):
        return ""
    if report.readable is not None and _exists(place) and not is_readable(place, report.readable):
        return (
            f"{path} is refused by the sandbox: `run --read {place}` lets it be read, `run --sandbox off` all"
        )
    is_here = not options.here and place.resolve().is_relative_to(Path.cwd())
    return (
        f"writing {path} is refused by the sandbox: `run --{'here' if is_here else 'sandbox off'}` allows it"
    )


def network_advice(raised: str, options: RunOptions) -> str:
    """One line for a program that raised this as it had no network; "" for one that raised something else."""
    if options.sandbox == "off" or not _NO_NAMES.search(raised) or "seccomp" not in available_layers():
        return ""
    return "the sandbox has no network: `run --sandbox off` gives it one"


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
