"""What a trace tells without replaying: its size, outputs, and how visits, blocks and frames hang together."""

from array import array
from bisect import bisect_left
from collections.abc import Sequence

from llmdb.errors import NoSuchStep
from llmdb.events.model import Outcome, Recording
from llmdb.program.graph import ControlFlowGraph
from llmdb.replay.index import Indexer
from llmdb.replay.store import Chunks
from llmdb.types import BlockId, FrameId, LineNo, VisitNo


class Structure:
    """Answers that come from the index alone; methods that take a visit raise `NoSuchStep` outside the trace."""

    def __init__(self, recording: Recording, cfg: ControlFlowGraph, chunks: Chunks, index: Indexer) -> None:
        self.outcome: Outcome = recording.outcome
        self.cfg = cfg
        self.seconds: float = recording.seconds
        self.stored_bytes: int = chunks.stored_bytes
        self.scopes = chunks.scopes
        self._chunks = chunks
        self._steps = index.steps
        self._index = index
        self._by_block = _by_block(index)

    def __len__(self) -> int:
        return len(self._steps.block)

    @property
    def stdout(self) -> str:
        """Everything the program wrote to sys.stdout."""
        return "".join(text for _, stream, text in self._index.outputs if stream == "stdout")

    @property
    def stderr(self) -> str:
        """Everything the program wrote to sys.stderr."""
        return "".join(text for _, stream, text in self._index.outputs if stream == "stderr")

    # --- steps, blocks, frames -----------------------------------------------------------------------------

    def block_of(self, number: VisitNo) -> BlockId:
        """The block of a visit."""
        return self._steps.block[self._check(number)]

    def blocks_until(self, number: VisitNo) -> Sequence[BlockId]:
        """The block of each visit up to this one, from the first."""
        return self._steps.block[: self._check(number) + 1]

    def frame_of(self, number: VisitNo) -> FrameId:
        """The frame of a visit."""
        return self._steps.frame[self._check(number)]

    def scope_of(self, number: VisitNo) -> str:
        """The qualified name of the code a visit runs."""
        return self._index.frame_scopes[self._steps.frame[self._check(number)]]

    def depth(self, number: VisitNo) -> int:
        """How many frames are on the stack in a visit, its own included."""
        return self._steps.depth[self._check(number)]

    def parent_step(self, number: VisitNo) -> VisitNo | None:
        """The caller's visit under way when this visit's frame ran; None for the outermost."""
        return self._steps.parent[self._check(number)] or None

    def next_in_frame(self, number: VisitNo) -> VisitNo | None:
        """The frame's next visit, None if this was its last."""
        return self._steps.next[self._check(number)] or None

    def previous_in_frame(self, number: VisitNo) -> VisitNo | None:
        """The frame's visit before, None if this was its first."""
        return self._steps.previous[self._check(number)] or None

    def steps_of_block(self, block: BlockId) -> Sequence[VisitNo]:
        """The visits that executed a block, in order."""
        return self._by_block.get(block, array("I"))

    def occurrence(self, number: VisitNo) -> int:
        """Which execution of its block a visit is, from 1."""
        return bisect_left(self._by_block[self.block_of(number)], number) + 1

    def lines(self, number: VisitNo) -> tuple[LineNo, ...]:
        """First lines of the statements begun, in order; up to the raising one."""
        begun = self._block_lines(self.block_of(number))
        raised = self._index.raises.get(number)
        if raised is not None and raised.line is not None and begun and begun[0] <= raised.line:
            begun = tuple(line for line in begun if line <= raised.line)
        told = tuple(self._index.jumps.get(number, ()))
        if self.cfg.level == "function":
            return tuple(dict.fromkeys(begun[:1] + told))
        return _without_repeats(begun + told)

    def on_same_line(self, number: VisitNo) -> bool:
        """Whether the visit goes on in the line of the one before in its frame, in a block further on."""
        before = self.previous_in_frame(number)
        if before is None or self.block_of(before) >= self.block_of(number):
            return False
        earlier, lines = self.lines(before), self.lines(number)
        return bool(earlier and lines and earlier[-1] == lines[0])

    def _block_lines(self, block: BlockId) -> tuple[LineNo, ...]:
        if not 1 <= block <= len(self.cfg.blocks):
            return ()
        return self.cfg.block(block).statement_lines

    def handlers(self, number: VisitNo) -> LineNo | None:
        """The line of the `except` clause that took over the visit's exception in its frame."""
        self._check(number)
        return self._index.catches.get(number)

    def _check(self, number: VisitNo) -> int:
        if not 1 <= number <= len(self._steps.block):
            raise NoSuchStep(f"the trace has {len(self)} steps; step numbers are 1 to {len(self)}")
        return number - 1

    def _next_of(self, number: VisitNo) -> int:
        return self._steps.next[number - 1]


def _without_repeats(lines: tuple[LineNo, ...]) -> tuple[LineNo, ...]:
    return tuple(line for n, line in enumerate(lines) if not n or line != lines[n - 1])


def _by_block(index: Indexer) -> dict[BlockId, "array[int]"]:
    out: dict[BlockId, array[int]] = {}
    for number, block in enumerate(index.steps.block, 1):
        if block not in out:
            out[block] = array("I")
        out[block].append(number)
    return out
