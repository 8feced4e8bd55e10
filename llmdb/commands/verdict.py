"""`verdict`, `verdict all`: does the block do what the task needs? Asked of a model, or ranked without one."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from llmdb.arguments import Operand, Option, Switch
from llmdb.ask.facts import fit_budget, gather_facts
from llmdb.ask.short_form import SHORT_BUDGET, short_verdict_messages
from llmdb.ask.verdict_prompt import Question, verdict_messages
from llmdb.ask.verdicts import (
    DEFAULT_BUDGET,
    Judged,
    ask_one_by_one,
    ask_verdicts,
    choose_facts,
)
from llmdb.command import Command
from llmdb.commands.deps import dependencies_of
from llmdb.commands.line.parsing import one_of, whole
from llmdb.commands.ranking import RankingResult, go_to, rank_session
from llmdb.commands.state.kept_verdicts import keep_verdicts, verdict_json
from llmdb.commands.state.plan_context import must_wait_for_dependencies, plan_context, situation_of
from llmdb.commands.state.position import require_steps
from llmdb.commands.state.prefix import current_prefix
from llmdb.events.model import Value
from llmdb.events.sites import STORE
from llmdb.llm.model import count_tokens
from llmdb.progress import Progress
from llmdb.session import Session
from llmdb.types import Json, StepNo, VisitNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from llmdb.llm.model import Message, Model
    from llmdb.program.graph import ControlFlowGraph
    from llmdb.registry import Registry

ANSWER_TOKENS = 1_500
"""Kept free of a model's context window for its verdicts."""
LONG_RUN = 20_000
"""Steps; a name's history over more takes longer than the display of a claim is worth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictResult:
    """Verdicts of the model `asked` with the values they state, compared."""

    judged: Judged
    cfg: ControlFlowGraph
    asked: str
    everything: bool
    position: int
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """`{"verdicts": [{"step", "block", "correct", "explanation"}], "usage"}`, and what was sent and said of it."""
        usage = self.judged.usage
        return {
            "verdicts": [verdict_json(checked) for checked in self.judged.verdicts],
            "usage": usage.to_json() if usage is not None else None,
            "sampled": {"steps": len(self.judged.facts), "total": self.judged.total},
            "notes": list[Json](self.notes),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is asked about, and how.

    Attributes:
        everything: whether it is about every block, not just the current one.
        short: whether one step is asked about at a time, in few words.
        budget: tokens that the recorded facts may take.
    """

    everything: bool = False
    short: bool = False
    budget: int = DEFAULT_BUDGET


def register(registry: Registry) -> None:
    """Add the command."""
    registry.command(
        Command(
            name="verdict",
            aliases=("v",),
            run=run_verdict,
            arguments=(
                Operand("blocks", one_of("all"), shown="all", complete=lambda session, text: ("all",)),
                Switch("--go"),
                Switch("--short"),
                Switch("--offline"),
                Option("--budget", whole("a budget in tokens", lowest=1), shown="TOKENS"),
            ),
            messages=verdict_command_messages,
            calls_model=True,
            summary="ask whether the current block (or every block) does what the task needs",
            details=(
                "With a model, one call: the block, its recorded state before and after, the snippet, the task "
                "and the visible tests. `all` sends the most telling steps within the budget "
                f"({DEFAULT_BUDGET} tokens). --short asks about one step at a time, each in at most "
                f"{SHORT_BUDGET} tokens or the budget, for small local models. --offline ranks blocks by the visible "
                "tests instead, as do sessions without a model: the suspects, with `all` every block. --go then goes "
                "to the first step judged wrong, "
                "or the most suspect. Values that an explanation states are compared with the recording."
            ),
            group="model",
        )
    )


def _wish(blocks: str | None, short: bool, budget: int | None) -> Wish:
    return Wish(
        everything=blocks is not None,
        short=short,
        budget=budget or (SHORT_BUDGET if short else DEFAULT_BUDGET),
    )


def run_verdict(
    session: Session, blocks: str | None, go: bool, short: bool, offline: bool, budget: int | None
) -> VerdictResult | RankingResult:
    """Ask, or rank; the verdicts stay with the session. The cursor stays, but with `--go`, which says where it went."""
    wish = _wish(blocks, short, budget)
    require_steps(session)
    if offline:
        return rank_session(session, wish.everything, go)
    if session.settings.model.name is None:
        unset = ("no model is set: ranked by the visible tests",)
        return rank_session(session, wish.everything, go, unset)
    judged = _ask(session, wish)
    keep_verdicts(session, judged.verdicts)
    wrong = judged.first_wrong
    moved = (
        go_to(session, wrong.verdict.step, "the first one judged wrong") if go and wrong is not None else ()
    )
    return VerdictResult(
        judged=judged,
        cfg=session.cfg,
        asked=session.settings.model.name,
        everything=wish.everything,
        position=session.position,
        notes=(*_left_out(judged, wish), *moved),
    )


