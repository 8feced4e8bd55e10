"""What two versions' runs differ in: blocks that ran more or less often."""

from llmdb.locate.compare.version_difference import compare_runs
from tests.slicing.recorded import dependencies


def counts(old: str, new: str) -> list[tuple[str, int, int]]:
    """First statement of a block, how often it ran before, and after."""
    found = compare_runs(dependencies(old).trace, dependencies(new).trace)
    return [(statement, before, after) for _, statement, before, after in found.counts]


def test_a_line_that_was_changed_is_not_said_to_run_no_more() -> None:
    old = "for n in range(2):\n    print(n)\n"
    assert counts(old, old.replace("2", "3")) == [
        ("print(n)", 2, 3),
        ("iterator -> n, Iterate Over -> range(3)", 0, 4),
    ]


def test_a_statement_that_becomes_part_of_another_block_runs_as_before() -> None:
    old, new = "x = 1\nif x:\n    x = 2\n    print(x)\n", "x = 1\nx = 2\nprint(x)\n"
    assert counts(old, new) == []
    assert counts(new, old) == []
