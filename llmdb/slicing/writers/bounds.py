"""Which statement of a step is under way at an event, and between which events each statement reads."""

from collections.abc import Iterator, Mapping, Sequence
from heapq import merge
from itertools import islice

from llmdb.events import sites as kinds
from llmdb.replay.log import EventLog, Logged
from llmdb.replay.visits import Visits
from llmdb.slicing.syntax.finding import which_call
from llmdb.slicing.syntax.uses import Statement
from llmdb.slicing.writers.callers import LEAVING
from llmdb.types import BlockId, LineNo, VisitNo

Bound = tuple[int, int]
"""The events before which a statement's first and last reads happen."""

_KEPT = 100_000
_MOST_ENTRIES = 1_000
_BETWEEN = frozenset({kinds.BEGIN, kinds.RESUME, kinds.CAUGHT})
"""Events that a statement logs before it is done with what it reads."""
_RAISING = frozenset({kinds.RAISED, kinds.UNWIND})


class Bounds:
    """Follows the statements of single steps by the events that they log."""

    def __init__(self, trace: Visits, statements: Mapping[BlockId, Sequence[Statement]]) -> None:
        self._trace = trace
        self._log: EventLog = trace.log
        self._statements = statements
        self._known: dict[VisitNo, _Walk] = {}
        self._resumes = [n for n, site in enumerate(self._log.sites) if site.kind == kinds.RESUME]

    def of(self, number: VisitNo) -> list[Bound]:
        """The bounds of each statement that a step began, in order."""
        walk = self._walk(number)
        starts = [*walk.starts, self._log.steps.end[number - 1]]
        return [
            (starts[place], walk.firsts.get(place, starts[place + 1])) for place in range(len(walk.starts))
        ]

    def after_calls(self, number: VisitNo, place: int, count: int) -> list[int]:
        """Between which events a statement reads what comes after its first calls: the events right after.

        Args:
            count: how many calls come before; where the names do not tell which calls run, several events may be it.
        """
        ran, called, found = self._code(number)[place].ran, 0, list[int]()
        for position, scope, is_own in self._inside(number, place):
            which = which_call(ran, called, scope)
            leaves = which < 0 and scope.rpartition(".")[2] in LEAVING
            if which >= count or leaves or (which < 0 and is_own):
                return [*found, position]
            if which < 0 and count < len(ran):
                found.append(position)
            called = max(called, which + 1)
        starts = [*self._walk(number).starts, self._log.steps.end[number - 1]]
        return [*found, starts[place + 1]]

    def _inside(self, number: VisitNo, place: int) -> Iterator[tuple[int, str, bool]]:
        """The events of a statement that calls: position, what is called, and whether the statement logged it."""
        places = {position: found for position, found, _ in self._walk(number).events}
        own = ((position, True) for position in self._log.own(number))
        entries = ((position, False) for position in self._entries(number))
        for position, is_own in merge(own, entries):
            site = self._log.sites[self._log.tag(position)]
            if is_own and site.kind in _BETWEEN:
                continue
            found = places.get(position)
            if (self.statement_at(number, position) if found is None else found) != place:
                continue
            if site.kind == kinds.MADE:
                yield position, site.names[0], False
            elif is_own:
                yield position, site.names[0] if site.kind == kinds.METHOD and site.line else "", True
            else:
                yield position, "" if site.kind == kinds.RESUME else site.scope, False

    def statement_at(self, number: VisitNo, position: int) -> int:
        """Which statement of a step was under way at an event, its own or of a call that it made; from 0."""
        walk = self._walk(number)
        if position > self._log.steps.end[number - 1]:
            return walk.place
        place = done = 0
        for at, found, bound in walk.events:
            if at > position:
                break
            place, done = found, bound
            if at == position:
                return place
        return calling(self._code(number), place, bool(done))

    def last(self, number: VisitNo) -> int:
        """The last statement that a step began."""
        return max(0, len(self._walk(number).starts) - 1)

    def line(self, number: VisitNo, place: int) -> LineNo:
        """The line of a statement of a step."""
        code = self._code(number)
        return code[place].line if place < len(code) else self._trace.lines(number)[0]

    def _code(self, number: VisitNo) -> Sequence[Statement]:
        return self._statements.get(self._trace.block_of(number), ())

    def _walk(self, number: VisitNo) -> "_Walk":
        found = self._known.get(number)
        if found is None:
            if len(self._known) > _KEPT:
                self._known.clear()
            steps = self._log.steps
            found = _Walk(self._code(number), steps.begin[number - 1] + 1)
            own = ((position, True) for position in self._log.own(number))
            told = any(statement.calls for statement in self._code(number)[1:])
            entries = ((position, False) for position in (self._entries(number) if told else ()))
            for position, is_own in merge(own, entries):
                if is_own:
                    found.follow(self._log.event(position))
                else:
                    found.enter(position, thrown=self._is_thrown(position))
            found.finish(steps.end[number - 1])
            self._known[number] = found
        return found

    def _is_thrown(self, position: int) -> bool:
        site = self._log.sites[self._log.tag(position)]
        return site.kind == kinds.RESUME and bool(site.names)

    def _entries(self, number: VisitNo) -> Iterator[int]:
        """Where the frames that a step called, and the generators that it resumed, began to run."""
        steps = self._log.steps
        begin, end = steps.begin[number - 1], steps.end[number - 1]
        resumed = islice(self._log.backward(self._resumes, end, begin + 1), _MOST_ENTRIES)
        called = (steps.begin[first - 1] - 1 for first, _ in self._log.callees(number))
        own = {position for position in resumed if self._log.resumer(position) == number}
        return iter(sorted(own.union(islice(called, _MOST_ENTRIES))))


