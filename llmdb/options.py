"""The command line's options: what may be written, and what it means."""

from __future__ import annotations

import argparse
import math
import os
import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

from llmdb import __version__
from llmdb.errors import SnippetNotFound, SnippetUnreadable, UsageError
from llmdb.program.task import task_from_file
from llmdb.runner.interpreter import interpreter_at
from llmdb.runner.model import RunOptions
from llmdb.session import ModelSettings, Settings
from llmdb.values import dataclass

_USAGE = "llmdb [OPTIONS] FILE | -c CODE | -m MODULE [ARG ...]"
_EPILOG = (
    "FILE is a Python file or '-' for standard input; what follows it belongs to the program. "
    "Without FILE the demos are listed."
)
_READS_ARGUMENTS = re.compile(
    r"\b(argv|argparse|optparse|getopt|fileinput|unittest|pytest|click|typer|fire|docopt|absl|tyro|plac)\b"
)

_UNRECOGNIZED = re.compile(r"unrecognized arguments: (--?[^\s=]+).*", re.DOTALL)
"""What argparse says of an option that it does not know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A command line that was understood.

    Attributes:
        target: the FILE, None with `-c` or when none was given.
        code: the CODE of `-c`, else None.
        module: of `-m`, else None; its file becomes the target.
        arguments: the program's own.
        commands: of `-x`, in order; with none the prompt opens.
        first: of `--first`: run before the first prompt.
        tour: whether the tour is asked for.
        task, tests: from options; those in the snippet's notes are added later.
        modules: those of the project that are recorded with the file.
        seeks_python: whether the environment that the snippet belongs to is looked for: no Python was named.
    """

    target: str | None
    code: str | None
    module: str | None
    arguments: tuple[str, ...]
    commands: tuple[str, ...]
    first: tuple[str, ...]
    tour: bool
    json: bool
    settings: Settings
    task: str | None
    tests: tuple[str, ...]
    plugins: tuple[str, ...]
    modules: tuple[str, ...] = ()
    seeks_python: bool = True


_USED_MOST = (
    "-x",
    "--first",
    "-c",
    "--task",
    "--test",
    "--here",
    "--timeout",
    "--model",
    "--tour",
)


class _Print(argparse.Action):
    """Prints something and leaves."""

    def __init__(
        self, option_strings: Sequence[str], dest: str, choices: Sequence[str] = (), **more: Any
    ) -> None:
        del dest
        nargs = None if choices else 0
        super().__init__(option_strings, argparse.SUPPRESS, nargs=nargs, choices=choices or None, **more)

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: object,
        values: object,
        option_string: str | None = None,
    ) -> NoReturn:
        """Print it."""
        del namespace, option_string
        print(self.text(parser, str(values)), end="")
        parser.exit()

    def text(self, parser: argparse.ArgumentParser, value: str) -> str:
        """What is printed."""
        raise NotImplementedError


class _PrintShort(_Print):
    def text(self, parser: argparse.ArgumentParser, value: str) -> str:
        """The options that are used most, on one screen."""
        del value
        formatter = argparse.HelpFormatter(parser.prog, max_help_position=24, width=80)
        formatter.add_usage(_USAGE, parser._actions, [])
        formatter.start_section("used most")
        formatter.add_arguments(
            action for action in parser._actions if set(_USED_MOST) & set(action.option_strings)
        )
        formatter.end_section()
        formatter.add_text(
            f"{_EPILOG} `llmdb --options` lists the other options, `help` at the prompt the commands."
        )
        return formatter.format_help()


class _PrintAll(_Print):
    def text(self, parser: argparse.ArgumentParser, value: str) -> str:
        """All options."""
        del value
        return parser.format_help()


class _PrintCompletion(_Print):
    def text(self, parser: argparse.ArgumentParser, value: str) -> str:
        """The script of a shell."""
        from llmdb.shell.completion import (
            completion_script,
        )  # not before it is asked for: the first prompt is near

        return completion_script(value, parser._actions)


def option_groups() -> list[tuple[str, list[argparse.Action]]]:
    """All options under their headings."""
    parser = build_parser()
    return [
        (group.title or "", list(group._group_actions))
        for group in parser._action_groups
        if group._group_actions
    ]


def _nearest(word: str, options: Iterable[str], cutoff: float) -> list[str]:
    from difflib import get_close_matches

    return get_close_matches(word, options, n=1, cutoff=cutoff)


