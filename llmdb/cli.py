"""The entry of llmdb: builds the session, runs batch commands or opens the prompt, and gives the exit status."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from llmdb.archive.magic import is_session_file
from llmdb.commands import register as register_commands
from llmdb.commands.line.dispatch import Answer, attempt
from llmdb.commands.line.lines import CommandLines
from llmdb.commands.results.common import Quit
from llmdb.commands.state.disk import watch_file
from llmdb.demos import choose_demo, demo_files, list_demos
from llmdb.errors import CommandError, LlmdbError, PluginError, UsageError
from llmdb.folders import settings_path
from llmdb.options import Call, misplaced_options, parse_call
from llmdb.program.files import lines_of
from llmdb.program.load import load_snippet
from llmdb.program.notes import as_test, calls_of_tests
from llmdb.program.snippet import Snippet
from llmdb.registry import Registry
from llmdb.runner.interpreter import interpreter_at, short
from llmdb.runner.newer_syntax import follow_interpreter
from llmdb.session import ModelSettings, Session, SuppliedPrefix

if TYPE_CHECKING:
    from llmdb.commands.save import KeptSession
    from llmdb.runner import Runner
    from llmdb.runner.launch import Waiting

_TESTS_AHEAD = 4
"""Visible tests whose processes are started before they are run."""
OK, FAILED, WRONG_CALL, INTERRUPTED = 0, 1, 2, 130


def run_command_line(argv: Sequence[str], waiting: Waiting | None = None) -> int:
    """Run llmdb with these arguments; its exit status: 0, 1 a command failed, 2 the call was wrong, 130 Ctrl-C.

    `waiting` are children that were started for it.
    """
    try:
        return _run(argv, waiting)
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


def _run(argv: Sequence[str], waiting: Waiting | None) -> int:
    warnings.simplefilter("ignore", SyntaxWarning)  # of the snippet, which is parsed here again and again
    call = parse_call([*_kept_options(), *argv], os.environ)
    if call.tour:
        call = _on_tour(call)
    if call.target is None and call.code is None and call.module is None:
        demo = _chosen_demo(call)
        if demo is None:
            return OK
        call = replace(call, target=str(demo))
    if call.json and not call.commands:
        raise UsageError("--json needs at least one -x COMMAND")
    with closing(build_session(call, waiting)) as session:
        if call.commands:
            session.ask_input = None if call.target == "-" else _answer_from_stdin
            return run_batch(session, call.commands, call.json)
        from llmdb.ui.repl import open_before_first, run_repl
        from llmdb.ui.startup import StartupLine, startup_lines

        opening = open_before_first if call.first else None
        startup = (*startup_lines(os.environ), *(StartupLine(line, "--first") for line in call.first))
        return run_repl(session, opening=opening, startup=startup)


def _kept_options() -> list[str]:
    """The options that the user's settings file has; nothing more is imported where there is none."""
    if not settings_path(os.environ).exists():
        return []
    from llmdb.settings_file import option_words, read_settings

    return option_words(read_settings(os.environ), os.environ)


def _on_tour(call: Call) -> Call:
    """The call that opens the demo of the tour, at its first lesson."""
    from llmdb.commands.tour import DEMO

    demo = choose_demo(DEMO)
    if demo is None or (call.target, call.code, call.module) != (None, None, None):
        raise UsageError(f"--tour goes through the demo {DEMO} and takes no other program")
    return replace(call, target=str(demo), first=("tour",))


def _chosen_demo(call: Call) -> Path | None:
    """List the demos where no snippet is named; at a terminal one of them can be chosen by its number."""
    if call.commands or call.json or call.arguments:
        raise UsageError("a FILE, '-' or -c CODE is needed")
    print(list_demos())
    from llmdb.entry import is_at_terminal

    while is_at_terminal() and demo_files():
        try:
            answer = input("\na number opens one, Enter leaves: ")
        except EOFError:
            return None
        if not answer.strip():
            return None
        if (demo := choose_demo(answer)) is not None:
            return demo
        print(f"no demo {answer.strip()!r}: 1 to {len(demo_files())}")
    return None


