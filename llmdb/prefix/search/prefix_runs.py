"""Runs of a snippet after candidate prefixes, in children of their own."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace

from llmdb.prefix.batch_program import format_batch_program, parse_batch_output
from llmdb.prefix.coverage import instrument_lines, original_lines
from llmdb.prefix.imports import packages_in
from llmdb.prefix.model import CoverageRun, Node, Prefix
from llmdb.prefix.search.importable import beside, importable
from llmdb.program.snippet import Program, Snippet
from llmdb.runner.model import Limits, RunOptions
from llmdb.runner.runner import Runner
from llmdb.types import LineNo

TryPrefixes = Callable[[Sequence[str]], list[CoverageRun]]
"""Runs the snippet after each of the prefixes and says what each covered."""

_TICK_S = 0.2
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
    _, lines = instrument_lines(snippet.text, snippet.body)
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
        run_s: wall seconds that one candidate may take.
        parallel: children at a time; each tries its share of the prefixes one after the other.
    """
    instrumented, _ = instrument_lines(snippet.text, snippet.body)
    lines = original_lines(snippet.text, snippet.body)
    here = importable(snippet, options) - beside(snippet)

    def part(codes: Sequence[str], stop: threading.Event) -> list[CoverageRun]:
        preload = packages_in("\n".join([snippet.text, *codes])) & here
        text = format_batch_program(instrumented, codes, run_s, sorted(preload))
        program = Program(snippet=Snippet(name="prefixes", path=snippet.path, text=text))
        limits = Limits(timeout_s=2.0 + run_s * len(codes) + (_IMPORT_S if preload else 0))
        bounded = replace(options, limits=limits, stdin=b"", here=False)
        found = parse_batch_output(runner.run(program, bounded, stop=stop).stdout, len(codes))
        return [_with_line(run, lines) for run in found]

    def attempt(codes: Sequence[str]) -> list[CoverageRun]:
        alone = len(codes) < 2 * parallel or packages_in("\n".join([snippet.text, *codes])) & here
        count = 1 if alone else parallel  # an import outweighs the runs
        parts = [codes[i::count] for i in range(count)]
        stop, stopped = threading.Event(), False
        with ThreadPoolExecutor(count) as pool:
            futures = [pool.submit(part, codes, stop) for codes in parts]
            try:
                while wait(futures, _TICK_S).not_done:
                    on_tick()
            except KeyboardInterrupt:
                stopped = True
                stop.set()
            found = [future.result() for future in futures]
        runs = [found[i % count][i // count] for i in range(len(codes))]
        if stopped:
            raise Stopped(runs)
        return runs

    return attempt


def _with_line(run: CoverageRun, lines: dict[LineNo, LineNo]) -> CoverageRun:
    """The run with its error at the snippet's own line."""
    if run.error is None or run.error.line is None:
        return run
    return replace(run, error=replace(run.error, line=lines.get(run.error.line)))
