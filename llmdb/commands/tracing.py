"""The steps of the recording: trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.arguments import Operand, Switch
from llmdb.command import Command
from llmdb.commands.line.parsing import whole
from llmdb.commands.results.common import TraceListing
from llmdb.commands.state.kept_verdicts import verdicts_by_step
from llmdb.errors import BadArgument, NoSuchStep
from llmdb.session import Session, outside

if TYPE_CHECKING:
    from llmdb.registry import Registry
    from llmdb.types import StepNo


_STEP = whole("a step", lowest=1)


def register(registry: Registry) -> None:
    """Add `trace`."""
    registry.command(
        Command(
            name="trace",
            aliases=("t",),
            run=run_trace,
            arguments=(Operand("first", _STEP), Operand("last", _STEP), Switch("--summary")),
            summary="show the recorded steps as a table, and how the run ended",
            details="In the terminal one page at a time; `trace --summary` leaves the steps out.",
            group="look",
        )
    )


def run_trace(session: Session, first: int | None, last: int | None, summary: bool) -> TraceListing:
    """`trace [FIRST [LAST]] [--summary]`."""
    shown = _bounds(first, last, len(session.trace))
    return TraceListing(
        trace=session.trace,
        first=shown[0],
        last=shown[1],
        current=session.position,
        summary=summary,
        paged=last is None,
        verdicts=verdicts_by_step(session),
    )


def _bounds(first: int | None, last: int | None, total: int) -> tuple[StepNo, StepNo]:
    if first is None:
        return 1, total
    if first > total:
        raise NoSuchStep(outside(total).replace("goto takes", "steps are"))
    last = min(last, total) if last is not None else total
    if last < first:
        raise BadArgument(f"the last step, {last}, is before the first, {first}")
    return first, last