def build_session(call: Call, waiting: Waiting | None = None) -> Session:
    """The session that a command line asks for; `waiting` are children that were started for it.

    Raises:
        UsageError: the snippet cannot be loaded.
        PluginError: a plugin named by `--plugin` cannot be loaded.
    """
    from llmdb.runner import Runner

    follow_interpreter(call.settings.options.python)
    kept = _kept(call)
    if call.module is not None:
        call = _with_python(call, None)
        call = _with_file_of_module(call)
    call = _with_python(call, kept.snippet.path if kept is not None else _file(call))
    follow_interpreter(call.settings.options.python)
    runner = Runner(waiting)
    if kept is None:  # while the child starts, the rest is imported here
        runner.start_ahead(call.settings.options, records=True)
    try:
        return _session_with(call, runner, kept)
    except BaseException:
        runner.end_waiting()
        raise


def _session_with(call: Call, runner: Runner, kept: KeptSession | None) -> Session:
    registry = build_registry(call.plugins)
    for refusal in registry.refused:
        complain(str(refusal))
    snippet = kept.snippet if kept is not None else replace(_load(call, registry), module=call.module or "")
    if call.modules:
        from llmdb.runner.project import record_with

        snippet = record_with(snippet, call.modules, call.settings.options)
    if call.arguments and (hint := misplaced_options(call, snippet.text)):
        complain(hint)
    session = Session(
        snippet=snippet,
        registry=registry,
        runner=runner,
        settings=call.settings,
        arguments=call.arguments,
        task=call.task if call.task is not None else snippet.task,
        tests=(*snippet.tests, *map(as_test, call.tests)) or calls_of_tests(snippet.main),
    )
    if kept is None and len(session.tests) > 1:
        for _ in session.tests[:_TESTS_AHEAD]:
            runner.start_ahead(session.options, records=False)
    watch_file(session)
    session.model_factory = partial(_open_model, session)
    session.supply_packages = _provide_packages
    session.supply_prefix = _supply_prefix
    if kept is not None:
        with session.showing_lines():
            notes = kept.reopen(session)
        for note in notes:
            complain(note)
        watch_file(session)
    return session


def _kept(call: Call) -> KeptSession | None:
    """The session in the file that the call names; None where it names another kind of file."""
    if call.target is None or not is_session_file(Path(call.target)):
        return None
    from llmdb.commands.save import KeptSession

    if call.arguments:
        raise UsageError(
            f"{call.target} is a session: its program has its arguments; `run ARG ...` gives others"
        )
    if call.modules:
        raise UsageError(f"{call.target} is a session: it has its files; `record {call.modules[0]}` adds one")
    return KeptSession(Path(call.target))


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


def _with_file_of_module(call: Call) -> Call:
    """The call with the file and the full name of what `-m` means. Nothing of it is imported."""
    from llmdb.runner.interpreter import find_module

    assert call.module is not None
    name, file = find_module(call.module, call.settings.options.python)
    return replace(call, module=name, target=str(file), seeks_python=False)


def _file(call: Call) -> Path | None:
    return Path(call.target) if call.target not in (None, "-") else None


def _with_python(call: Call, file: Path | None) -> Call:
    """The call with the Python of the environment that the snippet belongs to, unless one was named."""
    if not call.seeks_python:
        return call
    from llmdb.runner.environments import environment_of

    folder = environment_of(file, os.environ)
    if folder is None:
        return call
    try:
        python = interpreter_at(short(folder))
    except UsageError as problem:
        own = ".".join(map(str, sys.version_info[:2]))
        complain(f"{problem}; running with llmdb's own Python {own}")
        return call
    return replace(
        call, settings=replace(call.settings, options=replace(call.settings.options, python=python))
    )


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
            try:
                show(answer)
            except OSError:
                raise
            except Exception as problem:  # a recording may come from a stranger, a view from a plugin
                said = f"what it found cannot be shown: {type(problem).__name__}: {problem}"
                answer = Answer(command=answer.command, error=CommandError(said))
                show(answer)
            failed = failed or answer.error is not None
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
    import json

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
            with lines_of(answer.program):
                render(answer.result, console, session.registry)
        for note in answer.notes:
            console.print(safe(note), markup=False, highlight=False)

    return show
