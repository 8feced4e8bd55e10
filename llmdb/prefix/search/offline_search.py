"""The offline search for prefixes: a first guess, repair by the observed error, alternatives by coverage."""

import re
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace

from llmdb.errors import LlmdbError
from llmdb.prefix.coverage import instrument_lines
from llmdb.prefix.imports import modules_imported
from llmdb.prefix.model import Node, PrefixTree
from llmdb.prefix.search.alternatives import make_concrete, make_plain, try_alternatives, widen
from llmdb.prefix.search.choice import Tried, best_of, smallest_cover
from llmdb.prefix.search.error_repair import repair
from llmdb.prefix.search.importable import beside, importable
from llmdb.prefix.search.prefix_runs import PrefixRuns
from llmdb.prefix.search.tried_prefixes import SearchLimits, Trials
from llmdb.prefix.space import Choice, Guess, Space
from llmdb.prefix.tables import COMPUTING
from llmdb.prefix.uncovered import explain_uncovered
from llmdb.program.debuggers import DEBUGGERS
from llmdb.program.snippet import Snippet
from llmdb.runner.model import RunOptions
from llmdb.runner.runner import Runner
from llmdb.types import LineNo

_LIMITS = SearchLimits()
_ROUNDS = 6
_OUTSIDE = re.compile(
    "Connect|Timeout|Network|Proxy|SSL|Credential|Permission|URLError|HTTPError|gaierror|Retr|Tcl|Import|OSError"
)
"""What the names of errors have that say that something outside is missing."""
_SPARED = 0.2
"""The part of the lines that a prefix without stand-ins may reach less; one line, unless there are few."""
_FEW = 3
_MOST_OF = 0.75
"""The part of the lines that one which ends without an error must reach at least."""


def search_prefixes(
    snippet: Snippet,
    runner: Runner,
    options: RunOptions,
    limits: SearchLimits = _LIMITS,
    on_progress: Callable[[int, float], None] | None = None,
    guess: Guess | None = None,
    bound: frozenset[str] = frozenset(),
) -> PrefixTree:
    """Find a smallest set of prefixes that together execute most of the snippet, without any model.

    Args:
        snippet: what must run.
        runner: starts the children; several at a time.
        options: sandbox and installed packages of the runs; the limits come from `limits`.
        limits: bounds of the search.
        on_progress: called with the number of candidates run and the coverage so far, from this thread.
        guess: asked for each undefined name before the engine's own guesses.
        bound: names that the snippet binds where the source does not tell.

    Returns:
        The tree; a Ctrl-C ends the search and keeps what was found, and so does a fault of the engine's own.

    Raises:
        RunnerError: a child could not be started.
    """
    _, lines = instrument_lines(snippet.main, snippet.body)
    runs = PrefixRuns(snippet, runner, options, limits.run_s, limits.parallel, on_tick=lambda: trials.tell())
    here, own = importable(snippet, options), beside(snippet)
    space, computing, replaced = (
        Space(snippet.main, snippet.body, modules, guess, bound)
        for modules in (here, own | (here & COMPUTING), own)
    )
    trials, failed = Trials(space, lines, runs.attempt, limits, on_progress), ""
    try:
        with closing(runs), suppress(KeyboardInterrupt):
            own_imports = modules_imported(snippet.main) & here - own - COMPUTING - {*DEBUGGERS}
            _explore_spaces(trials, space, computing, replaced, bool(own_imports - sys.stdlib_module_names))
    except LlmdbError:
        raise
    except Exception as problem:  # a fault of the engine's takes nothing with it that was found
        failed = " ".join(f"{type(problem).__name__}: {problem}".split())
    return replace(_tree(trials, space), failed=failed)


def _explore_spaces(
    trials: Trials, space: Space, computing: Space, replaced: Space, imports_packages: bool
) -> None:
    """Search with the packages that the snippet imports, then with those that compute, as they are here; then with what
    replaces them, for the lines that are left; then with all that are here, whose import takes seconds and which may
    need what a sandbox has not."""
    if not space.needs_packages and replaced.undefined == space.undefined:
        _explore(trials)
        return
    explored = imports_packages and not all(map(_reaches_out, _run_first(trials)))
    if explored:
        _explore(trials)
        if trials.covered >= trials.lines or any(_is_own_error(trials, one) for one in trials.usable):
            return
        trials.replaces = bool(trials.usable) and not _reaches_out(best_of(trials.usable, trials.lines))
        trials.move_to(replaced)
    if computing.needs_packages or computing.undefined != replaced.undefined:
        trials.space = computing
        _explore(trials)
        if trials.covered >= trials.lines or any(_is_own_error(trials, one) for one in trials.usable):
            return
        trials.move_to(replaced)
        trials.replaces |= any(not _lacks_what_is_used(one) for one in trials.usable)
    trials.space = replaced
    _explore(trials)
    trials.replaces = False
    if not explored and (space.undefined != computing.undefined or space.needs_packages):
        _explore_packages(trials, space)


