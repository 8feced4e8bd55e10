"""`tour`: one bug from its failing test to its fix, with the real commands, a lesson at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.command import Command
from llmdb.errors import CommandError
from llmdb.types import Json
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.registry import Registry
    from llmdb.session import Session

DEMO = "running_total.py"

LESSONS: tuple[tuple[str, str], ...] = (
    ("test", "One of the visible tests fails. See what it expects, and what came out."),
    ("history acc", "The run of that test is recorded, all of it. See every value that `acc` took: after the first "
     "row it should begin again at 0, and does not."),
    ("goto 33", "Go to the step that made the wrong 4. The table shows the variables before and after it; `●` marks "
     "what it changed."),
    ("back", "Time goes both ways: one step back. An empty line would go on back."),
    ("step", "And forward again."),
    ("deps acc", "Where did the 1 come from that it added to? From a step of the row before: nothing reset it."),
    ("p [row, acc, n]", "Any expression is asked of the very program that ran, as it was there."),
    ("verdict", "Which blocks are suspect? With a model it is asked, without one the tests tell."),
    ("fix", "Let it search for a change that passes all tests; this takes a few seconds."),
    ("accept", "Take the proposal into the session. Your file is only touched by `write`."),
    ("undo", "And back, as if nothing had been. `help` lists the rest, `help NAME` explains it; `q` leaves."),
)  # fmt: skip
"""What is typed in each lesson, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One lesson of the tour: the command to type, and what it shows."""

    number: int
    command: str
    text: str

    def to_json(self) -> dict[str, Json]:
        """`{"lesson", "of", "command", "text"}`."""
        return {"lesson": self.number, "of": len(LESSONS), "command": self.command, "text": self.text}


def register(registry: Registry) -> None:
    """Add the command."""
    registry.command(
        Command(
            name="tour",
            run=run_tour,
            arguments=(),
            summary="the next lesson of a tour through one bug (`llmdb --tour`)",
            details="Each lesson names a command to type; `tour` goes on to the next, and begins anew after the last.",
        )
    )


def run_tour(session: Session) -> Lesson:
    """`tour`: the next lesson."""
    if session.snippet.name != DEMO:
        raise CommandError(f"the tour goes through the demo {DEMO}: `llmdb --tour`")
    last = session.kept.get(Lesson)
    number = (0 if last is None else last.number) % len(LESSONS) + 1
    command, why = LESSONS[number - 1]
    lesson = Lesson(number=number, command=command, text=why)
    session.kept.put(lesson)
    return lesson
