"""What a state is called, and what was recorded under the names that it is asked about."""

from __future__ import annotations

import pytest

from llmdb.locate.hunt.question import describe_state
from llmdb.locate.hunt.states import (
    YIELDED,
    State,
    build_states,
    concrete,
    condition_of,
    inputs_of,
    is_result,
    named_reads,
    recorded_value,
    state_of,
)
from llmdb.locate.plan.cause_graph import writers_of
from tests.slicing.recorded import dependencies


@pytest.mark.parametrize(
    ("state", "kind"),
    [
        (State(3), "step"),
        (State(3, entry=True), "call"),
        (State(3, part=1), "statement 2"),
        (State(3, entry=True, part=0), "call statement 1"),
        (State(3, reads=True), "reads"),
        (State(3, entry=True, reads=True, name="xs[0].f"), "call reads xs[0].f"),
        (State(3, name="p.total"), "keeps p.total"),
    ],
)
def test_a_state_is_found_again_by_its_kind(state: State, kind: str) -> None:
    assert state.kind == kind
    assert state_of(3, kind) == state


@pytest.mark.parametrize("kind", ["", "dream", "calls", "statement x", "statement"])
def test_no_state_has_another_kind(kind: str) -> None:
    assert state_of(3, kind) is None


def test_a_path_is_made_concrete_by_the_values_of_its_keys() -> None:
    found = dependencies("xs = [4, 5, 6]\nn = 1\nif n:\n    y = xs[n + 1] + xs[n:][0]\n")
    assert concrete(found, 2, "xs[n + 1]") == "xs[2]"
    assert concrete(found, 2, "xs[n:]") == "xs"
    assert concrete(found, 2, "f(n).x") == ""


def test_results_of_several_calls_have_names_of_their_own() -> None:
    found = dependencies("def f(n):\n    return n * 2\n\ny = f(1) + f(2)\n")
    named = [(name, found.value(read).repr) for name, read in named_reads(found, 2)]
    assert [row for row in named if is_result(row[0])] == [("f()", "2"), ("f() 2", "4")]


def test_the_condition_at_the_end_of_a_function_went_the_way_that_leaves_it() -> None:
    found = dependencies("def f(n):\n    if n > 3:\n        g = n\n\nf(2)\n")
    last = next(n for n in range(1, len(found.trace) + 1) if found.trace.lines(n) == (2,))
    assert condition_of(found.trace, last) == "n > 3 was false"


@pytest.mark.parametrize(
    ("code", "name", "text"),
    [
        ("row = {}\nrows = [row]\nby = {'k': row}\n", "row", "{}, the same object as rows[0], by['k']"),
        ("a = [[0]]\nb = a[:]\n", "b", "[[0]], sharing items with a"),
        ("a = [[0]]\nb = [a[0][:]]\n", "b", "[[0]]"),
        ("a = []\nb, c, d, e = a, a, a, a\n", "a", "[], the same object as b, c, d, ..."),
    ],
)
def test_what_else_holds_a_value_that_can_be_changed_is_told(code: str, name: str, text: str) -> None:
    value = recorded_value(dependencies(code), State(1), name)
    assert value is not None
    assert value.repr == text


def test_what_a_loop_binds_is_told_as_the_correct_run_is_asked_for_it() -> None:
    found = dependencies("rows = [[], []]\nfor n, row in enumerate(rows):\n    n += 1\nprint(n)\n")
    graph = build_states(found, writers_of(found, len(found.trace), ["n"]))
    state = next(state for state in graph.states if found.trace.lines(state.step) == (2,))
    asked = describe_state(found, graph, state).values
    assert {name: recorded_value(found, state, name) for name in asked} == asked
    assert asked["row"].repr.startswith("[], the same object as rows[")


def test_a_list_under_two_names_and_one_with_one_item_twice_are_told() -> None:
    found = dependencies("a = []\nb = a\nrows = [a] * 2\nif a is b:\n    c = [1]\n")
    assert (
        str(getattr(recorded_value(found, State(1), "b"), "repr", ""))
        == "[], the same object as a, rows[0], rows[1]"
    )
    rows = recorded_value(found, State(1), "rows")
    assert rows is not None
    assert rows.repr == "[[], []], items of it being one object"


def test_the_inputs_of_a_state_are_what_other_steps_had_written() -> None:
    found = dependencies("a = 1\nif a:\n    b = a + 1\n    c = b + a\nif c:\n    d = c\n")
    graph = build_states(found, writers_of(found, 4, ["d"]))
    asked = describe_state(found, graph, State(2).inputs)
    assert {name: value.repr for name, value in asked.values.items()} == {"a": "1"}
    assert {name for name, _ in inputs_of(found, graph, State(2))} == {"a"}


@pytest.mark.parametrize(
    ("line", "name", "shown"),
    [
        ("d[k] = 5", "d[k]", "5 under 'b'"),
        ("d[k.upper()] = 5", "d[k.upper()]", "5 under 'B'"),
        ("d[str(k)] = e = d", "d[str(k)]", "{'b': {...}} under 'b'"),
        ("d['a'] = 5", "d['a']", "5"),
    ],
)
def test_an_item_is_recorded_with_the_key_that_the_program_computed(line: str, name: str, shown: str) -> None:
    found = dependencies(f"d = {{}}\nk = 'b'\nif k:\n    {line}\n")
    left = recorded_value(found, State(2), name)
    assert left is not None
    assert left.repr == shown


def test_what_a_generator_gave_is_recorded_for_the_step_that_gave_it() -> None:
    found = dependencies("def g():\n    for n in [4, 5]:\n        yield n * 2\n\nt = list(g())\n")
    given = [recorded_value(found, State(step), YIELDED) for step in range(1, len(found.trace) + 1)]
    assert [value.repr for value in given if value is not None] == ["8", "10"]


PIECES = """\
def fill(kept, n, depth):
    if depth:
        kept.append(n)
        fill(kept, n + 1, depth - 1)
    elif kept:
        kept[len(kept) // 2] = max(kept)
    return len(kept)

class Shelf:
    def __init__(self):
        self.boxes, self.total = [], 0
    def put(self, box):
        self.boxes.append(box)
        self.total += len(self.boxes)

shelf, counts, kept = Shelf(), {}, [7]
for i in range(12):
    shelf.put(i)
    counts[i % 5] = counts.get(i % 5, 0) + fill(kept, i, i % 4)
wrong = sum(shelf.boxes) + shelf.total - sum(counts.values()) + len(kept) / kept[-1]
"""


def test_what_states_share_changes_nothing_of_what_they_were_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    found = dependencies(PIECES)
    start = [(len(found.trace), 0)]
    monkeypatch.setattr("llmdb.locate.hunt.states.MANY", 10**9)
    alone = build_states(found, start)
    monkeypatch.setattr("llmdb.locate.hunt.states.MANY", 2)
    shared = build_states(found, start)
    count = len(alone.states)
    assert len(shared.parents) > len(alone.parents) == count
    for part in ("states", "names", "places", "shown", "starts"):
        assert getattr(shared, part) == getattr(alone, part)
    for number in range(count):
        assert shared.made_of(number) == list(alone.parents[number])
        assert shared.ancestors([number])[:count] == alone.ancestors([number])
    assert shared.distances() == alone.distances()
