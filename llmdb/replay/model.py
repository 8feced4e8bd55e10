"""What a recording says, as values: steps, frames, and what a name was given."""

from collections.abc import Mapping
from dataclasses import dataclass

from llmdb.events.model import RaisedException, Value
from llmdb.types import BlockId, FrameId, LineNo, VisitNo


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One execution of one basic block in one frame.

    Steps are numbered by when they begin. A call inside the block makes the callee's steps come after this one
    and before the frame's next step; the block resumed after the call is still this step, so `changed` and the
    state "after" are those when the block is left.

    Attributes:
        lines: first lines of the statements begun, in order; a step that raised ends with the raising one.
        changed: names visible in the frame that the step bound to another value or whose value it mutated
            (through any alias, calls included), with the value after.
        raised: the exception that left a statement of this block, if one did.
        caught: "except" clause line that took it over in this frame, if one did.
        occurrence: which execution of this block this is, over the whole trace, from 1.
        same_line: the first of `lines` was begun by the frame's step before, as in `if a: b`.
    """

    number: VisitNo
    block: BlockId
    scope: str
    frame: FrameId
    lines: tuple[LineNo, ...]
    changed: Mapping[str, Value]
    raised: RaisedException | None = None
    caught: LineNo | None = None
    occurrence: int = 1
    same_line: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameInfo:
    """A frame on the stack at a step: `step` is the frame's own step that is under way."""

    frame: FrameId
    scope: str
    step: VisitNo
    line: LineNo
    arguments: Mapping[str, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntry:
    """A step at which a name took another value, or its value was mutated.

    Attributes:
        block, occurrence: the step's block, and which execution of that it is.
    """

    step: VisitNo
    line: LineNo
    value: Value
    block: BlockId
    occurrence: int
