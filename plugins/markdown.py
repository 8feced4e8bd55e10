"""A fenced Python block of a Markdown file as snippet: `llmdb notes.md#2` is the second, `notes.md` the first.

Blocks fenced with three or more backquotes or tildes count when their language is python, py, python3, pycon or
ipython, or when no block of the file names a language at all. The indentation of the fence is taken off.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from llmdb.errors import SnippetNotFound, SnippetUnreadable

if TYPE_CHECKING:
    from llmdb.registry import Registry
    from llmdb.snippet.model import Snippet

_TARGET = re.compile(
    r"(?P<path>.+\.(?:md|markdown|mdown|qmd|rmd))(?:#(?P<number>.*))?", re.IGNORECASE | re.DOTALL
)
_OPENING = re.compile(r"(?P<indent>[ \t]*(?:>[ ]?)*)(?P<fence>`{3,}|~{3,})[ \t]*(?P<info>[^`\n]*)$")
_PYTHON = {"python", "py", "python3", "py3", "pycon", "ipython"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fenced:
    """A fenced block: its language in lower case, the line of its fence, its code."""

    language: str
    line: int
    code: str


class MarkdownLoader:
    """Loads `notes.md` and `notes.md#2`."""

    def accepts(self, target: str) -> bool:
        """Whether the target's path ends like a Markdown file's, with or without `#NUMBER`."""
        return _TARGET.fullmatch(target) is not None

    def load(self, target: str) -> Snippet:
        """The block as a snippet named `notes.md#2`.

        Raises:
            SnippetNotFound: there is no such file.
            SnippetUnreadable: the file or the block cannot be read; the message says which blocks there are.
        """
        from llmdb.snippet.load import parse_snippet

        path, number = _split(target)
        blocks = python_blocks(_read(path))
        if not blocks:
            raise SnippetUnreadable(f"{path}: it has no fenced Python block")
        chosen = 1 if number is None else _chosen(number, path, blocks)
        return parse_snippet(blocks[chosen - 1].code, name=f"{path.name}#{chosen} of {len(blocks)}")


def register(registry: Registry) -> None:
    """Add the loader."""
    registry.loader(MarkdownLoader())


def _split(target: str) -> tuple[Path, str | None]:
    found = _TARGET.fullmatch(target)
    assert found is not None
    if found["number"] is None and not Path(target).exists() and "#" in target:
        return Path(found["path"]), ""
    return Path(found["path"]), found["number"]


def _read(path: Path) -> str:
    if not path.exists():
        raise SnippetNotFound(f"{path}: no such file")
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        raise SnippetUnreadable(f"{path}: it cannot be read as UTF-8 text: {problem}") from problem


def _chosen(number: str, path: Path, blocks: list[Fenced]) -> int:
    if number.isascii() and number.isdigit() and 1 <= int(number) <= len(blocks):
        return int(number)
    places = ", ".join(f"#{n} at line {block.line}" for n, block in enumerate(blocks[:12], 1))
    count = f"{len(blocks)} Python block{'' if len(blocks) == 1 else 's'}"
    raise SnippetUnreadable(f"{path}#{number}: no such block; {path.name} has {count}: {places}")


def python_blocks(text: str) -> list[Fenced]:
    """The fenced blocks that are Python, in order."""
    blocks = fenced_blocks(text)
    named = [block for block in blocks if block.language in _PYTHON]
    if named or any(block.language for block in blocks):
        return named
    return blocks


def fenced_blocks(text: str) -> list[Fenced]:
    """All fenced blocks; one that is never closed goes to the end of the file (CommonMark 0.31, section 4.5)."""
    blocks: list[Fenced] = []
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        opening = _OPENING.match(lines[at])
        if opening is None:
            at += 1
            continue
        end = _closing(lines, at + 1, opening["fence"])
        inside = [_without(line, opening["indent"]) for line in lines[at + 1 : end]]
        info = opening["info"].strip().strip("{}").lstrip(".")
        language = re.split(r"[\s,{]", info, maxsplit=1)[0].lower()
        blocks.append(Fenced(language=language, line=at + 1, code="".join(f"{line}\n" for line in inside)))
        at = end + 1
    return blocks


def _closing(lines: list[str], start: int, fence: str) -> int:
    closing = re.compile(rf"[ \t]*(?:>[ ]?)*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*$")
    return next((n for n in range(start, len(lines)) if closing.match(lines[n])), len(lines))


def _without(line: str, indent: str) -> str:
    """The line without the fence's own indentation, as much of it as the line has."""
    if line.startswith(indent):
        return line[len(indent) :]
    return line.lstrip(" \t") if not line.strip() or line.strip() == indent.strip() else line
