"""What a recording says, as values: steps, frames, and what a name was given."""

from collections.abc import Mapping
from typing import Literal

from llmdb.events.model import RaisedException, Value
from llmdb.types import BlockId, FrameId, LineNo, StepNo, VisitNo
from llmdb.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What one frame does in one visit of a block without another frame of the snippet running in between.

    For `b = f(1)` and `print(b)` in one block: a step with the first line begun, those of `f`, and one that continues
    the first, with `changed == {"b": ...}`, the line of `print(b)`, and its output.

    Attributes:
        visit: the visit that it is a part of; `occurrence` is which one of its block that is, from 1.
        continues: the step before it of the same visit; None where the visit begins.
        lines: first lines of the statements begun in it, in order; a step that raised ends with the raising one.
        changed: names visible in the frame that the step itself bound to another value or whose value it mutated,
            with the value after; what its callees mutated is theirs.
        raised: the exception that arose in it.
        unwound: an exception of an earlier step by which the frame ended in this one.
        caught: the line of the "except" clause of this frame that took `raised` over.
        returned, yielded: what the function returned, or handed out by `yield`, as the step was over.
        taken: which way the condition went with which it left its block; None for no condition.
        same_line: the first of `lines` was begun by the frame's step before, as in `if a: b`.
    """

    number: StepNo
    visit: VisitNo
    block: BlockId
    scope: str
    frame: FrameId
    lines: tuple[LineNo, ...]
    changed: Mapping[str, Value]
    continues: StepNo | None = None
    raised: RaisedException | None = None
    unwound: RaisedException | None = None
    caught: LineNo | None = None
    returned: Value | None = None
    yielded: Value | None = None
    taken: bool | None = None
    occurrence: int = 1
    same_line: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CameBack:
    """What gave control back to a step that continues its visit: the frame that ended or was suspended before it.

    Attributes:
        step: the last step of that frame before.
        arguments: what it was called with, as it was then.
        value: what it returned or yielded; None where it raised, or only waits.
        how: "ended" for the body of a class.
    """

    step: StepNo
    scope: str
    arguments: Mapping[str, Value]
    value: Value | None
    how: Literal["returned", "yielded", "raised", "ended"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameInfo:
    """A frame on the stack at a step: `step` is the frame's own step (or visit) under way, `line` where it is."""

    frame: FrameId
    scope: str
    step: VisitNo
    line: LineNo
    arguments: Mapping[str, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntry:
    """A step at which a name took another value, or its value was mutated.

    Attributes:
        block, occurrence: the step's block, and which visit of that it is of.
        scope, frame: of the step, which is not that of the name where a call mutated its value.
    """

    step: StepNo
    line: LineNo
    value: Value
    block: BlockId
    occurrence: int
    scope: str
    frame: FrameId


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """An event that gave a name, attribute or item a value, be it the one that it had, or changed what it holds.

    Attributes:
        how: "assignment"; "argument" of a call; "mutation", through whatever alias; "deletion"; "first seen" for what
            an object held when the record first tells of it.
        by: what changed the object: "append()", "[...] =", ".size =", "a call" (of what is no method that the record
            knows, or of `sort`); "" for a binding.
        value: what it is afterwards; None where it is deleted.
        scope, frame: of the step.
    """

    step: StepNo
    line: LineNo
    how: Literal["assignment", "argument", "mutation", "deletion", "first seen"]
    by: str
    value: Value | None
    scope: str
    frame: FrameId
