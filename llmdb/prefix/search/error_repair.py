"""Repair by the observed error: what the failing line uses is changed, as long as that lets the run go further."""

from dataclasses import replace

from llmdb.prefix.guess import CLOCK, DRY, STAND_IN, is_clock
from llmdb.prefix.places import Place
from llmdb.prefix.search.choice import Tried, best_of
from llmdb.prefix.search.tried_prefixes import Trials
from llmdb.prefix.space import FOLDER, Choice, Pools
from llmdb.prefix.writing.real_modules import may_differ

BATCH = 24
_ROUNDS = 12
_ENDLESS = 3
_SIDEWAYS = 2
_OF_MODULES = 5
_KEPT = ("@import", "@exception")


def repair(trials: Trials, one: Tried) -> Tried:
    """The best that comes of changing a prefix by its errors; itself if nothing helps."""
    seen = {one.run.error}
    best = one
    sideways = 0
    for _ in range(_ROUNDS):
        if one.run.error is None or trials.exhausted:
            break
        found = trials.run(_fixes(trials, one)[: BATCH * 2])
        endless = [
            t for t in found if t.run.timed_out and t.coverage(trials.lines) > one.coverage(trials.lines)
        ]
        found += trials.run(dict.fromkeys(c for t in endless[:_ENDLESS] for c in _run_dry(trials, t.choice)))
        better = [t for t in found if t.score(trials.lines) > one.score(trials.lines)]
        if not better and sideways < _SIDEWAYS:  # another error at the same place may be a step on the way
            sideways += 1
            equal = one.coverage(trials.lines)
            better = [t for t in found if t.run.error not in seen and t.coverage(trials.lines) >= equal]
        if not better:
            break
        one = best_of(better, trials.lines)
        seen.add(one.run.error)
        if one.score(trials.lines) >= best.score(trials.lines):
            best = one
    return best


def changes(choice: Choice, place: Place, pools: Pools) -> list[Choice]:
    """The choices that differ at one place; below a real module there are few, as it says itself what it gives."""
    pool, known = pools.get(place.key, ()), dict(choice.chosen)
    root = known.get(place.root.key, next(iter(pools.get(place.root.key, ())), ""))
    if place.parent is not None and root.startswith("@import import "):
        pool = pool[:_OF_MODULES] if may_differ(place, root.removeprefix("@import ")) else ()
        chosen = known.get(place.key, "")
    else:
        chosen = known.get(place.key, pool[0] if pool else "")
    return [choice.with_choice(place.key, c) for c in pool if c != chosen]


def _fixes(trials: Trials, one: Tried) -> list[Choice]:
    choice, run = one.choice, one.run
    usage, pools = trials.space.usage(choice.names)
    if run.missing_name in trials.space.kept_undefined:
        return []
    if run.missing_name and run.missing_name not in usage.roots:
        return [replace(choice, names=choice.names | {run.missing_name})]
    surrounding = _surrounding_fixes(trials, one)
    if surrounding:
        return surrounding
    fixes: list[Choice] = []
    places = usage.places() if run.in_prefix else _suspects(trials, one)
    for place in places:
        fixes += changes(choice, place, pools)
    roots = [r for r in dict.fromkeys(place.root for place in places) if STAND_IN in pools.get(r.key, ())]
    fixes += [choice.with_choice(root.key, STAND_IN) for root in roots]
    if len(roots) > 1:
        every = choice
        for root in roots:
            if not pools[root.key][0].startswith(_KEPT):
                every = every.with_choice(root.key, STAND_IN)
        fixes.append(every)
    return fixes


def _surrounding_fixes(trials: Trials, one: Tried) -> list[Choice]:
    """A missing file is made, a question is answered."""
    choice, run = one.choice, one.run
    assert run.error is not None
    if run.timed_out:
        return [*_run_dry(trials, choice), *_without_waiting(trials, choice)]
    path = run.missing_file
    if path and not path.startswith("/") and path not in {known for known, _ in choice.files}:
        usage, _ = trials.space.usage(choice.names)
        key = usage.opened.get(run.error.line or 0, "")
        if not key and trials.space.lists_folder(run.error.line or 0):
            key = FOLDER
        return [replace(choice, files=choice.files | {(path, key)})]
    if run.error.type == "EOFError" and not choice.answers:
        return [replace(choice, answers=True)]
    return []


def _run_dry(trials: Trials, choice: Choice) -> list[Choice]:
    """What an endless loop reads from has an end: each source of it, and all together."""
    usage, pools = trials.space.usage(choice.names)
    found = [place for place in usage.places() if DRY in pools.get(place.key, ())]
    sources = [place.key for place in found if not any(place.is_below(other) for other in found)]
    every = choice
    for key in sources:
        every = every.with_choice(key, DRY)
    return list(dict.fromkeys([*(choice.with_choice(key, DRY) for key in sources), every]))


def _without_waiting(trials: Trials, choice: Choice) -> list[Choice]:
    """A program that waits for a time to come finds that it has come."""
    places = trials.space.usage(choice.names)[0].places()
    clocks = [place for place in places if is_clock(place)]
    for place in clocks:
        choice = choice.with_choice(place.key, CLOCK)
    for place in places:
        if place.key == "time.sleep":
            choice = choice.with_choice(place.key, "@function")
    return [choice] if clocks else []


def _suspects(trials: Trials, one: Tried) -> list[Place]:
    usage, _ = trials.space.usage(one.choice.names)
    line = one.run.error.line if one.run.error else None
    if line is None:
        return []
    found = usage.spread.get(line, set())
    for back in range(line, max(line - 6, 0), -1):
        found = found or usage.spread.get(back, set())
    return sorted(found, key=lambda p: (len(p.key), p.key))
