"""Trial changes: statements of which a small change makes failing tests pass, and none that passed fail.

What helps where it is changed is likely to be wrong (Metallaxis, Papadakis and Le Traon 2015; MUSE, Moon et al. 2014).
The changed programs run in the sandbox with every layer, or not at all: nobody has asked for them to be run.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from llmdb.engine.fix.batch import BatchRunner
from llmdb.engine.fix.mutations import Mutation, mutations
from llmdb.errors import RunnerError, SandboxUnavailable
from llmdb.types import LineNo

MOST_OF_LINE = 12
MOST_TRIALS = 300
WRAPPED = re.compile(r"\w+\(.*\)|.*\.\w+\(\)")
"""What is done where a value is only passed through a function or a method, `list(xs)`, `xs.copy()`."""
WRAPPED_COST = 2
"""How much more that costs: few faults are of this kind, and there are many such changes."""
CPU_S, WALL_S = 0.05, 0.3
SLOW_S = 0.1
"""A program whose tests take longer is not tried."""


def try_changes(
    code: str, lines: frozenset[LineNo], batch: BatchRunner, passed: tuple[bool, ...]
) -> Mapping[LineNo, float]:
    """For each line whose best change helps: which part of the failing tests it makes pass; all others are left out.

    Args:
        code: the program.
        lines: where it is changed.
        batch: runs it; only the program's sandbox is made stricter.
        passed: which tests pass now. Where the batch does not see the same, nothing is tried.
    """
    strict = replace(batch, options=replace(batch.options, sandbox="require"), cpu_s=CPU_S, wall_s=WALL_S)
    try:
        before = strict.run([code])[0]
        if before.passed != passed or all(passed) or before.seconds > SLOW_S:
            return {}
        changes = _chosen(code, lines)
        tried = strict.run([change.code for change in changes])
    except (RunnerError, SandboxUnavailable):
        return {}
    helped: dict[LineNo, float] = {}
    for change, after in zip(changes, tried, strict=True):
        if all(now or not then for now, then in zip(after.passed, passed, strict=True)):
            part = (sum(after.passed) - sum(passed)) / passed.count(False)
            if part > helped.get(change.line, 0.0):
                helped[change.line] = part
    return helped


def _chosen(code: str, lines: frozenset[LineNo]) -> list[Mutation]:
    """The cheapest changes of each line."""
    count = dict.fromkeys(lines, 0)
    chosen = []
    for change in sorted(mutations(code, lines), key=_cost):
        count[change.line] = count.get(change.line, 0) + 1
        if count[change.line] <= MOST_OF_LINE:
            chosen.append(change)
    return chosen[:MOST_TRIALS]


def _cost(change: Mutation) -> int:
    return change.cost + WRAPPED_COST * bool(WRAPPED.fullmatch(change.what))
