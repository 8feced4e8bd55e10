"""Starts that stand before the wrong loop."""

from llmdb.locate.plan.misplaced_starts import misplaced_starts

TOTALS = """\
def totals(rows):
    out = []
    acc = 0
    for row in rows:
        for n in row:
            acc += n
        out.append(acc)
    return out
"""


def test_a_start_before_the_outer_loop_of_what_the_inner_one_gathers_is_carried() -> None:
    assert misplaced_starts(TOTALS) == {3}


def test_a_start_inside_the_outer_loop_is_not() -> None:
    inside = TOTALS.replace("    acc = 0\n", "").replace("in rows:\n", "in rows:\n        acc = 0\n")
    assert misplaced_starts(inside) == frozenset()


def test_a_sum_over_both_loops_that_no_turn_reads_is_not() -> None:
    assert misplaced_starts(TOTALS.replace("        out.append(acc)\n", "")) == frozenset()


def test_a_running_total_of_one_loop_is_not() -> None:
    assert misplaced_starts("acc = 0\nfor n in [1, 2]:\n    acc += n\n    print(acc)\n") == frozenset()
