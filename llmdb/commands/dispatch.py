"""Reads a command line and runs its command."""

from __future__ import annotations

import difflib
import re
import tokenize
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING

from llmdb.commands.base import Command, Result
from llmdb.commands.later import later_notes, take_notes
from llmdb.commands.results import Message
from llmdb.errors import BadArgument, CommandError, LlmdbError, NoSuchCommand
from llmdb.session import Session
from llmdb.types import Json

if TYPE_CHECKING:
    from llmdb.registry import Registry

_WORD = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_-]*|\?|!)\s*(.*)", re.DOTALL)
_REPEATED = frozenset({"list", "trace", "up", "down"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What became of one command line: a result, or the error that left the session unchanged.

    `notes` are lines beside the result: that a model's answer was cut off, or that the run just made confirms an
    earlier prediction.
    """

    command: str
    result: Result | None = None
    error: Exception | None = None
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """The JSON line: `{"command", "ok", "result"}` or `{"command", "ok", "error"}`; `"notes"` if there are any."""
        notes: dict[str, Json] = {"notes": list[Json](self.notes)} if self.notes else {}
        if self.error is not None or self.result is None:
            error: dict[str, Json] = {"type": type(self.error).__name__, "message": str(self.error)}
            return {"command": self.command, "ok": False, "error": error, **notes}
        return {"command": self.command, "ok": True, "result": self.result.to_json(), **notes}


def attempt(session: Session, line: str) -> Answer:
    """Run one command and give back its result or its error; Ctrl-C passes through."""
    word, _ = split_word(line)
    name = word or line.strip()
    take_notes(session)  # of a command that Ctrl-C stopped
    try:
        name = find_command(session.registry, word).name if word else name
        result = dispatch(session, line)
        return Answer(command=name, result=result, notes=later_notes(session))
    except LlmdbError as problem:
        return Answer(command=name, error=problem, notes=take_notes(session))
    except Exception as problem:  # a command may come from a plugin: the session survives whatever it raises
        failed = CommandError(f"{name} failed: {type(problem).__name__}: {problem}")
        return Answer(command=name, error=failed, notes=take_notes(session))


def dispatch(session: Session, line: str) -> Result:
    """Run one command line; an empty one repeats the last move, a comment does nothing.

    Raises:
        NoSuchCommand: the first word is no command; no model is ever asked about it.
        LlmdbError: the command could not do what it was asked; the session is unchanged.
    """
    text = line.strip() or session.last_line
    if not text or text.startswith("#"):
        return Message(text="")
    word, rest = split_word(text)
    if word == "!":
        raise BadArgument(
            "a recorded run cannot be changed by a statement; `p EXPRESSION` evaluates, "
            "`assume NAME = VALUE` runs with another value"
        )
    command = find_command(session.registry, word or text.split()[0])
    result = command.run(session, rest)
    session.last_line = text if command.group == "move" or command.name in _REPEATED else ""
    return result


def split_word(line: str) -> tuple[str, str]:
    """The command's word and the text after it, e.g. `p(x)` is ("p", "(x)"); the word is "" if there is none."""
    found = _WORD.fullmatch(line)
    return (found[1], found[2].strip()) if found else ("", "")


def split_commands(line: str) -> list[str]:
    """The commands between `;;`, which counts only outside of quotation marks."""
    if ";;" not in line:
        return [line]
    quoted = _quoted_columns(line)
    parts, start, at = [], 0, line.find(";;")
    while at >= 0:
        if at not in quoted:
            parts.append(line[start:at])
            start = at + 2
        at = line.find(";;", at + 2)
    parts.append(line[start:])
    return [part.strip() for part in parts]


def _quoted_columns(line: str) -> set[int]:
    columns: set[int] = set()
    try:
        for token in tokenize.generate_tokens(StringIO(line).readline):
            if token.type == tokenize.STRING:
                columns.update(range(token.start[1], token.end[1]))
    except (tokenize.TokenError, SyntaxError):
        return columns
    return columns


def find_command(registry: Registry, word: str) -> Command:
    """The command with this name or alias.

    Raises:
        NoSuchCommand: there is none; the message names the nearest ones.
    """
    name = registry.commands.name_of(word)
    if name is None:
        raise NoSuchCommand(unknown(registry, word))
    return registry.commands[name]


def unknown(registry: Registry, word: str) -> str:
    """ "no command 'verdct'; did you mean verdict?"."""
    near = difflib.get_close_matches(word.lower(), registry.commands, n=3, cutoff=0.6)
    near = near or [name for name in registry.commands if len(word) > 1 and name.startswith(word.lower())][:3]
    hint = f"did you mean {_listed(near)}?" if near else "`help` lists them; `p EXPRESSION` evaluates"
    return f"no command {word!r}; {hint}"


def _listed(names: list[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
