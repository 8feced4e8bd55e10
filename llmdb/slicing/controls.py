"""Which step let a step run: the last condition, loop header or handler that decided about it, or the call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmdb.types import BlockId, LineNo, VisitNo

if TYPE_CHECKING:
    from llmdb.slicing.dependencies import Dependencies


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """The step whose branch, handler or call let a step run; `position` is where a call entered, else None."""

    step: VisitNo
    line: LineNo
    condition: str
    position: int | None = None


def control_of(
    found: Dependencies, controllers: Mapping[BlockId, frozenset[BlockId]], number: VisitNo
) -> Control | None:
    """The innermost condition, loop header or handler in the frame of a step, else the call; None for neither.

    Args:
        controllers: the blocks whose branches decide about each block.
    """
    trace, graph = found.trace, found.graph
    node = graph.control(graph.node(number, 0))
    if not node:
        return None
    step, frame = graph.steps[node], trace.frame_of(number)
    decides = trace.frame_of(step) == frame and trace.block_of(step) in controllers[trace.block_of(number)]
    first = trace.log.first_step(frame)
    if not decides and node == graph.control(graph.node(first, 0)):
        return Control(
            step=step,
            line=found.line(step, graph.places[node]),
            condition=f"call of {trace.scope_of(number).rpartition('.')[2]}",
            position=trace.log.steps.begin[first - 1] - 1,
        )
    lines = trace.lines(step)
    if step in trace.raises:
        condition = f"exception at line {lines[-1]}"
    else:
        block = trace.cfg.block(trace.block_of(step))
        condition = block.condition or block.statements[-1]
    return Control(step=step, line=trace.handlers(step) or (lines[-1] if lines else 1), condition=condition)
