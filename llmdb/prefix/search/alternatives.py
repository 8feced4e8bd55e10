"""Alternatives by coverage: other values for what decides about lines not yet reached."""

from dataclasses import replace

from llmdb.prefix.guess import STAND_IN
from llmdb.prefix.places import Place
from llmdb.prefix.search.choice import Tried, best_of, smallest_cover
from llmdb.prefix.search.error_repair import BATCH, changes, repair
from llmdb.prefix.search.tried_prefixes import Trials
from llmdb.prefix.space import FOLDER, Choice, Pools

_MOST = 160
_ROUNDS = 3
_READERS = 3


def try_alternatives(trials: Trials, pairs: bool) -> None:
    """Change one value, or with `pairs` two at a time, in the conditions before uncovered lines."""
    for seed in _seeds(trials):
        if trials.done:
            return
        missing = frozenset(trials.lines - trials.covered)
        _, pools = trials.space.usage(seed.choice.names)
        places = trials.space.relevant(missing, seed.choice.names)
        choices = [c for place in places for c in changes(seed.choice, place, pools)]
        choices = [*_with_files(trials, seed), *choices]
        if pairs:
            choices = _pairs(choices, places, pools)
        for i in range(0, min(len(choices), _MOST), BATCH):
            if trials.done:
                return
            before = set(trials.covered)
            for one in trials.run(choices[i : i + BATCH]):
                if one.run.lines & trials.lines - before and one.run.error is not None:
                    repair(trials, one)


def _with_files(trials: Trials, seed: Tried) -> list[Choice]:
    """A file that was looked for is there, with what each of the program's readers wants."""
    usage, _ = trials.space.usage(seed.choice.names)
    known = {path for path, _ in seed.choice.files}
    absent = [path for path in seed.run.absent_files if path.rstrip("/") not in known]
    paths = [path for path in absent if not path.endswith("/")]
    keys = [key for key, file in usage.files.items() if str(file.of("opened")[0][1])[:1] == "r"][:_READERS]
    files = [frozenset({(path, key)}) for path in paths for key in keys or [""]]
    files += [frozenset({(path.rstrip("/"), FOLDER)}) for path in absent if path.endswith("/")]
    if len(paths) > 1:
        files.append(frozenset((path, (keys or [""])[0]) for path in paths))
    return [replace(seed.choice, files=seed.choice.files | one) for one in files]


def _pairs(single: list[Choice], places: list[Place], pools: Pools) -> list[Choice]:
    out = []
    for choice in single[:30]:
        for place in places[:12]:
            if place.key not in {key for key, _ in choice.chosen}:
                out += changes(choice, place, pools)[:2]
    return out


def _seeds(trials: Trials) -> list[Tried]:
    good = sorted(trials.usable, key=lambda t: t.score(trials.lines), reverse=True)
    cover = smallest_cover(good, trials.lines)
    return list(dict.fromkeys([*cover[:4], *good[:2]]))


def widen(trials: Trials, best: Tried) -> Tried:
    """Try to reach more lines in one run: single changes on top of the best."""
    if trials.exhausted or best.run.lines >= trials.lines:
        return best
    _, pools = trials.space.usage(best.choice.names)
    places = trials.space.relevant(trials.lines - best.run.lines, best.choice.names)
    tries = [c for place in places for c in changes(best.choice, place, pools)][:48]
    found = [t for t in trials.run(tries) if t.score(trials.lines) > best.score(trials.lines)]
    return best_of([best, *found], trials.lines)


def make_plain(trials: Trials, best: Tried) -> None:
    """Take back each choice without which the best reaches the same, and all of these together."""
    chosen = best.choice.chosen
    base = best.choice if best.stand_ins else replace(best.choice, stand_ins=False)
    alone = {pair: replace(base, chosen=chosen - {pair}) for pair in sorted(chosen)}
    found = trials.run_beside(best, [*alone.values()])
    idle = {pair for pair, choice in alone.items() if choice in found}
    if len(idle) > 1:
        trials.run_beside(best, [replace(base, chosen=chosen - idle)])


def _as_far(trials: Trials, concrete: Tried, goal: Tried) -> list[Tried]:
    """What is without the stand-ins of `goal`, changed where that lets it reach as many lines."""
    reached: list[Tried] = []
    for _ in range(_ROUNDS):
        missing = goal.run.lines - concrete.run.lines
        if not missing or trials.exhausted:
            break
        _, pools = trials.space.usage(concrete.choice.names)
        places = trials.space.relevant(missing & trials.lines, concrete.choice.names)
        places.sort(key=lambda place: not place.guarded)  # what decides comes first
        tries = [c for place in places for c in changes(concrete.choice, place, pools)]
        found = [t for t in trials.run(tries[:BATCH]) if t.stand_ins <= concrete.stand_ins]
        reached += [t for t in found if t.coverage(trials.lines) >= goal.coverage(trials.lines)]
        further = [t for t in found if t.score(trials.lines) > concrete.score(trials.lines)]
        if reached or not further:
            break
        concrete = best_of(further, trials.lines)
    return reached


def make_concrete(trials: Trials, one: Tried) -> Tried:
    """Replace stand-ins by concrete values where the coverage allows it."""
    for _ in range(_ROUNDS):
        usage, pools = trials.space.usage(one.choice.names)
        roots = dict.fromkeys(place.key for place in (*usage.roots.values(), *usage.parameters.values()))
        stand_ins = [key for key in roots if one.choice.takes_stand_in(key, pools.get(key, ()))]
        if not stand_ins or not one.stand_ins or trials.exhausted:
            return one
        tries = [
            one.choice.with_choice(key, candidate) for key in stand_ins for candidate in pools[key][:-1][:4]
        ]
        every = one.choice
        for key in stand_ins:
            every = every.with_choice(key, pools[key][0])
        true = every  # as a stand-in is
        for place in (*usage.roots.values(), *usage.parameters.values()):
            for inner in place.walk() if place.key in stand_ins else ():
                if inner.has("truth") and "True" in pools.get(inner.key, ()):
                    true = true.with_choice(inner.key, "True")
        found = trials.run([every, true, *tries])
        fine = [t for t in found if t.coverage(trials.lines) >= one.coverage(trials.lines)]
        together = one.choice
        for done in fine:
            for key, candidate in sorted(done.choice.chosen - one.choice.chosen):
                if dict(together.chosen).get(key) in (None, STAND_IN):
                    together = together.with_choice(key, candidate)
        joined = [t for t in trials.run([together]) if t.coverage(trials.lines) >= one.coverage(trials.lines)]
        better = best_of([one, *fine, *joined], trials.lines)
        if better.stand_ins and found:
            better = best_of([better, *_as_far(trials, found[0], one)], trials.lines)
        if better is one:
            return one
        one = better
    return one
