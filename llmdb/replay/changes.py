"""What became of a name: the steps at which it took another value, or its value was mutated."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, overload

from llmdb.events import sites as kinds
from llmdb.replay.frames import MISSING
from llmdb.replay.model import HistoryEntry
from llmdb.replay.text import to_value
from llmdb.types import FrameId, LineNo, StepNo

if TYPE_CHECKING:
    from llmdb.events.decode import Wire
    from llmdb.replay.frames import Frame
    from llmdb.replay.machine import Machine
    from llmdb.replay.trace import ExecutionTrace

_FEW = 5_000
"""Of a name that at most so many steps may have changed all values are counted, whichever are shown."""
_ENTERING = (kinds.ENTER, kinds.GENERATOR)
_OWN = (kinds.FAST, kinds.NAME)
_BINDING = (kinds.STORE, kinds.DELETE, *_ENTERING)


class Changes:
    """Finds the steps that bind a name or mutate what it denotes, and what it was after each.

    A value is told of at the step that changed it, be it one of a call that knew it by another name.
    """

    def __init__(self, trace: ExecutionTrace) -> None:
        self._trace = trace
        self._visits = trace.visits
        self._log = trace.visits.log
        self._index = trace.visits.index
        self._known: dict[str, Sequence[StepNo]] = {}

    def history(
        self,
        name: str,
        scope: str | None = None,
        frame: FrameId | None = None,
        *,
        first: StepNo = 1,
        last: StepNo | None = None,
    ) -> NameHistory:
        """The steps at which a name took another value or its value was mutated, through any alias.

        Args:
            name: a variable.
            scope: only as this scope's frames see it.
            frame: only as this frame sees it.
            first, last: only of these steps and those between.
        """
        known = self.may_change(name)
        end = len(known) if last is None else bisect_right(known, last)
        return NameHistory(self, name, known[bisect_left(known, first) : end], _Seen(scope, frame))

    def may_change(self, name: str) -> Sequence[StepNo]:
        """The steps that bind a name or mutate what it may denote, in order: `history` tells which changed it."""
        if name not in self._known:
            self._known[name] = array("I", self._candidates(name))
        return self._known[name]

    def store_steps(self, name: str, scope: str | None = None) -> Sequence[StepNo]:
        """The steps that bind a name, in order; `scope` restricts them to one scope's code."""
        wanted = {
            number
            for number, site in enumerate(self._log.sites)
            if name in site.names and site.kind in _BINDING and (scope is None or site.scope == scope)
        }
        enters = {number for number in wanted if self._log.sites[number].kind in _ENTERING}
        begin = self._index.parts.begin
        stored = {bisect_right(begin, position) for position in self._log.positions(wanted - enters)}
        entered = {bisect_right(begin, position) + 1 for position in self._log.positions(enters)}
        return sorted(number for number in stored | entered if 1 <= number <= len(begin))

    def entries(self, name: str, steps: Sequence[StepNo], seen: _Seen) -> Iterator[HistoryEntry]:
        """What a name was given, and then changed to, at those of some steps that did; they may change it, in order."""
        lookup = self._visits.lookup
        for number, is_given, value in self._taken(name, steps, seen):
            shown = to_value(value, lookup)
            yield HistoryEntry(
                step=number,
                line=self._first_line(number) if is_given else self._line_of_change(number, name),
                value=shown,
                block=self._trace.block_of(number),
                occurrence=self._trace.occurrence(number),
                scope=self._trace.scope_of(number),
            )

    def taking(self, name: str, steps: Sequence[StepNo], seen: _Seen | None = None) -> Sequence[StepNo]:
        """Those of some steps at which `history` has a value, in order: twice where it has two."""
        return [number for number, _, _ in self._taken(name, steps, seen or _Seen(None, None))]

    # --- which steps -----------------------------------------------------------------------------------------

    def _candidates(self, name: str) -> list[StepNo]:
        stores = self.store_steps(name)
        if len(stores) <= _FEW and self._is_plain(name):
            return list(stores)
        first = stores[0] if stores and name not in self._log.initial else 0
        mutating = self._index.changing_parts
        return sorted({*stores, *mutating[bisect_left(mutating, first) :]})

    def _is_plain(self, name: str) -> bool:
        """Whether all that a name is ever bound to is of the kind that does not change, in its own frames only."""
        sites = {n: s for n, s in enumerate(self._log.sites) if s.kind in _BINDING and name in s.names}
        if name in self._log.initial or not sites:
            return False
        if any(site.kind in _ENTERING or site.storage not in _OWN for site in sites.values()):
            return False
        given = self._log.positions(number for number, site in sites.items() if site.kind == kinds.STORE)
        return all(type(self._log.event(position).values[0]) is not tuple for position in given)

    # --- values and lines ------------------------------------------------------------------------------------

    def _taken(
        self, name: str, numbers: Sequence[StepNo], seen: _Seen
    ) -> Iterator[tuple[StepNo, bool, Wire]]:
        """What steps were given under a name as their frame's parameter, and, with False, what they changed it to.

        The recording is gone through once. Each value is given while the machine is there.
        """
        having = frozenset(s.scope for s in self._log.sites if s.kind in _ENTERING and name in s.names)
        parts, visits, trace = self._index.parts, self._visits, self._trace
        for number in numbers:
            begin, end = parts.begin[number - 1], parts.end[number - 1]
            is_first = not parts.earlier[number - 1] and trace.scope_of(number) in having
            if is_first and trace.previous_in_frame(number) is None:
                machine = visits.machine_at(begin)
                frame = machine.find_frame(trace.frame_of(number))
                if frame is not None and seen.by(frame):
                    value = machine.shown_value(frame, name)
                    if value is not MISSING:
                        yield number, True, value
            if not visits.has_followed(begin, end):
                visits.machine_at(begin)
            machine = visits.machine_at(end)
            value = self._changed_to(machine, number, name, seen)
            if value is not MISSING:
                yield number, False, value

    def _changed_to(self, machine: Machine, number: StepNo, name: str, seen: _Seen) -> Wire:
        """What a step changed a name's value to, as the innermost frame sees it that has the name; else MISSING."""
        own = machine.find_frame(self._trace.frame_of(number))
        if own is None:
            return MISSING
        long = self._index.long_parts.get(number)
        for frame in (own, *_below(machine, own)):
            value = machine.shown_value(frame, name) if seen.by(frame) else MISSING
            if value is MISSING:
                continue
            if frame is own:
                changed = (
                    name in long if long is not None else bool(machine.changed_names(frame, name, own=True))
                )
            else:
                changed = machine.has_mutated(own, frame, name, value)
            return value if changed else MISSING
        return MISSING

    def _first_line(self, number: StepNo) -> LineNo:
        lines = self._trace.lines(number)
        return lines[0] if lines else self._trace.line_of(number) or 1

    def _line_of_change(self, number: StepNo, name: str) -> LineNo:
        line = 0
        for position in self._trace.positions(number):
            site = self._log.sites[self._log.tag(position)]
            if site.kind == kinds.STORE and site.names == (name,):
                line = site.line
            elif site.kind in kinds.CHANGING and site.line:
                line = line or site.line
        return line or self._first_line(number)


