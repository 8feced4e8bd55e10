"""The exceptions of the run: which step raised each, and what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.arguments import Operand
from llmdb.command import Command
from llmdb.commands.line.parsing import whole
from llmdb.commands.moves import arrive
from llmdb.commands.results.common import Position
from llmdb.commands.state.position import require_steps
from llmdb.errors import NoSuchStep
from llmdb.events.model import Unhandled
from llmdb.replay.exceptions import Thrown, find_ending, find_failure, pair_unhandled
from llmdb.session import Session
from llmdb.types import Json, StepNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class ExceptionList:
    """`exceptions`: all of a run in the order in which they were raised.

    `ending` is the one that ended the run, if it was one of them; `unhandled` those that ended a part of it. Where
    there is none, `failure` says how the run failed all the same; "" where it did not.
    """

    thrown: tuple[Thrown, ...]
    current: StepNo
    ending: Thrown | None
    unhandled: tuple[tuple[Thrown, Unhandled], ...] = ()
    failure: str = ""

    def ended_by(self, thrown: Thrown) -> str:
        """What an exception ended: "the run", "the thread Thread-1"; "" for nothing."""
        if thrown == self.ending:
            return "the run"
        return next((each.ended for one, each in self.unhandled if one == thrown), "")

    def to_json(self) -> dict[str, Json]:
        """`{"exceptions": [{"number", "step", "scope", "type", "message", "line", "caught", "ended_run"}]}`.

        One that ended a part of the program has `"ended"`; `"failure"` is there where the run failed without any.
        """
        return {
            "exceptions": [
                {
                    "number": number,
                    "step": each.step,
                    "scope": each.scope,
                    **each.raised.to_json(),
                    "caught": each.caught,
                    "ended_run": each == self.ending,
                    **({"ended": ended} if (ended := self.ended_by(each)) and each != self.ending else {}),
                }
                for number, each in enumerate(self.thrown, 1)
            ],
            **({"failure": self.failure} if self.failure else {}),
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
            details="Each is listed once, with the step that raised it and the line that caught it, or what it ended: "
            "the run, a thread, an exit function, a `__del__`. `goto error` goes to where the run failed.",
            group="look",
        )
    )


def run_exceptions(session: Session, number: int | None) -> ExceptionList | Position:
    """`exceptions [NUMBER]`."""
    require_steps(session)
    thrown = tuple(session.trace.thrown)
    if number is None:
        failure = find_failure(session.trace)
        return ExceptionList(
            thrown=thrown,
            current=session.position,
            ending=find_ending(session.trace),
            unhandled=tuple(pair_unhandled(session.trace)),
            failure=failure.text if failure is not None and not thrown else "",
        )
    if number > len(thrown):
        raised = f"the run raised {len(thrown)}" if thrown else "the run raised none"
        raise NoSuchStep(f"no exception {number}: {raised}")
    return arrive(session, thrown[number - 1].step)
