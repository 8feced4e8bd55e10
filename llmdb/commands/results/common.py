"""What commands give back: frozen values that `ui/` draws by their class and `--json` prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from llmdb.commands.state.kept_verdicts import Judgement, verdict_json
from llmdb.events.model import IntermediateState, Outcome, Value
from llmdb.json_fields import JsonFields, json_of, shown_only
from llmdb.program.graph import BasicBlock, ControlFlowGraph
from llmdb.replay.model import CameBack, FrameInfo, Step
from llmdb.runner.model import RunOptions
from llmdb.types import BlockId, Json, LineNo, StepNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.ask.verdicts import CheckedVerdict
    from llmdb.replay.trace import ExecutionTrace


def step_json(step: Step) -> dict[str, Json]:
    """The STEP of the JSON mode; what only some steps have stands only there: `raised`, `returned`, `taken` ...

    A line is listed where it begins: the body of `if a: b` has none of its own.
    """
    data: dict[str, Json] = {
        "step": step.number,
        "block": step.block,
        "scope": step.scope,
        "frame": step.frame,
        "continues": step.continues,
        "lines": list(step.lines[1:] if step.same_line else step.lines),
        "changed": json_of(step.changed),
    }
    if step.raised:
        data["raised"] = {"type": step.raised.type, "message": step.raised.message}
    if step.unwound:
        data["unwound"] = {"type": step.unwound.type, "message": step.unwound.message}
    if step.returned is not None:
        data["returned"] = step.returned.to_json()
    if step.yielded is not None:
        data["yielded"] = step.yielded.to_json()
    if step.taken is not None:
        data["taken"] = step.taken
    if step.caught:
        data["caught"] = step.caught
    return data


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluated:
    """`p EXPRESSION`: its value.

    Attributes:
        how: "recorded" when no run was needed, else "replayed".
        written: what the expression printed; with `pretty` the value's layout.
    """

    expression: str
    value: Value
    how: str = "recorded"
    pretty: bool = False
    written: str = ""

    def to_json(self) -> dict[str, Json]:
        """`{"expression", "value"}`, with `"written"` where it printed something."""
        data: dict[str, Json] = {"expression": self.expression, "value": self.value.to_json()}
        return {**data, "written": self.written} if self.written and not self.pretty else data


@dataclass(frozen=True, slots=True, kw_only=True)
class Executed(JsonFields):
    """`exec STATEMENT`: what it wrote in a copy of the program, and what it changed there.

    Attributes:
        changed: the variables that it bound or deleted.
        changes_objects: whether it changed an object that the program holds.
        objects: how variables reach those objects, as far as that was found: `cart.items`, `rows[0]`.
        is_kept: whether the run goes on with it at the next move forward.
        globals: the names that it set for itself alone: those of the module stay as they are.
    """

    statement: str
    written: str
    changed: tuple[str, ...] = ()
    changes_objects: bool = False
    objects: tuple[str, ...] = ()
    is_kept: bool = False
    globals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Displayed:
    """An expression shown after each move: its value, or why it has none here.

    `old` is the value that was shown last, where it was another.
    """

    expression: str
    value: Value | None
    problem: str = ""
    old: Value | None = None

    def to_json(self) -> dict[str, Json]:
        """`{"expression", "value"}`, the value null with a `problem` where it has none; `"old"` where it changed."""
        if self.value is None:
            return {"expression": self.expression, "value": None, "problem": self.problem}
        old: dict[str, Json] = {"old": self.old.to_json()} if self.old is not None else {}
        return {"expression": self.expression, "value": self.value.to_json(), **old}


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Where the cursor stands: what `where` and every move show.

    Attributes:
        step: the current step, or after `up` the selected frame's step under way.
        total: steps of the trace.
        block: the block of `step`.
        before, after: the frame's variables when the step began and when it ended.
        differs: names whose values are not those of the step that a move over calls came from.
        back_from: what gave control back, where the step continues its visit.
        calls: the frame that the step called as it ended; None where it called none of the snippet's.
        earlier_lines: lines of the block that steps before it of the same visit began.
        stack: frames from the outermost to that of the current step.
        selected: index in `stack` of the frame that is shown.
        came_from: the block of the step before, which execution of it, None at the first step.
        source: the snippet's text.
        stop_lines: lines with a breakpoint.
        reason: why the move ended here ("breakpoint 1", "watch acc", "end of the trace"), "" for no reason.
        displays: the expressions of `display`.
        outcome: how the run ended, set at the last step only.
        written: (stream, text) that the step wrote.
        verdict: what was said of this step, else of another execution of its block.
        assumed: names whose value was invented by the prefix.
        silent: whether it is not drawn: the commands of the stop show what they want.
    """

    step: Step
    total: int
    block: BasicBlock
    before: IntermediateState
    after: IntermediateState
    stack: tuple[FrameInfo, ...]
    selected: int
    came_from: tuple[BlockId, int] | None
    source: str
    differs: frozenset[str] = frozenset()
    back_from: CameBack | None = None
    calls: FrameInfo | None = None
    earlier_lines: frozenset[LineNo] = frozenset()
    stop_lines: frozenset[LineNo] = frozenset()
    reason: str = ""
    displays: tuple[Displayed, ...] = ()
    outcome: Outcome | None = None
    written: tuple[tuple[str, str], ...] = ()
    verdict: CheckedVerdict | None = None
    assumed: frozenset[str] = frozenset()
    silent: bool = False

    def to_json(self) -> dict[str, Json]:
        """The current STEP and `"state"`."""
        data = step_json(self.step)
        data["state"] = json_of(self.after)
        data["occurrence"] = self.step.occurrence
        data["stack"] = [_frame_json(info) for info in self.stack]
        if self.reason:
            data["reason"] = self.reason
        if self.assumed:
            data["assumed"] = list[Json](sorted(self.assumed))
        if self.displays:
            data["displays"] = [shown.to_json() for shown in self.displays]
        if self.verdict is not None:
            data["verdict"] = verdict_json(self.verdict)
        return data


