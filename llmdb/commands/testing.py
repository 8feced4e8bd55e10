"""What the snippet should do: task, test."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from llmdb.command import Command
from llmdb.commands.line.parsing import parse_statements, parse_whole
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
    registry.command(
        Command(
            name="task",
            run=run_task,
            usage="task [TEXT | @PATH]",
            summary="show or set what the snippet is meant to do",
            group="program",
        )
    )
    registry.command(
        Command(
            name="test",
            run=run_test,
            usage="test [run] | test add CODE | test drop NUMBER | test step NUMBER",
            summary="run the visible tests, add or drop one, or step through one",
            details=(
                "`test add assert f(2) == 3`, or without the `add`. The recorded run is driven by the first test "
                "that fails, or by the one that `test step` chose."
            ),
            group="program",
            complete=_complete,
        )
    )


def run_task(session: Session, text: str) -> Message:
    """`task [TEXT | @PATH]`."""
    if text.strip():
        session.task = _task_from(text.strip())
    return Message(text=session.task or "no task is set: `task TEXT` sets it")


def _task_from(text: str) -> str:
    if not text.startswith("@"):
        return text
    try:
        return task_from_file(text[1:], Path(text[1:]).read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "not a text file"
        raise BadArgument(f"{text[1:]}: {reason}") from problem


def run_test(session: Session, text: str) -> Tests | Position:
    """`test` and its forms."""
    word, _, rest = text.strip().partition(" ")
    if word in ("add", "assert"):
        code = rest if word == "add" else text
        session.change_tests((*session.tests, _parse_test(code)))
    elif word == "drop":
        number = _parse_number(session, rest)
        session.change_tests(session.tests[: number - 1] + session.tests[number:])
    elif word == "step":
        return _step_into(session, _parse_number(session, rest))
    elif word not in ("", "run") or rest.strip():
        raise BadArgument(f"test takes run, add CODE, drop NUMBER or step NUMBER, not {text.strip()!r}")
    return Tests(outcomes=session.test_outcomes)


def _step_into(session: Session, number: int) -> Position:
    """Record the run that a test drives; the cursor goes to the first step of what it calls."""
    session.drive_by(session.tests[number - 1])
    require_steps(session)
    trace = session.trace
    module = trace.scope_of(1)
    called = (step for step in range(1, len(trace) + 1) if trace.scope_of(step) != module)
    session.move_to(next(called, 1))
    return show_position(session, f"the run is driven by test {number}")


def _parse_number(session: Session, text: str) -> int:
    number = parse_whole(text, "a test's number", lowest=1)
    if number > len(session.tests):
        there = {0: "there are none", 1: "there is one"}.get(
            len(session.tests), f"there are {len(session.tests)}"
        )
        raise BadArgument(f"there is no test {number}; {there}")
    return number


def _parse_test(code: str) -> str:
    if not code.strip():
        raise BadArgument("test add needs a statement, e.g. `test add assert f(2) == 3`")
    parse_statements(code.strip(), called="not a statement")
    return code.strip()


def _complete(session: Session, text: str) -> Iterable[str]:
    del session, text
    return ("add", "drop", "run", "step")
