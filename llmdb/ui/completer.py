"""Completion at the prompt: commands with what they do, then each command's own arguments, names, paths."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document

from llmdb.command import Command
from llmdb.commands.line.dispatch import find_command, split_word
from llmdb.commands.looking import complete_name
from llmdb.commands.state.attributes import known_names, words_at
from llmdb.errors import NoSuchCommand

if TYPE_CHECKING:
    from llmdb.session import Session, Words

_LAST_WORD = re.compile(r"[^\s()\[\]{},=+*/%<>!|&^~:;'\"]*$")
_LAST_ARGUMENT = re.compile(r"\S*$")


class CommandCompleter(Completer):
    """Completes what is before the cursor by the session as it is now; never raises."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._paths = PathCompleter(expanduser=True)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Commands and variables for the first word, else what the command offers for its arguments."""
        line = document.current_line_before_cursor.rpartition(";;")[2].lstrip()
        word, blank, rest = line.partition(" ")
        if not word or (not blank and word.isidentifier()):
            yield from self._commands(word)
            yield from self._names(word) if word else ()
            return
        name, arguments = split_word(line) if not blank else (word, rest)
        try:
            command = find_command(self._session.registry, name)
        except NoSuchCommand:
            command = None
        if command is None:
            yield from self._names(line)
        elif blank or complete_name in command.completers(arguments):
            yield from self._arguments(command, arguments, complete_event)

    def _names(self, line: str) -> Iterator[Completion]:
        """The variables that a word of an expression may be, or the attributes after its last dot."""
        try:
            begun, words = words_at(self._session, line, known_names(self._session))
        except Exception:  # whatever a half-typed line leads to, the prompt goes on
            return
        is_name = not line.removesuffix(begun).endswith(".")
        for word in words:
            meta = self._type(word) if is_name else ""
            yield Completion(word, start_position=-len(begun), display_meta=meta)

    def _commands(self, word: str) -> Iterator[Completion]:
        commands = self._session.registry.commands
        for name in sorted(name for name in commands if name.startswith(word)):
            command = commands[name]
            also = f" ({', '.join(command.aliases)})" if command.aliases else ""
            yield Completion(
                name, start_position=-len(word), display=name + also, display_meta=command.summary
            )

    def _arguments(self, command: Command, rest: str, event: CompleteEvent) -> Iterator[Completion]:
        completers = command.completers(rest)
        if "PATH" in command.usage_line or "FILE" in command.usage_line:
            path = _ending(_LAST_ARGUMENT, rest)
            yield from self._paths.get_completions(Document(path), event)
        if complete_name in completers:
            yield from self._names(rest)
            completers.remove(complete_name)
        try:
            offered = [word for complete in completers for word in complete(self._session, rest)]
        except Exception:  # a plugin's completer: whatever it raises, the prompt goes on
            return
        for candidate in dict.fromkeys(offered):
            pattern = _LAST_WORD if candidate.isidentifier() else _LAST_ARGUMENT
            begun = _ending(pattern, rest)
            if candidate.startswith(begun):
                yield Completion(candidate, start_position=-len(begun), display_meta=self._meta(candidate))

    def _meta(self, name: str) -> str:
        """What is known of a candidate: a variable's type, or a command's summary."""
        if name in self._session.registry.commands:
            return self._session.registry.commands[name].summary
        return self._type(name) if name.isidentifier() else ""

    def _type(self, name: str) -> str:
        session = self._session
        if not session.is_recorded or not session.position:
            return ""
        value = session.trace.state(session.position).get(name)
        return value.type if value else ""


class WordCompleter(Completer):
    """Completes what is before the cursor by a function, as `words_at` does."""

    def __init__(self, complete: Callable[[str], Words]) -> None:
        self._complete = complete

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """What the function gives; nothing where it raises."""
        del complete_event
        try:
            begun, words = self._complete(document.text_before_cursor)
        except Exception:  # whatever half-typed Python leads to, the prompt goes on
            return
        for word in words:
            yield Completion(word, start_position=-len(begun))


def _ending(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[0] if found else ""
