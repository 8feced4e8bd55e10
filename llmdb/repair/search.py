"""A repair without a model: small changes of the most suspect statements, each run against the visible tests."""

import ast
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import field, replace
from itertools import zip_longest
from math import hypot

from llmdb.locate.block_ranking import Suspicion, TestedRun
from llmdb.program.graph import ControlFlowGraph
from llmdb.program.parsing import parse
from llmdb.repair.changes.mutations import Mutation, mutations
from llmdb.repair.changes.scope import Keys, Types
from llmdb.repair.deciding_question import Question, find_question
from llmdb.repair.further_calls import further_calls
from llmdb.repair.unused_names import unused_names
from llmdb.repair.version_runner import NO_END, Tried, VersionRunner
from llmdb.values import dataclass

DEFAULT_SECONDS = 20.0
MIN_CHILD_S = 1.0
BATCHES = (16, 50, 150)
"""How many changes one child is given: the first children few, so that an obvious repair is found at once."""
RANK_WEIGHT = 0.5
SECOND_LOOK_WORK = 5_000_000
"""How far the search goes on after the first change that passes every test, for others to compare it with: in turns of
loops and calls, so that the same are compared on a busy machine; three seconds or so."""
VERSION_WORK = 1_000
"""What each version takes beside its own turns."""
TURNS_A_SECOND = 1_500_000
SLOW_S = 0.05
"""Of a program that takes longer its seconds count, too: its turns may be long."""
FIRST_TICKS = 20_000
"""Where the program does not end: how many turns of loops and calls a change may take at first."""
MOST_COMPARED = 60
VOTE = 0.75
"""What a change's vote counts, as a part of that of a change which costs one less."""
UNUSED = 3
"""How much more a change costs where it leaves a name unread that the program read."""
THIN = 4
"""From which cost on a change that mends one test, and that nothing else is compared with, is compared with the program
as it is."""
CHEAP = 3
"""Two changes at once are tried when both cost at most this, or when the first alone made more tests pass."""
MOST_PARENTS = 60

