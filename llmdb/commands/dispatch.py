"""Reads a command line and runs its command."""

from __future__ import annotations

import ast
import builtins
import difflib
import re
import tokenize
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING

from llmdb.commands.base import Command, Result
from llmdb.commands.habits import HABITS
from llmdb.commands.later import later_notes, take_notes
from llmdb.commands.parsing import parse_expression
from llmdb.commands.results import Message
from llmdb.errors import BadArgument, CommandError, LlmdbError, NoSuchCommand
from llmdb.session import Session
from llmdb.snippet.nodes import assigned_names
from llmdb.types import Json

if TYPE_CHECKING:
    from llmdb.registry import Registry

_WORD = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_-]*|\?|!)\s*(.*)", re.DOTALL)
STATEMENT = (
    "a recorded run cannot be changed by a statement; `p EXPRESSION` evaluates, "
    "`assume NAME = VALUE` runs with another value"
)
_PART = re.compile(r"\s*[A-Za-z_]\w*[.\[]")
"""Of a variable that is called like a command, `s[0]` or `c.total`: no command's argument begins so."""
_ASSIGNS = re.compile(r"[-+*/%&|^@<>]{0,2}=(?!=)")
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
    name = split_word(line)[0] or line.strip()
    take_notes(session)  # of a command that Ctrl-C stopped
    try:
        with suppress(LlmdbError):
            name = read_command(session, line)[0].name
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
        NoSuchCommand: the first word is no command and the line no expression; no model is ever asked about it.
        LlmdbError: the command could not do what it was asked; the session is unchanged.
    """
    text = line.strip() or session.last_line
    if not text or text.startswith("#"):
        return Message(text="")
    command, rest = read_command(session, text)
    result = command.run(session, rest)
    session.last_line = text if command.group == "move" or command.name in _REPEATED else ""
    return result


def read_command(session: Session, text: str) -> tuple[Command, str]:
    """The command that a line names and its arguments; `p` for an expression over the program's own names.

    Raises:
        NoSuchCommand: the first word is neither.
        BadArgument: it is a statement.
    """
    word, rest = split_word(text)
    if _ASSIGNS.match(rest) and _is_statement(text):
        raise BadArgument(STATEMENT)
    is_part = _PART.match(text) is not None and word in _own_names(session)
    if word != "!" and not is_part and session.registry.commands.name_of(word) is not None:
        return find_command(session.registry, word), rest
    expression = rest if word == "!" else text.strip()
    if _is_expression(session, expression, known=word == "!"):
        return find_command(session.registry, "p"), expression
    if word == "!" or _is_statement(expression):
        raise BadArgument(STATEMENT)
    if word in _own_names(session):
        parse_expression(expression, "p")
    raise NoSuchCommand(unknown(session.registry, word or expression.partition(" ")[0]))


def _is_expression(session: Session, text: str, known: bool) -> bool:
    """Whether it is an expression and, unless that is `known` to be meant, all its names mean something here."""
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    if known or not names:
        return True
    own = _own_names(session)
    local = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)} | {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    meant = bool(names & own) or isinstance(tree.body, ast.Call)
    return meant and names <= own | local | vars(builtins).keys()


def _own_names(session: Session) -> set[str]:
    """The names that the snippet binds, and those of the current step."""
    own = set(assigned_names(ast.parse(session.snippet.text)))
    if session.is_recorded and session.position:
        own |= session.trace.state(session.position).keys()
    return own


def _is_statement(text: str) -> bool:
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    return bool(body) and not isinstance(body[0], ast.Expr)


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
    """ "no command 'verdct'; did you mean verdict?", or what does the work of another debugger's command."""
    if word in HABITS:
        return f"no command {word!r}: {HABITS[word]}"
    near = difflib.get_close_matches(word.lower(), registry.commands, n=3, cutoff=0.6)
    near = near or [name for name in registry.commands if len(word) > 1 and name.startswith(word.lower())][:3]
    hint = f"did you mean {_listed(near)}?" if near else "`help` lists them; `p EXPRESSION` evaluates"
    return f"no command {word!r}; {hint}"


def _listed(names: list[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
