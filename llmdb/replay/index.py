"""One pass over a recording: arrays that say what each visit is and where it lies, and keyframes to go back to."""

from array import array
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from llmdb.events import sites as kinds
from llmdb.events.decode import Log
from llmdb.events.model import RaisedException
from llmdb.events.sites import CHANGING, Site
from llmdb.replay.frames import Frame
from llmdb.replay.heap import HeapObject, Operation
from llmdb.replay.machine import Machine
from llmdb.replay.state import Keyframe
from llmdb.replay.store import Chunks, Timelines

INTERVAL = 2_048
LONG = 2_048
"""Visits and parts that span more events have their changed names worked out in the pass."""

_TELLING = frozenset(
    {
        kinds.BEGIN, kinds.LINE, kinds.STORE, kinds.DELETE, kinds.RETURN, kinds.YIELD, kinds.CAUGHT,
        kinds.WRITE, kinds.INPUT, *CHANGING,
    }
)  # fmt: skip
"""Events that make a part of what a frame does once control has come back to it."""


class Place(NamedTuple):
    """A keyframe: its event, the chunk, the place in the chunk's tags and values."""

    position: int
    chunk: int
    tag: int
    value: int
    keyframe: Keyframe


class Steps:
    """Parallel arrays, one entry a visit, visit n at n - 1; 0 means none."""

    def __init__(self) -> None:
        self.block = array("I")
        self.frame = array("I")
        self.begin = array("I")
        self.end = array("I")
        self.parent = array("I")
        self.next = array("I")
        self.previous = array("I")
        self.depth = array("I")


class Parts:
    """Parallel arrays, one entry a part, part n at n - 1: what one frame does in one visit without interruption.

    Parts are in the order of time and do not overlap.

    Attributes:
        visit: which visit it is a part of.
        begin, end: its first event, and the one with which it is over: the frame's next block or its end, a call.
        earlier, later: the part before and after it of the same visit, 0 for none.
    """

    def __init__(self) -> None:
        self.visit = array("I")
        self.begin = array("I")
        self.end = array("I")
        self.earlier = array("I")
        self.later = array("I")


class Thrown:
    """One exception on its way.

    Attributes:
        part, frame: the part that raised it, and its frame; `is_caught_at_home` where that took it over.
        raised: what it is, with its line in that part.
        last: the last part that it left: that of the outermost frame.
        caught: the line of the `except` clause, or of the `with`, that took it over; None for none of the snippet's.
    """

    __slots__ = ("caught", "frame", "is_caught_at_home", "last", "part", "raised")

    def __init__(self, part: int, frame: int, raised: RaisedException) -> None:
        self.part = self.last = part
        self.frame = frame
        self.is_caught_at_home = False
        self.raised = raised
        self.caught: int | None = None


class BlockRow(NamedTuple):
    """What the index needs to know of a block: whether its exits are those of a condition, and its last line."""

    decides: bool
    last_line: int


