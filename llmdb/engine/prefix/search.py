"""The offline search for prefixes: a first guess, repair by the observed error, alternatives by coverage."""

import os
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from llmdb.engine.prefix.choice import Tried, best_of, smallest_cover
from llmdb.prefix.batch_program import format_batch_program, parse_batch_output
from llmdb.prefix.coverage import instrument_lines, original_lines
from llmdb.prefix.guess import STAND_IN
from llmdb.prefix.model import CoverageRun, Node, Prefix, PrefixTree
from llmdb.prefix.places import Place
from llmdb.prefix.space import Choice, Space
from llmdb.prefix.undefined import modules_in
from llmdb.runner.job import program_path
from llmdb.runner.model import Limits, RunOptions
from llmdb.runner.runner import Runner
from llmdb.snippet.model import Program, Snippet
from llmdb.types import LineNo

TryPrefixes = Callable[[Sequence[str]], list[CoverageRun]]
"""Runs the snippet after each of the prefixes and says what each covered."""

_BATCH = 24
_SIDEWAYS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchLimits:
    """Bounds of a search: wall seconds and candidates in all, wall seconds of one candidate, children at a time."""

    seconds: float = 5.0
    candidates: int = 800
    run_s: float = 1.0
    at_once: int = 2


def search_prefixes(
    snippet: Snippet,
    runner: Runner,
    options: RunOptions,
    limits: SearchLimits = SearchLimits(),
    on_progress: Callable[[int, float], None] | None = None,
) -> PrefixTree:
    """Find a smallest set of prefixes that together execute most of the snippet, without any model.

    Args:
        snippet: what must run.
        runner: starts the children; several at a time.
        options: sandbox and installed packages of the runs; the limits come from `limits`.
        limits: bounds of the search.
        on_progress: called with the number of candidates run and the coverage so far, from this thread.

    Returns:
        The tree; a Ctrl-C ends the search and keeps what was found.

    Raises:
        RunnerError: a child could not be started.
    """
    instrumented, lines = instrument_lines(snippet.text, snippet.body)
    attempt = _prefix_runner(instrumented, snippet, runner, options, limits)
    space = Space(snippet.text, snippet.body, importable(snippet, options))
    search = _Search(space, lines, attempt, limits, on_progress)
    return search.run(beside(snippet))


def run_prefix(
    snippet: Snippet, runner: Runner, options: RunOptions, prefix: Prefix, number: int, parent: int | None
) -> Node:
    """Run the snippet after one prefix of the user's and make a node of it.

    Raises:
        RunnerError: the child could not be started.
    """
    instrumented, lines = instrument_lines(snippet.text, snippet.body)
    limits = SearchLimits(run_s=5.0)
    (run,) = _prefix_runner(instrumented, snippet, runner, options, limits)([prefix.code])
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


def prefix_tryer(snippet: Snippet, runner: Runner, options: RunOptions, run_s: float = 5.0) -> TryPrefixes:
    """A function that runs the snippet after each of some prefixes, in children of their own."""
    instrumented, _ = instrument_lines(snippet.text, snippet.body)
    return _prefix_runner(instrumented, snippet, runner, options, SearchLimits(run_s=run_s))


def importable(snippet: Snippet, options: RunOptions) -> frozenset[str]:
    """Modules that a run of the snippet can import: those beside its file, installed ones, the standard library."""
    paths = program_path(Program(snippet=snippet), options, Path(os.devnull))
    return frozenset().union(*(modules_in(Path(path)) for path in paths))


def beside(snippet: Snippet) -> frozenset[str]:
    """Modules that lie beside the snippet's file."""
    return modules_in(snippet.path.resolve().parent if snippet.path else None)


