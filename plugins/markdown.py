"""A fenced Python block of a Markdown file as snippet: `llmdb notes.md#2` is the second, `notes.md` the first.

Blocks fenced with three or more backquotes or tildes count when their language is python, py, python3, pycon or
ipython, or when no block of the file names a language at all. The indentation of the fence is taken off.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmdb.errors import SnippetUnreadable
from llmdb.program.parts import choose_part, read_parts, split_target

if TYPE_CHECKING:
    from llmdb.program.snippet import Snippet
    from llmdb.registry import Registry

_SUFFIXES = (".md", ".markdown", ".mdown", ".qmd", ".rmd")
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
        return split_target(target, _SUFFIXES) is not None

    def load(self, target: str) -> Snippet:
        """The block as a snippet named `notes.md#2`.

        Raises:
            SnippetNotFound: there is no such file.
            SnippetUnreadable: the file or the block cannot be read; the message says which blocks there are.
        """
        from llmdb.program.load import parse_snippet

        found = split_target(target, _SUFFIXES)
        assert found is not None
        path, number = found
        blocks = python_blocks(read_parts(path))
        if not blocks:
            raise SnippetUnreadable(f"{path}: it has no fenced Python block")
        places = [f"at line {block.line}" for block in blocks]
        chosen = 1 if number is None else choose_part(number, path, "Python block", places)
        return parse_snippet(blocks[chosen - 1].code, name=f"{path.name}#{chosen} of {len(blocks)}")


def register(registry: Registry) -> None:
    """Add the loader."""
    registry.loader(MarkdownLoader())


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
