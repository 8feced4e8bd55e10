"""`hunt`: halves the states that a wrong value came from until one is left that made a right state wrong.

A wrong state came from a fault in it or above it, so only the states above the highest wrong one are left. A right
state acquits those above it. Of what is left, the next state asked about is the one that has nearly half of it above
it (divide and query, Shapiro 1983, over the dynamic slice). Half by weight: all states have `EQUAL` of it in equal
parts and the rest as `plan` suspects their statements, the nearer ones more. So a good guess saves answers, and a bad
one costs one or two: after k even halvings at most n / EQUAL / 2^k of n states are left. At the end one question is
about all that the wrong state was made of, as it was read: a right state may hide a wrong one above it, as `max` does,
and what was right when it was written may be out of date when it is read. If that is not right, each state that it was
made of is asked about; if one is wrong, the acquittal counts no more, and the hunt goes on above it.
The root is a wrong state that was made of what was right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from random import Random
from typing import TYPE_CHECKING, Literal

from llmdb.locate.hunt.states import State, StateGraph
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.types import VisitNo

Judgement = Literal["right", "wrong", "unclear"]
Narrow = Callable[[State], tuple[State | None, bool]]
MOST_BRANCHES = 8
"""Branches of a fork that are looked at for a state to ask about."""

EQUAL = 0.25
"""The share of the weight that all states have alike."""

LOPSIDED = 0.15
"""Where no state splits what is left better than this, it is asked what the wrong state was made of."""

CHANCE = 0.3
"""How much farther from half of the weight another state may be than a bare condition."""

NOTHING = 1e-12
"""The weight of what several states share, which is no state."""

RANKS = 8
"""Random numbers of each state by which the size of what is above it is estimated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Halving:
    """Where a hunt stands.

    Attributes:
        wrong: the highest state known to be wrong.
        ask: the state to ask about next; None at the end.
        left: how many states may still be the root.
        certain: at the end, whether everything that `wrong` was made of was judged right, when it was read or left.
        all_right: whether everything that `wrong` was made of was judged right when it was left.
        hidden: states judged right though they came from `wrong`.
        missing: the state in which a value first is out of date, where a write is missing; None for none.
        since: the last step of that frame at which the value was right; 0 for none.
    """

    wrong: State
    ask: State | None
    left: int
    certain: bool = False
    all_right: bool = False
    hidden: tuple[State, ...] = ()
    missing: State | None = None
    since: VisitNo = 0

    @property
    def root(self) -> State | None:
        """The state at which the fault begins; None while the hunt goes on."""
        return self.wrong if self.ask is None else None


def halve(
    graph: StateGraph,
    judged: Mapping[State, Judgement],
    suspicion: Sequence[float] | None = None,
    narrow: Narrow | None = None,
) -> Halving:
    """Where the hunt stands with these answers.

    Args:
        suspicion: a number for each state, of any unit, if known.
        narrow: gives what to ask of a wrong state that read something wrong, and whether nothing else is to be asked;
            without it, what the state was made of.
    """
    answers = {number: judged[state] for number, state in enumerate(graph.states) if state in judged}
    wrong, above = _highest_wrong(graph, answers)
    right = [number for number, answer in answers.items() if answer == "right"]
    acquitted = graph.ancestors([number for number in right if number != wrong], above)
    left = bytearray(here and not cleared for here, cleared in zip(above, acquitted, strict=True))
    left[wrong] = 1
    if judged.get(graph.states[wrong].inputs) == "right":
        left = bytearray(number == wrong for number in range(len(left)))
    here = graph.states[wrong]
    chosen, balance = _choose(graph, wrong, _weights(graph, left, suspicion), answers)
    ask = graph.states[chosen] if chosen is not None else None
    if balance < LOPSIDED:
        last, is_all = _at_end(graph, wrong, judged, narrow)
        ask = last if is_all else last or ask
    ended = ask is None
    was_right = judged.get(here.inputs)
    all_right = all(answers.get(parent) == "right" for parent in graph.made_of(wrong))
    return Halving(
        wrong=here,
        ask=ask,
        left=sum(left[: len(graph.states)]),
        all_right=all_right,
        certain=ended and (was_right == "right" or all_right),
        hidden=tuple(
            graph.states[n] for n in right if ended and not above[n] and graph.ancestors([n])[wrong]
        ),
    )


def _at_end(
    graph: StateGraph,
    wrong: int,
    judged: Mapping[State, Judgement],
    narrow: Narrow | None,
) -> tuple[State | None, bool]:
    """What is asked when nothing is left between a wrong state and right ones, and whether nothing else is to be."""
    inputs = graph.states[wrong].inputs
    if not graph.parents[wrong] or judged.get(inputs) == "right":
        return None, True
    if inputs not in judged:
        return inputs, True
    if narrow is not None and judged[inputs] == "wrong":
        return narrow(graph.states[wrong])
    above = (graph.states[parent] for parent in graph.made_of(wrong) if parent not in graph.starts)
    return next((state for state in above if state not in judged), None), False