class _Parser(argparse.ArgumentParser):
    """Options are checked by a formatter that does not look how wide the terminal is, which takes an import."""

    listed_by = "llmdb --help"

    def __init__(self, **given: Any) -> None:
        super().__init__(**given, formatter_class=partial(argparse.HelpFormatter, width=80))

    def format_help(self) -> str:
        """The help, as wide as the terminal."""
        self.formatter_class = argparse.HelpFormatter
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        wrong = _UNRECOGNIZED.fullmatch(message)
        near = _nearest(wrong[1], self._option_string_actions, 0.7) if wrong else []
        if wrong and near:
            raise UsageError(f"no option {wrong[1]}; did you mean {near[0]}? ({self.listed_by} lists them)")
        raise UsageError(f"{message} ({self.listed_by} lists the options)")


def parse_call(argv: Sequence[str], environment: Mapping[str, str]) -> Call:
    """Read the command line.

    Args:
        argv: without the program's name.
        environment: `LLMDB_MODEL` and `LLMDB_API_BASE` are looked up in it.

    Raises:
        UsageError: it was wrong; the message is one line.
        SystemExit: `--help` or `--version` was answered.
    """
    parser = build_parser()
    options, rest = split_at_file(argv, parser)
    given = parser.parse_args(options)
    if given.code is not None and given.module is not None:
        raise UsageError("-c CODE and -m MODULE exclude each other")
    is_file = given.code is None and given.module is None
    target = rest[0] if rest and is_file else None
    arguments = tuple(rest[1:] if is_file else rest)
    return Call(
        target=target,
        code=given.code,
        module=given.module,
        arguments=arguments,
        commands=tuple(given.execute),
        first=tuple(given.first),
        tour=given.tour,
        json=given.json,
        settings=_settings(given, environment),
        task=_task(given.task),
        tests=(*given.test, *_tests_from(given.tests)),
        plugins=tuple(given.plugin),
        modules=tuple(given.modules),
        seeks_python=given.python is None,
    )


def split_at_file(argv: Sequence[str], parser: argparse.ArgumentParser) -> tuple[list[str], list[str]]:
    """Llmdb's own options, and FILE with all that follows it: the program's, even where it begins with "-"."""
    takes_value = {
        text for action in parser._actions if action.nargs != 0 for text in action.option_strings
    }  # argparse has no public list of its actions
    at = 0
    while at < len(argv):
        word = argv[at]
        if word == "--":
            return list(argv[:at]), list(argv[at + 1 :])
        if word == "-" or not word.startswith("-"):
            return list(argv[:at]), list(argv[at:])
        at += 2 if word in takes_value else 1
        if word == "-m":
            break
    return list(argv[:at]), list(argv[at:])


def misplaced_options(call: Call, text: str) -> str:
    """One line for a user whose options of llmdb stand after FILE, so that the program got them; "" for none.

    A program whose text names one of the usual ways to read arguments is taken to mean them for itself.
    """
    if _READS_ARGUMENTS.search(text):
        return ""
    own = {
        option: action.nargs != 0 for action in build_parser()._actions for option in action.option_strings
    }  # whether a value follows
    moved: list[str] = []
    words = iter(call.arguments)
    for word in words:
        name, _, value = word.partition("=")
        if name in own:
            moved += [word] if value or not own[name] else [word, *islice(words, 1)]
    if not moved:
        return ""
    module = (call.module or "").removesuffix(".__main__")
    target = ["-m", module] if module else [call.target] if call.target is not None else ["-c", "CODE"]
    better = shlex.join(["llmdb", *moved, *target])
    return f"what follows FILE is the program's; options of llmdb stand before it: {better}"


def build_parser() -> argparse.ArgumentParser:
    """The options of the command line; FILE and what follows are split off before."""
    parser = _Parser(
        prog="llmdb",
        usage=_USAGE,
        epilog=_EPILOG,
        allow_abbrev=False,
        add_help=False,
        description="Record a Python snippet, walk the recording both ways, and ask a model about it.",
    )
    parser.add_argument("-h", "--help", action=_PrintShort, help="the options that are used most")
    parser.add_argument("--options", action=_PrintAll, help="all options, as `help options` at the prompt")
    parser.add_argument("--version", action="version", version=f"llmdb {__version__}", help="the version")
    parser.add_argument(
        "--completion",
        action=_PrintCompletion,
        choices=("bash", "zsh", "fish"),
        help="print a script that completes options there",
    )
    parser.add_argument("--tour", action="store_true", help="a walk through one bug, with the real commands")
    parser.add_argument(
        "-c", dest="code", metavar="CODE", help="the snippet, given inline (pdb's `-c COMMAND` is `--first`)"
    )
    parser.add_argument(
        "-m",
        dest="module",
        metavar="MODULE",
        help="a module or package of the current folder, or of the Python that it is run with; "
        "what follows is the program's",
    )
    _add_batch_options(parser)
    _add_snippet_options(parser)
    _add_run_options(parser, RunOptions())
    _add_model_options(parser)
    return parser


