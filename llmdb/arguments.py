"""How the arguments of a command are declared: one declaration reads them, says them and completes them.

    Command(name="trace", run=run_trace, arguments=(
        Operand("first", whole("a step", 1)), Operand("last", whole("a step", 1)), Switch("--summary"),
    ), ...)

reads `trace 3 --summary`, calls `run_trace(session, first=3, last=None, summary=True)`, and is written as
`trace [FIRST [LAST]] [--summary]` in the help.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from llmdb.errors import BadArgument
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.session import Session

Reader: TypeAlias = "Callable[[str, str], object]"
"""Reads a text for a command: (text, the command's name) to the value; raises `BadArgument`."""
Completer: TypeAlias = "Callable[[Session, str], Iterable[str]]"
"""(session, argument text so far) to candidates for its last word."""


def as_typed(text: str, command: str) -> str:
    """The text itself."""
    del command
    return text


@dataclass(frozen=True, slots=True)
class Switch:
    """A word that is there or not, as `--offline`: the parameter `offline` is True or False."""

    word: str

    @property
    def name(self) -> str:
        """The parameter's name."""
        return _parameter(self.word)


@dataclass(frozen=True, slots=True)
class Option:
    """A word and its value, as `--rounds 3`: the parameter `rounds`, `default` where it is not given."""

    word: str
    read: Reader
    shown: str = "N"
    default: object = None

    @property
    def name(self) -> str:
        """The parameter's name."""
        return _parameter(self.word)


@dataclass(frozen=True, slots=True)
class Operand:
    """A word by its place, as the 3 of `step 3`; `shown` is how the usage line calls it.

    With `is_many` it stands for all words from its place on, and the parameter is a tuple.
    """

    name: str
    read: Reader = as_typed
    shown: str = ""
    default: object = None
    is_needed: bool = False
    is_many: bool = False
    complete: Completer | None = None


@dataclass(frozen=True, slots=True)
class Rest:
    """All that is left, as it was typed: an expression, a path, a sentence.

    Operands that are needed stand before it. Switches and options may stand before it, and after it too where it is
    not Python (`is_code`). Where it is needed and missing, `read` is given the empty text, and says what is missing.
    """

    name: str
    read: Reader = as_typed
    shown: str = ""
    default: object = ""
    is_needed: bool = False
    is_code: bool = False
    complete: Completer | None = None


Argument: TypeAlias = "Switch | Option | Operand | Rest"


def _parameter(word: str) -> str:
    return word.lstrip("-").replace("-", "_")


def read_arguments(
    command: str, arguments: Sequence[Argument], text: str, takes: str = ""
) -> dict[str, object]:
    """The value of each argument, by its parameter.

    Args:
        command: its name.
        arguments: what was declared.
        text: what was typed after the name.
        takes: what a refusal says that the command takes; "" for what the arguments tell.

    Raises:
        BadArgument: a value cannot be read, one is missing, or there is more than was declared.
    """
    flags = {flag.word: flag for flag in arguments if isinstance(flag, Switch | Option)}
    rest = next((one for one in arguments if isinstance(one, Rest)), None)
    values: dict[str, object] = {
        flag.name: False if isinstance(flag, Switch) else flag.default for flag in flags.values()
    }
    takes = takes or usage_of(arguments) or "no argument"
    if rest is None:
        others = _take_flags(command, flags, split_words(text), values, takes)
        return values | _by_place(command, arguments, others, takes)
    words = [(found[0], found.start(), found.end()) for found in re.finditer(r"\S+", text)]
    first, last = 0, len(words)
    while first < last and words[first][0] in flags:
        first += _take_flag(command, flags, [word for word, _, _ in words[first:last]], values)
    while not rest.is_code and first < last:
        taken = next((n for n in (1, 2) if n <= last - first and _ends(flags, words[last - n : last])), 0)
        if not taken:
            break
        _take_flag(command, flags, [word for word, _, _ in words[last - taken : last]], values)
        last -= taken
    by_place = [one for one in arguments if isinstance(one, Operand)]
    before = [word for word, _, _ in words[first : min(last, first + len(by_place))]]
    values |= _by_place(command, by_place, before, takes)
    first += len(before)
    left = text[words[first][1] : words[last - 1][2]] if first < last else ""
    values[rest.name] = rest.read(left, command) if left or rest.is_needed else rest.default
    return values


def split_words(text: str) -> list[str]:
    """Words as a shell splits them.

    Raises:
        BadArgument: a quotation mark is not closed.
    """
    try:
        return shlex.split(text)
    except ValueError as problem:
        raise BadArgument(
            f"{text.strip()!r}: a quotation mark is not closed, or nothing follows a backslash"
        ) from problem


def _ends(flags: dict[str, Switch | Option], words: Sequence[tuple[str, int, int]]) -> bool:
    """Whether the words are a switch, or an option and its value."""
    flag = flags.get(words[0][0])
    return isinstance(flag, Switch if len(words) == 1 else Option)


def _take_flag(
    command: str, flags: dict[str, Switch | Option], words: Sequence[str], values: dict[str, object]
) -> int:
    """Read the flag that the words begin with; how many of them it takes."""
    flag = flags[words[0]]
    if isinstance(flag, Switch):
        values[flag.name] = True
        return 1
    if len(words) < 2:
        raise BadArgument(f"{flag.word} needs a value: `{command} {flag.word} {flag.shown}`")
    values[flag.name] = flag.read(words[1], command)
    return 2


def _take_flags(
    command: str,
    flags: dict[str, Switch | Option],
    words: list[str],
    values: dict[str, object],
    takes: str,
) -> list[str]:
    """Read the flags wherever they stand; the other words."""
    others = list[str]()
    while words:
        if words[0] in flags:
            words = words[_take_flag(command, flags, words, values) :]
        elif flags and words[0].startswith("--"):
            raise BadArgument(f"{command} takes {takes}, not {words[0]!r}")
        else:
            others.append(words[0])
            words = words[1:]
    return others


def _by_place(command: str, arguments: Sequence[Argument], words: list[str], takes: str) -> dict[str, object]:
    """The values of the operands."""
    values: dict[str, object] = {}
    given = list(words)
    for operand in (one for one in arguments if isinstance(one, Operand)):
        if operand.is_needed and not given:
            raise BadArgument(f"{command} needs {_shown(operand)}: `{command} {takes}`")
        if operand.is_many:
            values[operand.name] = tuple(operand.read(word, command) for word in given)
            given = []
        else:
            values[operand.name] = operand.read(given.pop(0), command) if given else operand.default
    if given:
        raise BadArgument(f"{command} takes {takes}, not {' '.join(words)!r}")
    return values


def usage_of(arguments: Sequence[Argument]) -> str:
    """`[FIRST [LAST]] [--summary]`; "" for no arguments."""
    return " ".join(_parts(arguments))


def _parts(arguments: Sequence[Argument]) -> Iterator[str]:
    flags = [
        f"[{flag.word}]" if isinstance(flag, Switch) else f"[{flag.word} {flag.shown}]"
        for flag in arguments
        if isinstance(flag, Switch | Option)
    ]
    is_code = any(isinstance(one, Rest) and one.is_code for one in arguments)
    yield from flags if is_code else ()
    by_place = [one for one in arguments if isinstance(one, Operand | Rest)]
    yield from (_shown(one) for one in by_place if one.is_needed)
    optional = [_shown(one) for one in by_place if not one.is_needed]
    if optional:
        yield "[" + " [".join(optional) + "]" * len(optional)
    yield from flags if not is_code else ()


def _shown(argument: Operand | Rest) -> str:
    shown = argument.shown or argument.name.upper()
    return f"{shown} ..." if isinstance(argument, Operand) and argument.is_many else shown


def completers_of(arguments: Sequence[Argument]) -> Iterator[Completer]:
    """What offers words for the arguments: their own completers, then the flags that were not typed yet."""
    for argument in arguments:
        if isinstance(argument, Operand | Rest) and argument.complete is not None:
            yield argument.complete
    flags = [one.word for one in arguments if isinstance(one, Switch | Option)]
    if flags:
        yield lambda session, text: [word for word in flags if word not in text.split()[:-1]]
