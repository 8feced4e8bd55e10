"""Takes a program out of a model's text and lays it over the snippet: whole program, function or block."""

import ast
import difflib
import re
import textwrap
from collections.abc import Iterator

from llmdb.errors import BadAnswer
from llmdb.program.notes import note_lines

FENCE = re.compile(r"```[ \t]*+([A-Za-z0-9_+-]*+)[^\n`]*+\n(.*?)(?:```|\Z)", re.DOTALL)
_MOST_CUTS = 20
"""How often the lines from where a parser stops are taken off an answer without fences."""
DEFINITION = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def extract_code(text: str) -> str:
    """The code of an answer: the longest fence that parses, else the longest run of lines that parses.

    Raises:
        BadAnswer: nothing in the text is Python.
    """
    for candidate in _candidates(text):
        code = textwrap.dedent(candidate).strip("\n")
        if code.strip() and _parses(code):
            return code + "\n"
    raise BadAnswer(f"the answer holds no Python code that parses: {text.strip()[:80]!r}")


def lay_over(snippet: str, code: str) -> str:
    """The snippet with the answer's code in its place.

    A whole program replaces the snippet. Functions and classes alone replace those of the same name, and what
    the snippet has besides them stays. Anything else that is much shorter than the snippet replaces the
    stretch of lines that it resembles most.

    Raises:
        BadAnswer: the result does not parse.
    """
    merged = _replace_definitions(snippet, code) or _replace_stretch(snippet, code) or code
    if not _parses(merged):
        raise BadAnswer("the answer laid over the snippet is no Python program")
    return _with_notes(snippet, merged)


def _with_notes(snippet: str, code: str) -> str:
    """The program with the snippet's notes on its task and tests at its top, where the answer left them all out."""
    notes = note_lines(snippet)
    return code if not notes or note_lines(code) else "\n".join([*notes, code])


def _candidates(text: str) -> Iterator[str]:
    fences = [
        match.group(2)
        for match in FENCE.finditer(text)
        if match.group(1).lower() in ("python", "py", "python3", "")
    ]
    yield from sorted(fences, key=len, reverse=True)
    yield text
    rows = text.split("\n")
    starts = [
        number for number, row in enumerate(rows) if re.match(r"(?:@|async |def |class |import |from )", row)
    ]
    for start in starts[:5]:
        end = len(rows)
        for _ in range(_MOST_CUTS):
            if end <= start:
                break
            yield "\n".join(rows[start:end])
            end = min(end - 1, start + _first_fault("\n".join(rows[start:end])) - 1)


def _parses(code: str) -> bool:
    return not _first_fault(code)


def _first_fault(code: str) -> int:
    """The first line, from 1, with which the code does not parse; 0 for code that does."""
    try:
        ast.parse(code)
    except SyntaxError as problem:
        return problem.lineno or 1
    except (ValueError, RecursionError, MemoryError):
        return 1
    return 0


def _definitions(tree: ast.Module) -> dict[str, DEFINITION]:
    return {node.name: node for node in tree.body if isinstance(node, DEFINITION)}


def _first_line(node: DEFINITION) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _replace_definitions(snippet: str, code: str) -> str | None:
    """Functions put in the place of their namesakes; None when the answer is more than definitions."""
    old_tree, new_tree = ast.parse(snippet), ast.parse(code)
    old, new = _definitions(old_tree), _definitions(new_tree)
    imports = [node for node in new_tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    only_definitions = len(new) + len(imports) == len(new_tree.body)
    rest = [node for node in old_tree.body if not isinstance(node, DEFINITION | ast.Import | ast.ImportFrom)]
    if not new or not only_definitions or not set(new) & set(old):
        return None
    if set(old) <= set(new) and not rest and (imports or not _imports(old_tree)):
        return code
    rows, new_rows = snippet.split("\n"), code.split("\n")
    missing = [ast.unparse(node) for node in imports if ast.unparse(node) not in _imports(old_tree)]
    for name, node in sorted(old.items(), key=lambda item: -item[1].lineno):
        if name in new:
            body = new_rows[_first_line(new[name]) - 1 : new[name].end_lineno]
            rows[_first_line(node) - 1 : node.end_lineno] = body
    added = [
        "\n".join(["", *new_rows[_first_line(node) - 1 : node.end_lineno], ""])
        for name, node in new.items()
        if name not in old
    ]
    return "\n".join([*missing, *added, *rows])


def _imports(tree: ast.Module) -> set[str]:
    return {ast.unparse(node) for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)}


def _replace_stretch(snippet: str, code: str) -> str | None:
    """A block put over the most similar lines; None when the answer is about as long as the snippet."""
    rows, block = snippet.rstrip("\n").split("\n"), code.rstrip("\n").split("\n")
    if len(block) * 2 > len(rows):
        return None
    best, at, size = 0.0, 0, 0
    wanted = [row.strip() for row in block]
    for length in range(max(1, len(block) - 2), len(block) + 3):
        for start in range(len(rows) - length + 1):
            found = [row.strip() for row in rows[start : start + length]]
            ratio = difflib.SequenceMatcher(None, "\n".join(found), "\n".join(wanted)).ratio()
            if ratio > best:
                best, at, size = ratio, start, length
    if best < 0.6:
        return None
    indent = rows[at][: len(rows[at]) - len(rows[at].lstrip())]
    own = block[0][: len(block[0]) - len(block[0].lstrip())]
    placed = [indent + row[len(own) :] if row.strip() else row for row in block]
    return "\n".join([*rows[:at], *placed, *rows[at + size :], ""])