def parse_run_options(words: Sequence[str], now: RunOptions) -> tuple[RunOptions, tuple[str, ...] | None]:
    """What `run` at the prompt is given: options of the run as on the command line, then the program's arguments.

    The first word that is none of these options begins the arguments, and so does what follows "--".

    Args:
        words: of the command.
        now: the options so far; what is not named stays as it is.

    Returns:
        The options from now on, and the arguments; None for those that the program had before.

    Raises:
        UsageError: an option was wrong; the message is one line.
    """
    parser = _Parser(prog="run", add_help=False, allow_abbrev=False, usage="run [OPTIONS] [--] [ARG ...]")
    parser.listed_by = "help run"
    _add_run_options(parser, now)
    takes_value = {text: action.nargs != 0 for action in parser._actions for text in action.option_strings}
    at = 0
    while at < len(words) and (name := words[at].partition("=")[0]) in takes_value:
        at += 2 if takes_value[name] and "=" not in words[at] else 1
    options, rest = words[:at], tuple(words[at:])
    if rest and rest[0].startswith("--") and (near := _nearest(rest[0], takes_value, 0.8)):
        raise UsageError(
            f"run has no option {rest[0]}; did you mean {near[0]}? (what follows -- is the program's)"
        )
    named = rest[1:] if rest[:1] == ("--",) else rest or None
    return _run_options(parser.parse_args(options), now), named


def _add_batch_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("batch")
    group.add_argument(
        "-x", "--execute", action="append", default=[], metavar="COMMAND", help="run this command; repeatable"
    )
    group.add_argument(
        "--first",
        action="append",
        default=[],
        metavar="COMMAND",
        help="run this command before the first prompt; repeatable",
    )
    group.add_argument(
        "--json", action="store_true", help="with -x: each result is one JSON object on one line"
    )
    group.add_argument(
        "--plugin", action="append", default=[], metavar="PATH|NAME", help="load a plugin; repeatable"
    )


def _add_snippet_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the snippet")
    group.add_argument(
        "--task",
        metavar="TEXT|@PATH",
        help="what the snippet is meant to do; @PATH may be a program in another language",
    )
    group.add_argument(
        "--test", action="append", default=[], metavar="CODE", help="a visible test, e.g. 'assert f(2) == 3'"
    )
    group.add_argument("--tests", metavar="PATH", help="a file of visible tests")
    group.add_argument(
        "--with",
        dest="modules",
        action="append",
        default=[],
        metavar="MODULE",
        help="record this module of the project, too, or all of a package; repeatable",
    )
    group.add_argument(
        "--prefix",
        default="offline",
        metavar="offline|none|PATH",
        help="how missing context is supplied (offline)",
    )
    group.add_argument(
        "--level", choices=("block", "line", "function"), default="block", help="the unit of one step (block)"
    )
    group.add_argument(
        "--install",
        action="store_true",
        help="install missing packages that the snippet imports, without asking",
    )


def _add_run_options(parser: argparse.ArgumentParser, now: RunOptions) -> None:
    """The options that `run` takes, too; what is not given is as it is `now`."""
    limits = now.limits
    group = parser.add_argument_group("the run; `run` at the prompt takes these options, too")
    group.add_argument(
        "--python",
        metavar="PATH",
        help="a python, or an environment's folder, to run with; `own` for llmdb's (default: the active "
        "environment, or one beside FILE)",
    )
    group.add_argument(
        "--max-steps",
        type=_whole("steps"),
        default=limits.max_steps,
        metavar="N",
        help="visits of blocks (%(default)s)",
    )
    group.add_argument(
        "--timeout",
        type=_positive("seconds"),
        default=limits.timeout_s,
        metavar="SECONDS",
        help="of the program's run (%(default)s)",
    )
    group.add_argument(
        "--max-memory",
        type=_whole("MiB"),
        default=limits.max_memory_mib,
        metavar="MIB",
        help="of the program (%(default)s)",
    )
    group.add_argument(
        "--checkpoints",
        type=_whole("processes", most=200, zero=True),
        default=now.checkpoints,
        metavar="N",
        help="how many processes may be kept to go back into the recorded run; 0 goes through it again",
    )
    group.add_argument(
        "--sandbox",
        choices=("auto", "require", "off"),
        default=now.sandbox,
        help="how the program is shut in (%(default)s)",
    )
    group.add_argument(
        "--here",
        action="store_true",
        default=now.here,
        help="run in the current directory, reading and writing allowed there",
    )
    group.add_argument("--no-here", dest="here", action="store_false", help="run in a scratch folder again")
    group.add_argument(
        "--read",
        metavar="PATH",
        action="append",
        help="a file or folder that may be read though it is hidden in the home folder; may be repeated",
    )
    group.add_argument("--stdin", metavar="PATH", help="a file that answers the program's input()")
    group.add_argument(
        "--no-stdin", dest="stdin", action="store_const", const="", help="ask for input() again"
    )


