"""What a command is, and what it gives back."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

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
