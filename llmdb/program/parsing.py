"""Parsing: of what this Python cannot read with the newer one that runs the program, in threads, without warnings."""

import ast
import threading
import warnings
from typing import Protocol

from llmdb.program.files import SourceFile, files_of

_PARSING = threading.Lock()
"""CPython counts the depth of the tree that it makes where all threads see it, and raises SystemError when another one
counts there meanwhile (gh-106905)."""


class NewerSyntax(Protocol):
    """A Python that knows more syntax than this one."""

    def parse(self, text: str) -> ast.Module:
        """The tree of a program that compiles there.

        Raises:
            SyntaxError: it does not.
        """

    def unparse(self, tree: ast.Module) -> str:
        """The text of such a tree, changed or not."""


class _Newer:
    syntax: NewerSyntax | None = None
    needed: frozenset[str] = frozenset()


def use_newer_syntax(syntax: NewerSyntax | None) -> None:
    """Parse what this Python cannot read with the one that runs the program; None: there is no newer one."""
    _Newer.syntax, _Newer.needed = syntax, frozenset()


def needs_newer_syntax(text: str) -> bool:
    """Whether a text was parsed, and only the newer Python could."""
    return text in _Newer.needed


def parse(text: str) -> ast.Module:
    """The tree of a program, as `ast.parse` gives it, or as the newer Python does that runs the program.

    Of several files it is one tree, with the lines of the whole text.

    Raises:
        SyntaxError, ValueError, MemoryError, RecursionError: it is no program, or too much of one.
    """
    files = files_of(text)
    if len(files) > 1:
        return ast.Module(body=[node for file in files for node in parse_file(file).body], type_ignores=[])
    try:
        if text not in _Newer.needed:
            with _PARSING:
                return ast.parse(text)
    except SyntaxError:
        if _Newer.syntax is None:
            raise
    assert _Newer.syntax is not None
    tree = _Newer.syntax.parse(text)
    _Newer.needed |= {text}
    return tree


def parse_file(file: SourceFile) -> ast.Module:
    """The tree of one file of a program, with the lines that it has in the whole text; raises as `parse`."""
    tree = parse(file.text)
    return ast.increment_lineno(tree, file.before) if file.before else tree


def unparse(tree: ast.Module, text: str) -> str:
    """The program that `tree` is now, which was made of the tree of `text`."""
    if _Newer.syntax is not None and text in _Newer.needed:
        return _Newer.syntax.unparse(tree)
    return ast.unparse(tree)


def parse_quietly(text: str) -> ast.Module:
    """The tree of a text that somebody else wrote, as a model: what Python warns of in it is nobody's concern.

    Raises:
        SyntaxError, ValueError, MemoryError, RecursionError: see `parse`.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return parse(text)
