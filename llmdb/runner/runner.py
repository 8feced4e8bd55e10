"""`Runner`: the one door to child processes."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from llmdb.errors import EvaluationFailed, ReplayDiverged
from llmdb.events.model import Outcome, Recording, Value
from llmdb.program.graph import ControlFlowGraph
from llmdb.program.snippet import Program
from llmdb.runner.job import Scratch, evaluating_job, plain_job, recording_job
from llmdb.runner.model import Place, PlainRun, RunOptions, SandboxMode
from llmdb.runner.report import Report
from llmdb.runner.sandbox import sandbox_line, writable_paths
from llmdb.runner.supervise import AskInput, OnWritten, Supervision

_SECOND_RUN_S = 1.0


class Runner:
    """Runs programs in child processes, each in its own sandbox; may be used from several threads at once."""

    def record(
        self,
        program: Program,
        cfg: ControlFlowGraph,
        options: RunOptions,
        *,
        ask_input: AskInput | None = None,
        on_progress: Callable[[int], None] | None = None,
    ) -> Recording:
        """Run the program with probes and keep its events.

        Args:
            program: prefix, snippet and epilogue.
            cfg: the snippet's graph; its units say where steps begin.
            options: limits, sandbox, input.
            ask_input: called with the prompt when the program reads a line and `options.stdin` is None; returns
                the line with its end, None at the end of input. Without it the input is empty.
            on_progress: called with the number of steps so far, whenever events arrive.

        Returns:
            What was recorded until the end or the limit. A program that dies without a word is recorded once more
            with nothing buffered, so that its last steps are kept.

        Raises:
            SandboxUnavailable: `options.sandbox` is "require" and a layer does not hold here.
            RunnerError: the child could not be started.
        """
        report = self._record_once(program, cfg, options, ask_input, on_progress)
        outcome = _outcome(report)
        if outcome.kind == "crash" and _died_by_itself(outcome) and not options.flush_every_step:
            given = options.stdin if options.stdin is not None else bytes(report.answered)
            again = replace(options, stdin=given, flush_every_step=True)
            second = self._record_once(program, cfg, again, None, on_progress)
            if _outcome(second).kind == outcome.kind and second.steps >= report.steps:
                report = second
                outcome = replace(outcome, detail=f"{outcome.detail}; run twice to keep its last steps")
        elif outcome.kind == "timeout" and report.stuck and not options.flush_every_step:
            report = self._record_stuck(program, cfg, options, report)
        given = options.stdin if options.stdin is not None else bytes(report.answered)
        return Recording(
            chunks=tuple(report.chunks),
            outcome=_with_advice(outcome, report, options),
            seconds=report.seconds,
            stdin=given,
            raw_stdout=_text(report.stdout),
            raw_stderr=_text(report.stderr),
        )

    def run(self, program: Program, options: RunOptions, *, stop: threading.Event | None = None) -> PlainRun:
        """Run the program without probes: for tests, prefixes and fixes.

        Args:
            program, options: as for `record`.
            stop: ends the run, with what it wrote so far, when it is set by another thread.

        Raises:
            SandboxUnavailable, RunnerError: as `record`.
        """
        scratch = Scratch()
        try:
            report = Supervision(options, scratch, stop=stop).run(plain_job(program, options, scratch.path))
        finally:
            scratch.remove()
        return PlainRun(
            outcome=_with_advice(_outcome(report), report, options),
            stdout=_text(report.stdout),
            stderr=_text(report.stderr),
            seconds=report.seconds,
        )

    def evaluate(
        self,
        program: Program,
        cfg: ControlFlowGraph,
        options: RunOptions,
        expression: str,
        place: Place,
        callers: Sequence[str] = (),
        on_written: OnWritten | None = None,
        on_progress: Callable[[int], None] | None = None,
    ) -> Value:
        """Run again to where a step was over and evaluate `expression` in that step's frame, or in a caller's.

        Nothing of the second run
        is kept: its output up to there is swallowed, its folder removed.

        Args:
            program, cfg, options: as they were recorded; `options.stdin` is the recorded input.
            expression: any expression.
            place: where.
            callers: the scopes of the frames above the step's own, from the inside out, up to the one wanted; none
                for the step's own.
            on_written: called with "stdout" or "stderr" and what the expression itself writes there.
            on_progress: called now and then while the child runs.

        Raises:
            EvaluationFailed: it is no expression, it raised, or the step is never left.
            ReplayDiverged: the second run took another path.
            SandboxUnavailable, RunnerError: as `record`.
        """
        report = self._run_to(
            program, cfg, options, expression, place, callers, on_written=on_written, on_progress=on_progress
        )
        if report.value is not None:
            return report.value
        raise EvaluationFailed(
            f"cannot evaluate at step {place.step}: the run ended before it was over ({_why(report)})"
        )

    def talk(
        self,
        program: Program,
        cfg: ControlFlowGraph,
        options: RunOptions,
        place: Place,
        callers: Sequence[str],
        *,
        next_source: Callable[[], str | None],
        on_written: OnWritten,
        on_progress: Callable[[int], None] | None = None,
    ) -> str:
        """Run again to where a step was over, and there run what the user types, as a Python prompt does.

        Args:
            program, cfg, options, place, callers, on_progress: as for `evaluate`.
            next_source: called for each source, statements or an expression; None ends the talk.
            on_written: called with "stdout", "stderr" or "traceback" and what a source writes there, values among it.

        Returns:
            Why the talk ended before `next_source` said so (a limit, the end of the process); "" if it did not.

        Raises:
            EvaluationFailed: the step is never left.
            ReplayDiverged, SandboxUnavailable, RunnerError: as `evaluate`.
        """
        asked: list[str | None] = []

        def ask(prompt: str) -> bytes | None:
            asked.append(next_source())
            return None if asked[-1] is None else asked[-1].encode("utf-8", "replace")

        report = self._run_to(
            program,
            cfg,
            options,
            None,
            place,
            callers,
            ask_input=ask,
            on_written=on_written,
            on_progress=on_progress,
        )
        if not asked:
            raise EvaluationFailed(f"the run ended before step {place.step} was over ({_why(report)})")
        return "" if asked[-1] is None or report.value is not None else _why(report)

    def _run_to(
        self,
        program: Program,
        cfg: ControlFlowGraph,
        options: RunOptions,
        expression: str | None,
        place: Place,
        callers: Sequence[str],
        *,
        ask_input: AskInput | None = None,
        on_written: OnWritten | None = None,
        on_progress: Callable[[int], None] | None = None,
    ) -> Report:
        """The report of a second run up to a step, made once more, slowly, where that was passed unseen."""
        options = replace(options, stdin=options.stdin or b"")
        for trace_all in (False, True):
            scratch = Scratch()
            job = evaluating_job(program, cfg, options, scratch.path, expression, place, callers, trace_all)
            job["writable"] = writable_paths(replace(options, here=False), scratch.path)
            try:
                report = Supervision(
                    options, scratch, ask_input=ask_input, on_written=on_written, on_progress=on_progress
                ).run(job)
            finally:
                scratch.remove()
            if report.failure is None or report.failure[0] != "missed":
                break
        if report.value is None and report.failure is not None:
            failed = ReplayDiverged if report.failure[0] == "diverged" else EvaluationFailed
            raise failed(report.failure[1])
        return report

    def sandbox_line(self, mode: SandboxMode = "auto") -> str:
        """One line about the layers that hold here and those that are missing."""
        return sandbox_line(mode)

    def _record_stuck(
        self, program: Program, cfg: ControlFlowGraph, options: RunOptions, report: Report
    ) -> Report:
        """The program hung in C code with events unsent: run it again for a moment with nothing buffered.

        Returns:
            The report that saw more steps.
        """
        given = options.stdin if options.stdin is not None else bytes(report.answered)
        shortly = replace(options.limits, timeout_s=min(_SECOND_RUN_S, options.limits.timeout_s))
        again = replace(options, stdin=given, flush_every_step=True, limits=shortly)
        second = self._record_once(program, cfg, again, None, None)
        if _outcome(second).kind != "timeout" or second.steps <= report.steps:
            return report
        second.outcome, second.seconds, second.answered = report.outcome, report.seconds, report.answered
        return second

    def _record_once(
        self,
        program: Program,
        cfg: ControlFlowGraph,
        options: RunOptions,
        ask_input: AskInput | None,
        on_progress: Callable[[int], None] | None,
    ) -> Report:
        scratch = Scratch()
        asks = ask_input is not None and options.stdin is None
        job = recording_job(program, cfg, options, scratch.path, asks)
        try:
            return Supervision(options, scratch, ask_input=ask_input, on_progress=on_progress).run(job)
        finally:
            scratch.remove()


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
    said = [line for part in parts if (line := _advice(part, options))]
    if report.dropped:
        said.append(f"{report.dropped} bytes of output beyond {options.limits.max_output_bytes} were dropped")
    return replace(outcome, detail="; ".join(said))


def _advice(part: str, options: RunOptions) -> str:
    word, _, path = part.partition(" ")
    if word == "missing":
        found = Path.cwd() / path
        return (
            f"{path} is in the current directory: use --here" if not options.here and _exists(found) else ""
        )
    if word == "refused":
        return (
            "refused by the sandbox (--here or --sandbox off allow more)" if options.sandbox != "off" else ""
        )
    return part


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
