"""Where control is, as the events tell it: the stack of each thread, and the frames that are suspended."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Generic, NamedTuple, Protocol, TypeVar


class AnyFrame(Protocol):
    """What every frame has.

    Attributes:
        number: from 1, in the order in which the frames begin.
        key: what the events call the frame of a generator or a coroutine by; 0 for any other.
    """

    number: int
    scope: str
    key: int


F = TypeVar("F", bound=AnyFrame)
K = TypeVar("K")
Told = TypeVar("Told", bound=AnyFrame, contravariant=True)


class KeptStacks(NamedTuple, Generic[K]):
    """`Stacks` as they were at one event, with frames in the form in which they are kept."""

    by_thread: dict[int, tuple[K, ...]]
    suspended: dict[int, K]
    thread: int
    begun: int


class ControlObserver(Protocol[Told]):
    """Is told where control goes."""

    def hands_over(self, frame: Told) -> None:
        """Control is about to leave a frame, which goes on later."""

    def is_back(self, frame: Told | None, callee: Told | None, is_noted: bool) -> None:
        """Control is in a frame again, which is in the middle of its visit; None where no frame is left.

        Args:
            callee: the frame that has given it back, if one has.
            is_noted: whether the event tells just this; if not, it is already one of what the frame goes on to do.
        """

    def loses(self, frame: Told) -> None:
        """The frame that runs is found to be over, though no event told its end."""


class Stacks(Generic[F]):
    """The frames of a run that have begun and may go on.

    Args:
        make: makes a frame, of its number and its scope.

    Attributes:
        top: the frame that runs now, None before the first and after the last.
        stack: those of the thread that runs, the outermost first.
        by_thread: the stack of each thread, by its number.
        suspended: the frames of generators and coroutines that wait to be resumed, by their keys.
        begun: how many frames have begun so far.
    """

    def __init__(self, make: Callable[[int, str], F], observer: ControlObserver[F] | None = None) -> None:
        self._make = make
        self._observer = observer
        self.top: F | None = None
        self.begun = 0
        self.restore(KeptStacks[F]({0: ()}, {}, 0, 0), lambda frame: frame)

    # --- what one event tells ----------------------------------------------------------------------------------

    def push(self, scope: str) -> F:
        """The frame that runs calls another one, which is new."""
        if self._observer is not None and self.top is not None:
            self._observer.hands_over(self.top)
        self.begun = number = self.begun + 1
        frame = self._make(number, scope)
        self.top = frame
        self.stack.append(frame)
        return frame

    def end(self) -> None:
        """The frame that runs is over."""
        key = self._pop().key
        if key:
            self.suspended.pop(key, None)

    def suspend(self) -> None:
        """The frame that runs waits to be resumed."""
        frame = self._pop()
        self.suspended[frame.key] = frame

    def resume(self, key: int) -> F | None:
        """The frame of a key goes on, called by the frame that runs; None if no such frame is suspended."""
        frame = self.suspended.pop(key, None)
        if frame is not None:
            if self._observer is not None and self.top is not None:
                self._observer.hands_over(self.top)
            self.stack.append(frame)
            self.top = frame
            if self._observer is not None:
                self._observer.is_back(frame, None, True)
        return frame

    def switch(self, thread: int) -> None:
        """The events that follow are of a thread."""
        self._turn_to(thread, is_noted=True)

    def begin(self, scope: str) -> F:
        """A block of a scope begins: the frame that it is of, a new one if the entry of that was not logged."""
        return self.go_on(scope) or self.reach(scope) or self.push(scope)

    def go_on(self, scope: str) -> F | None:
        """Code of a scope goes on after it may have waited: the frame that runs, if need be of another thread."""
        if self.top is not None and self.top.scope == scope:
            return self.top
        for thread, stack in self.by_thread.items():
            if stack and stack[-1].scope == scope and thread != self.thread:
                self._turn_to(thread, is_noted=False)
                return self.top
        return None

    def reach(self, scope: str) -> F | None:
        """An exception, or a block, is in a frame of a scope: the frames that it called are over."""
        if not any(frame.scope == scope for frame in reversed(self.stack)):
            return None
        while self.stack[-1].scope != scope:
            if self._observer is not None:
                self._observer.loses(self.stack[-1])
            self.end()
        return self.top

    def _pop(self) -> F:
        stack = self.stack
        frame = stack.pop()
        caller = stack[-1] if stack else None
        self.top = caller
        if self._observer is not None:
            self._observer.is_back(caller, frame, True)
        return frame

    def _turn_to(self, thread: int, is_noted: bool) -> None:
        if self._observer is not None and self.top is not None:
            self._observer.hands_over(self.top)
        self._run(thread)
        if self._observer is not None:
            self._observer.is_back(self.top, None, is_noted)

    def _run(self, thread: int) -> None:
        self.thread = thread
        self.stack = self.by_thread.setdefault(thread, [])
        self.top = self.stack[-1] if self.stack else None

    # --- the frames --------------------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[F]:
        """All frames: those of the running thread first, the innermost of each thread first, the suspended last."""
        others = (stack for stack in self.by_thread.values() if stack is not self.stack)
        return chain(*map(reversed, (self.stack, *others)), self.suspended.values())

    def stack_of(self, frame: F | None) -> Sequence[F]:
        """The stack that a frame is on, the outermost first; none if it does not run in any thread."""
        return next((stack for stack in self.by_thread.values() if frame in stack), ())

    def keep(self, freeze: Callable[[F], K]) -> KeptStacks[K]:
        """The frames as they are now."""
        by_thread = {thread: tuple(map(freeze, stack)) for thread, stack in self.by_thread.items()}
        suspended = {key: freeze(frame) for key, frame in self.suspended.items()}
        return KeptStacks(by_thread, suspended, self.thread, self.begun)

    def restore(self, kept: KeptStacks[K], thaw: Callable[[K], F]) -> None:
        """Go back to what was kept."""
        self.by_thread = {thread: [*map(thaw, stack)] for thread, stack in kept.by_thread.items()}
        self.suspended = {key: thaw(frame) for key, frame in kept.suspended.items()}
        self.begun = kept.begun
        self._run(kept.thread)
