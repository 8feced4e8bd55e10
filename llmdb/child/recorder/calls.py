"""Probes of calls: a container's method is replayed, what another call may change is compared after it."""

import functools
import gc
import sys
import types
from _thread import get_ident
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from llmdb.child.recorder.attributes import LATE, PLAIN, Attributes, manner, setting_of
from llmdb.child.recorder.callees import (
    COMPARED,
    CONTAINERS,
    REPLAYED,
    class_attribute,
    is_assertion,
    is_pure,
    is_snippet_function,
    replayable,
)
from llmdb.child.recorder.comparing import Comparing, Mark, snippet_frame
from llmdb.child.recorder.encode import Snapshot
from llmdb.child.recorder.frames import Threads
from llmdb.child.recorder.items import Items
from llmdb.child.recorder.log import EventLog
from llmdb.child.recorder.names import Before, Namespaces
from llmdb.child.recorder.objects import EASY_KEYS, IMMUTABLE, Contents, IdentityTable, same
from llmdb.child.recorder.taken import Taken
from llmdb.child.sources import RECORDED
from llmdb.child.weaving.probes import Latest
from llmdb.events import sites as kinds
from llmdb.events.sites import Site
from llmdb.python.operations import COMPARED_METHODS, MUTATING_METHODS, runs

_CONTAINERS = frozenset(REPLAYED)
_CACHE: Any = type(functools.cache(lambda: None))
_CACHED_CALLS_KEPT = 1_000
_CACHED_CALLS_ENDED = 50

_REPLAYED_AT_ONCE: dict[str, dict[type, bool]] = {}
"""The methods that are replayed whatever they iterate over, by name and type: whether they compare keys."""
for _cls, _methods in REPLAYED.items():
    for _name in _methods:
        _code_run = runs(_cls.__name__, _name)
        if "iterates" not in _code_run and not ("equates" in _code_run and issubclass(_cls, (list, deque))):
            _REPLAYED_AT_ONCE.setdefault(_name, {})[_cls] = "equates" in _code_run

_BOUND = frozenset({types.BuiltinFunctionType, types.MethodWrapperType})
"""What a method of a container is where the interpreter loads methods bound (3.13)."""


