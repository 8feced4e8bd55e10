"""What the snippet should do: task, test."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from llmdb.arguments import Operand, Rest
from llmdb.command import Command, Form
from llmdb.commands.line.parsing import parse_expression, parse_statements, whole
from llmdb.commands.looking import complete_name
from llmdb.commands.results.common import Message, Position
from llmdb.commands.results.session import Tests
from llmdb.commands.state.position import require_steps, show_position
from llmdb.errors import BadArgument
from llmdb.program.task import task_from_file
from llmdb.session import Session

if TYPE_CHECKING:
    from llmdb.registry import Registry


def register(registry: Registry) -> None:
    """Add `task` and `test`."""
    number = Operand("number", whole("a test's number", lowest=1), is_needed=True)
    registry.command(
        Command(
            name="task",
            run=run_task,
            arguments=(Rest("task", shown="TEXT | @PATH"),),
            summary="show or set what the snippet is meant to do",
            group="program",
        )
    )
    registry.command(
        Command(
            name="test",
            run=run_test,
            arguments=(),
            forms={
                "run": Form(run=run_test),
                "add": Form(run=add_test, arguments=(Rest("code", _test, is_needed=True, is_code=True),)),
                "assert": Form(run=add_assert, arguments=(Rest("condition", is_needed=True, is_code=True),)),
                "drop": Form(run=drop_test, arguments=(number,)),
                "step": Form(run=step_into_test, arguments=(number,)),
            },
            summary="run the visible tests, add or drop one, or step through one",
            details=(
                "`test add assert f(2) == 3`, or without the `add`. The recorded run is driven by the first test "
                "that fails, or by the one that `test step` chose."
            ),
            group="program",
        )
    )
    registry.command(
        Command(
            name="debug",
            run=run_debug,
            arguments=(Rest("call", parse_expression, is_needed=True, is_code=True, complete=complete_name),),
            summary="record a call after the program, and go to its first step",
            details="`debug f(3)` runs the program anew with `f(3)` after it, at module level, and steps through that. "
            "`run` goes back to the run as it was. A call that was recorded needs no other run: `break f` and "
            "`continue` go into it.",
            group="program",
        )
    )


def run_debug(session: Session, call: str) -> Position:
    """`debug CALL`."""
    return _into_what_it_calls(session, call, f"the run goes on with {call}")


def run_task(session: Session, task: str) -> Message:
    """`task [TEXT | @PATH]`."""
    if task:
        session.task = _task_from(task)
    return Message(text=session.task or "no task is set: `task TEXT` sets it")


def _task_from(text: str) -> str:
    if not text.startswith("@"):
        return text
    try:
        return task_from_file(text[1:], Path(text[1:]).read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "not a text file"
        raise BadArgument(f"{text[1:]}: {reason}") from problem


def run_test(session: Session) -> Tests:
    """`test` and `test run`."""
    return Tests(outcomes=session.test_outcomes)


def add_test(session: Session, code: str) -> Tests:
    """`test add CODE`."""
    session.change_tests((*session.tests, code))
    return Tests(outcomes=session.test_outcomes)


def add_assert(session: Session, condition: str) -> Tests:
    """`test assert CONDITION`."""
    return add_test(session, _test(f"assert {condition}", "test"))


def drop_test(session: Session, number: int) -> Tests:
    """`test drop NUMBER`."""
    _require(session, number)
    session.change_tests(session.tests[: number - 1] + session.tests[number:])
    return Tests(outcomes=session.test_outcomes)


def step_into_test(session: Session, number: int) -> Position:
    """`test step NUMBER`: record the run that it drives; the cursor goes to the first step of what it calls."""
    _require(session, number)
    return _into_what_it_calls(session, session.tests[number - 1], f"the run is driven by test {number}")


def _into_what_it_calls(session: Session, code: str, reason: str) -> Position:
    """Record the run that goes on with some code; the cursor goes to the first step of what that calls."""
    session.drive_by(code)
    require_steps(session)
    trace = session.trace
    module = trace.scope_of(1)
    later, earlier = range(trace.end + 1, len(trace) + 1), range(1, len(trace) + 1)
    called = (step for step in chain(later, earlier) if trace.scope_of(step) != module)
    session.move_to(next(called, 1))
    return show_position(session, reason)


def _require(session: Session, number: int) -> None:
    if number > len(session.tests):
        there = {0: "there are none", 1: "there is one"}.get(
            len(session.tests), f"there are {len(session.tests)}"
        )
        raise BadArgument(f"there is no test {number}; {there}")


def _test(text: str, command: str) -> str:
    if not text:
        raise BadArgument(f"{command} needs a statement, e.g. `{command} assert f(2) == 3`")
    parse_statements(text, called="not a statement")
    return text
