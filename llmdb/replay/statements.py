"""Which statements of its block each step began, how it was over, and which way its condition went."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from llmdb.events import sites as kinds
from llmdb.types import LineNo, StepNo, VisitNo

if TYPE_CHECKING:
    from llmdb.program.graph import BasicBlock
    from llmdb.replay.visits import Visits

_WALKS = 64
"""Visits of several parts of which it is kept what each began."""


class Begun(NamedTuple):
    """A statement that a part began: its line, and the event before which it did."""

    line: LineNo
    position: int


class Statements:
    """Follows the statements of a visit by the events that it logged."""

    def __init__(self, visits: Visits) -> None:
        self._visits = visits
        self._log = visits.log
        self._parts = visits.index.parts
        self._raising = {thrown.step: thrown.raised.line for thrown in reversed(visits.index.thrown)}
        self._whole: dict[int, tuple[LineNo, ...]] = {}
        self._walks: OrderedDict[VisitNo, dict[StepNo, list[Begun]]] = OrderedDict()

    def lines(self, number: StepNo) -> tuple[LineNo, ...]:
        """First lines of the statements that a step began, in order, repeats left out."""
        visit = self._parts.visit[number - 1]
        if self._is_whole(number, visit):
            return self._block_lines(visit)
        lines = [begun.line for begun in self.begun(number)]
        if self._visits.cfg.level == "function":
            return tuple(dict.fromkeys(lines))
        return without_repeats(lines)

    def last_line(self, number: StepNo) -> LineNo:
        """The line of the statement under way as a step ends; 0 for none."""
        visit = self._parts.visit[number - 1]
        if self._is_whole(number, visit):
            lines = self._block_lines(visit)
            return lines[-1] if lines else 0
        found = self._walk(visit)
        while number:
            if found[number]:
                return found[number][-1].line
            number = self._parts.earlier[number - 1]
        return 0

    def begun(self, number: StepNo) -> Sequence[Begun]:
        """The statements that a step began, in order; those of one line too."""
        return self._walk(self._parts.visit[number - 1])[number]

    def done_in(self, visit: VisitNo, line: LineNo) -> StepNo:
        """The step of a visit in which the statement of a line was done, or was left unfinished.

        That is where the next statement began, or where the visit ended; its first step for a line not begun.
        """
        found = self._walk(visit)
        begun = [(number, each.line) for number, lines in found.items() for each in lines]
        places = [place for place, (_, other) in enumerate(begun) if other == line]
        if not places:
            return next(iter(found))
        return begun[places[-1] + 1][0] if places[-1] + 1 < len(begun) else next(reversed(found))

    def end_kind(self, number: StepNo) -> str:
        """The kind of the event with which a step is over: "block" and "return", "yield", "unwind" are the frame's own.

        Any other is a frame's that control goes to; "" where the recording ends.
        """
        end = self._parts.end[number - 1]
        if end >= self._log.total:
            return ""
        site = self._log.sites[self._log.tag(end)]
        visit = self._parts.visit[number - 1]
        if site.kind in (kinds.RETURN, kinds.YIELD, kinds.UNWIND):
            return site.kind if site.scope == self._visits.scope_of(visit) else kinds.ENTER
        if site.kind == kinds.BLOCK:
            following = self._visits.next_in_frame(visit)
            own = following is not None and self._visits.index.steps.begin[following - 1] == end
            return kinds.BLOCK if own else kinds.ENTER
        return site.kind

    def taken(self, number: StepNo) -> bool | None:
        """Which way the condition went with which a step left its block; None where it left it without one."""
        visit = self._parts.visit[number - 1]
        block = self._visits.basic_block(visit)
        if block is None or block.condition is None or not {"true", "false"} & block.next.keys():
            return None
        kind = self.end_kind(number)
        if kind == kinds.RETURN or (kind == kinds.UNWIND and block.condition.startswith("except")):
            return way_taken({"true", "false"} - block.next.keys())  # the way that leads out of the scope
        if kind != kinds.BLOCK and not self._is_over(number):
            return None
        following = self._visits.next_in_frame(visit)
        reached = self._visits.block_of(following) if following is not None else 0
        ways: set[str] = {way for way, target in block.next.items() if target == reached}
        return way_taken(ways)

    def _is_over(self, number: StepNo) -> bool:
        """Whether a step ended its block, and then a `with`."""
        end = self._parts.end[number - 1]
        return (
            self._parts.begin[number - 1] < end and self._log.sites[self._log.tag(end - 1)].kind == kinds.OVER
        )

    def _is_whole(self, number: StepNo, visit: VisitNo) -> bool:
        """Whether a step is its whole visit, and left the block at its end."""
        place = number - 1
        return (
            not self._parts.earlier[place]
            and not self._parts.later[place]
            and number not in self._raising
            and not self._visits.index.jumps.get(visit)
            and self.end_kind(number) in (kinds.BLOCK, kinds.RETURN)
        )

    def _block_lines(self, visit: VisitNo) -> tuple[LineNo, ...]:
        number = self._visits.block_of(visit)
        if number not in self._whole:
            block = self._visits.basic_block(visit)
            self._whole[number] = without_repeats(block.statement_lines) if block is not None else ()
        return self._whole[number]

    def _walk(self, visit: VisitNo) -> dict[StepNo, list[Begun]]:
        found = self._walks.get(visit)
        if found is None:
            found = self._walks[visit] = self._follow(visit)
            while len(self._walks) > _WALKS:
                self._walks.popitem(last=False)
        else:
            self._walks.move_to_end(visit)
        return found

    def _follow(self, visit: VisitNo) -> dict[StepNo, list[Begun]]:
        block, found = self._visits.basic_block(visit), dict[StepNo, list[Begun]]()
        rows: Sequence[LineNo] = block.statement_lines if block is not None else ()
        if self._visits.cfg.level == "function":  # events tell of all but the first
            rows = rows[:1]
        number = self._visits.part_at(self._visits.index.steps.begin[visit - 1])
        rows = self._up_to_raise(number, rows)
        place, first_call = -1, self._first_call(block, rows)
        while number:
            begun = found[number] = []
            begin, end = self._parts.begin[number - 1], self._parts.end[number - 1]
            place = _advance(begun, rows, place, max(place, 0), begin)
            for position in range(begin, min(end, self._log.total)):
                site = self._log.sites[self._log.tag(position)]
                if site.kind == kinds.LINE:  # a jump comes after all statements of its block
                    place = _advance(begun, rows, place, len(rows) - 1, position)
                    begun.append(Begun(site.line, position))
                elif site.kind == kinds.OVER:
                    place = _advance(begun, rows, place, len(rows) - 1, position)
                elif site.line and block is not None and site.block == block.id and site.kind != kinds.BLOCK:
                    target = _place_of(rows, place, site.line, later=site.kind == kinds.BEGIN)
                    place = _advance(begun, rows, place, target, position)
                elif site.kind == kinds.UNDER_WAY or (site.kind in kinds.CHANGING and not site.line):
                    # by a call, whose statement is not told
                    place = _advance(begun, rows, place, max(place, first_call), position)
            place = _advance(begun, rows, place, self._place_at_end(number, rows, place), end)
            if number in self._raising:  # what comes back after that leaves the block
                rows = rows[: place + 1]
            number = self._parts.later[number - 1]
        return found

    def _up_to_raise(self, number: StepNo, rows: Sequence[LineNo]) -> Sequence[LineNo]:
        """Rows without those after the one that raised: none of them calls what an exception closes on its way."""
        while number:
            line = self._raising.get(number)
            if line in rows:
                return rows[: len(rows) - rows[::-1].index(line)]
            number = self._parts.later[number - 1]
        return rows

    def _place_at_end(self, number: StepNo, rows: Sequence[LineNo], place: int) -> int:
        """The statement under way as a part is over."""
        kind, end = self.end_kind(number), self._parts.end[number - 1]
        if number in self._raising:
            line = self._raising[number]
            if line is not None and line not in rows:
                return len(rows) - 1  # a `raise` alone has the line of the first one, and ends its block
            return _place_of(rows, place, line, later=False) if line else place
        if kind == kinds.BLOCK:
            return len(rows) - 1
        if kind in (kinds.RETURN, kinds.YIELD):
            site = self._log.sites[self._log.tag(end)]
            return _place_of(rows, place, site.line, later=False) if site.block else len(rows) - 1
        if kind in ("", kinds.UNWIND):
            return place
        return max(place, self._first_call(self._visits.basic_block(self._parts.visit[number - 1]), rows))

    def _first_call(self, block: BasicBlock | None, rows: Sequence[LineNo]) -> int:
        """The first statement of a block that calls, which no event tells of as it begins; -1 for none."""
        line = self._visits.index.first_calls.get(block.id) if block is not None else None
        return _place_of(rows, 0, line, later=False) if line else -1


def way_taken(ways: set[str]) -> bool | None:
    """True or False for the one exit of a condition that leads to where control went; None where both do."""
    return None if len(ways) != 1 else {"true": True, "false": False}.get(next(iter(ways)))


def _advance(begun: list[Begun], rows: Sequence[LineNo], place: int, target: int, position: int) -> int:
    """Statements up to `target` begin; the place reached."""
    while place < target and place + 1 < len(rows):
        place += 1
        begun.append(Begun(rows[place], position))
    return place


def _place_of(rows: Sequence[LineNo], place: int, line: LineNo, later: bool) -> int:
    """The statement of a line from a place on, or after it; the place itself where there is none."""
    found = (n for n in range(max(place + later, 0), len(rows)) if rows[n] == line)
    return next(found, place)


def without_repeats(lines: Sequence[LineNo]) -> tuple[LineNo, ...]:
    """Lines with one for each that stands there several times in a row."""
    return tuple(line for n, line in enumerate(lines) if not n or line != lines[n - 1])