class _Walk:
    """The statements of one step as its events tell them."""

    def __init__(self, code: Sequence[Statement], start: int) -> None:
        self.code = code
        self.starts = [start]
        self.firsts: dict[int, int] = {}
        self.events: list[tuple[int, int, bool]] = []
        self.done = self.halted = False

    @property
    def place(self) -> int:
        """The statement under way."""
        return len(self.starts) - 1

    def follow(self, event: Logged) -> None:
        """An event of the step's own."""
        site = event.site
        if site.kind in _RAISING:
            line = event.values[2]
            self._arrive([p for p in range(self.place, len(self.code)) if self.code[p].line == line], event)
            self.halted = True
        elif site.line and site.block:
            stored = site.names[0] if site.kind == kinds.STORE else None
            places = [
                place
                for place, statement in enumerate(self.code)
                if statement.line == site.line
                and (not stored or not statement.binds or stored in statement.binds)
            ]
            if site.kind == kinds.BEGIN:
                places = [place for place in places if place > self.place]
            self._arrive(places, event)
        elif not site.line and self._is_over():
            later = (p for p in range(self.place + 1, len(self.code)) if self.code[p].changes)
            self._advance(next(later, self.place), event.position)
        if site.kind not in _BETWEEN:
            self.firsts.setdefault(self.place, event.position)
        self.done = self.done or site.kind == kinds.STORE
        self.events.append((event.position, self.place, self.done))

    def _is_over(self) -> bool:
        """Whether a change without a place of its own is not one of the statement under way."""
        code = self.code[self.place] if self.place < len(self.code) else None
        return code is not None and not code.is_told and (self.done or not code.changes)

    def enter(self, position: int, thrown: bool) -> None:
        """A frame that a statement called begins, or goes on with an exception."""
        if not self.halted:
            place = calling(self.code, self.place, self.done)
            if not thrown or self.code[place].throws:
                self._advance(place, position)
            self.events.append((position, self.place, self.done))

    def finish(self, end: int) -> None:
        """The step ends, with all its statements if none raised."""
        if not self.halted:
            self._advance(len(self.code) - 1, end)

    def _arrive(self, places: list[int], event: Logged) -> None:
        if places and self.place not in places:
            self._advance(next((p for p in places if p > self.place), self.place), event.position)

    def _advance(self, place: int, position: int) -> None:
        while self.place < place:
            self.starts.append(position)
            self.done = False


def calling(code: Sequence[Statement], place: int, done: bool) -> int:
    """The statement that makes a call after `place` began; `done` if that has bound its name."""
    if place < len(code) and (code[place].is_told or (code[place].calls and not done)):
        return place
    return next((p for p in range(place + done, len(code)) if code[p].calls), place)
