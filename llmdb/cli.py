"""The entry of llmdb: builds the session, runs batch commands or opens the prompt, and gives the exit status."""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial

from llmdb.commands import register as register_commands
from llmdb.commands.line.dispatch import Answer, attempt
from llmdb.commands.line.lines import CommandLines
from llmdb.commands.results.common import Quit
from llmdb.commands.state.disk import watch_file
from llmdb.demos import list_demos
from llmdb.errors import LlmdbError, PluginError, UsageError
from llmdb.options import Call, misplaced_options, parse_call
from llmdb.program.load import load_snippet
from llmdb.program.snippet import Snippet
from llmdb.registry import Registry
from llmdb.session import ModelSettings, Session, SuppliedPrefix

OK, FAILED, WRONG_CALL, INTERRUPTED = 0, 1, 2, 130


def run_command_line(argv: Sequence[str]) -> int:
    """Run llmdb with these arguments; its exit status: 0, 1 a command failed, 2 the call was wrong, 130 Ctrl-C."""
    try:
        return _run(argv)
    except UsageError as problem:
        return _complain(problem, WRONG_CALL)
    except LlmdbError as problem:
        return _complain(problem, FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), 1
        )  # the reader is gone: the flush at exit must not complain
        return FAILED


def _complain(problem: Exception, status: int) -> int:
    complain(str(problem))
    return status


def _run(argv: Sequence[str]) -> int:
    warnings.simplefilter("ignore", SyntaxWarning)  # of the snippet, which is parsed here again and again
    call = parse_call(argv, os.environ)
    if call.target is None and call.code is None:
        return _without_snippet(call)
    if call.json and not call.commands:
        raise UsageError("--json needs at least one -x COMMAND")
    with closing(build_session(call)) as session:
        if call.commands:
            session.ask_input = None if call.target == "-" else _answer_from_stdin
            return run_batch(session, call.commands, call.json)
        from llmdb.ui.repl import run_repl
        from llmdb.ui.startup import startup_lines

        return run_repl(session, startup=startup_lines(os.environ))


def _without_snippet(call: Call) -> int:
    if call.commands or call.json or call.arguments:
        raise UsageError("a FILE, '-' or -c CODE is needed")
    print(list_demos())
    return OK


def build_session(call: Call) -> Session:
    """The session that a command line asks for.

    Raises:
        UsageError: the snippet cannot be loaded.
        PluginError: a plugin named by `--plugin` cannot be loaded.
    """
    from llmdb.runner import Runner

    registry = build_registry(call.plugins)
    for refusal in registry.refused:
        complain(str(refusal))
    snippet = _load(call, registry)
    if call.arguments and (hint := misplaced_options(call, snippet.text)):
        complain(hint)
    session = Session(
        snippet=snippet,
        registry=registry,
        runner=Runner(),
        settings=call.settings,
        arguments=call.arguments,
        task=call.task if call.task is not None else snippet.task,
        tests=(*snippet.tests, *call.tests),
    )
    watch_file(session)
    session.model_factory = partial(_open_model, session)
    session.supply_packages = _provide_packages
    session.supply_prefix = _supply_prefix
    return session


def _open_model(session: Session, settings: ModelSettings) -> object:
    from llmdb.commands.model import model_opener  # not before a command asks: the first prompt is near

    return model_opener(session)(settings)


def _provide_packages(session: Session) -> None:
    from llmdb.commands.install import provide_packages

    provide_packages(session)


def _supply_prefix(session: Session) -> SuppliedPrefix:
    from llmdb.commands.state.prefix import supply_prefix

    return supply_prefix(session)


def build_registry(plugins: Sequence[str]) -> Registry:
    """The built-in commands, the installed plugins, and those named on the command line."""
    registry = Registry()
    register_commands(registry)
    registry.load_shipped()
    registry.load_entry_points()
    for target in plugins:
        try:
            registry.load_plugin(target)
        except PluginError as problem:
            registry.refused.append(str(problem))
    return registry


def _load(call: Call, registry: Registry) -> Snippet:
    if call.target is not None:
        for loader in registry.loaders:
            if loader.accepts(call.target):
                return loader.load(call.target)
    return load_snippet(call.target or "-c", stdin=sys.stdin.buffer, code=call.code)


def complain(text: str) -> None:
    """Say on standard error what went wrong; names of files and texts of exceptions may hold anything."""
    print(f"llmdb: {_escaped(text)}", file=sys.stderr)


def _escaped(text: str) -> str:
    from llmdb.ui.text import safe  # not before something is said: the first prompt is near

    return safe(text, keep="\n")


def run_batch(session: Session, commands: Sequence[str], as_json: bool) -> int:
    """Run the commands in order; 1 if one failed."""
    show = _print_json if as_json else _text_printer(session)
    failed = False
    for text in commands:
        lines = CommandLines(session, text)
        for line in lines:
            answer = attempt(session, line)
            failed = failed or answer.error is not None
            show(answer)
            if isinstance(answer.result, Quit):
                return FAILED if failed else OK
            lines.after(answer)
    return FAILED if failed else OK


def _answer_from_stdin(prompt: str) -> bytes | None:
    if sys.stdin is None:
        return None
    if sys.stdin.isatty():
        print(_escaped(prompt), end="", file=sys.stderr, flush=True)
    return sys.stdin.buffer.readline() or None


def _print_json(answer: Answer) -> None:
    # json escapes what is not ASCII, lone surrogates included, so that every line can be encoded
    sys.stdout.write(json.dumps(answer.to_json()) + "\n")
    sys.stdout.flush()


def _text_printer(session: Session) -> Callable[[Answer], None]:
    from llmdb.ui.console import make_console
    from llmdb.ui.render import render
    from llmdb.ui.text import safe
    from llmdb.ui.views import register as register_views

    from_plugins = dict(session.registry.views)
    register_views(session.registry)
    session.registry.views.update(from_plugins)
    console = make_console()

    def show(answer: Answer) -> None:
        if answer.error is not None or answer.result is None:
            complain(str(answer.error))
        else:
            render(answer.result, console, session.registry)
        for note in answer.notes:
            console.print(safe(note), markup=False, highlight=False)

    return show
