"""Which step let a step run: the last condition, loop header or handler that decided about it, or the call."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from llmdb.events import sites as kinds
from llmdb.replay.visits import Visits
from llmdb.slicing.writers.callers import Callers, latest_step
from llmdb.types import BlockId, LineNo, VisitNo


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """The step whose branch, handler or call let a step run; `position` is where a call entered, else None."""

    step: VisitNo
    line: LineNo
    condition: str
    position: int | None = None


class Controls:
    """Finds what let a step run.

    Args:
        controllers: the blocks whose branches decide about each block.
        call_line: the line of the call by which one step began the frame of another.
    """

    def __init__(
        self,
        trace: Visits,
        controllers: Mapping[BlockId, frozenset[BlockId]],
        callers: Callers,
        call_line: Callable[[VisitNo, VisitNo], LineNo],
    ) -> None:
        self._trace, self._log = trace, trace.log
        self._controllers = controllers
        self._callers = callers
        self._call_line = call_line

    def of(self, number: VisitNo) -> Control | None:
        """The innermost condition, loop header or handler in the frame of a step, else the call; None for neither."""
        trace, found = self._trace, 0
        for block in self._controllers.get(trace.block_of(number), ()):
            found = max(found, latest_step(trace, block, number))
        before = trace.previous_in_frame(number)
        if before is not None and before > found and self._handles(number, before):
            found, _ = self._callers.raising(before)
        if found:
            return Control(step=found, line=self._line(found), condition=self._condition(found))
        return self._call(number)

    def _call(self, number: VisitNo) -> Control | None:
        caller = self._callers.caller(number)
        if caller is None:
            return None
        name = self._trace.scope_of(number).rpartition(".")[2]
        first = self._log.first_step(self._trace.frame_of(number))
        return Control(
            step=caller,
            line=self._call_line(caller, number),
            condition=f"call of {name}",
            position=self._log.steps.begin[first - 1] - 1,
        )

    def _handles(self, number: VisitNo, before: VisitNo) -> bool:
        """Whether a step began because the one before it in its frame raised, or let an exception go on."""
        own = self._log.own(number)
        return self._trace.handlers(before) is not None or any(
            self._log.sites[self._log.tag(position)].kind == kinds.CAUGHT for position in own
        )

    def _line(self, number: VisitNo) -> LineNo:
        lines = self._trace.lines(number)
        return self._trace.handlers(number) or (lines[-1] if lines else 1)

    def _condition(self, number: VisitNo) -> str:
        block = self._trace.cfg.block(self._trace.block_of(number))
        if number in self._trace.raises:
            return f"exception at line {self._trace.lines(number)[-1]}"
        return block.condition or block.statements[-1]
