"""Reads the arguments of commands; every refusal names the value and what would work."""

import ast
import difflib
import re
import shlex
from collections.abc import Collection, Iterable
from contextlib import suppress

from llmdb.errors import BadArgument

_MOST_LISTED = 12
_NO_PYTHON = (SyntaxError, ValueError, MemoryError, RecursionError)
"""What the parser raises for a text that is no Python, or too much of it."""


def parse_count(text: str, default: int = 1) -> int:
    """A count of at least 1, e.g. of `step 3`; `default` for no text.

    Raises:
        BadArgument: it is no whole number of at least 1.
    """
    if not text.strip():
        return default
    return parse_whole(text, "a count", lowest=1)


def parse_whole(text: str, what: str, lowest: int = 0) -> int:
    """A whole number not below `lowest`.

    Raises:
        BadArgument: it is none; the message calls it `what`.
    """
    stripped = text.strip()
    if not (stripped.isascii() and stripped.lstrip("+").isdigit() and len(stripped) < 19):
        raise BadArgument(f"{stripped!r} is not {what}: a whole number from {lowest} is needed")
    number = int(stripped)
    if number < lowest:
        raise BadArgument(f"{what} is {lowest} or more, not {number}")
    return number


def parse_expression(text: str, command: str) -> str:
    """A Python expression.

    Raises:
        BadArgument: there is none, or it cannot be parsed.
    """
    expression = text.strip()
    if not expression:
        raise BadArgument(f"{command} needs an expression, e.g. `{command} x + 1`")
    try:
        ast.parse(expression, mode="eval")
    except _NO_PYTHON as problem:
        raise BadArgument(f"{expression!r} is not an expression: {_reason(problem)}") from problem
    return expression


def parse_statements(text: str, called: str) -> ast.Module:
    """Python statements.

    Raises:
        BadArgument: they cannot be parsed; the message says that the text is not what it is `called`.
    """
    try:
        return ast.parse(text)
    except _NO_PYTHON as problem:
        raise BadArgument(f"{text!r} is {called}: {_reason(problem)}") from problem


def _reason(problem: BaseException) -> str:
    return getattr(problem, "msg", None) or str(problem) or type(problem).__name__


def statements(text: str) -> ast.Module | None:
    """The text as Python statements; None where it is none."""
    with suppress(*_NO_PYTHON):
        return ast.parse(text)
    return None


def expression(text: str) -> ast.expr | None:
    """The text as a Python expression; None where it is none."""
    with suppress(*_NO_PYTHON):
        return ast.parse(text, mode="eval").body
    return None


def parse_path(text: str, command: str) -> str:
    """A name, attribute or item, as `ast.unparse` writes it.

    Raises:
        BadArgument: it is something else.
    """
    node = expression(text.strip())
    if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        raise BadArgument(
            f"{command} takes a variable, attribute or item (x, p.total, xs[3]), not {text.strip()!r}"
        )
    return ast.unparse(node)


def parse_flags(text: str, flags: Collection[str]) -> tuple[str, frozenset[str]]:
    """The text without those of some flags that stand in it as words of their own, and these."""
    found = [flag for flag in flags if re.search(rf"(?<!\S){re.escape(flag)}(?!\S)", text)]
    for flag in found:
        text = re.sub(rf"(?<!\S){re.escape(flag)}(?!\S)", "", text)
    return text.strip(), frozenset(found)


def listed(names: Iterable[str], none: str = "none") -> str:
    """ "a, b, c", of many only the first; `none` for no names."""
    every = list(names)
    more = f" ... and {len(every) - _MOST_LISTED} more" if len(every) > _MOST_LISTED else ""
    return ", ".join(every[:_MOST_LISTED]) + more or none


def near_names(wanted: str, names: Collection[str], none: str) -> str:
    """A hint beside a name that is not defined: those that are near to it, else those that are; `none` for none."""
    near = difflib.get_close_matches(wanted, names, n=3)
    return f"did you mean {listed(near)}?" if near else f"it defines: {listed(names, none)}"


def parse_nothing(text: str, command: str) -> None:
    """Refuse arguments of a command that takes none.

    Raises:
        BadArgument: there are some.
    """
    if text.strip():
        raise BadArgument(f"{command} takes no argument, not {text.strip()!r}")


def parse_words(text: str) -> tuple[str, ...]:
    """Words as a shell splits them.

    Raises:
        BadArgument: a quotation mark is not closed.
    """
    try:
        return tuple(shlex.split(text))
    except ValueError as problem:
        raise BadArgument(
            f"{text.strip()!r}: a quotation mark is not closed, or nothing follows a backslash"
        ) from problem