class _Seen(NamedTuple):
    """As whom a name is looked at: all frames of a scope, one frame, or, with neither, whoever has the name."""

    scope: str | None
    frame: FrameId | None

    def by(self, frame: Frame) -> bool:
        """Whether a frame is one of these."""
        if self.frame is not None:
            return frame.number == self.frame
        return self.scope is None or frame.scope == self.scope


def _below(machine: Machine, own: Frame) -> Iterable[Frame]:
    """The frames that are on the stack below one, the innermost first."""
    stack = machine.stacks.get(own.thread, [])
    return reversed(stack[: stack.index(own)]) if own in stack else ()


class NameHistory(Sequence[HistoryEntry]):
    """The values that a name took, in order, found when they are asked for: a long run gives a name a million.

    Args:
        steps: those that may have changed it, in order.
        seen: as whom the name is looked at.
    """

    def __init__(self, changes: Changes, name: str, steps: Sequence[StepNo], seen: _Seen) -> None:
        self._changes = changes
        self._name = name
        self._steps = steps
        self._seen = seen

    @cached_property
    def _all(self) -> tuple[HistoryEntry, ...]:
        return tuple(self._entries(self._steps))

    def _entries(self, steps: Sequence[StepNo]) -> Iterator[HistoryEntry]:
        return self._changes.entries(self._name, steps, self._seen)

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

    def near(self, step: StepNo, most: int) -> Near:
        """The values around a step: at least `most` before it and after it, if there are so many."""
        if len(self._steps) <= _FEW:
            taken = self._changes.taking(self._name, self._steps, self._seen)
            entries, left = self._around(sorted(set(taken)), step, most)
            return Near(entries, len(taken) - len(entries), is_exact=True)
        entries, left = self._around(self._steps, step, most)
        return Near(entries, left, is_exact=not left)

    def _around(
        self, steps: Sequence[StepNo], step: StepNo, most: int
    ) -> tuple[tuple[HistoryEntry, ...], int]:
        """The values around a step at some of these, and at how many of these it was not looked."""
        first = end = bisect_right(steps, step)
        before, after = list[HistoryEntry](), list[HistoryEntry]()
        count = most
        while first and len(before) < most:
            begin = max(0, first - count)
            before[:0] = self._entries(steps[begin:first])
            first, count = begin, 2 * count
        count = most
        while end < len(steps) and len(after) < most:
            after += self._entries(steps[end : end + count])
            end, count = min(end + count, len(steps)), 2 * count
        return (*before, *after), first + len(steps) - end


class Near(NamedTuple):
    """Values of a name around a step, and how many are left out: at most, if that `is_exact` does not hold."""

    entries: tuple[HistoryEntry, ...]
    left: int
    is_exact: bool
