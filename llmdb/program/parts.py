"""A file that holds several snippets: `notes.md#2` names the second of its parts."""

from collections.abc import Sequence
from pathlib import Path

from llmdb.errors import SnippetNotFound, SnippetUnreadable


def split_target(target: str, suffixes: Sequence[str]) -> tuple[Path, str | None] | None:
    """The path and what stands behind its `#` (None for no `#`); None for a file that ends in none of `suffixes`."""
    path, mark, number = target.rpartition("#")
    if mark and path.lower().endswith(tuple(suffixes)):
        return Path(path), number
    return (Path(target), None) if target.lower().endswith(tuple(suffixes)) else None


def read_parts(path: Path) -> str:
    """The text of such a file.

    Raises:
        SnippetNotFound: there is no such file.
        SnippetUnreadable: it is no UTF-8 text, or may not be read.
    """
    if not path.exists():
        raise SnippetNotFound(f"{path}: no such file")
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        raise SnippetUnreadable(f"{path}: it cannot be read as UTF-8 text: {problem}") from problem


def choose_part(number: str, path: Path, what: str, places: Sequence[str]) -> int:
    """The number of a part, from 1; `places` says where each is.

    Raises:
        SnippetUnreadable: there is no such part; the message says which there are.
    """
    if number.isascii() and number.isdigit() and 1 <= int(number) <= len(places):
        return int(number)
    listed = ", ".join(f"#{n} {place}" for n, place in enumerate(places[:12], 1))
    count = f"{len(places)} {what}{'' if len(places) == 1 else 's'}"
    raise SnippetUnreadable(f"{path}#{number}: no such {what.split()[-1]}; {path.name} has {count}: {listed}")
