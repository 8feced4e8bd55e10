"""The run that is worth showing to somebody: the one that failed, also when a fix was taken since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.commands.versions import history_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmdb.replay.model import Step
    from llmdb.session import RecordedRun, Session


def failing_run(session: Session) -> RecordedRun:
    """The earliest kept run that ended with an exception; the one that is looked at where there is none."""
    runs = {**session.kept_runs}
    if session.is_recorded:
        runs[history_of(session).current.number] = session.run
    failed = (runs[number] for number in sorted(runs) if runs[number].trace.outcome.kind == "exception")
    return next(failed, session.run)


def fault_step(run: RecordedRun) -> int:
    """The step in which the run's last exception arose, else its last one; 0 for a run without steps."""
    steps = [thrown.step for thrown in run.trace.thrown if thrown.caught is None]
    return min(steps[-1] if steps else len(run.trace), len(run.trace))


def steps_to(run: RecordedRun, last: int, most: int) -> Iterator[Step]:
    """The last so many steps up to one."""
    return run.trace.steps(max(1, last - most + 1), last)
