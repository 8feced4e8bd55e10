"""The debugging plan: from the step that shows the fault back to the predicted root cause.

Suspiciousness follows DebugPilot: a step's is the work it does; a written variable's is its step's, plus that of
the step's control dominator, plus the square root of the sum of the squares of what was read. What the user called
right weighs nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING

from llmdb.slicing.slices import origin, parents

if TYPE_CHECKING:
    from llmdb.slicing import Dependencies, Read
    from llmdb.types import LineNo, StepNo

MOST_NODES = 5_000
MOST_PLANNED = 40
UNCLEAR_WEIGHT = 0.5
Node = tuple["StepNo", int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """What the user said, as steps and statements: values right, places unclear, the step called the root."""

    right: frozenset[Node] = frozenset()
    unclear: frozenset[Node] = frozenset()
    wrong: tuple[StepNo, str | None] | None = None
    root: StepNo | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanStep:
    """A stop on the way back: `name` is what was followed to get here, None for control."""

    step: StepNo
    line: LineNo
    name: str | None
    suspiciousness: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The way from the output to the predicted root cause; `remaining` of `total` steps may still hold the fault."""

    step: StepNo
    name: str | None
    plan: tuple[PlanStep, ...]
    root: PlanStep
    remaining: int
    total: int


@dataclass
class _Graph:
    """Statements that the output depends on, with what leads to each."""

    above: dict[Node, list[tuple[Read | None, Node]]] = field(default_factory=dict)
    score: dict[Node, float] = field(default_factory=dict)


def make_plan(found: Dependencies, step: StepNo, name: str | None, feedback: Feedback) -> Plan:
    """The plan for a wrong value (`name` at the end of `step`), or for a step that was wrongly reached or raised."""
    start = _start(found, step, name)
    graph = _gather(found, start, feedback.right)
    work = _work(found)
    _score(found, graph, work, feedback)
    way = _walk(found, graph, start, name)
    scale = max(graph.score.values(), default=1.0) or 1.0
    stops = tuple(
        PlanStep(
            step=node[0],
            line=_line(found, node),
            name=followed,
            suspiciousness=round(graph.score[node] / scale, 4),
        )
        for node, followed in way
    )
    last = _root_of(found, graph, [node for node, _ in way], work, feedback)
    stops = stops[: last + 1]
    return Plan(
        step=step,
        name=name,
        plan=stops,
        root=stops[-1],
        remaining=len({node[0] for node in graph.above}),
        total=len(found.trace),
    )


def _start(found: Dependencies, step: StepNo, name: str | None) -> Node:
    last = max(0, len(found.statements.get(found.trace.block_of(step), ())) - 1)
    if name is not None:
        read = origin(found, name, step)
        if read is not None and read.writer.step is not None and read.writer.position is not None:
            return read.writer.step, found.statement_at(read.writer.step, read.writer.position)
    raised = found.trace.step(step).raised
    if raised is not None:
        code = found.statements.get(found.trace.block_of(step), ())
        return step, next((n for n, s in enumerate(code) if s.line == raised.line), last)
    return step, last


def _gather(found: Dependencies, start: Node, right: frozenset[Node]) -> _Graph:
    graph, todo = _Graph(), [start]
    while todo and len(graph.above) < MOST_NODES:
        node = todo.pop()
        if node not in graph.above:
            above = [(read, parent) for read, parent in parents(found, node) if parent not in right]
            graph.above[node] = [(read, parent) for read, parent in above if parent != node]
            todo.extend(parent for _, parent in graph.above[node])
    return graph


def _work(found: Dependencies) -> Mapping[tuple[int, int], float]:
    """Work of each statement of each block: the operations in it, as a share of the most laborious one's."""
    counts = {
        (block, place): 1.0 + sum(_operations(use.node) for use in statement.uses) + 2.0 * statement.calls
        for block, code in found.statements.items()
        for place, statement in enumerate(code)
    }
    most = max(counts.values(), default=1.0)
    return {place: count / most for place, count in counts.items()}


def _operations(node: ast.expr) -> int:
    return sum(isinstance(part, ast.Name | ast.Attribute | ast.Subscript) for part in ast.walk(node))


def _own(found: Dependencies, node: Node, work: Mapping[tuple[int, int], float]) -> float:
    return work.get((found.trace.block_of(node[0]), node[1]), 0.0)


def _score(
    found: Dependencies, graph: _Graph, work: Mapping[tuple[int, int], float], feedback: Feedback
) -> None:
    """Scores in order of execution; a second pass reaches callers, whose steps come before what they call."""
    for _ in range(2):
        for node in sorted(graph.above):
            above = graph.above[node]
            reads = sqrt(sum(graph.score.get(parent, 0.0) ** 2 for read, parent in above if read is not None))
            control = sum(_own(found, parent, work) for read, parent in above if read is None)
            weight = UNCLEAR_WEIGHT if node in feedback.unclear else 1.0
            graph.score[node] = weight * (_own(found, node, work) + control + reads)


def _walk(found: Dependencies, graph: _Graph, start: Node, name: str | None) -> list[tuple[Node, str | None]]:
    """Always on to the most suspicious of what a statement read, or to what let it run when it read nothing."""
    way: list[tuple[Node, str | None]] = [(start, name)]
    seen = {start}
    while len(way) < MOST_PLANNED:
        node = way[-1][0]
        left = [(r, p) for r, p in graph.above.get(node, ()) if p not in seen and p in graph.score]
        if not left:
            break
        data = [(r, p) for r, p in left if r is not None] or left
        read, parent = max(data, key=lambda pair: (graph.score[pair[1]], pair[1]))
        way.append((parent, read.name if read is not None else None))
        seen.add(parent)
    return way


def _root_of(
    found: Dependencies,
    graph: _Graph,
    way: list[Node],
    work: Mapping[tuple[int, int], float],
    feedback: Feedback,
) -> int:
    """Where the way ends: at the user's root, else at its most laborious step, the nearest to the output of equals."""
    if feedback.root is not None:
        return next((n for n, node in enumerate(way) if node[0] == feedback.root), len(way) - 1)
    weights = [
        _own(found, node, work) * (UNCLEAR_WEIGHT if node in feedback.unclear else 1.0) for node in way
    ]
    return max(range(len(way)), key=lambda n: (weights[n], -n))


def _line(found: Dependencies, node: Node) -> LineNo:
    code = found.statements.get(found.trace.block_of(node[0]), ())
    return code[node[1]].line if node[1] < len(code) else found.trace.lines(node[0])[0]
