"""`verdict --offline`: the blocks of failing runs, most suspect first, without a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from llmdb.ask.verdict_reply import Verdict
from llmdb.ask.verdicts import CheckedVerdict, Judged
from llmdb.commands.state.kept_verdicts import keep_verdicts, verdict_json
from llmdb.commands.state.planning import fault_of, planner_of, with_short_run
from llmdb.commands.state.profiling import profiler_for
from llmdb.locate.block_ranking import Suspicion, TestedRun, rank_blocks
from llmdb.session import Session
from llmdb.types import Json, StepNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.events.model import RaisedException
    from llmdb.program.graph import BasicBlock, ControlFlowGraph
    from llmdb.replay.trace import ExecutionTrace

SUSPECTS = 3
"""So many blocks are called suspect, and those that score no less than the last of them; never those that score 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedBlock:
    """A block of the ranking at the last step that ran it; `raised` is what that step raised."""

    suspicion: Suspicion
    block: BasicBlock
    step: StepNo
    raised: RaisedException | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingResult:
    """Blocks by suspicion; empty where no run failed.

    Attributes:
        judged: the ranking as verdicts: only the blocks of the highest score are called wrong.
        blocks: the same with what the ranking rests on.
        failing, passing: how many runs were compared.
        source: the snippet.
        everything: whether every block is to be shown, not just the first.
        position: the cursor's step.
        notes: lines for the user.
    """

    judged: Judged
    blocks: tuple[RankedBlock, ...]
    failing: int
    passing: int
    source: str
    everything: bool
    position: StepNo
    notes: tuple[str, ...] = ()

    @property
    def suspects(self) -> int:
        """How many of the blocks are called suspect."""
        scores = [ranked.suspicion.score for ranked in self.blocks]
        return sum(score >= scores[min(SUSPECTS, len(scores)) - 1] and score > 0 for score in scores)

    def to_json(self) -> dict[str, Json]:
        """`{"verdicts": [{"step", "block", "correct", "explanation"}], "usage": null}`, the most suspect first."""
        return {
            "verdicts": [verdict_json(checked) for checked in self.judged.verdicts],
            "usage": None,
            "sampled": {"steps": 0, "total": self.judged.total},
            "notes": list[Json](self.notes),
        }


def go_to(session: Session, step: StepNo, what: str) -> tuple[str, ...]:
    """Move the cursor, and say so; nothing where it is there already."""
    here = session.position
    if step == here:
        return ()
    session.move_to(step)
    return (f"went from step {here} to step {step}, {what}",)


def rank_session(
    session: Session, everything: bool, go: bool = False, notes: tuple[str, ...] = ()
) -> RankingResult:
    """Rank the blocks; the verdict on the most suspect stays with the session, and with `go` the cursor goes there."""
    trace = session.trace
    runs = profiler_for(session).tested_runs(session.snippet.text)
    ranking = rank_by_tests(session, runs)
    judged = rank_verdicts(session.cfg, ranking, trace, runs)
    # the others are less suspect, which is no verdict on them
    keep_verdicts(session, [checked for checked in judged.verdicts if checked.verdict.correct is False])
    if judged.first_wrong is not None:
        notes += go_to(session, judged.first_wrong.verdict.step, "the most suspect one") if go else ()
    else:
        notes = (
            "no run failed, so there is nothing to rank by: `test add assert ...` says what is expected",
        )
    by_block = {suspicion.block: suspicion for suspicion in ranking}
    return RankingResult(
        judged=judged,
        blocks=tuple(
            RankedBlock(
                suspicion=by_block[checked.verdict.block],
                block=session.cfg.block(checked.verdict.block),
                step=checked.verdict.step,
                raised=trace.visits.raises.get(trace.visit_of(checked.verdict.step)),
            )
            for checked in judged.verdicts
        ),
        failing=sum(not run.passed for run in runs),
        passing=sum(run.passed for run in runs),
        source=session.snippet.text,
        everything=everything,
        position=session.position,
        notes=notes,
    )


def rank_by_tests(session: Session, runs: Sequence[TestedRun]) -> tuple[Suspicion, ...]:
    """The blocks that failing runs entered, as `plan` suspects their statements; none where no run failed."""
    if all(run.passed for run in runs) or not len(session.visits):
        return rank_blocks(session.cfg, runs, {})
    short = with_short_run(session)
    fault = fault_of(short)
    return rank_blocks(session.cfg, runs, planner_of(short).block_odds(fault.step, fault.names))


def rank_verdicts(
    cfg: ControlFlowGraph, ranking: Sequence[Suspicion], trace: ExecutionTrace, runs: Sequence[TestedRun]
) -> Judged:
    """The ranking as verdicts, most suspect block first, at the last visit of each block in the trace.

    Only the blocks that share the highest score are called wrong.
    """
    top = ranking[0].score if ranking else 0.0
    failing = sum(not run.passed for run in runs)
    verdicts = []
    for suspicion in ranking:
        visits = trace.visits.steps_of_block(suspicion.block)
        if len(visits) == 0:
            continue
        wrong = failing > 0 and suspicion.score >= top
        text = _reason(suspicion, failing, len(runs) - failing)
        verdict = Verdict(
            step=trace.first_step_of(visits[-1]), block=suspicion.block, correct=not wrong, explanation=text
        )
        verdicts.append(CheckedVerdict(verdict=verdict, by="offline"))
    return Judged(verdicts=tuple(verdicts), facts=(), total=len(trace.visits))


def _reason(suspicion: Suspicion, failing: int, passing: int) -> str:
    text = (
        f"suspicion {suspicion.score:.2f}: ran in {suspicion.failing} of {failing} failing "
        f"and {suspicion.passing} of {passing} passing runs"
    )
    if suspicion.unusual:
        text += f"; only failing runs left {', '.join(suspicion.unusual)}"
    return text
