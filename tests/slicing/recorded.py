"""Short programs recorded by the real runner, with their dependencies."""

from collections.abc import Sequence

from llmdb.program.build import build_cfg
from llmdb.program.graph import Level
from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
from llmdb.replay.trace import ExecutionTrace, build_trace
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions
from llmdb.slicing import Dependencies

Describer = tuple[str, tuple[str, ...], str]


def dependencies(
    text: str, level: Level = "block", test: str = "", describers: Sequence[Describer] = ()
) -> Dependencies:
    """The dependencies of a program's run, with a test after it."""
    return Dependencies(recorded_trace(text, level, test, describers).visits, text)


def recorded_trace(
    text: str, level: Level = "block", test: str = "", describers: Sequence[Describer] = ()
) -> ExecutionTrace:
    """The trace of a program's run, with a test after it."""
    snippet = parse_snippet(text, name="snippet.py")
    cfg = build_cfg(snippet, level)
    recording = Runner().record(
        Program(snippet=snippet, epilogue=test), cfg, RunOptions(describers=tuple(describers))
    )
    return build_trace(recording, cfg)


def writers(found: Dependencies, number: int) -> dict[str, tuple[int | None, int | None, str]]:
    """Name to step, line and manner of the last writer of each read of a step."""
    reads = reversed(found.reads(number))
    return {r.name: (r.writer.step, r.writer.line, r.writer.how) for r in reads}


def last_step(found: Dependencies, line: int) -> int:
    """The last step that begins a statement of a line."""
    return max(n for n in range(1, len(found.trace) + 1) if line in found.trace.lines(n))
