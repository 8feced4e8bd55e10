"""Aligns two recorded runs of similar programs, to say which blocks run differently and which values differ.

It sums up what a fix changed, from the ends of runs of any length. Which execution of a statement stands for which in a
correct program, turn by turn of each loop, `run_alignment.py` says.
"""

import difflib
from collections import Counter
from collections.abc import Sequence

from llmdb.replay.visits import Visits
from llmdb.types import VisitNo
from llmdb.values import dataclass

MAX_ALIGNED = 2_000
"""Visits compared from each end; longer runs are compared in their first and last thousand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueDifference:
    """A variable that two aligned visits left with different values."""

    old_visit: VisitNo
    new_visit: VisitNo
    block: int
    occurrence: int
    name: str
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunDifference:
    """How a second run differs: visits, values after aligned ones, and blocks that ran more or less often."""

    old_visits: int
    new_visits: int
    values: tuple[ValueDifference, ...]
    counts: tuple[tuple[str, str, int, int], ...]
    """(scope, first statement of the block, executions before, executions after) where they differ.

    Blocks that the second program has not, or that the first has only as part of another, are left out.
    """
    partial: bool = False


def compare_runs(old: Visits, new: Visits) -> RunDifference:
    """Align by the text of the blocks' statements, then compare what aligned visits changed."""
    old_visits, new_visits = _sampled(old), _sampled(new)
    old_keys = [_key(old, visit) for visit in old_visits]
    new_keys = [_key(new, visit) for visit in new_visits]
    matcher = difflib.SequenceMatcher(None, old_keys, new_keys, autojunk=False)
    values: list[ValueDifference] = []
    for match in matcher.get_matching_blocks():
        for offset in range(match.size):
            values += _differences(old, new, old_visits[match.a + offset], new_visits[match.b + offset])
    return RunDifference(
        old_visits=len(old),
        new_visits=len(new),
        values=tuple(values),
        counts=_count_differences(old, new, old_keys, new_keys),
        partial=len(old) > MAX_ALIGNED or len(new) > MAX_ALIGNED,
    )


def _sampled(trace: Visits) -> Sequence[VisitNo]:
    total = len(trace)
    if total <= MAX_ALIGNED:
        return range(1, total + 1)
    half = MAX_ALIGNED // 2
    return [*range(1, half + 1), *range(total - half + 1, total + 1)]


def _key(trace: Visits, visit: VisitNo) -> tuple[str, str]:
    block = trace.cfg.block(trace.block_of(visit))
    return block.scope, block.statements[0] if block.statements else ""


def _differences(old: Visits, new: Visits, old_no: VisitNo, new_no: VisitNo) -> list[ValueDifference]:
    before, after = old.changed(old_no), new.changed(new_no)
    return [
        ValueDifference(
            old_visit=old_no,
            new_visit=new_no,
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
    old: Visits, new: Visits, old_keys: Sequence[tuple[str, str]], new_keys: Sequence[tuple[str, str]]
) -> tuple[tuple[str, str, int, int], ...]:
    before, after = Counter(old_keys), Counter(new_keys)
    old_heads, new_heads = _heads(old), _heads(new)
    merely_inside = {(block.scope, text) for block in old.cfg.blocks for text in block.statements} - old_heads
    return tuple(
        (*key, before[key], after[key])
        for key in dict.fromkeys([*old_keys, *new_keys])
        if before[key] != after[key] and key in new_heads and key not in merely_inside
    )


def _heads(trace: Visits) -> set[tuple[str, str]]:
    return {(block.scope, block.statements[0]) for block in trace.cfg.blocks if block.statements}
