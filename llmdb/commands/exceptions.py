"""The exceptions of the run: which step raised each, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmdb.arguments import Operand
from llmdb.command import Command
from llmdb.commands.line.parsing import whole
from llmdb.commands.moves import arrive
from llmdb.commands.results.common import Position
from llmdb.commands.state.position import require_steps
from llmdb.errors import NoSuchStep
from llmdb.replay.exceptions import Thrown, find_ending
from llmdb.session import Session
from llmdb.types import Json, StepNo

if TYPE_CHECKING:
    from llmdb.registry import Registry


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
                    **each.raised.to_json(),
                    "caught": each.caught,
                    "ended_run": each == self.ending,
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
            arguments=(Operand("number", whole("an exception's number", lowest=1)),),
            summary="list the exceptions of the run, or go to the step that raised one",
            details="Each is listed once, with the step that raised it and the line that caught it, if one did. "
            "`goto error` goes to the one that ended the run.",
            group="look",
        )
    )


def run_exceptions(session: Session, number: int | None) -> ExceptionList | Position:
    """`exceptions [NUMBER]`."""
    require_steps(session)
    thrown = tuple(session.trace.thrown)
    if number is None:
        return ExceptionList(thrown=thrown, current=session.position, ending=find_ending(session.trace))
    if number > len(thrown):
        raised = f"the run raised {len(thrown)}" if thrown else "the run raised none"
        raise NoSuchStep(f"no exception {number}: {raised}")
    return arrive(session, thrown[number - 1].step)
