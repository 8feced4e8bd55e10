"""One pass over a recording: arrays that say what each step is and where it lies, and keyframes to go back to."""

from array import array
from typing import NamedTuple

from llmdb.runner.child.sites import Site
from llmdb.trace.frames import Frame
from llmdb.trace.heap import HeapObject, Operation
from llmdb.trace.machine import Machine
from llmdb.trace.model import RaisedException
from llmdb.trace.state import Keyframe
from llmdb.trace.store import Chunks, Timelines

INTERVAL = 2_048
LONG = 2_048
"""Steps that span more events have their changed names worked out in the pass."""


class Place(NamedTuple):
    """A keyframe: its event, the chunk, the place in the chunk's tags and values."""

    position: int
    chunk: int
    tag: int
    value: int
    keyframe: Keyframe


class Steps:
    """Parallel arrays, one entry a step, step n at n - 1; 0 means none."""

    def __init__(self) -> None:
        self.block = array("I")
        self.frame = array("I")
        self.begin = array("I")
        self.end = array("I")
        self.parent = array("I")
        self.next = array("I")
        self.previous = array("I")
        self.depth = array("I")


class Indexer(Machine):
    """Replays everything once and fills the index.

    Attributes:
        left: the steps whose exception left their frame.
        suspensions: for each step that yielded, the positions of its YIELD and RESUME events in turn.
    """

    shares = False

    def __init__(self, chunks: Chunks, timelines: Timelines) -> None:
        super().__init__(chunks.sites, chunks.scopes, chunks.initial, chunks.birth)
        self.steps = Steps()
        self.frame_scopes: list[str] = [""]
        self.frame_starts = array("I", [0])
        self.frame_ends = array("I", [0])
        self.raises: dict[int, RaisedException] = {}
        self.left: set[int] = set()
        self.catches: dict[int, int] = {}
        self.jumps: dict[int, tuple[int, ...]] = {}
        self.outputs: list[tuple[int, str, str]] = []
        self.output_positions = array("Q")
        self.inputs: list[tuple[int, str]] = []
        self.long_steps: dict[int, tuple[str, ...]] = {}
        self.mutating = array("I")
        self.suspensions: dict[int, array[int]] = {}
        self.places: list[Place] = []
        self.thread_starts: dict[int, int] = {}
        self._timelines = timelines
        self._chunks = chunks
        self._operations: dict[int, list[Operation]] = {}
        self._touched: set[int] = set()

    def take(self, chunk: int) -> None:
        """Replay a chunk, with keyframes on the way."""
        log = self._chunks.log(chunk)
        value = 0
        for first in range(0, len(log.tags), INTERVAL):
            self._keep_place(chunk, first, value)
            value = self.run(log, first, value, first + INTERVAL)
        for number in log.freed:
            self.heap.pop(number, None)
            self._operations.pop(number, None)

    def finish(self) -> None:
        """End the steps that were under way, or suspended, when the recording stopped."""
        for stack in self.stacks.values():
            for frame in reversed(stack):
                self.leave(frame)
                if len(stack) > 1 and frame is stack[-1]:
                    self.stack = stack
                    self._pop()
        for frame in self.suspended.values():
            self.leave(frame)

    def _keep_place(self, chunk: int, tag: int, value: int) -> None:
        """Make a keyframe; on a very deep stack fewer, since each holds the whole stack."""
        if self.places and self.position - self.places[-1].position < len(self.stack):
            return
        for number, operations in self._operations.items():
            found = self.heap.get(number)
            if found is not None:
                self._timelines.note(self.position, found, operations)
        self._operations = {}
        self._timelines.touch(self.position, self._touched)
        self._touched.clear()
        self.places.append(Place(self.position, chunk, tag, value, self.keyframe()))

    def mutate(self, number: int, operation: Operation) -> None:
        self._touched.add(number)
        super().mutate(number, operation)

    def changed(self, number: int, operation: Operation) -> None:
        self._operations.setdefault(number, []).append(operation)
        frame = self.frame
        if frame is not None and frame.step and (not self.mutating or self.mutating[-1] != frame.step):
            self.mutating.append(frame.step)

    def leave(self, frame: Frame) -> None:
        step = frame.step
        if not step or self.steps.end[step - 1]:
            return
        self.steps.end[step - 1] = self.position
        if self.position - self.steps.begin[step - 1] > LONG:
            self.long_steps[step] = tuple(self.changed_names(frame))

    def _push(self, site: Site) -> Frame:
        frame = super()._push(site)
        self.frame_scopes.append(site.scope)
        self.frame_starts.append(0)
        self.frame_ends.append(0)
        return frame

    def _block(self, site: Site, at: int) -> None:
        super()._block(site, at)
        frame, before = self.frame, self.step_before
        assert frame is not None
        steps = self.steps
        stack = self.stack
        steps.block.append(max(site.block, 0))
        steps.frame.append(frame.number)
        steps.begin.append(self.position)
        steps.end.append(0)
        steps.parent.append(stack[-2].step if len(stack) > 1 else 0)
        steps.next.append(0)
        steps.previous.append(before)
        steps.depth.append(len(stack))
        if before:
            steps.next[before - 1] = frame.step
        elif not self.frame_starts[frame.number]:
            self.frame_starts[frame.number] = frame.step
        self.frame_ends[frame.number] = frame.step

    def _yield(self, site: Site, at: int) -> None:
        frame = self.frame
        super()._yield(site, at)
        if frame is not None and frame is not self.frame and frame.step:
            self.suspensions.setdefault(frame.step, array("Q")).append(self.position)

    def _resume(self, site: Site, at: int) -> None:
        super()._resume(site, at)
        if self.frame is not None and len(self.suspensions.get(self.frame.step, ())) % 2:
            self.suspensions[self.frame.step].append(self.position)

    def _line(self, site: Site, at: int) -> None:
        if self.frame is not None and self.frame.step:
            step = self.frame.step
            self.jumps[step] = (*self.jumps.get(step, ()), site.line)

    def _unwind(self, site: Site, at: int) -> None:
        frame = self._running(site)
        if frame is not None:
            self._note_raise(frame, at)
            self.left.add(frame.raised_step)
        super()._unwind(site, at)

    def _raised(self, site: Site, at: int) -> None:
        super()._raised(site, at)
        if self.frame is not None:
            self._note_raise(self.frame, at)

    def _note_raise(self, frame: Frame, at: int) -> None:
        name, message, line = self.values[at : at + 3]
        first = frame.raised_step
        known = self.raises.get(first)
        raised = RaisedException(
            type=str(name), message=str(self._plain_text(message)), line=int(line or 0) or None
        )
        if known is not None and known == raised and self._passes_on(first, frame.step):
            return
        frame.raised_step, frame.image = frame.step, None
        if frame.step:
            self.raises.setdefault(frame.step, raised)

    def _passes_on(self, first: int, step: int) -> bool:
        """Whether a step only lets go what `first` raised: another block, as the raising line is in that of `first`."""
        return self.steps.block[first - 1] != self.steps.block[step - 1]

    def _plain_text(self, value: object) -> str:
        if isinstance(value, tuple) and len(value) == 1:
            found: HeapObject | None = self.lookup(value[0])
            return str(found.data[0]) if found is not None else ""
        return str(value)

    def _caught(self, site: Site, at: int) -> None:
        if self.frame is not None:
            self.catches[self.frame.raised_step or self.frame.step] = site.line

    def _write(self, site: Site, at: int) -> None:
        step = self.frame.step if self.frame is not None else self.step_count
        self.output_positions.append(self.position)
        self.outputs.append((step, str(self.values[at]), self._plain_text(self.values[at + 1])))

    def _input(self, site: Site, at: int) -> None:
        step = self.frame.step if self.frame is not None else self.step_count
        self.inputs.append((step, self._plain_text(self.values[at])))
