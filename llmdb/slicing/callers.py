"""Which step called a frame, and which raised what a handler took over."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from llmdb.runner.child import sites as kinds
from llmdb.slicing.uses import Statement
from llmdb.trace.trace import ExecutionTrace
from llmdb.types import BlockId, StepNo

ENTERING = frozenset({"__enter__", "__aenter__"})
LEAVING = frozenset({"__exit__", "__aexit__"})
"""Methods that a `with` calls when its body has ended: the step under way is then one of the body."""

_MOST = 10_000


class Callers:
    """Finds callers and raising steps; the caller of an `__exit__` is its `with`, not what ran last in the body."""

    def __init__(self, trace: ExecutionTrace, statements: Mapping[BlockId, Sequence[Statement]]) -> None:
        self._trace = trace
        self._log = trace.log
        rows = [(block, code) for block, found in statements.items() for code in found]
        self._withs = [(block, code.inside) for block, code in rows if code.inside and not code.iterates]

    def caller(self, number: StepNo) -> StepNo | None:
        """The step that called the frame of a step; None for the outermost."""
        first = self._log.first_step(self._trace.frame_of(number))
        found = self._trace.parent_step(first)
        if found is None or not self.leaves(number):
            return found
        earlier = sum(self._name(inner) in LEAVING and inner < first for inner, _ in self._log.callees(found))
        for step in self._open(found):
            earlier -= sum(self._name(inner) in ENTERING for inner, _ in self._log.callees(step))
            if earlier < 0:
                return step
        return found

    def leaves(self, number: StepNo) -> bool:
        """Whether a step is one of an `__exit__`."""
        return self._name(number) in LEAVING

    def raising(self, number: StepNo) -> tuple[StepNo, int]:
        """The step that raised what a step handled, itself or one of a call that it made, and where; 0 for nowhere."""
        log, found = self._log, (number, 0)
        raised = (p for p in reversed(log.own(number)) if log.event(p).site.kind == kinds.RAISED)
        position = next(raised, 0)
        while position > 0:
            site = log.sites[log.tag(position)]
            if site.kind in (kinds.RAISED, kinds.UNWIND):
                if site.kind == kinds.RAISED and found[1]:
                    break
                found = log.step_at(position, site.scope) or found[0], position
            elif site.kind != kinds.COMPARED:
                break
            position -= 1
        return found

    def _open(self, number: StepNo) -> Iterator[StepNo]:
        """The steps of the `with` statements whose bodies a step is in, the innermost first."""
        block = self._trace.block_of(number)
        found = [self._latest(header, number) for header, inside in self._withs if block in inside]
        yield from sorted({step for step in found if step}, reverse=True)

    def _latest(self, block: BlockId, number: StepNo) -> StepNo:
        """The last step of a block before another step of its frame."""
        steps, frame = self._trace.steps_of_block(block), self._trace.frame_of(number)
        at = bisect_left(steps, number) - 1
        rows = range(at, max(-1, at - _MOST), -1)
        return next((steps[place] for place in rows if self._trace.frame_of(steps[place]) == frame), 0)

    def _name(self, number: StepNo) -> str:
        return self._trace.scope_of(number).rpartition(".")[2]
