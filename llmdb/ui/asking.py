"""What is asked of the user while a command runs: a yes, a line of the program's input, a line of a command."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from llmdb.ui.progress import clear_line
from llmdb.ui.text import safe

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output
    from rich.console import Console


class Asking:
    """Where a question is put: at the terminal, or to the next of the lines that are piped.

    Args:
        console: where results are drawn.
        keys, screen: the terminal, for tests.
        lines: what is piped; None where somebody types.
    """

    def __init__(
        self,
        console: Console,
        keys: Input | None = None,
        screen: Output | None = None,
        lines: TextIO | None = None,
    ) -> None:
        self._console = console
        self._keys = keys
        self._screen = screen
        self._lines = lines


class Confirm(Asking):
    """Puts a question to the user; only "y" or "yes" is a yes."""

    def __call__(self, question: str) -> bool:
        """The answer; Ctrl-D is a no, Ctrl-C passes through."""
        from prompt_toolkit import PromptSession

        clear_line(self._console)
        try:
            answer = PromptSession[str](
                f"{safe(question)} [y/N] ", input=self._keys, output=self._screen
            ).prompt()
        except EOFError:
            return False
        return answer.strip().lower() in ("y", "yes")


class AskInput(Asking):
    """Answers the program's `input()` while it is recorded: asks the user, or reads the piped lines."""

    def __call__(self, prompt: str) -> bytes | None:
        """One line with its end; None at the end of input (Ctrl-D)."""
        if self._lines is not None:
            return self._lines.readline().encode() or None
        from prompt_toolkit import PromptSession

        clear_line(self._console)
        asks = safe(prompt).strip() or "a line, Ctrl-D ends its input:"
        ask = f"program asks: {asks} "
        try:
            text = PromptSession[str](ask, input=self._keys, output=self._screen).prompt()
        except EOFError:
            return None
        return f"{text}\n".encode("utf-8", "surrogateescape")


class AskLine(Asking):
    """Asks for a line that belongs to a command, or reads the next of the piped lines."""

    def __call__(self, prompt: str) -> str | None:
        """The line without its end; None at the end of input (Ctrl-D). Ctrl-C passes through."""
        if self._lines is not None:
            line = self._lines.readline()
            return line.rstrip("\n") if line else None
        from prompt_toolkit import PromptSession

        try:
            return PromptSession[str](prompt, input=self._keys, output=self._screen).prompt()
        except EOFError:
            return None