def _frame_json(info: FrameInfo) -> dict[str, Json]:
    return {"frame": info.frame, "scope": info.scope, "step": info.step, "line": info.line}


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """`where`: the position again, drawn as the stack of frames.

    Attributes:
        count: how many frames are drawn: of the innermost, of the outermost where it is negative, of 0 the current
            one; None for all.
    """

    position: Position
    count: int | None = None

    def to_json(self) -> dict[str, Json]:
        """As the position's."""
        return self.position.to_json()


@dataclass(frozen=True, slots=True)
class Graph:
    """`cfg`: the control-flow graph.

    `counts` says how often each block ran when a run is recorded, `verdicts` what was said of those that were judged.
    """

    cfg: ControlFlowGraph
    counts: Mapping[BlockId, int] | None = None
    current: BlockId | None = None
    scope: str | None = None
    verdicts: Mapping[BlockId, Judgement] = field(default_factory=dict)

    def to_json(self) -> dict[str, Json]:
        """`{"blocks", "text"}`."""
        wanted = [b for b in self.cfg.blocks if self.scope is None or b.scope == self.scope]
        return {"blocks": [_block_json(block) for block in wanted], "text": self.cfg.text}


def _block_json(block: BasicBlock) -> dict[str, Json]:
    following: dict[str, Json] = {str(how): number for how, number in block.next.items()}
    return {
        "id": block.id,
        "scope": block.scope,
        "lines": list(block.lines),
        "statements": list(block.statements),
        "condition": block.condition,
        "next": following,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceListing:
    """`trace`: steps `first` to `last` of the recording and how the run ended.

    `summary` leaves the steps out; `paged` says that the terminal should show one page and name the next. `verdicts`
    say what was said of steps that were judged.
    """

    trace: ExecutionTrace
    first: StepNo
    last: StepNo
    current: StepNo
    summary: bool = False
    paged: bool = False
    verdicts: Mapping[StepNo, Judgement] = field(default_factory=dict)

    def to_json(self) -> dict[str, Json]:
        """`{"outcome", "steps", "stdout", "recording"}`, without `steps` for a summary."""
        data: dict[str, Json] = {"outcome": self.trace.outcome.to_json()}
        if not self.summary:
            data["steps"] = [step_json(step) for step in self.trace.steps(self.first, self.last)]
        data["stdout"] = self.trace.stdout
        data["recording"] = {
            "steps": len(self.trace),
            "seconds": self.trace.seconds,
            "bytes": self.trace.stored_bytes,
        }
        return data


@dataclass(frozen=True, slots=True, kw_only=True)
class Rerun:
    """`run`: the summary of the new recording, its first step, None where it has none, and the options in force."""

    listing: TraceListing
    position: Position | None
    options: RunOptions

    def to_json(self) -> dict[str, Json]:
        """The summary's, and `"options"`."""
        limits = self.options.limits
        options: dict[str, Json] = {
            "here": self.options.here,
            "sandbox": self.options.sandbox,
            "stdin": self.options.stdin is not None,
            "max_steps": limits.max_steps,
            "timeout": limits.timeout_s,
            "max_memory": limits.max_memory_mib,
        }
        return {**self.listing.to_json(), "options": options}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramOutput(JsonFields):
    """`out`: what the program wrote up to and including the current step, and that step's own part."""

    step: StepNo
    stdout: str
    stderr: str
    here: str = shown_only("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments(JsonFields):
    """`args`: the parameters of the selected frame with the values they have at the step."""

    scope: str
    arguments: Mapping[str, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeOf(JsonFields):
    """`whatis EXPRESSION`."""

    expression: str
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceListing:
    """`list`, `longlist`, `source`: lines of the snippet; `current` are the lines of the current step."""

    lines: tuple[tuple[LineNo, str], ...]
    current: frozenset[LineNo] = frozenset()
    stop_lines: frozenset[LineNo] = frozenset()
    executed: frozenset[LineNo] = frozenset()

    def to_json(self) -> dict[str, Json]:
        """`{"lines": [{"line", "text"}], "current": [line]}`."""
        return {
            "lines": [{"line": number, "text": text} for number, text in self.lines],
            "current": list[Json](sorted(self.current)),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Displays(JsonFields):
    """`display` and `undisplay`: the expressions shown after each move."""

    displays: tuple[Displayed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Message(JsonFields):
    """A command's answer of one or a few lines."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Quit(JsonFields):
    """`quit`: the session ends after this."""
