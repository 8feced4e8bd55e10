"""`export runnable.py`: prefix and snippet as one script that `uv run` or `pipx run` starts anywhere (PEP 723)."""

from __future__ import annotations

import ast
import sys
from typing import TYPE_CHECKING

from llmdb.commands.versions import written_text
from llmdb.errors import CommandError
from llmdb.packages.names import distribution_of, imported_modules
from llmdb.program.files import changed_files, files_of
from llmdb.program.parsing import parse

if TYPE_CHECKING:
    from pathlib import Path

    from llmdb.session import Session

_OUR_OWN = frozenset({"__future__", "__main__"})


def text_of(session: Session, target: Path) -> str:
    """The script's text.

    Raises:
        CommandError: the snippet is no module by itself, or one of a package.
    """
    del target
    snippet, prefix = session.snippet, session.run.program.prefix
    if snippet.body != "module":
        raise CommandError(
            f"{snippet.name} has a return, yield or await outside of a function: no script runs it"
        )
    relative = (
        node for node in ast.walk(parse(snippet.main)) if isinstance(node, ast.ImportFrom) and node.level
    )
    if snippet.module and any(relative):
        raise CommandError(
            f"{snippet.name} imports from its own package: no script can, where it stands alone"
        )
    refuse_changed_modules(session, "the script")
    futures, text = _without_futures(snippet.main)
    parts = [_metadata(session, "\n".join([prefix, *(file.text for file in files_of(snippet.text))]))]
    if futures:
        parts.append("\n".join(futures))
    if prefix.strip():
        parts.append(
            f"# assumed, so that the snippet runs:\n{prefix.strip()}\n\n# the snippet, {snippet.name}:"
        )
    return "\n\n".join([*parts, text.strip("\n")]) + "\n"


def refuse_changed_modules(session: Session, what: str) -> None:
    """The modules are imported as they lie on the disk.

    Raises:
        CommandError: one of them is another in the version that is debugged.
    """
    changed = [
        file.path for file in changed_files(session.snippet.text, written_text(session)) if file.module
    ]
    if changed:
        raise CommandError(
            f"{what} would import {changed[0]} as it is on the disk: `write` this version first"
        )


def _metadata(session: Session, code: str) -> str:
    """The comment that says what must be installed."""
    path = session.snippet.path
    beside = {entry.stem for entry in path.resolve().parent.iterdir()} if path is not None else set[str]()
    needed = {
        distribution_of(module)
        for module in imported_modules(code)
        if (first := module.partition(".")[0]) not in sys.stdlib_module_names
        and first not in beside
        and first not in _OUR_OWN
    }
    rows = [f'#     "{name}",' for name in sorted(needed, key=str.lower)]
    version = f'# requires-python = ">={sys.version_info[0]}.{sys.version_info[1]}"'
    dependencies = ["# dependencies = [", *rows, "# ]"] if rows else ["# dependencies = []"]
    return "\n".join(["# /// script", version, *dependencies, "# ///"])


def _without_futures(text: str) -> tuple[list[str], str]:
    """The snippet's `from __future__` imports, which stand first in a file, and the text without them."""
    lines, futures = text.split("\n"), list[str]()
    for node in parse(text).body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            futures.append(ast.unparse(node))
            for number in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                lines[number - 1] = ""
    return futures, "\n".join(lines)
