"""A text that is nearly Python: a session's transcript, a notebook's cell, a body left out. Made Python line for line.

What is taken out becomes a comment where it stood, so that line numbers never change.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from llmdb.errors import SnippetSyntaxError
from llmdb.program.dedent import is_code
from llmdb.program.tree import parse_tree

_PROMPT = re.compile(r"\s*>>>(?: (?P<code>.*)|$)")
_MORE = re.compile(r"\s*\.\.\.(?: (?P<code>.*)|$)")
_CELL = re.compile(r"In ?\[[\d* ]*\]: ?(?P<code>.*)$")
_CELL_MORE = re.compile(r" *\.{3,}: ?(?P<code>.*)$")
_MAGIC = re.compile(r"(?P<margin>\s*)(?:[%!?]|[\w.]+\?{1,2}\s*$)")
_MAGIC_VALUE = re.compile(r"(?P<target>\s*\w+(?:\s*,\s*\w+)* *= *)(?P<magic>(?:!|%{1,2}[a-z]).*)$")
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})[^`]*$")
_NUMBERED = re.compile(r"\s*(?P<number>\d+)(?: ?[|│:.)] ?|\t| )(?P<code>.*)$")
_TYPESET = str.maketrans({
    "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "−": "-", "\u00a0": " ", "\u200b": None,
})  # fmt: skip
_CHARACTER = re.compile(r"invalid (?:non-printable )?character")
_NO_BODY = re.compile(r"expected an indented block")
_MOST_BODIES = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapted:
    """Python, and what was done for it in a few words; "" for nothing."""

    text: str
    done: str = ""


def adapt(text: str) -> Adapted:
    """The text as it is if it parses; else after as few changes as need be; else what parses furthest of the two."""
    problem = _problem(text)
    if problem is None:
        return Adapted(text=text)
    done: list[str] = []
    changed = text
    for change, said in _CHANGES:
        found = change(changed)
        if found != changed:
            done, changed = [*done, said], found
        if done and _problem(changed) is None:
            return Adapted(text=changed, done="; ".join(done))
    left = _problem(changed)
    further = left is not None and (left.lineno or 0) > (problem.lineno or 0)
    return Adapted(text=changed if further else text)


def _problem(text: str) -> SyntaxError | None:
    try:
        parse_tree(text, "")
    except SnippetSyntaxError as problem:
        cause = problem.__cause__
        return cause if isinstance(cause, SyntaxError) else None
    return None


def _without_numbers(text: str) -> str:
    """Line numbers were copied with the lines."""
    found = [_NUMBERED.match(row) for row in text.split("\n") if row.strip()]
    numbers = [int(match["number"]) for match in found if match]
    if len(numbers) < len(found) or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return text
    rows = (_NUMBERED.match(row) for row in text.split("\n"))
    return "\n".join(match["code"].rstrip() if match else "" for match in rows)


def _without_fences(text: str) -> str:
    """The marks around a block of code in Markdown."""
    return "\n".join(_comment(row) if _FENCE.match(row) else row for row in text.split("\n"))


def _with_plain_signs(text: str) -> str:
    """Quotation marks, dashes and spaces as a word processor sets them, where they are in the way."""
    problem = _problem(text)
    return text.translate(_TYPESET) if problem is not None and _CHARACTER.match(problem.msg) else text


def _without_prompts(text: str) -> str:
    """`>>> f(1)` and `... ` are the code of a session, every other line is what it answered."""
    if not any(map(_PROMPT.match, text.split("\n"))):
        return text
    return "\n".join(_of_session(text.split("\n"), _PROMPT, _MORE))


def _without_cells(text: str) -> str:
    """The same of IPython's `In [3]: ` and `   ...: `."""
    if not any(map(_CELL.match, text.split("\n"))):
        return text
    return "\n".join(_of_session(text.split("\n"), _CELL, _CELL_MORE))


def _of_session(rows: list[str], first: re.Pattern[str], more: re.Pattern[str]) -> Iterator[str]:
    in_code = False
    for row in rows:
        found = first.match(row) or (more.match(row) if in_code else None)
        in_code = found is not None
        yield (found["code"] or "").rstrip() if found else _comment(row)


def _without_magics(text: str) -> str:
    """`%matplotlib inline`, `!pip install x`, `files = !ls`, `name?`: a notebook's own commands."""
    return "\n".join(_magic_taken_out(row) for row in text.split("\n"))


def _magic_taken_out(row: str) -> str:
    if assigned := _MAGIC_VALUE.match(row):
        return f"{assigned['target']}[]  # {assigned['magic']}"
    found = _MAGIC.match(row)
    if found is None:
        return row
    return f"{found['margin']}pass  # {row.strip()}" if found["margin"] else _comment(row)


def _with_bodies(text: str) -> str:
    """A header whose body was left out, or is only a comment, gets `pass`."""
    changed = text
    for _ in range(_MOST_BODIES):
        problem = _problem(changed)
        if problem is None or not _NO_BODY.match(problem.msg):
            return changed
        rows = changed.split("\n")
        above = [place for place, row in enumerate(rows[: (problem.lineno or 1) - 1]) if is_code(row)]
        if not above or not _add_pass(rows, above[-1]):
            above = [place for place, row in enumerate(rows) if is_code(row)]
            if not _add_pass(rows, above[-1]):
                return text
        changed = "\n".join(rows)
    return text


def _add_pass(rows: list[str], header: int) -> bool:
    code, hash_mark, comment = rows[header].partition("#")
    if not code.rstrip().endswith(":"):
        return False
    margin = len(code) - len(code.lstrip())
    below = rows[header + 1] if header + 1 < len(rows) else ""
    inner = below[: len(below) - len(below.lstrip())]
    if below.strip().startswith("#") and len(inner) > margin:
        rows[header + 1] = f"{inner}pass  {below.strip()}"
    else:
        rows[header] = f"{code.rstrip()} pass" + (f"  {hash_mark}{comment}" if hash_mark else "")
    return True


def _with_first_margin(text: str) -> str:
    """The first line was copied without its indentation: the others are shifted left to it."""
    rows = text.split("\n")
    code = [row for row in rows if is_code(row)]
    if len(code) < 2 or code[0][:1].isspace() or '"""' in text or "'''" in text:
        return text
    margin = code[1][: len(code[1]) - len(code[1].lstrip())]
    if not margin or not all(row.startswith(margin) for row in code[1:]):
        return text
    return "\n".join(row.removeprefix(margin) for row in rows)


def _comment(row: str) -> str:
    return f"# {row.strip()}" if row.strip() and not row.strip().startswith("#") else row.strip()


_CHANGES: tuple[tuple[Callable[[str], str], str], ...] = (
    (_without_numbers, "the line numbers were taken off"),
    (_without_fences, "the marks around a block of code became comments"),
    (_with_plain_signs, "typeset quotation marks, dashes and spaces became plain ones"),
    (_without_prompts, "the prompts of a Python session were taken off, what it answered is comments"),
    (_without_cells, "the prompts of an IPython session were taken off, what it answered is comments"),
    (_without_magics, "the notebook's own commands became comments"),
    (_with_bodies, "bodies that were left out became `pass`"),
    (_with_first_margin, "the first line's missing indentation was taken off the others"),
)
