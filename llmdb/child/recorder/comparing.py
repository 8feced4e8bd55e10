"""Changes that are told by what an object holds afterwards, and what it holds inside."""

import sys
import types
from _thread import get_ident
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from llmdb.child.recorder.callees import is_snippet_function
from llmdb.child.recorder.describe import type_spaces
from llmdb.child.recorder.encode import SCALARS, Snapshot
from llmdb.child.recorder.log import EventLog
from llmdb.child.recorder.objects import EASY_KEYS, IMMUTABLE, PLAIN_KINDS, Contents, IdentityTable, same
from llmdb.child.sources import RECORDED
from llmdb.events import sites as kinds

_DEPTH, _OBJECTS, _ITEMS = 3, 64, 5_000


class Mark(NamedTuple):
    """Where the log was when an operation began."""

    drained: int
    tags: int


class Operation:
    """An operation under way, which is told of when it is over.

    Attributes:
        frame, thread: the identities of what carries it out.
        site: that of the operation.
        value: what it changes; `before` are the site's other values.
        besides: what may change with that, as it was before.
    """

    __slots__ = ("before", "besides", "frame", "mark", "site", "thread", "value")

    def __init__(
        self,
        mark: Mark,
        site: int,
        value: Any,
        before: Sequence[Any],
        besides: Sequence[tuple[Any, Contents]],
    ) -> None:
        self.frame, self.thread = snippet_frame(), get_ident()
        self.mark = mark
        self.site, self.value, self.before, self.besides = site, value, before, besides


def snippet_frame() -> int:
    """The identity of the innermost frame of the snippet; 0 for none."""
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename not in RECORDED:
        frame = frame.f_back
    return 0 if frame is None else id(frame)


def viewed_by(view: memoryview) -> object:
    """The object whose buffer a view is of: what is written through the view changes it. None for a released view."""
    try:
        return view.obj
    except ValueError:
        return None


class Comparing:
    """Operations that are told of when they are over, by what objects hold then.

    Attributes:
        late: those that are under way: after each operation the woven code looks whether there is one, and calls
            `settle`. Never replaced.
    """

    def __init__(self, log: EventLog, table: IdentityTable, check_thread: Callable[[], None]) -> None:
        self.late: list[Operation] = []
        self._log = log
        self._tags, self._values = log.tags, log.values
        self._table = table
        self._check_thread = check_thread
        self._besides: dict[int, int] = {}
        self._changed_inside: dict[type, bool] = table.by_class({})

    def begin(self, changed: Any) -> Mark:
        """Tell that an operation begins; `changed` is what it surely changes, None where that is not known."""
        self._tags += (self._log.own[kinds.UNDER_WAY, ""],)
        self._values += (changed,)
        return Mark(self._log.drained, len(self._tags))

    def is_quiet(self, mark: Mark) -> bool:
        """Whether nothing was logged since an operation began; then that it did is forgotten."""
        tags, values = self._tags, self._values
        if self._log.drained != mark.drained or len(tags) != mark.tags:
            return False
        del tags[-1:], values[-1:]
        return True

    def done(self) -> None:
        """Tell that an operation is over which was not quiet."""
        self._tags += (self._log.own[kinds.DONE, ""],)

    def settle(self) -> None:
        """See Probes."""
        late, frame = self.late, id(sys._getframe(1))
        while late and late[-1].frame == frame:
            self._tell(late[-1])

    def close(self, frame: types.FrameType) -> None:
        """An exception is in a frame: its operations are over, and those of frames that it has left."""
        running, outer = set[int](), frame.f_back
        while outer is not None:
            running.add(id(outer))
            outer = outer.f_back
        thread = get_ident()
        for operation in reversed(self.late):
            if operation.thread == thread and operation.frame not in running:
                self._tell(operation)

    def _tell(self, operation: Operation) -> None:
        """Log an operation that is over."""
        capture = self._table.capture
        contents = capture(operation.value)
        changed = [(v, now) for v, before in operation.besides if not same(before, now := capture(v))]
        self.late.remove(operation)
        is_quiet = self.is_quiet(operation.mark)
        if not is_quiet:
            self._check_thread()
        tags, values = self._tags, self._values
        tags += (operation.site,)
        values += (*operation.before, Snapshot(operation.value, contents))
        for value, now in changed:
            tags += (self._beside(operation.site),)
            values += (Snapshot(value, now),)
        if not is_quiet:
            self.done()

    def put_later(self, site: int, value: Any, *before: Any) -> bool:
        """Tell of the operation that follows when it is over, by what `value` holds then, and what changes with that.

        Args:
            before: the site's other values.

        Returns:
            Whether it can be told so.
        """
        if type(value) is memoryview:
            value = viewed_by(value)
        if type(value) in IMMUTABLE or not self._table.mutable(value):
            return False
        if id(value) not in self._table.known:
            self._table.register(value)
        besides = [row for row in self._besides_of(value) if row[0] is not value]
        mark = self.begin(value if type(value) in PLAIN_KINDS else None)
        self.late.append(Operation(mark, site, value, before, besides))
        return True

    def _besides_of(self, value: Any) -> Iterator[tuple[Any, Contents]]:
        """What may change with a value, and what that holds."""
        if self._is_changed_inside(type(value)):
            yield from self.reachable((value,))
        owner = self._table.owner(value)
        if owner is not None:
            if id(owner) not in self._table.known:
                self._table.register(owner)
            yield owner, self._table.capture(owner)
            yield from self._besides_of(owner)

    def _beside(self, site: int) -> int:
        """The site for what the operation of another site changes besides."""
        row = self._log.sites[site]
        if not row.line:
            return self._log.own[kinds.COMPARED, ""]
        if site not in self._besides:
            added = row._replace(kind=kinds.COMPARED, names=(), storage="", values=1)
            self._besides[site] = self._log.add_site(added)
        return self._besides[site]

    def _is_changed_inside(self, cls: type) -> bool:
        """Whether methods that are not the snippet's may change what objects of a class hold, at any depth."""
        if cls not in self._changed_inside:
            entries = (entry for space in type_spaces(cls) for entry in space.values())
            self._changed_inside[cls] = any(
                type(entry) is types.FunctionType and not is_snippet_function(entry) for entry in entries
            )
        return self._changed_inside[cls]

    def reachable(self, targets: Sequence[Any]) -> list[tuple[Any, Contents]]:
        """(object, contents) of mutable objects reachable from the targets, to a bounded depth and number."""
        found: dict[int, tuple[Any, Contents]] = {}
        level, left = list(targets), _ITEMS
        for _ in range(_DEPTH):
            below: list[Any] = []
            for value in level:
                if (
                    type(value) in SCALARS
                    or type(value) is str
                    or id(value) in found
                    or len(found) >= _OBJECTS
                ):
                    continue
                if type(value) is memoryview:
                    below.append(viewed_by(value))
                    continue
                if not self._table.mutable(value) and type(value) is not tuple:
                    continue
                contents = self._table.capture(value)
                if id(value) not in self._table.known:
                    self._table.register(value)
                found[id(value)] = (value, contents)
                left -= len(contents.items) + len(contents.attributes)
                if left > 0:
                    below += [v for v in (*contents.items, *contents.attributes) if type(v) not in EASY_KEYS]
            level = below
            if not level:
                break
        return list(found.values())
