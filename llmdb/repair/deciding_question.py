"""One question that decides between changes that pass the same tests: a call on which they give different values."""

import ast
import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from llmdb.repair.changes.mutations import Mutation
from llmdb.repair.further_calls import as_statements
from llmdb.values import dataclass

MOST_CALLS = 4
"""Calls that are looked at before it is said that none decides."""
MOST_ANSWERS = 3
LONGEST_VALUE = 200
NOTHING = "-"
"""What a digest begins with where a version did not come to the call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A value that the call may have, and the simplest change that gives it."""

    value: str
    change: Mutation


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`find(['a', 'b'], 'b')` is 1 by one change and -1 by another: which is right?

    Attributes:
        call: an expression.
        answers: at least two, that of the change that is proposed first.
    """

    call: str
    answers: tuple[Answer, ...]

    @property
    def shown(self) -> str:
        """The call as a person writes it: a row of calls as statements."""
        return "".join(as_statements(self.call))

    def test_of(self, number: int) -> str:
        """The visible test that an answer makes, counted from 1."""
        before, asked = as_statements(self.call)
        return f"{before}assert {asked} == {self.answers[number - 1].value}"


def find_question(
    calls: Sequence[str],
    groups: Mapping[tuple[str, ...], Sequence[Mutation]],
    proposed: tuple[str, ...],
    value_of: Callable[[str, str], str],
) -> Question | None:
    """The call that tells most of the changes apart, with the values that they give; None where none has values.

    Args:
        calls: what the changes were compared by.
        groups: the changes, the simplest first, by the digests of what the calls gave.
        proposed: the digests of the group whose change is proposed.
        value_of: (code, call) to the text of the value; "" where it gives none.
    """
    asked = dict.fromkeys((proposed, *sorted(groups, key=lambda outputs: -len(groups[outputs]))))
    for place in _most_telling(calls, groups, proposed)[:MOST_CALLS]:
        by_result: dict[str, Mutation] = {}
        for outputs in asked:
            if not outputs[place].startswith(NOTHING):
                by_result.setdefault(outputs[place], groups[outputs][0])
        answers = [
            Answer(value=value_of(change.code, calls[place]), change=change)
            for change in list(by_result.values())[:MOST_ANSWERS]
        ]
        if _is_literal(answers[0].value):
            told = [answer for answer in answers if _is_literal(answer.value)]
            if len(told) > 1 and _all_differ([ast.literal_eval(answer.value) for answer in told]):
                return Question(call=calls[place], answers=tuple(told))
    return None


def _most_telling(
    calls: Sequence[str], groups: Mapping[tuple[str, ...], Sequence[Mutation]], proposed: tuple[str, ...]
) -> list[int]:
    """The calls that tell the proposed change from others, by the bits that their value tells, short ones first.

    Those with nothing, or a number below 1, for an argument come last: what is right there is often not said.
    """

    def bits(place: int) -> float:
        counts: dict[str, int] = {}
        for outputs, changes in groups.items():
            counts[outputs[place]] = counts.get(outputs[place], 0) + len(changes)
        total = sum(counts.values())
        return -sum(count / total * math.log2(count / total) for count in counts.values())

    telling = [
        place
        for place in range(len(calls))
        if not proposed[place].startswith(NOTHING)
        and any(
            outputs[place] != proposed[place] and not outputs[place].startswith(NOTHING) for outputs in groups
        )
    ]
    return sorted(
        telling, key=lambda place: (_is_unusual(calls[place]), -round(bits(place), 2), len(calls[place]))
    )


def _is_unusual(call: str) -> bool:
    """Whether an argument is empty, or not a positive number."""
    for node in ast.walk(ast.parse("".join(as_statements(call)))):
        match node:
            case ast.UnaryOp(op=ast.USub()) | ast.List(elts=[]) | ast.Tuple(elts=[]) | ast.Dict(keys=[]):
                return True
            case ast.Constant(value=int() | float() | str() as value) if (
                value in (0, "") and value is not False
            ):
                return True
    return False


def _all_differ(values: Sequence[object]) -> bool:
    """Whether a test tells each value from the others: dicts in another order are equal."""
    return not any(one == other for one, other in combinations(values, 2))


def _is_literal(text: str) -> bool:
    """Whether a test can compare with the text, as it says the same value when it is read."""
    if not text or len(text) > LONGEST_VALUE:
        return False
    try:
        return repr(ast.literal_eval(text)) == text
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return False
