"""What became of a name: the steps at which it took another value, or its value was mutated."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import compress
from operator import not_
from typing import NamedTuple, overload

from llmdb.events import sites as kinds
from llmdb.events.decode import Wire
from llmdb.replay.frames import MISSING
from llmdb.replay.model import HistoryEntry
from llmdb.replay.replay import Replay
from llmdb.replay.text import to_value
from llmdb.types import FrameId, LineNo, VisitNo

_FEW = 5_000
"""Of a name that at most so many steps may have changed all values are counted, whichever are shown."""
_ENTERING = (kinds.ENTER, kinds.GENERATOR)
_OWN = (kinds.FAST, kinds.NAME)
_BINDING = (kinds.STORE, kinds.DELETE, *_ENTERING)
_CHANGES = frozenset(
    {kinds.SETITEM, kinds.DELITEM, kinds.SETATTR, kinds.DELATTR, kinds.INPLACE, kinds.METHOD}
)


class Changes(Replay):
    """Finds the steps that bind a name or mutate what it denotes, and what it was after each."""

    @cached_property
    def _may_change(self) -> dict[str, Sequence[VisitNo]]:
        return {}

    def history(
        self,
        name: str,
        scope: str | None = None,
        frame: FrameId | None = None,
        *,
        first: VisitNo = 1,
        last: VisitNo | None = None,
    ) -> "NameHistory":
        """The steps at which a name took another value or its value was mutated, through any alias.

        Args:
            name: a variable.
            scope: only where it belongs to this scope's frames.
            frame: only as this frame sees it.
            first, last: only of these steps and those between.
        """
        known = self.may_change(name)
        end = len(known) if last is None else bisect_right(known, last)
        steps = known[bisect_left(known, first) : end]
        if frame is not None:
            steps = [number for number in steps if self.frame_of(number) == frame]
        if scope is not None:
            frames, inside = self._steps.frame, [scope == other for other in self._index.frame_scopes]
            steps = [number for number in steps if inside[frames[number - 1]]]
        return NameHistory(self, name, steps)

    def may_change(self, name: str) -> Sequence[VisitNo]:
        """The steps that bind a name or mutate what it may denote, in order: `history` tells which changed it."""
        if name not in self._may_change:
            self._may_change[name] = array("I", self._candidates(name))
        return self._may_change[name]

    def store_steps(self, name: str, scope: str | None = None) -> Sequence[VisitNo]:
        """The steps that bind a name, in order; `scope` restricts them to one scope's code."""
        wanted = {
            number
            for number, site in enumerate(self._chunks.sites)
            if name in site.names and site.kind in _BINDING and (scope is None or site.scope == scope)
        }
        enters = {number for number in wanted if self._chunks.sites[number].kind in _ENTERING}
        return sorted({*self._logging(wanted - enters), *self._entered(enters)})

    def entries(self, name: str, steps: Sequence[VisitNo]) -> Iterator[HistoryEntry]:
        """What a name was given, and then changed to, at those of some steps that did; they may change it, in order."""
        lookup = self._machine.lookup
        found = {(step, is_given): to_value(v, lookup) for step, is_given, v in self._taken(name, steps)}
        for number in steps:
            for is_given in (True, False):
                if (value := found.get((number, is_given))) is not None:
                    yield HistoryEntry(
                        step=number,
                        line=self._first_line(number) if is_given else self._line_of_change(number, name),
                        value=value,
                        block=self.block_of(number),
                        occurrence=self.occurrence(number),
                    )

    def taking(self, name: str, steps: Sequence[VisitNo]) -> Sequence[VisitNo]:
        """Those of some steps at which `history` has a value, in order: twice where it has two."""
        return sorted(number for number, _, _ in self._taken(name, steps))

    # --- which steps -----------------------------------------------------------------------------------------

    def _candidates(self, name: str) -> list[VisitNo]:
        stores = self.store_steps(name)
        if len(stores) <= _FEW and self._is_plain(name):
            return list(stores)
        found = set(stores)
        frames, mutating = self._steps.frame, self._mutating_since(stores[0] if stores else 0, name)
        binding = {s.scope for s in self._chunks.sites if s.kind in _BINDING and name in s.names}
        scopes = {*self._index.frame_scopes}
        seeing = {scope: scope in binding or self._sees(scope, name) for scope in scopes}
        sees = [seeing[scope] for scope in self._index.frame_scopes]
        own = [sees[frames[number - 1]] for number in mutating]
        found.update(compress(mutating, own))
        parents, passed = self._steps.parent, bytearray(len(frames) + 1)
        for number in compress(mutating, map(not_, own)):
            inner = 0 if number in found else parents[number - 1]
            while inner and not passed[inner]:
                passed[inner] = 1
                if inner in found or sees[frames[inner - 1]]:
                    found.add(inner)
                    break
                inner = parents[inner - 1]
        return sorted(found)

    def _is_plain(self, name: str) -> bool:
        """Whether all that a name is ever bound to is of the kind that does not change, in its own frames only."""
        sites = {n: s for n, s in enumerate(self._chunks.sites) if s.kind in _BINDING and name in s.names}
        if name in self._chunks.initial or not sites:
            return False
        if any(site.kind in _ENTERING or site.storage not in _OWN for site in sites.values()):
            return False
        given = self.log.positions(number for number, site in sites.items() if site.kind == kinds.STORE)
        return all(type(self.log.event(position).values[0]) is not tuple for position in given)

    def _mutating_since(self, first: VisitNo, name: str) -> Sequence[VisitNo]:
        """The steps that mutate something, without those that were over before a name was first bound."""
        if not first or name in self._chunks.initial:
            return self._index.mutating
        ends, begin = self._steps.end, self._steps.begin[first - 1]
        return [number for number in self._index.mutating if ends[number - 1] >= begin]

    def _sees(self, scope: str, name: str) -> bool:
        row = self.scopes.get(scope)
        return row is None or name in row.locals or name in row.cells or name in row.free or name in row.reads

    def _logging(self, sites: Iterable[int]) -> Iterator[VisitNo]:
        """The steps whose own code logged the events of some sites."""
        begin, end, parent = self._steps.begin, self._steps.end, self._steps.parent
        for position in self.log.positions(sites):
            number = bisect_right(begin, position)
            while number and end[number - 1] < position:
                number = parent[number - 1]
            if number:
                yield number

    def _entered(self, sites: Iterable[int]) -> Iterator[VisitNo]:
        """The first steps of the frames that some sites enter."""
        begin = self._steps.begin
        following = (bisect_right(begin, position) for position in self.log.positions(sites))
        return (number + 1 for number in following if number < len(begin))

    # --- values and lines ------------------------------------------------------------------------------------

    def _taken(self, name: str, numbers: Sequence[VisitNo]) -> Iterator[tuple[VisitNo, bool, Wire]]:
        """What steps were given under a name as their frame's parameter, and, with False, what they changed it to.

        The recording is gone through once, as each step begins and ends: a step may end long after it began. Each value
        is given while the machine is there.
        """
        steps, having = self._steps, self._having_parameter(name)
        begins = [(steps.begin[number - 1], False, number) for number in numbers]
        ends = [(steps.end[number - 1], True, number) for number in numbers]
        for position, is_over, number in sorted(begins + ends):
            machine = self.machine_at(position)
            frame = machine.find_frame(steps.frame[number - 1])
            if frame is None:
                continue
            if is_over:
                long = self._index.long_steps.get(number)
                if long is None or name in long:
                    value = machine.shown_value(frame, name)
                    if value is not MISSING and (long or machine.changed_names(frame, name)):
                        yield number, False, value
            elif not self.previous_in_frame(number) and self.scope_of(number) in having:
                value = machine.shown_value(frame, name)
                if value is not MISSING:
                    yield number, True, value

    def _having_parameter(self, name: str) -> frozenset[str]:
        """The scopes that have a parameter of this name."""
        return frozenset(s.scope for s in self._chunks.sites if s.kind in _ENTERING and name in s.names)

    def _first_line(self, number: VisitNo) -> LineNo:
        lines = self.lines(number)
        return lines[0] if lines else 1

    def _line_of_change(self, number: VisitNo, name: str) -> LineNo:
        lines = self.lines(number)
        if len(lines) == 1:
            return lines[0]
        line = 0
        for event in map(self.log.event, self.log.own(number)):
            if event.site.kind == kinds.STORE and event.site.names == (name,):
                line = event.site.line
            elif event.site.kind in _CHANGES and event.site.line:
                line = line or event.site.line
        return line or self._first_line(number)


