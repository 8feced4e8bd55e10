"""A call under way, while the events of a run are followed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from llmdb.events.decode import Wire
from llmdb.slicing.graph.plans import EMPTY, UNKNOWN, Plan
from llmdb.types import BlockId, VisitNo

Entry = tuple[Wire, int]
"""A name's value, and the mark of the event that bound it: its position and 1; 0 for none."""

Loop = tuple[int, list[tuple[int, int, Wire]]]
"""The way into a `for` loop: the mark of its event, and what the header read then: writer, label and value."""

NO_ENTRY: Entry = (UNKNOWN, 0)
_NO_CELLS: Mapping[str, int] = {}
_NO_LOOPS: Mapping[BlockId, Loop] = {}

Reader = Callable[["Frame", int], None]
"""What a read does: it finds the writers of what is read, for the node that reads."""

Start = Callable[["Frame"], None]
"""What the beginning of a statement does."""

Action = Callable[[Sequence[Wire], int], None]
"""What the events of a site do; their values begin at a place of those of the whole piece of the log."""


class Frame:
    """A call under way.

    Attributes:
        node, place, plan, visit, block: the statement under way, and where it stands.
        before: at the header of a loop the block before.
        done: the statement that has bound a name last.
        late: what it still reads after calls that it makes; `called` is the number of the next of these calls.
        control: the node that let the block run; `caller` the one that called.
        last: for each block the last statement of its latest visit.
        loops: for each `for` header the way into the loop.
        raised: the mark of the event that raised what this frame handles next; `halted` is set when a statement raised.
        maker: the mark of the call that made this generator or coroutine, 0 if that was not seen.
        exception: type, message and line of the exception that reached a handler last, and the mark of what raised it.
        passing: the mark of the exception that was on its way when this frame was resumed, to be closed by it.
        ending: what is to be done before the next visit begins; None for nothing.
        contexts: for each `with` that entered something its node, the blocks of its body, and the mark of the entering.
    """

    __slots__ = (
        "before", "block", "called", "caller", "cells", "contexts", "control", "done", "ending", "exception",
        "halted", "key", "last", "late", "loops", "maker", "names", "node", "number", "passing", "place", "plan",
        "raised", "scope", "visit",
    )  # fmt: skip

    def __init__(self, number: int, scope: str) -> None:
        self.number = number
        self.scope = scope
        self.caller = 0
        self.names: dict[str, Entry] = {}
        self.cells: Mapping[str, int] = _NO_CELLS
        self.last: dict[BlockId, int] = {}
        self.loops: Mapping[BlockId, Loop] = _NO_LOOPS
        self.plan: Plan = EMPTY
        self.late: tuple[Reader, ...] = ()
        self.visit: VisitNo = 0
        self.block = self.before = self.called = 0
        self.passing = self.node = self.place = self.control = self.raised = self.key = self.maker = 0
        self.done = -1
        self.exception: tuple[tuple[Wire, ...], int] | None = None
        self.contexts: tuple[tuple[int, frozenset[BlockId], int], ...] = ()
        self.ending: Start | None = None
        self.halted = False

    def copy(self, shared: dict[str, Entry], instead: dict[str, Entry]) -> Frame:
        """One that goes on from this; it has others instead if this has the module's variables, which are shared."""
        other = object.__new__(Frame)
        for name in Frame.__slots__:
            setattr(other, name, getattr(self, name))
        other.names = instead if self.names is shared else dict(self.names)
        other.last = dict(self.last)
        return other
