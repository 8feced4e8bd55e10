"""Runs of a snippet after candidate prefixes, in children of their own."""

import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from llmdb.prefix.batch_program import PROGRAM, WALL, batch_job, read_batch
from llmdb.prefix.coverage import instrument_lines, original_lines
from llmdb.prefix.imports import modules_imported
from llmdb.prefix.model import CoverageRun, Node, Prefix
from llmdb.prefix.search.importable import beside, importable
from llmdb.program.snippet import Program, Snippet
from llmdb.runner.forks import try_in_forks
from llmdb.runner.model import RunOptions
from llmdb.runner.parallel import run_in_parallel
from llmdb.runner.runner import Runner
from llmdb.types import LineNo

TryPrefixes = Callable[[Sequence[str]], list[CoverageRun]]
"""Runs the snippet after each of the prefixes and says what each covered."""

_RUN_S = 5.0
_IMPORT_S = 15.0


class Stopped(KeyboardInterrupt):
    """A Ctrl-C while prefixes were run; `runs` are those that had ended, the others count as timed out."""

    def __init__(self, runs: Sequence[CoverageRun]) -> None:
        super().__init__()
        self.runs = tuple(runs)


def run_prefix(
    snippet: Snippet, runner: Runner, options: RunOptions, prefix: Prefix, number: int, parent: int | None
) -> Node:
    """Run the snippet after one prefix of the user's and make a node of it.

    Raises:
        RunnerError: the child could not be started.
    """
    _, lines = instrument_lines(snippet.main, snippet.body)
    (run,) = prefix_tryer(snippet, runner, options)([prefix.code])
    covered = run.lines & lines
    return Node(
        id=number,
        parent=parent,
        guidance="user",
        prefix=prefix,
        lines=tuple(sorted(covered)),
        coverage=len(covered) / len(lines) if lines else 1.0,
        error=run.error,
        discarded="the prefix itself raises" if run.in_prefix else None,
    )


def prefix_tryer(
    snippet: Snippet,
    runner: Runner,
    options: RunOptions,
    run_s: float = _RUN_S,
    parallel: int = 1,
    on_tick: Callable[[], None] = lambda: None,
) -> TryPrefixes:
    """A function that runs the snippet after each of some prefixes; a Ctrl-C makes it raise `Stopped`.

    Args:
        snippet: what must run.
        runner: starts the children.
        options: sandbox and installed packages; the limits of time come from the rest.
        run_s: seconds of computing that one candidate may take.
        parallel: children at a time; each tries its share of the prefixes one after the other.
    """
    instrumented, _ = instrument_lines(snippet.main, snippet.body)
    lines = original_lines(snippet.main, snippet.body)
    here = importable(snippet, options) - beside(snippet)
    program = Program(snippet=replace(snippet, name="prefixes", text="", body="module"))

    def part(codes: Sequence[str], preload: frozenset[str], stop: threading.Event) -> list[CoverageRun]:
        job = batch_job(instrumented, codes, run_s, sorted(preload))
        wall_s = WALL * run_s * len(codes) + (_IMPORT_S if preload - sys.stdlib_module_names else 0)
        rows = try_in_forks(runner, program, options, PROGRAM, job, wall_s, stop)
        return [_with_line(run, lines) for run in read_batch(rows, len(codes))]

    def attempt(codes: Sequence[str]) -> list[CoverageRun]:
        preload = modules_imported("\n".join([snippet.main, *codes])) & here
        alone = len(codes) < 2 * parallel or preload - sys.stdlib_module_names
        count = 1 if alone else parallel  # an import outweighs the runs
        shares = [(first, codes[first::count]) for first in range(count)]
        runs = [CoverageRun(lines=frozenset(), timed_out=True)] * len(codes)
        stop = threading.Event()

        def try_share(share: tuple[int, Sequence[str]]) -> None:
            first, own = share
            runs[first::count] = part(own, preload, stop)

        try:
            for _ in run_in_parallel(try_share, shares, count, stop, on_tick):
                pass
        except KeyboardInterrupt:
            raise Stopped(runs) from None
        return runs

    return attempt


def _with_line(run: CoverageRun, lines: dict[LineNo, LineNo]) -> CoverageRun:
    """The run with its error at the snippet's own line."""
    if run.error is None or run.error.line is None:
        return run
    return replace(run, error=replace(run.error, line=lines.get(run.error.line)))
