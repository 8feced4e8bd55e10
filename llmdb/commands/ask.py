"""`ask TEXT`: a free question about the current step, answered from the recorded facts, and further ones after it."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, cast

from llmdb.arguments import Rest, Switch
from llmdb.ask.answers import read_answer
from llmdb.ask.facts import fit_budget, gather_facts
from llmdb.ask.replies import answer_text
from llmdb.ask.step_questions import (
    MOST_REMEMBERED,
    StepClaim,
    check_answer,
    find_references,
    name_steps,
    question_messages,
)
from llmdb.command import Command
from llmdb.commands.line.parsing import needed
from llmdb.commands.state.conversation import keep_conversation
from llmdb.commands.state.plan_context import situation_of
from llmdb.commands.state.position import require_steps
from llmdb.commands.verdict import held, room_for_facts
from llmdb.llm.model import Exchange
from llmdb.session import Session
from llmdb.types import Json
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.ask.facts import BlockFacts
    from llmdb.llm.model import Message, Model, Usage
    from llmdb.registry import Registry
    from llmdb.replay.trace import ExecutionTrace
    from llmdb.types import StepNo, VisitNo

NEIGHBOURS = 3
_RUN_OF_BLOCK = re.compile(r"\bB(\d{1,9})@(\d{1,9})\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class AskResult:
    """The model's text, the steps it refers to that exist, the values it states, and what it took."""

    question: str
    text: str
    references: tuple[StepNo, ...]
    claims: tuple[StepClaim, ...]
    usage: Usage
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """`{"question", "text", "references", "claims", "usage", "notes"}`; a claim with what was recorded."""
        return {
            "question": self.question,
            "text": self.text,
            "references": list[Json](self.references),
            "claims": [
                {
                    "step": one.step,
                    "name": one.claim.name,
                    "stated": one.claim.stated,
                    "recorded": list[Json](one.claim.recorded),
                    "holds": one.claim.holds,
                    "held_at": one.claim.step,
                }
                for one in self.claims
            ],
            "usage": self.usage.to_json(),
            "notes": list[Json](self.notes),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class _Remembered:
    """What was asked and answered last on a run, for a further question to go on from."""

    exchanges: tuple[Exchange, ...] = ()


def register(registry: Registry) -> None:
    """Add the command."""
    registry.command(
        Command(
            name="ask",
            run=run_ask,
            arguments=(
                Switch("--new"),
                Rest(
                    "question",
                    needed("a question, e.g. `ask why is acc 4 here?`"),
                    shown="TEXT",
                    is_needed=True,
                    is_code=True,
                ),
            ),
            messages=ask_messages,
            calls_model=True,
            summary="ask the model about the current step",
            details=(
                "The steps that the answer refers to can be jumped to (`goto 17`) and asked about (`ask why is x 3 at "
                "step 17?`), and the values that it states are compared with the recording. A further question goes "
                f"on from the last {MOST_REMEMBERED} (`ask and before that?`); --new forgets them."
            ),
            group="model",
        )
    )


def ask_messages(session: Session, question: str, new: bool) -> list[Message]:
    """Exactly what `ask` would send."""
    return _request(session, question, () if new else _asked_before(session))[0]


def run_ask(session: Session, question: str, new: bool) -> AskResult:
    """Ask once; the answer stays with the run for the next question."""
    before = () if new else _asked_before(session)
    messages, notes = _request(session, question, before)
    usages: list[Usage] = []
    ask = partial(cast("Model", session.model).complete, messages, temperature=0.0, purpose="ask")
    said = read_answer(ask, lambda answer: answer_text(answer.text).strip(), usages)
    trace, total = session.trace, len(session.trace)
    references = find_references(said, total)
    claims = check_answer(
        said,
        trace.first_step_of(session.visit),
        total,
        lambda step: gather_facts(trace, session.snippet.text, [trace.visit_of(step)])[0],
        lambda name: held(session, name),
    )
    now = Exchange(
        step=session.position,
        question=question,
        answer=said,
        model=session.settings.model.name or "",
        references=references,
    )
    session.run.kept.put(_Remembered(exchanges=(*before, now)[-MOST_REMEMBERED:]))
    keep_conversation(session, [now])
    return AskResult(
        question=question,
        text=name_steps(said),
        references=references,
        claims=claims,
        usage=usages[-1],
        notes=notes,
    )


def _asked_before(session: Session) -> tuple[Exchange, ...]:
    """What was asked of this run before."""
    require_steps(session)
    kept = session.run.kept.get(_Remembered)
    return kept.exchanges if kept is not None else ()


def _request(
    session: Session, question: str, before: tuple[Exchange, ...]
) -> tuple[list[Message], tuple[str, ...]]:
    """The messages, with as many visits as the model's window takes; a line says if fewer.

    These are the visits around the current one, and those that the question or the answer before it refers to.
    """
    require_steps(session)
    trace = session.trace
    question = _RUN_OF_BLOCK.sub(lambda run: _label_of_run(trace, run), question)
    situation = situation_of(session)
    here = trace.first_step_of(session.visit)
    label = f"BLOCK-{trace.block_of(here)}@{here}"

    def messages(facts: tuple[BlockFacts, ...]) -> list[Message]:
        return question_messages(situation, facts, label, question, before)

    ranked = _visits_for(session, question, before)
    facts = gather_facts(trace, session.snippet.text, sorted(ranked))
    room = room_for_facts(session, messages(()))
    if room is None:
        return messages(facts), ()
    kept = fit_budget(facts, room, [trace.first_step_of(visit) for visit in ranked])
    left = len(facts) - len(kept)
    note = (
        f"{left} of the {len(facts)} steps around this one were left out to fit {session.settings.model.name}"
    )
    return messages(kept), (note,) if left else ()


def _label_of_run(trace: ExecutionTrace, run: re.Match[str]) -> str:
    """The label of a run of a block as `goto` takes it, "B4@2" for the second run; as it is where there is none."""
    block, number = int(run[1]), int(run[2])
    steps = trace.steps_of_block(block)
    return f"BLOCK-{block}@{steps[number - 1]}" if 1 <= number <= len(steps) else run[0]


def _visits_for(session: Session, question: str, before: tuple[Exchange, ...]) -> tuple[VisitNo, ...]:
    """The visits that a question may be about, the most telling first."""
    trace, here, total = session.trace, session.visit, len(session.trace.visits)
    named = find_references(question, len(trace))
    spoken_of = before[-1].references if before else ()
    ranked = dict.fromkeys([here, *(trace.visit_of(step) for step in (*named, *spoken_of))])
    centres = [here, *(trace.visit_of(step) for step in named or spoken_of)]
    for far in range(1, NEIGHBOURS + 1):
        for visit in centres:
            ranked |= dict.fromkeys(near for near in (visit - far, visit + far) if 1 <= near <= total)
    return tuple(ranked)
