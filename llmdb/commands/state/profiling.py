"""What runs versions of the session's program for the commands that compare them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.repair.profiler import KnownRun, SandboxProfiler

if TYPE_CHECKING:
    from llmdb.session import Session
    from llmdb.types import VisitNo


def profiler_for(session: Session, suspects: tuple[VisitNo, ...] = ()) -> SandboxProfiler:
    """Runs versions of the session's program; `suspects` are visits of its recorded run that a plan names."""
    return SandboxProfiler(
        runner=session.runner,
        program=session.program,
        options=session.options,
        tests=session.tests,
        asserts_are_tests=session.asserts_are_tests,
        level=session.settings.level,
        known=KnownRun(
            code=session.snippet.text,
            tests=session.test_outcomes,
            trace=session.visits,
            suspects=suspects,
        ),
    )
