"""Which step called a frame, and which raised what a handler took over."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from llmdb.events import sites as kinds
from llmdb.replay.visits import Visits
from llmdb.slicing.syntax.uses import Statement
from llmdb.types import BlockId, VisitNo

ENTERING = frozenset({"__enter__", "__aenter__"})
LEAVING = frozenset({"__exit__", "__aexit__"})
"""Methods that a `with` calls when its body has ended: the step under way is then one of the body."""

CLOSING = "GeneratorExit"
"""The exception with which a suspended generator is ended when nobody needs it any more."""

_MOST = 1_000


class Callers:
    """Finds callers and raising steps; the caller of an `__exit__` is its `with`, not what ran last in the body."""

    def __init__(self, trace: Visits, statements: Mapping[BlockId, Sequence[Statement]]) -> None:
        self._trace = trace
        self._log = trace.log
        self._statements = statements
        rows = [(block, code) for block, found in statements.items() for code in found]
        self._withs = [(block, code.inside) for block, code in rows if code.inside and not code.iterates]

    def caller(self, number: VisitNo) -> VisitNo | None:
        """The step that called the frame of a step; None for the outermost."""
        entered = self.entered(number)
        if entered is not None:
            return entered[0]
        return self._trace.parent_step(self._log.first_step(self._trace.frame_of(number)))

    def entered(self, number: VisitNo) -> tuple[VisitNo, int] | None:
        """The step of the `with` whose `__exit__` a step is one of, and where it called `__enter__`; None for none."""
        first = self._log.first_step(self._trace.frame_of(number))
        found = self._trace.parent_step(first)
        if found is None or not self.leaves(number):
            return None
        earlier = sum(self._name(inner) in LEAVING and inner < first for inner, _ in self._log.callees(found))
        for step in self._open(found):
            entries = [inner for inner, _ in self._log.callees(step) if self._name(inner) in ENTERING]
            if earlier < len(entries):
                return step, self._log.steps.begin[entries[-1 - earlier] - 1] - 1
            earlier -= len(entries)
        return None

    def leaves(self, number: VisitNo) -> bool:
        """Whether a step is one of an `__exit__`."""
        return self._name(number) in LEAVING

    def raising(self, number: VisitNo) -> tuple[VisitNo, int]:
        """The step that raised what a step handled, itself or one of a call that it made, and where; 0 for nowhere."""
        step, position = number, self._raised_in(number)
        while position:
            before = self._before(position)
            if before > 0 and self._kind(before) == kinds.UNWIND:
                inner = self._log.step_at(before, self._log.sites[self._log.tag(before)].scope)
                step, position = inner or step, before
                continue
            first = self._arrival(step, position)
            if first is None:
                break
            step, position = first
        return step, position

    def _before(self, position: int) -> int:
        """The event before an exception's, those left out that tell of changes, and of generators that it closed."""
        kind = self._log.event(position).values[0]
        before = position - 1
        while before > 0:
            event = self._log.event(before)
            if event.site.kind == kinds.UNWIND and event.values[0] == CLOSING != kind:
                before = self._resumed(before) - 1
            elif event.site.kind == kinds.COMPARED or (event.site.kind == kinds.RESUME and event.site.names):
                before -= 1
            else:
                break
        return before

    def _resumed(self, position: int) -> int:
        """Where the generator that an exception left at an event was resumed with it."""
        key, scope = self._log.event(position - 1).values, self._log.event(position).site.scope
        resumes = self._log.entries(scope, (kinds.RESUME,))
        found = (p for p in self._log.backward(resumes, position) if self._log.event(p).values == key)
        return next(found, position)

    def _raised_in(self, number: VisitNo) -> int:
        """Where a step's own code met its last exception first, before an `__exit__` let it go on; 0 for nowhere."""
        met = [self._log.event(p) for p in self._log.own(number) if self._kind(p) == kinds.RAISED]
        same = list(takewhile(lambda event: event.values == met[-1].values, reversed(met)))
        return same[-1].position if same else 0

    def _arrival(self, number: VisitNo, position: int) -> tuple[VisitNo, int] | None:
        """Where the exception of an event came into the frame first, if a `finally` let it go on in this step."""
        exception = self._log.event(position).values
        code = self._statements.get(self._trace.block_of(number), ())
        if any(statement.line == exception[2] for statement in code):
            return None
        before = self._trace.previous_in_frame(number)
        for _ in range(_MOST):
            if before is None:
                break
            found = self._raised_in(before)
            if found and self._log.event(found).values == exception:
                return before, found
            before = self._trace.previous_in_frame(before)
        return None

    def _kind(self, position: int) -> str:
        return self._log.sites[self._log.tag(position)].kind

    def _open(self, number: VisitNo) -> Iterator[VisitNo]:
        """The steps of the `with` statements whose bodies a step is in, the innermost first."""
        block = self._trace.block_of(number)
        found = [
            latest_step(self._trace, header, number) for header, inside in self._withs if block in inside
        ]
        yield from sorted({step for step in found if step}, reverse=True)

    def _name(self, number: VisitNo) -> str:
        return self._trace.scope_of(number).rpartition(".")[2]


def latest_step(trace: Visits, block: BlockId, number: VisitNo) -> VisitNo:
    """The last step of a block before another step of its frame; 0 for none."""
    frame, frames = trace.frame_of(number), trace.log.steps.frame
    steps = trace.steps_of_block(block)
    since = bisect_left(steps, trace.log.first_step(frame))
    for place in range(bisect_left(steps, number) - 1, since - 1, -1):
        if frames[steps[place] - 1] == frame:
            return steps[place]
    return 0
