"""What each kind of evidence weighs: the one table of suspiciousness, used by verdict, plan, hunt and what prompts say.

Weights are odds that are multiplied: those of a statement by its kind and work, then how the tests ran it, what small
changes of it did, and what the user has said. `tests/benchmarks/ablation.py` measures what each
brings. All were set on half of the programs in `tests/benchmarks/programs/`; none on those of `held/`, of whose 34
faults so many are among the first three stops of a plan, and so many words of true feedback lead to one on the mean:

    all of the table                        28   1.62        without `beside`                        27   1.88
    without `trial`                         18   2.62        without `far`                           27   1.62
    without `spectrum`                      24   2.09        without `trial_cost`                    27   1.68
    without `work`                          26   1.82        without `trial_unlikely`                27   1.47

Without `kinds`, `idle`, `misplaced_start`, `trial_others`, `acquitted`, `judged` or `unclear` it is 28, with 1.47 to
1.62 words. `trial_others` and `trial_unlikely` were set on 303 programs of `short/`, `tuned/` and `kinds/`, of whose
faults 290 are among the first three, 288 where every further change counts alike.
"""

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from llmdb.values import dataclass

_KINDS = MappingProxyType(
    {
        "decision": 0.3,
        "copy": 0.3,
        "effect": 0.25,
        "change": 0.2,
        "start": 0.15,
        "result": 0.15,
        "other": 0.1,
        "kept": 0.05,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The table.

    Attributes:
        kinds: a statement by its kind alone.
        work: added for what it computes (DebugPilot, dissertation, section 1.4.3: its cost); `half_work` computing
            operations give half of it.
        idle: a bare `return x`, loop header or definition, which computes nothing that could be wrong, and an
            `assert`, which says what should be.
        misplaced_start: added to a start that seems to stand before the wrong loop.
        spectrum: the power of Ochiai's coefficient (Abreu et al. 2007) over the slices of failing and passing tests.
        trial: times what a likely change of it does to the failing tests (Metallaxis, Papadakis and Le Traon 2015;
            MUSE, Moon et al. 2014), added to 1; `helped` is the least that its kind counts for then.
        trial_cost: how much less a change says with each unit that it costs.
        trial_others: how much more further changes of the same line say; `trial_unlikely` is what is left of that with
            each unit that one costs.
        beside: what is left of a statement on which nothing wrong depends, and of which a change helps: what is missing
            has left no trace.
        far: what each dependency between a statement and the output takes off.
        acquitted: what is left for each execution that was right, up to `most_acquitted` of them.
        judged: what is left where something was said of every execution, and not that the fault begins there.
        unclear: what is left where no execution could be judged.
    """

    kinds: Mapping[str, float] = field(default_factory=lambda: _KINDS)
    work: float = 0.2
    half_work: float = 2.0
    idle: float = 0.03
    misplaced_start: float = 0.3
    spectrum: float = 1.0
    trial: float = 2.0
    helped: float = 0.3
    trial_cost: float = 0.1
    trial_others: float = 4.0
    trial_unlikely: float = 0.6
    beside: float = 0.5
    far: float = 0.02
    acquitted: float = 0.5
    most_acquitted: int = 4
    judged: float = 0.2
    unclear: float = 0.5


WEIGHTS = Weights()
WITHOUT: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "kinds": {"kinds": dict.fromkeys(_KINDS, 0.2)},
        "work": {"work": 0.0},
        "idle": {"idle": 0.15},
        "misplaced_start": {"misplaced_start": 0.0},
        "spectrum": {"spectrum": 0.0},
        "trial": {"trial": 0.0, "helped": 0.0},
        "trial_cost": {"trial_cost": 0.0},
        "trial_others": {"trial_others": 0.0},
        "trial_unlikely": {"trial_unlikely": 1.0},
        "beside": {"beside": 0.0},
        "far": {"far": 0.0},
        "acquitted": {"acquitted": 1.0},
        "judged": {"judged": 1.0},
        "unclear": {"unclear": 1.0},
    }
)
"""For each kind of evidence the values with which it says nothing."""


def as_probability(odds: float) -> float:
    """The suspiciousness of these odds, 0 to 1."""
    return round(odds / (1 + odds), 4)