def _left_out(judged: Judged, wish: Wish) -> tuple[str, ...]:
    """What was not sent, and what was sent and got no verdict."""
    sent = len(judged.facts)
    notes = []
    if wish.everything and sent < judged.total:
        notes.append(
            f"asked about {sent} of {judged.total:,} steps, the most telling within {wish.budget:,} tokens"
        )
    if judged.is_cut:
        told = len(judged.verdicts)
        notes.append(f"the answer stops after {told} verdict{'s' * (told != 1)}; the rest of it is missing")
    elif len(judged.verdicts) < sent:
        notes.append(f"{sent - len(judged.verdicts)} of the {sent} steps sent got no verdict")
    return tuple(notes)


def question_for(session: Session, wish: Wish) -> Question:
    """What `verdict` asks, from the recording; what does not fit the model's window is left out."""
    trace, source, hints = session.trace, session.snippet.text, plan_context(session)
    if wish.everything:
        budget = DEFAULT_BUDGET if wish.short else wish.budget
        facts = choose_facts(trace, source, hints.visits, budget)
    else:
        facts = gather_facts(trace, source, [session.visit])
    facts = tuple(
        replace(fact, invented=invented_reads(session, trace.visit_of(fact.step))) for fact in facts
    )
    question = Question(
        situation=situation_of(session),
        facts=facts,
        left_out=len(trace.visits) - len(facts) if wish.everything else 0,
    )
    return fit_window(session, question)


def fit_window(session: Session, question: Question) -> Question:
    """The question with as many facts as the model's context window takes, at least one."""
    room = room_for_facts(session, verdict_messages(replace(question, facts=())))
    if room is None:
        return question
    facts = fit_budget(question.facts, room)
    dropped = len(question.facts) - len(facts)
    return replace(question, facts=facts, left_out=question.left_out + dropped)


def room_for_facts(session: Session, without: Sequence[Message]) -> int | None:
    """The tokens that the model's window leaves beside a prompt and its answer; None where the window is not known."""
    if session.settings.model.name is None:
        return None
    window = cast("Model", session.model).window()
    return None if window is None else window - ANSWER_TOKENS - count_tokens(without)


def invented_reads(session: Session, visit: VisitNo) -> tuple[str, ...]:
    """The names with values made up by the prefix that a visit read.

    Of a long run whose dependencies are not prepared those that the lines of the block name and nothing else binds.
    """
    if not session.prefix:
        return ()
    made_up = {a.name for a in current_prefix(session).assumptions if a.kind != "import"}
    if must_wait_for_dependencies(session):
        return tuple(sorted(made_up & _names_read(session, visit)))
    reads = dependencies_of(session).reads(visit)
    roots = (re.split(r"[.\[(]", read.name)[0] for read in reads if read.writer.how == "prefix")
    return tuple(dict.fromkeys(name for name in roots if name in made_up))


def _names_read(session: Session, visit: VisitNo) -> frozenset[str]:
    """The names that the statements of a visit's block read and that the snippet never binds."""
    statements = dependencies_of(session).statements.get(session.visits.block_of(visit), ())
    nodes = (node for statement in statements for part in statement.nodes for node in ast.walk(part))
    read = frozenset(node.id for node in nodes if isinstance(node, ast.Name))
    stored = (site.names for site in session.visits.log.sites if site.kind == STORE)
    return read.difference(*stored)


def verdict_command_messages(
    session: Session, blocks: str | None, short: bool, budget: int | None, **others: bool
) -> list[Message]:
    """Exactly what `verdict` would send; with --short one request after the other."""
    del others
    require_steps(session)
    wish = _wish(blocks, short, budget)
    question = question_for(session, wish)
    if not wish.short:
        return verdict_messages(question)
    return [
        message for fact in question.facts for message in short_verdict_messages(question, fact, wish.budget)
    ]


def _ask(session: Session, wish: Wish) -> Judged:
    model, question, total = cast("Model", session.model), question_for(session, wish), len(session.visits)
    if not wish.short:
        return ask_verdicts(model, question, total, past=lambda name: held(session, name))
    return ask_one_by_one(
        model,
        question,
        total,
        wish.budget,
        past=lambda name: held(session, name),
        on_visit=lambda number, count: session.report(
            Progress(doing="asking", done=number, total=count, unit="blocks")
        ),
    )


def held(session: Session, name: str) -> tuple[tuple[StepNo, Value], ...]:
    """What a name held in the recorded run; something unknown among it where the run is too long to be read."""
    if len(session.trace) > LONG_RUN:
        return ((1, Value(type="", repr="", truncated=True)),)
    return tuple((entry.step, entry.value) for entry in session.trace.history(name))
