"""Moves forward from where the user typed something, or from where a limit ended the recording: the run goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from llmdb.commands.state.position import place_at
from llmdb.commands.state.typed import said_of, typed_here
from llmdb.runner.model import Departure

if TYPE_CHECKING:
    from llmdb.commands.results.common import Position
    from llmdb.session import RecordedRun, Session

_LIMITS = ("steps", "timeout")


def leading_on(move: Callable[..., Position]) -> Callable[..., Position]:
    """The same move forward; where something was typed, in the version of the run that goes on with that."""

    def run(session: Session, **arguments: object) -> Position:
        said = lead_on(session)
        position = move(session, **arguments)
        return (
            replace(position, reason="; ".join(filter(None, (said, position.reason)))) if said else position
        )

    return run


def lead_on(session: Session) -> str:
    """Let the run go on from the current step if there is cause to; what was done, "" for nothing.

    Raises:
        EvaluationFailed: what was typed raised.
        ReplayDiverged: the run could not be gone through again as it was recorded.
    """
    if not session.is_recorded or not session.position:
        return ""
    typed, step, trace = typed_here(session), session.position, session.trace
    if typed is not None:
        from llmdb.commands.versions import (  # the first move does not wait for it
            history_of,
            keep_history,
            keep_run,
        )

        run = _gone_on(session)
        keep_run(session)
        history = history_of(session).lead_on(step, said_of(typed))
        session.use_run(run, step)
        keep_history(session, history)
        return f"v{history.current.number} goes on with {said_of(typed)}"
    if step == len(trace) and trace.outcome.kind in _LIMITS:
        run = _gone_on(session)
        session.use_run(run, step)
        return f"recorded {len(run.trace) - step:,} more steps"
    return ""


def _gone_on(session: Session) -> RecordedRun:
    trace, step, typed = session.trace, session.position, typed_here(session)
    return session.go_on(
        Departure(
            place=place_at(session, step),
            visits=trace.visit_of(step),
            jump=typed.jump if typed is not None else 0,
            messages=trace.visits.log.messages,
        )
    )
