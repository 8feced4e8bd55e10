"""`export test_bug.py`: the visible tests as a pytest that runs the snippet's file as it is then."""

from __future__ import annotations

import ast
import builtins
import os
from pathlib import Path
from typing import TYPE_CHECKING

from llmdb.commands.exporters.runnable import refuse_changed_modules
from llmdb.errors import CommandError
from llmdb.program.nodes import assigned_names
from llmdb.program.parsing import parse

if TYPE_CHECKING:
    from llmdb.session import Session

_HEAD = '''"""{about}"""

import io
import sys{imports}

import pytest

{source}
PREFIX = {prefix}
ARGUMENTS = {arguments}
INPUT = {given}


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """What the program's names are after it ran."""
    monkeypatch.setattr(sys, "argv", [{shown}, *ARGUMENTS])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(INPUT)))
{path}    found: dict[str, object] = {{"__name__": "__main__"{belongs}}}
    exec(PREFIX, found)
    exec(compile({text}, {shown}, "exec"), found)
    return found

'''


def text_of(session: Session, target: Path) -> str:
    """The module's text.

    Raises:
        CommandError: the snippet is no module by itself.
    """
    program, snippet = session.run.program, session.snippet
    if snippet.body != "module":
        raise CommandError(
            f"{snippet.name} has a return, yield or await outside of a function: no module runs it"
        )
    refuse_changed_modules(session, "the test")
    path = snippet.path if not snippet.adapted else None
    package = snippet.module.rpartition(".")[0]
    folder = f"SNIPPET.parents[{snippet.module.count('.')}]" if package else "SNIPPET.parent"
    belongs = ', "__file__": str(SNIPPET)' if path is not None else ""
    belongs += f', "__package__": {package!r}' if package else ""
    about = (
        f"Fails as long as the bug is in {snippet.name}."
        if path is not None
        else "Fails while the bug is in SNIPPET."
    )
    head = _HEAD.format(
        about=about.replace("\\", "\\\\").replace('"', "'"),
        imports="\nfrom pathlib import Path" if path is not None else "",
        source=_source(session, path, target),
        prefix=_literal(program.prefix),
        arguments=repr(list(program.arguments)),
        given=repr(session.run.stdin),
        shown="str(SNIPPET)" if path is not None else repr(snippet.name),
        path=f"    monkeypatch.syspath_prepend({folder})\n" if path is not None else "",
        belongs=belongs,
        text="SNIPPET.read_bytes()" if path is not None else "SNIPPET",
    )
    bound = assigned_names(parse(snippet.main)) | assigned_names(parse(program.prefix))
    tests = [_test(number, test, bound) for number, test in enumerate(session.tests, 1)] or [
        "\ndef test_it_runs_to_its_end(names: dict[str, object]) -> None:\n    assert names\n"
    ]
    return head + "\n".join(tests)


def _source(session: Session, path: Path | None, target: Path) -> str:
    if path is None:
        return f"SNIPPET = {_literal(session.snippet.main)}"
    try:
        way = os.path.relpath(path.resolve(), target.resolve().parent)
    except ValueError:  # on another drive
        return f"SNIPPET = Path({str(path.resolve())!r})"
    return f"SNIPPET = Path(__file__).resolve().parent / {way!r}"


def _literal(text: str) -> str:
    """The text as a literal that can be read, its lines one below the other."""
    if "\n" not in text.rstrip("\n"):
        return repr(text)
    rows = "".join(f"    {line!r}\n" for line in text.splitlines(keepends=True))
    return f"(\n{rows})"


def _test(number: int, test: str, bound: frozenset[str]) -> str:
    """One visible test as a function, its names taken from the program."""
    tree = ast.parse(test)
    own = assigned_names(tree)
    read = {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    needed = sorted(name for name in read - own if name in bound or not hasattr(builtins, name))
    taken = [f"    {name} = names[{name!r}]\n" for name in needed]
    body = "".join(f"    {line}\n" if line.strip() else "\n" for line in _indentable(test, tree).split("\n"))
    return f"\ndef test_{number}(names: dict[str, object]) -> None:\n{''.join(taken)}{body}"


def _indentable(test: str, tree: ast.Module) -> str:
    """The test as written, or as Python writes it where a text of several lines in it must not be indented."""
    return ast.unparse(tree) if '"""' in test or "'''" in test or "\\\n" in test else test.strip("\n")
