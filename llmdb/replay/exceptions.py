"""The exceptions of a run: each once, with where it came from, and the one that ended the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.events.model import RaisedException, Unhandled
from llmdb.types import FrameId, LineNo, StepNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.replay.trace import ExecutionTrace


THREADS = ("the thread", "a thread")
"""What the name of a thread that was ended begins with."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Where a run failed by itself, and how: "ValueError: no such row", "the thread Thread-1 raised ValueError".

    `is_aside` says that the run went on without what failed, and nobody waits for that: an exit function, a finaliser.
    """

    step: StepNo
    text: str
    is_aside: bool = False


def find_failure(trace: ExecutionTrace) -> Failure | None:
    """What ended the run otherwise than well, else what ended a part of it; None where no step of the snippet did.

    A run that ends itself with a status other than 0 has failed.
    """
    outcome, ending = trace.outcome, find_ending(trace)
    if outcome.exception is not None:
        return Failure(step=ending.step, text=outcome.exception.text) if ending is not None else None
    if ending is not None and outcome.has_failed:
        return Failure(step=ending.step, text=f"the program ended itself: {ending.raised.text}")
    if outcome.kind == "crash" and outcome.has_failed and len(trace):
        return Failure(step=len(trace), text=outcome.detail.partition(";")[0])
    for thrown, unhandled in pair_unhandled(trace):
        text = f"{unhandled.ended} raised {thrown.raised.text}"
        is_aside = not unhandled.ended.startswith(THREADS)
        return Failure(step=thrown.step, text=text, is_aside=is_aside)
    return None


def pair_unhandled(trace: ExecutionTrace) -> list[tuple[Thrown, Unhandled]]:
    """The exceptions that ended a part of the program where a step of the snippet raised them, threads' first."""
    left = [each for each in trace.thrown if each.caught is None]
    pairs = []
    for unhandled in trace.outcome.unhandled:
        thrown = next((each for each in left if each.raised == unhandled.exception), None)
        if thrown is not None:
            left.remove(thrown)
            pairs.append((thrown, unhandled))
    return sorted(pairs, key=lambda pair: not pair[1].ended.startswith(THREADS))


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
