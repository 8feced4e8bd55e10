"""What the snippet should do: task, test."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from llmdb.commands.base import Command
from llmdb.commands.parsing import parse_whole
from llmdb.commands.results import Message, Tests
from llmdb.errors import BadArgument
from llmdb.session import Session

if TYPE_CHECKING:
    from llmdb.registry import Registry


def register(registry: Registry) -> None:
    """Add `task` and `test`."""
    registry.command(
        Command(
            name="task",
            run=run_task,
            usage="task [TEXT]",
            summary="show or set what the snippet is meant to do",
            group="program",
        )
    )
    registry.command(
        Command(
            name="test",
            run=run_test,
            usage="test | test add CODE | test drop NUMBER",
            summary="run the visible tests, add one, or drop one",
            details="`test add assert f(2) == 3`. The recorded run is driven by the first test that fails.",
            group="program",
            complete=_complete,
        )
    )


def run_task(session: Session, text: str) -> Message:
    """`task [TEXT]`."""
    if text.strip():
        session.task = text.strip()
    return Message(text=session.task or "no task is set: `task TEXT` sets it")


def run_test(session: Session, text: str) -> Tests:
    """`test` and its forms."""
    word, _, rest = text.strip().partition(" ")
    if word == "add":
        session.change_tests((*session.tests, _parse_test(rest)))
    elif word == "drop":
        number = parse_whole(rest, "a test's number", lowest=1)
        if number > len(session.tests):
            raise BadArgument(f"there is no test {number}; there are {len(session.tests)}")
        session.change_tests(session.tests[: number - 1] + session.tests[number:])
    elif word:
        raise BadArgument(f"test takes add CODE or drop NUMBER, not {text.strip()!r}")
    return Tests(outcomes=session.test_outcomes)


def _parse_test(code: str) -> str:
    if not code.strip():
        raise BadArgument("test add needs a statement, e.g. `test add assert f(2) == 3`")
    try:
        ast.parse(code.strip())
    except (SyntaxError, ValueError) as problem:
        raise BadArgument(
            f"{code.strip()!r} is not a statement: {getattr(problem, 'msg', problem)}"
        ) from problem
    return code.strip()


def _complete(session: Session, text: str) -> Iterable[str]:
    del session, text
    return ("add", "drop")
