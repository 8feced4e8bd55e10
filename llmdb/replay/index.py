"""One pass over a recording: arrays that say what each visit is and where it lies, and keyframes to go back to."""

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import Log, Wire
from llmdb.events.model import RaisedException
from llmdb.events.sites import CHANGING, Site
from llmdb.replay.exceptions import Thrown
from llmdb.replay.frames import ALL, Frame
from llmdb.replay.heap import HeapObject, Operation, is_reference
from llmdb.replay.heap_events import Action
from llmdb.replay.machine import Keyframe, Machine, MachineObserver
from llmdb.replay.store import Chunks, Timelines

INTERVAL = 2_048
LONG = 2_048
"""Visits and parts that span more events have their changed names worked out in the pass."""

_TELLING = frozenset(
    {
        kinds.BEGIN, kinds.OVER, kinds.LINE, kinds.STORE, kinds.DELETE, kinds.RETURN, kinds.YIELD, kinds.CAUGHT,
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
    keyframe: Keyframe[Frame]


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


class Spans:
    """The spans of events in which a library call or an operator was changing an object and ran the snippet's code."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, int, int]] = []
        self._latest = array("Q")
        self._last: tuple[int, frozenset[int]] = (-1, frozenset())

    def add(self, begin: int, end: int, number: int) -> None:
        """The object with a number was being changed after the event `begin`, and until the event `end` is over."""
        self._rows.append((begin, end, number))

    def finish(self) -> None:
        """All spans are added."""
        self._rows.sort()
        latest = 0
        for _, end, _ in self._rows:
            latest = max(latest, end)
            self._latest.append(latest)

    def at(self, position: int) -> frozenset[int]:
        """The objects that were being changed just before an event."""
        if self._last[0] != position:
            self._last = position, frozenset(number for _, number in self._around(position))
        return self._last[1]

    def before(self, position: int, since: int) -> int:
        """The event, from `since` on, with which the changes under way at an event began; the event where none did."""
        return min((begin for begin, _ in self._around(position) if begin >= since), default=position)

    def _around(self, position: int) -> Iterator[tuple[int, int]]:
        for place in range(bisect_left(self._rows, (position,)) - 1, -1, -1):
            if self._latest[place] < position:
                break
            begin, end, number = self._rows[place]
            if end >= position:
                yield begin, number


class BlockRow(NamedTuple):
    """What the index needs to know of a block: whether its exits are those of a condition, and its last line."""

    decides: bool
    last_line: int


class Indexer(MachineObserver):
    """Lets a machine replay everything once, and fills the index.

    Args:
        blocks: a row for each block, by its number.

    Attributes:
        parts: the visits cut where control leaves their frames.
        thrown: each exception that reached a handler or left a frame, in the order in which they were raised.
        unwound: the parts in which a frame ended by an exception of an earlier part.
        changing_parts: the parts that mutate something, in order.
        long_parts: the names that parts of many events changed.
        being_changed: when which objects were, with code of the snippet running in between.
        handed_on: for visits that handed on what another generator yielded, the events that told so: of no part.
    """

    def __init__(self, chunks: Chunks, timelines: Timelines, blocks: Mapping[int, BlockRow]) -> None:
        self._blocks = blocks
        self.first_calls: dict[int, int] = {}
        self._telling: list[bool] = []
        self._actions: list[tuple[Action, Site, int]] = []
        self._machine = Machine(Frame, chunks.scopes, chunks.initial, chunks.birth, self)
        self._stacks = self._machine.stacks
        self.parts = Parts()
        self.handed_on: dict[int, array[int]] = {}
        self.thrown: list[Thrown] = []
        """The events by which suspended frames went on."""
        self.unwound: dict[int, RaisedException] = {}
        self.changing_parts = array("I")
        self.long_parts: dict[int, tuple[str, ...]] = {}
        self.being_changed = Spans()
        self._under_way: dict[int, list[tuple[int, set[int]]]] = {}
        """For each frame its operations under way: the event with which one began, the objects that it changes."""
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
        self.places: list[Place] = []
        self._timelines = timelines
        self._chunks = chunks
        self._operations: dict[int, list[Operation]] = {}
        self._touched: set[int] = set()

    @property
    def visit_count(self) -> int:
        """How many visits have begun so far."""
        return self._machine.visit_count

    def learn(self, sites: Sequence[Site]) -> None:
        """Sites were added to the table, which is given whole."""
        for site in sites[len(self._telling) :]:
            self._telling.append(site.kind in _TELLING)
            self._actions.append((self._action(site), site, site.values))
            if site.kind == kinds.FIRST_CALL:
                self.first_calls.setdefault(site.block, site.line)

    def _action(self, site: Site) -> Action:
        """What the events of a site do: this is told around what the machine does, or does it itself."""
        replay = self._machine.action(site)
        around = {
            kinds.BLOCK: self._block,
            kinds.YIELD: self._yield,
            kinds.RETURN: self._return,
            kinds.UNWIND: self._unwind,
            kinds.RAISED: self._raised,
        }
        own = {
            kinds.LINE: self._line,
            kinds.CAUGHT: self._caught,
            kinds.WRITE: self._write,
            kinds.UNDER_WAY: self._begin_operation,
            kinds.DONE: self._end_operation,
        }
        if site.kind in around:
            return partial(around[site.kind], replay)
        return own.get(site.kind, replay)

    def take(self, chunk: int) -> None:
        """Replay a chunk, with keyframes on the way."""
        log = self._chunks.log(chunk)
        value = 0
        for first in range(0, len(log.tags), INTERVAL):
            self._keep_place(chunk, first, value)
            value = self._run(log, first, value, first + INTERVAL)
        for number in log.freed:
            self._machine.heap.pop(number, None)
            self._operations.pop(number, None)

    def _run(self, log: Log, first: int, value: int, stop: int) -> int:
        machine, values, actions, telling = self._machine, log.values, self._actions, self._telling
        at, position = value, machine.position
        for tag in log.tags[first:stop]:
            action, site, size = actions[tag]
            machine.position = position
            if self._back >= 0 and telling[tag]:
                self._go_on_in_part(site)
            action(site, values, at)
            position += 1
            at += size
        machine.position = position
        return at

    def finish(self) -> None:
        """End the visits that were under way, or suspended, when the recording stopped."""
        stacks = self._stacks
        for thread in [*stacks.by_thread]:
            stacks.switch(thread)
            for frame in [*reversed(stacks.stack)]:
                self.leaves(frame)
                if len(stacks.stack) > 1:
                    stacks.end()
        for frame in stacks.suspended.values():
            self.leaves(frame)
        for number in list(self._under_way):
            self._all_done(number)
        self.being_changed.finish()

    # --- operations under way --------------------------------------------------------------------------------

    def _begin_operation(self, site: Site, values: Sequence[Wire], at: int) -> None:
        frame = self._stacks.top
        if frame is not None:
            changed = {values[at][0]} if is_reference(values[at]) else set[int]()
            self._under_way.setdefault(frame.number, []).append((self._machine.position, changed))

    def _end_operation(self, site: Site, values: Sequence[Wire], at: int) -> None:
        frame = self._stacks.top
        rows = self._under_way.get(frame.number) if frame is not None else None
        if rows:
            self._done(*rows.pop())

    def _all_done(self, frame: int) -> None:
        """The operations of a frame are over, or the recording is."""
        for begin, changed in self._under_way.pop(frame, ()):
            self._done(begin, changed)

    def _done(self, begin: int, changed: set[int]) -> None:
        for number in changed:
            self.being_changed.add(begin, self._machine.position, number)

    def _keep_place(self, chunk: int, tag: int, value: int) -> None:
        """Make a keyframe; on a very deep stack fewer, since each holds the whole stack."""
        machine, position = self._machine, self._machine.position
        if self.places and position - self.places[-1].position < len(self._stacks.stack):
            return
        for number, operations in self._operations.items():
            found = machine.heap.get(number)
            if found is not None:
                self._timelines.note(position, found, operations)
        self._operations = {}
        self._timelines.touch(position, self._touched)
        self._touched.clear()
        self.places.append(Place(position, chunk, tag, value, machine.keyframe()))

    def carries_out(self, found: HeapObject, operation: Operation) -> bool:
        """Overridden."""
        number = found.number
        self._touched.add(number)
        if not found.apply(operation):
            return False
        self._operations.setdefault(number, []).append(operation)
        frame = self._stacks.top
        rows = self._under_way.get(frame.number) if frame is not None else None
        if rows and operation[0] == "set" and operation[1][0] != wire.CELL:
            rows[-1][1].add(number)  # the operation changed it besides what the code that it ran did
        if frame is not None and frame.step:
            if not self.mutating or self.mutating[-1] != frame.step:
                self.mutating.append(frame.step)
            part = len(self.parts.begin)
            if not self.changing_parts or self.changing_parts[-1] != part:
                self.changing_parts.append(part)
        return True

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
            parts.end[number - 1] = position = self._machine.position
            if position - parts.begin[number - 1] > LONG:
                self.long_parts[number] = tuple(self._machine.names.changed(frame, own=True))

    def _go_on_in_part(self, site: Site) -> None:
        """Something is done by the frame that control came back to: it has a part since then."""
        frame, back = self._stacks.top, self._back
        if frame is None or not frame.step or (site.scope and site.scope != frame.scope):
            return
        if site.kind == kinds.YIELD and site.names and self._yielded == self._machine.position - 1:
            self.handed_on.setdefault(frame.step, array("I")).append(self._yielded + 1)
            return  # an `await` hands on what another one yielded
        self._back, self._by_exception = -1, False
        self._begin_part(frame, back)

    def is_back(self, frame: Frame | None, since: int) -> None:
        """Overridden: what the frame does now is of a part of its own, if it does anything."""
        self._back = since if frame is not None and frame.step else -1
        self._by_exception = False

    def hands_over(self, frame: Frame) -> None:
        """Overridden."""
        self._end_part(frame)
        self._back = -1

    def _is_decided(self, frame: Frame) -> bool:
        """Whether a block that is left has done something since control came back: decided, or begun a statement."""
        row = self._blocks.get(self.steps.block[frame.step - 1])
        if row is None or self._by_exception or frame.begun == ALL:
            return False
        begun = frame.begun or self.first_calls.get(self.steps.block[frame.step - 1], 0)
        return row.decides or bool(begun and begun < row.last_line)

    def leaves(self, frame: Frame) -> None:
        """Overridden."""
        self._end_part(frame)
        step, position = frame.step, self._machine.position
        if not step or self.steps.end[step - 1]:
            return
        self.steps.end[step - 1] = position
        if position - self.steps.begin[step - 1] > LONG:
            self.long_steps[step] = tuple(self._machine.names.changed(frame))

    def begins(self, frame: Frame) -> None:
        """Overridden."""
        self.frame_scopes.append(frame.scope)
        self.frame_starts.append(0)
        self.frame_ends.append(0)

    # --- events ----------------------------------------------------------------------------------------------

    def _block(self, replay: Action, site: Site, values: Sequence[Wire], at: int) -> None:
        stacks, back = self._stacks, self._back
        frame = stacks.top
        if back >= 0 and frame is not None and frame.scope == site.scope and self._is_decided(frame):
            self._begin_part(frame, back)
        self._back, self._by_exception = -1, False
        replay(site, values, at)
        frame, before, position = stacks.top, self._machine.visit_before, self._machine.position
        assert frame is not None
        self._back, frame.part = -1, 0
        self._begin_part(frame, position)
        steps, stack = self.steps, stacks.stack
        steps.block.append(max(site.block, 0))
        steps.frame.append(frame.number)
        steps.begin.append(position)
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

    def _yield(self, replay: Action, site: Site, values: Sequence[Wire], at: int) -> None:
        frame = self._stacks.top
        if frame is not None and frame.scope == site.scope:
            self._end_part(frame)
        self._yielded, self._leaving = self._machine.position, 0
        replay(site, values, at)

    def _return(self, replay: Action, site: Site, values: Sequence[Wire], at: int) -> None:
        self._leaving = 0
        replay(site, values, at)

    def _line(self, site: Site, values: Sequence[Wire], at: int) -> None:
        frame = self._stacks.top
        if frame is not None and frame.step:
            self.jumps.setdefault(frame.step, array("I")).append(site.line)

    def _unwind(self, replay: Action, site: Site, values: Sequence[Wire], at: int) -> None:
        frame = self._stacks.reach(site.scope)
        if frame is not None:
            self._all_done(frame.number)
            self._note_raise(frame, *values[at : at + 3])
            self._note_unwound(frame, *values[at : at + 3])
        replay(site, values, at)

    def _raised(self, replay: Action, site: Site, values: Sequence[Wire], at: int) -> None:
        replay(site, values, at)
        frame = self._stacks.top
        if frame is not None:
            self._all_done(frame.number)
            self._note_raise(frame, *values[at : at + 3])
            self._note_thrown(frame, *values[at : at + 3])

    def _note_thrown(self, frame: Frame, name: Wire, message: Wire, line: Wire) -> bool:
        """An exception reached a handler of a frame, or leaves it; whether it arose in this frame now."""
        raised = self._exception(name, message, line)
        for number in (self._leaving if self._back >= 0 else 0, frame.exception):
            if number and self._is_same(self.thrown[number - 1], raised, frame):
                frame.exception = number
                self._change_thrown(number, caught=None, is_caught_at_home=False)
                self._by_exception = self._back >= 0
                return False
        if self._back >= 0 and frame.step:
            self._begin_part(frame, self._back)
            self._back = -1
        part = frame.part
        self.thrown.append(Thrown(step=part, raised=raised, scope=frame.scope, frame=frame.number, last=part))
        frame.exception = len(self.thrown)
        return True

    def _change_thrown(self, number: int, **changes: Any) -> None:
        self.thrown[number - 1] = replace(self.thrown[number - 1], **changes)

    def _is_same(self, thrown: Thrown, raised: RaisedException, frame: Frame) -> bool:
        """Whether an exception is one noted before: on its way, or let go again by a handler in another block."""
        known = thrown.raised
        if (known.type, known.message) != (raised.type, raised.message):
            return False
        if thrown.caught is None:
            return True
        block, visits = self.steps.block, self.parts.visit
        return known.line == raised.line and block[visits[thrown.step - 1] - 1] != block[frame.step - 1]

    def _note_unwound(self, frame: Frame, name: Wire, message: Wire, line: Wire) -> None:
        """An exception leaves a frame."""
        arose = self._note_thrown(frame, name, message, line)
        if self._back >= 0 and frame.step:
            self._begin_part(frame, self._back)
            self._back = -1
        thrown = self.thrown[frame.exception - 1]
        if not arose and thrown.step != frame.part:
            self.unwound[frame.part] = thrown.raised
        self._change_thrown(frame.exception, last=frame.part)
        self._leaving = frame.exception

    def _note_raise(self, frame: Frame, name: Wire, message: Wire, line: Wire) -> None:
        first = frame.raised_step
        known = self.raises.get(first)
        raised = self._exception(name, message, line)
        if known is not None and known == raised and self._passes_on(first, frame.step):
            return
        frame.raised_step, frame.image = frame.step, None
        if frame.step:
            self.raises.setdefault(frame.step, raised)

    def _passes_on(self, first: int, step: int) -> bool:
        """Whether a visit only lets go what `first` raised: it is of another block than the raising line."""
        return self.steps.block[first - 1] != self.steps.block[step - 1]

    def _exception(self, name: Wire, message: Wire, line: Wire) -> RaisedException:
        known = line if type(line) is int and line > 0 else None
        return RaisedException(type=str(name), message=self._plain_text(message), line=known)

    def _plain_text(self, value: object) -> str:
        if isinstance(value, tuple) and len(value) == 1:
            found: HeapObject | None = self._machine.lookup(value[0])
            return str(found.data[0]) if found is not None and found.kind == wire.TEXT else ""
        return str(value)

    def _caught(self, site: Site, values: Sequence[Wire], at: int) -> None:
        frame = self._stacks.top
        if frame is not None:
            self.catches[frame.raised_step or frame.step] = site.line
            if frame.exception:
                at_home = self.thrown[frame.exception - 1].frame == frame.number
                self._change_thrown(frame.exception, caught=site.line, is_caught_at_home=at_home)

    def _write(self, site: Site, values: Sequence[Wire], at: int) -> None:
        frame = self._stacks.top
        step = frame.step if frame is not None else self._machine.visit_count
        self.output_positions.append(self._machine.position)
        self.outputs.append((step, str(values[at]), self._plain_text(values[at + 1])))
