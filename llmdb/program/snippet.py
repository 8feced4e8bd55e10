"""What is debugged, as values: the snippet as the user wrote it, and the program made of it."""

from pathlib import Path
from typing import Literal

from llmdb.program.files import main_text
from llmdb.types import LineNo
from llmdb.values import dataclass

BodyKind = Literal["module", "function", "generator", "coroutine", "async generator"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Snippet:
    """The user's code and its notes.

    Attributes:
        name: what to call it in messages: the file name, "-" or "-c".
        path: the file it came from; None for standard input and `-c`.
        module: its full name among modules where it was opened by `-m`, so that it runs as one; else "".
        text: decoded, with "\\n" line ends and no byte order mark; lines are numbered in it from 1. A program
            of several files has them all in it; see `files.py`.
        encoding, newline, bom: how the file was written, kept for `write`.
        margin: the indentation that was taken off a snippet pasted from inside a function, kept for `write`.
        adapted: what was done to make Python of a text that was nearly Python, a session's transcript say; else "".
        aside: the lines that were not taken for code: prose, output, marks; they are comments in `text`.
        body: "module", or how the body must run when it has a top-level return, yield or await.
        task, tests: from its `# task:` and `# test:` comment lines.
    """

    name: str
    path: Path | None
    module: str = ""
    text: str
    encoding: str = "utf-8"
    newline: str = "\n"
    bom: bool = False
    margin: str = ""
    adapted: str = ""
    aside: frozenset[LineNo] = frozenset()
    body: BodyKind = "module"
    task: str | None = None
    tests: tuple[str, ...] = ()

    @property
    def main(self) -> str:
        """The text of the main file alone."""
        return main_text(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A snippet with what is run before and after it: one run of the child executes exactly this.

    The prefix runs first, unprobed, in the same module namespace, and its lines are never counted.
    `epilogue` runs after the snippet in the same namespace (a visible test); its frames are not recorded, but
    the snippet's functions that it calls are.
    """

    snippet: Snippet
    prefix: str = ""
    epilogue: str = ""
    arguments: tuple[str, ...] = ()