def _run_options(given: argparse.Namespace, now: RunOptions) -> RunOptions:
    """What the options of the run make of those that hold now."""
    stdin = now.stdin if given.stdin is None else None
    return replace(
        now,
        limits=replace(
            now.limits, max_steps=given.max_steps, timeout_s=given.timeout, max_memory_mib=given.max_memory
        ),
        sandbox=given.sandbox,
        checkpoints=given.checkpoints,
        readable=(*now.readable, *(Path(path).expanduser().resolve() for path in given.read or ())),
        python=now.python if given.python is None else interpreter_at(given.python),
        here=given.here,
        cwd=Path.cwd() if given.here else None,
        stdin=_read_bytes(given.stdin, "--stdin") if given.stdin else stdin,
    )


def _add_model_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the model (asked only by commands that say so)")
    group.add_argument("--model", metavar="NAME", help="in litellm's naming; also LLMDB_MODEL")
    group.add_argument("--api-base", metavar="URL", help="an endpoint; also LLMDB_API_BASE")
    group.add_argument("--no-cache", action="store_true", help="do not use answers given before")
    group.add_argument(
        "--no-mask", action="store_true", help="send what looks like a secret, too; also LLMDB_NO_MASK=1"
    )
    group.add_argument(
        "--max-cost",
        type=_positive("US dollars", zero=True),
        metavar="USD",
        help="refuse calls that would cost more in all",
    )
    group.add_argument(
        "--model-timeout",
        type=_positive("seconds"),
        metavar="SECONDS",
        default=ModelSettings().timeout_s,
        help="how long to wait for an answer without a sign of life (%(default)g)",
    )


def _whole(unit: str, most: int = 10**12, zero: bool = False) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and -zero < int(text[:19]) <= most):
            wanted = f"from 0 to {most}" if zero else "above 0"
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of {unit} {wanted}")
        return int(text)

    return parse


def _positive(unit: str, zero: bool = False) -> Callable[[str], float]:
    def parse(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not math.isfinite(number) or number < 0 or (number == 0 and not zero):
            raise argparse.ArgumentTypeError(f"{text!r} is not a number of {unit} above 0")
        return number

    return parse


def _settings(given: argparse.Namespace, environment: Mapping[str, str]) -> Settings:
    if given.prefix not in ("offline", "none"):
        read_text(given.prefix, "--prefix")
    return Settings(
        level=given.level,
        options=_run_options(given, RunOptions()),
        prefix=given.prefix,
        model=ModelSettings(
            name=given.model or environment.get("LLMDB_MODEL") or None,
            api_base=given.api_base or environment.get("LLMDB_API_BASE") or None,
            use_cache=not given.no_cache,
            max_cost_usd=given.max_cost,
            timeout_s=given.model_timeout,
            mask_secrets=not (given.no_mask or environment.get("LLMDB_NO_MASK")),
        ),
        may_install=given.install,
    )


def _task(text: str | None) -> str | None:
    if text is None or not text.startswith("@"):
        return text
    return task_from_file(text[1:], read_text(text[1:], "--task"))


def _tests_from(path: str | None) -> tuple[str, ...]:
    if path is None:
        return ()
    text = read_text(path, "--tests")
    return split_tests(text, path)


def split_tests(text: str, name: str) -> tuple[str, ...]:
    """The tests of a file: each `assert` with the statements before it that it may need.

    Raises:
        UsageError: it cannot be parsed.
    """
    import ast

    from llmdb.program.notes import as_test

    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as problem:
        raise UsageError(f"{name}: {getattr(problem, 'msg', problem)}") from problem
    setup: list[str] = []
    tests = []
    for statement in tree.body:
        written = as_test(ast.unparse(statement))
        if written.startswith("assert "):
            tests.append("\n".join([*setup, written]))
        else:
            setup.append(written)
    return tuple(tests) or (("\n".join(setup),) if setup else ())


def read_text(path: str, option: str) -> str:
    """A text file named by an option.

    Raises:
        UsageError: it cannot be read.
    """
    try:
        return _read_bytes(path, option).decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise SnippetUnreadable(f"{option}: {path} is not UTF-8 text") from problem


def _read_bytes(path: str, option: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except FileNotFoundError as problem:
        raise SnippetNotFound(f"{option}: {path}: no such file") from problem
    except OSError as problem:
        raise SnippetUnreadable(f"{option}: {path}: {os.strerror(problem.errno or 0)}") from problem
