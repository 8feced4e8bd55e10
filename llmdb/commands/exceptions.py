"""The exceptions of the run: which step raised each, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmdb.command import Command
from llmdb.commands.line.parsing import parse_whole
from llmdb.commands.moves import arrive
from llmdb.commands.results.common import Position, raised_json
from llmdb.commands.state.position import require_steps
from llmdb.errors import NoSuchStep
from llmdb.events.model import RaisedException
from llmdb.session import Session
from llmdb.types import Json, LineNo, StepNo

if TYPE_CHECKING:
    from llmdb.registry import Registry
    from llmdb.replay.trace import ExecutionTrace


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """One exception: where it was raised, and where it ended.

    Attributes:
        step, raised: the innermost recorded step that it left, with its line there.
        scope: of that step.
        last: the outermost step that it left.
        caught: the line of the `except` clause that took it over; None where none of the snippet's did.
    """

    step: StepNo
    raised: RaisedException
    scope: str
    last: StepNo
    caught: LineNo | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExceptionList:
    """`exceptions`: all of a run in the order in which they were raised.

    `ending` is the one that ended the run, if it was one of them.
    """

    thrown: tuple[Thrown, ...]
    current: StepNo
    ending: Thrown | None

    def to_json(self) -> dict[str, Json]:
        """`{"exceptions": [{"number", "step", "scope", "type", "message", "line", "caught", "ended_run"}]}`."""
        return {
            "exceptions": [
                {
                    "number": number,
                    "step": each.step,
                    "scope": each.scope,
                    **raised_json(each.raised),
                    "caught": each.caught,
                    "ended_run": each is self.ending,
                }
                for number, each in enumerate(self.thrown, 1)
            ]
        }


def register(registry: Registry) -> None:
    """Add `exceptions`."""
    registry.command(
        Command(
            name="exceptions",
            aliases=("exc",),
            run=run_exceptions,
            usage="exceptions [NUMBER]",
            summary="list the exceptions of the run, or go to the step that raised one",
            details="Each is listed once, with the step that raised it and the line that caught it, if one did. "
            "`goto error` goes to the one that ended the run.",
            group="look",
        )
    )


def run_exceptions(session: Session, text: str) -> ExceptionList | Position:
    """`exceptions [NUMBER]`."""
    require_steps(session)
    thrown = find_thrown(session.trace)
    if not text.strip():
        return ExceptionList(thrown=thrown, current=session.position, ending=_ending(session.trace, thrown))
    number = parse_whole(text, "an exception's number", lowest=1)
    if number > len(thrown):
        raised = f"the run raised {len(thrown)}" if thrown else "the run raised none"
        raise NoSuchStep(f"no exception {number}: {raised}")
    return arrive(session, thrown[number - 1].step)


def find_thrown(trace: ExecutionTrace) -> tuple[Thrown, ...]:
    """Each exception once, with the step in which it arose and the last one that it left."""
    return tuple(
        Thrown(
            step=each.part,
            raised=each.raised,
            scope=trace.scope_of(each.part),
            last=each.last,
            caught=each.caught,
        )
        for each in trace.thrown
    )


def _ending(trace: ExecutionTrace, thrown: tuple[Thrown, ...]) -> Thrown | None:
    """The last one, where the run ended with it; an `except*` that does not match passes it on."""
    if not thrown:
        return None
    last, ended = thrown[-1], trace.outcome.exception
    if ended is None:
        left = trace.outcome.kind == "exit" and last.raised.type == "SystemExit" and last.caught is None
        return last if left else None
    return last if (last.raised.type, last.raised.message) == (ended.type, ended.message) else None
