"""The exceptions of a run: each once, with where it came from, and the one that ended the run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmdb.trace.model import RaisedException
from llmdb.types import LineNo, StepNo

if TYPE_CHECKING:
    from llmdb.trace import ExecutionTrace


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """One exception: where it was raised, and where it ended.

    Attributes:
        step, raised: the innermost recorded step that it left, with its line there.
        scope: of that step.
        last: the outermost step that it left.
        caught: the line of the `except` clause that took it over; None where none of the snippet's did, or where the
            clause let it go on.
    """

    step: StepNo
    raised: RaisedException
    scope: str
    last: StepNo
    caught: LineNo | None


def find_thrown(trace: ExecutionTrace) -> tuple[Thrown, ...]:
    """Each exception once: the steps that one left on its way out are noted from the inside out."""
    thrown: list[Thrown] = []
    way: list[StepNo] = []
    for number in trace.raises:
        if way and not _goes_on(trace, way[-1], number):
            thrown.append(_thrown(trace, way))
            way = []
        way.append(number)
    return (*thrown, _thrown(trace, way)) if way else ()


def find_ending(trace: ExecutionTrace) -> Thrown | None:
    """The exception that ended the run; None where none did, or where it passed no step of the snippet.

    The texts may differ: the recorder runs no `__str__` of the program, the end of the run does.
    """
    ended = trace.outcome.exception
    if ended is None:
        last = next(reversed(find_thrown(trace)), None) if trace.outcome.kind == "exit" else None
        return last if last is not None and last.raised.type == "SystemExit" and not last.caught else None
    if ended.line is None:
        return None
    alike = [each for each in find_thrown(trace) if each.raised.type == ended.type and each.caught is None]
    return max(
        reversed(alike),
        key=lambda each: (each.raised.message == ended.message, each.raised.line == ended.line),
        default=None,
    )


def _goes_on(trace: ExecutionTrace, inner: StepNo, outer: StepNo) -> bool:
    one, other = trace.raises[inner], trace.raises[outer]
    same = (one.type, one.message) == (other.type, other.message)
    return same and trace.parent_step(inner) == outer and _caught(trace, inner) is None


def _caught(trace: ExecutionTrace, number: StepNo) -> LineNo | None:
    return None if trace.left_by_exception(number) else trace.step(number).caught


def _thrown(trace: ExecutionTrace, way: list[StepNo]) -> Thrown:
    return Thrown(
        step=way[0],
        raised=trace.raises[way[0]],
        scope=trace.scope_of(way[0]),
        last=way[-1],
        caught=_caught(trace, way[-1]),
    )
