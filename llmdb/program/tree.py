"""Parsing a snippet, with every way in which that fails turned into one clear line."""

import ast
import re
import warnings

from llmdb.errors import SnippetSyntaxError
from llmdb.program.compiling import body_kind, compile_body
from llmdb.program.files import files_of
from llmdb.program.parsing import needs_newer_syntax, parse

_PYTHON_2_PRINT = re.compile(r"Missing parentheses in call to '(print|exec)'")


def parse_tree(text: str, name: str) -> ast.Module:
    """The syntax tree of a snippet.

    Args:
        text: its source.
        name: what messages call it.

    Raises:
        SnippetSyntaxError: it is not Python 3, or nested too deeply for this interpreter's parser.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            return parse(text)
    except SyntaxError as problem:
        raise SnippetSyntaxError(syntax_message(problem, name)) from problem
    except ValueError as problem:
        raise SnippetSyntaxError(f"{name}: {problem}") from problem
    except (RecursionError, MemoryError) as problem:
        raise SnippetSyntaxError(_too_deep(name)) from problem


def check_compiles(text: str, name: str) -> str:
    """The body kind of a snippet that parses and compiles, of a program of several files that of the main one.

    Raises as `parse_tree`.
    """
    main, *modules = files_of(text)
    for file in modules:
        check_module(file.text, file.path)
    text = main.text
    kind = body_kind(parse_tree(text, name))
    if needs_newer_syntax(text):
        return kind  # it was compiled there
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            compile_body(text, name, kind)
    except SyntaxError as problem:
        raise SnippetSyntaxError(syntax_message(problem, name)) from problem
    except (RecursionError, MemoryError) as problem:
        raise SnippetSyntaxError(_too_deep(name)) from problem
    return kind


def check_module(text: str, name: str) -> None:
    """Refuse a file that the program could not import.

    Raises as `parse_tree`; also where it returns, yields or awaits outside a function, which only snippets may do.
    """
    if check_compiles(text, name) != "module":
        raise SnippetSyntaxError(
            f"{name}: return, yield or await outside a function, which no module can have"
        )


def syntax_message(problem: SyntaxError, name: str) -> str:
    """One line: place, what is wrong, and for Python 2 what to do about it."""
    line = problem.lineno or 1
    place = f"{name}:{line}:{max(problem.offset or 1, 1)}"
    old = _PYTHON_2_PRINT.match(problem.msg)
    if old:
        word = old.group(1)
        return f"{place}: Python 2 {word} statement; write {word}(...), or convert the file to Python 3 first"
    return f"{place}: {problem.msg}{_shown(problem)}"


def _shown(problem: SyntaxError) -> str:
    text = (problem.text or "").strip()
    return f": {text}" if text and len(text) <= 60 else ""


def _too_deep(name: str) -> str:
    return (
        f"{name}: an expression is nested too deeply for this Python's parser (for example a sum of thousands of "
        "terms); split it into several statements"
    )
