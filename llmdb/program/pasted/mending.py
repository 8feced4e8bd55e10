"""Repairs of a text at its first problem, each of the smallest kind that lets it be read further."""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from llmdb.program.dedent import is_code
from llmdb.program.pasted import python2, typeset
from llmdb.program.pasted.clauses import CLAUSE, as_statement
from llmdb.program.pasted.problems import Problem, first_problem, parses
from llmdb.program.pasted.prose import adjacent_words, is_only_names, is_prose, looks_like_code
from llmdb.program.pasted.reading import Reading, margin_of
from llmdb.program.pasted.scanning import code_only, logical_lines, scan_row, scan_rows

PYTHON_2 = "Python 2 was turned into Python 3"
BODIES = "bodies that were left out became `pass`"
ENDS = "what was cut off at the end was closed"
CLAUSES = "a clause without its beginning runs as if it were reached"
SHIFTED = "the indentation was mended"
NOTES = "notes beside the code became comments"
STRAY = "stray brackets and quotation marks were taken out"

_NO_BODY = re.compile(r"expected an indented block after .*on line (\d+)")
_UNMATCHED = re.compile(r"unmatched '(.)'|closing parenthesis '(.)' does not match")
_NOTE = re.compile(r"\s{2,}(?=\S)|\s*(?=<-|←|=>|->|\^\^|//|/\*|\*\*\* )|\s+(?=[-+*/%&|.,=]+$)")
_LONE_MARK = re.compile(r"\s*(?:'''|\"\"\"|'|\"|[)\]}]+[;,]?|[`*~^=_-]+)\s*$")
_HEADER = re.compile(r"\s*(?:if|elif|while|with|for|def|class|async)\b")
_MOST = 400

_Repair = Callable[[Reading, Problem], Iterator[Reading]]


def mend(reading: Reading) -> Reading:
    """The reading after repairs, one problem after the other; as far as they lead where one has none."""
    problem = first_problem(reading.rows)
    for _ in range(_MOST):
        if problem is None:
            break
        found = _mended_once(reading, problem)
        if found is None:
            break
        reading, problem = found
    return reading


def _mended_once(reading: Reading, problem: Problem) -> tuple[Reading, Problem | None] | None:
    for repair in _REPAIRS:
        tried = []
        for changed in repair(reading, problem):
            left = first_problem(changed.rows, known_good=min(problem.row, _same_rows(changed, reading)))
            if left is None or left.row > problem.row:
                tried.append((len(changed.rows) + 1 if left is None else left.row, changed, left))
        if tried:
            _, best, left = max(tried, key=lambda one: one[0])
            return best, left
    return None


def _same_rows(changed: Reading, before: Reading) -> int:
    """How many rows at the beginning are the same as before."""
    pairs = zip(changed.rows, before.rows, strict=False)
    return next((n for n, (new, old) in enumerate(pairs) if new != old), 0)


def _sentences(reading: Reading, problem: Problem) -> Iterator[Reading]:
    """A row that is a sentence, with those beside it that are."""
    rows = reading.rows
    for first, last in _candidate_lines(reading, problem):
        if not is_prose(rows[first]) or _is_clause_or_python_2(rows[first]) or _has_body(rows, first):
            continue
        end = first
        while end + 1 < len(rows) and is_code(rows[end + 1]) and _is_sentence(rows[end + 1]):
            end += 1
        yield reading.set_aside(range(first, end + 1))
        if last > first:
            yield reading.set_aside(range(first, last + 1))


def _has_body(rows: tuple[str, ...], header: int) -> bool:
    """Whether a row is a header with a slip: a keyword first, and rows below it that stand further right."""
    below = next((row for row in rows[header + 1 :] if is_code(row)), "")
    deeper = len(margin_of(below)) > len(margin_of(rows[header]))
    return deeper and _HEADER.match(rows[header]) is not None and not adjacent_words(rows[header])


