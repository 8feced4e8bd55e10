"""What a command is, what it gives back, and the table of all commands by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from llmdb.arguments import Argument, Completer, completers_of, read_arguments, usage_of
from llmdb.errors import BadArgument
from llmdb.types import Json
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.llm.model import Message
    from llmdb.session import Session

Messages: TypeAlias = "Callable[..., list[Message]]"
"""(session, then the arguments by name, or the whole argument text) to what would be sent."""
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
    messages: Messages | None = None


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
        messages: what it would send to a model, of the same arguments; None for one that cannot say.
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
    messages: Messages | None = None
    calls_model: bool = False

    @property
    def has_messages(self) -> bool:
        """Whether it can say what it would send to a model."""
        return self.messages is not None or any(form.messages for form in self.forms.values())

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
        form, values = self._read(text)
        return self.run(session, text) if values is None else form.run(session, **values)

    def messages_for(self, session: Session, text: str) -> list[Message] | None:
        """What it would send to the model with the arguments in a text; None where it sends nothing.

        Raises:
            BadArgument: they are not what it takes.
            LlmdbError: it could not do what it was asked.
        """
        form, values = self._read(text)
        if form.messages is None:
            return None
        return form.messages(session, text) if values is None else form.messages(session, **values)

    def _read(self, text: str) -> tuple[Form, dict[str, object] | None]:
        """The form that a text asks for and the arguments in it; None for a command that reads the text itself."""
        form, name, left = self._form_of(text)
        if form is None:
            form = Form(run=self.run, arguments=self.arguments or (), messages=self.messages)
            if self.arguments is None:
                return form, None
            takes = self._takes()
            try:
                return form, read_arguments(name, form.arguments, left, takes)
            except BadArgument as problem:
                if not takes or takes in str(problem):
                    raise
                raise BadArgument(f"{problem}; {name} takes {takes}") from problem
        return form, read_arguments(name, form.arguments, left)

    def _takes(self) -> str:
        """What a refusal says that it takes; "" where the arguments tell that."""
        if not self.forms:
            return ""
        own = usage_of(self.arguments or ())
        forms = (
            " ".join(filter(None, (word, usage_of(form.arguments)))) for word, form in self.forms.items()
        )
        *first, last = filter(None, (own, *forms))
        return f"{', '.join(first)} or {last}" if first else last

    def _form_of(self, text: str) -> tuple[Form | None, str, str]:
        """The form that the first word asks for, what to call it, and the text after the word."""
        word, _, rest = text.strip().partition(" ")
        form = self.forms.get(word)
        return (None, self.name, text) if form is None else (form, f"{self.name} {word}", rest)

    def completers(self, text: str) -> list[Completer]:
        """What offers words for the argument text so far."""
        own = [self.complete] if self.complete is not None else []
        form = self._form_of(text)[0]
        arguments = self.arguments if form is None else form.arguments
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
