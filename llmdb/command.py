"""What a command is, what it gives back, and the table of all commands by name."""

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from llmdb.types import Json

if TYPE_CHECKING:
    from llmdb.session import Session


class Result(Protocol):
    """A frozen value; `ui/` draws it by its class, `--json` prints `to_json()`."""

    def to_json(self) -> dict[str, Json]:
        """The `result` object of the JSON line."""


def no_completions(session: "Session", text: str) -> Iterable[str]:
    """The completer of a command whose arguments are not completed."""
    del session, text
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A REPL command.

    Attributes:
        name, aliases: how it is called; aliases are pdb's where pdb has the command.
        usage: one line, e.g. "goto N | BLOCK@K | end | error".
        summary: one line for `help`.
        details: further help paragraphs, "" for none.
        group: heading under which `help` lists it: "move", "look", "program", "model", "session".
        run: (session, argument text) to result; raises `CommandError` and changes nothing then.
        complete: (session, argument text so far) to candidates for its last word.
        calls_model: whether it may call a model.
    """

    name: str
    run: "Callable[[Session, str], Result]"
    summary: str
    usage: str = ""
    aliases: tuple[str, ...] = ()
    details: str = ""
    group: str = "session"
    complete: "Callable[[Session, str], Iterable[str]]" = no_completions
    calls_model: bool = False


Load: TypeAlias = "Callable[[], Mapping[str, Command]]"
"""Brings the commands of a module, which is imported when one of them is first used."""


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
