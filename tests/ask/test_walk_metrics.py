"""The measures of ORCA on walks small enough to count by hand."""

from collections.abc import Mapping

from llmdb.ask.walk_metrics import compare_walks, measure
from llmdb.ask.walks import SymbolValue, Walk, WalkError, WalkStep


def walk(
    *blocks: int, error: WalkError | None = None, states: Mapping[int, Mapping[str, str]] | None = None
) -> Walk:
    """A walk of one line a block; `states` by place in the walk, from 0."""
    steps = []
    for index, block in enumerate(blocks):
        told = (states or {}).get(index)
        table = (
            None if told is None else {name: SymbolValue(type="", repr=text) for name, text in told.items()}
        )
        steps.append(WalkStep(block=block, state=table, lines=(block * 10,)))
    return Walk(steps=tuple(steps), error=error)


def test_equal_walks_score_one() -> None:
    metrics = measure(walk(1, 2, 3), walk(1, 2, 3))
    assert metrics.exact_match
    assert metrics.block.to_json() == metrics.statement.to_json()
    assert set(metrics.block.to_json().values()) == {1.0}
    assert (metrics.transition_recall, metrics.transition_precision) == (1.0, 1.0)


def test_prefix_coverage_and_transitions_are_shares_of_each_walk() -> None:
    metrics = measure(walk(1, 2, 4, 5, 6), walk(1, 2, 3, 2))
    assert not metrics.exact_match
    assert (metrics.block.prefix_recall, metrics.block.prefix_precision) == (2 / 4, 2 / 5)
    assert (metrics.block.coverage_recall, metrics.block.coverage_precision) == (2 / 3, 2 / 5)
    assert (metrics.transition_recall, metrics.transition_precision) == (1 / 3, 1 / 4)


def test_transitions_are_not_measured_where_only_one_walk_has_any() -> None:
    assert measure(walk(1, 2), walk(1)).transition_recall is None
    assert measure(walk(1), walk(1)).transition_recall == 1.0


def test_values_count_only_while_the_walk_is_right() -> None:
    told = walk(1, 2, 9, states={0: {"n": "1", "m": "2"}, 1: {"n": "7", "m": "2"}, 2: {"n": "0"}})
    real = walk(1, 2, 3, states={0: {"n": "1", "m": "2"}, 1: {"n": "1", "m": "2"}, 2: {"n": "1"}})
    assert measure(told, real).value_accuracy == 3 / 4


def test_a_walk_without_symbol_tables_has_no_value_accuracy() -> None:
    assert measure(walk(1), walk(1, states={0: {"n": "1"}})).value_accuracy is None


def test_errors_are_located_by_block_and_by_line() -> None:
    real = walk(1, 2, error=WalkError(type="TypeError", block=2, line=20))
    right = measure(walk(1, 2, error=WalkError(type="TypeError", block=2, line=20)), real)
    beside = measure(walk(1, 2, error=WalkError(type="TypeError", block=2, line=21)), real)
    missed = measure(walk(1, 2), real)
    assert (right.error_detected, right.error_block_correct, right.error_line_correct) == (True, True, True)
    assert (beside.error_detected, beside.error_block_correct, beside.error_line_correct) == (
        True,
        True,
        False,
    )
    assert (missed.error_detected, missed.error_block_correct, missed.error_line_correct) == (
        False,
        False,
        False,
    )


def test_an_error_predicted_for_a_run_that_has_none_is_not_detected() -> None:
    assert not measure(walk(1, error=WalkError(type="TypeError", block=1)), walk(1)).error_detected


def test_the_first_divergence_is_a_wrong_value_or_a_wrong_block() -> None:
    real = walk(1, 2, 3, states={0: {"n": "1"}})
    assert compare_walks(walk(1, 2, 3, states={0: {"n": "1"}}), real).divergence is None
    assert compare_walks(walk(1, 2, 4), real).divergence == 2
    wrong = compare_walks(walk(1, 2, 4, states={0: {"n": "5"}}), real)
    assert (wrong.divergence, wrong.rows[0].wrong) == (0, ("n",))


def test_the_longer_walk_sets_the_number_of_rows() -> None:
    rows = compare_walks(walk(1, 2), walk(1, 2, 3)).rows
    assert [(row.predicted is None, row.on_path) for row in rows] == [
        (False, True),
        (False, True),
        (True, False),
    ]


def test_a_name_that_the_told_table_leaves_out_is_not_counted() -> None:
    told, real = walk(1, states={0: {"n": "1"}}), walk(1, states={0: {"n": "1", "m": "2"}})
    assert measure(told, real).value_accuracy == 1.0
