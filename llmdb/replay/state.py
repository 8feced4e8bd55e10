"""What the events have told so far: frames with their names, and heap objects with their contents."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from llmdb.events.decode import ScopeRow, Wire
from llmdb.events.sites import Site
from llmdb.replay.frames import Frame, FrameImage
from llmdb.replay.heap import HeapObject, Operation

MODULE = "<module>"
Loader = Callable[[int], HeapObject | None]


class Keyframe(NamedTuple):
    """Frames at one event; heap objects are kept by `Timelines`."""

    stacks: dict[int, tuple[FrameImage, ...]]
    suspended: dict[int, FrameImage]
    returned: dict[str, FrameImage]
    thread: int
    frames: int
    steps: int


class MachineState:
    """The state of the program at one event.

    Attributes:
        position: events replayed so far, over all chunks.
        frame: the frame that runs now, None before the first and after the last.
        step_before: of the block begun last, the step before in its frame; 0 for none.
        heap: objects touched since the keyframe; `lookup` loads others.
        shares: whether what `load` gives belongs to others too, and is copied before it is changed.
    """

    shares = True

    def __init__(
        self,
        sites: Sequence[Site],
        scopes: dict[str, ScopeRow],
        initial: dict[str, Wire],
        load: Loader,
    ) -> None:
        self.sites = sites
        self.scopes = scopes
        self.initial = initial
        self.load = load
        self.heap: dict[int, HeapObject] = {}
        self._own: set[int] = set()
        self.values: Sequence[Wire] = ()
        self.frame: Frame | None = None
        self.step_before = 0
        self.reset(Keyframe({0: ()}, {}, {}, 0, 0, 0), 0)

    def reset(self, keyframe: Keyframe, position: int) -> None:
        """Go to a keyframe."""
        self.stacks = {t: [Frame.thaw(i) for i in images] for t, images in keyframe.stacks.items()}
        self.suspended = {k: Frame.thaw(i) for k, i in keyframe.suspended.items()}
        self.returned = {s: Frame.thaw(i) for s, i in keyframe.returned.items()}
        self.thread = keyframe.thread
        self.frame_count = keyframe.frames
        self.step_count = keyframe.steps
        self.position = position
        self.heap.clear()
        self._own.clear()
        main = self.stacks.get(0)
        self.module: Frame | None = main[0] if main else self.returned.get(MODULE)
        self._top()

    def keyframe(self) -> Keyframe:
        """The frames as they are now."""
        return Keyframe(
            {t: tuple(f.freeze() for f in stack) for t, stack in self.stacks.items()},
            {k: f.freeze() for k, f in self.suspended.items()},
            {s: f.freeze() for s, f in self.returned.items()},
            self.thread,
            self.frame_count,
            self.step_count,
        )

    def lookup(self, number: int) -> HeapObject | None:
        """A heap object as it is now."""
        found = self.heap.get(number)
        if found is None:
            found = self.load(number)
            if found is not None:
                self.heap[number] = found
        return found

    def find_frame(self, number: int) -> Frame | None:
        """A frame under way or suspended."""
        for stack in self.stacks.values():
            for frame in reversed(stack):
                if frame.number == number:
                    return frame
        for frame in self.suspended.values():
            if frame.number == number:
                return frame
        return next((f for f in self.returned.values() if f.number == number), None)

    def mutate(self, number: int, operation: Operation) -> None:
        """Change a heap object and note it for the visit under way."""
        found = self.lookup(number)
        if found is None:
            return
        if self.shares and number not in self._own:
            found = self.heap[number] = found.copy()
            self._own.add(number)
        if found.apply(operation):
            frame = self.frame
            if frame is not None:
                if frame.mutated is None:
                    frame.mutated = {number}
                else:
                    frame.mutated.add(number)
            self.changed(number, operation)

    def changed(self, number: int, operation: Operation) -> None:
        """An operation had an effect; for subclasses."""

    def _top(self) -> None:
        self.stack = self.stacks.setdefault(self.thread, [])
        self.frame = self.stack[-1] if self.stack else None

    def _owner(self, frame: Frame, name: str) -> Frame:
        """The frame that holds a cell variable, where cells are not known by identity."""
        row = self.scopes.get(frame.scope)
        if row is None or name not in row.free:
            return frame
        scope = frame.scope
        while ".<locals>." in scope:
            scope = scope.rpartition(".<locals>.")[0]
            outer = next((f for f in reversed(self.stack) if f.scope == scope), None) or self.returned.get(
                scope
            )
            if outer is not None and name in outer.names:
                return outer
        return frame
