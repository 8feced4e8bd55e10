"""The Python prompt of `interact`: several lines until a statement is whole, and what it writes."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from rich.text import Text

from llmdb.session import Words
from llmdb.ui import styles
from llmdb.ui.asking import Asking
from llmdb.ui.progress import clear_line
from llmdb.ui.text import safe, scope_phrase

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

    from llmdb.types import StepNo

FIRST, FURTHER = ">>> ", "... "
LEAVES = frozenset({"exit", "quit", "q"})
_STYLES = {"stderr": styles.BAD, "traceback": styles.BAD}
_INDENT = re.compile(r"[ \t]*")


class PythonPrompt(Asking):
    """Reads Python from the user, or from piped lines, and draws what it writes; see `session.PythonPrompt`."""

    _complete: Callable[[str], Words] = staticmethod(lambda text: Words("", ()))
    _prompt: PromptSession[str] | None = None
    _ends_line = True

    def begin(self, step: StepNo, scope: str, complete: Callable[[str], Words]) -> None:
        """Say where one is; `complete` gives what the end of a text may become."""
        self._complete = complete
        self._ends_line = True
        if self._lines is None:
            clear_line(self._console)
            place = f"step {step}, in {scope_phrase(scope)}"
            said = f"Python at {place}: a copy of the program; Ctrl-D or `exit` leaves"
            self._console.print(Text(safe(said), styles.QUIET), markup=False, highlight=False)

    def next_source(self) -> str | None:
        """Whole statements, or an expression; None at Ctrl-D and `exit`. Ctrl-C begins the line anew."""
        if not self._ends_line:
            self._console.print()
            self._ends_line = True
        source = self._read() if self._lines is None else self._read_piped(self._lines)
        return None if source is None or source.strip() in LEAVES else source

    def show(self, stream: str, text: str) -> None:
        """Draw it as it comes."""
        if text:
            self._ends_line = text.endswith("\n")
            drawn = Text(safe(text.expandtabs(8), keep="\n"), _STYLES.get(stream, ""))
            self._console.print(drawn, end="", soft_wrap=True, markup=False, highlight=False)

    def _read(self) -> str | None:
        if self._prompt is None:
            self._prompt = self._make_prompt()
        while True:
            try:
                text = self._prompt.prompt()
            except KeyboardInterrupt:
                continue
            except EOFError:
                return None
            if text.strip():
                return text

    def _read_piped(self, lines: TextIO) -> str | None:
        source = ""
        while line := lines.readline():
            source += line
            if source.strip() and is_whole(source.removesuffix("\n")):
                return source
        return source if source.strip() else None

    def _make_prompt(self) -> PromptSession[str]:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.lexers import PygmentsLexer
        from pygments.lexers.python import PythonLexer

        from llmdb.ui.completer import WordCompleter

        return PromptSession(
            FIRST,
            multiline=True,
            prompt_continuation=lambda width, number, wrapped: FURTHER,
            completer=WordCompleter(lambda text: self._complete(text)),
            complete_while_typing=False,
            history=InMemoryHistory(),
            lexer=PygmentsLexer(PythonLexer) if not self._console.no_color else None,
            key_bindings=_enter_bindings(),
            input=self._keys,
            output=self._screen,
        )


def _enter_bindings() -> KeyBindings:
    """Enter runs what is whole, and else goes on to the next line, indented like this one."""
    from prompt_toolkit.key_binding import KeyBindings

    bindings = KeyBindings()

    @bindings.add("enter")
    def enter(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if buffer.document.is_cursor_at_the_end and is_whole(buffer.text):
            buffer.validate_and_handle()
            return
        before = buffer.document.current_line_before_cursor
        indent = _INDENT.match(before)
        deeper = "    " if before.rstrip().endswith(":") else ""
        buffer.insert_text("\n" + (indent[0] if indent else "") + deeper)

    return bindings


def is_whole(source: str) -> bool:
    """Whether nothing needs to follow: an empty line ends a compound statement of several lines."""
    rows = source.split("\n")
    if len(rows) > 1 and not rows[-1].strip():
        return not _is_begun(source)
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return not _is_begun(source)
    except (ValueError, MemoryError, RecursionError):
        return True
    return len(rows) == 1 or not body or not hasattr(body[-1], "body")


def _is_begun(source: str) -> bool:
    """Whether more text could make Python of it."""
    import codeop
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return codeop.compile_command(source, symbol="exec") is None
        except (SyntaxError, ValueError, OverflowError, MemoryError, RecursionError):
            return False
