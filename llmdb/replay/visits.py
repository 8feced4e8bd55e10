"""The visits of a recorded run: each passage of a block, with the state at its two ends rebuilt on demand."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cached_property

from llmdb.errors import NoSuchStep
from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.events.model import IntermediateState, Outcome, RaisedException, Recording, Value
from llmdb.program.graph import BasicBlock, ControlFlowGraph
from llmdb.replay.frames import MISSING, Frame
from llmdb.replay.heap import HeapObject
from llmdb.replay.index import INTERVAL, BlockRow, Indexer, Place
from llmdb.replay.log import EventLog
from llmdb.replay.machine import Machine
from llmdb.replay.statements import without_repeats
from llmdb.replay.store import Chunks, Timelines
from llmdb.replay.text import to_value
from llmdb.types import BlockId, FrameId, LineNo, VisitNo


class Visits:
    """A recorded run by visits, from 1 to `len(visits)`; methods that take one raise `NoSuchStep` outside.

    A visit is one passage of one basic block by one frame, numbered by when it begins; calls made in it are within it.
    `x = 1` and `x += 1` in one block yield one visit with `changed(1) == {"x": Value(type="int", repr="2")}`.
    """

    def __init__(
        self,
        recording: Recording,
        cfg: ControlFlowGraph,
        chunks: Chunks,
        timelines: Timelines,
        index: Indexer,
    ) -> None:
        self.outcome: Outcome = recording.outcome
        self.cfg = cfg
        self.seconds: float = recording.seconds
        self.stored_bytes: int = chunks.stored_bytes
        self.scopes = chunks.scopes
        self.index = index
        self._chunks = chunks
        self._timelines = timelines
        self._steps = index.steps
        self._by_block = _by_block(index)
        self._place_positions = [place.position for place in index.places]
        self._machine = Machine(Frame, chunks.scopes, chunks.initial, self._load)
        self._machine.learn(chunks.sites)
        self._base = 0
        self._place: Place | None = None
        self._at = (0, 0, 0)
        self._loaded: dict[int, HeapObject | None] = {}

    def __len__(self) -> int:
        return len(self._steps.block)

    @property
    def stdout(self) -> str:
        """Everything the program wrote to sys.stdout."""
        return "".join(text for _, stream, text in self.index.outputs if stream == "stdout")

    @property
    def stderr(self) -> str:
        """Everything the program wrote to sys.stderr."""
        return "".join(text for _, stream, text in self.index.outputs if stream == "stderr")

    # --- steps, blocks, frames -----------------------------------------------------------------------------

    def block_of(self, number: VisitNo) -> BlockId:
        """The block of a visit."""
        return self._steps.block[self._check(number)]

    def basic_block(self, number: VisitNo) -> BasicBlock | None:
        """The block of a visit as the graph has it; None for code that is in none."""
        block = self.block_of(number)
        return self.cfg.block(block) if 1 <= block <= len(self.cfg.blocks) else None

    def frame_of(self, number: VisitNo) -> FrameId:
        """The frame of a visit."""
        return self._steps.frame[self._check(number)]

    def scope_of(self, number: VisitNo) -> str:
        """The qualified name of the code a visit runs."""
        return self.index.frame_scopes[self._steps.frame[self._check(number)]]

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
        block = self.basic_block(number)
        begun = block.statement_lines if block is not None else ()
        raised = self.index.raises.get(number)
        if raised is not None and raised.line is not None and begun and begun[0] <= raised.line:
            begun = tuple(line for line in begun if line <= raised.line)
        told = tuple(self.index.jumps.get(number, ()))
        if self.cfg.level == "function":
            return tuple(dict.fromkeys(begun[:1] + told))
        return without_repeats(begun + told)

    def on_same_line(self, number: VisitNo) -> bool:
        """Whether the visit goes on in the line of the one before in its frame, in a block further on."""
        before = self.previous_in_frame(number)
        if before is None or self.block_of(before) >= self.block_of(number):
            return False
        earlier, lines = self.lines(before), self.lines(number)
        return bool(earlier and lines and earlier[-1] == lines[0])

    @property
    def raises(self) -> Mapping[VisitNo, RaisedException]:
        """The visits that raised, in the order in which they did, with what they raised."""
        return self.index.raises

    def handlers(self, number: VisitNo) -> LineNo | None:
        """The line of the `except` clause that took over the visit's exception in its frame."""
        self._check(number)
        return self.index.catches.get(number)

    def _check(self, number: VisitNo) -> int:
        if not 1 <= number <= len(self._steps.block):
            raise NoSuchStep(f"the trace has {len(self)} steps; step numbers are 1 to {len(self)}")
        return number - 1

    # --- the events and the machine ----------------------------------------------------------------------------

    @cached_property
    def log(self) -> EventLog:
        """The events by position, whatever step they belong to."""
        return EventLog(self, self._chunks, self._timelines, self.index)

    def lookup(self, number: int) -> HeapObject | None:
        """A heap object as it is where the machine is; one that is being changed there tells nothing but that."""
        found = self._machine.lookup(number)
        if found is None or number not in self.index.being_changed.at(self._machine.position):
            return found
        return HeapObject(number, wire.OPAQUE, found.type, (), (), f"<{found.type} being changed>")

    def part_at(self, position: int) -> int:
        """The part in which an event was logged; an event that hands control over is of the part before it."""
        return bisect_right(self.index.parts.begin, position)

    def has_followed(self, begin: int, end: int) -> bool:
        """Whether the machine is between two events and came there from the first: then there is no way back to go."""
        return self._place is not None and self._base <= begin <= self._machine.position <= end

    def values_of(self, bindings: Mapping[str, Wire]) -> dict[str, Value]:
        """Recorded bindings as text."""
        return {name: to_value(value, self.lookup) for name, value in bindings.items()}

    def _load(self, number: int) -> HeapObject | None:
        if number not in self._loaded:
            self._loaded[number] = self._timelines.load(number, self._base)
        self._machine.shared.add(number)
        return self._loaded[number]

    def machine_at(self, position: int) -> Machine[Frame]:
        """The machine with exactly the events before `position` replayed; there is one, which every call moves."""
        machine = self._machine
        if self._place is None or position < machine.position or position - machine.position > 2 * INTERVAL:
            self._restart(position)
        chunk, tag, value = self._at
        while machine.position < position:
            log = self._chunks.log(chunk)
            if tag >= len(log.tags):
                chunk, tag, value = chunk + 1, 0, 0
                continue
            stop = min(len(log.tags), tag + position - machine.position)
            value = machine.run(log, tag, value, stop)
            tag = stop
        if len(self._chunks) > chunk + 1 and tag >= len(self._chunks.log(chunk).tags):
            chunk, tag, value = chunk + 1, 0, 0
        self._at = (chunk, tag, value)
        return machine

    def _restart(self, position: int) -> None:
        number = bisect_right(self._place_positions, position) - 1
        if number < 0:
            return
        place = self.index.places[number]
        if place is not self._place:
            self._place, self._base = place, place.position
            self._loaded.clear()
        self._machine.reset(place.keyframe, place.position)
        self._at = (place.chunk, place.tag, place.value)

    # --- states --------------------------------------------------------------------------------------------

    def changed(self, number: VisitNo) -> Mapping[str, Value]:
        """The names visible in the frame that were bound to another value, or whose value was mutated.

        Through any alias, and by calls of the visit, too; with the value after it.
        """
        place = self._check(number)
        begin, end = self._steps.begin[place], self._steps.end[place]
        names = self.index.long_steps.get(number)
        return self.changed_between(begin, end, self.frame_of(number), names) if end - begin > 1 else {}

    def changed_of(self, numbers: Sequence[VisitNo]) -> Mapping[VisitNo, Mapping[str, Value]]:
        """`changed` of several visits, found in the order of their ends: the recording is gone through once."""
        ends = self._steps.end
        return {number: self.changed(number) for number in sorted(numbers, key=lambda n: ends[n - 1])}

    def changed_between(
        self, begin: int, end: int, frame: FrameId, names: Iterable[str] | None, *, own: bool = False
    ) -> Mapping[str, Value]:
        """What a frame has changed between two events, with the values then.

        Args:
            names: what it changed, where that is known.
            own: only what its own code did.
        """
        if names is None and not self.has_followed(begin, end):
            self.machine_at(begin)
        machine = self.machine_at(end)
        found = machine.find_frame(frame)
        if found is None:
            return {}
        if names is None:
            return self.values_of(machine.names.changed(found, own=own))
        shown = machine.names.shown(found)
        return self.values_of({name: shown[name] for name in names if name in shown})

    def state(self, number: VisitNo) -> IntermediateState:
        """The variables in scope after the visit, in its frame."""
        return self.state_at(self._steps.end[self._check(number)], self.frame_of(number))

    def state_before(self, number: VisitNo) -> IntermediateState:
        """The variables in scope before the visit, in its frame."""
        return self.state_at(self._steps.begin[self._check(number)], self.frame_of(number))

    def state_at(self, position: int, frame: FrameId) -> IntermediateState:
        """The variables in a frame just before an event."""
        machine = self.machine_at(position)
        found = machine.find_frame(frame)
        return {} if found is None else self.values_of(machine.names.shown(found))

    def value(self, number: VisitNo, name: str) -> Value | None:
        """One variable of `state`; None if it is not in scope."""
        return self.value_at(self._steps.end[self._check(number)], self.frame_of(number), name)

    def value_at(self, position: int, frame: FrameId, name: str) -> Value | None:
        """One variable of `state_at`; None if it is not in scope."""
        machine = self.machine_at(position)
        found = machine.find_frame(frame)
        value = MISSING if found is None else machine.names.shown_value(found, name)
        return None if value is MISSING else to_value(value, self.lookup)

    def arguments(self, number: VisitNo) -> Mapping[str, Value]:
        """What the visit's frame was called with, as it was when the visit began."""
        machine = self.machine_at(self._steps.begin[self._check(number)])
        frame = machine.find_frame(self.frame_of(number))
        return {} if frame is None else self.values_of(frame.arguments)

    def return_value(self, number: VisitNo) -> Value | None:
        """What the frame returned, if it did at the end of this visit."""
        end = self._steps.end[self._check(number)]
        if self._steps.next[number - 1] or end >= self.log.total:
            return None
        return self.handed_at(end) if self.log.event(end).site.kind == kinds.RETURN else None

    def handed_at(self, position: int) -> Value | None:
        """The value with which an event leaves a frame; None where it has none."""
        values = self.log.event(position).values
        if not values:
            return None
        self.machine_at(position)
        return to_value(values[0], self.lookup)


