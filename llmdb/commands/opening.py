"""What a session says of itself before its first prompt."""

from __future__ import annotations

import platform
import re
from pathlib import Path

from llmdb import __version__
from llmdb.commands.results import Opening
from llmdb.session import Session

_MISSING = re.compile(r"No such file or directory: (['\"])(.+)\1")


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
        sandbox=session.runner.sandbox_line(session.options),
        task=session.task,
        tests_passed=sum(outcome.passed for outcome in outcomes),
        tests_total=len(outcomes),
        steps=len(trace),
        seconds=trace.seconds,
        outcome=trace.outcome,
        assumed=session.assumed,
        hints=tuple(hints(session, Path.cwd())),
    )


def hints(session: Session, folder: Path) -> list[str]:
    """What would help the recorded run: `--here` for a file that it missed and that lies in the user's folder."""
    raised = session.trace.outcome.exception
    found = _MISSING.search(raised.message) if raised and raised.type == "FileNotFoundError" else None
    if found is None or session.options.here or not (folder / found[2]).exists():
        return []
    return [f"{found[2]} lies in the current directory: --here lets the program read and write there"]
