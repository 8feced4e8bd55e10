"""What a prediction says, as values: the walk, the error, and how both compare with the recorded run."""

from collections.abc import Mapping
from dataclasses import field

from llmdb.types import BlockId, Json, LineNo
from llmdb.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolValue:
    """A symbol table's entry (ORCA, section III): the type's name, "" for none said, and the value as text."""

    type: str
    repr: str

    def to_json(self) -> dict[str, Json]:
        """`{"type", "repr"}`."""
        return {"type": self.type, "repr": self.repr}


SymbolTable = Mapping[str, SymbolValue]


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkStep:
    """One visit of a block: its symbol table when it is left, None where none was said.

    Attributes:
        lines: the lines of the statements run in this visit, in order; empty where only the block is known.
        raises: the type of the error that ends the walk in this visit; "" for none.
        why: the reasoning given for it, "" for none.
        number: the recorded step; None for a told visit and for one that leaves no trace (`while True:`).
        pending: recorded names that the visit changed while calls of it, later visits, were under way: a table
            told before the calls cannot know them.
    """

    block: BlockId
    state: SymbolTable | None = None
    lines: tuple[LineNo, ...] = ()
    raises: str = ""
    why: str = ""
    number: int | None = None
    pending: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkError:
    """The runtime error at which a walk stops: type name ("" unknown), block, and line or statement if told."""

    type: str
    block: BlockId
    line: LineNo | None = None
    statement: str = ""
    reason: str = ""

    def to_json(self) -> dict[str, Json]:
        """`{"type", "block", "line"}`."""
        return {"type": self.type, "block": self.block, "line": self.line}


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """Blocks in the order visited, told or recorded.

    Attributes:
        following: the block that would come after the last step, where the walk stops before it.
        ended: whether the walk says that the program ends (`<END>`, `<STOP>` or an error).
    """

    steps: tuple[WalkStep, ...]
    error: WalkError | None = None
    following: BlockId | None = None
    ended: bool = True

    @property
    def stops_early(self) -> bool:
        """Whether it says neither how it ends nor what comes next."""
        return not self.ended and self.following is None

    @property
    def blocks(self) -> tuple[BlockId, ...]:
        """The blocks visited, and the one that follows if it is known."""
        visited = tuple(step.block for step in self.steps)
        return visited if self.following is None else (*visited, self.following)

    def to_json(self) -> dict[str, Json]:
        """The shape of `predicted` and `actual`."""
        states: list[Json] = [
            {"block": step.block, "state": {name: value.to_json() for name, value in step.state.items()}}
            for step in self.steps
            if step.state is not None
        ]
        error = None if self.error is None else self.error.to_json()
        return {"blocks": list(self.blocks), "states": states, "error": error}


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkScores:
    """Prefix and coverage as shares (0..1); None where there is nothing to divide by."""

    prefix_recall: float | None
    prefix_precision: float | None
    coverage_recall: float | None
    coverage_precision: float | None

    def to_json(self) -> dict[str, Json]:
        """The four shares by name."""
        return {
            "prefix_recall": self.prefix_recall,
            "prefix_precision": self.prefix_precision,
            "coverage_recall": self.coverage_recall,
            "coverage_precision": self.coverage_precision,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """A predicted walk measured against the recorded one (ORCA, sections VI-A, VIII-A and IX).

    `value_accuracy` counts only the blocks of the common prefix. The three error fields are true only where
    an error was predicted and one was recorded.
    """

    exact_match: bool
    statement: WalkScores
    block: WalkScores
    transition_recall: float | None
    transition_precision: float | None
    value_accuracy: float | None
    error_detected: bool
    error_line_correct: bool
    error_block_correct: bool

    def to_json(self) -> dict[str, Json]:
        """METRICS."""
        transitions: dict[str, Json] = {
            "transition_recall": self.transition_recall,
            "transition_precision": self.transition_precision,
        }
        return {
            "exact_match": self.exact_match,
            "statement": self.statement.to_json(),
            "block": {**self.block.to_json(), **transitions},
            "value_accuracy": self.value_accuracy,
            "error_detected": self.error_detected,
            "error_line_correct": self.error_line_correct,
            "error_block_correct": self.error_block_correct,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedStep:
    """A row of the comparison: a visit of both walks, or of the one that is longer.

    Attributes:
        number: the recorded step's number; None where only a prediction exists, or nothing was executed.
        wrong: names whose predicted value differs from the recorded one.
        on_path: whether both walks visit the same blocks up to and including this one.
        error_differs: whether only one of them ends here with an error, or with an error of another type.
    """

    number: int | None
    predicted: WalkStep | None
    actual: WalkStep | None
    wrong: tuple[str, ...] = ()
    on_path: bool = False
    error_differs: bool = False

    @property
    def agrees(self) -> bool:
        """Whether the visit, its values and its error are as recorded."""
        return self.on_path and not self.wrong and not self.error_differs


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two walks aligned by step; `divergence` is the index in `rows` of the first visit that differs."""

    rows: tuple[ComparedStep, ...]
    metrics: Metrics | None
    divergence: int | None = field(default=None)
