"""The commands of what was typed: `;;` splits a line, an alias becomes its own lines, a stop brings some."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

from llmdb.commands.aliases import expand_alias
from llmdb.commands.line.dispatch import Answer, split_commands, split_word
from llmdb.commands.line.parsing import as_expression, statements
from llmdb.session import Session
from llmdb.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class _Part:
    """One command: whether a stop brought it, and the aliases that it came from, which are not expanded in it again."""

    text: str
    brought: bool = False
    used: frozenset[str] = frozenset()


class CommandLines:
    """Iterates over the commands of a text, one at a time; each one's answer is given to `after`."""

    def __init__(self, session: Session, text: str) -> None:
        self._session = session
        self._waiting = deque(_Part(part) for row in _rows(text) for part in split_commands(row))
        self._running = _Part("")
        self._repeated = ""

    def __iter__(self) -> Iterator[str]:
        """The commands; a line of several aliases is expanded when its turn comes."""
        while self._waiting:
            part = self._waiting.popleft()
            name, text = expand_alias(self._session, part.text, part.used)
            if name is not None:
                self._push(split_commands(text), part.brought, part.used | {name})
                continue
            self._running = part
            yield part.text

    def after(self, answer: Answer) -> None:
        """Add what a stop brought; a move or an error ends what an earlier stop brought, as in pdb."""
        if self._running.brought and (answer.error is not None or self._moves(answer)):
            self._waiting = deque(part for part in self._waiting if not part.brought)
        if self._running.brought:
            self._session.last_line = self._repeated  # an empty line repeats what the user typed
        self._repeated = self._session.last_line
        lines = [line for line in self._session.brought if line != "silent"]
        self._session.brought = ()
        self._push([part for line in lines for part in split_commands(line)], brought=True)

    def _push(self, parts: Sequence[str], brought: bool, used: frozenset[str] = frozenset()) -> None:
        self._waiting.extendleft(_Part(part, brought, used) for part in reversed(parts))

    def _moves(self, answer: Answer) -> bool:
        commands = self._session.registry.commands
        return answer.command in commands and commands[answer.command].group == "move"


def _rows(text: str) -> list[str]:
    """The lines of a pasted text, but Python over several lines is one: a statement, or what a command evaluates."""
    rows = text.splitlines() or [""]
    if len(rows) == 1 or statements(rows[0]) is not None:
        return rows
    whole = text.lstrip().removeprefix("!")
    first, (word, rest) = split_word(rows[0])[1], split_word(text)
    is_expression = bool(word) and as_expression(first) is None and as_expression(rest) is not None
    return [text] if is_expression or statements(whole) is not None else rows
