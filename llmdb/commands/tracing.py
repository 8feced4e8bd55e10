"""The steps of the recording: trace."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from llmdb.command import Command
from llmdb.commands.line.parsing import parse_whole
from llmdb.commands.results.common import TraceListing
from llmdb.commands.state.kept_verdicts import verdicts_by_step
from llmdb.errors import BadArgument, NoSuchStep
from llmdb.session import Session, outside

if TYPE_CHECKING:
    from llmdb.registry import Registry
    from llmdb.types import StepNo


def register(registry: Registry) -> None:
    """Add `trace`."""
    registry.command(
        Command(
            name="trace",
            aliases=("t",),
            run=run_trace,
            usage="trace [FIRST [LAST]] [--summary]",
            summary="show the recorded steps as a table, and how the run ended",
            details="In the terminal one page at a time; `trace --summary` leaves the steps out.",
            group="look",
            complete=_complete,
        )
    )


def run_trace(session: Session, text: str) -> TraceListing:
    """`trace [FIRST [LAST]] [--summary]`."""
    words = text.split()
    summary = "--summary" in words
    bounds = [word for word in words if word != "--summary"]
    if len(bounds) > 2:
        raise BadArgument(f"trace takes FIRST and LAST, not {text.strip()!r}")
    numbers = [parse_whole(word, "a step", lowest=1) for word in bounds]
    first, last = _bounds(numbers, len(session.trace))
    return TraceListing(
        trace=session.trace,
        first=first,
        last=last,
        current=session.position,
        summary=summary,
        paged=len(numbers) < 2,
        verdicts=verdicts_by_step(session),
    )


def _bounds(numbers: list[int], total: int) -> tuple[StepNo, StepNo]:
    if not numbers:
        return 1, total
    if numbers[0] > total:
        raise NoSuchStep(outside(total).replace("goto takes", "steps are"))
    first = numbers[0]
    last = min(numbers[1], total) if len(numbers) == 2 else total
    if last < first:
        raise BadArgument(f"the last step, {last}, is before the first, {first}")
    return first, last


def _complete(session: Session, text: str) -> Iterable[str]:
    del session, text
    return ("--summary",)
