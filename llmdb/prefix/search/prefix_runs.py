"""Runs of a snippet after candidate prefixes, in children of their own."""

import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace

from llmdb.prefix.batch_program import PROGRAM, WALL, job_of, read_batch
from llmdb.prefix.coverage import instrument_lines, original_lines
from llmdb.prefix.imports import modules_imported
from llmdb.prefix.model import CoverageRun, Node, Prefix
from llmdb.prefix.search.importable import beside, importable
from llmdb.program.snippet import Program, Snippet
from llmdb.runner.forks import ForkServer
from llmdb.runner.model import RunOptions
from llmdb.runner.runner import Runner
from llmdb.types import LineNo

TryPrefixes = Callable[[Sequence[str]], list[CoverageRun]]
"""Runs the snippet after each of the prefixes and says what each covered."""

_RUN_S = 5.0
_IMPORT_S = 15.0
_MOST_CHILDREN = 3


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


def prefix_tryer(snippet: Snippet, runner: Runner, options: RunOptions, run_s: float = _RUN_S) -> TryPrefixes:
    """A function that runs the snippet after each of some prefixes, in a child of their own.

    Args:
        snippet: what must run.
        runner: starts the children.
        options: sandbox and installed packages; the limits of time come from the rest.
        run_s: seconds of computing that one candidate may take.
    """

    def attempt(codes: Sequence[str]) -> list[CoverageRun]:
        with closing(PrefixRuns(snippet, runner, options, run_s)) as runs:
            return runs.attempt(codes)

    return attempt


class PrefixRuns:
    """Runs of a snippet after candidate prefixes, in children that stay until `close`: one for each set of packages.

    What a package's import does cannot be taken back, so candidates without it need a child without it.
    """

    def __init__(
        self,
        snippet: Snippet,
        runner: Runner,
        options: RunOptions,
        run_s: float = _RUN_S,
        parallel: int = 1,
        on_tick: Callable[[], None] = lambda: None,
    ) -> None:
        """As for `prefix_tryer`.

        Args:
            parallel: candidates at a time.
            on_tick: called now and then.
        """
        instrumented, _ = instrument_lines(snippet.main, snippet.body)
        self._lines = original_lines(snippet.main, snippet.body)
        self._here = importable(snippet, options) - beside(snippet)
        self._imported = modules_imported(snippet.main)
        self._program = Program(snippet=replace(snippet, name="prefixes", text="", body="module"))
        self._runner, self._options, self._run_s, self._on_tick = runner, options, run_s, on_tick
        self._job = job_of(instrumented, run_s, parallel)
        self._servers: dict[frozenset[str], ForkServer] = {}

    def attempt(self, codes: Sequence[str]) -> list[CoverageRun]:
        """What each prefix covered.

        Raises:
            Stopped: a Ctrl-C.
            RunnerError: a child could not be started.
        """
        preload = (self._imported | modules_imported("\n".join(codes))) & self._here
        packages = preload - sys.stdlib_module_names
        wall_s = WALL * self._run_s * len(codes) + (_IMPORT_S if packages else 0)
        batch = {"prefixes": list(codes), "preload": sorted(preload)}
        rows: list[str] = []
        try:
            rows.extend(self._server(packages).try_batch(batch, wall_s, self._on_tick))
        except KeyboardInterrupt:
            self.close()
            raise Stopped(self._read(rows, len(codes))) from None
        return self._read(rows, len(codes))

    def close(self) -> None:
        """End the children."""
        while self._servers:
            self._servers.popitem()[1].close()

    def _server(self, packages: frozenset[str]) -> ForkServer:
        known = self._servers.get(packages)
        if known is not None and not known.has_ended:
            return known
        if known is not None:
            known.close()
        elif len(self._servers) >= _MOST_CHILDREN:
            self._servers.pop(next(iter(self._servers))).close()
        new = ForkServer(self._runner, self._program, self._options, PROGRAM, self._job)
        self._servers[packages] = new
        return new

    def _read(self, rows: Sequence[str], count: int) -> list[CoverageRun]:
        return [_with_line(run, self._lines) for run in read_batch(rows, count)]


def _with_line(run: CoverageRun, lines: dict[LineNo, LineNo]) -> CoverageRun:
    """The run with its error at the snippet's own line."""
    if run.error is None or run.error.line is None:
        return run
    through = tuple(lines[line] for line in run.error.through if line in lines)
    return replace(run, error=replace(run.error, line=lines.get(run.error.line), through=through))
