"""Conditions by which a write was left out: in the slice, marked as such, and no others."""

import pytest

from llmdb.slicing import slice_backward
from llmdb.slicing.relevance.potential import Omissions
from tests.slicing.recorded import dependencies, last_step

Row = tuple[int, int, tuple[str, ...]]


def left_out(text: str, name: str) -> list[Row]:
    """The step, line and names of each condition of a slice by which a write was left out."""
    found = dependencies(text)
    cut = slice_backward(found, name, len(found.trace))
    return [(one.step, one.line, one.skipped) for one in cut.steps if one.skipped]


def test_a_condition_that_did_not_let_a_name_be_bound_is_in_the_slice() -> None:
    text = "best = 0\nfor n in [3, 5]:\n    if n > 9:\n        best = n\nprint(best)\n"
    assert left_out(text, "best") == [(3, 3, ("best",)), (5, 3, ("best",))]


def test_a_condition_whose_own_branch_was_taken_is_not_among_them() -> None:
    text = "x = 0\na = 1\nif a:\n    if a > 5:\n        x = 1\nelse:\n    b = 2\ny = x\n"
    assert left_out(text, "y") == [(2, 4, ("x",))]


def test_a_condition_before_the_write_that_was_read_left_nothing_out() -> None:
    assert left_out("x = 0\nif x:\n    x = 1\nx = 2\ny = x\n", "y") == []


def test_a_condition_that_is_under_way_when_the_name_is_read_left_nothing_out() -> None:
    text = "n = 0\ndef f():\n    return n\n\nif f() > 5:\n    n = 1\nelse:\n    pass\n"
    found = dependencies(text)
    inside = last_step(found, 3)
    assert [one.line for one in slice_backward(found, "n", inside).steps if one.skipped] == []


def test_the_other_frames_of_a_function_left_nothing_out_of_its_local_names() -> None:
    text = "def f(a):\n    x = 0\n    if a:\n        x = a\n    return x\n\np = f(0)\nq = f(0)\nr = f(0)\n"
    found = dependencies(text)
    cut = slice_backward(found, "q", len(found.trace))
    assert [(one.line, one.skipped) for one in cut.steps if one.skipped] == [(3, ("x",))]
    assert len({found.trace.frame_of(one.step) for one in cut.steps if one.line == 3}) == 1


def test_a_loop_that_ended_too_early_left_its_next_turn_out_if_its_condition_is_a_while() -> None:
    assert left_out("i = 0\nwhile i < 2:\n    i += 1\nj = i\n", "j") == [(6, 2, ("i",))]
    assert left_out("t = 0\nfor i in range(2):\n    t += i\nj = t\n", "j") == []


def test_a_for_loop_without_turns_left_its_body_out() -> None:
    assert left_out("t = 0\nfor i in []:\n    t += i\nj = t\n", "j") == [(2, 2, ("t",))]


def test_a_continue_left_the_rest_of_the_body_out() -> None:
    text = "out = []\nfor n in [1, 2]:\n    if n == 1:\n        continue\n    out.append(n)\nprint(out)\n"
    assert left_out(text, "out") == [(3, 3, ("out",))]


def test_a_write_left_out_by_a_method_is_found_by_its_attribute_and_through_the_call() -> None:
    text = (
        "class A:\n    def __init__(self):\n        self.n = 0\n    def add(self, k):\n        if k > 5:\n"
        "            self.n += k\n\na = A()\na.add(3)\nif not a:\n    a.add(9)\nn = a.n\n"
    )
    assert left_out(text, "n") == [(4, 10, ("a", "a.n")), (6, 5, ("a.n",))]


def test_what_a_function_did_not_put_into_its_parameter_is_missed_in_the_argument() -> None:
    text = (
        "def keep(out, x):\n    if x > 2:\n        out.append(x)\n\n"
        "xs = []\nfor i in [1, 3]:\n    keep(xs, i)\nprint(xs)\n"
    )
    assert [(line, names) for _, line, names in left_out(text, "xs")] == [(2, ("xs",))]


def test_what_an_inner_function_did_not_put_into_a_name_around_it_is_missed_there() -> None:
    text = (
        "def f(n):\n    done = []\n    def visit(k):\n        if k > 5:\n            done.append(k)\n"
        "    visit(n)\n    return done\n\nd = f(1)\nif d:\n    pass\ne = d\n"
    )
    assert [(line, names) for _, line, names in left_out(text, "d")] == [(4, ("done",))]


def test_a_break_or_continue_of_a_slice_has_an_entry_of_its_own() -> None:
    found = dependencies(
        "out = []\nfor n in [1, 2]:\n    if n == 2:\n        break\n    out.append(n)\nd = out\n"
    )
    cut = slice_backward(found, "d", len(found.trace))
    assert [(one.step, one.line) for one in cut.steps][-3:] == [(6, 3), (6, 4), (7, 6)]


def test_what_a_test_passes_from_one_call_to_the_other_is_followed() -> None:
    text = "def build(n):\n    if n > 5:\n        n = 5\n    return [n]\n\ndef first(xs=[7]):\n    return xs[0]\n"
    found = dependencies(text, test="assert first(build(3)) + first() == 1")
    calls = [step for step in range(1, len(found.trace) + 1) if found.trace.lines(step) == (7,)]
    lines = [[one.line for one in slice_backward(found, None, step).steps] for step in calls]
    assert lines == [[6, 2, 4, 7], [6, 7]]


@pytest.mark.parametrize(("given", "frames"), [("[3]", 1), ("stock", 2)])
def test_an_earlier_call_left_nothing_out_of_an_object_that_was_not_there_yet(
    given: str, frames: int
) -> None:
    text = "def keep(xs, n):\n    if n > 5:\n        xs.append(n)\n    return xs\n\nstock = [1]\nkeep(stock, 2)\n"
    found = dependencies(text, test=f"keep({given}, 4)")
    cut = slice_backward(found, None, len(found.trace))
    skipped = [one.step for one in cut.steps if one.skipped == ("xs",)]
    assert [found.trace.lines(step) for step in skipped] == [(2,)] * frames
    assert len({found.trace.frame_of(step) for step in skipped}) == frames


def test_conditions_are_given_the_last_first_and_no_more_than_asked_for() -> None:
    text = "x = 0\nfor n in range(9):\n    if n > 20:\n        x = n\ny = x\n"
    found = dependencies(text)
    graph = found.graph
    reader, written = graph.node(last_step(found, 5), 0), graph.node(1, 0)
    given = Omissions(found, text).between("x", reader, written, 2, ends=False)
    assert [graph.steps[node] for node in given] == [19, 17]


def test_a_relevant_slice_of_a_long_run_looks_at_each_condition_once() -> None:
    text = "x = 0\nt = 0\nfor n in range(20_000):\n    if n < 0:\n        x = n\n    t += x\n"
    found = dependencies(text)
    cut = slice_backward(found, "t", len(found.trace))
    assert sum(1 for one in cut.steps if one.skipped) == 20_000
