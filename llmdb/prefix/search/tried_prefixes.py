"""The prefixes tried so far: each runs once, within the limits of a search."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from llmdb.prefix.model import CoverageRun, Prefix
from llmdb.prefix.search.choice import Tried
from llmdb.prefix.search.prefix_runs import Stopped, TryPrefixes
from llmdb.prefix.space import Choice, Space
from llmdb.types import LineNo


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchLimits:
    """Bounds of a search: wall seconds and candidates in all, wall seconds of one candidate, children at a time."""

    seconds: float = 4.5
    candidates: int = 800
    run_s: float = 1.0
    parallel: int = 2


@dataclass(slots=True)
class Trials:
    """What was tried for a snippet.

    Attributes:
        space: composes the prefixes.
        lines: those that count.
        attempt: runs the snippet after prefixes.
        tried: by the prefix's code.
        covered: lines that any of them reached.
    """

    space: Space
    lines: frozenset[LineNo]
    attempt: TryPrefixes
    limits: SearchLimits
    on_progress: Callable[[int, float], None] | None = None
    tried: dict[str, Tried] = field(default_factory=dict)
    covered: set[LineNo] = field(default_factory=set)
    _by_choice: dict[Choice, Tried] = field(default_factory=dict)
    _began: float = field(default_factory=time.monotonic)
    _phase: float = field(default_factory=time.monotonic)
    _runs: int = 0

    @property
    def seconds(self) -> float:
        """Wall seconds since the beginning."""
        return time.monotonic() - self._began

    @property
    def done(self) -> bool:
        """Whether everything is covered or a limit is reached."""
        late = time.monotonic() - self._phase > self.limits.seconds
        return late or self._runs >= self.limits.candidates or self.covered >= self.lines

    @property
    def out_of_time(self) -> bool:
        """Whether nothing more may be run at all, however good the prospect."""
        late = time.monotonic() - self._phase > self.limits.seconds * 1.3
        return late or self._runs >= self.limits.candidates * 1.5

    @property
    def usable(self) -> list[Tried]:
        """Those whose prefix works and which end by themselves."""
        return [t for t in self.tried.values() if not t.run.in_prefix and not t.run.timed_out]

    def move_to(self, space: Space) -> None:
        """Go on with another space, with as much time again; what was tried stays."""
        self.space = space
        self._by_choice.clear()
        self._phase = time.monotonic()
        self._runs = 0

    def run(self, choices: Iterable[Choice]) -> list[Tried]:
        """Run those choices that were not run before; equal code is run once."""
        asked: dict[Choice, str] = {}
        new: dict[str, tuple[Prefix, Choice]] = {}
        for choice in choices:
            if choice in self._by_choice:
                continue
            try:
                prefix = self.space.compose(choice)
                compile(prefix.code, "<prefix>", "exec")
            except (SyntaxError, ValueError, RecursionError):
                continue
            asked[choice] = prefix.code
            if prefix.code not in self.tried:
                new.setdefault(prefix.code, (prefix, choice))
        self._run_new(new)
        out = []
        for choice, code in asked.items():
            if code in self.tried:
                self._by_choice[choice] = self.tried[code]
                out.append(self.tried[code])
        return out

    def _run_new(self, new: dict[str, tuple[Prefix, Choice]]) -> None:
        if not new or self.out_of_time:
            return
        try:
            runs = self.attempt(list(new))
        except Stopped as stopped:
            self._keep(new, stopped.runs)
            raise
        self._keep(new, runs)
        self.tell()

    def _keep(self, new: dict[str, tuple[Prefix, Choice]], runs: Sequence[CoverageRun]) -> None:
        for (code, (prefix, choice)), run in zip(new.items(), runs, strict=True):
            one = Tried(choice=choice, prefix=prefix, run=run, number=len(self.tried))
            self.tried[code] = one
            if not run.in_prefix and not run.timed_out:
                self.covered |= run.lines & self.lines
        self._runs += len(new)

    def tell(self) -> None:
        """Report how far the search is."""
        if self.on_progress:
            self.on_progress(self._runs, len(self.covered) / max(len(self.lines), 1))
