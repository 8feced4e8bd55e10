"""Parsing in threads, which CPython allows only one of at a time, and of what others wrote without its warnings."""

import ast
import threading
import warnings

_PARSING = threading.Lock()
"""CPython counts the depth of the tree that it makes where all threads see it, and raises SystemError when another one
counts there meanwhile (gh-106905)."""


def parse(text: str) -> ast.Module:
    """The tree of a program, as `ast.parse` gives it.

    Raises:
        SyntaxError, ValueError, MemoryError, RecursionError: it is no program, or too much of one.
    """
    with _PARSING:
        return ast.parse(text)


def parse_quietly(text: str) -> ast.Module:
    """The tree of a text that somebody else wrote, as a model: what Python warns of in it is nobody's concern.

    Raises:
        SyntaxError, ValueError, MemoryError, RecursionError: see `parse`.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return parse(text)
