"""Stops and the moves between them: break, watch and their kin, continue, rcontinue."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from llmdb.arguments import Operand, Rest
from llmdb.command import Command
from llmdb.commands.following import recorded_path
from llmdb.commands.line.line_places import current_file, named_file, read_line
from llmdb.commands.line.parsing import as_expression, near_names, parse_expression, whole
from llmdb.commands.looking import complete_name
from llmdb.commands.moves import arrive, parse_block, stop_at
from llmdb.commands.results.common import Position
from llmdb.commands.results.session import Stops
from llmdb.commands.state.hits import first_hit, walk
from llmdb.commands.state.leading_on import leading_on
from llmdb.commands.state.position import require_steps
from llmdb.commands.state.values_over_run import ValuesOverRun, is_path
from llmdb.errors import BadArgument, NoSuchName, NoSuchStep
from llmdb.program.files import SourceFile, file_of, line_label, module_of, own_name
from llmdb.session import Session
from llmdb.stops import Stop, StopKind

if TYPE_CHECKING:
    from llmdb.program.graph import Scope
    from llmdb.registry import Registry
    from llmdb.types import LineNo

_PLACE_IF = re.compile(r"^([^\s,]+)\s+if\s+(.+)", re.DOTALL)
"""A condition as gdb has it: `break 7 if n > 2`."""
_WATCHED_IF = re.compile(r"^((?:(?!\sif\s).)+)\sif\s((?:(?!\selse\s).)+)$", re.DOTALL)
"""`watch len(xs) if n > 2`, but not `watch a if n > 2 else b`."""


_ASKED_BEFORE = (
    "The condition is evaluated where the line, function or block is about to run. `break 9 if x > 3` is the same as "
    "`break 9, x > 3`."
)
_STOP = whole("a stop's number", lowest=1)


def register(registry: Registry) -> None:
    """Add stops, and the moves from one to the next."""
    place = Rest(
        "place",
        shown="LINE | FUNCTION | BLOCK [, CONDITION]",
        complete=_complete_function,
    )
    watched = Rest(
        "watched",
        parse_watched,
        shown="EXPRESSION [, CONDITION]",
        is_needed=True,
        is_code=True,
        complete=complete_name,
    )
    number = Operand("number", _STOP, is_needed=True)
    numbers = Operand("numbers", _STOP, shown="NUMBER", default=(), is_many=True)
    condition = Rest("condition", parse_expression, shown="EXPRESSION", is_code=True, complete=complete_name)
    move = partial(Command, group="move", arguments=())
    for command in (
        move(
            name="continue",
            aliases=("c", "cont"),
            run=leading_on(run_continue),
            summary="go on to the next stop, or to the end",
        ),
        move(
            name="rcontinue",
            aliases=("rc",),
            run=run_rcontinue,
            summary="go back to the stop before, or to the start",
        ),
        Command(
            name="break",
            aliases=("b",),
            run=run_break,
            arguments=(place,),
            summary="stop at a line, a function or a block (`break B4`), or list the stops",
            details=_ASKED_BEFORE,
            group="stop",
        ),
        Command(
            name="tbreak",
            run=run_tbreak,
            arguments=(place,),
            summary="stop at a line, a function or a block once",
            details=_ASKED_BEFORE,
            group="stop",
        ),
        Command(
            name="watch",
            run=run_watch,
            arguments=(watched,),
            summary="stop where a variable, attribute, item or expression takes another value",
            details="`watch self.size`, `watch xs[0]`, `watch len(queue)`: whatever object has that name in the "
            "code that runs. An expression must change nothing: what recorded values do not tell of it is asked of the "
            "program. The condition, after a comma or `if`, is evaluated in the state after the change, as by `p`.",
            group="stop",
        ),
        Command(
            name="clear",
            aliases=("cl",),
            run=run_clear,
            arguments=(numbers,),
            summary="remove the stops with these numbers; without any, all",
            group="stop",
        ),
        Command(
            name="disable",
            run=run_disable,
            arguments=(numbers,),
            summary="do not stop at these stops, but keep them; without numbers, at none",
            group="stop",
        ),
        Command(
            name="enable",
            run=run_enable,
            arguments=(numbers,),
            summary="stop at disabled stops again; without numbers, at all",
            group="stop",
        ),
        Command(
            name="condition",
            run=run_condition,
            arguments=(number, condition),
            summary="stop there only where an expression holds; without one, always",
            group="stop",
        ),
        Command(
            name="ignore",
            run=run_ignore,
            arguments=(number, Operand("count", whole("a count"), default=0)),
            summary="pass a stop by the next COUNT times that it is reached",
            group="stop",
        ),
    ):
        registry.command(command)


def _complete_function(session: Session, text: str) -> Iterable[str]:
    del text
    return (*(scope.name for scope in session.cfg.scopes if scope.kind == "function"),)


def run_continue(session: Session) -> Position:
    """`continue`."""
    require_steps(session)
    total = len(session.trace)
    hit = first_hit(session, forwards=True, from_start=True)
    if hit is None and session.position == total:
        raise NoSuchStep(f"step {total} of {total}: the trace ends here (`rcontinue` and `back` go back)")
    return stop_at(session, hit) if hit is not None else arrive(session, total, "end of the trace")


def run_rcontinue(session: Session) -> Position:
    """`rcontinue`."""
    require_steps(session)
    if session.position == 1:
        raise NoSuchStep(f"step 1 of {len(session.trace)}: the trace begins here")
    hit = first_hit(session, forwards=False)
    return stop_at(session, hit) if hit is not None else arrive(session, 1, "start of the trace")


def run_break(session: Session, place: str) -> Stops:
    """`break [LINE | FUNCTION | BLOCK [, CONDITION]]`."""
    if not place:
        return Stops(stops=session.stops)
    return _add(session, _parse_place(session, place, temporary=False))


def run_tbreak(session: Session, place: str) -> Stops:
    """`tbreak [LINE | FUNCTION | BLOCK [, CONDITION]]`."""
    if not place:
        return Stops(stops=session.stops)
    return _add(session, _parse_place(session, place, temporary=True))


def parse_watched(text: str, command: str) -> tuple[str, str]:
    """What is watched, and the condition of it, "" for none."""
    place, condition = _split_condition(_WATCHED_IF.sub(r"\1, \2", text.strip()))
    if not place:
        raise BadArgument(f"{command} needs an expression, e.g. `{command} total`")
    return place, parse_expression(condition, "condition") if condition.strip() else ""


def run_watch(session: Session, watched: tuple[str, str]) -> Stops:
    """`watch EXPRESSION [, CONDITION]`."""
    place, checked = watched
    if not is_path(session, place):
        require_steps(session)
        expression = parse_expression(place, "watch")
        ValuesOverRun(session, expression).require_harmless()
        return _add(
            session, Stop(number=session.next_stop, kind="watch", place=expression, condition=checked)
        )
    stop = Stop(
        number=session.next_stop,
        kind="watch",
        place=recorded_path(session, place, "watch"),
        condition=checked,
    )
    if not any(head.is_hit for head in walk(session, replace(stop, condition=""), since=0)):
        what = f"variable {stop.place!r}" if stop.place.isidentifier() else f"value of {stop.place}"
        raise NoSuchName(f"no {what} was recorded")
    return _add(session, stop)


def _split_condition(text: str) -> tuple[str, str]:
    """What stands before and after the comma between a name and a condition; `d[1, 2]` has one of its own."""
    for comma in re.finditer(",", text):
        if as_expression(text[: comma.start()]) is not None:
            return text[: comma.start()], text[comma.end() :]
    return text, ""


def _add(session: Session, stop: Stop) -> Stops:
    session.stops = (*session.stops, stop)
    session.next_stop += 1
    return Stops(stops=session.stops, note=stop.describe_state())


def _parse_place(session: Session, text: str, temporary: bool) -> Stop:
    place, _, condition = (part.strip() for part in _PLACE_IF.sub(r"\1, \2", text.strip()).partition(","))
    checked = parse_expression(condition, "condition") if condition else ""
    kind, name, line = _find_place(session, place)
    return Stop(
        number=session.next_stop,
        kind=kind,
        place=name,
        line=line,
        condition=checked,
        temporary=temporary,
    )


def _find_place(session: Session, place: str) -> tuple[StopKind, str, LineNo]:
    """A line, a function, or a block; a function may be called like a block. `FILE:` may stand before it, as in pdb."""
    name, _, number = place.rpartition(":")
    file = named_file(session, name) if name else None
    place = number.strip()
    if place.isascii() and place.isdigit():
        line = read_line(session, f"{name}:{place}" if name else place)
        _require_statement(session, line)
        return "line", line_label(line), line
    found = _find_function(session, place, file)
    block = parse_block(session, place) if found is None else None
    if block is not None:
        return "block", f"B{block}", session.cfg.block(block).lines[0]
    if found is None:
        raise NoSuchName(_no_function(session, place))
    return "function", found.name, found.first_line


def _no_function(session: Session, place: str) -> str:
    names = [_plain(scope.name) for scope in _functions(session)]
    return f"no function {place!r} in {session.snippet.name}; {near_names(place, names, none='no function')}"


def _require_statement(session: Session, line: LineNo) -> None:
    file = file_of(session.snippet.text, line)
    lines = sorted({number for block in session.cfg.blocks for number in block.statement_lines})
    if line not in lines:
        lines = [number for number in lines if number in range(file.before, file.last + 1)]
        following = next((number for number in lines if number > line), None)
        nearest = "the next one is" if following else "the last one is"
        there = line_label(following or max(lines, default=0))
        raise BadArgument(f"no statement begins at line {line_label(line)}; {nearest} {there}")


def _find_function(session: Session, place: str, file: SourceFile | None = None) -> Scope | None:
    """The function of a name: of the file that is named, else first of the one where the selected frame is."""
    here = (file or current_file(session)).module
    functions = _functions(session)
    if file is not None:
        functions = [scope for scope in functions if module_of(scope.name) == here]
    functions.sort(key=lambda scope: module_of(scope.name) != here)
    for scope in functions:
        if place in (scope.name, _plain(scope.name), _plain(scope.name).rpartition(":")[2]):
            return scope
    for scope in functions:  # `break helpers.clip`, as the program itself would call it
        if module_of(scope.name) and place == _plain(scope.name).replace(":", "."):
            return scope
    return next((scope for scope in functions if place == own_name(scope.name)), None)


def _functions(session: Session) -> list[Scope]:
    return [scope for scope in session.cfg.scopes if scope.kind == "function" and scope.blocks]


def _plain(scope: str) -> str:
    return scope.replace(".<locals>", "")


def run_clear(session: Session, numbers: tuple[int, ...]) -> Stops:
    """`clear [NUMBER ...]`."""
    cleared = _existing(session, numbers)
    session.stops = tuple(stop for stop in session.stops if stop.number not in cleared)
    return Stops(stops=session.stops, note=f"removed {len(cleared)}")


def run_disable(session: Session, numbers: tuple[int, ...]) -> Stops:
    """`disable [NUMBER ...]`."""
    return _change(session, numbers, enabled=False)


def run_enable(session: Session, numbers: tuple[int, ...]) -> Stops:
    """`enable [NUMBER ...]`."""
    return _change(session, numbers, enabled=True)


def run_condition(session: Session, number: int, condition: str) -> Stops:
    """`condition NUMBER [EXPRESSION]`."""
    return _change(session, (number,), condition=condition)


def run_ignore(session: Session, number: int, count: int) -> Stops:
    """`ignore NUMBER [COUNT]`."""
    return _change(session, (number,), ignore=count)


def _change(session: Session, asked: tuple[int, ...], **changes: object) -> Stops:
    numbers = _existing(session, asked)
    session.stops = tuple(
        replace(stop, **changes) if stop.number in numbers else stop  # type: ignore[arg-type]
        for stop in session.stops
    )
    changed = [stop for stop in session.stops if stop.number in numbers]
    return Stops(stops=session.stops, note="; ".join(stop.describe_state() for stop in changed))


def _existing(session: Session, numbers: tuple[int, ...]) -> set[int]:
    """The stops that are named, all of them for none.

    Raises:
        BadArgument: there is no such stop.
    """
    known = {stop.number for stop in session.stops}
    if unknown := set(numbers) - known:
        there = ", ".join(map(str, sorted(known))) or "none"
        raise BadArgument(f"no stop {min(unknown)}; there are: {there}")
    return set(numbers) or known
