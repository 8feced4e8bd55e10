"""Convenience variables, as pdb 3.12 has them: `$name = value`, and `$_`, `$_retval`, `$_exception`."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from llmdb.arguments import Rest
from llmdb.command import Command
from llmdb.commands.line.parsing import NO_PYTHON, listed, parse_expression
from llmdb.commands.results.common import Evaluated, Message
from llmdb.commands.state.position import evaluate, require_steps
from llmdb.errors import BadArgument, NoSuchName, NotRecorded
from llmdb.session import Session
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.events.model import Value
    from llmdb.registry import Registry
    from llmdb.types import StepNo

LAST, RETURNED, RAISED = "_", "_retval", "_exception"
_DOLLAR = re.compile(
    r"""('''|\"\"\")(?:\\.|.)*?\1|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\$([A-Za-z_]\w*)""", re.DOTALL
)
"""A string, which is left alone, or a variable."""
_SETS = re.compile(r"([A-Za-z_]\w*)\s*=(?!=)\s*(.*)", re.DOTALL)
_LIVE = {
    "_frame": "`where` shows the frames, `p locals()` the names of one",
    "_asynctask": "`where` shows the frames",
}
"""Those of pdb that stand for objects of a program that runs, and what a recorded step has instead."""
_HANDLED = "__import__('sys').exception()"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptValue:
    """What a variable was set to: the value, and the expression, step and frame that it came from."""

    expression: str
    step: StepNo
    selected: int
    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Convenience:
    """The variables of a sitting, by name without the `$`."""

    values: Mapping[str, KeptValue]


def register(registry: Registry) -> None:
    """Add `$`."""
    registry.command(
        Command(
            name="$",
            run=run_dollar,
            arguments=(Rest("assignment", is_needed=True, is_code=True),),
            usage="$NAME = EXPRESSION | $NAME",
            summary="keep a value under a name of your own, and use it in expressions as $NAME",
            details="`$_` is the value that `p` showed last, `$_retval` what the current call returned, `$_exception` "
            "the exception that is handled or was raised at this step. A number, a text or a container of these "
            "may be used at any step; another object only at the step that it is from. The program never sees them.",
            group="look",
        )
    )


def run_dollar(session: Session, assignment: str) -> Message:
    """`$NAME = EXPRESSION`; the variables in the expression were put in before."""
    found = _SETS.fullmatch(assignment.strip())
    if found is None:
        raise BadArgument(f"${assignment}: `$NAME = EXPRESSION` sets a variable, `p $NAME` shows it")
    name, expression = found[1], parse_expression(found[2], f"${found[1]} =")
    if name in (LAST, RETURNED, RAISED, *_LIVE):
        raise BadArgument(f"${name} is the debugger's own; take another name")
    require_steps(session)
    keep(session, name, evaluate(session, expression))
    return Message(text="")


def keep(session: Session, name: str, found: Evaluated) -> None:
    """Set a variable to what was evaluated at the current step."""
    kept = KeptValue(
        expression=found.expression, step=session.position, selected=session.selected, value=found.value
    )
    values = _values(session)
    session.kept.put(Convenience(values={**values, name: kept}))


def put_in(session: Session, text: str) -> str:
    """An expression or assignment with the variables in it replaced by what they stand for.

    Raises:
        NoSuchName: one was not set.
        NotRecorded: its value is an object of another step, or there is none here.
    """

    def stands_for(found: re.Match[str]) -> str:
        return found[0] if found[2] is None else _text_of(session, found[2])

    head = text.lstrip()
    is_set = head.startswith("$") and _SETS.match(head[1:])
    if is_set:
        start = 1 + is_set.start(2)
        return head[:start] + _DOLLAR.sub(stands_for, head[start:])
    return _DOLLAR.sub(stands_for, text)


def _text_of(session: Session, name: str) -> str:
    require_steps(session)
    if name == RETURNED:
        returned = session.trace.return_value(session.position)
        if returned is None:
            raise NotRecorded(
                "$_retval: the current frame returned no value here (`return` goes to where it does)"
            )
        return _plain(returned) or _no_plain("$_retval", returned, session.position, "`retval` shows it")
    if name == RAISED:
        if evaluate(session, _HANDLED).value.type == "NoneType":
            raise NotRecorded(
                "$_exception: none is handled at this step (`exceptions` lists those of the run)"
            )
        return _HANDLED
    kept = _values(session).get(name)
    if kept is None:
        if name in _LIVE:
            raise NotRecorded(f"${name}: a recorded step has no such object: {_LIVE[name]}")
        there = listed(f"${known}" for known in _values(session))
        raise NoSuchName(f"no variable ${name}; `${name} = EXPRESSION` sets it; there are: {there}")
    if plain := _plain(kept.value):
        return plain
    if (kept.step, kept.selected) == (session.position, session.selected):
        return f"({kept.expression})"
    return _no_plain(f"${name}", kept.value, kept.step, f"`goto {kept.step}` goes there")


def _no_plain(name: str, value: Value, step: StepNo, advice: str) -> str:
    raise NotRecorded(f"{name} is a {value.type} of step {step}, which only exists there: {advice}")


def _plain(value: Value) -> str:
    """The value as Python text that gives it again; "" where there is none."""
    if value.truncated:
        return ""
    try:
        again = ast.literal_eval(value.repr)
    except NO_PYTHON:
        return ""
    return f"({value.repr})" if type(again).__name__ == value.type else ""


def _values(session: Session) -> Mapping[str, KeptValue]:
    kept = session.kept.get(Convenience)
    return {} if kept is None else kept.values
