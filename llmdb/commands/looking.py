"""The program's text and output: list, longlist, source, out."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from llmdb.arguments import Rest
from llmdb.command import Command
from llmdb.commands.line.line_places import current_file, named_file
from llmdb.commands.line.parsing import near_names, needed, parse_whole
from llmdb.commands.results.common import ProgramOutput, SourceListing
from llmdb.commands.state.position import selected_state, stop_lines
from llmdb.errors import BadArgument, NoSuchName
from llmdb.program.compiling import BODY_SCOPE
from llmdb.program.files import SourceFile, file_of, files_of, is_module
from llmdb.program.parsing import parse
from llmdb.session import Session

if TYPE_CHECKING:
    from llmdb.registry import Registry
    from llmdb.types import LineNo

_LISTED = 11
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def register(registry: Registry) -> None:
    """Add the commands that look at text and output."""
    registry.command(
        Command(
            name="list",
            aliases=("l",),
            run=run_list,
            arguments=(Rest("lines", shown=". | FIRST [, LAST]"),),
            summary="show source around the current step, and then further down",
            details="`list .` starts again at the current step. LAST smaller than FIRST is a count of lines.",
            group="look",
        )
    )
    registry.command(
        Command(
            name="longlist",
            aliases=("ll",),
            run=run_longlist,
            arguments=(),
            summary="show the whole function (or the whole snippet) of the selected frame",
            group="look",
        )
    )
    registry.command(
        Command(
            name="source",
            run=run_source,
            arguments=(
                Rest(
                    "name",
                    needed("the name of a function or class"),
                    is_needed=True,
                    complete=_complete_definition,
                ),
            ),
            summary="show the source of a function or class of the snippet",
            group="look",
        )
    )
    registry.command(
        Command(
            name="out",
            run=run_out,
            arguments=(),
            summary="show what the program has written up to the current step",
            group="look",
        )
    )


def complete_name(session: Session, text: str) -> Iterable[str]:
    """The variables of the selected frame."""
    del text
    return tuple(selected_state(session)) if session.is_recorded and session.position else ()


def run_list(session: Session, lines: str) -> SourceListing:
    """`list [. | FIRST [, LAST]]`."""
    file, wanted = _listed_file(session, lines)
    if wanted and wanted != ".":
        first, last = (file.before + number for number in _parse_range(wanted))
    elif session.listed_to is not None and not lines:
        file = file_of(session.snippet.text, session.listed_to)
        first, last = session.listed_to + 1, session.listed_to + _LISTED
    else:
        here = min(_current_lines(session), default=1)
        here = here if here in range(file.before + 1, file.last + 1) else file.before + 1
        first = max(file.before + 1, min(here - _LISTED // 2, file.last - _LISTED + 1))
        last = first + _LISTED - 1
    if first > file.last:
        raise BadArgument(_beyond(wanted, file.line_count))
    last = min(last, file.last)
    session.listed_to = last
    return _listing(session, first, last)


def _listed_file(session: Session, lines: str) -> tuple[SourceFile, str]:
    """The file to list, and which lines of it: `helpers.py`, `helpers.py:12`, or lines of the current file."""
    name, colon, rest = lines.rpartition(":")
    if colon:
        return named_file(session, name), rest
    is_file = lines.strip(" .") and not lines[:1].isdigit() and len(files_of(session.snippet.text)) > 1
    return (named_file(session, lines), "") if is_file else (current_file(session), lines)


def _beyond(wanted: str, total: int) -> str:
    if not wanted:
        return f"line {total} was the last; `list .` starts again at the current step"
    return f"the snippet has {total} lines; {wanted!r} is beyond its end"


def _parse_range(text: str) -> tuple[LineNo, LineNo]:
    parts = text.split(",") if "," in text else text.split()
    if len(parts) > 2:
        raise BadArgument(f"list takes FIRST and LAST, not {text!r}")
    first = parse_whole(parts[0], "a line", lowest=1)
    if len(parts) == 1:
        start = max(1, first - _LISTED // 2)
        return start, start + _LISTED - 1
    last = parse_whole(parts[1], "a line", lowest=1)
    return first, last if last >= first else first + last


def run_longlist(session: Session) -> SourceListing:
    """`longlist`."""
    if not session.is_recorded or not session.position:
        return _whole(session)
    lines = _current_lines(session)
    holding = [
        d for _, d in _qualified(session) if min(lines) in range(_first_line(d), (d.end_lineno or 0) + 1)
    ]
    scope = session.current_frame().scope
    if not holding or is_module(scope) or scope == BODY_SCOPE:
        return _whole(session)
    innermost = holding[-1]
    return _listing(session, _first_line(innermost), innermost.end_lineno or innermost.lineno)


def run_source(session: Session, name: str) -> SourceListing:
    """`source NAME`."""
    named = _qualified(session)
    wanted = name.rpartition(":")[2]
    file = named_file(session, name.rpartition(":")[0]) if ":" in name else None
    if file is not None:
        named = [(known, d) for known, d in named if d.lineno in range(file.before, file.last + 1)]
    found = [d for known, d in named if known == wanted] or [d for _, d in named if d.name == wanted]
    if not found:
        hint = near_names(name, [known for known, _ in named], none="nothing")
        raise NoSuchName(f"no function or class {name!r} in {session.snippet.name}; {hint}")
    return _listing(session, _first_line(found[0]), found[0].end_lineno or found[0].lineno)


def _qualified(session: Session) -> list[tuple[str, _Definition]]:
    """The snippet's functions and classes in order, each with its name as in `Box.total`."""
    named: list[tuple[str, _Definition]] = []
    waiting: list[tuple[str, ast.AST]] = [("", parse(session.snippet.text))]
    while waiting:
        around, node = waiting.pop()
        for child in ast.iter_child_nodes(node):
            name = around
            if isinstance(child, _Definition):
                name = f"{around}.{child.name}".lstrip(".")
                named.append((name, child))
            waiting.append((name, child))
    return sorted(named, key=lambda pair: pair[1].lineno)


def _complete_definition(session: Session, text: str) -> Iterable[str]:
    del text
    return tuple(name for name, _ in _qualified(session))


def _first_line(definition: _Definition) -> LineNo:
    return min([definition.lineno, *(decorator.lineno for decorator in definition.decorator_list)])


def _listing(session: Session, first: LineNo, last: LineNo) -> SourceListing:
    text = session.snippet.text.split("\n")
    return SourceListing(
        lines=tuple((number, text[number - 1]) for number in range(first, last + 1)),
        current=frozenset(_current_lines(session)),
        stop_lines=stop_lines(session),
    )


def _whole(session: Session) -> SourceListing:
    file = current_file(session)
    return _listing(session, file.before + 1, file.last)


def _current_lines(session: Session) -> tuple[LineNo, ...]:
    if not session.is_recorded or not session.position:
        return ()
    if session.selected:
        return (session.current_frame().line,)
    return tuple(session.trace.lines(session.position))


def run_out(session: Session) -> ProgramOutput:
    """`out`; at the last step all output, that of callers which went on after it included."""
    trace, step = session.trace, session.position
    here = "".join(written for _, written in trace.output(step)) if step else ""
    if step == len(trace):
        return ProgramOutput(step=step, stdout=trace.stdout, stderr=trace.stderr, here=here)
    return ProgramOutput(
        step=step,
        stdout=trace.output_until(step, "stdout"),
        stderr=trace.output_until(step, "stderr"),
        here=here,
    )
