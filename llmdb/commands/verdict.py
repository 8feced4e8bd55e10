"""`verdict`, `verdict all`: does the block do what the task needs? Asked of a model, or ranked without one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from llmdb.commands.base import Command
from llmdb.commands.parsing import parse_whole
from llmdb.commands.position import require_steps
from llmdb.engine.facts import gather_facts
from llmdb.engine.fix.loop import failed_test
from llmdb.engine.verdict.judging import (
    DEFAULT_BUDGET,
    CheckedVerdict,
    Judged,
    ask_verdicts,
    choose_facts,
    merge_verdicts,
    rank_verdicts,
)
from llmdb.engine.verdict.profile import SandboxProfiler, describe_outcome, steps_of_interest
from llmdb.engine.verdict.prompt import Question, verdict_messages
from llmdb.engine.verdict.suspicion import rank_blocks
from llmdb.errors import BadArgument
from llmdb.session import Session
from llmdb.types import Json

if TYPE_CHECKING:
    from llmdb.cfg.model import ControlFlowGraph
    from llmdb.engine.facts import BlockFacts
    from llmdb.llm.model import Message, Model
    from llmdb.registry import Registry

VERDICTS = "verdicts"


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictResult:
    """Verdicts with the values they state, compared; `asked` is the model's name or "offline"."""

    judged: Judged
    cfg: ControlFlowGraph
    asked: str
    everything: bool
    position: int
    note: str = ""

    def to_json(self) -> dict[str, Json]:
        """`{"verdicts": [{"step", "block", "correct", "explanation"}], "usage"}`, with `contradicted` claims."""
        usage = self.judged.usage
        return {
            "verdicts": [_verdict_json(checked) for checked in self.judged.verdicts],
            "usage": usage.to_json() if usage is not None else None,
        }


def _verdict_json(checked: CheckedVerdict) -> dict[str, Json]:
    verdict = checked.verdict
    return {
        "step": verdict.step,
        "block": verdict.block,
        "correct": verdict.correct,
        "explanation": verdict.explanation,
        "contradicted": [
            {"name": claim.name, "stated": claim.stated, "recorded": list(claim.recorded)}
            for claim in checked.claims
            if not claim.holds
        ],
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The arguments of `verdict`."""

    everything: bool = False
    offline: bool = False
    budget: int = DEFAULT_BUDGET


def register(registry: Registry) -> None:
    """Add the command."""
    registry.command(
        Command(
            name="verdict",
            aliases=("v",),
            run=run_verdict,
            usage="verdict [all] [--offline] [--budget TOKENS]",
            summary="ask whether the current block (or every block) does what the task needs",
            details=(
                "With a model, one call: the block, its recorded state before and after, the snippet, the task "
                "and the failing test. `all` sends the first and last five steps within the budget "
                f"({DEFAULT_BUDGET} tokens). --offline ranks blocks by the visible tests instead, as do sessions "
                "without a model. Values that an explanation states are compared with the recording."
            ),
            group="model",
            complete=lambda session, text: ("all", "--offline", "--budget"),
            calls_model=True,
        )
    )


def parse_wish(text: str) -> Wish:
    """Read the arguments.

    Raises:
        BadArgument: a word is none of them.
    """
    wish, words = {"everything": False, "offline": False}, text.split()
    budget = DEFAULT_BUDGET
    while words:
        word = words.pop(0)
        if word == "--budget" and words:
            budget = parse_whole(words.pop(0), "a budget in tokens", lowest=1)
        elif word in ("all", "--offline"):
            wish["everything" if word == "all" else "offline"] = True
        else:
            raise BadArgument(f"verdict does not know {word!r}; it takes all, --offline, --budget TOKENS")
    return Wish(everything=wish["everything"], offline=wish["offline"], budget=budget)


def run_verdict(session: Session, text: str) -> VerdictResult:
    """Ask, or rank; the verdicts stay with the session, and `all` moves the cursor to the first wrong block."""
    wish = parse_wish(text)
    require_steps(session)
    offline = wish.offline or session.settings.model.name is None
    judged = _rank(session) if offline else _ask(session, wish)
    kept = cast("tuple[CheckedVerdict, ...]", session.engine_state.get(VERDICTS, ()))
    session.engine_state[VERDICTS] = merge_verdicts(kept, judged.verdicts)
    wrong = judged.first_wrong
    if (wish.everything or offline) and wrong is not None:
        session.move_to(wrong.verdict.step)
    return VerdictResult(
        judged=judged,
        cfg=session.cfg,
        asked="offline" if offline else str(session.settings.model.name),
        everything=wish.everything or offline,
        position=session.position,
        note=_note(judged, wish) if offline else "",
    )


def _note(judged: Judged, wish: Wish) -> str:
    """Why the blocks are ranked as they are, or why they could not be."""
    if judged.first_wrong is None:
        return "no run failed, so there is nothing to rank by: `test add assert ...` says what is expected"
    return "" if wish.offline else "no model is set: ranked by the visible tests"


def question_for(session: Session, wish: Wish) -> Question:
    """What `verdict` asks, from the recording."""
    trace, source = session.trace, session.snippet.text
    if wish.everything:
        facts: tuple[BlockFacts, ...] = choose_facts(trace, source, steps_of_interest(trace), wish.budget)
    else:
        facts = gather_facts(trace, source, [session.position])
    return Question(
        program=source,
        task=session.task,
        failed=failed_test(session.test_outcomes),
        outcome=describe_outcome(trace.outcome),
        assumptions=tuple(session.assumed.splitlines()) if session.prefix else (),
        facts=facts,
        left_out=len(trace) - len(facts) if wish.everything else 0,
    )


def messages_for(session: Session, text: str) -> list[Message]:
    """Exactly what `verdict` would send."""
    require_steps(session)
    return verdict_messages(question_for(session, parse_wish(text)))


def _ask(session: Session, wish: Wish) -> Judged:
    return ask_verdicts(cast("Model", session.model), question_for(session, wish), len(session.trace))


def profiler_for(session: Session) -> SandboxProfiler:
    """Runs versions of the session's program."""
    return SandboxProfiler(
        runner=session.runner,
        program=session.program,
        options=session.options,
        tests=session.tests,
        level=session.settings.level,
    )


def _rank(session: Session) -> Judged:
    runs = profiler_for(session).tested_runs(session.snippet.text)
    return rank_verdicts(session.cfg, rank_blocks(session.cfg, runs), session.trace, runs)
