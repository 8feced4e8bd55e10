"""Reads a command line and runs its command."""

from __future__ import annotations

import ast
import builtins
import re
import tokenize
from functools import cached_property
from io import StringIO
from typing import TYPE_CHECKING

from llmdb.arguments import Rest
from llmdb.command import Command, Result
from llmdb.commands.line.files_json import with_files
from llmdb.commands.line.later import later_notes, take_notes
from llmdb.commands.line.parsing import as_expression, parse_expression, statements
from llmdb.commands.results.common import Message
from llmdb.errors import CommandError, LlmdbError, NoSuchCommand
from llmdb.program.files import ShownProgram, lines_of
from llmdb.program.nodes import assigned_names
from llmdb.program.parsing import parse
from llmdb.session import Session
from llmdb.types import Json
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.registry import Registry

_WORD = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_-]*|\?|!|\$)\s*(.*)", re.DOTALL)
_PART = re.compile(r"\s*[A-Za-z_]\w*[.\[]")
"""Of a variable that is called like a command, `s[0]` or `c.total`: no command's argument begins so."""
_ASKED = re.compile(r"\?{1,2}\s*([A-Za-z_][\w.]*)|([A-Za-z_][\w.]*)\s*\?{1,2}")
_ASSIGNS = re.compile(r"[-+*/%&|^@<>]{0,2}=(?!=)")
_WHOLE = frozenset({"alias", "commands"})
_REPEATED = frozenset({"list", "trace", "up", "down"})
HABITS = {
    "delete": "`clear NUMBER` removes a stop",
    "EOF": "Ctrl-D or `quit` leaves",
    "finish": "`return` goes to the end of this call",
    "info": "`where` shows all variables, `break` the stops, `args` the parameters",
    "locals": "`where` shows all variables, `p locals()` the names of the current step",
    "pdef": "`source NAME` shows a function",
    "pdoc": "`source NAME` shows a function, `p NAME.__doc__` its docstring",
    "pinfo": "`whatis NAME` shows the type, `source NAME` the text",
    "print": "`p EXPRESSION` evaluates",
    "psource": "`source NAME` shows a function",
    "rs": "`back` undoes `step`",
    "unwatch": "`clear NUMBER` removes a watch",
    "vars": "`where` shows all variables",
}
"""Commands that pdb, ipdb or gdb have and llmdb has not, each with what does its work here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What became of one command line: a result, or the error that left the session unchanged.

    `notes` are lines beside the result: that a model's answer was cut off, or that the run just made confirms an
    earlier prediction. `program` is the one whose lines it shows: later commands may have made another of it.
    """

    command: str
    result: Result | None = None
    error: Exception | None = None
    notes: tuple[str, ...] = ()
    program: ShownProgram = ShownProgram()

    def to_json(self) -> dict[str, Json]:
        """The JSON line: `{"command", "ok", "result"}` or `{"command", "ok", "error"}`; `"notes"` if there are any."""
        notes: dict[str, Json] = {"notes": list[Json](self.notes)} if self.notes else {}
        if self.error is not None or self.result is None:
            error: dict[str, Json] = {"type": type(self.error).__name__, "message": str(self.error)}
            return {"command": self.command, "ok": False, "error": error, **notes}
        with lines_of(self.program):
            return {"command": self.command, "ok": True, "result": with_files(self.result.to_json()), **notes}


def attempt(session: Session, line: str) -> Answer:
    """Run one command and give back its result or its error; Ctrl-C passes through."""
    name = split_word(line)[0] or line.strip()
    take_notes(session)  # of a command that Ctrl-C stopped
    with session.showing_lines():
        result, error = None, None
        try:
            text = _meant(session, line)
            if text:
                command, rest = read_command(session, text)
                name = command.name
                result = _run(session, command, rest, text)
            else:
                result = Message(text="")
            notes = later_notes(session)
        except LlmdbError as problem:
            result, error, notes = None, problem, take_notes(session)
        except Exception as problem:  # of a command from a plugin, say: the session survives it
            result, error = None, CommandError(f"{name} failed: {type(problem).__name__}: {problem}")
            notes = take_notes(session)
    return Answer(command=name, result=result, error=error, notes=notes, program=session.shown_program)


def dispatch(session: Session, line: str) -> Result:
    """Run one command line; an empty one repeats the last move, a comment does nothing.

    Raises:
        NoSuchCommand: the first word is no command and the line no expression; no model is ever asked about it.
        LlmdbError: the command could not do what it was asked; the session is unchanged.
    """
    with session.showing_lines():
        text = _meant(session, line)
        return _run(session, *read_command(session, text), text) if text else Message(text="")


