"""What `hunt` gives: the states that were judged, and the root or the next question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmdb.types import Json, LineNo, StepNo

if TYPE_CHECKING:
    from llmdb.llm.model import Usage
    from llmdb.locate.hunt.halving import Halving, Judgement
    from llmdb.locate.hunt.question import StateQuestion

USER = "user"
SAID: dict[str, Judgement] = {"right": "right", "wrong": "wrong", "unclear": "unclear"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What somebody said of a state: a model's name, "user" or "compare", and the reason if one was given."""

    answer: Judgement
    by: str
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HuntResult:
    """Where the hunt stands.

    Attributes:
        about: what is wrong at the start, in words.
        questions: the states that were judged above the start, in the order of their steps, with the answers.
        next: the state that is to be judged now; None at the end.
        root: what the fault begins with; None before the end.
        source: the line of `next` or of `root`.
        made_of: the states that the root was made of.
        since: where a change is missing, or a loop should perhaps have ended, the step and line after which it is.
        was_read: what the root read, where only the states that left it were judged; None where it was, too.
    """

    about: str
    halving: Halving
    questions: tuple[tuple[StateQuestion, Answered], ...]
    next: StateQuestion | None
    root: StateQuestion | None
    source: str
    made_of: tuple[StateQuestion, ...] = ()
    since: tuple[StepNo, LineNo] | None = None
    was_read: StateQuestion | None = None
    usage: Usage | None = None
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """`{"root", "since", "questions", "next", "left", "certain", "usage", "notes"}`."""
        root = self.root
        return {
            "root": None if root is None else {"step": root.shown, "line": root.line},
            "since": None if self.since is None else {"step": self.since[0], "line": self.since[1]},
            "questions": [
                {**_question_json(question), "answer": said.answer, "by": said.by, "why": said.why}
                for question, said in self.questions
            ],
            "next": None if self.next is None else _question_json(self.next),
            "left": self.halving.left,
            "certain": self.halving.certain,
            "usage": None if self.usage is None else self.usage.to_json(),
            "notes": list[Json](self.notes),
        }


def _question_json(question: StateQuestion) -> dict[str, Json]:
    data: dict[str, Json] = {
        "step": question.shown,
        "line": question.line,
        "of": question.state.kind,
        "names": list[Json](question.values),
        "values": {name: value.to_json() for name, value in question.values.items()},
    }
    if question.condition:
        data["condition"] = question.condition
    if question.state.entry:
        data["entry"] = True
    return data
