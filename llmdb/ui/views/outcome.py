"""How a run ended, and how long it took, in words."""

from __future__ import annotations

from llmdb.trace.model import Outcome, RaisedException
from llmdb.ui.source import one_line
from llmdb.ui.text import safe


def exception_text(raised: RaisedException) -> str:
    """`ValueError: no such row (line 9)`."""
    message = f": {one_line(raised.message)}" if raised.message else ""
    line = f" (line {raised.line})" if raised.line else ""
    return f"{safe(raised.type)}{message}{line}"


def outcome_text(outcome: Outcome) -> str:
    """How a run ended, in a few words."""
    detail = f": {one_line(outcome.detail)}" if outcome.detail else ""
    match outcome.kind:
        case "finished":
            return "the program finished"
        case "exception" if outcome.exception:
            return f"stopped by {exception_text(outcome.exception)}"
        case "exit":
            return f"the program exited{detail}"
        case "timeout" | "memory" | "steps":
            limit = {"timeout": "time", "memory": "memory", "steps": "step"}[outcome.kind]
            return one_line(outcome.detail) or f"stopped at the {limit} limit"
        case _:
            return f"the program crashed{detail}"


def seconds_text(seconds: float) -> str:
    """`3 ms`, `1.4 s`."""
    if seconds < 0.0995:
        return f"{seconds * 1e3:.{0 if seconds >= 0.00095 else 1}f} ms"
    return f"{seconds:.2f} s" if seconds < 1 else f"{seconds:.1f} s"
