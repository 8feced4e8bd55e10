"""What a command is, what it gives back, and the table of all commands by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from llmdb.arguments import Argument, Completer, completers_of, read_arguments, usage_of
from llmdb.types import Json

if TYPE_CHECKING:
    from llmdb.session import Session

Run: TypeAlias = "Callable[..., Result]"
"""(session, then its arguments by name, or the whole argument text where none are declared) to result."""


class Result(Protocol):
    """A frozen value; `ui/` draws it by its class, `--json` prints `to_json()`."""

    def to_json(self) -> dict[str, Json]:
        """The `result` object of the JSON line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What a command does where a certain word follows its name, as `add` in `test add CODE`."""

    run: Run
    arguments: tuple[Argument, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A REPL command.

    Attributes:
        name, aliases: how it is called; aliases are pdb's where pdb has the command.
        arguments: what it takes; None for one whose `run` reads the text itself.
        forms: other things that it does, by the word after its name that asks for them.
        usage: one line where it is not the one that `arguments` and `forms` give, e.g. "exec STATEMENT | !STATEMENT".
        summary: one line for `help`.
        details: further help paragraphs, "" for none.
        group: heading under which `help` lists it: "move", "look", "program", "model", "session".
        run: what it does; raises `CommandError` and changes nothing then.
        complete: (session, argument text so far) to candidates for its last word, beside those of the arguments.
        calls_model: whether it may call a model.
    """

    name: str
    run: Run
    summary: str
    arguments: tuple[Argument, ...] | None = None
    forms: Mapping[str, Form] = field(default_factory=dict)
    usage: str = ""
    aliases: tuple[str, ...] = ()
    details: str = ""
    group: str = "session"
    complete: Completer | None = None
    calls_model: bool = False

    @property
    def usage_line(self) -> str:
        """How it is called: `trace [FIRST [LAST]] [--summary]`."""
        if self.usage:
            return self.usage
        every = {"": self.arguments or ()} | {word: form.arguments for word, form in self.forms.items()}
        lines = (" ".join(filter(None, (self.name, word, usage_of(taken)))) for word, taken in every.items())
        return " | ".join(lines)

    def do(self, session: Session, text: str) -> Result:
        """Run it with the arguments in a text.

        Raises:
            BadArgument: they are not what it takes.
            LlmdbError: it could not do what it was asked.
        """
        run, arguments, left = self._form_of(text)
        if arguments is None:
            return run(session, text)
        name = self.name if run is self.run else f"{self.name} {text.split()[0]}"
        return run(session, **read_arguments(name, arguments, left, self._takes(run)))

    def _takes(self, run: Run) -> str:
        """What a refusal says that it takes; "" where the arguments tell that."""
        if not self.forms or run != self.run:
            return ""
        own = usage_of(self.arguments or ())
        forms = (
            " ".join(filter(None, (word, usage_of(form.arguments)))) for word, form in self.forms.items()
        )
        *first, last = filter(None, (own, *forms))
        return f"{', '.join(first)} or {last}" if first else last

    def _form_of(self, text: str) -> tuple[Run, tuple[Argument, ...] | None, str]:
        word, _, rest = text.strip().partition(" ")
        form = self.forms.get(word)
        return (self.run, self.arguments, text) if form is None else (form.run, form.arguments, rest)

    def completers(self, text: str) -> list[Completer]:
        """What offers words for the argument text so far."""
        own = [self.complete] if self.complete is not None else []
        _, arguments, _ = self._form_of(text)
        if self.forms and " " not in text.lstrip():
            own.append(lambda session, text: tuple(self.forms))
        return [*own, *completers_of(arguments or ())]


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
