"""What a session says of itself before its first prompt."""

from __future__ import annotations

import platform

from llmdb import __version__
from llmdb.commands.results.session import Opening
from llmdb.program.debuggers import debugger_lines
from llmdb.runner.runner import network_advice
from llmdb.session import Session

_LAST_WORDS = 4_000
"""Characters of what a program wrote that may say what it lacked."""


def describe_session(session: Session) -> Opening:
    """Record the program if that was not done, and sum up."""
    trace = session.trace
    text = session.snippet.text
    outcomes = session.test_outcomes if session.tests else ()
    return Opening(
        name=session.snippet.name,
        version=__version__,
        python=".".join(platform.python_version_tuple()[:2]),
        lines=text.count("\n") + (not text.endswith("\n")),
        blocks=len(session.cfg.blocks),
        sandbox=session.runner.sandbox_line(session.options.sandbox),
        task=session.task,
        tests_passed=sum(outcome.passed for outcome in outcomes),
        tests_total=len(outcomes),
        steps=len(trace),
        seconds=trace.seconds,
        outcome=trace.outcome,
        assumed=session.assumed,
        adapted=session.snippet.adapted,
        breakpoints=debugger_lines(text),
        advice=_advice(session),
    )


def _advice(session: Session) -> str:
    """Says what a program lacked that handled the exception itself; what ended the run says so beside it."""
    trace = session.trace
    if trace.outcome.exception is not None:
        return ""
    raised = [thrown.raised.text for thrown in trace.thrown]
    written = (trace.stdout[-_LAST_WORDS:], trace.stderr[-_LAST_WORDS:]) if raised else ()
    said = (network_advice(text, session.options) for text in (*raised, *written))
    return next(filter(None, said), "")
