"""Trial changes: statements of which a small change makes failing tests pass, and none that passed fail.

What helps where it is changed is likely to be wrong (Metallaxis, Papadakis and Le Traon 2015; MUSE, Moon et al. 2014).
The changed programs run in the sandbox with every layer, or not at all: nobody has asked for them to be run.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import log

from llmdb.errors import RunnerError, SandboxUnavailable
from llmdb.repair.changes.donor_changes import donor_changes
from llmdb.repair.changes.donors import Keys
from llmdb.repair.changes.mutations import edits
from llmdb.repair.changes.program_source import Source
from llmdb.repair.changes.scope_names import Types
from llmdb.repair.version_runner import VersionRunner, changed_part
from llmdb.replay.visits import Visits
from llmdb.types import LineNo

MOST_TRIALS = 1_500
TRIAL_CPU_S = 1.0
"""What all trial changes together may take."""
SLOW_S = 0.1
"""A program whose tests take longer is not tried."""
COST = 0.1
"""How much less a change says with each unit that it costs: the likely ones come first."""
OTHERS = 0.6
"""How much more a line is suspect for further changes of it that help."""


def try_changes(
    versions: VersionRunner, lines: frozenset[LineNo], passed: tuple[bool, ...], types: Types, recorded: Keys
) -> Mapping[LineNo, float]:
    """For each line with changes that help: how much, from 0 to about 1.5; all others are left out.

    It counts which part of the failing tests the best of them makes pass, how likely a change it is, and how many
    others make all of them pass.

    Args:
        versions: runs versions of the program; its sandbox is made stricter.
        lines: where the program is changed.
        passed: which tests pass now. Where the runner does not see the same, nothing is tried.
        types: what each variable was recorded with.
        recorded: the keys of dicts.
    """
    if all(passed):
        return {}
    changes = _chosen(Source(versions.program.snippet.text), lines, types, recorded)
    strict = replace(
        versions,
        options=replace(versions.options, sandbox="require"),
        total_cpu_s=TRIAL_CPU_S,
        slow_s=SLOW_S,
    )
    try:
        tried = strict.run([code for _, code, _ in changes], passed)
    except (RunnerError, SandboxUnavailable):
        return {}
    best: dict[LineNo, float] = {}
    whole: Counter[LineNo] = Counter()
    for (line, _, cost), one in zip(changes, tried, strict=True):
        if sum(one.passed) > sum(passed) and all(
            after for before, after in zip(passed, one.passed, strict=True) if before
        ):
            part = (sum(one.passed) - sum(passed)) / passed.count(False)
            best[line] = max(best.get(line, 0.0), part * max(0.0, 1 - COST * (cost - 1)))
            whole[line] += all(one.passed)
    return {line: part * (1 + OTHERS * log(1 + whole[line])) for line, part in best.items()}


def _chosen(
    source: Source, lines: frozenset[LineNo], types: Types, recorded: Keys
) -> list[tuple[LineNo, str, int]]:
    """The cheapest changes, each once, with their lines and costs; of those that cost the same, each line's in turn."""
    found: dict[str, tuple[LineNo, int]] = {}
    for line, change in (*edits(source, lines, types), *donor_changes(source, lines, types, recorded)):
        begin, end, text, _, cost = change
        code = source.spliced(begin, end, text)
        known = found.get(code)
        if code != source.code and (known is None or cost < known[1]):
            found[code] = (line, cost)
    turn: Counter[tuple[LineNo, int]] = Counter()
    ranked = []
    for code, (line, cost) in found.items():
        ranked.append((cost, turn[line, cost], line, changed_part(source.code, code), code))
        turn[line, cost] += 1
    return [(line, code, cost) for cost, _, line, _, code in sorted(ranked)[:MOST_TRIALS]]


def recorded_keys(trace: Visits) -> Keys:
    """The keys of the variables that are dicts, at the first and the last run of each block; texts and numbers only."""
    found: dict[str, dict[str, None]] = {}
    for block in trace.cfg.blocks:
        steps = trace.steps_of_block(block.id)
        for number in {steps[0], steps[-1]} if len(steps) else ():
            for name, value in trace.state(number).items():
                if value.type == "dict":
                    found.setdefault(name, {}).update(dict.fromkeys(_keys_in(value.repr)))
    return {name: tuple(keys) for name, keys in found.items()}


def _keys_in(text: str) -> Iterator[str]:
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return
    keys: Sequence[object] = list(value)[:8] if isinstance(value, dict) else ()
    yield from (repr(key) for key in keys if isinstance(key, str | int))