def _explore(trials: Trials) -> None:
    starts = [Choice(), Choice(stand_ins=True)]
    starts += _with_calls(trials.space, starts)
    if trials.space.has_flags:
        starts += [replace(choice, flags=True) for choice in starts]
    if trials.space.missing_modules:
        starts += [Choice(without_modules=True)]
    first = trials.run(starts)
    if any(_is_whole(trials, one) for one in first):
        return
    seeds = [repair(trials, one) for one in first]
    if not seeds:
        return
    make_concrete(trials, best_of(seeds, trials.lines))
    for _ in range(_ROUNDS):
        if trials.done:
            break
        before = len(trials.covered)
        try_alternatives(trials, pairs=False)
        if len(trials.covered) == before:
            try_alternatives(trials, pairs=True)
            if len(trials.covered) == before:
                break
    for _ in range(3):
        best = best_of(list(trials.tried.values()), trials.lines)
        better = widen(trials, best)
        make_concrete(trials, better)
        if better is best:
            break
    if trials.tried:  # a module whose import is not reached need not be made up
        best = best_of(list(trials.tried.values()), trials.lines)
        if "sys.modules[" in best.prefix.code:
            trials.run([replace(choice, without_modules=True) for choice in (Choice(), best.choice)])
    if trials.usable:
        make_plain(trials, _best(trials.usable, trials.lines, trials.space))


def _is_whole(trials: Trials, one: Tried) -> bool:
    """Whether there is nothing to be wished for: all lines, no error, no stand-in."""
    return (
        one.run.lines >= trials.lines
        and one.run.error is None
        and not one.stand_ins
        and not one.run.timed_out
    )


def _is_own_error(trials: Trials, one: Tried) -> bool:
    """Whether a run ended with an error in which nothing took part that is made up: it is the snippet's own."""
    line = one.run.error.line if one.run.error else None
    if line is None or one.run.in_prefix:
        return False
    usage, pools = trials.space.usage(one.choice.names)
    places = usage.spread.get(line, ())
    if {place.key for place in places} & {key for key, _ in one.choice.chosen}:
        return False
    roots = {place.root.key for place in places}
    return all(pools.get(key, ("",))[0].startswith("@import") for key in roots)


def _lacks_what_is_used(one: Tried) -> bool:
    """Whether a run ended as a module has not what the snippet takes from it: it means another one."""
    error = one.run.error
    return error is not None and error.type == "AttributeError" and error.message.startswith("module '")


def _run_first(trials: Trials) -> list[Tried]:
    """The first guesses, as far as their prefixes work."""
    return [
        one for one in trials.run([Choice(), *_with_calls(trials.space, [Choice()])]) if not one.run.in_prefix
    ]


def _reaches_out(one: Tried) -> bool:
    """Whether a run ended as a package found no network, no server, no screen: what a sandbox has not."""
    error = one.run.error
    return error is not None and _OUTSIDE.search(error.type) is not None


def _explore_packages(trials: Trials, space: Space) -> None:
    """Search with the packages that are here, after the search with what replaces them.

    Their import takes seconds, and they may need what a sandbox has not: `requests.get(url)` fails without a
    network. So they come second, and are kept where they reach as much.
    """
    trials.move_to(space)
    first = [repair(trials, one) for one in trials.run([Choice(), *_with_calls(space, [Choice()])])]
    if first and not trials.covered >= trials.lines:
        _explore(trials)


def _with_calls(space: Space, choices: list[Choice]) -> list[Choice]:
    called = [replace(choice, calls=True) for choice in choices] if space.has_uncalled else []
    return [*called, replace(called[0], defaults=True)] if space.has_defaults else called


def _as_written(usable: list[Tried], best: Tried, lines: frozenset[LineNo], space: Space) -> Tried:
    """What a reader would write in place of the best.

    That is the best of those in which nothing made up raises an error, if they reach all that it does outside of
    handlers, or more, where it runs into one; of those without stand-ins, if they reach nearly as much.
    """
    handlers = space.handler_lines & lines
    wanted, fails = (best.run.lines & lines) - handlers, bool(best.run.lines & handlers)
    fine = [
        one
        for one in usable
        if not one.raises
        and (
            (best.raises and one.run.lines >= wanted)
            or (fails and (one.run.lines & lines) - handlers > wanted)
        )
    ]
    best = best_of(fine, lines, late=True) if fine else best
    most = len(best.run.lines & lines) - max(len(lines) * _SPARED, len(lines) > _FEW)
    plain = [
        one
        for one in usable
        if best.stand_ins and not one.stand_ins and not one.raises and len(one.run.lines & lines) >= most
    ]
    return best_of(plain, lines, late=True) if plain else best


