"""A call under way, with what is known of its statements while the events of a run are followed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Self

from llmdb.events.decode import Wire
from llmdb.replay import frames
from llmdb.slicing.graph.plans import EMPTY, UNKNOWN, Plan
from llmdb.types import BlockId, VisitNo

Entry = tuple[Wire, int]
"""A name's value, and the mark of the event that bound it: its position and 1; 0 for none."""

Loop = tuple[int, list[tuple[int, int, Wire]]]
"""The way into a `for` loop: the mark of its event, and what the header read then: writer, label and value."""

NO_ENTRY: Entry = (UNKNOWN, 0)
_NO_LOOPS: Mapping[BlockId, Loop] = {}

Reader = Callable[["Frame", int], None]
"""What a read does: it finds the writers of what is read, for the node that reads."""

Start = Callable[["Frame"], None]
"""What the beginning of a statement does."""

Action = Callable[[Sequence[Wire], int], None]
"""What the events of a site do; their values begin at a place of those of the whole piece of the log."""


class Frame(frames.Frame):
    """A call under way.

    Attributes:
        marks: for each of its names the mark of the event that bound it; none for what no event bound.
        node, place, plan, block: the statement under way, and where it stands.
        before: at the header of a loop the block before.
        done: the statement that has bound a name last.
        late: what it still reads after calls that it makes; `called` is the number of the next of these calls.
        control: the node that let the block run; `caller` the one that called.
        last: for each block the last statement of its latest visit.
        loops: for each `for` header the way into the loop.
        raised: the mark of the event that raised what this frame handles next; `halted` is set when a statement raised.
        maker: the mark of the call that made this generator or coroutine, 0 if that was not seen.
        handled: type, message and line of the exception that reached a handler last, and the mark of what raised it.
        passing: the mark of the exception that was on its way when this frame was resumed, to be closed by it.
        ending: what is to be done before the next visit begins; None for nothing.
        contexts: for each `with` that entered something its node, the blocks of its body, and the mark of the entering.
    """

    __slots__ = (
        "before", "block", "called", "caller", "contexts", "control", "done", "ending", "halted", "handled", "last",
        "late", "loops", "maker", "marks", "node", "passing", "place", "plan", "raised",
    )  # fmt: skip

    def __init__(self, number: int, scope: str) -> None:
        super().__init__(number, scope)
        self.caller = 0
        self.marks: dict[str, int] = {}
        self.last: dict[BlockId, int] = {}
        self.loops: Mapping[BlockId, Loop] = _NO_LOOPS
        self.plan: Plan = EMPTY
        self.late: tuple[Reader, ...] = ()
        self.block = self.before = self.called = 0
        self.passing = self.node = self.place = self.control = self.raised = self.maker = 0
        self.done = -1
        self.handled: tuple[tuple[Wire, ...], int] | None = None
        self.contexts: tuple[tuple[int, frozenset[BlockId], int], ...] = ()
        self.ending: Start | None = None
        self.halted = False

    def take_names(self, other: Self) -> None:
        """Overridden: with what bound them."""
        super().take_names(other)
        self.marks.update(other.marks)

    def begin_visit(self, number: VisitNo) -> None:
        """Overridden: what a visit changed as a whole is not asked."""
        self.step = number

    def take_over(self, callee: frames.Frame) -> None:
        """Overridden: nor is it here."""

    def fold(self) -> None:
        """Overridden: nor is it here."""

    def freeze(self) -> Self:
        """Overridden: the statement under way may be another one, though no name is bound anew."""
        return self._copy()

    thaw = freeze

    def _copy(self) -> Self:
        other = super()._copy()
        for name in Frame.__slots__:
            setattr(other, name, getattr(self, name))
        other.marks, other.last = dict(self.marks), dict(self.last)
        return other
