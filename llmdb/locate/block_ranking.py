"""Ranks blocks by how failing and passing tests run them: a verdict without a model.

Ochiai's coefficient (Abreu et al. 2007) over blocks, a condition taking that of the branches it chooses; then whether
the values a block leaves differ from those of passing runs of it, how near it ran to the failure, and how much it
holds that can be wrong.
"""

import ast
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from llmdb.program.graph import ControlFlowGraph
from llmdb.replay.visits import Visits
from llmdb.types import BlockId

MAX_STEPS_READ = 5_000
VALUE_WEIGHT = 0.1
NEARNESS_WEIGHT = 0.1
CONTENT_WEIGHT = 0.3
LOOP_HEADER = "iterator -> "
ITERATED = "Iterate Over -> "
HOLDS_FAULTS = (
    ast.BinOp,
    ast.BoolOp,
    ast.UnaryOp,
    ast.Compare,
    ast.Call,
    ast.Subscript,
    ast.IfExp,
    ast.AugAssign,
    ast.comprehension,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestedRun:
    """A recorded run and whether it was right: a visible test passed, or a bare run ended without error."""

    passed: bool
    trace: Visits


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspicion:
    """A block's rank: `score` is 0 to about 1.5, `failing` and `passing` count the runs that entered it."""

    block: BlockId
    score: float
    failing: int
    passing: int
    unusual: tuple[str, ...]
    """Names that only failing runs left with such values here, e.g. "out = [1, 4]"."""


def rank_blocks(cfg: ControlFlowGraph, runs: Sequence[TestedRun]) -> tuple[Suspicion, ...]:
    """Blocks that some failing run entered, most suspect first; blocks of a scope's own definition come last."""
    failing = [run for run in runs if not run.passed]
    passing = [run for run in runs if run.passed]
    fail_counts, pass_counts = _entered(failing), _entered(passing)
    nearness = _nearness(failing)
    unusual = _unusual_values(cfg, failing, passing)
    ochiai = {
        block: count / sqrt(len(failing) * (count + pass_counts[block]))
        for block, count in fail_counts.items()
    }
    ranked = []
    for block in fail_counts:
        score = _with_branches(cfg, block, ochiai)
        score += NEARNESS_WEIGHT * nearness.get(block, 0.0)
        score += VALUE_WEIGHT if unusual.get(block) else 0.0
        score += CONTENT_WEIGHT * content_of(cfg.block(block).statements)
        ranked.append(
            Suspicion(
                block=block,
                score=round(score * _weight(cfg, block), 4),
                failing=fail_counts[block],
                passing=pass_counts[block],
                unusual=unusual.get(block, ()),
            )
        )
    return tuple(sorted(ranked, key=lambda suspicion: (-suspicion.score, suspicion.block)))


def _with_branches(cfg: ControlFlowGraph, block: BlockId, ochiai: Mapping[BlockId, float]) -> float:
    """A condition is as suspect as what it lets run: a wrong one shows in the branch that it takes."""
    here = cfg.block(block)
    if here.condition is None or here.statements[-1].startswith(LOOP_HEADER):
        return ochiai[block]
    return max(ochiai[block], *(ochiai.get(after, 0.0) for after in here.next.values()), 0.0)


def _weight(cfg: ControlFlowGraph, block: BlockId) -> float:
    """Definitions and imports alone are seldom the fault: they run in every test; a default that is shared may be."""
    heads = ("def ", "async def ", "class ", "import ", "from ", '"', "'", "@")
    statements = cfg.block(block).statements
    if not statements or not all(statement.lstrip().startswith(heads) for statement in statements):
        return 1.0
    shared = any(mark in statement for statement in statements for mark in ("=[", "={", "= [", "= {"))
    return 1.0 if shared else 0.5


def content_of(statements: Sequence[str]) -> float:
    """How much there is in a block that can be wrong, from 0 to 1: operators, calls, indices, not plain names.

    `return out`, `total = 0` and `for row in rows` hold nothing; `if n > limit - 1` holds two things.
    """
    things = sum(_things_in(statement) for statement in statements)
    return things / (things + 1.5)


def _things_in(statement: str) -> int:
    text = statement.partition(ITERATED)[2] if statement.startswith(LOOP_HEADER) else statement
    text = text.strip().removeprefix("while ").removeprefix("if ").removeprefix("elif ").removesuffix(":")
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return 1
    return sum(isinstance(node, HOLDS_FAULTS) for node in ast.walk(tree))


def _entered(runs: Sequence[TestedRun]) -> Counter[BlockId]:
    counts: Counter[BlockId] = Counter()
    for run in runs:
        trace = run.trace
        counts.update({trace.block_of(step) for step in range(1, len(trace) + 1)})
    return counts


def _nearness(failing: Sequence[TestedRun]) -> dict[BlockId, float]:
    """For each block, 1 when its last execution is the failing run's last step, towards 0 at its beginning."""
    near: dict[BlockId, float] = {}
    for run in failing:
        total = len(run.trace)
        for step in range(max(1, total - MAX_STEPS_READ), total + 1):
            block = run.trace.block_of(step)
            near[block] = max(near.get(block, 0.0), step / total)
    return near


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
        for step in run.trace.steps(1, min(len(run.trace), MAX_STEPS_READ)):
            of_block = shapes.setdefault(step.block, {})
            for name, value in step.changed.items():
                of_block.setdefault((name, _shape(value.type, value.repr)), f"{name} = {value.repr[:40]}")
    return shapes


def _shape(kind: str, text: str) -> str:
    """A value's type, its sign, and whether it is empty."""
    sign = (
        "-" if text.startswith("-") else "0" if text in ("0", "0.0", "[]", "{}", "''", "()", "set()") else "+"
    )
    return f"{kind}{sign}"
