"""Runs short programs with the real runner, for the tests of this folder."""

import os
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from llmdb.events.model import Recording, Value
from llmdb.program.build import build_cfg
from llmdb.program.snippet import BodyKind, Program, Snippet
from llmdb.replay.trace import ExecutionTrace, build_trace
from llmdb.runner import Runner
from llmdb.runner.model import Limits, Place, PlainRun, RunOptions
from llmdb.runner.past import Past


class Recorded(NamedTuple):
    """A recording, its trace, and the seconds it took outside."""

    recording: Recording
    trace: ExecutionTrace
    seconds: float

    @property
    def lines(self) -> list[int]:
        """The lines of all steps in order."""
        return [line for step in self.trace.steps() for line in step.lines]


def program(
    code: str, *, body: BodyKind = "module", prefix: str = "", epilogue: str = "", path: Path | None = None
) -> Program:
    """A program whose snippet is the dedented code."""
    snippet = Snippet(name="-c", path=path, text=textwrap.dedent(code).lstrip("\n"), body=body)
    return Program(snippet=snippet, prefix=prefix, epilogue=epilogue)


def record(
    code: str | Program,
    options: RunOptions | None = None,
    ask_input: Callable[[str], bytes | None] | None = None,
) -> Recorded:
    """Record it with the real child."""
    what = program(code) if isinstance(code, str) else code
    cfg = build_cfg(what.snippet)
    begun = time.monotonic()
    recording = Runner().record(what, cfg, options or RunOptions(), ask_input=ask_input)
    seconds = time.monotonic() - begun
    return Recorded(recording, build_trace(recording, cfg), seconds)


def run(code: str | Program, options: RunOptions | None = None) -> PlainRun:
    """Run it without probes."""
    return Runner().run(program(code) if isinstance(code, str) else code, options or RunOptions())


def evaluate(code: str | Program, step: int, expression: str, options: RunOptions | None = None) -> Value:
    """Record it, then evaluate in the state after a step."""
    return evaluate_writing(code, step, expression, options)[0]


def evaluate_writing(
    code: str | Program, step: int, expression: str, options: RunOptions | None = None
) -> tuple[Value, list[tuple[str, str]]]:
    """As `evaluate`, with what the expression wrote."""
    kept = keep(code, options)
    written: list[tuple[str, str]] = []
    value = kept.past.evaluate(
        expression, kept.place(step), on_written=lambda stream, text: written.append((stream, text))
    )
    return value, written


class Kept(NamedTuple):
    """A recorded run, and what it can be entered by again."""

    trace: ExecutionTrace
    past: Past

    def place(self, step: int, *callers: str) -> Place:
        """Where a step is over."""
        trace = self.trace
        return self._place(
            trace.positions(step).stop,
            step=step,
            depth=trace.depth(step),
            scope=trace.scope_of(step),
            callers=callers,
        )

    def prepare(self) -> Iterator[None]:
        """What goes on while the prompt waits."""
        log = self.trace.visits.log
        return self.past.prepare(lambda at: self._place(at, step=0, depth=0, scope="", callers=()), log.total)

    def _place(self, position: int, *, step: int, depth: int, scope: str, callers: Sequence[str]) -> Place:
        trace = self.trace
        return Place(
            step=step,
            position=position,
            depth=depth,
            scope=scope,
            callers=callers,
            chunks=lambda since: trace.visits.log.received(since, position),
            lines=lambda since: (),
            left=lambda told: f"left at {told}",
        )

    def p(self, step: int, expression: str) -> str:
        """What `p` shows at a step."""
        return self.past.evaluate(expression, self.place(step)).repr


def keep(code: str | Program, options: RunOptions | None = None) -> Kept:
    """Record it with checkpoints."""
    what = program(code) if isinstance(code, str) else code
    cfg = build_cfg(what.snippet)
    recording, past = Runner().record_with_past(what, cfg, options or RunOptions())
    trace = build_trace(recording, cfg)
    if past is None:
        past = Runner().revisit(what, cfg, options or RunOptions())
    return Kept(trace, past)


def limits(timeout_s: float = 1.0, **other: int) -> RunOptions:
    """Options with short limits."""
    return RunOptions(limits=Limits(timeout_s=timeout_s, **other))


def processes_left(mark: str, within_s: float = 2.0) -> list[int]:
    """Processes with the mark that do not go away: one that was killed takes a moment on a busy machine."""
    until = time.monotonic() + within_s
    while (left := processes_with(mark)) and time.monotonic() < until:
        time.sleep(0.02)
    return left


def processes_with(mark: str) -> list[int]:
    """Processes whose command line or environment holds the mark."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit() and int(entry) != os.getpid():
            try:
                text = (
                    Path(f"/proc/{entry}/cmdline").read_bytes() + Path(f"/proc/{entry}/environ").read_bytes()
                )
            except OSError:
                continue
            if mark.encode() in text:
                found.append(int(entry))
    return found


__all__ = [
    "Kept",
    "Recorded",
    "evaluate",
    "keep",
    "limits",
    "processes_left",
    "processes_with",
    "program",
    "record",
    "run",
]
