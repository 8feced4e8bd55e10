"""Goes back and forth in a recording: a machine that holds the state at any event, and the events of a step."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from functools import cached_property

from llmdb.events.decode import Log, Wire
from llmdb.events.model import Recording, Value
from llmdb.program.graph import ControlFlowGraph
from llmdb.replay.frames import Frame
from llmdb.replay.heap import HeapObject
from llmdb.replay.index import INTERVAL, Indexer, Place
from llmdb.replay.log import EventLog
from llmdb.replay.machine import Machine
from llmdb.replay.store import Chunks, Timelines
from llmdb.replay.structure import Structure
from llmdb.replay.text import to_value
from llmdb.types import VisitNo


class Replay(Structure):
    """The one machine of a trace, moved to the event that is asked for."""

    def __init__(
        self,
        recording: Recording,
        cfg: ControlFlowGraph,
        chunks: Chunks,
        timelines: Timelines,
        index: Indexer,
    ) -> None:
        super().__init__(recording, cfg, chunks, index)
        self._timelines = timelines
        self._place_positions = [place.position for place in index.places]
        self._machine = Machine(chunks.sites, chunks.scopes, chunks.initial, self._load)
        self._base = 0
        self._place: Place | None = None
        self._at = (0, 0, 0)
        self._loaded: dict[int, HeapObject | None] = {}

    @cached_property
    def log(self) -> EventLog:
        """The events by position, whatever step they belong to."""
        return EventLog(self, self._chunks, self._timelines, self._index)

    def lookup(self, number: int) -> HeapObject | None:
        """A heap object as it is where the machine is."""
        return self._machine.lookup(number)

    def _after(self, number: VisitNo) -> tuple[Machine, Frame | None]:
        machine = self.machine_at(self._steps.end[number - 1])
        return machine, machine.find_frame(self._steps.frame[number - 1])

    @property
    def index(self) -> Indexer:
        """What the first pass over the events found."""
        return self._index

    def part_at(self, position: int) -> int:
        """The part in which an event was logged; an event that hands control over is of the part before it."""
        return bisect_right(self._index.parts.begin, position)

    def visits_until(self, position: int) -> VisitNo:
        """How many visits had begun before an event."""
        return bisect_left(self._index.steps.begin, position)

    def resumed_until(self, position: int) -> int:
        """How often a suspended frame went on before an event."""
        return bisect_left(self._index.resumed, position)

    def has_followed(self, begin: int, end: int) -> bool:
        """Whether the machine is between two events and came there from the first: then there is no way back to go."""
        return self._place is not None and self._base <= begin <= self._machine.position <= end

    def values_of(self, bindings: Mapping[str, Wire], machine: Machine) -> dict[str, Value]:
        """Recorded bindings as text."""
        return {name: to_value(value, machine.lookup) for name, value in bindings.items()}

    def _load(self, number: int) -> HeapObject | None:
        if number not in self._loaded:
            self._loaded[number] = self._timelines.load(number, self._base)
        return self._loaded[number]

    def machine_at(self, position: int) -> Machine:
        """The machine with exactly the events before `position` replayed; there is one, which every call moves."""
        machine = self._machine
        if self._place is None or position < machine.position or position - machine.position > 2 * INTERVAL:
            self._restart(position)
        chunk, tag, value = self._at
        while machine.position < position:
            log: Log = self._chunks.log(chunk)
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
        place = self._index.places[number]
        if place is not self._place:
            self._place, self._base = place, place.position
            self._loaded.clear()
        self._machine.reset(place.keyframe, place.position)
        self._at = (place.chunk, place.tag, place.value)
