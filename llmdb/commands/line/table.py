"""The commands of a sitting by name: a module of commands is imported when one of them is first used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import TypeAlias

from llmdb.commands.line.base import Command

Load: TypeAlias = "Callable[[], Mapping[str, Command]]"


class CommandTable(MutableMapping[str, Command]):
    """Commands by name, in order of registration; names and aliases are known before their commands are.

    A command set later replaces an earlier one of its name, loaded or not.
    """

    def __init__(self) -> None:
        self._commands: dict[str, Command | Load] = {}
        self._aliases: dict[str, tuple[str, ...]] = {}

    def later(self, names: Mapping[str, tuple[str, ...]], load: Load) -> None:
        """Add commands, each name with its aliases, that `load` brings when one of them is first looked up."""
        for name, aliases in names.items():
            self._commands[name], self._aliases[name] = load, aliases

    def name_of(self, word: str) -> str | None:
        """The name of the command that a word calls, itself or by an alias; None where it calls none."""
        if word in self._commands:
            return word
        return next((name for name, aliases in self._aliases.items() if word in aliases), None)

    def __getitem__(self, name: str) -> Command:
        found = self._commands[name]
        if isinstance(found, Command):
            return found
        brought = found()
        for other, command in brought.items():
            if self._commands.get(other) is found:
                self[other] = command
        return brought[name]

    def __setitem__(self, name: str, command: Command) -> None:
        self._commands[name], self._aliases[name] = command, command.aliases

    def __delitem__(self, name: str) -> None:
        del self._commands[name], self._aliases[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands)

    def __len__(self) -> int:
        return len(self._commands)
