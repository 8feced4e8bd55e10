"""What in a pasted text is no code: sentences, tracebacks, commands of a shell."""

import ast
import keyword
import re
from collections.abc import Iterator, Sequence

from llmdb.program.pasted.scanning import code_only

_WORDS = re.compile(r"[^\W\d]\w*(?:['’]\w+)*(?![\w(.\[=])")
_PAIR = re.compile(r"([^\W\d]\w*(?:['’]\w+)?),? +(?=([^\W\d]\w*(?:['’]\w+)?))")
_MAY_STAND_BEFORE_A_NAME = frozenset(keyword.kwlist) | {"print", "exec", "match", "case", "type"}
_SHAPES = re.compile(
    r"""\s*(?:
        (?:async\s+)?def\s+\w+\s*\( | class\s+\w+\s*[:(] | @\w[\w.]*(?:\(.*)?$
        | (?:if|elif|while|with|for|except|case|match)\b.*:\s*(?:\#.*)?$ | for\s+[\w,\s()]+\s+in\b
        | (?:else|try|finally|except)\s*:
        | import\s+[\w.]+(?:\s+as\s+\w+)?(?:\s*,\s*[\w.]+(?:\s+as\s+\w+)?)*\s*(?:\#.*)?$ | from\s+[\w.]+\s+import\b
        | [\w.]+(?:\[[^\]]*\])*(?:\s*,\s*[\w.]+(?:\[[^\]]*\])*)*\s*(?::\s*[\w.\[\], ]+)?\s*[-+*/%&|^@]?=(?!=)
        | [\w.]+\(.*\)?\s*;?\s*(?:\#.*)?$
        | return\b | raise\s+\w | del\s+\w | assert\s | yield\b | await\s | global\s | nonlocal\s
        | pass\s*$ | break\s*$ | continue\s*$ | print\s*["'(>] | print\s+\w+\s*(?:$|[,.\[%+(])
    )""",
    re.VERBOSE,
)
_TRACEBACK = re.compile(r"\s*(?:.*\s)?Traceback \(most recent call last\)")
_RULE = re.compile(r"\s*-{20,}\s*$")
_FINAL = re.compile(r"\s*[\w.]*(?:Error|Exception|Warning|Interrupt|Exit|Iteration|[a-z]Fault)\b(?::.*)?$")
_FRAME = re.compile(r'\s*File "[^"]*", line \d+')
_OF_A_FRAME = re.compile(r"[ \t</~-]|Input |Cell |File |\S+ in \S+")
_CHAINED = re.compile(
    r"\s*(?:During handling of the above exception|The above exception was the direct cause)"
)
_FOUND, _TEST = re.compile(r"E {3,}\S"), re.compile(r" {4}(?:async )?def test")
_OF_A_TEST = re.compile(r"\s*$| {4}|>  |E {3,}")
_SHELL = re.compile(
    r"\s*(?:\$ |%\s+(?=\w+ )|(?:\([\w.-]+\) ?)?[\w.-]+@[\w.-]+:?\S*[$%#] ?|(?:PS )?[A-Za-z]:\\[^>]*> ?)(?P<command>.*)$"
)
_COMMANDS = re.compile(
    r"\s*(?:sudo )?(?:pip3?|conda|apt(?:-get)?|brew|git|npm|poetry|uv|source|cd|export|mkdir|chmod|python[\d.]*|py"
    r"|pytest|curl|wget|docker)\s+(?:-{1,2}\w|[\w./~]+(?:\s|$))(?!=)"
)
_LOGGED = re.compile(r"\s*\[?\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:\d\d(?::\d\d)?\S*\s+\S")
_SHOWS = re.compile(r"(?:cat|type|more|less|head|nl|bat)\b")


def is_prose(row: str) -> bool:
    """Whether a row that is no Python is a sentence rather than code with a slip.

    Two names never stand side by side in Python: where that happens more than once, it is a sentence.
    """
    pairs = adjacent_words(row)
    return pairs > 1 or not looks_like_code(row) or (pairs == 1 and row.rstrip()[-1:] in ".!?")


def looks_like_code(row: str) -> bool:
    """Whether a row has the shape of a statement, or of the rest of one."""
    if _SHAPES.match(row):
        return adjacent_words(row) < 3
    stripped = row.strip()
    return bool(stripped) and all(character in "()[]{},:;\"'\\" for character in stripped)