def _to_its_end(usable: list[Tried], best: Tried, lines: frozenset[LineNo], space: Space) -> Tried:
    """The best, or where it ends with what the snippet refuses one that ends without an error and reaches but two lines
    less: what is looked at is what the snippet does."""
    error = best.run.error
    if error is None or error.line not in space.refusing_lines:
        return best
    reached = len(best.run.lines & lines)
    ended = [
        one
        for one in usable
        if one.run.error is None
        and len(one.run.lines & lines) >= max(reached - 2, reached * _MOST_OF)
        and (one.choice.calls, one.replaces) == (best.choice.calls, best.replaces)
        and _is_as_sound(one, best)
    ]
    return best_of(ended, lines) if ended else best


def _filled(usable: list[Tried], best: Tried, lines: frozenset[LineNo]) -> Tried:
    """The best, or one in which less is empty that reaches as many lines, or but one less: nothing happens in a loop
    over nothing, and what ends at its first test is not what is looked at."""
    reached = len(best.run.lines & lines)
    fuller = [
        one
        for one in usable
        if one.empties < best.empties
        and _is_as_sound(one, best)
        and one.replaces <= best.replaces
        and (
            len(one.run.lines & lines) >= reached
            or (
                len(one.run.lines & lines) == reached - 1 > 1
                and one.run.error is None
                and _ends_as_well(one, best)
            )
        )
    ]
    return best_of(fuller, lines, late=True) if fuller else best


def _on_this_machine(usable: list[Tried], best: Tried, lines: frozenset[LineNo]) -> Tried:
    """The best, or one that reaches nearly as much and changes no standard module: `os.name` is what it is."""
    real = [one for one in _nearly_as_good(usable, best, lines) if one.changed < best.changed]
    return best_of(real, lines, late=True) if real else best


def _of_one_kind(usable: list[Tried], best: Tried, lines: frozenset[LineNo]) -> Tried:
    """The best, or one that reaches nearly as much and has no list of values of different kinds."""
    if not best.mixed:
        return best
    plain = [
        one
        for one in _nearly_as_good(usable, best, lines)
        if one.replaces <= best.replaces and one.changed <= best.changed and one.mixed < best.mixed
    ]
    return best_of(plain, lines, late=True) if plain else best


def _nearly_as_good(usable: list[Tried], best: Tried, lines: frozenset[LineNo]) -> list[Tried]:
    """Those that reach but one line less, if any, and in which no more is empty, made up or wrong at the end."""
    reached = len(best.run.lines & lines)
    return [
        one
        for one in usable
        if len(one.run.lines & lines) >= reached - 1 > 0
        and one.empties <= best.empties
        and _is_as_sound(one, best)
        and _ends_as_well(one, best)
    ]


def _is_as_sound(one: Tried, other: Tried) -> bool:
    """Whether nothing made up raises or has no end, and no more stands in for something."""
    return one.stand_ins <= other.stand_ins and not (one.raises or one.run.timed_out)


def _ends_as_well(one: Tried, other: Tried) -> bool:
    """Whether a run ends without an error, or as the other one does, and with no more classes made up for it."""
    made_up, before = (sum(code == "@object" for _, code in tried.choice.chosen) for tried in (one, other))
    return (one.run.error is None or other.run.error is not None) and made_up <= before


def _best(usable: list[Tried], lines: frozenset[LineNo], space: Space) -> Tried:
    """The one that a reader would choose."""
    best = _as_written(usable, best_of(usable, lines, late=True), lines, space)
    best = _to_its_end(usable, best, lines, space)
    return _of_one_kind(usable, _on_this_machine(usable, _filled(usable, best, lines), lines), lines)


def _tree(trials: Trials, space: Space) -> PrefixTree:
    lines, usable = trials.lines, [*trials.usable, *trials.late]
    reached = frozenset().union(*(one.run.lines for one in usable))
    best = _best(usable, lines, space) if usable else None
    cover = smallest_cover(usable, lines, best) if best else []
    shown = list(dict.fromkeys([*cover, *usable[:2]]))
    nodes = [
        Node(
            id=number,
            parent=None,
            guidance="offline",
            prefix=one.prefix,
            lines=tuple(sorted(one.run.lines & lines)),
            coverage=one.coverage(lines),
            error=one.run.error,
        )
        for number, one in enumerate(shown, 1)
    ]
    return PrefixTree(
        undefined=space.undefined,
        countable=tuple(sorted(lines)),
        nodes=tuple(nodes),
        best=1 if best else None,
        chosen=tuple(range(1, len(cover) + 1)),
        seconds=trials.seconds,
        uncovered=explain_uncovered(lines - reached, [one.run.error for one in trials.tried.values()]),
    )
