"""Calls like those of the visible tests with other arguments, on which versions that pass the same tests may differ."""

import ast
import builtins
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from typing import Any, NamedTuple

from llmdb.repair.other_values import alternating, others, swapped, texts_in, written

MOST = 40
"""How many calls are made of the tests at most, unless the caller says otherwise."""
_OWN_NAMES = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.Lambda
"""Expressions with a scope of their own: they would not find the names that `:=` binds beside them in an `eval`."""
_LONGEST = 400
"""Characters of a call; a longer one says little more and costs as much as many."""


def further_calls(tests: Sequence[str], most: int = MOST, beyond: bool = False) -> tuple[str, ...]:
    """Make calls of those in the tests: each with one literal argument changed, or with its steps in another order.

    Args:
        tests: statements, such as `assert f([3, 1], 2) == 4` or `assert Stack([1]).push(2).size() == 2`.
        most: how many calls are made at most.
        beyond: whether arguments may be such as no test has: negative where none is, lists in another order.

    Returns:
        Expressions, such as `f([3, 1], 3)`: the first of each test, the second of each, and so on; none twice, and
        none that a test has. Empty where the tests call nothing with a literal.
    """
    calls = [call for test in tests for call in (_in_turn(test) or _calls(test))]
    given: dict[str, list[object]] = {}
    for call in calls:
        for argument in _arguments(call):
            given.setdefault(argument.name, []).append(ast.literal_eval(argument.value))
    asked = [(call, [*_in_other_order(call), *_changed(call, given, beyond)]) for call in calls]
    own = {ast.unparse(call) for call, _ in asked}
    found = dict.fromkeys(code for row in zip_longest(*(codes for _, codes in asked)) for code in row if code)
    return tuple(code for code in found if code not in own and len(code) <= _LONGEST)[:most]


def _in_turn(test: str) -> list[ast.expr]:
    """A test of several statements as one expression, alone in a list.

    Of `q = Queue(); q.put(1); assert q.take() == 1` it is `(q := Queue(), q.put(1), q.take())[-1]`. The list is empty
    for a test of one statement, or with statements other than assignments to a name, calls and a last `assert`.
    """
    try:
        *firsts, last = ast.parse(test).body
    except (SyntaxError, ValueError):
        return []
    parts: list[ast.expr] = []
    for one in firsts:
        match one:
            case ast.Assign(targets=[ast.Name() as name], value=value):
                parts.append(ast.NamedExpr(target=name, value=value))
            case ast.Expr(value=value):
                parts.append(value)
            case _:
                return []
    match last:
        case ast.Assert(test=ast.Compare(left=asked) | ast.UnaryOp(operand=asked)) | ast.Assert(test=asked):
            parts.append(asked)
        case _:
            return []
    nested = any(isinstance(node, _OWN_NAMES) for part in parts for node in ast.walk(part))
    return [_last_of(parts)] if firsts and not nested else []


def as_statements(call: str) -> tuple[str, str]:
    """Give a call that `further_calls` made back as statements.

    Returns:
        The statements before the call, and the call: `q = Queue(); q.put(1); ` and `q.take()` of
        `(q := Queue(), q.put(1), q.take())[-1]`. Of any other call nothing goes before: "" and the call.
    """
    match ast.parse(call, mode="eval").body:
        case ast.Subscript(value=ast.Tuple(elts=[ast.NamedExpr(), *_] as parts)):
            rows = [
                f"{part.target.id} = {ast.unparse(part.value)}"
                if isinstance(part, ast.NamedExpr)
                else ast.unparse(part)
                for part in parts
            ]
            return "; ".join(rows[:-1]) + "; ", rows[-1]
    return "", call


def _last_of(parts: list[ast.expr]) -> ast.expr:
    """The expression `(part, part, ...)[-1]`: all are evaluated, and the last one's value is given."""
    minus_one = ast.UnaryOp(op=ast.USub(), operand=ast.Constant(1))
    return ast.Subscript(value=ast.Tuple(elts=parts, ctx=ast.Load()), slice=minus_one, ctx=ast.Load())


def _in_other_order(call: ast.expr) -> Iterator[str]:
    """An expression of calls in a row with one of them made twice, left out, or made after the next one.

    Nothing for a single call.
    """
    match call:
        case ast.Subscript(value=ast.Tuple(elts=[first, *steps, last])):
            for place, step in enumerate(steps):
                if not isinstance(step, ast.NamedExpr):
                    before, after = steps[:place], steps[place + 1 :]
                    yield ast.unparse(_last_of([first, *before, step, step, *after, last]))
                    yield ast.unparse(_last_of([first, *before, *after, last]))
                    yield ast.unparse(_last_of([first, *before, *after[:1], step, *after[1:], last]))
            if isinstance(last, ast.Call):
                yield ast.unparse(_last_of([first, *steps, last, last]))


