"""Aligns two recorded runs of similar programs, to say which blocks run differently and which values differ."""

import difflib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from llmdb.replay.visits import Visits
from llmdb.types import VisitNo

MAX_ALIGNED = 2_000
"""Steps compared from each end; longer runs are compared in their first and last thousand steps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueDifference:
    """A variable that two aligned steps left with different values."""

    old_step: VisitNo
    new_step: VisitNo
    block: int
    occurrence: int
    name: str
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunDifference:
    """How a second run differs: steps, values at aligned steps, and blocks that ran more or less often."""

    old_steps: int
    new_steps: int
    values: tuple[ValueDifference, ...]
    counts: tuple[tuple[str, str, int, int], ...]
    """(scope, first statement of the block, executions before, executions after) where they differ."""
    partial: bool = False


def compare_runs(old: Visits, new: Visits) -> RunDifference:
    """Align by the text of the blocks' statements, then compare what aligned steps changed."""
    old_steps, new_steps = _sampled(old), _sampled(new)
    old_keys = [_key(old, step) for step in old_steps]
    new_keys = [_key(new, step) for step in new_steps]
    matcher = difflib.SequenceMatcher(None, old_keys, new_keys, autojunk=False)
    values: list[ValueDifference] = []
    for match in matcher.get_matching_blocks():
        for offset in range(match.size):
            values += _differences(old, new, old_steps[match.a + offset], new_steps[match.b + offset])
    return RunDifference(
        old_steps=len(old),
        new_steps=len(new),
        values=tuple(values),
        counts=_count_differences(old_keys, new_keys),
        partial=len(old) > MAX_ALIGNED or len(new) > MAX_ALIGNED,
    )


def _sampled(trace: Visits) -> Sequence[VisitNo]:
    total = len(trace)
    if total <= MAX_ALIGNED:
        return range(1, total + 1)
    half = MAX_ALIGNED // 2
    return [*range(1, half + 1), *range(total - half + 1, total + 1)]


def _key(trace: Visits, step: VisitNo) -> tuple[str, str]:
    block = trace.cfg.block(trace.block_of(step))
    return block.scope, block.statements[0] if block.statements else ""


def _differences(old: Visits, new: Visits, old_no: VisitNo, new_no: VisitNo) -> list[ValueDifference]:
    before, after = old.changed(old_no), new.changed(new_no)
    return [
        ValueDifference(
            old_step=old_no,
            new_step=new_no,
            block=old.block_of(old_no),
            occurrence=old.occurrence(old_no),
            name=name,
            old=value.repr,
            new=after[name].repr,
        )
        for name, value in before.items()
        if name in after and value != after[name]
    ]


def _count_differences(
    old_keys: Sequence[tuple[str, str]], new_keys: Sequence[tuple[str, str]]
) -> tuple[tuple[str, str, int, int], ...]:
    before, after = Counter(old_keys), Counter(new_keys)
    return tuple(
        (*key, before[key], after[key])
        for key in dict.fromkeys([*old_keys, *new_keys])
        if before[key] != after[key]
    )
