"""The exceptions of a run: each once, with where it came from, and the one that ended the run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmdb.events.model import RaisedException
from llmdb.types import FrameId, LineNo, StepNo

if TYPE_CHECKING:
    from llmdb.replay.trace import ExecutionTrace


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """One exception: where it was raised, and where it ended.

    Attributes:
        step, raised: the step in which it arose, with its line there.
        scope, frame: of that step.
        last: the last step that it left: that of the outermost frame.
        caught: the line of the `except` clause that took it over; None where none of the snippet's did, or where the
            clause let it go on.
        is_caught_at_home: whether that is one of its own frame.
    """

    step: StepNo
    raised: RaisedException
    scope: str
    frame: FrameId
    last: StepNo
    caught: LineNo | None = None
    is_caught_at_home: bool = False


def find_ending(trace: ExecutionTrace) -> Thrown | None:
    """The exception that ended the run; None where none did, or where it passed no step of the snippet.

    The texts may differ: the recorder runs no `__str__` of the program, the end of the run does.
    """
    ended = trace.outcome.exception
    if ended is None:
        last = next(reversed(trace.thrown), None) if trace.outcome.kind == "exit" else None
        return last if last is not None and last.raised.type == "SystemExit" and not last.caught else None
    if ended.line is None:
        return None
    alike = [each for each in trace.thrown if each.raised.type == ended.type and each.caught is None]
    return max(
        reversed(alike),
        key=lambda each: (each.raised.message == ended.message, each.raised.line == ended.line),
        default=None,
    )
