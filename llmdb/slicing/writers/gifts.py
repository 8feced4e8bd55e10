"""What a step was given: returned by the calls that it made, yielded by generators that it resumed, sent to it."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import NamedTuple

from llmdb.events import sites as kinds
from llmdb.events.decode import Wire
from llmdb.replay.heap import is_reference
from llmdb.replay.visits import Visits
from llmdb.slicing.syntax.uses import Statement, generators_of
from llmdb.slicing.writers.callers import LEAVING
from llmdb.types import BlockId, VisitNo


class Gift(NamedTuple):
    """A value that came from another frame.

    Attributes:
        position: of the event that hands it over.
        step: the giving step.
        name: what the value is named by: "add()".
        at: an event of the statement that gets it.
    """

    position: int
    step: VisitNo
    name: str
    at: int


SENT = "(sent)"
_MOST_YIELDS = _MOST_STEPS = 1_000


class Gifts:
    """Finds the values that came into a step from other frames."""

    def __init__(self, trace: Visits, statements: Mapping[BlockId, Sequence[Statement]]) -> None:
        self._trace = trace
        self._log = trace.log
        self._statements = statements
        self._generators = generators_of(trace.cfg, statements)
        self._returning = _lines(statements, "returns")
        self._receiving = _lines(statements, "receives")
        self._resumes = [n for n, site in enumerate(self._log.sites) if site.kind == kinds.RESUME]
        self._caches = [n for n, site in enumerate(self._log.sites) if site.kind == kinds.KEPT]
        self._returns = [n for n, site in enumerate(self._log.sites) if site.kind == kinds.RETURN]
        yielding, all_lines = _lines(statements, "yields"), _lines(statements, "line")
        self._yields = [
            n
            for n, site in enumerate(self._log.sites)
            if site.kind == kinds.YIELD
            and ((site.block, site.line) in yielding or (site.block, site.line) not in all_lines)
        ]

    def to(self, number: VisitNo) -> tuple[Gift, ...]:
        """What a step was given, in order."""
        ways = (
            self._returned(number),
            self._kept(number),
            self._finished(number),
            self._yielded(number),
            self._sent(number),
        )
        return tuple(sorted(chain.from_iterable(ways)))

    def _returned(self, number: VisitNo) -> Iterator[Gift]:
        for first, last in self._log.callees(number):
            if self._is_used(number, first):
                found = self._return(first, last)
                if found is not None:
                    yield found

    def _return(self, first: VisitNo, last: VisitNo, at: int = 0) -> Gift | None:
        """What a frame returned, from its first and last step."""
        own = self._log.own(last)
        event = self._log.event(own[-1]) if own else None
        if event is None or event.site.kind != kinds.RETURN:
            return None
        if (event.site.block, event.site.line) in self._returning:
            step = last
        else:
            step = self._returning_step(last) if event.values[:1] != (None,) else 0
        return Gift(event.position, step, self._name(first), at or event.position) if step else None

    def _kept(self, number: VisitNo) -> Iterator[Gift]:
        """What caches gave a step that earlier calls had returned."""
        log = self._log
        for position in log.own(number) if self._caches else ():
            event = log.event(position)
            if event.site.kind != kinds.KEPT or not event.values[0]:
                continue
            for before in log.backward(self._caches, position):
                made = log.event(before)
                if not made.values[0] and self._same_call(made.values[1:], event.values[1:]):
                    returned = next(log.backward(self._returns, before), 0)
                    last = log.step_at(returned, log.sites[log.tag(returned)].scope)
                    first = log.first_step(self._trace.frame_of(last)) if last else 0
                    found = self._return(first, last, position) if first else None
                    if found is not None:
                        yield found
                    break

    def _same_call(self, one: tuple[Wire, ...], two: tuple[Wire, ...]) -> bool:
        return one[0] == two[0] and self._items(one[1]) == self._items(two[1])

    def _items(self, given: Wire) -> Sequence[Wire]:
        held = self._log.birth(given[0]) if is_reference(given) else None
        return tuple(given[1]) if held is None else tuple(held.data)

    def _finished(self, number: VisitNo) -> Iterator[Gift]:
        """What coroutines returned that a step made and that an event loop ran."""
        for position in self._log.own(number) if self._coroutines else ():
            event = self._log.event(position)
            if event.site.kind != kinds.MADE:
                continue
            entries = self._coroutines.get(event.values[0], [])
            place = bisect_right(entries, position)
            if place < len(entries):
                first = self._log.step_after(entries[place])
                caller = self._trace.parent_step(first)
                if caller is None or not self._delegates(caller):
                    found = self._return(first, self._log.last_step(self._trace.frame_of(first)), position)
                    if found is not None:
                        yield found

    @cached_property
    def _coroutines(self) -> dict[Wire, list[int]]:
        """For each key of a coroutine's frame where such frames began, in order."""
        log, out = self._log, dict[Wire, list[int]]()
        tags = [
            n
            for n, site in enumerate(log.sites)
            if site.kind == kinds.GENERATOR and site.scope not in self._generators
        ]
        for position in log.backward(tags, log.total):
            out.setdefault(log.event(position).values[0], []).append(position)
        return {key: found[::-1] for key, found in out.items()}

    def _delegates(self, number: VisitNo) -> bool:
        return any(code.delegates for code in self._statements.get(self._trace.block_of(number), ()))

    def _returning_step(self, last: VisitNo) -> VisitNo:
        """The step of the `return` that the rest of a `finally` or a `with` came after; 0 for none."""
        blocks = {block for block, _ in self._returning}
        found: VisitNo | None = last
        for _ in range(_MOST_STEPS):
            if found is None or self._trace.block_of(found) in blocks:
                break
            found = self._trace.previous_in_frame(found)
        return found or 0

    def _is_used(self, number: VisitNo, first: VisitNo) -> bool:
        """Whether a step uses what a frame that it called returns.

        An `__exit__` is asked after an exception only; what a generator or a coroutine returns is given to what
        delegates to it only.
        """
        if self._trace.scope_of(first) in self._generators or self._is_coroutine(first):
            return self._delegates(number)
        return number in self._trace.raises or self._name(first)[:-2] not in LEAVING

    def _yielded(self, number: VisitNo) -> Iterator[Gift]:
        log = self._log
        begin, end = log.steps.begin[number - 1], log.steps.end[number - 1]
        if not self._yields or end - begin < 2:
            return
        for position in islice(log.backward(self._yields, end, begin + 1), _MOST_YIELDS):
            step = log.step_at(position, log.sites[log.tag(position)].scope)
            if step and self._resumer(step, position) == number:
                yield Gift(position, step, self._name(step), position)

    def _resumer(self, step: VisitNo, position: int) -> VisitNo | None:
        """The step that a generator's step runs for when it yields."""
        log = self._log
        for before in log.backward(self._resumes, position, log.steps.begin[step - 1]):
            if log.step_at(before, log.sites[log.tag(before)].scope) == step:
                return log.resumer(before)
        return self._trace.parent_step(step)

    def _sent(self, number: VisitNo) -> Iterator[Gift]:
        if not any(block == self._trace.block_of(number) for block, _ in self._receiving):
            return
        own = self._log.own(number)
        for place, position in enumerate(own):
            event = self._log.event(position)
            if event.site.kind != kinds.RESUME or event.site.names:
                continue
            stored = self._log.event(own[place + 1]) if place + 1 < len(own) else None
            if stored is not None and stored.values[:1] == (None,):
                continue
            caller = self._log.resumer(position)
            if caller and (event.site.block, event.site.line) in self._receiving:
                yield Gift(position, caller, SENT, position)

    def _is_coroutine(self, first: VisitNo) -> bool:
        """Whether a frame that begins with a step is one that another one awaits."""
        entry = self._log.steps.begin[first - 1] - 1
        return self._log.sites[self._log.tag(entry)].kind == kinds.GENERATOR

    def _name(self, step: VisitNo) -> str:
        return self._trace.scope_of(step).rpartition(".")[2] + "()"


def _lines(statements: Mapping[BlockId, Sequence[Statement]], what: str) -> frozenset[tuple[BlockId, int]]:
    """Block and line of the statements that have a property."""
    return frozenset(
        (block, code.line) for block, found in statements.items() for code in found if getattr(code, what)
    )