def adjacent_words(row: str) -> int:
    """How many pairs of names stand side by side in a row, outside strings and comments.

    A comma may stand between them, but not within brackets: those are arguments.
    """
    plain = code_only(re.sub(r"(?<=\w)['’](?=\w)", "_", row))
    return sum(
        not {left, right} & _MAY_STAND_BEFORE_A_NAME
        and not _is_text_prefix(plain, match.end(), right)
        and not ("," in match.group() and _is_within_brackets(plain, match.end()))
        for match in _PAIR.finditer(plain)
        for left, right in [match.groups()]
    )


def _is_within_brackets(row: str, at: int) -> bool:
    """Whether more brackets were opened than closed up to there."""
    before = row[:at]
    return sum(map(before.count, "([{")) > sum(map(before.count, ")]}"))


def _is_text_prefix(row: str, at: int, word: str) -> bool:
    return row[at + len(word) : at + len(word) + 1] in ("'", '"')


def rows_of_tracebacks(rows: Sequence[str]) -> Iterator[int]:
    """The rows of what Python prints for an exception, IPython's form too."""
    number = 0
    while number < len(rows):
        begins = _TRACEBACK.match(rows[number]) and not rows[number].lstrip().startswith(("#", ">>>"))
        if not begins and not (_FRAME.match(rows[number]) and number + 1 < len(rows)):
            number += 1
            continue
        end = _end_of_traceback(rows, number + (1 if begins else 0))
        if number and _RULE.match(rows[number - 1]):
            yield number - 1
        yield from range(number, end)
        number = end


def _end_of_traceback(rows: Sequence[str], begin: int) -> int:
    """The row after the one with the exception's name: the first at the margin, else where the frames end."""
    last = begin
    for number in range(begin, len(rows)):
        row = rows[number]
        if _FINAL.match(row) and not _TRACEBACK.match(row):
            return number + 1
        if row.startswith((">>>", "In [")) or _CHAINED.match(row):
            break
        if row.strip() and not _OF_A_FRAME.match(row):
            break
        if row.strip():
            last = number + 1
    return last


def rows_of_failed_tests(rows: Sequence[str]) -> Iterator[int]:
    """What pytest prints of a test that failed: its lines up to `>`, and what was found, after `E`."""
    for number, row in enumerate(rows):
        if not _FOUND.match(row) or (number and _FOUND.match(rows[number - 1])):
            continue
        first = number
        while first and _OF_A_TEST.match(rows[first - 1]) and not _TEST.match(rows[first]):
            first -= 1
        if not _TEST.match(rows[first]):
            continue
        last = number
        while last + 1 < len(rows) and (_FOUND.match(rows[last + 1]) or rows[last + 1].startswith(">  ")):
            last += 1
        yield from range(first, last + 1)


def rows_of_logs(rows: Sequence[str]) -> Iterator[int]:
    """Lines of a log: a date and a time first, which no statement begins with."""
    return (number for number, row in enumerate(rows) if _LOGGED.match(row))


def rows_of_exceptions_chained(rows: Sequence[str]) -> Iterator[int]:
    """`During handling of the above exception ...`, between two tracebacks."""
    return (number for number, row in enumerate(rows) if _CHAINED.match(row))


def rows_of_shell(rows: Sequence[str]) -> Iterator[int]:
    """Commands of a shell with what they printed, unless they show a file: that is the code."""
    printing = False
    for number, row in enumerate(rows):
        found = _SHELL.match(row)
        bare = _COMMANDS.match(row) and "=" not in row and "(" not in row
        if found or bare:
            command = found["command"] if found else row
            printing = bool(found) and not _SHOWS.match(command.strip())
            yield number
        elif not row.strip() or looks_like_code(row):
            printing = False
        elif printing:
            yield number


def is_only_names(statement: ast.stmt, bound: frozenset[str]) -> bool:
    """Whether a statement says nothing but names that nothing binds: `Thanks`, `Edit: solved`, `Thanks, all`."""
    parts: list[ast.expr]
    match statement:
        case ast.Expr(value=ast.Tuple(elts=elements)):
            parts = elements
        case ast.Expr(value=value):
            parts = [value]
        case ast.AnnAssign(target=target, annotation=annotation, value=None):
            parts = [target, annotation]
        case _:
            return False
    return all(isinstance(part, ast.Name) and part.id not in bound for part in parts)
