"""What a step was given: returned by the calls that it made, yielded by generators that it resumed, sent to it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from llmdb.runner.child import sites as kinds
from llmdb.slicing.syntax.uses import Statement, generators_of
from llmdb.slicing.writers.callers import LEAVING
from llmdb.trace.trace import ExecutionTrace
from llmdb.types import BlockId, StepNo

Gift = tuple[int, StepNo, str]
"""The position of the event that hands a value over, the giving step, and what the value is named by: "add()"."""

SENT = "(sent)"
_MOST_YIELDS = _MOST_STEPS = 1_000


class Gifts:
    """Finds the values that came into a step from other frames."""

    def __init__(self, trace: ExecutionTrace, statements: Mapping[BlockId, Sequence[Statement]]) -> None:
        self._trace = trace
        self._log = trace.log
        self._statements = statements
        self._generators = generators_of(trace.cfg, statements)
        self._returning = _lines(statements, "returns")
        self._receiving = _lines(statements, "receives")
        self._resumes = [n for n, site in enumerate(self._log.sites) if site.kind == kinds.RESUME]
        self._yields = [n for n, site in enumerate(self._log.sites) if site.kind == kinds.YIELD]

    def to(self, number: StepNo) -> tuple[Gift, ...]:
        """What a step was given, in order."""
        return tuple(sorted([*self._returned(number), *self._yielded(number), *self._sent(number)]))

    def _returned(self, number: StepNo) -> Iterator[Gift]:
        log = self._log
        for first, last in log.callees(number):
            own = log.own(last)
            event = log.event(own[-1]) if own else None
            if event is None or event.site.kind != kinds.RETURN:
                continue
            if not self._is_used(number, first):
                continue
            if (event.site.block, event.site.line) in self._returning:
                yield event.position, last, self._name(first)
            elif event.values[:1] != (None,) and (step := self._returning_step(last)):
                yield event.position, step, self._name(first)

    def _returning_step(self, last: StepNo) -> StepNo:
        """The step of the `return` that the rest of a `finally` or a `with` came after; 0 for none."""
        blocks = {block for block, _ in self._returning}
        found: StepNo | None = last
        for _ in range(_MOST_STEPS):
            if found is None or self._trace.block_of(found) in blocks:
                break
            found = self._trace.previous_in_frame(found)
        return found or 0

    def _is_used(self, number: StepNo, first: StepNo) -> bool:
        """Whether a step uses what a frame that it called returns.

        An `__exit__` is asked after an exception only; what a generator returns is given to `yield from` only.
        """
        if self._trace.scope_of(first) in self._generators:
            return any(code.delegates for code in self._statements.get(self._trace.block_of(number), ()))
        return number in self._trace.raises or self._name(first)[:-2] not in LEAVING

    def _yielded(self, number: StepNo) -> Iterator[Gift]:
        log = self._log
        begin, end = log.steps.begin[number - 1], log.steps.end[number - 1]
        if not self._yields or end - begin < 2:
            return
        for position in islice(log.backward(self._yields, end, begin + 1), _MOST_YIELDS):
            step = log.step_at(position, log.sites[log.tag(position)].scope)
            if step and self._resumer(step, position) == number:
                yield position, step, self._name(step)

    def _resumer(self, step: StepNo, position: int) -> StepNo | None:
        """The step that a generator's step runs for when it yields."""
        log = self._log
        for before in log.backward(self._resumes, position, log.steps.begin[step - 1]):
            if log.step_at(before, log.sites[log.tag(before)].scope) == step:
                return log.resumer(before)
        return self._trace.parent_step(step)

    def _sent(self, number: StepNo) -> Iterator[Gift]:
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
                yield position, caller, SENT

    def _name(self, step: StepNo) -> str:
        return self._trace.scope_of(step).rpartition(".")[2] + "()"


def _lines(statements: Mapping[BlockId, Sequence[Statement]], what: str) -> frozenset[tuple[BlockId, int]]:
    """Block and line of the statements that have a property."""
    return frozenset(
        (block, code.line) for block, found in statements.items() for code in found if getattr(code, what)
    )
