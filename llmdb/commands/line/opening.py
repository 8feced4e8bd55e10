"""What a session says of itself before its first prompt."""

from __future__ import annotations

import sys

from llmdb import __version__
from llmdb.commands.results.session import Opening
from llmdb.program.debuggers import debugger_lines
from llmdb.program.files import files_of
from llmdb.runner.runner import network_advice
from llmdb.runner.visible_tests import TestOutcome
from llmdb.session import Session

_SOON_READ = 50_000
"""Steps that are read in a third of a second."""
_LAST_WORDS = 4_000
"""Characters of what a program wrote that may say what it lacked."""


def describe_session(session: Session) -> Opening:
    """Record the program if that was not done, and sum up."""
    unread = session.unread if is_left_unread(session) else None
    run = unread or session.trace
    text = session.snippet.text
    files = files_of(text)
    outcomes = _outcomes(session)
    return Opening(
        name=session.snippet.name,
        version=__version__,
        python=_python(session),
        lines=sum(file.line_count for file in files),
        files=len(files),
        blocks=len(session.cfg.blocks),
        sandbox=session.runner.sandbox_line(session.options.sandbox),
        task=session.task,
        tests_passed=sum(outcome.passed for outcome in outcomes),
        tests_total=len(outcomes),
        first_failure=next((outcome for outcome in outcomes if not outcome.passed), None),
        gave=tuple(outcome for outcome in outcomes if outcome.passed and outcome.got),
        steps=unread.steps if unread is not None else len(session.trace),
        seconds=run.seconds,
        outcome=run.outcome,
        assumed=session.assumed,
        adapted=session.snippet.adapted,
        breakpoints=debugger_lines(text),
        advice=_advice(session) if unread is None else "",
        is_reopened=session.is_reopened,
    )


def _python(session: Session) -> str:
    """The version, and whose it is where it is not llmdb's own."""
    python = session.settings.options.python
    return python.shown if python is not None else ".".join(map(str, sys.version_info[:2]))


def is_left_unread(session: Session) -> bool:
    """Whether the session's run is in a file, and takes longer to read than anybody waits for a prompt."""
    return session.unread is not None and session.unread.steps > _SOON_READ


def _outcomes(session: Session) -> tuple[TestOutcome, ...]:
    """The visible tests' outcomes; those of a reopened session are as they were: nothing is run for them."""
    if not session.tests:
        return ()
    return (session.known_outcomes or ()) if session.is_reopened else session.test_outcomes


def _advice(session: Session) -> str:
    """Says what a program lacked that handled the exception itself; what ended the run says so beside it."""
    trace = session.trace
    if trace.outcome.exception is not None:
        return ""
    raised = [thrown.raised.text for thrown in trace.thrown]
    written = (trace.stdout[-_LAST_WORDS:], trace.stderr[-_LAST_WORDS:]) if raised else ()
    said = (network_advice(text, session.options) for text in (*raised, *written))
    return next(filter(None, said), "")
