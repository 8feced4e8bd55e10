"""Calls like those of the visible tests with other arguments, on which versions that pass the same tests may differ."""

import ast
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TypeVar

_Sequence = TypeVar("_Sequence", str, list[object])

MOST = 24
_LONGEST = 400
"""Characters of a call; a longer one says little more and costs as much as many."""


def further_calls(tests: Sequence[str], most: int = MOST) -> tuple[str, ...]:
    """Calls whose literal arguments were changed, one at a time; those of each test in turn.

    Args:
        tests: statements, such as `assert f([3, 1], 2) == 4`.
        most: how many at most.
    """
    asked = [(call, list(_changed(call))) for test in tests for call in _calls(test)]
    own = {ast.unparse(call) for call, _ in asked}
    found = dict.fromkeys(code for row in zip_longest(*(codes for _, codes in asked)) for code in row if code)
    return tuple(code for code in found if code not in own and len(code) <= _LONGEST)[:most]


def _calls(test: str) -> Iterator[ast.Call]:
    """The outermost calls with literal arguments in what an assertion compares."""
    try:
        tree = ast.parse(test)
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and node.args
            and all(map(_is_literal, node.args))
            and not node.keywords
        ):
            yield node


def _is_literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError):
        return False
    return True


def _changed(call: ast.Call) -> Iterator[str]:
    function = ast.unparse(call.func)
    codes = [ast.unparse(argument) for argument in call.args]
    values = [ast.literal_eval(argument) for argument in call.args]
    for row in zip_longest(*(_others(value) for value in values)):
        for place, other in enumerate(row):
            if other is not None:
                yield f"{function}({', '.join([*codes[:place], repr(other), *codes[place + 1 :]])})"


def _others(value: object) -> Iterator[object]:
    """Other values of the same type, the nearest first."""
    match value:
        case bool():
            yield not value
        case int():
            near = (value + 1, value - 1, value + 7, 2 * value, -value, 0)
            yield from dict.fromkeys(number for number in near if number != value)
        case float():
            yield from (value + 0.5, value - 1.0, -value)
        case str():
            yield from _rearranged(value, value.swapcase())
        case list():
            yield from _rearranged(value, sorted(value, key=repr))
            yield from _with_one_changed(value)
        case tuple():
            yield from (tuple(other) for other in _others(list(value)) if isinstance(other, list))
        case dict() if value:
            yield dict(reversed(value.items()))
            yield dict(list(value.items())[1:])
        case _:
            return


def _rearranged(value: _Sequence, own: _Sequence) -> Iterator[_Sequence]:
    for other in (value[::-1], value[1:], value[:-1], value + value, value + value[:1], own, value[:0]):
        if other != value:
            yield other


def _with_one_changed(value: list[object]) -> Iterator[list[object]]:
    for place, part in enumerate(value[:4]):
        other = next(_others(part), None)
        if other is not None:
            yield [*value[:place], other, *value[place + 1 :]]
