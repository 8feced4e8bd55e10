"""Programs that were changed at random are recorded, refused in one line or ended at their limit."""

from tests.benchmarks.mutations import programs


def test_whatever_is_changed_in_a_program_it_is_recorded_or_refused() -> None:
    found = programs(30, seed=7)
    assert found.total() == 30
    assert found["finished"] + found["exception"] >= 5
    assert found["SnippetSyntaxError"] >= 1
    assert found["late"] == 0
