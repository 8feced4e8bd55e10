"""The hunt with a truthful oracle: what a corrected program left at the same place is right."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from llmdb.locate.hunt.halving import Halving, Judgement, halve
from llmdb.locate.hunt.question import describe_state
from llmdb.locate.hunt.states import State, build_states, skipped_conditions
from llmdb.locate.plan.cause_graph import CauseFinder, writers_of
from llmdb.program.build import build_cfg
from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
from llmdb.replay.visits import Visits, build_visits
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions
from llmdb.slicing import Dependencies


def record(code: str) -> Visits:
    snippet = parse_snippet(code, name="test.py")
    cfg = build_cfg(snippet)
    return build_visits(Runner().record(Program(snippet=snippet), cfg, RunOptions()), cfg)


class Hunted:
    """A run, and the states that a value at its end came from."""

    def __init__(self, code: str, name: str) -> None:
        self.trace = record(code)
        self.found = Dependencies(self.trace, code)
        last = next(n for n in range(len(self.trace), 0, -1) if self.trace.depth(n) == 1)
        self.graph = build_states(self.found, writers_of(self.found, last, [name]))

    def left(self, state: State) -> tuple[object, ...]:
        """What is judged of a state, and where control went on."""
        following = None if state.entry else self.trace.next_in_frame(state.step)
        asked = describe_state(self.found, self.graph, state)
        return self.trace.block_of(state.step), following, dict(asked.values), asked.condition


class Oracle:
    """Compares a state with that of the same number in the corrected run."""

    def __init__(self, faulty: Hunted, corrected: Hunted) -> None:
        self._faulty, self._corrected = faulty, corrected

    def __call__(self, state: State) -> Judgement:
        if state not in self._corrected.graph.states:
            return "wrong"
        return "right" if self._faulty.left(state) == self._corrected.left(state) else "wrong"


def suspicion(run: Hunted, line: int) -> list[float]:
    """All on the states of one line."""
    graph, lines = run.graph, run.trace.lines
    return [float(line in lines(state.step)) for state in graph.states]


def hunt(
    faulty: str,
    corrected: str,
    name: str,
    lies: Mapping[State, Judgement] | None = None,
    suspect: int | None = None,
) -> tuple[Halving, dict[State, Judgement], Hunted]:
    """The end of a hunt for a value at the end of the run, and what was asked."""
    run = Hunted(faulty, name)
    return *halved(run, Oracle(run, Hunted(corrected, name)), lies, suspect), run


def halved(
    run: Hunted, oracle: Oracle, lies: Mapping[State, Judgement] | None = None, suspect: int | None = None
) -> tuple[Halving, dict[State, Judgement]]:
    """The end of a hunt in a run, and what was asked."""
    judged: dict[State, Judgement] = {}
    suspected = suspicion(run, suspect) if suspect is not None else None
    while (halving := halve(run.graph, judged, suspected)).ask is not None:
        judged[halving.ask] = (lies or {}).get(halving.ask) or oracle(halving.ask)
    return halving, judged


LONG = """\
xs = [3, 1, 2]
total = 0
for i in range(1_100):
    x = xs[i % 3]
    y = x * 2
    if i == {place}:
        total += y + {off}
    else:
        total += y
print(total)
"""


PLACE = 701


@pytest.fixture(scope="module")
def long_run() -> tuple[Hunted, Oracle]:
    """A run of 3,300 steps, and what is right in it."""
    run = Hunted(LONG.format(place=PLACE, off=1), "total")
    return run, Oracle(run, Hunted(LONG.format(place=PLACE, off=0), "total"))


@pytest.mark.parametrize(("suspect", "most"), [(None, 16), (7, 5), (5, 16)])
def test_in_a_run_of_3_300_steps_few_verdicts_find_the_root_whatever_is_suspected(
    suspect: int | None, most: int, long_run: tuple[Hunted, Oracle]
) -> None:
    run, oracle = long_run
    halving, judged = halved(run, oracle, suspect=suspect)
    assert len(run.trace) == 3_303
    assert halving.root == State(2 + 3 * PLACE + 2)
    assert run.trace.lines(halving.wrong.step) == (7,)
    assert halving.certain
    assert len(judged) <= most


CALLS = """\
def area(w, h):
    s = w * h
    return s {fault}