def _calls(test: str) -> Iterator[ast.Call]:
    """The outermost calls of a test with a literal argument; of `len(f(1))` it is `f(1)`, for `len` is built in."""
    try:
        tree = ast.parse(test)
    except (SyntaxError, ValueError):
        return
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.Call) and not _is_built_in(node.func) and any(_arguments(node)):
            yield node
        else:
            waiting += ast.iter_child_nodes(node)


def _is_built_in(function: ast.expr) -> bool:
    return isinstance(function, ast.Name) and hasattr(builtins, function.id)


class _Argument(NamedTuple):
    """A literal argument of a call in a syntax tree, where another one can be put.

    Attributes:
        holder: the call's positional arguments, or the keyword argument.
        place: its index in the former; 0 for a keyword argument.
        name: the function's name and the place or the keyword, `find 0`: the same for all calls of the function.
        value: the literal.
    """

    holder: list[ast.expr] | ast.keyword
    place: int
    name: str
    value: ast.expr

    def put(self, value: ast.expr) -> None:
        """Replace the argument in the tree."""
        if isinstance(self.holder, ast.keyword):
            self.holder.value = value
        else:
            self.holder[self.place] = value


def _arguments(call: ast.expr) -> Iterator[_Argument]:
    """The literal arguments of a call and of the calls within it, its own first."""
    for node in ast.walk(call):
        if isinstance(node, ast.Call):
            function = (
                ast.unparse(node.func) if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            )
            for place, value in enumerate(node.args):
                if _is_literal(value):
                    yield _Argument(node.args, place, f"{function} {place}", value)
            for given in node.keywords:
                if _is_literal(given.value):
                    yield _Argument(given, 0, f"{function} {given.arg}", given.value)


def _is_literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError):
        return False
    return True


def _may_be_given(values: Iterator[object], given: Sequence[object]) -> Iterator[object]:
    """Leave out the values that the function is probably not meant for, judged by what the tests give it.

    Where all numbers in the tests are positive, or none is negative, values with lower ones are left out; where all
    lists are sorted, others are given sorted. What a program makes of an argument that it is not meant for decides
    nothing.

    Args:
        values: those for one argument of a function.
        given: the values that the tests give for it.
    """
    numbers = [one for value in given for one in _numbers_in(value)]
    lists = [value for value in given if isinstance(value, list) and len(value) > 1]
    lowest = min(numbers) if len(given) > 1 and numbers else -math.inf
    least = 1 if lowest >= 1 else 0 if lowest >= 0 else -math.inf
    are_sorted = len(lists) > 1 and all(map(_is_sorted, lists))
    for other in values:
        if are_sorted and isinstance(other, list):
            other = _in_order(other)
        if other is not None and min(_numbers_in(other), default=least) >= least:
            yield other


def _numbers_in(value: object) -> list[float]:
    """The value, if it is a number, or the numbers in a list or tuple, at any depth; truth values are none."""
    match value:
        case bool():
            return []
        case int() | float():
            return [value]
        case list() | tuple():
            return [number for part in value for number in _numbers_in(part)]
    return []


def _in_order(values: list[Any]) -> list[Any] | None:
    """The list sorted; None where its items cannot be compared."""
    try:
        return sorted(values)
    except TypeError:
        return None


def _is_sorted(values: Sequence[Any]) -> bool:
    try:
        return all(one <= other for one, other in pairwise(values))
    except TypeError:
        return False


def _changed(call: ast.expr, given: Mapping[str, Sequence[object]], beyond: bool) -> Iterator[str]:
    """The call with one literal argument changed: each argument in turn once, then each a second time, and so on.

    Args:
        call: a tree, which is changed meanwhile and is afterwards as it was.
        given: by `_Argument.name`, the values that the tests give.
        beyond: as for `further_calls`.
    """
    arguments = list(_arguments(call))
    known = list(dict.fromkeys(text for values in given.values() for text in texts_in(values)))
    for row in zip_longest(
        *(
            _may_be_given(
                alternating(
                    swapped(ast.literal_eval(argument.value), given[argument.name], known),
                    others(ast.literal_eval(argument.value), known),
                ),
                () if beyond else given[argument.name],
            )
            for argument in arguments
        )
    ):
        for argument, other in zip(arguments, row, strict=True):
            if other is not None:
                argument.put(ast.parse(written(other), mode="eval").body)
                yield ast.unparse(call)
                argument.put(argument.value)
