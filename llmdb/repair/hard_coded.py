"""Finds changes that write a visible test's answer into the program instead of computing it."""

import ast
from collections.abc import Iterator, Sequence

_PLAIN: tuple[object, ...] = (None, True, False, 0, 1, -1, "", (), [], {})
"""Values that a program names for many reasons: a base case is no written answer."""

_SHORT_KEY = 12
"""Characters of a key as tables of a program's own have them: `{"X": 10}` is how some things are computed."""


def hard_coded_tests(before: str, after: str, tests: Sequence[str]) -> tuple[int, ...]:
    """The numbers, from 1, of the tests `assert f(argument) == answer` whose pair only the new program holds.

    A pair is an answer returned or assigned where a value equals the argument (`if`, conditional expression, `match`),
    an entry of a dictionary, or a function whose whole body returns the answer. Plain values, such as 0, True and an
    empty list, are no sign of it.
    """
    old, new = _pairs(before), _pairs(after)
    return tuple(
        number
        for number, test in enumerate(tests, start=1)
        if any(pair in new and pair not in old for pair in _pairs_of(test))
    )


Pair = tuple[str, str]


def _pairs_of(test: str) -> Iterator[Pair]:
    """What a program that has the test's answer would hold: (arguments, answer), or (the function's name, answer)."""
    body = _parsed(test).body
    match body[-1].test if body and isinstance(body[-1], ast.Assert) else None:
        case ast.Compare(left=ast.Call() as call, ops=[ast.Eq() | ast.Is()], comparators=[right]):
            answer, arguments = _value_of(right), [_value_of(argument) for argument in call.args]
        case _:
            return
    if answer is None or _is_plain(right):
        return
    yield ast.unparse(call.func), answer
    if arguments and None not in arguments and not all(_is_plain(argument) for argument in call.args):
        yield ", ".join(map(str, arguments)), answer


def _pairs(code: str) -> frozenset[Pair]:
    return frozenset(_pairs_in(_parsed(code)))


def _pairs_in(tree: ast.Module) -> Iterator[Pair]:
    for node in ast.walk(tree):
        match node:
            case ast.If(test=condition, body=[ast.Return(value=said) | ast.Assign(value=said), *_]):
                yield from _conditioned(condition, said)
            case ast.IfExp(test=condition, body=said):
                yield from _conditioned(condition, said)
            case ast.match_case(pattern=ast.MatchValue(value=key), body=[ast.Return(value=said), *_]):
                yield from _pair([key], said)
            case ast.Dict(keys=keys, values=values):
                for one, held in zip(keys, values, strict=True):
                    if isinstance(one, ast.Tuple):
                        yield from _pair(one.elts, held)
                    if one is not None and len(_value_of(one) or "") > _SHORT_KEY:
                        yield from _pair([one], held)
            case ast.FunctionDef(name=name, body=[*rest, ast.Return(value=ast.expr() as said)]):
                answer = _value_of(said)
                takes = node.args.args or node.args.vararg
                if takes and answer is not None and all(isinstance(one, ast.Expr) for one in rest):
                    yield name, answer


def _conditioned(condition: ast.expr, said: ast.expr | None) -> Iterator[Pair]:
    """The pair of `if x == 1 and y == 2: return said`, its values in the order in which they are compared."""
    parts = condition.values if isinstance(condition, ast.BoolOp) else [condition]
    keys: list[ast.expr | None] = []
    for part in parts:
        match part:
            case ast.Compare(left=ast.Tuple(), ops=[ast.Eq()], comparators=[ast.Tuple(elts=values)]):
                keys += values
            case ast.Compare(left=left, ops=[ast.Eq() | ast.Is()], comparators=[right]):
                keys.append(right if _value_of(right) is not None else left)
            case _:
                return
    yield from _pair(keys, said)
    if len(keys) == 1 and isinstance(keys[0], ast.Tuple):
        yield from _pair(keys[0].elts, said)


def _pair(keys: Sequence[ast.expr | None], said: ast.expr | None) -> Iterator[Pair]:
    values = [None if key is None else _value_of(key) for key in keys]
    answer = None if said is None else _value_of(said)
    if answer is not None and values and None not in values:
        yield ", ".join(map(str, values)), answer


def _value_of(node: ast.expr) -> str | None:
    """A literal's value as text; None for what is none."""
    try:
        return repr(ast.literal_eval(node))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


def _is_plain(node: ast.expr) -> bool:
    text = _value_of(node)
    return text is not None and text in map(repr, _PLAIN)


def _parsed(code: str) -> ast.Module:
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])