def _is_sentence(row: str) -> bool:
    return adjacent_words(row) > 1 or (not looks_like_code(row) and not parses(row.strip()))


def _is_clause_or_python_2(row: str) -> bool:
    if CLAUSE.match(row) and (as_statement(row) is not None and row.rstrip().endswith(":")):
        return True
    return bool(python2.as_python_3([row])) and adjacent_words(row) == 0


def _candidate_lines(reading: Reading, problem: Problem) -> Iterator[tuple[int, int]]:
    """The statement line in which the problem shows, where it is said to be, and where brackets were left open."""
    at = {min(problem.row, len(reading.rows) - 1), min(problem.line, len(reading.rows) - 1)}
    lines = [
        (first, last) for first, last in logical_lines(reading.rows) if any(first <= n <= last for n in at)
    ]
    yield from lines
    for number in sorted(at):
        if (number, number) not in lines and is_code(reading.rows[number]):
            yield number, number


def _python_2(reading: Reading, problem: Problem) -> Iterator[Reading]:
    code = ["" if n in reading.aside else row for n, row in enumerate(reading.rows)]
    changed = {n: row for n, row in python2.as_python_3(code).items() if n not in reading.aside}
    yield reading.with_rows(changed, PYTHON_2)
    near = {n: row for n, row in changed.items() if n <= problem.row}
    yield reading.with_rows(near, PYTHON_2)


def _signs(reading: Reading, problem: Problem) -> Iterator[Reading]:
    yield typeset.with_plain_signs(reading, problem)
    yield typeset.with_plain_entities(reading)


def _tabs(reading: Reading, problem: Problem) -> Iterator[Reading]:
    del problem
    if any("\t" in margin_of(row) for row in reading.rows):
        yield typeset.with_spaces_for_tabs(reading)


def _clause(reading: Reading, problem: Problem) -> Iterator[Reading]:
    """`elif`, `else`, `except`, `finally` or `case` whose beginning was not copied."""
    for number in sorted({problem.row, problem.line}):
        if number >= len(reading.rows):
            continue
        row = reading.rows[number]
        for after_case in (True, False):
            new = as_statement(row, after_case)
            if new is not None:
                yield reading.with_rows({number: new}, CLAUSES)


def _bodies(reading: Reading, problem: Problem) -> Iterator[Reading]:
    """A header without a body: the lines below it that lost their indentation, or `pass`."""
    if not (found := _NO_BODY.match(problem.message)):
        return
    header = int(found.group(1)) - 1
    below = next((n for n in range(header + 1, len(reading.rows)) if is_code(reading.rows[n])), None)
    margin = margin_of(reading.rows[header])
    if below is not None and below == header + 1 and margin_of(reading.rows[below]) == margin:
        body = _flat_body(reading, header, below)
        if body:
            yield reading.with_rows({n: f"    {reading.rows[n]}" for n in body}, SHIFTED)
            return
    last = max((n for n in range(problem.row) if is_code(reading.rows[n])), default=header)
    for at in (last, header):
        yield reading.with_rows(_with_pass(reading.rows, at), BODIES)


def _flat_body(reading: Reading, header: int, below: int) -> list[int]:
    rows = reading.rows
    margin = margin_of(rows[header])
    if CLAUSE.match(rows[below]) or rows[below].lstrip().startswith(("class ", "@")):
        return []
    word = rows[header].split("(")[0].split()[0].rstrip(":")
    word = "def" if word == "async" else word
    if rows[below].lstrip().startswith("def ") and "(self" not in rows[below]:
        return []
    block = [below]
    for number in range(below + 1, len(rows)):
        row = rows[number]
        if (
            not row.strip()
            or row.lstrip().startswith(("class ", "@"))
            or not margin_of(row).startswith(margin)
        ):
            break
        if row.lstrip().startswith("def ") and word != "class":
            break
        block.append(number)
    ends: list[int] = []
    if word == "def":
        ends = [n for n in block if rows[n].lstrip().startswith(("return", "yield"))]
    elif word == "class":
        ends = block
    else:
        clauses = [n for n in block if CLAUSE.match(rows[n]) and margin_of(rows[n]) == margin]
        return [n for n in block if n < clauses[0]] if clauses else [below]
    return [n for n in block if n <= (ends[-1] if ends else block[-1])]


