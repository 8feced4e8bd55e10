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
from llmdb.repair.changes.program_source import Change, Source
from llmdb.repair.changes.scope_names import Types
from llmdb.repair.fork_runs import ManyRunner, Part
from llmdb.replay.visits import Visits
from llmdb.types import LineNo

MOST_TRIALS = 1_500
COST = 0.1
"""How much less a change says with each unit that it costs: the likely ones come first."""
OTHERS = 0.6
"""How much more a line is suspect for further changes of it that help."""


def try_changes(
    many: ManyRunner, lines: frozenset[LineNo], passed: tuple[bool, ...], types: Types, recorded: Keys
) -> Mapping[LineNo, float]:
    """For each line with changes that help: how much, from 0 to about 1.5; all others are left out.

    It counts which part of the failing tests the best of them makes pass, how likely a change it is, and how many
    others make all of them pass.

    Args:
        many: runs changes of the program; its sandbox is made stricter.
        lines: where the program is changed.
        passed: which tests pass now. Where the runner does not see the same, nothing is tried.
        types: what each variable was recorded with.
        recorded: the keys of dicts.
    """
    if all(passed):
        return {}
    changes = _chosen(Source(many.program.snippet.text), lines, types, recorded)
    strict = replace(many, options=replace(many.options, sandbox="require"))
    try:
        helping = strict.helping([part for _, part, _ in changes], passed)
    except (RunnerError, SandboxUnavailable):
        return {}
    best: dict[LineNo, float] = {}
    whole: Counter[LineNo] = Counter()
    for place, after in helping.items():
        line, _, cost = changes[place]
        part = (sum(after) - sum(passed)) / passed.count(False)
        best[line] = max(best.get(line, 0.0), part * max(0.0, 1 - COST * (cost - 1)))
        whole[line] += all(after)
    return {line: part * (1 + OTHERS * log(1 + whole[line])) for line, part in best.items()}


def _chosen(
    source: Source, lines: frozenset[LineNo], types: Types, recorded: Keys
) -> list[tuple[LineNo, Part, int]]:
    """The cheapest changes, each once, with their lines and costs; of those that cost the same, each line's in turn."""
    found: dict[Part, tuple[LineNo, int]] = {}
    for line, change in (*edits(source, lines, types), *donor_changes(source, lines, types, recorded)):
        part, cost = _least(source, change), change[4]
        if part[0] < part[1] or part[2]:
            known = found.get(part)
            if known is None or cost < known[1]:
                found[part] = (line, cost)
    turn: Counter[tuple[LineNo, int]] = Counter()
    ranked = []
    for part, (line, cost) in found.items():
        ranked.append((cost, turn[line, cost], line, part))
        turn[line, cost] += 1
    return [(line, part, cost) for cost, _, line, part in sorted(ranked)[:MOST_TRIALS]]


def _least(source: Source, change: Change) -> Part:
    """A change without what it leaves as it was, so that the same change is known again."""
    begin, end, text = change[:3]
    old, new = source.data[begin:end].decode(), text
    same = _alike(old, new)
    rest = _alike(old[same:][::-1], new[same:][::-1])
    begin += len(old[:same].encode())
    return begin, end - len(old[len(old) - rest :].encode()), new[same : len(new) - rest]


def _alike(one: str, other: str) -> int:
    """How many first characters are the same."""
    return next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


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