def _prefix_runner(
    instrumented: str, snippet: Snippet, runner: Runner, options: RunOptions, limits: SearchLimits
) -> TryPrefixes:
    lines = original_lines(snippet.text, snippet.body)

    def part(codes: Sequence[str]) -> list[CoverageRun]:
        text = format_batch_program(instrumented, codes, limits.run_s)
        program = Program(snippet=Snippet(name="prefixes", path=snippet.path, text=text))
        bounded = replace(
            options, limits=Limits(timeout_s=2.0 + limits.run_s * len(codes)), stdin=b"", here=False
        )
        found = parse_batch_output(runner.run(program, bounded).stdout, len(codes))
        return [_with_line(run, lines) for run in found]

    def attempt(codes: Sequence[str]) -> list[CoverageRun]:
        if len(codes) < 2 * limits.at_once:
            return part(codes)
        parts = [codes[i :: limits.at_once] for i in range(limits.at_once)]
        with ThreadPoolExecutor(limits.at_once) as pool:
            found = list(pool.map(part, parts))
        return [found[i % limits.at_once][i // limits.at_once] for i in range(len(codes))]

    return attempt


def _with_line(run: CoverageRun, lines: dict[LineNo, LineNo]) -> CoverageRun:
    """The run with its error at the snippet's own line."""
    if run.error is None or run.error.line is None:
        return run
    return replace(run, error=replace(run.error, line=lines.get(run.error.line)))


@dataclass(slots=True)
class _Search:
    space: Space
    lines: frozenset[LineNo]
    attempt: TryPrefixes
    limits: SearchLimits
    on_progress: Callable[[int, float], None] | None
    tried: dict[str, Tried] = field(default_factory=dict)
    by_choice: dict[Choice, Tried] = field(default_factory=dict)
    covered: set[LineNo] = field(default_factory=set)
    began: float = field(default_factory=time.monotonic)
    runs: int = 0

    def run(self, own: frozenset[str]) -> PrefixTree:
        """Search with the packages that are here; then, for what is left, with what replaces them.

        A package that is here may need what a sandbox has not: `requests.get(url)` fails without a network.
        """
        with suppress(KeyboardInterrupt):
            self._explore()
            replaced = Space(self.space.text, self.space.body, own)
            if not self._done() and replaced.undefined != self.space.undefined:
                self._explore_also(replaced)
        return self._tree()

    def _explore_also(self, other: Space) -> None:
        real, self.space = self.space, other
        self.by_choice.clear()
        try:
            self._explore()
        finally:
            self.space = real

    def _explore(self) -> None:
        starts = [Choice(), Choice(stand_ins=True)]
        if self.space.has_uncalled:
            starts += [replace(c, calls=True) for c in starts]
        if self.space.missing_modules:
            starts += [Choice(without_modules=True)]
        first = self._try(starts)
        seeds = [self._repair(one) for one in first]
        self._concrete(best_of(seeds, self.lines))
        for _ in range(6):
            if self._done():
                break
            before = len(self.covered)
            self._alternatives(pairs=False)
            if len(self.covered) == before:
                self._alternatives(pairs=True)
                if len(self.covered) == before:
                    break
        for _ in range(3):
            best = best_of(list(self.tried.values()), self.lines)
            better = self._widen(best)
            self._concrete(better)
            if better is best:
                break

    # running

    def _done(self) -> bool:
        late = time.monotonic() - self.began > self.limits.seconds
        return late or self.runs >= self.limits.candidates or self.covered >= self.lines

    def _out_of_time(self) -> bool:
        return (
            time.monotonic() - self.began > self.limits.seconds * 1.3
            or self.runs >= self.limits.candidates * 1.5
        )

    def _try(self, choices: Iterable[Choice]) -> list[Tried]:
        """Run those choices that were not run before; equal code is run once."""
        asked: dict[Choice, str] = {}
        new: dict[str, Tried | None] = {}
        prefixes = {}
        for choice in choices:
            if choice in self.by_choice:
                continue
            try:
                prefix = self.space.compose(choice)
                compile(prefix.code, "<prefix>", "exec")
            except (SyntaxError, ValueError, RecursionError):
                continue
            prefixes[prefix.code] = (prefix, choice)
            asked[choice] = prefix.code
            if prefix.code not in self.tried:
                new[prefix.code] = None
        codes = list(new)
        if codes and not self._out_of_time():
            for code, run in zip(codes, self.attempt(codes), strict=True):
                prefix, choice = prefixes[code]
                self._keep(Tried(choice=choice, prefix=prefix, run=run, number=len(self.tried)))
            self.runs += len(codes)
            if self.on_progress:
                self.on_progress(self.runs, len(self.covered) / max(len(self.lines), 1))
        out = []
        for choice, code in asked.items():
            if code in self.tried:
                self.by_choice[choice] = self.tried[code]
                out.append(self.tried[code])
        return out

    def _keep(self, one: Tried) -> None:
        self.tried[one.prefix.code] = one
        if not one.run.in_prefix and not one.run.timed_out:
            self.covered |= one.run.lines & self.lines

    # repair by error

    def _repair(self, one: Tried) -> Tried:
        """Change what the failing line uses, as long as that lets the run go further."""
        seen = {one.run.error}
        best = one
        sideways = 0
        for _ in range(12):
            if one.run.error is None or self._out_of_time():
                break
            found = self._try(self._fixes(one)[: _BATCH * 2])
            better = [t for t in found if t.score(self.lines) > one.score(self.lines)]
            if (
                not better and sideways < _SIDEWAYS
            ):  # another error at the same place may be a step on the way
                sideways += 1
                equal = one.coverage(self.lines)
                better = [t for t in found if t.run.error not in seen and t.coverage(self.lines) >= equal]
            if not better:
                break
            one = best_of(better, self.lines)
            seen.add(one.run.error)
            if one.score(self.lines) >= best.score(self.lines):
                best = one
        return best

    def _fixes(self, one: Tried) -> list[Choice]:
        choice, run = one.choice, one.run
        usage, pools = self.space.usage(choice.names)
        if run.missing_name and run.missing_name not in usage.roots:
            return [replace(choice, names=choice.names | {run.missing_name})]
        fixes = []
        if run.missing_file and not run.missing_file.startswith("/"):
            fixes.append(replace(choice, files=choice.files | {run.missing_file}))
        assert run.error is not None
        if run.error.type in ("EOFError",):
            fixes.append(replace(choice, builtins=choice.builtins | {"input"}))
        if "unbuffered" in run.error.message or "has no attribute 'read" in run.error.message:
            fixes.append(replace(choice, builtins=choice.builtins | {"open"}))
        places = usage.places() if run.in_prefix else self._suspects(one)
        for place in places:
            fixes += self._changes(choice, place, pools)
        roots = dict.fromkeys(place.root for place in places)
        fixes += [
            choice.with_choice(root.key, STAND_IN) for root in roots if len(pools.get(root.key, ())) > 1
        ]
        if len(roots) > 1:
            every = choice
            for root in roots:
                if not pools[root.key][0].startswith(("@import", "@exception")):
                    every = every.with_choice(root.key, STAND_IN)
            fixes.append(every)
        return fixes

    def _suspects(self, one: Tried) -> list[Place]:
        usage, _ = self.space.usage(one.choice.names)
        line = one.run.error.line if one.run.error else None
        if line is None:
            return []
        found = usage.spread.get(line, set())
        for back in range(line, max(line - 6, 0), -1):
            found = found or usage.spread.get(back, set())
        return sorted(found, key=lambda p: (len(p.key), p.key))

    def _changes(self, choice: Choice, place: Place, pools: dict[str, tuple[str, ...]]) -> list[Choice]:
        pool = pools.get(place.key, ())
        chosen = dict(choice.chosen).get(place.key, pool[0] if pool else "")
        return [choice.with_choice(place.key, c) for c in pool if c != chosen]

    # alternatives by coverage

    def _alternatives(self, pairs: bool) -> None:
        """Change the values that decide about lines not yet reached."""
        for seed in self._seeds():
            if self._done():
                return
            missing = self.lines - self.covered
            _, pools = self.space.usage(seed.choice.names)
            places = self.space.relevant(frozenset(missing), seed.choice.names)
            single = [c for place in places for c in self._changes(seed.choice, place, pools)]
            if pairs:
                single = self._pairs(single, places, pools)
            for i in range(0, min(len(single), 160), _BATCH):
                if self._done():
                    return
                before = set(self.covered)
                for one in self._try(single[i : i + _BATCH]):
                    if one.run.lines & self.lines - before and one.run.error is not None:
                        self._repair(one)

    def _pairs(
        self, single: list[Choice], places: list[Place], pools: dict[str, tuple[str, ...]]
    ) -> list[Choice]:
        out = []
        for choice in single[:30]:
            for place in places[:12]:
                if place.key not in {key for key, _ in choice.chosen}:
                    out += self._changes(choice, place, pools)[:2]
        return out

    def _seeds(self) -> list[Tried]:
        good = [t for t in self.tried.values() if not t.run.in_prefix and not t.run.timed_out]
        good.sort(key=lambda t: t.score(self.lines), reverse=True)
        cover = smallest_cover(good, self.lines)
        return list(dict.fromkeys([*cover[:4], *good[:2]]))

    # the best one, widened and made concrete

    def _widen(self, best: Tried) -> Tried:
        """Try to reach more lines in one run: each change that others of the set made, on top of the best."""
        if self._out_of_time() or best.run.lines >= self.lines:
            return best
        _, pools = self.space.usage(best.choice.names)
        missing = self.lines - best.run.lines
        places = self.space.relevant(missing, best.choice.names)
        tries = [c for place in places for c in self._changes(best.choice, place, pools)][:48]
        found = [t for t in self._try(tries) if t.score(self.lines) > best.score(self.lines)]
        return best_of([best, *found], self.lines)

    def _concrete(self, one: Tried) -> Tried:
        """Replace stand-ins by concrete values where the coverage allows it."""
        for _ in range(3):
            stand_ins = [a.name for a in one.prefix.assumptions if a.kind == "stand-in"]
            if not stand_ins or self._out_of_time():
                return one
            _, pools = self.space.usage(one.choice.names)
            tries = []
            for name in stand_ins:
                for candidate in pools.get(name, ())[:-1][:4]:
                    tries.append(one.choice.with_choice(name, candidate))
            every = one.choice
            for name in stand_ins:
                if len(pools.get(name, ())) > 1:
                    every = every.with_choice(name, pools[name][0])
            found = self._try([*tries, every])
            fine = [t for t in found if t.coverage(self.lines) >= one.coverage(self.lines)]
            better = best_of([one, *fine], self.lines)
            if better is one:
                return one
            one = better
        return one

    # the outcome

    def _tree(self) -> PrefixTree:
        usable = [t for t in self.tried.values() if not t.run.in_prefix and not t.run.timed_out]
        best = best_of(usable, self.lines) if usable else None
        cover = smallest_cover(usable, self.lines, best) if best else []
        shown = list(dict.fromkeys([*cover, *usable[:2]]))
        nodes = [
            Node(
                id=number,
                parent=None,
                guidance="offline",
                prefix=one.prefix,
                lines=tuple(sorted(one.run.lines & self.lines)),
                coverage=one.coverage(self.lines),
                error=one.run.error,
            )
            for number, one in enumerate(shown, 1)
        ]
        return PrefixTree(
            undefined=self.space.undefined,
            countable=tuple(sorted(self.lines)),
            nodes=tuple(nodes),
            best=1 if best else None,
            chosen=tuple(range(1, len(cover) + 1)),
            seconds=time.monotonic() - self.began,
        )