Report = Callable[[int, int], None]
"""Told how many candidates were tried, of how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """What the search came to.

    Attributes:
        found: a change that passes every test, or None.
        passing: how many changes pass every test.
        alike, differing: how many of them do what `found` does on further calls, itself among them, and how many not;
            of very many only the first are compared.
        calls: how many further calls; 0 where none could be made of the tests.
        question: what would decide between `found` and others; None where nothing does.
        closest: of the others, the change that passes most tests, more than the program itself; else None.
        tried, total: candidates run, of those thought of so far.
        seconds: how long it took.
        stopped: whether the user stopped it.
    """

    found: Mutation | None = None
    closest: Mutation | None = None
    passing: int = 0
    alike: int = 0
    differing: int = 0
    calls: int = 0
    question: Question | None = None
    tried: int = 0
    total: int = 0
    seconds: float = 0.0
    stopped: bool = False


def recorded_types(runs: Sequence[TestedRun]) -> Types:
    """The types that each variable had, whatever its scope, at the first and the last run of each block."""
    seen: dict[str, set[str]] = {}
    for run in runs:
        for block in run.trace.cfg.blocks:
            steps = run.trace.steps_of_block(block.id)
            for number in {steps[0], steps[-1]} if len(steps) else ():
                for name, value in run.trace.state(number).items():
                    seen.setdefault(name, set()).add(value.type)
    return {name: frozenset(kinds) for name, kinds in seen.items()}


def order_candidates(
    code: str,
    suspects: Sequence[Suspicion],
    cfg: ControlFlowGraph,
    types: Types | None = None,
    keys: Keys | None = None,
) -> list[Mutation]:
    """Changes of the lines that failing runs ran: likely faults of suspect blocks first."""
    rank = _line_ranks(suspects, cfg)
    found = mutations(code, frozenset(rank) | _definition_lines(code), types, keys)
    worst = len(suspects)
    return sorted(found, key=lambda change: change.cost + RANK_WEIGHT * rank.get(change.line, worst))


def _line_ranks(suspects: Sequence[Suspicion], cfg: ControlFlowGraph) -> dict[int, int]:
    places = {suspicion.block: place for place, suspicion in enumerate(suspects)}
    rank: dict[int, int] = {}
    for unit in cfg.units:
        if unit.block in places:
            rank[unit.line] = min(places[unit.block], rank.get(unit.line, len(suspects)))
    return rank


def _definition_lines(code: str) -> frozenset[int]:
    """Lines of `def`, and of what a class holds: what all share is changed there, whatever block failed."""
    rows = enumerate(code.split("\n"), start=1)
    heads = (number for number, row in rows if row.lstrip().startswith(("def ", "async def ")))
    held = (
        one.lineno
        for node in ast.walk(parse(code))
        if isinstance(node, ast.ClassDef)
        for one in node.body
        if isinstance(one, ast.Assign)
    )
    return frozenset((*heads, *held))


@dataclass(kw_only=True)
class FixSearch:
    """One search for a change that passes every visible test; made for one `run`.

    Attributes:
        versions: runs versions of the program against its visible tests, many in one process.
        confirm: whether a program passes them when each is run in a fresh child; asked before a change is proposed.
        value_of: gives the `repr` of what a call (second) gives in a program (first); "" where it gives nothing.
        rejected: programs that the user has refused: they are not proposed again, and programs that behave as one of
            them only where there is no other.
        pending: the program that was proposed last and neither accepted nor rejected: it, and what acts like it, is
            proposed again as long as it passes every test; "" for none.
        seconds: how long to search.
        on_progress: told of each candidate that was tried.
        clock: the time in seconds, from any beginning.
    """

    versions: VersionRunner
    confirm: Callable[[str], bool]
    value_of: Callable[[str, str], str]
    rejected: frozenset[str] = frozenset()
    pending: str = ""
    seconds: float = DEFAULT_SECONDS
    on_progress: Report | None = None
    clock: Callable[[], float] = time.monotonic
    _begin: float = 0.0
    _code: str = ""
    _tried: int = 0
    _total: int = 0
    _before: int = 0
    _passing: int = 0
    _alike: int = 0
    _differing: int = 0
    _calls: int = 0
    _question: Question | None = None
    _better: list[tuple[int, Mutation]] = field(default_factory=list)

    def run(self, code: str, candidates: Sequence[Mutation], types: Types | None = None) -> SearchResult:
        """Try the candidates in order, then two changes at once, until one passes or the time is over.

        Ctrl-C ends it with what was found so far.

        Args:
            code: the program as it is.
            candidates: changed programs, the likeliest first.
            types: the types that each variable was recorded with, for second changes.

        Raises:
            RunnerError: a child cannot be started.
            SandboxUnavailable: the sandbox that is asked for is not to be had.
        """
        self._begin = self.clock()
        self._code = code
        found, stopped = None, False
        try:
            self._measure()
            found = self._first_that_ends(candidates)
            if found is None:
                found = self._pairs(candidates, types)
        except KeyboardInterrupt:
            stopped = True
        closest = self._sorted_better()[0] if self._better and found is None else None
        return SearchResult(
            found=found,
            closest=closest,
            passing=self._passing,
            alike=self._alike,
            differing=self._differing,
            calls=self._calls,
            question=self._question,
            tried=self._tried,
            total=self._total,
            seconds=self.clock() - self._begin,
            stopped=stopped,
        )

    def _measure(self) -> None:
        """Run the program as it is: what it passes, and how long a candidate may take."""
        measured = self.versions.measure()
        self._before = sum(measured.passed)
        self.versions = replace(self.versions, measured=measured)

    def _first_that_ends(self, candidates: Sequence[Mutation]) -> Mutation | None:
        """As `_first`; where the program as it is does not end, first with few turns for each candidate, then more.

        A change that mends such a program mostly ends soon, and waiting for the others takes most of the time.
        """
        patient, measured = self.versions, self.versions.measured
        if measured is not None and measured.ticks < 0:
            self.versions = replace(patient, endless_ticks=min(FIRST_TICKS, patient.endless_ticks))
            found = self._first(candidates)
            if found is not None:
                return found
            self.versions, self._better = patient, []
            self._tried = self._total = 0
        return self._first(candidates)

    def _first(self, candidates: Sequence[Mutation]) -> Mutation | None:
        """Try candidates in order; of those that pass every test, the one that is proposed. None where none passes."""
        self._total += len(candidates)
        fits: list[Mutation] = []
        try:
            self._collect(candidates, fits)
        except KeyboardInterrupt:
            if not fits:
                raise
        return self._agreed(fits)

    def _collect(self, candidates: Sequence[Mutation], fits: list[Mutation]) -> None:
        """Run candidates, and some more after the first that passes every test, for it to be compared with.

        Args:
            candidates: in the order in which they are run.
            fits: those that pass every test are appended to it, so that they are kept when Ctrl-C ends this.
        """
        left = len(candidates)
        for candidate, tried in self._run_all(candidates):
            self._tried += 1
            left -= 1
            if self.on_progress is not None:
                self.on_progress(self._tried, self._total)
            passed = sum(tried.passed)
            if passed == len(tried.passed):
                fits.append(candidate)
                left = min(left, self._second_look) if len(fits) == 1 else left
            elif passed > self._before:
                self._better.append((passed, candidate))
            if left <= 0:
                break

    @property
    def _second_look(self) -> int:
        """How many candidates are tried after the first that passes every test: about three seconds of work."""
        measured = self.versions.measured
        if measured is None or measured.ticks < 0:
            return SECOND_LOOK_WORK // (VERSION_WORK + self.versions.endless_ticks)
        slow = measured.seconds * TURNS_A_SECOND if measured.seconds > SLOW_S else 0
        return int(SECOND_LOOK_WORK / (VERSION_WORK + max(measured.ticks, slow)))

    def _agreed(self, fits: Sequence[Mutation]) -> Mutation | None:
        """Choose among changes that pass every test, by what further calls give after each of them.

        Changes after which all calls give the same are one group, and the groups vote: the right behaviour can be
        written in several ways, while wrong changes are mostly wrong each in its own. (The vote is that of Wang et al.
        2023, "Self-consistency improves chain of thought reasoning", with changes for samples; cheap changes count
        more than costly ones, and a few cheap ones more than many costly ones.) Groups that behave as a change which
        the user rejected come last, before them those after which every call gives one result where the program
        gave several, and before these those after which a call has no end. What was proposed before and still passes
        stays, so that an answer that speaks for it does not replace it.

        Returns:
            The cheapest change of the first group that has one which `confirm` confirms and the user has not rejected;
            None where there is none. What `SearchResult` says of the others is noted.
        """
        groups: dict[tuple[str, ...], list[Mutation]] = {}
        compared = fits[:MOST_COMPARED]
        calls = further_calls(self.versions.tests) if len(fits) > 1 or any(map(self._is_thin, fits)) else ()
        codes = [self._code, *(change.code for change in compared)]
        before, *tried = (
            replace(self.versions, calls=calls, together=1).run(codes) if calls else [Tried(passed=())]
        )
        for change, one in zip_longest(compared, tried):
            groups.setdefault(one.outputs if one is not None else (), []).append(change)
        own = unused_names(self._code)
        costs = {
            change.code: change.cost + UNUSED * bool(unused_names(change.code) - own) for change in compared
        }
        for group in groups.values():
            # the simplest of those alike
            group.sort(key=lambda change: (change.code != self.pending, costs.get(change.code, change.cost)))

        def worth(outputs: tuple[str, ...]) -> tuple[bool, bool, bool, bool, float]:
            refused, same = self._refused(groups[outputs]), _says_always_the_same(outputs, before.outputs)
            votes = hypot(*(VOTE ** costs.get(change.code, change.cost) for change in groups[outputs]))
            is_other = groups[outputs][0].code != self.pending
            return refused, same, any(output.startswith(NO_END) for output in outputs), is_other, -votes

        for group in [groups[outputs] for outputs in sorted(groups, key=worth)]:
            for change in group:
                if change.code not in self.rejected and self.confirm(change.code):
                    self._passing, self._alike, self._calls = len(fits), len(group), len(calls)
                    self._differing = len(compared) - len(group)
                    self._question = self._question_between(calls, groups, change, before.outputs)
                    return change
        return None

    def _question_between(
        self,
        calls: Sequence[str],
        groups: dict[tuple[str, ...], list[Mutation]],
        found: Mutation,
        before: tuple[str, ...],
    ) -> Question | None:
        """The question that decides between the change that was found and others; None where none does.

        Where all act alike, they are compared on calls that are unlike those of the tests. Where they act alike there,
        too, and are none of the likeliest, the program as it is stands for what else may be right.

        Args:
            calls: the further calls.
            groups: the changes by what they give for these.
            found: the change that is proposed.
            before: what the program as it is gives for `calls`.
        """
        if not calls:
            return None
        if len(groups) > 1:
            return self._between(calls, groups, found)
        (changes,) = groups.values()
        unlike = tuple(call for call in further_calls(self.versions.tests, beyond=True) if call not in calls)
        if len(changes) > 1 and unlike:
            others: dict[tuple[str, ...], list[Mutation]] = {}
            tried = replace(self.versions, calls=unlike, together=1).run([change.code for change in changes])
            for change, one in zip(changes, tried, strict=True):
                others.setdefault(one.outputs, []).append(change)
            question = self._between(unlike, others, found) if len(others) > 1 else None
            if question is not None:
                return question
        if before in groups or not self._is_thin(found):
            return None
        as_it_is = replace(found, what="the program as it is", code=self._code)
        return self._between(calls, {**groups, before: [as_it_is]}, found)

    def _is_thin(self, change: Mutation) -> bool:
        """Whether little speaks for a change that passes the tests: it is none of the likeliest, and mends one test."""
        return change.cost >= THIN and len(self.versions.tests) - self._before < 2

    def _between(
        self, calls: Sequence[str], groups: dict[tuple[str, ...], list[Mutation]], found: Mutation
    ) -> Question | None:
        own = next(outputs for outputs, group in groups.items() if found in group)
        first = [found, *(change for change in groups[own] if change is not found)]
        return find_question(calls, {**groups, own: first}, own, self.value_of)

    def _refused(self, alike: Sequence[Mutation]) -> bool:
        """Whether the user has rejected one of these changes, which all behave alike."""
        return any(change.code in self.rejected for change in alike)

    def _pairs(self, singles: Sequence[Mutation], types: Types | None) -> Mutation | None:
        """Try two changes at once: any second one after those that made more tests pass, then cheap after cheap ones.

        Args:
            singles: the changes that were tried alone.
            types: as for `run`.
        """
        helped = self._sorted_better()
        cheap = [change for change in singles if change.cost <= CHEAP and change not in helped]
        seen = {change.code for change in singles}
        for parent in [*helped, *cheap][:MOST_PARENTS]:
            if self._over():
                return None
            most = None if parent in helped else CHEAP
            children = [
                replace(child, what=f"{parent.what}; {child.what}", cost=parent.cost + child.cost)
                for child in _further(parent.code, types)
                if child.code not in seen and (most is None or child.cost <= most)
            ]
            seen |= {child.code for child in children}
            found = self._first(children)
            if found is not None:
                return found
        return None

    def _sorted_better(self) -> list[Mutation]:
        """The changes after which more tests pass than before, but not all; those with most of them first."""
        return [change for _, change in sorted(self._better, key=lambda found: -found[0])]

    def _over(self) -> bool:
        return self.clock() - self._begin >= self.seconds

    def _run_all(self, candidates: Sequence[Mutation]) -> Iterator[tuple[Mutation, Tried]]:
        """Outcomes in the candidates' order, until the time is over."""
        left_s = max(MIN_CHILD_S, self.seconds - (self.clock() - self._begin))
        versions = replace(self.versions, wall_s=min(left_s, self.versions.wall_s))
        outcomes = versions.run_in_order([change.code for change in candidates], BATCHES)
        with closing(outcomes):
            for candidate, (_, tried) in zip(candidates, outcomes, strict=False):
                yield candidate, tried
                if self._over():
                    return


def _says_always_the_same(outputs: Sequence[str], before: Sequence[str]) -> bool:
    """Whether all calls gave one result, and different ones before the change."""
    return len(set(outputs)) == 1 < len(set(before)) and len(outputs) > 2


def _further(code: str, types: Types | None) -> list[Mutation]:
    """The small changes of a program that was changed already; none where it does not parse."""
    try:
        return mutations(code, types=types)
    except (SyntaxError, ValueError):
        return []
