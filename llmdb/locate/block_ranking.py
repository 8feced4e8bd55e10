"""Ranks blocks by the suspiciousness of their statements: a verdict without a model."""

from collections import Counter
from collections.abc import Mapping, Sequence

from llmdb.locate.weights import as_probability
from llmdb.program.graph import ControlFlowGraph
from llmdb.replay.visits import Visits
from llmdb.types import BlockId
from llmdb.values import dataclass

MAX_STEPS_READ = 5_000
LOOP_HEADER = "iterator -> "


@dataclass(frozen=True, slots=True, kw_only=True)
class TestedRun:
    """A recorded run and whether it was right: a visible test passed, or a bare run ended without error."""

    __test__ = False

    passed: bool
    trace: Visits


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspicion:
    """A block's rank: `score` is its suspiciousness, 0 to 1, `failing` and `passing` count the runs that entered it."""

    block: BlockId
    score: float
    failing: int
    passing: int
    unusual: tuple[str, ...]
    """Names that only failing runs left with such values here, e.g. "out = [1, 4]"."""


def rank_blocks(
    cfg: ControlFlowGraph, runs: Sequence[TestedRun], odds: Mapping[BlockId, float]
) -> tuple[Suspicion, ...]:
    """Blocks that some failing run entered, most suspect first; of those that say the same, the later ones.

    Args:
        cfg: of the program.
        runs: one for each test.
        odds: that the fault is in a block, see `Planner.block_odds`; 0 for the others.
    """
    failing = [run for run in runs if not run.passed]
    passing = [run for run in runs if run.passed]
    fail_counts, pass_counts = _entered(failing), _entered(passing)
    unusual = _unusual_values(cfg, failing, passing)
    ranked = [
        Suspicion(
            block=block,
            score=as_probability(odds.get(block, 0.0)),
            failing=fail_counts[block],
            passing=pass_counts[block],
            unusual=unusual.get(block, ()),
        )
        for block in fail_counts
    ]
    return tuple(sorted(ranked, key=lambda suspicion: (-suspicion.score, -suspicion.block)))


def _entered(runs: Sequence[TestedRun]) -> Counter[BlockId]:
    counts: Counter[BlockId] = Counter()
    for run in runs:
        trace = run.trace
        counts.update({trace.block_of(step) for step in range(1, len(trace) + 1)})
    return counts


def _unusual_values(
    cfg: ControlFlowGraph, failing: Sequence[TestedRun], passing: Sequence[TestedRun]
) -> Mapping[BlockId, tuple[str, ...]]:
    """Types or signs of changed values that no passing run of the block showed; a loop's items are input."""
    if not passing:
        return {}
    seen, wrong = _shapes(passing), _shapes(failing)
    return {
        block: tuple(text for shape, text in shapes.items() if shape not in seen[block])[:3]
        for block, shapes in wrong.items()
        if block in seen
        and not cfg.block(block).statements[-1].startswith(LOOP_HEADER)
        and any(shape not in seen[block] for shape in shapes)
    }


def _shapes(runs: Sequence[TestedRun]) -> dict[BlockId, dict[tuple[str, str], str]]:
    shapes: dict[BlockId, dict[tuple[str, str], str]] = {}
    for run in runs:
        visits = range(1, min(len(run.trace), MAX_STEPS_READ) + 1)
        changed = run.trace.changed_of(visits)
        for number in visits:
            of_block = shapes.setdefault(run.trace.block_of(number), {})
            for name, value in changed[number].items():
                of_block.setdefault((name, _shape(value.type, value.repr)), f"{name} = {value.repr[:40]}")
    return shapes


def _shape(kind: str, text: str) -> str:
    """A value's type, its sign, and whether it is empty."""
    sign = (
        "-" if text.startswith("-") else "0" if text in ("0", "0.0", "[]", "{}", "''", "()", "set()") else "+"
    )
    return f"{kind}{sign}"
