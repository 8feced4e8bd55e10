"""Results about the session as a whole: stops, help, visible tests, and what it says of itself at its opening."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.events.model import Outcome
from llmdb.json_fields import JsonFields
from llmdb.runner.visible_tests import TestOutcome
from llmdb.types import Json, LineNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.command import Command
    from llmdb.stops import Stop


@dataclass(frozen=True, slots=True, kw_only=True)
class Stops(JsonFields):
    """`break`, `watch` and their kin: the stops that are set; `note` says what was just done."""

    stops: tuple[Stop, ...]
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpList:
    """`help`: all commands by group."""

    groups: tuple[tuple[str, tuple[Command, ...]], ...]

    def to_json(self) -> dict[str, Json]:
        """`{"groups": {name: [command]}}`."""
        return {"groups": {name: [c.name for c in commands] for name, commands in self.groups}}


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpTopic:
    """`help COMMAND`, `help TOPIC`: a topic has no usage and no aliases."""

    name: str
    usage: str
    aliases: tuple[str, ...]
    text: str
    rows: tuple[tuple[str, str], ...] = ()
    """What follows the text in two columns."""

    def to_json(self) -> dict[str, Json]:
        """`{"command", "usage", "aliases", "text"}`, with `"rows"` where there are any."""
        rows: dict[str, Json] = {"rows": [list[Json](row) for row in self.rows]} if self.rows else {}
        named: dict[str, Json] = {"command": self.name, "usage": self.usage, "aliases": list(self.aliases)}
        return {**named, "text": self.text, **rows}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tests:
    """`test`: the visible tests with their outcomes."""

    __test__ = False

    outcomes: tuple[TestOutcome, ...]

    def to_json(self) -> dict[str, Json]:
        """`{"tests": [{"test", "passed", "got"}], "passed", "total"}`."""
        return {
            "tests": [outcome.to_json() for outcome in self.outcomes],
            "passed": sum(outcome.passed for outcome in self.outcomes),
            "total": len(self.outcomes),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What a session says of itself before its first prompt."""

    name: str
    version: str
    python: str
    lines: int
    blocks: int
    sandbox: str
    task: str | None
    tests_passed: int
    tests_total: int
    first_failure: TestOutcome | None
    gave: tuple[TestOutcome, ...]
    """The visible tests that state no result, with what they gave."""
    steps: int
    seconds: float
    outcome: Outcome
    assumed: str = ""
    """What was assumed to make the snippet run, several lines; "" when nothing was."""
    adapted: str = ""
    """What was done to make Python of a text that was nearly Python; "" for nothing."""
    breakpoints: tuple[LineNo, ...] = ()
    """The lines on which the snippet calls a debugger itself: they are stops."""
    advice: str = ""
    """What the program lacked for something that it then handled itself; "" for nothing."""
    files: int = 1
    """How many files are recorded."""
    is_reopened: bool = False
    """Whether the run came from a session file, so that nothing was recorded now."""

    @property
    def has_failed(self) -> bool:
        """Whether the run failed, or a part of it."""
        return self.outcome.has_failed or bool(self.outcome.unhandled)

    def to_json(self) -> dict[str, Json]:
        """All of it."""
        return {
            "name": self.name,
            "lines": self.lines,
            "blocks": self.blocks,
            "sandbox": self.sandbox,
            "task": self.task,
            "tests": {"passed": self.tests_passed, "total": self.tests_total},
            "steps": self.steps,
            "seconds": self.seconds,
            "outcome": self.outcome.to_json(),
            **({"advice": self.advice} if self.advice else {}),
            **({"reopened": True} if self.is_reopened else {}),
        }
