"""Changes that are told by what an object holds afterwards, and what it holds inside."""

import types
from collections.abc import Sequence
from typing import Any

from llmdb.child.recorder.callees import is_snippet_function
from llmdb.child.recorder.describe import type_spaces
from llmdb.child.recorder.encode import SCALARS, Snapshot
from llmdb.child.recorder.log import EventLog
from llmdb.child.recorder.objects import EASY_KEYS, IMMUTABLE, Contents, IdentityTable, same
from llmdb.events import sites as kinds

_DEPTH, _OBJECTS, _ITEMS = 3, 64, 5_000


class Comparing:
    """Places in the log that are filled in when the operation under way is over.

    Attributes:
        late: those that wait: a probe that finds some calls `settle` first. Never replaced.
    """

    def __init__(self, log: EventLog, table: IdentityTable) -> None:
        self.late: list[Snapshot] = []
        self._log = log
        self._tags, self._values = log.tags, log.values
        self._table = table
        self._inner: list[tuple[Snapshot, Contents, int, int]] = []
        self._besides: dict[int, int] = {}
        self._changed_inside: dict[type, bool] = {}

    def settle(self) -> None:
        """Fill in the places left by `put_later`."""
        while self.late:  # each is taken out when it is done: memory may run out, and this be called again
            snapshot = self.late[-1]
            snapshot.contents = self._table.capture(snapshot.value)
            self.late.pop()
        while self._inner:
            snapshot, before, tag, place = self._inner[-1]
            snapshot.contents = self._table.capture(snapshot.value)
            self._inner.pop()
            if same(before, snapshot.contents):
                del self._tags[tag], self._values[place]

    def put_later(self, site: int, value: Any, *before: Any) -> bool:
        """Tell of the operation that follows by what `value` holds after it, and then of what changes with that.

        Args:
            before: the site's other values.

        Returns:
            Whether it can be told so.
        """
        if type(value) in IMMUTABLE or not self._table.mutable(value):
            return False
        if id(value) not in self._table.known:
            self._table.register(value)
        late = Snapshot(value)
        self.late.append(late)
        self._tags += (site,)
        self._values += (*before, late)
        owner = self._table.owner(value)
        if owner is not None:
            self.put_later(self._beside(site), owner)
        if self._is_changed_inside(type(value)):
            self._put_inner(site, value)
        return True

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

    def _put_inner(self, site: int, value: Any) -> None:
        """Places in the log for what an object holds; `settle` takes those out again that did not change."""
        tags, values = self._tags, self._values
        for inner, before in self.reachable((value,)):
            if inner is not value:
                late = Snapshot(inner)
                self._inner.append((late, before, len(tags), len(values)))
                tags += (self._beside(site),)
                values += (late,)

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
