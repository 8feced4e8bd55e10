"""Lines as the user types them: `12` of the file where the selected frame is, or `helpers.py:12`."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from llmdb.commands.line.parsing import listed, parse_whole
from llmdb.errors import BadArgument
from llmdb.program.files import SourceFile, file_of, files_of

if TYPE_CHECKING:
    from llmdb.session import Session
    from llmdb.types import LineNo


def read_line(session: Session, text: str) -> LineNo:
    """The line of the program's text that is meant.

    Raises:
        BadArgument: there is no such file in the recording, or no such line in it.
    """
    name, colon, number = text.strip().rpartition(":")
    file = named_file(session, name) if colon else current_file(session)
    line = parse_whole(number, "a line", lowest=1)
    if file.module and line > file.line_count:
        raise BadArgument(f"{file.path} has {file.line_count} lines, not {line}")
    return file.before + line


def current_file(session: Session) -> SourceFile:
    """The file where the selected frame is; the main one where nothing is recorded."""
    text = session.snippet.text
    files = files_of(text)
    if len(files) == 1 or not session.is_recorded or not session.position:
        return files[0]
    return file_of(text, session.current_frame().line)


def named_file(session: Session, name: str) -> SourceFile:
    """The file that a name stands for: `helpers.py`, its end of a longer path, or the module `helpers`.

    Raises:
        BadArgument: none of the recording's files is called so, or several are.
    """
    main, *modules = files_of(session.snippet.text)
    named = PurePath(name.strip())
    if named.name == session.snippet.name and len(named.parts) == 1:
        return main
    exact = [file for file in modules if name.strip() in (file.module, file.path)]
    parts = named.parts
    found = exact or [file for file in modules if PurePath(file.path).parts[-len(parts) :] == parts]
    if len(found) == 1:
        return found[0]
    if found:
        which = listed(file.path for file in found)
        raise BadArgument(f"{name!r} may be any of {which}: name more of the path")
    if named.name == session.snippet.name:
        return main
    if not modules:
        raise BadArgument(
            f"{name!r} is not debugged, only {session.snippet.name} is; `record MODULE` adds one"
        )
    known = listed([session.snippet.name, *(file.path for file in modules)])
    raise BadArgument(f"{name!r} is not recorded; {known} are, and `record MODULE` adds a module")
