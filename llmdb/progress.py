"""How far a long piece of work is: what engines tell, and `ui/` draws."""

from collections.abc import Callable
from typing import TypeAlias

from llmdb.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """One report.

    Attributes:
        doing: the work in a word or two: "recording", "small changes", "installing numpy".
        done: units done so far.
        unit: what is counted, in the plural: "steps", "tried", "MB"; "" where nothing is.
        total: units in all; None when nobody knows.
        note: what was reached so far: "8 of 9 lines"; "" for nothing to say.
    """

    doing: str
    done: int = 0
    unit: str = ""
    total: int | None = None
    note: str = ""


OnProgress: TypeAlias = Callable[[Progress], None]
