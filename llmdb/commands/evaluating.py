"""Expressions at the current step: p, pp, whatis, retval, display, undisplay."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from llmdb.arguments import Rest, Switch
from llmdb.command import Command
from llmdb.commands.convenience import LAST, keep
from llmdb.commands.line.later import note_once
from llmdb.commands.line.parsing import parse_expression
from llmdb.commands.looking import complete_name
from llmdb.commands.results.common import Displays, Evaluated, TypeOf
from llmdb.commands.state.position import display, evaluate, require_steps
from llmdb.errors import EvaluationFailed, NoSuchName, NotRecorded
from llmdb.python.operations import MUTATING_METHODS
from llmdb.session import Session

if TYPE_CHECKING:
    from llmdb.registry import Registry

_PRETTY = "(lambda value: (__import__('pprint').pprint(value, sort_dicts=False), value)[1])({})"


_AT_A_STEP = (
    Switch("--before"),
    Rest("expression", parse_expression, is_needed=True, is_code=True, complete=complete_name),
)


def register(registry: Registry) -> None:
    """Add the commands that evaluate."""
    registry.command(
        Command(
            name="p",
            run=run_p,
            arguments=_AT_A_STEP,
            summary="evaluate an expression in the state after the current step, or before it",
            details="It is asked of the very run that was recorded: processes were kept at some of its moments, and a "
            "copy of the nearest one is led on to this step. What the program drew by chance or read of a clock is "
            "what it was; where that cannot be had, it is said. The recording stays as it is. An expression alone "
            "is evaluated like this, too; `!n` is one where `n` would be a command.",
            group="look",
        )
    )
    registry.command(
        Command(
            name="pp",
            run=run_pp,
            arguments=_AT_A_STEP,
            summary="like `p`, laid out over several lines",
            group="look",
        )
    )
    registry.command(
        Command(
            name="whatis",
            run=run_whatis,
            arguments=_AT_A_STEP,
            summary="show the type of an expression's value",
            group="look",
        )
    )
    registry.command(
        Command(
            name="retval",
            aliases=("rv",),
            run=run_retval,
            arguments=(),
            summary="show what the current function call returned",
            group="look",
        )
    )
    registry.command(
        Command(
            name="display",
            run=run_display,
            arguments=(Rest("expression", parse_expression, is_code=True, complete=complete_name),),
            summary="show an expression's value after each move; without one, show them all",
            group="look",
        )
    )
    registry.command(
        Command(
            name="undisplay",
            run=run_undisplay,
            arguments=(Rest("expression", is_code=True, complete=_complete_displayed),),
            summary="stop displaying an expression, or all of them",
            group="look",
        )
    )


def run_p(session: Session, expression: str, before: bool) -> Evaluated:
    """`p [--before] EXPRESSION`."""
    require_steps(session)
    found = evaluate(session, expression, before=before)
    if not before and _is_for_its_effect(expression, found):
        note_once(session, f"that was asked in a copy of the program: `!{expression}` is gone on with")
    return _kept_as_last(session, found, before)


def _is_for_its_effect(expression: str, found: Evaluated) -> bool:
    """Whether a call is one that is made for what it changes: `items.append(3)`, `stack.pop()`, `cart.add("tea")`."""
    call = ast.parse(expression.strip(), mode="eval").body
    if not isinstance(call, ast.Call) or found.how != "replayed":
        return False
    if isinstance(call.func, ast.Attribute) and call.func.attr in MUTATING_METHODS:
        return True
    return found.value.type == "NoneType" and not found.written


def _kept_as_last(session: Session, found: Evaluated, before: bool) -> Evaluated:
    """The same, and it is `$_` from now on; not what was before a step, where nothing else is asked."""
    if not before:
        keep(session, LAST, found)
    return found


def run_pp(session: Session, expression: str, before: bool) -> Evaluated:
    """`pp [--before] EXPRESSION`."""
    require_steps(session)
    with suppress(NotRecorded, EvaluationFailed):
        laid_out = evaluate(session, _PRETTY.format(expression), before=before)
        if laid_out.written:
            return replace(laid_out, expression=expression, pretty=True)
    plain = evaluate(session, expression, before=before)
    return replace(_kept_as_last(session, plain, before), pretty=True)


def run_whatis(session: Session, expression: str, before: bool) -> TypeOf:
    """`whatis [--before] EXPRESSION`."""
    require_steps(session)
    return TypeOf(expression=expression, type=evaluate(session, expression, before=before).value.type)


def run_retval(session: Session) -> Evaluated:
    """`retval`."""
    require_steps(session)
    value = session.trace.return_value(session.position)
    if value is None:
        raise NotRecorded("the current frame returned no value (`return` goes to its last step)")
    return Evaluated(expression="(return value)", value=value)


def run_display(session: Session, expression: str) -> Displays:
    """`display [EXPRESSION]`."""
    if expression and expression not in session.displays:
        session.displays = (*session.displays, expression)
    require_steps(session)
    return Displays(displays=tuple(display(session, shown) for shown in session.displays))


def run_undisplay(session: Session, expression: str) -> Displays:
    """`undisplay [EXPRESSION]`."""
    if expression and expression not in session.displays:
        raise NoSuchName(
            f"{expression!r} is not displayed; displayed: {', '.join(session.displays) or 'nothing'}"
        )
    session.displays = tuple(shown for shown in session.displays if expression and shown != expression)
    return Displays(displays=tuple(display(session, shown) for shown in session.displays))


def _complete_displayed(session: Session, text: str) -> Iterable[str]:
    del text
    return session.displays
