"""Programs of several files: one text with one numbering of lines, which says where each file begins.

A line `# ═══ module helpers: helpers.py ═══` ends the main file and begins the file of the module `helpers`. All that
goes by text and lines goes by this one text; a scope of a module has its name before it, `helpers:f`.
"""

import functools
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from llmdb.types import LineNo
from llmdb.values import dataclass

_SIGN = "# ═══ module "
_MARK = re.compile(r"^# ═══ module ([\w.]+): (.+) ═══$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """One file of a program.

    Attributes:
        module: the name that it is imported by; "" for the main file.
        path: as it is shown, from the main file's folder on; "" for the main file.
        text: of this file alone.
        before: how many lines of the whole text stand before its first.
    """

    module: str
    path: str
    text: str
    before: int = 0

    @property
    def prefix(self) -> str:
        """What stands before the names of its scopes."""
        return f"{self.module}:" if self.module else ""

    @property
    def line_count(self) -> int:
        """How many lines it has."""
        return self.text.count("\n") + (not self.text.endswith("\n") and self.text != "")

    @property
    def last(self) -> LineNo:
        """Its last line, in the whole text."""
        return self.before + self.line_count


@functools.lru_cache(maxsize=32)
def files_of(text: str) -> tuple[SourceFile, ...]:
    """The files that a program's text is made of, the main file first."""
    if _SIGN not in text:
        return (SourceFile(module="", path="", text=text),)
    marks = [*_MARK.finditer(text)]
    starts, ends = [0, *(mark.end() + 1 for mark in marks)], [*(mark.start() for mark in marks), len(text)]
    names = [("", ""), *((mark[1], mark[2]) for mark in marks)]
    return tuple(
        SourceFile(module=module, path=path, text=text[start:end], before=text.count("\n", 0, start))
        for (module, path), start, end in zip(names, starts, ends, strict=True)
    )


def joined(main: str, modules: Sequence[SourceFile]) -> str:
    """The one text of a main file and modules; their `before` is not looked at."""
    parts = [_ended(main) if modules else main]
    for file in modules:
        parts += [f"{mark_of(file)}\n", _ended(file.text)]
    return "".join(parts)


def replaced(text: str, file: SourceFile) -> str:
    """The program with another text of one of its files."""
    main, *modules = files_of(text)
    if not modules:
        return file.text
    if not file.module:
        return joined(file.text, modules)
    return joined(main.text, [file if other.module == file.module else other for other in modules])


def mark_of(file: SourceFile) -> str:
    """The line that begins the file of a module."""
    return f"{_SIGN}{file.module}: {file.path} ═══"


def with_modules_of(text: str, other: str) -> str:
    """A program with the modules that another text of it has: its own text of each, else that one's."""
    own = {file.module: file for file in files_of(text)}
    return joined(main_text(text), [own.get(file.module, file) for file in files_of(other)[1:]])


def missing_files(text: str, other: str) -> tuple[SourceFile, ...]:
    """The modules of a program that another text of it has not, or has for another file."""
    there = {(file.module, file.path) for file in files_of(other)}
    return tuple(file for file in files_of(text) if (file.module, file.path) not in there)


def line_of_mark(text: str) -> LineNo:
    """The first line of a text that would begin the file of a module; 0 for none."""
    return text.count("\n", 0, text.index(_SIGN)) + 1 if _SIGN in text else 0


def changed_files(text: str, other: str) -> tuple[SourceFile, ...]:
    """The files of a program that have another text in another one; those that it lacks are none of them."""
    if text == other:
        return ()
    there = {file.module: _ended(file.text) for file in files_of(other)}
    if len(there) == len(files_of(text)) == 1:
        return files_of(text)
    return tuple(
        file for file in files_of(text) if there.get(file.module, _ended(file.text)) != _ended(file.text)
    )


def main_text(text: str) -> str:
    """The main file of a program."""
    return files_of(text)[0].text


def file_of(text: str, line: LineNo) -> SourceFile:
    """The file that a line of the whole text is of."""
    return next(file for file in reversed(files_of(text)) if line > file.before or not file.module)


def own_name(scope: str) -> str:
    """The name of a function or class as its `def` has it: of `helpers:Box.total` it is `total`."""
    return scope.rpartition(":")[2].rpartition(".")[2]


def module_of(scope: str) -> str:
    """The module whose scope this is; "" for the main file."""
    return scope.rpartition(":")[0]


def variable_key(scope: str, name: str) -> str:
    """A module variable of the module that a scope is in, told from those of others: `count`, `helpers:count`."""
    return scope[: scope.rfind(":") + 1] + name


def is_module(scope: str) -> bool:
    """Whether a scope is the body of a file."""
    return scope.endswith("<module>")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownProgram:
    """A program whose lines are shown.

    Attributes:
        files: the main file and its modules; empty for a program of one file, whose lines are shown as numbers alone.
        main: what the main file is called.
    """

    files: tuple[SourceFile, ...] = ()
    main: str = ""


_SHOWN: ContextVar[ShownProgram] = ContextVar("program whose lines are shown")
_NONE = ShownProgram()


def shown_program(text: str, main: str) -> ShownProgram:
    """How lines of a program are shown; `main` is what its main file is called."""
    return ShownProgram(files=files_of(text) if _SIGN in text else (), main=main)


@contextmanager
def lines_of(program: ShownProgram) -> Iterator[None]:
    """Lines that are shown in here are of this program, or of the one that it becomes by `show_lines_of`."""
    token = _SHOWN.set(program)
    try:
        yield
    finally:
        _SHOWN.reset(token)


def show_lines_of(program: ShownProgram) -> None:
    """Lines that are shown in the rest of a `lines_of` are of this program; outside of one nothing changes."""
    if _SHOWN.get(None) is not None:
        _SHOWN.set(program)


def shows_several_files() -> bool:
    """Whether the lines that are shown are of more files than one."""
    return bool(_shown().files)


def file_name(line: LineNo) -> str:
    """What the file that a line is of is called."""
    file = shown_file(line)
    return _shown().main if file is None else file.path


def shown_file(line: LineNo) -> SourceFile | None:
    """The module that a line is of; None for one of the main file."""
    return next((file for file in reversed(_shown().files[1:]) if line > file.before), None)


def shown_line(line: LineNo) -> LineNo:
    """The number that a line has in its file."""
    file = shown_file(line)
    return line if file is None else line - file.before


def line_label(line: LineNo | None) -> str:
    """A line as it is shown: `12`, or of a program of several files `helpers.py:12`; "" for none."""
    return "" if line is None else span_label(line, line)


def span_label(first: LineNo, last: LineNo) -> str:
    """Lines of one file: `12-14`, or of a program of several files `helpers.py:12-14`."""
    begin, end = shown_line(first), shown_line(first) + last - first
    span = str(begin) if begin == end else f"{begin}-{end}"
    return f"{file_name(first)}:{span}" if shows_several_files() else span


def lines_beside(line: LineNo, total: int) -> range:
    """The lines of the file that a line is of, where the whole text has `total`."""
    if not shows_several_files():
        return range(1, total + 1)
    file = shown_file(line) or _shown().files[0]
    return range(file.before + 1, file.last + 1)


def _shown() -> ShownProgram:
    return _SHOWN.get(_NONE)


def _ended(text: str) -> str:
    return text if text.endswith("\n") or not text else f"{text}\n"
