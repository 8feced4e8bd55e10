"""Changes of lines that a reply states, as search-and-replace blocks or a diff, and how a program takes them."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from llmdb.errors import BadAnswer
from llmdb.values import dataclass

_SEARCH = re.compile(r"\s*<{5,9}\s*(?:SEARCH|ORIGINAL|HEAD|OLD)?\b.*", re.IGNORECASE)
_DIVIDER = re.compile(r"\s*={5,9}\s*")
_REPLACE = re.compile(r"\s*>{5,9}\s*(?:REPLACE|UPDATED|NEW)?\b.*", re.IGNORECASE)
_TAGS = re.compile(
    r"[ \t]*<(?P<end>/?)(?P<name>search|find|old|original|replace|replacement|new)>[ \t]*", re.IGNORECASE
)
_OLD_TAGS = ("search", "find", "old", "original")
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
    """The blocks `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE` of a reply, or `<search>` and `<replace>`.

    Raises:
        BadAnswer: one has no end.
    """
    if "</" in text and (tagged := _tagged(text)):
        return tagged
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


def _tagged(text: str) -> list[Edit]:
    """The pairs of elements with old and new lines, whose tags stand on lines of their own."""
    edits: list[Edit] = []
    old: tuple[str, ...] | None = None
    rows: list[str] | None = None
    for row in text.split("\n"):
        tag = _TAGS.fullmatch(row)
        if tag is None:
            if rows is not None:
                rows.append(row)
        elif not tag["end"]:
            rows = []
        elif rows is not None:
            if tag["name"].lower() in _OLD_TAGS:
                old = tuple(rows)
            elif old is not None:
                edits.append(Edit(old, tuple(rows)))
                old = None
            rows = None
    return edits


def is_diff(text: str) -> bool:
    """Whether a text has hunks of a unified diff."""
    return any(row.startswith("@@") and _HUNK.fullmatch(row.rstrip()) for row in text.split("\n"))


def read_diff(text: str) -> list[Edit]:
    """The hunks of a unified diff; a text without any `@@` is one hunk."""
    return [edit for edit in _hunks(text) if edit.old or edit.new]


def _hunks(text: str) -> Iterator[Edit]:
    rows = text.split("\n")
    marked = (
        place for place, row in enumerate(rows) if row.startswith("@@") and _HUNK.fullmatch(row.rstrip())
    )
    heads = list(islice(marked, _MOST_EDITS + 1))
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
    """The edit, then with up to three lines less at its ends, as long as both sides have them and a text is left."""
    yield edit
    old, new = list(edit.old), list(edit.new)
    for end in (0, -1):
        for _ in range(_MOST_TRIMMED):
            if len(old) < 3 or not new or old[end].strip() != new[end].strip():
                break
            del old[end], new[end]
            if not any(row.strip() for row in old):
                return  # empty lines stand anywhere
            yield Edit(tuple(old), tuple(new), edit.near and edit.near + (end == 0))


def stands_in(program: str, lines: Sequence[str]) -> bool:
    """Whether lines stand in a program one after the other, whatever their indentation."""
    return _find(program.split("\n"), Edit(tuple(lines), ())) >= 0


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
    shift = _shift_of(edit, found)
    if shift == ("", "") and all(row in found for row in edit.old):
        return list(edit.new)
    own, real = shift
    place, made = 0, []
    for row in edit.new:
        stays = next((at for at in range(place, len(edit.old)) if edit.old[at] == row), None)
        if stays is not None:
            made.append(found[stays])
            place = stays + 1
        else:
            made.append(real + row[len(own) :] if row.startswith(own) and row.strip() else row)
    return made


def _shift_of(edit: Edit, found: Sequence[str]) -> tuple[str, str]:
    """The indentation of the lines of an edit and of those in the program: of lines that go, else of those that stay.

    A blank less is none: it is the sign of a line that stays, which some models leave out.
    """
    pairs = [(row, there) for row, there in zip(edit.old, found, strict=True) if row.strip()]
    gone = [(row, there) for row, there in pairs if row not in edit.new]
    stated, there = (gone or pairs)[0]
    own, real = stated[: len(stated) - len(stated.lstrip())], there[: len(there) - len(there.lstrip())]
    return ("", "") if own == real or len(real) - len(own) == 1 else (own, real)
