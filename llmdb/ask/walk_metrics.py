"""How far a predicted walk agrees with the recorded one (ORCA, sections VI-A, VIII-A and IX)."""

from collections.abc import Sequence
from itertools import pairwise, zip_longest

from llmdb.ask.symbol_values import comparable, values_equal
from llmdb.ask.walks import ComparedStep, Comparison, Metrics, Walk, WalkScores, WalkStep


def compare_walks(predicted: Walk, actual: Walk) -> Comparison:
    """Both walks side by side, with the metrics.

    Args:
        predicted: what was told.
        actual: what was recorded, over the same stretch.
    """
    common = common_prefix(predicted.blocks, actual.blocks)
    rows = []
    for index, (told, recorded) in enumerate(zip_longest(_visits(predicted), _visits(actual))):
        on_path = index < common
        wrong = wrong_names(told, recorded) if on_path and told and recorded else ()
        rows.append(
            ComparedStep(
                number=recorded.number if recorded is not None else None,
                predicted=told,
                actual=recorded,
                wrong=wrong,
                on_path=on_path,
                error_differs=bool(on_path and told and recorded and told.raises != recorded.raises),
            )
        )
    divergence = next((index for index, row in enumerate(rows) if not row.agrees), None)
    return Comparison(rows=tuple(rows), metrics=measure(predicted, actual), divergence=divergence)


def measure(predicted: Walk, actual: Walk) -> Metrics:
    """The metrics of one prediction."""
    told, recorded = predicted.blocks, actual.blocks
    recall, precision = _transitions(told, recorded)
    error, real = predicted.error, actual.error
    both = error is not None and real is not None
    return Metrics(
        exact_match=told == recorded,
        statement=_scores(_lines(predicted), _lines(actual)),
        block=_scores(told, recorded),
        transition_recall=recall,
        transition_precision=precision,
        value_accuracy=_value_accuracy(predicted, actual),
        error_detected=both,
        error_line_correct=both and error.line is not None and error.line == real.line,  # type: ignore[union-attr]
        error_block_correct=both and error.block == real.block,  # type: ignore[union-attr]
    )


def common_prefix(left: Sequence[int], right: Sequence[int]) -> int:
    """How many leading elements are equal."""
    for index, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            return index
    return min(len(left), len(right))


def wrong_names(predicted: WalkStep, actual: WalkStep) -> tuple[str, ...]:
    """Recorded names to which the told symbol table gives another value; those it leaves out are not wrong."""
    if predicted.state is None or actual.state is None:
        return ()
    told, recorded = predicted.state, actual.state
    return tuple(
        name for name in compared_names(predicted, actual) if not values_equal(told[name], recorded[name])
    )


def compared_names(predicted: WalkStep, actual: WalkStep) -> tuple[str, ...]:
    """Names of both tables whose values can be compared: known when told, and with a notation that both share."""
    if predicted.state is None or actual.state is None:
        return ()
    told = predicted.state
    return tuple(
        name
        for name, value in actual.state.items()
        if name in told and name not in actual.pending and comparable(told[name], value)
    )


def _visits(walk: Walk) -> tuple[WalkStep, ...]:
    return walk.steps if walk.following is None else (*walk.steps, WalkStep(block=walk.following))


def _lines(walk: Walk) -> tuple[int, ...]:
    return tuple(line for step in walk.steps for line in step.lines)


def _scores(told: Sequence[int], recorded: Sequence[int]) -> WalkScores:
    prefix = common_prefix(told, recorded)
    common = len(set(told) & set(recorded))
    return WalkScores(
        prefix_recall=_share(prefix, len(recorded)),
        prefix_precision=_share(prefix, len(told)),
        coverage_recall=_share(common, len(set(recorded))),
        coverage_precision=_share(common, len(set(told))),
    )


def _transitions(told: Sequence[int], recorded: Sequence[int]) -> tuple[float | None, float | None]:
    """Recall and precision over unique transitions; both 1 where neither has any, None where one has none."""
    said, real = set(pairwise(told)), set(pairwise(recorded))
    if not said and not real:
        return (1.0, 1.0) if tuple(told) == tuple(recorded) else (None, None)
    if not said or not real:
        return None, None
    common = len(said & real)
    return common / len(real), common / len(said)


def _value_accuracy(predicted: Walk, actual: Walk) -> float | None:
    """Right values over those that the told symbol tables hold, in the blocks up to the first wrong one."""
    right = total = 0
    for told, recorded in zip(predicted.steps, actual.steps, strict=False):
        if told.block != recorded.block:
            break
        compared = len(compared_names(told, recorded))
        total += compared
        right += compared - len(wrong_names(told, recorded))
    return _share(right, total)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
