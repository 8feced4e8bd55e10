"""Trial changes: statements of which a small change makes failing tests pass, and none that passed fail.

What helps where it is changed is likely to be wrong (Metallaxis, Papadakis and Le Traon 2015; MUSE, Moon et al. 2014).
The changed programs run in the sandbox with every layer, or not at all: nobody has asked for them to be run.
"""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import log

from llmdb.errors import RunnerError, SandboxUnavailable
from llmdb.locate import weights
from llmdb.repair.changes.mutations import Mutation, mutations
from llmdb.repair.changes.scope import Keys, Types
from llmdb.repair.version_runner import VersionRunner, changed_part
from llmdb.replay.visits import Visits
from llmdb.types import LineNo

MOST_TRIALS = 1_500
TRIAL_WORK = 1_250_000
"""Turns of loops and calls that all trial changes together may take; about a second."""
ENDLESS_TICKS = 5_000
"""How many of these each may take where the program does not end."""
SLOW_S = 0.3
"""A program whose tests take longer is not tried."""
MOST_CPU_S = 5.0
"""What the trials may take at most: a single turn may last."""
OUT_OF_SLICE = 1
"""How much more a change costs of a line on which nothing that is wrong depends."""


def try_changes(
    versions: VersionRunner,
    lines: frozenset[LineNo],
    passed: tuple[bool, ...],
    types: Types,
    recorded: Keys,
    beside: frozenset[LineNo] = frozenset(),
) -> Mapping[LineNo, float]:
    """Try small changes of some lines, and say for which lines they help, and how much.

    A change helps where more tests pass than before and none fails that passed. A line's number grows with the part of
    the failing tests that its best change makes pass, with how likely that change is, and with how many of its changes
    make all tests pass.

    Args:
        versions: runs versions of the program; its sandbox is made stricter.
        lines: the lines that are changed first: those on which what is wrong depends.
        passed: which tests pass now. Where the runner does not see the same, nothing is tried.
        types: the types that each variable was recorded with.
        recorded: for each variable that is a dict, the keys it was recorded with.
        beside: lines that are changed as well, at a higher cost. What is wrong does not depend on what they do, but may
            on what they fail to do.

    Returns:
        Line to how much changes of it help, from 0 to about 6; lines that no change of helps are left out. Empty where
        every test passes, or the versions cannot be run.
    """
    if all(passed):
        return {}
    changes = _chosen(versions.program.snippet.text, lines, beside - lines, types, recorded)
    strict = replace(
        versions,
        options=replace(versions.options, sandbox="require"),
        work=TRIAL_WORK,
        endless_ticks=ENDLESS_TICKS,
        most_cpu_s=SLOW_S,
        total_cpu_s=MOST_CPU_S,
    )
    try:
        tried = strict.run([change.code for change in changes], passed)
    except (RunnerError, SandboxUnavailable):
        return {}
    best: dict[LineNo, float] = {}
    others: dict[LineNo, float] = {}
    for change, one in zip(changes, tried, strict=True):
        if sum(one.passed) > sum(passed) and all(
            after for before, after in zip(passed, one.passed, strict=True) if before
        ):
            part = (sum(one.passed) - sum(passed)) / passed.count(False)
            likely = max(0.0, 1 - weights.WEIGHTS.trial_cost * (change.cost - 1))
            best[change.line] = max(best.get(change.line, 0.0), part * likely)
            if all(one.passed):
                said = weights.WEIGHTS.trial_unlikely ** (change.cost - 1)
                others[change.line] = others.get(change.line, 0.0) + said
    return {
        line: part * (1 + weights.WEIGHTS.trial_others * log(1 + others.get(line, 0.0)))
        for line, part in best.items()
    }


def _chosen(
    code: str, lines: frozenset[LineNo], beside: frozenset[LineNo], types: Types, recorded: Keys
) -> list[Mutation]:
    """The changes to try, at most `MOST_TRIALS`: the cheapest first; of equal cost one of each line, then a second.

    A change that concerns a line of each kind, such as one that swaps them, counts for the line in `lines`.
    """
    own = mutations(code, lines, types, recorded)
    if beside:
        known = {change.code for change in own}
        every = mutations(code, lines | beside, types, recorded)
        own += [change for change in every if change.line in beside and change.code not in known]
    turn: Counter[tuple[LineNo, int]] = Counter()
    ranked = []
    for change in own:
        cost = change.cost + OUT_OF_SLICE * (change.line in beside)
        place = (change.line, cost)
        ranked.append((cost, turn[place], change.line, changed_part(code, change.code), change))
        turn[place] += 1
    ranked.sort(key=lambda row: row[:4])
    return [change for *_, change in ranked[:MOST_TRIALS]]


def recorded_keys(traces: Iterable[Visits]) -> Keys:
    """The keys of the variables that are dicts, at the first and the last run of each block; texts and numbers only."""
    found: dict[str, dict[str, None]] = {}
    for trace, block in ((one, block) for one in traces for block in one.cfg.blocks):
        steps = trace.steps_of_block(block.id)
        for number in {steps[0], steps[-1]} if len(steps) else ():
            for name, value in trace.state(number).items():
                if value.type == "dict":
                    found.setdefault(name, {}).update(dict.fromkeys(_keys_in(value.repr)))
    return {name: tuple(keys) for name, keys in found.items()}


def _keys_in(text: str) -> Iterator[str]:
    """The `repr` of the first eight keys of a dict's `repr`; nothing where it is no literal."""
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return
    keys: Sequence[object] = list(value)[:8] if isinstance(value, dict) else ()
    yield from (repr(key) for key in keys if isinstance(key, str | int))