def _meant(session: Session, line: str) -> str:
    """The command of a line, the last move's for an empty one; "" for none."""
    text = line.strip() or session.last_line
    if "$" in text and (text.startswith("$") or _evaluates(session, text)):
        from llmdb.commands.convenience import put_in  # evaluates, and is seldom needed

        text = put_in(session, text)
    return "" if text.startswith("#") else text


def _evaluates(session: Session, text: str) -> bool:
    """Whether a line begins with no command, or with one that takes Python."""
    word = split_word(text)[0]
    name = session.registry.commands.name_of(word)
    if name is None:
        return True
    return any(
        isinstance(one, Rest) and one.is_code for one in session.registry.commands[name].arguments or ()
    )


def _run(session: Session, command: Command, rest: str, text: str) -> Result:
    result = command.do(session, rest)
    session.last_line = text if command.group == "move" or command.name in _REPEATED else ""
    return result


def read_command(session: Session, text: str) -> tuple[Command, str]:
    """The command that a line names and its arguments; `p` for an expression over the program's own names.

    A statement that does not begin like a command is one for `exec`, as is whatever follows a `!`.

    Raises:
        NoSuchCommand: the first word is neither.
    """
    word, rest = split_word(text)
    registry, names = session.registry, _Names(session)
    if (asked := _ASKED.fullmatch(text.strip())) and (name := asked[1] or asked[2]) is not None:
        return _about(session, name, names)
    if word == "!":
        return find_command(registry, "p" if _only_looks(as_expression(rest)) else "exec"), rest
    if _ASSIGNS.match(rest) and _is_statement(text):
        return find_command(registry, "exec"), text
    is_part = _PART.match(text) is not None and word in names.own
    if not is_part and registry.commands.name_of(word) is not None:
        return find_command(registry, word), rest
    typed = text.strip()
    if _is_meant(as_expression(typed), names):
        return find_command(registry, "p"), typed
    if _is_statement(typed):
        return find_command(registry, "exec"), typed
    if word in names.own:
        parse_expression(typed, "p")
    raise NoSuchCommand(unknown(registry, word or typed.partition(" ")[0]))


def _only_looks(tree: ast.expr | None) -> bool:
    """Whether it is an expression that calls nothing, so that it has only a value."""
    return tree is not None and not any(isinstance(node, ast.Call | ast.NamedExpr) for node in ast.walk(tree))


def _about(session: Session, name: str, names: _Names) -> tuple[Command, str]:
    """What `NAME?` asks for, as in IPython: a command's help, a definition's text, a variable's type."""
    registry = session.registry
    if name.partition(".")[0] not in names.own:
        return find_command(registry, "help"), name
    is_text = re.search(
        rf"^\s*(?:async def|def|class) {re.escape(name.rpartition('.')[2])}\b", session.snippet.text, re.M
    )
    return find_command(registry, "source" if is_text else "whatis"), name


class _Names:
    """The names that the snippet binds, and those of the current step; found when first asked for."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @cached_property
    def own(self) -> frozenset[str]:
        """Both."""
        session = self._session
        here = session.trace.state(session.position) if session.is_recorded and session.position else {}
        return assigned_names(parse(session.snippet.text)) | here.keys()


def _is_meant(tree: ast.expr | None, names: _Names) -> bool:
    """Whether it is an expression whose names all mean something here."""
    if tree is None:
        return False
    read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    if not read:
        return True
    local = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)} | {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    meant = bool(read & names.own) or isinstance(tree, ast.Call)
    return meant and read <= names.own | local | vars(builtins).keys()


def _is_statement(text: str) -> bool:
    tree = statements(text)
    return tree is not None and bool(tree.body) and not isinstance(tree.body[0], ast.Expr)


def split_word(line: str) -> tuple[str, str]:
    """The command's word and the text after it, e.g. `p(x)` is ("p", "(x)"); the word is "" if there is none."""
    found = _WORD.fullmatch(line)
    return (found[1], found[2].strip()) if found else ("", "")


def split_commands(line: str) -> list[str]:
    """The commands between `;;`, which counts only outside of quotation marks; a line that is kept for later is one."""
    if ";;" not in line or split_word(line)[0] in _WHOLE:
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
    import difflib

    near = difflib.get_close_matches(word.lower(), registry.commands, n=3, cutoff=0.6)
    near = near or [name for name in registry.commands if len(word) > 1 and name.startswith(word.lower())][:3]
    hint = f"did you mean {_listed(near)}?" if near else "`help` lists them; `p EXPRESSION` evaluates"
    return f"no command {word!r}; {hint}"


def _listed(names: list[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