def _with_pass(rows: tuple[str, ...], header: int) -> dict[int, str]:
    code, hash_mark, said = rows[header].partition("#")
    if not code.rstrip().endswith(":"):
        return {}
    below = rows[header + 1] if header + 1 < len(rows) else ""
    inner = margin_of(below)
    if below.strip().startswith("#") and len(inner) > len(margin_of(code)):
        return {header + 1: f"{inner}pass  {below.strip()}"}
    return {header: f"{code.rstrip()} pass" + (f"  {hash_mark}{said}" if hash_mark else "")}


def _indentation(reading: Reading, problem: Problem) -> Iterator[Reading]:
    """Rows that stand too far right or at no open level are shifted, with those that belong to them."""
    if "indent" not in problem.message or problem.row >= len(reading.rows):
        return
    rows = reading.rows
    margin = margin_of(rows[problem.row])
    above = [n for n in range(problem.row) if is_code(rows[n]) and n not in reading.aside]
    levels = dict.fromkeys([*(margin_of(rows[n]) for n in reversed(above)), ""])
    block = [problem.row]
    for number in range(problem.row + 1, len(rows)):
        if rows[number].strip() and not margin_of(rows[number]).startswith(margin):
            break
        block.append(number)
    for level in levels:
        shifted = {
            n: level + rows[n][len(margin) :] for n in block if rows[n].strip() and n not in reading.aside
        }
        changed = reading.with_rows(shifted, SHIFTED)
        after = block[-1] + 1
        orphan = as_statement(rows[after]) if not above and after < len(rows) else None
        yield changed.with_rows({after: orphan}, CLAUSES) if orphan is not None else changed
        only = reading.with_rows({problem.row: level + rows[problem.row].lstrip()}, SHIFTED)
        yield only


def _stray(reading: Reading, problem: Problem) -> Iterator[Reading]:
    """A closing bracket or a quotation mark too many."""
    rows = reading.rows
    for number in sorted({problem.row, problem.line}):
        if number < len(rows) and _LONE_MARK.match(rows[number]):
            yield reading.set_aside([number])
    found = _UNMATCHED.match(problem.message)
    if found is None or problem.line >= len(rows):
        return
    mark = found.group(1) or found.group(2)
    row = rows[problem.line]
    places = [n for n, character in enumerate(row) if character == mark]
    for place in sorted(places, key=lambda n: abs(n - problem.column)):
        yield reading.with_rows({problem.line: row[:place] + row[place + 1 :]}, STRAY)


def _notes(reading: Reading, problem: Problem) -> Iterator[Reading]:
    """`x = f(0)   <-- here it fails`: code with a note beside it."""
    for number in sorted({problem.row, problem.line}):
        if number >= len(reading.rows):
            continue
        row = reading.rows[number]
        for found in _NOTE.finditer(row.rstrip()):
            code, note = row[: found.start()].rstrip(), row[found.end() :].strip()
            if code.strip() and note and looks_like_code(code):
                yield reading.with_rows({number: f"{code}  # {note}"}, NOTES)