class Calls:
    """Calls under way, and what their arguments looked like before them.

    Attributes:
        after_unknown: called after a call of a library of which it is not known what it does.
    """

    def __init__(
        self,
        log: EventLog,
        table: IdentityTable,
        comparing: Comparing,
        namespaces: Namespaces,
        attributes: Attributes,
        items: Items,
        taken: Taken,
        threads: Threads,
    ) -> None:
        self._log = log
        self._tags, self._values = log.tags, log.values
        self._names = log.names
        self._own = log.own
        self._flush_before = log.flush_before
        self._table = table
        self._known, self._kinds, self._apart, self._owners = (
            table.known,
            table.kinds,
            table.apart,
            table.owners,
        )
        self._comparing = comparing
        self._put_later = comparing.put_later
        self._namespaces = namespaces
        self._spaces = namespaces.spaces
        self._attributes = attributes
        self._admit = items.admit
        self._taken = taken
        self._threads = threads
        self._calls: list[Any] = []
        self._cached: list[tuple[Any, ...]] = []
        self._pure: dict[type, bool] = table.by_class({})
        self._is_method: list[bool] = []
        self._compares_keys: list[dict[type, bool]] = []
        self._has_after: list[bool] = []
        self._is_unknown = False
        self.after_unknown: Callable[[], None] | None = None

    def start(self, sites: Sequence[Site]) -> None:
        """Note which sites are of methods, and after which of them a probe follows."""
        self._is_method += [site.kind == kinds.METHOD for site in sites]
        self._has_after += [
            site.kind != kinds.METHOD
            or site.names[0] not in MUTATING_METHODS
            or site.names[0] in COMPARED_METHODS
            for site in sites
        ]
        self._compares_keys += [
            _REPLAYED_AT_ONCE.get(site.names[0], {}) if site.kind == kinds.METHOD else {} for site in sites
        ]

    def before_one(self, site: int, callee: Any, argument: object, latest: Latest | None = None) -> None:
        """See Probes."""
        if type(callee) is types.BuiltinFunctionType and callee.__name__ == self._names[site][0]:
            receiver = callee.__self__
        else:
            receiver = callee
        identity = id(receiver)
        if identity in self._kinds:
            compares_keys = self._compares_keys[site].get(type(receiver))
            if compares_keys is False or (compares_keys and type(argument) in EASY_KEYS):
                tags, values = self._tags, self._values
                tags += (site,)
                values += (self._known[identity], argument, True)
                if latest is not None:
                    if latest[3] == identity:
                        self._table.remember(latest, receiver, type(argument))
                    else:
                        latest[3] = identity
                return
        self.before_call(site, callee, argument)

    def before_call(self, site: int, callee: Any, *arguments: object) -> None:
        """See Probes."""
        cls = type(callee)
        names = self._names[site]
        after, told = self._has_after[site], False
        if cls in _BOUND and self._is_method[site] and callee.__name__ == names[0]:
            owner = type(callee.__self__)
            if owner in _CONTAINERS:  # where the interpreter loads methods bound
                callee, cls = callee.__self__, owner
        if self._is_method[site] and cls in _CONTAINERS:
            if len(names) == 1 and replayable(callee, names[0], arguments):
                if id(callee) not in self._kinds:
                    self._admit(callee)
                if id(callee) in self._kinds:
                    tags, values = self._tags, self._values
                    tags += (site,)
                    values += (
                        (callee, arguments[0], True) if len(arguments) == 1 else (callee, arguments, None)
                    )
                    if after:
                        self._calls.append(site)
                    return
            targets = self._method_targets(callee, names[0])
            if id(callee) in self._apart:
                given = arguments[: len(arguments) - len(names) + 1]
                keywords = dict(zip(names[1:], arguments[len(given) :], strict=True))
                targets, told = self._told(site, callee, names[0], given, keywords)
        else:
            self._flush_before(site)
            targets = self._targets(site, callee, arguments)
        if after:
            self._put_aside(site, targets, None if told else callee, _receiver(callee))
        elif targets:
            self._put_later(site + 1, targets[0])

    def before_call_star(self, site: int, callee: Any, arguments: Any, keywords: Any) -> None:
        """See Probes."""
        self._flush_before(site)
        flat = tuple(arguments) if type(arguments) in (tuple, list) else ()
        flat += tuple(dict.values(keywords)) if type(keywords) is dict else ()
        targets, told = self._targets(site, callee, flat), False
        if type(callee) is types.BuiltinFunctionType and id(callee.__self__) in self._apart:
            given = flat if keywords is None else flat[: len(arguments)]
            targets, told = self._told(site, callee.__self__, callee.__name__, given, keywords or {})
        self._put_aside(site, targets, None if told else callee, _receiver(callee))

    def after_call(self, site: int) -> None:
        """See Probes."""
        calls = self._calls
        if calls and calls[-1] == site:
            calls.pop()
        else:
            self._find_call(site)
        if get_ident() != self._threads.current:
            self._threads.check()
        if self._is_unknown:
            self._is_unknown = False
            if self.after_unknown is not None:
                self.after_unknown()

    def before_setting(self, site: int, above: bool, callee: Any, *arguments: Any) -> None:
        """See Probes."""
        found = (
            setting_of(callee, arguments, above, self._names[site][0])
            if len(self._names[site]) == 1
            else None
        )
        plan = LATE if found is None else manner(found[0], found[1], "del" in self._names[site][0], found[2])
        if found is None or plan == LATE:
            self.before_call(site, callee, *arguments)
            return
        self._calls.append(site)
        if plan == PLAIN:
            self._attributes.set_by_call(site + 1 + self._is_method[site], site, found)

    def before_cached(self, site: int, callee: Any, *arguments: Any) -> None:
        """See Probes."""
        self.before_call(site, callee, *arguments)
        if type(callee) is types.MethodType:  # where the interpreter loads methods bound
            callee, arguments = callee.__func__, (callee.__self__, *arguments)
        elif self._is_method[site] and type(callee) is not _CACHE:
            callee, arguments = class_attribute(type(callee), self._names[site][0]), (callee, *arguments)
        if type(callee) is _CACHE and is_snippet_function(callee.__wrapped__):
            if len(self._cached) > _CACHED_CALLS_KEPT + sys.getrecursionlimit():
                self._cached.clear()  # of calls that exceptions have ended
            given = (*arguments, *self._names[site][1:])
            self._cached.append((id(sys._getframe(1)), site, callee, given, callee.cache_info().misses))

    def after_cached(self, site: int) -> None:
        """See Probes."""
        self.after_call(site)
        calls, frame = self._cached, id(sys._getframe(1))
        for place in range(len(calls) - 1, max(-1, len(calls) - _CACHED_CALLS_ENDED), -1):
            if calls[place][:2] == (frame, site):
                _, _, callee, given, misses = calls[place]
                del calls[place:]  # later ones were ended by exceptions
                tags, values = self._tags, self._values
                tags += (self._own[kinds.KEPT, ""],)
                values += (callee.cache_info().misses == misses, callee, given)
                return

    def _find_call(self, site: int) -> None:
        calls = self._calls
        for position in range(len(calls) - 1, -1, -1):
            entry = calls[position]
            if entry == site or (type(entry) is tuple and entry[0] == site):
                dropped = calls[position:]
                del calls[position:]
                for entry in dropped:
                    if type(entry) is tuple:
                        self._compare(*entry)
                return

    def close(self, frame: int) -> None:
        """An exception is in the frame: its unfinished calls are over, and may have changed things."""
        calls = self._calls
        while calls:
            entry = calls[-1]
            if type(entry) is tuple:
                if entry[1] != frame:
                    return
                self._compare(*entry)
            calls.pop()

    def _put_aside(self, site: int, targets: Sequence[Any], callee: Any, receiver: Any) -> None:
        """Remember what `targets` and what they hold look like before a call, and the names that it may bind.

        Args:
            receiver: the container of whose methods one is called, which surely changes it if it is a target.
        """
        aside = self._comparing.reachable(targets) if targets else ()
        before = (
            self._namespaces.names_now() if self._spaces and self._namespaces.may_rename(callee) else None
        )
        if aside or before:
            frame = snippet_frame()  # first: there may be no room for it
            mark = self._comparing.begin(receiver if targets and targets[0] is receiver else None)
            self._calls.append((site, frame, mark, aside, before))
        else:
            self._calls.append(site)

    def _compare(
        self, site: int, frame: int, mark: Mark, aside: Sequence[tuple[Any, Contents]], names: Before | None
    ) -> None:
        """Log what a call changed; the site of that comes right after a method's own."""
        del frame
        is_quiet = self._comparing.is_quiet(mark)
        if not is_quiet:
            self._threads.check()
        if names is not None:
            self._namespaces.tell(site, names)
        tags, values = self._tags, self._values
        number = site + self._is_method[site]
        for value, before in aside:
            now = self._table.capture(value)
            if not same(before, now):
                tags += (number,)
                values += (Snapshot(value, now),)
        if not is_quiet:
            self._comparing.done()

    # --- what a call may change ----------------------------------------------------------------------------

    def _method_targets(self, receiver: Any, name: str) -> list[Any]:
        """What `receiver.name(...)` may change where it cannot be replayed, for an exact built-in container."""
        cls = type(receiver)
        if name in REPLAYED.get(cls, ()) or name in COMPARED.get(cls, ()):
            owner = self._owners.get(id(receiver))
            return [receiver] if owner is None else [receiver, owner]
        return []

    def _told(
        self, site: int, receiver: Any, method: str, arguments: Sequence[Any], keywords: Mapping[str, Any]
    ) -> tuple[list[Any], bool]:
        """Tell a method of an object's `__dict__`, or of a namespace, by the names that it sets.

        Returns:
            What is left to be compared, and whether the names are told that a namespace's method binds.
        """
        space = self._spaces.get(id(receiver))
        if space is not None:
            told = self._namespaces.rename(site, space, method, arguments, keywords)
            return [receiver] if id(receiver) in self._known else [], told
        number = site + 1 + self._is_method[site]
        updates = (*arguments, keywords)
        if method == "update" and self._attributes.set_fields(number, self._owners[id(receiver)], updates):
            return [receiver], False
        return self._method_targets(receiver, method), False

    def _targets(self, site: int, callee: Any, arguments: tuple[Any, ...]) -> list[Any]:
        """The objects that an unknown call may change."""
        cls = type(callee)
        if callee is functools.partial:
            self._taken.see_all(arguments)
        if self._spaces and (callee is locals or callee is vars or callee is exec):
            self._namespaces.watch_class()
        if cls is type:
            pure = self._pure.get(callee)
            if pure is None:
                pure = self._pure[callee] = is_pure(callee)
            if pure:
                return []
        if self._is_method[site] and not issubclass(cls, type):
            function = class_attribute(cls, self._names[site][0])
            if type(function) in (types.FunctionType, types.MethodDescriptorType):
                return self._receiver_targets(callee, function, arguments)
        if cls is types.MethodWrapperType and isinstance(callee.__self__, CONTAINERS):
            return [callee.__self__] if _changes(callee) else []  # as `super().__setitem__(key, value)` does
        if cls is types.BuiltinFunctionType and type(callee.__self__) in _CONTAINERS:
            return self._bound_targets(callee, arguments)
        if is_pure(callee):
            return []
        self._is_unknown = not is_snippet_function(callee)
        if callee is gc.collect:
            self._log.drain()
            self._table.sweep_cycles()
            return []
        if callee is exec or callee is eval:
            return [*arguments, *_in_scope()]
        out = [a for a in arguments if type(a) not in EASY_KEYS]
        owner = (
            getattr(callee, "__self__", None)
            if cls in (types.MethodType, types.BuiltinFunctionType)
            else None
        )
        if owner is not None and type(owner) is not types.ModuleType:
            out.append(owner)
        return out

    def _receiver_targets(self, receiver: Any, function: Any, arguments: tuple[Any, ...]) -> list[Any]:
        base = issubclass(type(receiver), CONTAINERS)
        if is_snippet_function(function):
            return [receiver] if base else []
        if is_assertion(function):
            return []
        if not base and type(receiver) in IMMUTABLE:
            return []
        self._is_unknown = True
        return [receiver, *(a for a in arguments if type(a) not in EASY_KEYS)]

    def _bound_targets(self, callee: Any, arguments: tuple[Any, ...]) -> list[Any]:
        """A bound method of a container was called by another name: `m = a.append; m(1)`."""
        receiver, name = callee.__self__, callee.__name__
        if replayable(receiver, name, arguments):
            self._admit(receiver)
            if id(receiver) in self._kinds:
                tags, values = self._tags, self._values
                tags += (self._own[kinds.METHOD, name],)
                values += (receiver, arguments, None)
                return []
        return self._method_targets(receiver, name)


def _changes(method: Any) -> bool:
    """Whether a slot wrapper is one by which its container changes."""
    bases = (base for base in CONTAINERS if isinstance(method.__self__, base))
    return any(method.__name__ in REPLAYED[base] | COMPARED[base] for base in bases)


def _receiver(callee: Any) -> Any:
    """The container of whose methods one is called; None for anything else."""
    if type(callee) in _BOUND:
        callee = callee.__self__
    return callee if type(callee) in _CONTAINERS else None


def _in_scope() -> Iterator[Any]:
    """The values of the names that the snippet's innermost frame sees."""
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename not in RECORDED:
        frame = frame.f_back
    if frame is not None:
        yield from frame.f_locals.values()
        if frame.f_locals is not frame.f_globals:
            yield from frame.f_globals.values()
