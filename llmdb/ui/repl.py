"""The prompt: reads command lines, runs them, draws what they give back."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TextIO

from rich.text import Text

from llmdb.arguments import Rest
from llmdb.commands.line.dispatch import attempt, split_word
from llmdb.commands.line.lines import CommandLines
from llmdb.commands.results.common import Message, Quit, TraceListing
from llmdb.errors import LlmdbError
from llmdb.program.files import lines_of
from llmdb.terminal import A_KEY, ctrl_d_as, keys_kept
from llmdb.ui import styles
from llmdb.ui.asking import AskInput, AskLine, Confirm
from llmdb.ui.context import FEWEST_ROWS, context_for
from llmdb.ui.progress import ProgressLine
from llmdb.ui.python_prompt import PythonPrompt, is_whole
from llmdb.ui.render import render, render_error
from llmdb.ui.streaming import StreamLine
from llmdb.ui.text import glyphs_for, safe

if TYPE_CHECKING:
    from pathlib import Path

    from prompt_toolkit import PromptSession
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output
    from rich.console import Console

    from llmdb.command import Result
    from llmdb.commands.line.dispatch import Answer
    from llmdb.progress import OnProgress, Progress
    from llmdb.session import Session
    from llmdb.ui.startup import StartupLine

PROMPT = "(llmdb) "
MENU_ROWS = 6
_SOON_S = 0.0005
"""How long, in seconds, the thread that imports may keep the interpreter from the one that reads from children."""
_FIRST_S = 0.008
"""How long, in seconds, the imports wait: what the children of tests need of this process comes first."""
INTERRUPTED = "stopped; the session and what was answered so far are kept"


class Repl:
    """One sitting at the prompt: `open`, then `run_line` for each line, until a command quits."""

    def __init__(self, session: Session, console: Console) -> None:
        self.session = session
        self.console = console
        self.failed = False
        self._place = ""

    def open(
        self, opening: Callable[[Session], tuple[Result, ...]], meanwhile: Callable[[], None] | None = None
    ) -> None:
        """Record and show what is debugged; a recording that is stopped or fails leaves the prompt usable.

        Args:
            opening: records, and gives what is shown.
            meanwhile: called with the first report of progress, when children begin to run and this process waits.
        """
        try:
            with ctrl_d_as(A_KEY), ProgressLine(self.console) as progress, self.session.showing_lines():
                self.session.on_progress = progress
                if meanwhile is not None:
                    self.session.on_progress = _with_the_first(meanwhile, progress)
                results = opening(self.session)
            self.session.on_progress = None
            with self.session.showing_lines():
                self._show_together(results)
        except KeyboardInterrupt:
            self.console.print("stopped; `run` records again", markup=False)
        except LlmdbError as problem:
            render_error(str(problem) or type(problem).__name__, self.console)
        except Exception as problem:  # whatever went wrong while recording, the user gets a prompt
            said = f"{type(problem).__name__}: {problem}"
            render_error(f"the recording failed with {said}; `run` tries it again", self.console)
        finally:
            self.session.on_progress = None
            self.session.runner.end_waiting()

    def _show_together(self, results: Sequence[Result]) -> None:
        """Draw results one below the other, the later ones so that the first is still on the screen."""
        context = context_for(self.console, self.session.registry)
        for result in results:
            drawn = render(result, self.console, self.session.registry, context)
            if context.height is not None and isinstance(drawn, Text):
                rows = len(drawn.wrap(self.console, self.console.width))
                context = replace(context, height=max(FEWEST_ROWS, context.height - rows))

    def show(self, result: Result) -> None:
        """Draw a result, and let an empty line go on to the next page of a long one."""
        render(result, self.console, self.session.registry)
        if isinstance(result, TraceListing) and result.paged:
            from llmdb.ui.views.steps import last_shown

            last = last_shown(result, context_for(self.console))
            self.session.last_line = f"trace {last + 1}" if last < result.last else ""

    def run_line(self, line: str) -> bool:
        """Run the commands of one line and draw their results; whether the session goes on.

        What is typed meanwhile is for the next prompt, Ctrl-D too.
        """
        with ctrl_d_as(A_KEY):
            return self._run_parts(line)

    def run_startup(self, line: StartupLine) -> bool:
        """As `run_line`, for one that nobody types: what goes wrong names its place, and no more of it is asked for."""
        self._place = line.place
        try:
            return self.run_line(line.text)
        finally:
            self._place = ""

    def _run_parts(self, line: str) -> bool:
        try:
            lines = CommandLines(self.session, self._with_its_body(line))
        except KeyboardInterrupt:
            return True
        for part in lines:
            try:
                answer = self._run_command(part)
            except KeyboardInterrupt:
                self.console.print(INTERRUPTED, style="dim", markup=False)
                return True
            if isinstance(answer.result, Quit):
                return False
            lines.after(answer)
        return True

    def _with_its_body(self, line: str) -> str:
        """The line; where its Python is not complete (`for x in y:`, `p (1,`), with the lines that the user adds.

        They are asked for until it is complete, or the user ends the input.
        """
        ask, head = self.session.ask_line, self._before_python(line)
        if ask is None or self._place or head is None or is_whole(line[len(head) :]):
            return line
        text = line
        while not is_whole(text[len(head) :]):
            following = ask("... ")
            if following is None:
                return text
            text += f"\n{following}"
        return text

    def _before_python(self, line: str) -> str | None:
        """The part of a line before its Python: blanks, "!" or a command that takes code. None for a line without any.

        It is "p " of `p (1,` and "" of `for x in y:`.
        """
        word, rest = split_word(line)
        registry = self.session.registry
        if word in self.session.aliases or ";;" in line:
            return None
        name = None if word == "!" else registry.commands.name_of(word)
        if name is None:
            return line[: len(line) - len(line.lstrip().removeprefix("!"))]
        takes_code = any(
            isinstance(one, Rest) and one.is_code for one in registry.commands[name].arguments or ()
        )
        return line[: len(line.rstrip()) - len(rest)] if takes_code and rest else None

    def _run_command(self, line: str) -> Answer:
        with ProgressLine(self.console) as progress, StreamLine(self.console) as stream:
            self.session.on_progress = progress
            self.session.on_model_text, self.session.on_model_note = stream, stream.note
            try:
                answer = attempt(self.session, line)
            finally:
                self.session.on_progress = None  # what Tab asks for between commands draws no line
        if answer.error is not None:
            self.failed = True
            where = f"{self._place}: " if self._place else ""
            render_error(f"{where}{answer.error}", self.console)
        elif answer.result is not None:
            try:
                with lines_of(answer.program):
                    self.show(answer.result)
            except OSError:
                raise
            except Exception as problem:  # a recording may come from a stranger, a view from a plugin
                self.failed = True
                said = f"{type(problem).__name__}: {problem}"
                render_error(f"{answer.command}: what it found cannot be shown: {said}", self.console)
        for note in answer.notes:
            self.note(note)
        return answer

    def note(self, said: str) -> None:
        """A line beside the results; "" for none."""
        if said:
            self.console.print(safe(said), style=styles.QUIET, markup=False, highlight=False)


def run_repl(
    session: Session,
    *,
    console: Console | None = None,
    opening: Callable[[Session], tuple[Result, ...]] | None = None,
    history: Path | None = None,
    keys: Input | None = None,
    screen: Output | None = None,
    lines: TextIO | None = None,
    startup: Sequence[StartupLine] = (),
) -> int:
    """Open the prompt and serve it until it is left.

    Args:
        session: what is debugged; it is recorded now if it is not yet.
        console: where results are drawn; standard output by default.
        opening: the results shown before the first prompt.
        history: the history's file; by default `LLMDB_HISTORY` or one in the XDG state folder.
        keys, screen: the terminal, for tests.
        lines: where commands come from when they are not typed at a terminal; standard input by default.
        startup: command lines that are run before the first prompt of a terminal.

    Returns:
        The exit status: 0, or 1 when commands came from a pipe and one failed.
    """
    from llmdb.ui.console import make_console, use_theme
    from llmdb.ui.views import register as register_views

    _add_views(session, register_views)
    console = console or make_console()
    typed = keys is not None or (lines is None and sys.stdin is not None and sys.stdin.isatty())
    repl = Repl(session, console)
    source = lines or sys.stdin
    session.ask_input = AskInput(console, keys, screen, None if typed else source)
    session.ask_line = AskLine(console, keys, screen, None if typed else source)
    session.python_prompt = PythonPrompt(console, keys, screen, None if typed else source)
    session.on_theme = partial(use_theme, console)
    if typed:
        session.confirm = Confirm(console, keys, screen)
    restored = ""
    if typed:
        from llmdb.commands.state.places import restore_places

        restored = restore_places(session, os.environ)
    repl.open(opening or open_session, preload if typed else None)
    if not typed:
        return _serve_lines(repl, source)
    repl.note(restored)
    if not all(repl.run_startup(line) for line in startup):
        return 0
    return _serve_kept(repl, partial(_serve_prompt, history=history, keys=keys, screen=screen))


def _serve_kept(repl: Repl, serve: Callable[[Repl, Callable[[str], None]], int]) -> int:
    """Serve the prompt, and keep the sitting in a file as it goes; an earlier one that was cut off is offered first.

    Args:
        repl: the prompt, already open.
        serve: reads and runs lines until the prompt is left, calls its second argument with each line that was run, and
            gives the exit status.

    Returns:
        The exit status.
    """
    from llmdb.commands.state.places import keep_places
    from llmdb.commands.state.sitting import begin_sitting, cut_off

    snippet = repl.session.snippet
    if cut_off(snippet, os.environ) is not None:
        repl.note(f"a sitting with {snippet.name} was cut off: `resume` takes it up")
    sitting = begin_sitting(repl.session, os.environ)
    status = serve(repl, partial(sitting.keep, repl.session))
    keep_places(repl.session, os.environ)
    sitting.leave()
    return status


def _add_views(session: Session, register: Callable[..., None]) -> None:
    """Register the built-in views below those that plugins brought."""
    from_plugins = dict(session.registry.views)
    register(session.registry)
    session.registry.views.update(from_plugins)


def open_session(session: Session) -> tuple[Result, ...]:
    """What is shown before the first prompt: what was recorded, and the first step."""
    from llmdb.commands.line.opening import describe_session, is_left_unread

    opening = describe_session(session)
    if is_left_unread(session):
        return opening, Message(text="the recording is read while you type: `where` shows the step")
    from llmdb.commands.state.position import show_position  # by now `preload` has it

    return (opening, show_position(session)) if opening.steps else (opening,)


def open_before_first(session: Session) -> tuple[Result, ...]:
    """As `open_session`, without the first step: a command that goes elsewhere is run next."""
    return open_session(session)[:1]


def _with_the_first(call: Callable[[], None], progress: OnProgress) -> OnProgress:
    """A listener that makes `call` at the first report and hands every report on to `progress`."""
    waiting = [call]

    def report(work: Progress) -> None:
        if waiting:
            waiting.pop()()
        progress(work)

    return report


def preload() -> None:
    """Import what comes next in the background: while children run this process has nothing else to do.

    Not what reads keys, which takes longer than they do: it comes behind the prompt.
    """
    import threading
    import time

    usual = sys.getswitchinterval()

    def load() -> None:
        time.sleep(_FIRST_S)
        try:
            import llmdb.commands.state.position
            import llmdb.replay.trace  # noqa: F401
        finally:
            sys.setswitchinterval(usual)

    sys.setswitchinterval(_SOON_S)  # what comes from a child is not to wait for an import
    threading.Thread(target=load, name="prompt import", daemon=True).start()


def _serve_lines(repl: Repl, lines: TextIO | None) -> int:
    while lines is not None:
        try:
            line = lines.readline()
        except KeyboardInterrupt:
            return 130
        if not line or not repl.run_line(line.rstrip("\n")):
            break
    return 1 if repl.failed else 0


def _serve_prompt(
    repl: Repl,
    keep: Callable[[str], None],
    *,
    history: Path | None,
    keys: Input | None,
    screen: Output | None,
) -> int:
    missing = warm_up_model(repl.session)
    if missing is not None:
        repl.console.print(missing, style=styles.QUIET, markup=False, highlight=False)
    with _prompt_shown(repl.console) if keys is None and screen is None else nullcontext():
        from llmdb.commands.line.meanwhile import make_ready
        from llmdb.ui.waiting import while_waiting

        prompt = make_prompt(repl.session, repl.console, history, keys, screen)
        go_on = while_waiting(partial(make_ready, repl.session))
    at_end = False
    while True:
        try:
            line = prompt.prompt(pre_run=go_on)
        except KeyboardInterrupt:
            continue
        except EOFError:
            if at_end:  # a terminal that is gone says so for ever
                return 0
            at_end, line = True, "quit"
        else:
            at_end = False
        if not repl.run_line(line):
            return 0
        keep(line)


@contextmanager
def _prompt_shown(console: Console) -> Iterator[None]:
    """Show the prompt while what reads it is imported; it is drawn over when that is here, and has the keys typed."""
    if not console.is_terminal or console.is_dumb_terminal:
        yield
        return
    with keys_kept():
        console.file.write(PROMPT)
        console.file.flush()
        yield
        console.file.write("\r")
        console.file.flush()


def warm_up_model(session: Session) -> str | None:
    """Import the model client and what asks it shortly after the prompt is drawn, if the session has a model.

    Returns:
        Why no model, or not this one, can be asked here; None where it can, or none is configured.
    """
    if session.settings.model.name is None:
        return None
    from llmdb.commands.model import look_at_model
    from llmdb.llm.loading import no_litellm, warm_up

    missing = no_litellm()
    if missing is not None:
        return missing
    warm_up(after_s=0.5, modules=("llmdb.commands.verdict", "llmdb.commands.fix", "llmdb.commands.ask"))
    return look_at_model(session)


def make_prompt(
    session: Session, console: Console, history: Path | None, keys: Input | None, screen: Output | None
) -> PromptSession[str]:
    """The prompt with completion, history, keys and the toolbar."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.auto_suggest import AutoSuggestFromHistory

    from llmdb.ui.completer import CommandCompleter
    from llmdb.ui.history import history_path, open_history
    from llmdb.ui.keys import key_bindings
    from llmdb.ui.toolbar import toolbar_text

    glyphs = glyphs_for(console.encoding)

    def toolbar() -> str:
        from prompt_toolkit.application import get_app

        try:
            with session.showing_lines():
                return toolbar_text(session, get_app().output.get_size().columns, glyphs)
        except Exception:  # of a stranger's recording: a command says what is wrong with it
            return ""

    return PromptSession(
        PROMPT,
        completer=CommandCompleter(session),
        complete_while_typing=False,
        reserve_space_for_menu=MENU_ROWS,
        history=open_history(history or history_path(os.environ)),
        auto_suggest=AutoSuggestFromHistory(),
        enable_history_search=True,
        key_bindings=key_bindings(),
        bottom_toolbar=toolbar,
        input=keys,
        output=screen,
    )
