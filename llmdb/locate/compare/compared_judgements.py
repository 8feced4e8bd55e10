"""What comparing found, in the form in which it is kept and used by `plan` and `hunt`."""

from llmdb.locate.compare.comparison import Comparison, JudgedCondition, JudgedValue
from llmdb.locate.compare.line_matching import Displaced
from llmdb.locate.compare.run_alignment import Missed
from llmdb.locate.judgements import Known
from llmdb.program.files import line_label

MOST_KEPT = 500
"""Judgements of each kind that are kept."""


def judgements(found: Comparison) -> tuple[Known, ...]:
    """What comparing found, as it is kept: the first wrong values and conditions, and the right ones before them."""
    everything: list[JudgedValue | JudgedCondition] = [*found.values, *found.conditions]
    judged = sorted(everything, key=lambda one: (one.step, one.line))
    wrong = [one for one in judged if not one.is_right][:MOST_KEPT]
    until = wrong[-1].step if wrong else 0
    right = [one for one in judged if one.is_right and one.step <= until][-MOST_KEPT:]
    kept = sorted([*wrong, *right], key=lambda one: (one.step, one.line))
    entries = [_of_value(one) if isinstance(one, JudgedValue) else _of_condition(one) for one in kept]
    return (*entries, _of_displaced(found.cause)) if found.cause is not None and wrong else tuple(entries)


def _of_value(judged: JudgedValue) -> Known:
    return Known(
        step=judged.step,
        line=judged.line,
        says="right" if judged.is_right else "wrong",
        name=judged.name,
        value=judged.value.repr,
        expected="" if judged.is_right else judged.expected.repr,
        by="compare",
    )


def _of_displaced(missed: Missed) -> Known:
    statement = missed.statement
    line = statement.line or statement.before or 0
    return Known(
        step=missed.step or 1,
        line=line,
        says="root",
        value=statement.text,
        expected=format_displaced(statement),
        by="compare",
    )


def format_displaced(statement: Displaced) -> str:
    """What is to be done with it: "belongs before line 9"."""
    where = (
        "at the end of its block"
        if statement.before is None
        else f"before line {line_label(statement.before)}"
    )
    match statement.kind:
        case "extra":
            return "is not in the correct program"
        case "missing":
            return f"is missing {where}"
    return f"belongs {where}"


def _of_condition(judged: JudgedCondition) -> Known:
    return Known(
        step=judged.step,
        line=judged.line,
        says="right condition" if judged.is_right else "wrong condition",
        value=judged.taken,
        expected="" if judged.is_right else judged.expected,
        by="compare",
    )
