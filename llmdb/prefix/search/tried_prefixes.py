"""The prefixes tried so far: each runs once, within the limits of a search."""

import itertools
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace

from llmdb.prefix.model import CoverageRun, Prefix
from llmdb.prefix.search.choice import Tried
from llmdb.prefix.search.prefix_runs import Stopped, TryPrefixes
from llmdb.prefix.space import Choice, Space
from llmdb.types import LineNo
from llmdb.values import dataclass

_STEPS_OF_A_RUN = 5_000
"""Statements that take about as long as the start of a run."""

_MOST_AFTER_LATE = 4
"""Runs at a time after one that did not end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchLimits:
    """Bounds of a search: work, not time, so that it finds the same on every machine and under every load.

    Attributes:
        candidates: runs in all; a long one counts as several, one that does not end as `late_weight` of them.
        patience: runs after the last one that reached a line that none had reached before.
        late_weight: what a run that does not end costs.
        run_s: seconds of computing after which a run counts as one that does not end.
        parallel: children at a time.
    """

    candidates: int = 240
    patience: int = 80
    late_weight: int = 30
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
        covered: lines that any of them reached, of those that end.
        replaces: what is tried now makes up a package that could be imported.
    """

    space: Space
    lines: frozenset[LineNo]
    attempt: TryPrefixes
    limits: SearchLimits
    on_progress: Callable[[int, float], None] | None = None
    tried: dict[str, Tried] = field(default_factory=dict)
    covered: set[LineNo] = field(default_factory=set)
    replaces: bool = False
    _by_choice: dict[Choice, Tried] = field(default_factory=dict)
    _began: float = field(default_factory=time.monotonic)
    _runs: int = 0
    _work: int = 0
    _gained_at: int = 0

    @property
    def seconds(self) -> float:
        """Wall seconds since the beginning."""
        return time.monotonic() - self._began

    @property
    def done(self) -> bool:
        """Whether everything is covered or a limit is reached."""
        idle = self._work - self._gained_at >= self.limits.patience
        return idle or self._work >= self.limits.candidates or self.covered >= self.lines

    @property
    def exhausted(self) -> bool:
        """Whether nothing more may be run at all, however good the prospect."""
        return self._work >= self.limits.candidates * 1.3

    @property
    def usable(self) -> list[Tried]:
        """Those whose prefix works and which end by themselves."""
        return [t for t in self.tried.values() if not t.run.in_prefix and not t.run.timed_out]

    @property
    def late(self) -> list[Tried]:
        """Those whose prefix works and which do not end."""
        return [t for t in self.tried.values() if not t.run.in_prefix and t.run.timed_out]

    def move_to(self, space: Space) -> None:
        """Go on with another space, with as much work again; what was tried stays."""
        self.space = space
        self._by_choice.clear()
        self._work = self._gained_at = 0

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
                if len(choice.chosen) < len(self.tried[code].choice.chosen):
                    self.tried[code] = replace(self.tried[code], choice=choice)
                self._by_choice[choice] = self.tried[code]
                out.append(self.tried[code])
        return out

    def run_beside(self, best: Tried, choices: Sequence[Choice]) -> set[Choice]:
        """Run those choices and keep those that reach all that another one does, and end as well; gives these."""
        wanted, may_fail = best.run.lines & self.lines, best.run.error is not None
        before = set(self.tried)
        self.run(choices)
        kept = set()
        for choice in choices:
            one = self._by_choice.get(choice)
            if one is None:
                continue
            if one.run.lines >= wanted and not one.run.in_prefix and (may_fail or one.run.error is None):
                kept.add(choice)
            elif one.prefix.code not in before:
                self.tried.pop(one.prefix.code, None)
        return kept

    def _run_new(self, new: dict[str, tuple[Prefix, Choice]]) -> None:
        while new and not self.exhausted:
            part = dict(itertools.islice(new.items(), _MOST_AFTER_LATE if self.late else len(new)))
            new = {code: one for code, one in new.items() if code not in part}
            try:
                runs = self.attempt(list(part))
            except Stopped as stopped:
                self._keep(part, stopped.runs)
                raise
            self._keep(part, runs)
            self.tell()

    def _keep(self, new: dict[str, tuple[Prefix, Choice]], runs: Sequence[CoverageRun]) -> None:
        for (code, (prefix, choice)), run in zip(new.items(), runs, strict=True):
            one = Tried(choice=choice, prefix=prefix, run=run, number=len(self.tried), replaces=self.replaces)
            self.tried[code] = one
            self._runs += 1
            self._work += self.limits.late_weight if run.timed_out else 1 + run.steps // _STEPS_OF_A_RUN
            if not run.in_prefix and not run.timed_out and not self.covered >= run.lines & self.lines:
                self.covered |= run.lines & self.lines
                self._gained_at = self._work

    def tell(self) -> None:
        """Report how far the search is."""
        if self.on_progress:
            self.on_progress(self._runs, len(self.covered) / max(len(self.lines), 1))
