"""One question that decides between changes that pass the same tests: a call on which they give different values."""

import ast
import math
from collections.abc import Callable, Mapping, Sequence

from llmdb.repair.changes.mutations import Mutation
from llmdb.repair.further_calls import as_statements
from llmdb.values import dataclass

MOST_CALLS = 4
"""How many calls are evaluated before the search for a question is given up."""
MOST_ANSWERS = 3
"""How many values a question offers."""
LONGEST_VALUE = 200
"""Characters of a value that is offered; a longer one is not read by a person."""
NOTHING = ("-", ".", "!")
"""What a digest begins with where there is no value: the version did not come to the call, has no end, or raises."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One value that the call has after a change, and the simplest change after which it has it.

    `value` is a literal, such as `-1` or `['a']`, so that a test can compare with it.
    """

    value: str
    change: Mutation


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One call that has different values after different changes, all of which pass the visible tests.

    It is put to the user as: `find(['a', 'b'], 'b')` is 1 by one change and -1 by another: which is right?

    Attributes:
        call: an expression; several calls in a row are one tuple, of which the last is asked about
            (`further_calls.as_statements` gives them back as statements).
        answers: two or three that differ, that of the proposed change first.
    """

    call: str
    answers: tuple[Answer, ...]

    @property
    def shown(self) -> str:
        """The call as a person writes it: calls in a row as statements, `q = Queue(); q.put(1); q.take()`."""
        return "".join(as_statements(self.call))

    def test_of(self, number: int) -> str:
        """The visible test that says that answer `number`, counted from 1, is the right one."""
        before, asked = as_statements(self.call)
        return f"{before}assert {asked} == {self.answers[number - 1].value}"


def find_question(
    calls: Sequence[str],
    groups: Mapping[tuple[str, ...], Sequence[Mutation]],
    proposed: tuple[str, ...],
    value_of: Callable[[str, str], str],
) -> Question | None:
    """Find the call whose value tells the proposed change from as many others as possible.

    Only digests of what the calls gave are known; the values themselves are made by `value_of`, for at most
    `MOST_CALLS` calls and `MOST_ANSWERS` changes each.

    Args:
        calls: the expressions that every change was run with.
        groups: the changes that give the same for every call, the simplest first, by what they give: one digest for
            each call, in the order of `calls`.
        proposed: the key of the group whose first change is proposed.
        value_of: gives the `repr` of what a call (second) gives in a program (first); "" where it raises, does not
            end, or cannot be run.

    Returns:
        The question, or None: the groups differ on no call where both have a value that is a literal of at most
        `LONGEST_VALUE` characters.
    """
    asked = dict.fromkeys((proposed, *sorted(groups, key=lambda outputs: -len(groups[outputs]))))
    for place in _most_telling(calls, groups, proposed)[:MOST_CALLS]:
        by_result: dict[str, Mutation] = {}
        for outputs in asked:
            if not outputs[place].startswith(NOTHING):
                by_result.setdefault(outputs[place], groups[outputs][0])
        told: list[Answer] = []
        for change in list(by_result.values())[:MOST_ANSWERS]:
            answer = Answer(value=value_of(change.code, calls[place]), change=change)
            if _is_literal(answer.value) and not any(_are_equal(answer.value, other.value) for other in told):
                told.append(answer)
            elif not told:
                break  # the proposal has no value there
        if len(told) > 1:
            return Question(call=calls[place], answers=tuple(told))
    return None


def _most_telling(
    calls: Sequence[str], groups: Mapping[tuple[str, ...], Sequence[Mutation]], proposed: tuple[str, ...]
) -> list[int]:
    """The places in `calls` of those that give something else after the proposed change than after another one.

    Calls whose answer rules out more changes come first (by the entropy of the changes over the results), then short
    ones. Calls with an empty argument, or a number below 1, come last of all: the task often does not say what is
    right there.
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


def _are_equal(one: str, other: str) -> bool:
    """Whether a test sees no difference: as between two dicts with the same items in another order."""
    return bool(ast.literal_eval(one) == ast.literal_eval(other))


def _is_literal(text: str) -> bool:
    """Whether the text is a literal that reads as the value it was made of, so that a test can compare with it."""
    if not text or len(text) > LONGEST_VALUE:
        return False
    try:
        return repr(ast.literal_eval(text)) == text
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return False
