"""Reads the arguments of commands; every refusal names the value and what would work."""

import ast
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress

from llmdb.arguments import Operand
from llmdb.errors import BadArgument

_MOST_LISTED = 12
NO_PYTHON = (SyntaxError, ValueError, MemoryError, RecursionError)
"""What the parser raises for a text that is no Python, or too much of it."""


def whole(what: str, lowest: int = 0) -> Callable[[str, str], int]:
    """The reader of an argument that is a whole number not below `lowest`; see `parse_whole`."""

    def read(text: str, command: str) -> int:
        del command
        return parse_whole(text, what, lowest)

    return read


def needed(what: str) -> Callable[[str, str], str]:
    """The reader of a text that must be there: without it, it is said `what` the command needs."""

    def read(text: str, command: str) -> str:
        if not text:
            raise BadArgument(f"{command} needs {what}")
        return text

    return read


def one_of(*words: str) -> Callable[[str, str], str]:
    """The reader of an argument that is one of some words."""

    def read(text: str, command: str) -> str:
        if text not in words:
            *first, last = words
            takes = f"{', '.join(first)} or {last}" if first else last
            raise BadArgument(f"{command} takes {takes}, not {text!r}")
        return text

    return read


def version_number(text: str, command: str) -> int:
    """The reader of a version: "v2" or "2"."""
    del command
    return parse_whole(text.removeprefix("v"), "a version", lowest=1)


COUNT = Operand("count", whole("a count", lowest=1), default=1)
"""How often, as of `step 3`."""


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
    except NO_PYTHON as problem:
        raise BadArgument(f"{expression!r} is not an expression: {_reason(problem)}") from problem
    return expression


def parse_statements(text: str, called: str) -> ast.Module:
    """Python statements.

    Raises:
        BadArgument: they cannot be parsed; the message says that the text is not what it is `called`.
    """
    try:
        return ast.parse(text)
    except NO_PYTHON as problem:
        raise BadArgument(f"{text!r} is {called}: {_reason(problem)}") from problem


def _reason(problem: BaseException) -> str:
    return getattr(problem, "msg", None) or str(problem) or type(problem).__name__


def statements(text: str) -> ast.Module | None:
    """The text as Python statements; None where it is none."""
    with suppress(*NO_PYTHON):
        return ast.parse(text)
    return None


def as_expression(text: str) -> ast.expr | None:
    """The text as a Python expression; None where it is none."""
    with suppress(*NO_PYTHON):
        return ast.parse(text, mode="eval").body
    return None


def parse_path(text: str, command: str) -> str:
    """A name, attribute or item, as `ast.unparse` writes it.

    Raises:
        BadArgument: it is something else.
    """
    node = as_expression(text.strip())
    if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        raise BadArgument(
            f"{command} takes a variable, attribute or item (x, p.total, xs[3]), not {text.strip()!r}"
        )
    return ast.unparse(node)


def listed(names: Iterable[str], none: str = "none") -> str:
    """ "a, b, c", of many only the first; `none` for no names."""
    every = list(names)
    more = f" ... and {len(every) - _MOST_LISTED} more" if len(every) > _MOST_LISTED else ""
    return ", ".join(every[:_MOST_LISTED]) + more or none


def near_names(wanted: str, names: Collection[str], none: str) -> str:
    """A hint beside a name that is not defined: those that are near to it, else those that are; `none` for none."""
    import difflib

    near = difflib.get_close_matches(wanted, names, n=3)
    return f"did you mean {listed(near)}?" if near else f"it defines: {listed(names, none)}"
