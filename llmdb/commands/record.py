"""Modules of the project that are recorded with the file: record."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from llmdb.arguments import Operand
from llmdb.command import Command
from llmdb.commands.line.parsing import listed
from llmdb.commands.results.common import Message
from llmdb.commands.versions import Changed, WrittenText, history_of, switch_version, written_text
from llmdb.errors import CommandError
from llmdb.program.files import files_of, joined, main_text
from llmdb.runner.project import record_with
from llmdb.session import Session

if TYPE_CHECKING:
    from llmdb.registry import Registry


def register(registry: Registry) -> None:
    """Add `record`."""
    registry.command(
        Command(
            name="record",
            run=run_record,
            arguments=(Operand("modules", shown="MODULE", is_many=True),),
            summary="record modules of the project, too; without MODULE, say which are recorded",
            details="MODULE is named as `import` names it, and lies beside the file or where its Python finds it; of a "
            "package all modules are recorded. The program is run and recorded again, as a version of its own; the "
            "cursor stays at its line and time, and `undo` goes back. From then on `break helpers.py:12`, "
            "`list helpers.py` and the like name lines of a module; a line alone is one of the file where the "
            "cursor is. `--with MODULE` on the command line does the same from the start.",
            group="program",
        )
    )


def run_record(session: Session, modules: tuple[str, ...]) -> Changed | Message:
    """`record [MODULE ...]`."""
    snippet = session.snippet
    if not modules:
        paths = [file.path for file in files_of(snippet.text)[1:]]
        also = f"; so {'is' if len(paths) == 1 else 'are'} {listed(paths)}" if paths else ""
        return Message(text=f"{snippet.name} is recorded{also}; `record MODULE` adds a module")
    if snippet.body != "module":
        raise CommandError(f"{snippet.name} is the body of a function, which is recorded alone")
    before = files_of(snippet.text)[1:]
    text = record_with(snippet, modules, session.settings.options).text
    added = [file for file in files_of(text)[1:] if file.module not in {one.module for one in before}]
    names = listed(file.path for file in added)
    if not added:
        return Message(text=f"{listed(modules)}: recorded already")
    history, written = history_of(session), written_text(session)
    taken = history.take(text, f"record {' '.join(modules)}")
    said = f"recorded anew with {names}: v{{}}; `undo` goes back, `break {added[0].path}:LINE` stops there"
    switched = switch_version(session, taken, said)
    session.kept.put(WrittenText(text=joined(main_text(written), [*files_of(written)[1:], *added])))
    return replace(switched, diff="")
