"""Marks that stand before or around code where it was copied from: prompts, line numbers, fences, diffs, quotes."""

import re
from collections.abc import Callable, Iterator

from llmdb.program.dedent import is_code
from llmdb.program.pasted.prose import looks_like_code
from llmdb.program.pasted.reading import Reading, comment, margin_of

_FENCE = re.compile(
    r"\s*(?:(?:`{3,}|~{3,})[^`]*|\[/?(?:code|python)(?:=\w+)?\]|\{(?:code|noformat)(?::\w+)?\})\s*$"
)
"""Markdown's, a forum's `[code]` and a tracker's `{code}`."""
_BACKTICKS = re.compile(r"\s*`([^`]+)`[.,:]?\s*$")
_NUMBERED = re.compile(
    r"\s*(?:[-=]*>\s*)?(?P<number>\d+)(?: ?[|│](?= |$)| ?[:)](?=\s|$)|\.(?=\s|$|[A-Za-z_])|\t|(?= )|$)(?P<code>.*)$"
)
_HUNK = re.compile(r"@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@")
_DIFF_HEAD = re.compile(
    r"(?:diff |index [0-9a-f]+\.\.|--- \S|\+\+\+ \S|(?:new|deleted) file mode|\\ No newline)"
)
_QUOTED = re.compile(r"(?!>>>)(?:>{1,2} ?(?!>>))(?P<code>.*)$")
_PROMPT = re.compile(r"\s*>>>(?: (?P<code>.*)|(?P<tight>[^\s>].*)|\s*$)")
_MORE = re.compile(r"\s*\.\.\.(?: (?P<code>.*)|(?P<tight>[^\s.].*)|\s*$)")
_CELL = re.compile(r"\s*In ?\[[\d* ]*\]: ?(?P<code>.*)$")
_CELL_MORE = re.compile(r" *\.{3,}: ?(?P<code>.*)$")
_OUT = re.compile(r"\s*Out ?\[[\d* ]*\]:")
_MAGIC = re.compile(r"(?P<margin>\s*)(?:[%!?]|[\w.]+\?{1,2}\s*$)")
_MAGIC_CODE = re.compile(
    r"(?P<margin>\s*)(?P<magic>%(?:timeit|time|prun|memit)(?:\s+-\w+(?:\s*\d+)?)*)\s+(?P<code>[^\s-].*)$"
)
_MAGIC_VALUE = re.compile(r"(?P<target>\s*\w+(?:\s*,\s*\w+)* *= *)(?P<magic>(?:!|%{1,2}[a-z]).*)$")
_CLAUSE = re.compile(r"(?:elif|else|except|finally|case)\b")

SESSION = "the prompts of a Python session were taken off"
CELLS = "the prompts of an IPython session were taken off"
MAGICS = "the notebook's own commands became comments"


def without_fences(reading: Reading) -> Reading:
    """The marks around a block of code in Markdown, and the sentences outside the blocks."""
    marks = [number for number, row in enumerate(reading.rows) if _FENCE.match(row)]
    if not marks:
        return reading
    outside = set[int]()
    if len(marks) % 2 == 0:
        inside = {n for a, b in zip(marks[::2], marks[1::2], strict=True) for n in range(a, b)}
        rows = enumerate(reading.rows)
        outside = {n for n, row in rows if n not in inside and is_code(row) and not looks_like_code(row)}
    return reading.set_aside([*marks, *outside])


def without_backticks(reading: Reading) -> Reading:
    """`` `x = 1` `` on a line of its own."""
    found = {n: m for n, row in enumerate(reading.rows) if (m := _BACKTICKS.match(row))}
    return reading.with_rows(
        {n: match.group(1) for n, match in found.items()}, "the backticks around lines were taken off"
    )


def without_numbers(reading: Reading) -> Reading:
    """Line numbers that were copied with the lines: they rise, and no line between the first and the last lacks one."""
    found = {
        n: match for n, row in enumerate(reading.rows) if row.strip() and (match := _NUMBERED.match(row))
    }
    runs = _rising_runs(reading, found)
    changed: dict[int, str] = {}
    for run in runs:
        codes = {n: found[n]["code"].rstrip() for n in run}
        spaces = min((len(margin_of(code)) for code in codes.values() if code.strip()), default=0)
        changed |= {n: code[spaces:] for n, code in codes.items()}
    return reading.with_rows(changed, "the line numbers were taken off")


def _rising_runs(reading: Reading, found: dict[int, re.Match[str]]) -> list[list[int]]:
    runs: list[list[int]] = []
    for n, row in enumerate(reading.rows):
        if not row.strip():
            continue
        if n not in found:
            runs.append([])
            continue
        number = int(found[n]["number"])
        before = int(found[runs[-1][-1]]["number"]) if runs and runs[-1] else None
        if before is None or not before < number <= before + 4:
            runs.append([])
        runs[-1].append(n)
    return [run for run in runs if len(run) > 1 and any(looks_like_code(found[n]["code"]) for n in run)]