def build_visits(
    recording: Recording, cfg: ControlFlowGraph, on_visits: Callable[[int], None] | None = None
) -> Visits:
    """The trace of a recording; `on_visits` is told how many visits were read so far.

    Raises:
        ProtocolError: the child sent bytes that are not of the protocol.
    """
    reading = read_visits(recording, cfg)
    while True:
        try:
            count = next(reading)
        except StopIteration as done:
            visits: Visits = done.value
            return visits
        if on_visits is not None:
            on_visits(count)


def read_visits(recording: Recording, cfg: ControlFlowGraph) -> Generator[int, None, Visits]:
    """As `build_visits`, in turns: gives how many visits were read so far, and returns them all.

    Raises:
        ProtocolError: the child sent bytes that are not of the protocol.
    """
    chunks = Chunks()
    timelines = Timelines(chunks)
    blocks = {
        block.id: BlockRow(bool(block.next.keys() & {"true", "false"}), max(block.statement_lines, default=0))
        for block in cfg.blocks
    }
    index: Indexer | None = None
    for data in recording.chunks:
        log = chunks.add(data)
        if log is not None:
            index = index or Indexer(chunks, timelines, blocks)
            index.learn(chunks.sites)
            index.take(len(chunks) - 1)
            yield index.visit_count
    index = index or Indexer(chunks, timelines, blocks)
    index.finish()
    return Visits(recording, cfg, chunks, timelines, index)


def _by_block(index: Indexer) -> dict[BlockId, "array[int]"]:
    out: dict[BlockId, array[int]] = {}
    for number, block in enumerate(index.steps.block, 1):
        if block not in out:
            out[block] = array("I")
        out[block].append(number)
    return out
