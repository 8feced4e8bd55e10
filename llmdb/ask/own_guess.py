"""`predict mine`: the user's guess about the next step, marked by the recording."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.ask.symbol_values import values_equal
from llmdb.ask.walks import SymbolValue
from llmdb.errors import NoSuchName
from llmdb.types import BlockId, VisitNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.replay.visits import Visits


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """One of: the next block, the value of a name after the next step, "end" or "error"."""

    block: BlockId | None = None
    name: str = ""
    value: str = ""
    ending: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A guess beside what was recorded, both as text."""

    asked: str
    guess: str
    actual: str
    right: bool


def mark_guess(guess: Guess, trace: Visits, step: VisitNo) -> Marked:
    """Mark a guess about the step after `step`.

    Raises:
        NoSuchName: the guessed variable does not exist there.
    """
    if guess.name:
        return _mark_value(guess, trace, step + 1)
    actual = _what_comes(trace, step + 1)
    said = f"B{guess.block}" if guess.block is not None else guess.ending
    return Marked(asked="the next block", guess=said, actual=actual, right=said == actual)


def _what_comes(trace: Visits, step: VisitNo) -> str:
    if step <= len(trace):
        return f"B{trace.block_of(step)}"
    return "error" if trace.outcome.kind == "exception" else "end"


def _mark_value(guess: Guess, trace: Visits, step: VisitNo) -> Marked:
    state = trace.state(step) if step <= len(trace) else {}
    if guess.name not in state:
        raise NoSuchName(
            f"no variable {guess.name!r} after the next step; it has: {', '.join(state) or 'none'}"
        )
    value = state[guess.name]
    told = SymbolValue(type="", repr=guess.value)
    right = values_equal(told, SymbolValue(type=value.type, repr=value.repr))
    return Marked(
        asked=f"{guess.name} after the next step", guess=guess.value, actual=value.repr, right=right
    )