def _end(reading: Reading, problem: Problem) -> Iterator[Reading]:
    """The last statement was cut off: its brackets and strings are closed, its header gets a body."""
    rows = reading.rows
    filled = [n for n, row in enumerate(rows) if is_code(row) and n not in reading.aside]
    if not filled:
        return
    first, _ = next(line for line in logical_lines(rows) if line[0] <= filled[-1] <= line[1])
    if problem.row < first and problem.row < filled[-1]:
        return
    last = filled[-1]
    closers = scan_rows(rows[: last + 1])[last].closers
    row = rows[last].rstrip()
    if closers:
        for end in (row, row.rstrip(",")):
            for colon in ("", ": pass"):
                yield reading.with_rows({last: f"{end}{closers}{colon}"}, ENDS)
    if row.endswith("\\"):
        yield reading.with_rows({last: row[:-1].rstrip()}, ENDS)
    if row.endswith(":"):
        yield reading.with_rows(_with_pass(rows, last), BODIES)
    tries = [n for n in filled if re.match(r"\s*try\s*:", rows[n])]
    for number in reversed(tries):
        yield _with_row_at_end(reading, f"{margin_of(rows[number])}finally: pass")
    yield from _without_last_word(reading, last)
    if row.lstrip().startswith("@"):
        yield reading.set_aside([last])


def _without_last_word(reading: Reading, last: int) -> Iterator[Reading]:
    """`total = sum(values) +` up to where it is whole."""
    row = reading.rows[last]
    for found in reversed(list(re.finditer(r"\s+", row.strip()))):
        code = row.strip()[: found.start()]
        if parses(code) and looks_like_code(code):
            rest = row.strip()[found.end() :]
            yield reading.with_rows({last: f"{margin_of(row)}{code}  # {rest}"}, ENDS)
            return


def _with_row_at_end(reading: Reading, row: str) -> Reading:
    rows = reading.rows
    kept = rows[:-1] if rows and not rows[-1].strip() else rows
    added = replace(reading, rows=(*kept, row))
    return added.also(ENDS)


_REPAIRS: tuple[_Repair, ...] = (
    _sentences, _signs, _python_2, _bodies, _tabs, _stray, _indentation, _clause, _notes, _end,
)  # fmt: skip
"""From the kinds that change least to those that change most; of one kind, the one that leads furthest."""


def nearest_repair(text: str) -> str:
    """The row in which a text stops being Python as it may have been meant; "" where no small change helps."""
    rows = tuple(text.split("\n"))
    problem = first_problem(rows)
    for number in sorted({problem.row, problem.line}) if problem is not None else ():
        if problem is None or number >= len(rows):
            continue
        for row in _slips_undone(rows[number]):
            left = first_problem((*rows[:number], row, *rows[number + 1 :]))
            if not scan_row(row).closers and (left is None or left.row > problem.row):
                return row.strip()
    return ""


def _slips_undone(row: str) -> Iterator[str]:
    """A colon that was forgotten, `=` for `==`, a bracket or a quotation mark too few or too many."""
    code = row.rstrip()
    end = sum(piece.end - piece.start for piece in scan_row(row).pieces if piece.kind != "comment")
    yield f"{row[:end].rstrip()}:{f'  {row[end:]}' if row[end:] else ''}"
    for found in re.finditer(r"(?<![=!<>:+*/%&|^@-])=(?!=)", code_only(row)):
        yield f"{row[: found.start()]}=={row[found.end() :]}"
    closers = scan_row(row).closers
    if closers:
        yield from (f"{code}{closers}", f"{code.removesuffix(':')}{closers}:")
    for place, character in enumerate(code):
        if character in ")]}'\"":
            yield code[:place] + code[place + 1 :]


def without_bare_names(reading: Reading) -> Reading:
    """`Thanks` and `Edit: solved` beside sentences are sentences, too, though they are Python."""
    if not reading.aside or not parses(reading.text):
        return reading
    tree = ast.parse(reading.text)
    bound = frozenset(
        n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)
    )
    alone = [
        s.lineno - 1
        for s in tree.body
        if is_only_names(s, bound) and s.lineno == s.end_lineno and _beside(reading, s.lineno - 1)
    ]
    return reading.set_aside(alone)


def _beside(reading: Reading, number: int) -> bool:
    """Whether the next row with anything on it, above or below, is not taken for code."""
    for step in (-1, 1):
        at = number + step
        while 0 <= at < len(reading.rows) and not reading.rows[at].strip():
            at += step
        if at in reading.aside:
            return True
    return False
