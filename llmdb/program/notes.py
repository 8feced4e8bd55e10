"""The snippet's own notes: `# task: ...` and `# test: ...` comment lines at its top."""

import ast
import re

from llmdb.program.parsing import parse

_NOTE = re.compile(r"#\s*(task|test)\s*:\s*(.*)", re.IGNORECASE)
_OTHER = re.compile(r"#\s*(?:[\w-]+\s*[:=]|-\*-|[!%])")
"""A comment that says something else, such as `# type: ignore`, `# coding=utf-8` or `# %matplotlib inline`."""
_TEXT = re.compile(r"[rRuU]?[\"']")
_BLANK = " \t\f"


def read_notes(text: str) -> tuple[str | None, tuple[str, ...]]:
    """The task and the tests that a snippet states about itself.

    Only the comment and blank lines before the first code count, a docstring apart. Several task lines make one text,
    and comment lines that follow one at once go on with it; a test is one line of code. Example:
    "# task: add\\n# test: assert f(1)" gives ("add", ("assert f(1)",)).

    Returns:
        The task, None without one, and the tests in order.
    """
    tasks, tests = list[str](), list[str]()
    for line in note_lines(text):
        match = _NOTE.match(line.strip(_BLANK))
        if match is None:
            tasks.append(line.strip(_BLANK).lstrip("#").strip())
        elif match.group(1).lower() == "task":
            tasks.append(match.group(2).strip())
        else:
            tests.append(as_test(match.group(2).strip()))
    return " ".join(tasks) or None, tuple(tests)


def as_test(code: str) -> str:
    """The statement that tests what a line of code says: a comparison alone, `f(2) == 4`, is meant to hold.

    Left as a statement it would pass whatever it gives.
    """
    try:
        tree = ast.parse(code, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return code
    says = isinstance(tree.body, ast.Compare | ast.BoolOp) or (
        isinstance(tree.body, ast.UnaryOp) and isinstance(tree.body.op, ast.Not)
    )
    return f"assert {code}" if says else code


def calls_of_tests(text: str) -> tuple[str, ...]:
    """A call of each function `test_...` of a module that needs no arguments: its visible tests, as pytest has them."""
    try:
        body = parse(text).body
    except (SyntaxError, ValueError, RecursionError):
        return ()
    return tuple(
        f"{node.name}()"
        for node in body
        if isinstance(node, ast.FunctionDef)
        and node.name.startswith("test_")
        and not _needs_arguments(node.args)
    )


def _needs_arguments(given: ast.arguments) -> bool:
    wanted = len(given.posonlyargs) + len(given.args) > len(given.defaults)
    return wanted or any(default is None for default in given.kw_defaults)


def note_lines(text: str) -> list[str]:
    """The lines that are such notes, as they stand there."""
    found = []
    is_task = False
    docstring = _docstring_lines(text)
    for number, line in enumerate(text.split("\n"), start=1):
        if number in docstring:
            is_task = False
            continue
        stripped = line.strip(_BLANK)
        if stripped and not stripped.startswith("#"):
            break
        match = _NOTE.match(stripped)
        if match and match.group(2).strip():
            is_task = match.group(1).lower() == "task"
            found.append(line)
        elif is_task and stripped.lstrip("#").strip() and not match and not _OTHER.match(stripped):
            found.append(line)
        else:
            is_task = False
    return found


def _docstring_lines(text: str) -> range:
    """The lines of the module's docstring; none where it has none or cannot be parsed."""
    rows = map(str.strip, text.split("\n"))
    if not _TEXT.match(next((row for row in rows if row and not row.startswith("#")), "")):
        return range(0)
    try:
        body = parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return range(0)
    match body:
        case [ast.Expr(value=ast.Constant(value=str())) as first, *_]:
            return range(first.lineno, (first.end_lineno or first.lineno) + 1)
    return range(0)
