"""Crash watch: whether a run bears out the error that was foreseen without running."""

from llmdb.ask.walks import WalkError
from llmdb.events.model import Outcome
from llmdb.program.files import line_label

_ENDINGS = {
    "finished": "the run finished without an error",
    "exit": "the run exited without an error",
    "timeout": "the run was stopped at the time limit, before any error",
    "memory": "the run was stopped at the memory limit, before any error",
    "steps": "the run was stopped at the step limit, before any error",
    "crash": "the run crashed",
}


def judge_warning(foreseen: WalkError | None, recorded: WalkError | None, outcome: Outcome) -> str:
    """One line: `foreseen TypeError at line 3: confirmed by the run`, or what happened instead.

    Args:
        foreseen: the error that was predicted; None for none.
        recorded: the error that ended the recorded run; None for none.
        outcome: how the recorded run ended.
    """
    said = f"foreseen {name_error(foreseen)}"
    if recorded is None:
        happened = _ENDINGS.get(outcome.kind, "the run ended without an error of the snippet")
        confirmed = foreseen is None and outcome.kind in {"finished", "exit"}
        return f"{said}: {'confirmed, ' if confirmed else ''}{happened}"
    if foreseen is None or (foreseen.type, foreseen.line) != (recorded.type, recorded.line):
        return f"{said}: the run raised {name_error(recorded)}"
    return f"{said}: confirmed by the run"


def name_error(error: WalkError | None) -> str:
    """`TypeError at line 3`, `no error`."""
    if error is None:
        return "no error"
    named = error.type or "an error"
    return (
        f"{named} at line {line_label(error.line)}"
        if error.line is not None
        else f"{named} in B{error.block}"
    )
