"""Changes of lines that a reply states, as search-and-replace blocks or a diff, and how a program takes them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from llmdb.errors import BadAnswer

_SEARCH = re.compile(r"\s*<{5,9}\s*(?:SEARCH|ORIGINAL|HEAD|OLD)?\b.*", re.IGNORECASE)
_DIVIDER = re.compile(r"\s*={5,9}\s*")
_REPLACE = re.compile(r"\s*>{5,9}\s*(?:REPLACE|UPDATED|NEW)?\b.*", re.IGNORECASE)
_HUNK = re.compile(r"@@(?:\s*-(\d{1,7})(?:,\d{1,7})?\s+\+\d{1,7}(?:,\d{1,7})?\s*)?(?:@@.*|\s*\.{3}.*)?")
_MOST_EDITS = 200
_MOST_TRIMMED = 3
"""Lines of context at either end of a hunk that need not be in the program."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Lines to be found and what stands in their place; `near` is the line, from 1, where they should be, or 0."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    near: int = 0


def read_search_blocks(text: str) -> list[Edit]:
    """The blocks `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE` of a reply.

    Raises:
        BadAnswer: one has no end.
    """
    if "<<<<<" not in text or not re.search(r"^\s*={5,9}\s*$", text, re.MULTILINE):
        return []
    edits: list[Edit] = []
    old: list[str] = []
    new: list[str] | None = None
    inside = False
    for row in text.split("\n"):
        if not inside:
            inside = _SEARCH.fullmatch(row) is not None
            old, new = [], None
        elif new is None and _DIVIDER.fullmatch(row):
            new = []
        elif new is not None and _REPLACE.fullmatch(row):
            edits.append(Edit(tuple(old), tuple(new)))
            inside = False
        else:
            (old if new is None else new).append(row)
    if inside:
        raise BadAnswer("the answer stops within a SEARCH block; its end is missing")
    return edits


def is_diff(text: str) -> bool:
    """Whether a text has hunks of a unified diff."""
    return any(row.startswith("@@") and _HUNK.fullmatch(row.rstrip()) for row in text.split("\n"))


def read_diff(text: str) -> list[Edit]:
    """The hunks of a unified diff; a text without any `@@` is one hunk."""
    return [edit for edit in _hunks(text) if edit.old or edit.new]


def _hunks(text: str) -> Iterator[Edit]:
    rows = text.split("\n")
    heads = [
        place for place, row in enumerate(rows) if row.startswith("@@") and _HUNK.fullmatch(row.rstrip())
    ]
    for place, head in enumerate(heads or [-1]):
        end = heads[place + 1] if place + 1 < len(heads) else len(rows)
        found = _HUNK.fullmatch(rows[head].rstrip()) if head >= 0 else None
        yield _hunk(rows[head + 1 : end], int(found[1] or 0) if found else 0)


def _hunk(rows: Sequence[str], near: int) -> Edit:
    old: list[str] = []
    new: list[str] = []
    for row in rows:
        if row.startswith(("--- ", "+++ ", "diff ", "index ", "\\", "```")):
            continue
        if row.startswith("-"):
            old.append(row[1:])
        elif row.startswith("+"):
            new.append(row[1:])
        else:
            old.append(row[1:])
            new.append(row[1:])
    while old and new and not old[-1].strip() and not new[-1].strip():
        old.pop()
        new.pop()
    return Edit(tuple(old), tuple(new), near)


def apply_edits(program: str, edits: Sequence[Edit]) -> str:
    """The program with every edit made, in their order.

    Lines are found as they are, else without the white space at their ends, else with another indentation.

    Raises:
        BadAnswer: the lines of one are not in the program.
    """
    rows = program.split("\n")
    for edit in edits[:_MOST_EDITS]:
        if not any(row.strip() for row in edit.old):
            raise BadAnswer("the answer changes lines without saying which: what to search for is empty")
        for one in _with_less_context(edit):
            place = _find(rows, one)
            if place >= 0:
                rows[place : place + len(one.old)] = _shifted(one, rows[place : place + len(one.old)])
                break
        else:
            first = next(row.strip() for row in edit.old if row.strip())
            raise BadAnswer(f"the answer changes lines that the program does not have: {first[:80]!r}")
    return "\n".join(rows)


def _with_less_context(edit: Edit) -> Iterator[Edit]:
    """The edit, then with up to three lines less at its ends, as long as both sides have them."""
    yield edit
    old, new = list(edit.old), list(edit.new)
    for end in (0, -1):
        for _ in range(_MOST_TRIMMED):
            if len(old) < 3 or not new or old[end].strip() != new[end].strip():
                break
            del old[end], new[end]
            yield Edit(tuple(old), tuple(new), edit.near and edit.near + (end == 0))


def _find(rows: Sequence[str], edit: Edit) -> int:
    """Where the old lines stand, nearest to where they should; -1 for nowhere."""
    for bare in (str, str.rstrip, str.strip):
        wanted, there = [bare(row) for row in edit.old], [bare(row) for row in rows]
        places = [
            place
            for place in range(len(there) - len(wanted) + 1)
            if there[place] == wanted[0] and there[place : place + len(wanted)] == wanted
        ]
        if places:
            return min(places, key=lambda place: abs(place + 1 - edit.near)) if edit.near else places[0]
    return -1


def _shifted(edit: Edit, found: Sequence[str]) -> list[str]:
    """The new lines, indented as the old ones are in the program; lines that stay keep how they stand there."""
    stated = next(row for row in edit.old if row.strip())
    there = found[edit.old.index(stated)]
    own, real = stated[: len(stated) - len(stated.lstrip())], there[: len(there) - len(there.lstrip())]
    if own == real:
        return list(edit.new)
    return [real + row[len(own) :] if row.startswith(own) and row.strip() else row for row in edit.new]
