"""Verdicts that stay with a session: those on the recording that is walked now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from llmdb.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from llmdb.ask.verdicts import CheckedVerdict
    from llmdb.session import Session
    from llmdb.types import BlockId, Json, StepNo

OFFLINE = "offline"
"""Who says so where no model was asked."""

Judgement: TypeAlias = Literal["wrong", "suspect", "right"]
_WORST_FIRST: tuple[Judgement, ...] = ("wrong", "suspect", "right")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptVerdicts:
    """Verdicts by the first step of the visit that they are on."""

    verdicts: tuple[CheckedVerdict, ...]


def kept_verdicts(session: Session) -> tuple[CheckedVerdict, ...]:
    """The verdicts on the session's recording, in the order of its visits; none after it was made again."""
    kept = session.run.kept.get(KeptVerdicts) if session.is_recorded else None
    return kept.verdicts if kept is not None else ()


def keep_verdicts(session: Session, verdicts: Sequence[CheckedVerdict]) -> None:
    """Add verdicts; a new one replaces that of the same step. One that says neither right nor wrong is none."""
    clear = [checked for checked in verdicts if checked.verdict.correct is not None]
    by_step = {checked.verdict.step: checked for checked in (*kept_verdicts(session), *clear)}
    session.run.kept.put(KeptVerdicts(verdicts=tuple(by_step[step] for step in sorted(by_step))))


def verdict_at(session: Session, step: StepNo) -> CheckedVerdict | None:
    """The verdict on a step's visit, else the nearest on the same block; None for neither."""
    kept = kept_verdicts(session)
    if not kept:
        return None
    trace = session.trace
    block, first = trace.block_of(step), trace.first_step_of(trace.visit_of(step))
    of_block = [checked for checked in kept if checked.verdict.block == block]
    return min(of_block, key=lambda checked: abs(checked.verdict.step - first), default=None)


def verdicts_by_step(session: Session) -> dict[StepNo, Judgement]:
    """What was said of each visit that was judged, by its first step."""
    return {checked.verdict.step: judgement_of(checked) for checked in kept_verdicts(session)}


def verdicts_by_block(session: Session) -> dict[BlockId, Judgement]:
    """What was said of each block of which a step was judged: of several steps the worst."""
    found: dict[BlockId, Judgement] = {}
    for checked in kept_verdicts(session):
        said, block = judgement_of(checked), checked.verdict.block
        found[block] = min(said, found.get(block, said), key=_WORST_FIRST.index)
    return found


def judgement_of(checked: CheckedVerdict) -> Judgement:
    """What a verdict says; a ranking without a model only makes suspect."""
    if checked.verdict.correct:
        return "right"
    return "suspect" if checked.by == OFFLINE else "wrong"


def verdict_json(checked: CheckedVerdict) -> dict[str, Json]:
    """`{"step", "block", "correct", "explanation"}`, what the recording contradicts, and what was invented."""
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
        "invented": list(checked.invented),
    }