def padded(n, by):
    return n + by

total = 0
for k in range(40):
    w = padded(k, {by})
    total = total + area(w, 2)
print(total)
"""


def test_a_fault_in_a_callee_is_found_there_and_not_at_its_callers() -> None:
    halving, _, run = hunt(CALLS.format(fault="+ (s == 40)", by=1), CALLS.format(fault="", by=1), "total")
    root = describe_state(run.found, run.graph, halving.wrong)
    assert run.trace.scope_of(root.step) == "area"
    assert root.values["return"].repr == "41"


ARGUMENT = """\
def half(n):
    k = n // 2
    return k

xs = [8, 6, 4]
a = half(xs[{index}])
b = half(a)
print(b)
"""


def test_a_call_with_a_wrong_argument_is_the_callers_fault() -> None:
    halving, judged, run = hunt(ARGUMENT.format(index=1), ARGUMENT.format(index=0), "b")
    root = describe_state(run.found, run.graph, halving.wrong)
    assert halving.wrong.entry
    assert root.line == 6
    assert {name: value.repr for name, value in root.values.items()} == {"n": "6"}
    assert judged[halving.wrong] == "wrong"


HIDING = """\
a = {a}
b = 10
m = max(a, b)
n = a + 1
out = m + n
print(out)
"""


def test_a_right_state_that_hides_the_fault_acquits_nothing_once_a_wrong_one_is_found_above() -> None:
    code = HIDING.format(a=3).replace("\n", "\nif True: pass\n")
    fixed = HIDING.format(a=4).replace("\n", "\nif True: pass\n")
    halving, judged, run = hunt(code, fixed, "out")
    assert describe_state(run.found, run.graph, halving.wrong).line == 1
    hidden = [describe_state(run.found, run.graph, state).line for state in halving.hidden]
    assert hidden == [5]
    assert set(judged.values()) == {"right", "wrong"}


def test_an_unclear_state_is_passed_over_and_leaves_a_doubt() -> None:
    faulty, fixed = LONG.replace("1_100", "30"), LONG.replace("1_100", "30")
    root = State(2 + 3 * 7 + 2)
    doubtful = State(root.step - 1)
    halving, judged, _ = hunt(
        faulty.format(place=7, off=1), fixed.format(place=7, off=0), "total", {doubtful: "unclear"}
    )
    assert halving.root == root
    assert judged[doubtful] == "unclear"
    assert not halving.certain


SKIPPED = """\
limit = 5
best = 0
for n in [3, 2, 9]:
    if n < limit:
        best = n
print(best)
"""


def test_a_condition_that_skipped_a_write_is_named_though_no_value_came_from_it() -> None:
    found = Dependencies(record(SKIPPED), SKIPPED)
    last = len(found.trace)
    graph = build_states(found, [(last, 0)])
    skipped = skipped_conditions(CauseFinder(found), graph, State(last))
    assert {found.trace.lines(state.step) for state in skipped} == {(3,), (4,)}


def test_the_question_is_about_what_the_step_wrote_and_the_way_of_its_condition() -> None:
    found = Dependencies(record(SKIPPED), SKIPPED)
    graph = build_states(found, writers_of(found, len(found.trace), ["best"]))
    asked = [describe_state(found, graph, state) for state in graph.states]
    shown = [(q.line, {n: v.repr for n, v in q.values.items()}, q.condition) for q in asked]
    assert (1, {"limit": "5"}, "") in shown or (1, {"limit": "5", "best": "0"}, "") in shown
    assert (4, {}, "n < limit was true") in shown
    assert (5, {"best": "2"}, "") in shown
