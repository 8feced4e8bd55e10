"""Where a text stops being Python: the first row that no further text could make right."""

import ast
import functools
import warnings
from collections.abc import Sequence

from llmdb.values import dataclass

_ALLOW_INCOMPLETE = 0x4000
_NO_DEDENT = 0x200
_FLAGS = ast.PyCF_ONLY_AST | _ALLOW_INCOMPLETE | _NO_DEDENT
"""Those of the standard library's `codeop`: what may still become right by further rows is no error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What the parser says of the rows up to `row`; `row` is their number where only the end is missing.

    `line` and `column` are where it says so, from 0.
    """

    row: int
    message: str
    line: int
    column: int


def first_problem(rows: Sequence[str], known_good: int = 0) -> Problem | None:
    """The first problem of a text, None if it parses.

    Args:
        rows: the text.
        known_good: so many rows are known to be right, as far as they go.
    """
    whole = _error("\n".join(rows) + "\n", ast.PyCF_ONLY_AST)
    if whole is None:
        return None
    low, step = known_good, 1
    while low + step < len(rows) and not _is_wrong(rows, low + step):
        low += step
        step *= 2
    high = min(low + step, len(rows))
    if not _is_wrong(rows, high):
        return _problem(whole, len(rows))
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _is_wrong(rows, middle) else (middle, high)
    error = _error("\n".join(rows[:high]) + "\n", _FLAGS)
    assert error is not None
    return _problem(error, high - 1)


def parses(text: str) -> bool:
    """Whether a text is Python as it stands."""
    return _error(text, ast.PyCF_ONLY_AST) is None


def _is_wrong(rows: Sequence[str], count: int) -> bool:
    error = _error("\n".join(rows[:count]) + "\n", _FLAGS)
    return error is not None and error.msg != "incomplete input"


@functools.lru_cache(maxsize=64)
def _error(text: str, flags: int) -> SyntaxError | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            compile(text, "", "exec", flags)
    except SyntaxError as problem:
        return problem
    except (ValueError, RecursionError, MemoryError) as problem:
        return SyntaxError(str(problem))
    return None


def _problem(error: SyntaxError, row: int) -> Problem:
    return Problem(
        row=row,
        message=error.msg or "",
        line=(error.lineno or row + 1) - 1,
        column=max((error.offset or 1) - 1, 0),
    )