def without_diff_marks(reading: Reading) -> Reading:
    """What a diff gives: its new lines without their marks; the old ones and the heads are no code."""
    rows = reading.rows
    filled = [n for n, row in enumerate(rows) if row.strip()]
    hunks = [n for n in filled if _HUNK.match(rows[n])]
    if hunks:
        inside = range(hunks[0] + 1, len(rows))
    elif len(filled) > 1 and all(rows[n].startswith(("+", "-", " ")) for n in filled):
        if sum(rows[n].startswith("+") for n in filled) * 2 <= len(filled):
            return reading
        inside = range(len(rows))
    else:
        return reading
    heads = {n for n in filled if _HUNK.match(rows[n]) or _DIFF_HEAD.match(rows[n])}
    old = {n for n in inside if rows[n].startswith("-") and n not in heads}
    new = {n: rows[n][1:] for n in inside if n not in heads | old and rows[n].startswith(("+", " "))}
    return reading.with_rows(new, "the marks of a diff were taken off").set_aside(heads | old)


def without_quote_marks(reading: Reading) -> Reading:
    """`> ` before each line, as in a mail, or `>> ` and `> > ` as in an answer to one."""
    filled = [n for n, row in enumerate(reading.rows) if row.strip()]
    found = {n: m for n in filled if (m := _QUOTED.match(reading.rows[n]))}
    if len(found) < 2 or not any(looks_like_code(match["code"]) for match in found.values()):
        return reading
    taken_off = "the marks before quoted lines were taken off"
    return without_quote_marks(reading.with_rows({n: match["code"] for n, match in found.items()}, taken_off))


def without_prompts(reading: Reading) -> Reading:
    """`>>> f(1)` and `... ` are the code of a session, what follows it is what it answered."""
    return _without_session(reading, _PROMPT, _MORE, SESSION)


def without_cells(reading: Reading) -> Reading:
    """The same of IPython's `In [3]: ` and `   ...: `; after a prompt alone on its line, all is code up to the next."""
    return _without_session(reading, _CELL, _CELL_MORE, CELLS)


def _without_session(reading: Reading, first: re.Pattern[str], more: re.Pattern[str], said: str) -> Reading:
    if not any(map(first.match, reading.rows)):
        return reading
    changed: dict[int, str] = {}
    answers: set[int] = set()
    group: list[int] = []
    open_cell = False
    for number, row in enumerate(reading.rows):
        if found := first.match(row):
            _indent_flat(group, changed)
            changed[number], group = _code(found), [number]
            open_cell = first is _CELL and not found["code"].strip()
        elif _OUT.match(row):
            answers.add(number)
            group, open_cell = [], False
        elif open_cell and number not in reading.aside:
            continue
        elif group and (found := more.match(row)):
            changed[number] = _code(found)
            group.append(number)
        else:
            _indent_flat(group, changed)
            group = []
            answers.add(number)
    _indent_flat(group, changed)
    answers -= set(_code_outside(reading, changed, first))
    return reading.with_rows(changed, said).set_aside(answers)


def _code(found: re.Match[str]) -> str:
    known = found.groupdict()
    return (known.get("code") or known.get("tight") or "").rstrip()


def _indent_flat(group: list[int], changed: dict[int, str]) -> None:
    """`>>> for x in xs:` and `... print(x)` without indentation: the lines that go on are its body."""
    filled = [number for number in group[1:] if changed[number].strip()]
    if not filled or not changed[group[0]].rstrip().endswith(":") or margin_of(changed[filled[0]]):
        return
    for number in filled:
        if not _CLAUSE.match(changed[number]):
            changed[number] = f"    {changed[number]}"


def _code_outside(reading: Reading, changed: dict[int, str], first: re.Pattern[str]) -> Iterator[int]:
    """Rows before the first prompt that are code of their own: definitions pasted above a session."""
    begin = min(changed)
    above = [number for number in range(begin) if number not in reading.aside]
    shaped = [number for number in above if looks_like_code(reading.rows[number])]
    if shaped and first is not _CELL:
        yield from (number for number in above if number >= shaped[0])


def without_magics(reading: Reading) -> Reading:
    """`%matplotlib inline`, `!pip install x`, `files = !ls`, `name?`: a notebook's own commands."""
    changed: dict[int, str] = {}
    aside: list[int] = []
    for number, row in enumerate(reading.rows):
        if measured := _MAGIC_CODE.match(row):
            changed[number] = f"{measured['margin']}{measured['code']}  # {measured['magic']}"
        elif assigned := _MAGIC_VALUE.match(row):
            changed[number] = f"{assigned['target']}[]  # {assigned['magic']}"
        elif (found := _MAGIC.match(row)) and found["margin"]:
            changed[number] = f"{found['margin']}pass  # {row.strip()}"
        elif found:
            changed[number] = comment(row)
            aside.append(number)
    with_marks = reading.with_rows(changed, MAGICS)
    return with_marks.set_aside(aside)


PEELS: tuple[Callable[[Reading], Reading], ...] = (
    without_fences, without_quote_marks, without_numbers, without_backticks, without_prompts, without_cells,
)  # fmt: skip
"""Each takes off one kind of mark where a text has it."""