class Indexer(Machine):
    """Replays everything once and fills the index.

    Args:
        blocks: a row for each block, by its number.

    Attributes:
        parts: the visits cut where control leaves their frames.
        thrown: each exception that reached a handler or left a frame, in the order in which they were raised.
        unwound: the parts in which a frame ended by an exception of an earlier part.
        changing_parts: the parts that mutate something, in order.
        long_parts: the names that parts of many events changed.
        suspensions: for each step that yielded, the positions of its YIELD and RESUME events in turn.
    """

    shares = False

    def __init__(self, chunks: Chunks, timelines: Timelines, blocks: Mapping[int, BlockRow]) -> None:
        self._blocks = blocks
        self.first_calls: dict[int, int] = {}
        self._telling: list[bool] = []
        super().__init__(chunks.sites, chunks.scopes, chunks.initial, chunks.birth)
        self.parts = Parts()
        self.thrown: list[Thrown] = []
        self.resumed = array("I")
        """The events by which suspended frames went on."""
        self.unwound: dict[int, RaisedException] = {}
        self.changing_parts = array("I")
        self.long_parts: dict[int, tuple[str, ...]] = {}
        self._back = -1
        """The event since which control is in the frame that runs, which has no part yet; -1 where it has one."""
        self._by_exception = False
        """Whether what came back then was an exception, which is on its way to a handler."""
        self._leaving = 0
        """The exception that left a frame last, counted from 1; 0 where the last one that was left returned."""
        self._yielded = -1
        """The event by which a frame was suspended last."""
        self.steps = Steps()
        self.frame_scopes: list[str] = [""]
        self.frame_starts = array("I", [0])
        self.frame_ends = array("I", [0])
        self.raises: dict[int, RaisedException] = {}
        self.catches: dict[int, int] = {}
        self.jumps: dict[int, array[int]] = {}
        self.outputs: list[tuple[int, str, str]] = []
        self.output_positions = array("Q")
        self.long_steps: dict[int, tuple[str, ...]] = {}
        self.mutating = array("I")
        self.suspensions: dict[int, array[int]] = {}
        self.places: list[Place] = []
        self._timelines = timelines
        self._chunks = chunks
        self._operations: dict[int, list[Operation]] = {}
        self._touched: set[int] = set()

    def learn(self, sites: Sequence[Site]) -> None:
        """Sites were added to the table, which is given whole."""
        for site in sites[len(self._telling) :]:
            self._telling.append(site.kind in _TELLING)
            if site.kind == kinds.FIRST_CALL:
                self.first_calls.setdefault(site.block, site.line)
        super().learn(sites)

    def run(self, log: Log, first: int, value: int, stop: int) -> int:
        """Replay `log.tags[first:stop]`, whose values start at `value`; the place of the next value."""
        self.values = log.values
        actions, telling = self.actions, self._telling
        at, position = value, self.position
        for tag in log.tags[first:stop]:
            action, site, size = actions[tag]
            self.position = position
            if self._back >= 0 and telling[tag]:
                self._go_on_in_part(site)
            action(site, at)
            position += 1
            at += size
        self.position = position
        return at

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
        """End the visits that were under way, or suspended, when the recording stopped."""
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
        if frame is not None and frame.step:
            if not self.mutating or self.mutating[-1] != frame.step:
                self.mutating.append(frame.step)
            part = len(self.parts.begin)
            if not self.changing_parts or self.changing_parts[-1] != part:
                self.changing_parts.append(part)

    # --- parts -----------------------------------------------------------------------------------------------

    def _begin_part(self, frame: Frame, position: int) -> None:
        parts = self.parts
        parts.visit.append(frame.step)
        parts.begin.append(position)
        parts.end.append(0)
        parts.earlier.append(frame.part)
        parts.later.append(0)
        number = len(parts.begin)
        if frame.part:
            parts.later[frame.part - 1] = number
        frame.part = number

    def _end_part(self, frame: Frame) -> None:
        parts, number = self.parts, frame.part
        if number and not parts.end[number - 1]:
            parts.end[number - 1] = self.position
            if self.position - parts.begin[number - 1] > LONG:
                self.long_parts[number] = tuple(self.changed_names(frame, own=True))

    def _go_on_in_part(self, site: Site) -> None:
        """Something is done by the frame that control came back to: it has a part since then."""
        frame, back = self.frame, self._back
        if frame is None or not frame.step or (site.scope and site.scope != frame.scope):
            return
        if site.kind == kinds.YIELD and site.names and self._yielded == self.position - 1:
            return  # an `await` hands on what another one yielded
        self._back, self._by_exception = -1, False
        self._begin_part(frame, back)

    def goes_on(self, frame: Frame | None, since: int) -> None:
        """Control comes back to a frame: what it does now is of a part of its own, if it does anything."""
        super().goes_on(frame, since)
        self._back = since if frame is not None and frame.step else -1
        self._by_exception = False

    def hands_over(self) -> None:
        """Control is about to leave the frame that runs, which goes on later."""
        if self.frame is not None:
            self._end_part(self.frame)
        self._back = -1

    def _is_decided(self, frame: Frame) -> bool:
        """Whether a block that is left has done something since control came back: decided, or begun a statement."""
        row = self._blocks.get(self.steps.block[frame.step - 1])
        if row is None or self._by_exception:
            return False
        begun = frame.begun or self.first_calls.get(self.steps.block[frame.step - 1], 0)
        return row.decides or bool(begun and begun < row.last_line)

    def leave(self, frame: Frame) -> None:
        self._end_part(frame)
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
        frame, back = self.frame, self._back
        if back >= 0 and frame is not None and frame.scope == site.scope and self._is_decided(frame):
            self._begin_part(frame, back)
        self._back, self._by_exception = -1, False
        super()._block(site, at)
        frame, before = self.frame, self.step_before
        assert frame is not None
        self._back, frame.part = -1, 0
        self._begin_part(frame, self.position)
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
        if frame is not None and frame.scope == site.scope:
            self._end_part(frame)
        self._yielded, self._leaving = self.position, 0
        super()._yield(site, at)
        if frame is not None and frame is not self.frame and frame.step:
            self.suspensions.setdefault(frame.step, array("Q")).append(self.position)

    def _return(self, site: Site, at: int) -> None:
        self._leaving = 0
        super()._return(site, at)

    def _resume(self, site: Site, at: int) -> None:
        self.resumed.append(self.position)
        super()._resume(site, at)
        if self.frame is not None and len(self.suspensions.get(self.frame.step, ())) % 2:
            self.suspensions[self.frame.step].append(self.position)

    def _line(self, site: Site, at: int) -> None:
        if self.frame is not None and self.frame.step:
            step = self.frame.step
            self.jumps.setdefault(step, array("I")).append(site.line)

    def _unwind(self, site: Site, at: int) -> None:
        frame = self._running(site)
        if frame is not None and frame.scope == site.scope:
            self._note_raise(frame, at)
            self._note_unwound(frame, at)
        super()._unwind(site, at)

    def _raised(self, site: Site, at: int) -> None:
        super()._raised(site, at)
        if self.frame is not None:
            self._note_raise(self.frame, at)
            self._note_thrown(self.frame, at)

    def _note_thrown(self, frame: Frame, at: int) -> bool:
        """An exception reached a handler of a frame, or leaves it; whether it arose in this frame now."""
        raised = RaisedException(
            type=str(self.values[at]),
            message=self._plain_text(self.values[at + 1]),
            line=int(self.values[at + 2] or 0) or None,
        )
        for number in (self._leaving if self._back >= 0 else 0, frame.exception):
            if number and self._is_same(self.thrown[number - 1], raised, frame):
                frame.exception = number
                self.thrown[number - 1].caught = None
                self._by_exception = self._back >= 0
                return False
        if self._back >= 0 and frame.step:
            self._begin_part(frame, self._back)
            self._back = -1
        self.thrown.append(Thrown(frame.part, frame.number, raised))
        frame.exception = len(self.thrown)
        return True

    def _is_same(self, thrown: Thrown, raised: RaisedException, frame: Frame) -> bool:
        """Whether an exception is one noted before: on its way, or let go again by a handler in another block."""
        known = thrown.raised
        if (known.type, known.message) != (raised.type, raised.message):
            return False
        if thrown.caught is None:
            return True
        block, visits = self.steps.block, self.parts.visit
        return known.line == raised.line and block[visits[thrown.part - 1] - 1] != block[frame.step - 1]

    def _note_unwound(self, frame: Frame, at: int) -> None:
        """An exception leaves a frame."""
        arose = self._note_thrown(frame, at)
        if self._back >= 0 and frame.step:
            self._begin_part(frame, self._back)
            self._back = -1
        thrown = self.thrown[frame.exception - 1]
        if not arose and thrown.part != frame.part:
            self.unwound[frame.part] = thrown.raised
        thrown.last = frame.part
        self._leaving = frame.exception

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
        """Whether a visit only lets go what `first` raised: it is of another block than the raising line."""
        return self.steps.block[first - 1] != self.steps.block[step - 1]

    def _plain_text(self, value: object) -> str:
        if isinstance(value, tuple) and len(value) == 1:
            found: HeapObject | None = self.lookup(value[0])
            return str(found.data[0]) if found is not None else ""
        return str(value)

    def _caught(self, site: Site, at: int) -> None:
        if self.frame is not None:
            self.catches[self.frame.raised_step or self.frame.step] = site.line
            if self.frame.exception:
                thrown = self.thrown[self.frame.exception - 1]
                thrown.caught = site.line
                thrown.is_caught_at_home = thrown.frame == self.frame.number

    def _write(self, site: Site, at: int) -> None:
        step = self.frame.step if self.frame is not None else self.step_count
        self.output_positions.append(self.position)
        self.outputs.append((step, str(self.values[at]), self._plain_text(self.values[at + 1])))