def _highest_wrong(graph: StateGraph, answers: Mapping[int, Judgement]) -> tuple[int, bytearray]:
    """From the start up, as long as a wrong state is above; the last one, and what is above it."""
    wrong, passed = graph.starts[0], set(graph.starts)
    above = graph.ancestors([wrong])
    while higher := [
        n for n, answer in answers.items() if answer == "wrong" and above[n] and n not in passed
    ]:
        wrong = min(higher)
        passed.add(wrong)
        above = graph.ancestors([wrong], above)
    return wrong, above


def _weights(graph: StateGraph, left: bytearray, suspicion: Sequence[float] | None) -> Sequence[float]:
    """What each state weighs that is left, 0 for the others, all together 2; what states share, next to nothing."""
    states, shared = left[: len(graph.states)], left[len(graph.states) :]
    count = sum(states)
    if suspicion is None:
        weights = [2 * here / count for here in states]
    else:
        known = sum(compress(suspicion, states)) or 1.0
        weights = [
            here / count + weight / known if here else 0.0
            for here, weight in zip(states, suspicion, strict=True)
        ]
    return weights + [NOTHING * here for here in shared]


def _choose(
    graph: StateGraph, wrong: int, left: Sequence[float], answers: Mapping[int, Judgement]
) -> tuple[int | None, float]:
    """The state that has nearest to half of what is left above it, None if none can be asked; the share that it has.

    A state that is nothing but a condition may be right by chance, so others are preferred to it. Looked for on a way
    up along the largest parts, and on the other branches where such a way forks at the half.
    """
    half = sum(left) / 2
    ranks = _lowest_ranks(graph, wrong, left)
    sizes = _sizes(graph, _largest_way(graph, wrong, left, ranks), left)
    fork = min((number for number in sizes if sizes[number] > half), key=lambda n: sizes[n], default=wrong)
    for branch in [n for n in graph.parents[fork] if left[n] and n not in sizes][:MOST_BRANCHES]:
        sizes |= _sizes(graph, _largest_way(graph, branch, left, ranks), left)
    states = [n for n in sizes if n < len(graph.states)]
    askable = [n for n in states if n != wrong and n not in answers and n not in graph.starts]
    chance = {n: CHANCE * half if graph.names[n] <= {""} else 0.0 for n in askable}
    best = min(askable, key=lambda n: (abs(sizes[n] - half) + chance[n], -n), default=None)
    return best, 0.0 if best is None else min(sizes[best], 2 * half - sizes[best]) / (2 * half)


def _lowest_ranks(graph: StateGraph, wrong: int, left: Sequence[float]) -> dict[int, tuple[float, ...]]:
    """The lowest random ranks among each state and those above it: the lower, the more they weigh (Cohen 1997)."""
    chance = Random(len(left))
    found: dict[int, tuple[float, ...]] = {}
    begun: set[int] = set()
    todo = [(wrong, False)]
    while todo:
        number, done = todo.pop()
        if done:
            own = tuple(chance.expovariate(left[number]) for _ in range(RANKS))
            above = [found[parent] for parent in graph.parents[number] if parent in found]
            found[number] = tuple(map(min, own, *above)) if above else own
            continue
        if number not in begun:
            begun.add(number)
            todo.append((number, True))
            todo += [
                (parent, False) for parent in graph.parents[number] if left[parent] and parent not in begun
            ]
    return found


def _largest_way(
    graph: StateGraph, start: int, left: Sequence[float], ranks: Mapping[int, tuple[float, ...]]
) -> list[int]:
    """Always on to the parent that seems to have most above it."""
    way, passed = [start], {start}
    while parents := [n for n in graph.parents[way[-1]] if left[n] and n not in passed]:
        way.append(parents[0] if len(parents) == 1 else min(parents, key=lambda n: sum(ranks[n])))
        passed.add(way[-1])
    return way


def _sizes(graph: StateGraph, way: list[int], left: Sequence[float]) -> dict[int, float]:
    """For each state of a way, what it and those above it weigh that are left."""
    marked = bytearray(len(left))
    sizes: dict[int, float] = {}
    weight = 0.0
    for number in reversed(way):
        todo = [] if marked[number] else [number]
        marked[number] = 1
        while todo:
            here = todo.pop()
            weight += left[here]
            for parent in graph.parents[here]:
                if left[parent] and not marked[parent]:
                    marked[parent] = 1
                    todo.append(parent)
        sizes[number] = weight
    return sizes