class NameHistory(Sequence[HistoryEntry]):
    """The values that a name took, in order, found when they are asked for: a long run gives a name a million.

    Args:
        steps: those that may have changed it, in order.
    """

    def __init__(self, trace: Changes, name: str, steps: Sequence[VisitNo]) -> None:
        self._trace = trace
        self._name = name
        self._steps = steps

    @cached_property
    def _all(self) -> tuple[HistoryEntry, ...]:
        return tuple(self._trace.entries(self._name, self._steps))

    def __len__(self) -> int:
        return len(self._all)

    @overload
    def __getitem__(self, index: int) -> HistoryEntry: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[HistoryEntry]: ...
    def __getitem__(self, index: int | slice) -> HistoryEntry | Sequence[HistoryEntry]:
        return self._all[index]

    def __iter__(self) -> Iterator[HistoryEntry]:
        return iter(self._all)

    def near(self, step: VisitNo, most: int) -> "Near":
        """The values around a step: at least `most` before it and after it, if there are so many."""
        if len(self._steps) <= _FEW:
            taken = self._trace.taking(self._name, self._steps)
            entries, left = self._around(sorted(set(taken)), step, most)
            return Near(entries, len(taken) - len(entries), is_exact=True)
        entries, left = self._around(self._steps, step, most)
        return Near(entries, left, is_exact=not left)

    def _around(
        self, steps: Sequence[VisitNo], step: VisitNo, most: int
    ) -> tuple[tuple[HistoryEntry, ...], int]:
        """The values around a step at some of these, and at how many of these it was not looked."""
        first = end = bisect_right(steps, step)
        before, after = list[HistoryEntry](), list[HistoryEntry]()
        count = most
        while first and len(before) < most:
            begin = max(0, first - count)
            before[:0] = self._trace.entries(self._name, steps[begin:first])
            first, count = begin, 2 * count
        count = most
        while end < len(steps) and len(after) < most:
            after += self._trace.entries(self._name, steps[end : end + count])
            end, count = min(end + count, len(steps)), 2 * count
        return (*before, *after), first + len(steps) - end


class Near(NamedTuple):
    """Values of a name around a step, and how many are left out: at most, if that `is_exact` does not hold."""

    entries: tuple[HistoryEntry, ...]
    left: int
    is_exact: bool
