"""Changes of containers by methods that were taken from them: `map(xs.append, ys)`, `Thread(target=queue.append)`."""

import functools
import types
from collections.abc import Sequence
from typing import Any, NamedTuple

from llmdb.child.recorder.callees import CONTAINERS
from llmdb.child.recorder.encode import Snapshot
from llmdb.child.recorder.frames import Threads
from llmdb.child.recorder.log import EventLog
from llmdb.child.recorder.objects import Contents, IdentityTable, same
from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.python.operations import RESIZING_METHODS


class _Seen(NamedTuple):
    """A container as it was when it was looked at last; `resizes` tells that the methods taken change its size."""

    owner: Any
    contents: Contents
    size: int
    resizes: bool


class Taken:
    """Looks whether containers have changed in a way that no probe told."""

    def __init__(self, log: EventLog, table: IdentityTable, threads: Threads) -> None:
        self._tags, self._values = log.tags, log.values
        self._own = log.own
        self._table = table
        self._check_thread = threads.check
        self._seen: dict[int, _Seen] = {}
        self._looked = 0
        log.before_drain.append(functools.partial(self.look, -1))
        log.after_drain.append(self._start_anew)

    def taken(self, method: Any) -> None:
        """See Probes."""
        if type(method) in (types.BuiltinFunctionType, types.MethodWrapperType):
            self._see(method.__self__, method.__name__ in RESIZING_METHODS)

    def see_all(self, values: Sequence[Any]) -> None:
        """Containers among these are held by something that may call their methods."""
        for value in values:
            self._see(value, resizes=False)

    def _see(self, owner: Any, resizes: bool) -> None:
        if issubclass(type(owner), CONTAINERS):
            self.look(-1)
            self._looked = len(self._values)
            if id(owner) not in self._table.known:
                self._table.register(owner)
            before = self._seen.get(id(owner))
            resizes = resizes and (before is None or before.resizes)
            self._seen[id(owner)] = _Seen(owner, self._table.capture(owner), len(owner), resizes)

    def look(self, site: int) -> None:
        """See Probes."""
        if not self._seen:
            return
        told = self._values[self._looked :]
        for identity, seen in list(self._seen.items()):
            owner = seen.owner
            if seen.resizes and len(owner) == seen.size:
                continue
            now = self._table.capture(owner)
            if not same(seen.contents, now):
                seen_now = seen._replace(contents=now, size=len(owner))
                known = self._table.known.get(id(owner))
                if not any(value is owner or value is known or _shows(value, owner) for value in told):
                    self._tell(owner, seen.contents, now, site)
                self._seen[identity] = seen_now
        self._looked = len(self._values)

    def _tell(self, owner: Any, before: Contents, now: Contents, site: int) -> None:
        self._check_thread()
        added = _appended(before, now)
        tags, values = self._tags, self._values
        if added and id(owner) in self._table.kinds:
            tags += (self._own[kinds.METHOD, "extend"],)
            values += (owner, (added,), None)
        else:
            tags += (self._own[kinds.COMPARED, ""] if site < 0 else site,)
            values += (Snapshot(owner, now),)

    def _start_anew(self) -> None:
        self._looked = len(self._values)


def _shows(value: object, owner: Any) -> bool:
    return type(value) is Snapshot and value.value is owner


def _appended(before: Contents, now: Contents) -> Sequence[Any]:
    """What was put behind the items of a list; nothing if it was changed in another way."""
    count = len(before.items)
    if before.kind != wire.LIST or now.kind != wire.LIST or len(now.items) <= count:
        return ()
    return now.items[count:] if same(before, now._replace(items=now.items[:count])) else ()
