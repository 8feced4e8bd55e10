"""Which parts of a failed test's result are wrong, from what was expected and what came out."""

import ast
from collections.abc import Iterator

from llmdb.values import dataclass

Part = tuple[str, bool]
"""How a part of a result is written, and whether it is right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedParts:
    """The parts of a result by what they should have been; both empty where that cannot be told."""

    wrong: tuple[str, ...] = ()
    right: tuple[str, ...] = ()


def judge_parts(test: str, got: str, returned: str) -> JudgedParts:
    """The items of what a tested call returned.

    `assert f(x) == [1, 3]` that got `[1, 4]` from `return out` gives `out[1]` as wrong and `out[0]` as right;
    with `(1, 3)`, `(1, 4)` and `return low, high` it is `high` and `low`.

    Args:
        test: the test's source.
        got: what its left side gave, as text.
        returned: the line that returned that.
    """
    try:
        match ast.parse(returned.strip()).body, ast.parse(test).body:
            case (
                [ast.Return(value=ast.expr() as value)],
                [*_, ast.Assert(test=ast.Compare(left=ast.Call(), ops=[ast.Eq()], comparators=[right]))],
            ):
                parts = list(_parts(value, ast.literal_eval(got), ast.literal_eval(right)))
                wrong = tuple(name for name, is_right in parts if not is_right)
                right_ones = tuple(name for name, is_right in parts if is_right)
                return JudgedParts(wrong=wrong, right=right_ones) if wrong else JudgedParts()
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        pass
    return JudgedParts()


def judge_items(test: str, got: str) -> tuple[tuple[str, bool], ...]:
    """Each item of a list or tuple that was tested, as text, and whether it is right; empty for no such test.

    `assert [f(1), f(2)] == [1, 3]` that got `[1, 4]` gives `("1", True), ("4", False)`.

    Args:
        test: the test's source.
        got: what its left side gave, as text.
    """
    try:
        match ast.parse(test).body:
            case [*_, ast.Assert(test=ast.Compare(ops=[ast.Eq()], comparators=[right]))]:
                real, expected = ast.literal_eval(got), ast.literal_eval(right)
                if isinstance(real, list | tuple) and type(real) is type(expected):
                    pairs = zip(real, expected, strict=True)
                    return tuple((repr(item), item == wanted) for item, wanted in pairs)
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        pass
    return ()


def _parts(value: ast.expr, real: object, expected: object) -> Iterator[Part]:
    """The parts of a returned variable, or of a returned tuple of variables; none for anything else."""
    match value, real, expected:
        case ast.Name(id=name), list(), list() if len(real) == len(expected):
            yield from ((f"{name}[{n}]", real[n] == expected[n]) for n in range(len(real)))
        case ast.Name(id=name), dict(), dict() if real.keys() == expected.keys():
            yield from ((f"{name}[{key!r}]", real[key] == expected[key]) for key in real)
        case ast.Tuple(elts=parts), tuple(), tuple() if len(parts) == len(real) == len(expected):
            for part, got, wanted in zip(parts, real, expected, strict=True):
                if got != wanted and not isinstance(part, ast.Name | ast.Attribute | ast.Subscript):
                    raise ValueError("a wrong part that cannot be looked up")
                if isinstance(part, ast.Name | ast.Attribute | ast.Subscript):
                    yield ast.unparse(part), got == wanted
