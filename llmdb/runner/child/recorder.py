"""The recorder: what the probes call, and the log that is encoded and sent in chunks."""

import _thread
import gc
import sys
import threading
import types
from array import array
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Any

from llmdb.runner.child import sites as kinds
from llmdb.runner.child import wire
from llmdb.runner.child.calls import (
    COMPARED,
    METHOD_NAMES,
    REPLAYED,
    class_attribute,
    is_pure,
    is_snippet_function,
    plain_key,
    replayable,
)
from llmdb.runner.child.describe import Describer
from llmdb.runner.child.encode import SCALARS, Encoder, Snapshot
from llmdb.runner.child.harmless import COMPARED_METHODS, MUTATING_METHODS
from llmdb.runner.child.objects import Contents, IdentityTable, same
from llmdb.runner.child.scopes import scope_rows
from llmdb.runner.child.sites import Site

_EASY_KEYS = frozenset({int, str, bool, float, bytes, type(None)})
_IMMUTABLE = SCALARS | {str, bytes, complex, tuple, frozenset, range}
_CONTAINERS = frozenset(REPLAYED) | {bytearray}
_PLAIN, _LATE, _IGNORED = 1, 2, 3
_FIRST_LIMIT = 1_000
_FLUSHES_PER_SITE = 2
_FACTORIES = frozenset(
    {int, list, dict, set, str, float, bool, tuple, bytes, deque, OrderedDict, frozenset, bytearray}
)
_SLICE_S = 0.05
_DEPTH, _OBJECTS, _ITEMS = 3, 64, 5_000


class Recorder:
    """Implements `Probes`; see there for the methods the instrumented code calls.

    Attributes:
        limit: a constant of the woven code. So that an early crash loses little, `tags` begins with a padding that
            is no part of the log and shrinks: the first drain comes after 1,000 events.
        on_limit: called once, from `drain`, when `max_steps` steps are in the log; everything was sent before.
    """

    def __init__(
        self,
        send: Callable[[bytes], None],
        *,
        limit: int = 16_384,
        max_steps: int = 1_000_000,
        flush_every_step: bool = False,
        describers: Sequence[Describer] = (),
        on_limit: Callable[[], None] | None = None,
    ) -> None:
        self.tags: list[int] = []
        self.values: list[object] = []
        self.limit = limit
        self.on_limit = on_limit
        self._send = send
        self._pad = 0
        self._room = min(_FIRST_LIMIT, limit, max_steps)
        self._steps_left = max_steps
        self._every_step = flush_every_step
        self._table = IdentityTable(describers)
        self._encoder = Encoder(self._table)
        self._kinds = self._table.kinds
        self._late: list[Snapshot] = []
        self._calls: list[Any] = []
        self._names: list[tuple[str, ...]] = []
        self._is_method: list[bool] = []
        self._has_after: list[bool] = []
        self._is_block = b""
        self._sizes: list[int] = []
        self._plans: list[dict[type, int]] = []
        self._pure: dict[type, bool] = {}
        self._flushes: list[int] = []
        self._own: dict[tuple[str, str], int] = {}
        self._width = "H"
        self._draining = False
        self._thread = self._main_thread = _thread.get_ident()
        self._threads: dict[int, int] = {self._thread: 0}
        self._next_flush = 0.0

    # --- life of a recording ---------------------------------------------------------------------------------

    def start(self, sites: Sequence[Site], code: types.CodeType | None = None) -> None:
        """Send the site table, the recorder's own sites after the given ones; `code` tells what each scope reads."""
        own = [
            Site(kinds.COMPARED, "", 0, 0, (), "", 1),
            Site(kinds.WRITE, "", 0, 0, (), "", 2),
            Site(kinds.INPUT, "", 0, 0, (), "", 1),
            Site(kinds.THREAD, "", 0, 0, (), "", 1),
            Site(kinds.RESUME, "", 0, 0, (), "", 1),
            Site(kinds.SETITEM, "", 0, 0, (), "", 3),
            *(Site(kinds.METHOD, "", 0, 0, (name,), "", 3) for name in METHOD_NAMES),
        ]
        table = [*sites, *own]
        for number, site in enumerate(own, len(sites)):
            self._own[site.kind, site.names[0] if site.names else ""] = number
        self._names = [site.names for site in table]
        self._is_method = [site.kind == kinds.METHOD for site in table]
        self._has_after = [
            site.kind != kinds.METHOD
            or site.names[0] not in MUTATING_METHODS
            or site.names[0] in COMPARED_METHODS
            for site in table
        ]
        self._is_block = bytes(site.kind == kinds.BLOCK for site in table).ljust(256, b"\0")
        self._sizes = [site.values for site in table]
        self._plans = [{} for _ in table]
        self._flushes = [0] * len(table)
        self._width = "B" if len(table) < 256 else "H" if len(table) < 65_536 else "I"
        scopes = [] if code is None else scope_rows(code)
        self._transmit((wire.SITES, [list(site) for site in table], scopes))
        if self._every_step:
            sys.settrace(self._watch)
        self._repad()
        self.follow_threads()

    def follow_threads(self) -> None:
        """Mark in the log where another thread begins or goes on; slices are long, so that this is seldom."""
        for module in (_thread, threading):
            for name in ("start_new_thread", "_start_new_thread"):
                original = getattr(module, name, None)
                if original is not None:
                    setattr(module, name, self._starter(original))

    def _starter(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def start_new_thread(function: Any, args: Any, kwargs: Any = None) -> Any:
            sys.setswitchinterval(_SLICE_S)
            return original(self._run_thread, (function, args, kwargs or {}))

        return start_new_thread

    def _run_thread(self, function: Any, args: Any, kwargs: Any) -> None:
        self._check_thread()
        function(*args, **kwargs)

    def _repad(self) -> None:
        """Let the next drain come after `_room` events."""
        pad = self.limit - self._room
        self.tags[: self._pad], self._pad = [0] * pad, pad

    def bind_initial(self, namespace: Mapping[str, object]) -> None:
        """Log the module variables that exist before the first step."""
        pairs = [(n, v) for n, v in namespace.items() if type(n) is str and not n.startswith("__")]
        values = self._encoder.values([v for _, v in pairs])
        names = [n for n, _ in pairs]
        self._transmit((wire.INITIAL, names, values, self._encoder.news()))

    def drain(self) -> None:
        """Encode and send what has been logged."""
        if self._draining:
            return
        self._draining = True
        collects = gc.isenabled()
        gc.disable()
        try:
            self._drain()
        finally:
            self._draining = False
            if collects:
                gc.enable()

    def finish(self) -> None:
        """Send the rest."""
        if self._every_step:
            sys.settrace(None)
        self.drain()

    def _drain(self) -> None:
        self._settle()
        log, slots, pad = self.tags, self.values, self._pad
        tags, values = log[pad:], slots[:]
        log[pad:], slots[:] = (), ()
        if not tags:
            return
        packed = self._pack_tags(tags)
        if self._count_steps(tags, packed):
            packed = self._pack_tags(tags)
            del values[sum(map(self._sizes.__getitem__, tags)) :]
        encoded = self._encoder.values(values)
        news = self._encoder.news()
        freed = self._table.take_freed()
        self._transmit((wire.LOG, self._width, packed, encoded, news, freed))
        del values, encoded, news
        self._table.sweep()
        self._room = min(
            self.limit, self._room * 2 if self._room >= _FIRST_LIMIT else _FIRST_LIMIT, self._steps_left
        )
        self._repad()
        if self._steps_left <= 0 and self.on_limit is not None:
            self.on_limit()

    def _pack_tags(self, tags: list[int]) -> bytes:
        return bytes(tags) if self._width == "B" else array(self._width, tags).tobytes()

    def _count_steps(self, tags: list[int], packed: bytes) -> bool:
        """Count blocks down; cut the log before the first step that is too many, and say so."""
        flags = self._is_block
        if self._width == "B":
            begun = packed.translate(flags).count(1)
        else:
            begun = sum(map(flags.__getitem__, tags))
        if begun <= self._steps_left:
            self._steps_left -= begun
            return False
        left, self._steps_left = self._steps_left, 0
        for position, tag in enumerate(tags):
            left -= flags[tag]
            if left < 0:
                del tags[position:]
                break
        return True

    def _transmit(self, message: Sequence[object]) -> None:
        self._send(self._encoder.pack(message))

    def _watch(self, frame: types.FrameType, event: str, argument: object) -> Any:
        """A trace function that sends every event at once, for the run after a crash."""
        del argument
        if frame.f_code.co_filename != "<snippet>":
            return None
        frame.f_trace_opcodes = True
        if len(self.tags) > self._pad and event != "call":
            self.drain()
        return self._watch

    # --- streams and threads ---------------------------------------------------------------------------------

    def note_write(self, stream: str, text: str) -> None:
        """The program wrote to "stdout" or "stderr"."""
        self._check_thread()
        site, size = self._own[kinds.WRITE, ""], wire.TEXT_INLINE
        tags, values = self.tags, self.values
        for start in range(0, len(text), size):
            piece = text[start : start + size]
            tags += (site,)
            values += (stream, piece)
        if len(tags) > self.limit:
            self.drain()

    def note_input(self, text: str) -> None:
        """The program read a line of standard input."""
        self._check_thread()
        tags, values = self.tags, self.values
        tags += (self._own[kinds.INPUT, ""],)
        values += (text[: wire.TEXT_INLINE],)

    def _check_thread(self) -> None:
        ident = _thread.get_ident()
        if ident != self._thread:
            self._thread = ident
            number = self._threads.setdefault(ident, len(self._threads))
            tags, values = self.tags, self.values
            tags += (self._own[kinds.THREAD, ""],)
            values += (number,)

    # --- frames ----------------------------------------------------------------------------------------------

    def generator(self, site: int, *parameters: object) -> None:
        """See Probes."""
        self._check_thread()
        tags, values = self.tags, self.values
        key = id(sys._getframe(1))
        tags += (site,)
        values += (key, *parameters)

    def resume(self, site: int) -> None:
        """See Probes."""
        self._check_thread()
        tags, values = self.tags, self.values
        key = id(sys._getframe(1))
        tags += (site,)
        values += (key,)

    def unwind(self, site: int, exception: BaseException) -> None:
        """See Probes."""
        self._exception(site, exception, sys._getframe(1))

    def raised(self, site: int, exception: BaseException) -> None:
        """See Probes."""
        self._exception(site, exception, sys._getframe(1))

    def _exception(self, site: int, exception: BaseException, frame: types.FrameType) -> None:
        self._check_thread()
        if self._late:
            self._settle()
        self._close_calls(id(frame))
        tags, values = self.tags, self.values
        if frame.f_code.co_flags & 0x2A0:
            tags += (self._own[kinds.RESUME, ""],)
            values += (id(frame),)
        row = (_qualname(exception), _message(exception), _raising_line(exception, frame))
        tags += (site,)
        values += row

    # --- changes ---------------------------------------------------------------------------------------------

    def setitem(self, container: Any, key: object, value: object, site: int) -> None:
        """See Probes."""
        if self._late:
            self._settle()
        kind = self._kinds.get(id(container))
        if kind is None:
            kind = self._admit(container)
        cls = type(key)
        if (kind == wire.LIST and cls is int) or (
            kind == wire.DICT and (cls in _EASY_KEYS or plain_key(key))
        ):
            tags, values = self.tags, self.values
            tags += (site,)
            values += (container, key, value)
        else:
            self._setitem_other(container, key, value, site, kind)

    def _setitem_other(self, container: Any, key: object, value: object, site: int, kind: int) -> None:
        tags, values = self.tags, self.values
        plain = _replays_slice(kind, key) and (kind == wire.LIST or type(key) is int)
        if plain and (type(key) is not slice or type(value) in (list, tuple)):
            tags += (site,)
            values += (container, key, value)
            return
        late = self._later(container)
        if late is not None:
            tags += (site,)
            values += (container, key, late)

    def delitem(self, container: Any, key: object, site: int) -> None:
        """See Probes."""
        if self._late:
            self._settle()
        kind = self._kinds.get(id(container)) or self._admit(container)
        tags, values = self.tags, self.values
        if (kind == wire.DICT and plain_key(key)) or _replays_slice(kind, key):
            tags += (site,)
            values += (container, key)
            return
        late = self._later(container)
        if late is not None:
            tags += (self._own[kinds.COMPARED, ""],)
            values += (late,)

    def setattr(self, target: Any, value: object, site: int) -> None:
        """See Probes."""
        if self._late:
            self._settle()
        plan = self._plans[site].get(type(target)) or self._plan(target, site)
        if plan == _IGNORED:
            return
        if id(target) not in self._table.known:
            self._table.register(target)
        tags, values = self.tags, self.values
        if plan == _PLAIN:
            tags += (site,)
            values += (target, value)
        else:
            late = self._later(target)
            tags += (site,)
            values += (target, late)

    def delattr(self, target: Any, site: int) -> None:
        """See Probes."""
        if self._late:
            self._settle()
        plan = self._plans[site].get(type(target)) or self._plan(target, site)
        if plan == _IGNORED:
            return
        if id(target) not in self._table.known:
            self._table.register(target)
        tags, values = self.tags, self.values
        if plan == _PLAIN:
            tags += (site,)
            values += (target,)
        else:
            tags += (self._own[kinds.COMPARED, ""],)
            values += (self._later(target),)

    def inplace(self, left: Any, right: Any, site: int) -> None:
        """See Probes."""
        cls = type(left)
        if cls in _IMMUTABLE:
            return
        if self._late:
            self._settle()
        tags, values = self.tags, self.values
        kind = self._kinds.get(id(left)) or self._admit(left)
        if kind == wire.LIST and self._names[site][0] == "+=" and type(right) in (list, tuple, str, range):
            tags += (site,)
            values += (left, right)
            return
        late = self._later(left)
        if late is not None:
            tags += (self._own[kinds.COMPARED, ""],)
            values += (late,)

    def readitem(self, container: Any, key: object, site: int) -> None:
        """`container[key]` is about to be read where the source names a type that inserts on reading."""
        if self._late:
            self._settle()
        del site
        if type(container) is not defaultdict or not plain_key(key) or dict.__contains__(container, key):
            return
        if self._kinds.get(id(container)) is None:
            self._admit(container)
        tags, values = self.tags, self.values
        if container.default_factory in _FACTORIES:
            value = container[key]
            tags += (self._own[kinds.SETITEM, ""],)
            values += (container, key, value)
        elif container.default_factory is not None:
            tags += (self._own[kinds.COMPARED, ""],)
            values += (self._later(container),)

    def _admit(self, container: Any) -> int:
        """Register a container before its first change; its kind, -1 if it is not replayed."""
        cls = type(container)
        if cls in _IMMUTABLE or not self._table.mutable(container):
            return -1
        if id(container) not in self._table.known:
            self._table.register(container)
        return self._kinds.get(id(container), -1)

    def _later(self, value: Any) -> Snapshot | None:
        """A place in the log for what `value` holds after the operation that follows."""
        if type(value) in _IMMUTABLE or not self._table.mutable(value):
            return None
        if id(value) not in self._table.known:
            self._table.register(value)
        owner = self._table.owner(value)
        if owner is not None and (held := self._later(owner)) is not None:
            self.tags += (self._own[kinds.COMPARED, ""],)
            self.values += (held,)
        late = Snapshot(value)
        self._late.append(late)
        return late

    def _settle(self) -> None:
        """Fill in the places left by `_later`."""
        late, self._late = self._late, []
        for snapshot in late:
            snapshot.contents = self._table.capture(snapshot.value)

    def _plan(self, target: Any, site: int) -> int:
        """How `target.name = value` acts, decided once for a type and a site."""
        cls, name = type(target), self._names[site][0]
        plan = _LATE
        if isinstance(target, type):
            plan = _PLAIN if class_attribute(cls, "__setattr__") is type.__dict__["__setattr__"] else _LATE
        elif cls is types.ModuleType or cls is types.FunctionType:
            plan = _IGNORED
        elif class_attribute(cls, "__setattr__") is object.__dict__["__setattr__"]:
            entry = class_attribute(cls, name)
            if entry is None or type(entry) is types.MemberDescriptorType or _is_plain_data(entry):
                plan = _PLAIN
            elif type(entry) is property and is_snippet_function(entry.fset):
                plan = _IGNORED
        elif is_snippet_function(class_attribute(cls, "__setattr__")):
            plan = _LATE
        self._plans[site][cls] = plan
        return plan

    # --- calls -----------------------------------------------------------------------------------------------

    def before_call(self, site: int, callee: Any, *arguments: object) -> None:
        """See Probes."""
        if self._late:
            self._settle()
        cls = type(callee)
        names = self._names[site]
        after = self._has_after[site]
        if self._is_method[site] and cls in _CONTAINERS:
            if len(names) == 1 and replayable(cls, names[0], arguments, False):
                if id(callee) not in self._kinds:
                    self._admit(callee)
                if id(callee) in self._kinds:
                    tags, values = self.tags, self.values
                    tags += (site,)
                    values += (callee, arguments, None)
                    if after:
                        self._calls.append(site)
                    return
            targets = self._method_targets(callee, names[0], arguments)
        else:
            self._flush_before(site)
            targets = self._targets(site, callee, arguments)
        if after:
            self._put_aside(site, targets)
        elif targets:
            late = self._later(targets[0])
            if late is not None:
                tags, values = self.tags, self.values
                tags += (self._own[kinds.COMPARED, ""],)
                values += (late,)

    def before_call_star(self, site: int, callee: Any, arguments: Any, keywords: Any) -> None:
        """See Probes."""
        if self._late:
            self._settle()
        self._flush_before(site)
        flat = tuple(arguments) if type(arguments) in (tuple, list) else ()
        flat += tuple(dict.values(keywords)) if type(keywords) is dict else ()
        cls = type(callee)
        if self._is_method[site] and cls in _CONTAINERS:
            self._put_aside(site, [callee])
        else:
            self._put_aside(site, self._targets(site, callee, flat))

    def after_call(self, site: int) -> None:
        """See Probes."""
        calls = self._calls
        if calls and calls[-1] == site:
            calls.pop()
        else:
            self._find_call(site)
        if _thread.get_ident() != self._thread:
            self._check_thread()

    def _find_call(self, site: int) -> None:
        calls = self._calls
        for position in range(len(calls) - 1, -1, -1):
            entry = calls[position]
            if entry == site or (type(entry) is tuple and entry[0] == site):
                dropped = calls[position:]
                del calls[position:]
                for entry in dropped:
                    if type(entry) is tuple:
                        self._compare(entry[2])
                return

    def _close_calls(self, frame: int) -> None:
        """An exception is in the frame: its unfinished calls are over, and may have changed things."""
        calls = self._calls
        while calls:
            entry = calls[-1]
            if type(entry) is tuple:
                if entry[1] != frame:
                    return
                self._compare(entry[2])
            calls.pop()

    def _put_aside(self, site: int, targets: Sequence[Any]) -> None:
        """Remember what `targets` and what they hold look like before a call."""
        aside = self._reachable(targets) if targets else ()
        if aside:
            self._calls.append((site, id(sys._getframe(2)), aside))
        else:
            self._calls.append(site)

    def _compare(self, aside: Sequence[tuple[Any, Contents]]) -> None:
        tags, values = self.tags, self.values
        for value, before in aside:
            now = self._table.capture(value)
            if not same(before, now):
                tags += (self._own[kinds.COMPARED, ""],)
                values += (Snapshot(value, now),)

    def _reachable(self, targets: Sequence[Any]) -> list[tuple[Any, Contents]]:
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
                    below += [v for v in (*contents.items, *contents.attributes) if type(v) not in _EASY_KEYS]
            level = below
            if not level:
                break
        return list(found.values())

    def _method_targets(self, receiver: Any, name: str, arguments: tuple[Any, ...]) -> list[Any]:
        """What `receiver.name(...)` may change where it cannot be replayed, for an exact built-in container."""
        cls = type(receiver)
        if name in REPLAYED.get(cls, ()) or name in COMPARED.get(cls, ()):
            return [receiver]
        del arguments
        return []

    def _targets(self, site: int, callee: Any, arguments: tuple[Any, ...]) -> list[Any]:
        """The objects that an unknown call may change."""
        cls = type(callee)
        if cls is type:
            pure = self._pure.get(callee)
            if pure is None:
                pure = self._pure[callee] = is_pure(callee)
            if pure:
                return []
        if self._is_method[site] and not isinstance(callee, type):
            function = class_attribute(cls, self._names[site][0])
            if type(function) in (types.FunctionType, types.MethodDescriptorType):
                return self._receiver_targets(callee, function, arguments)
        if cls is types.BuiltinFunctionType and type(callee.__self__) in _CONTAINERS:
            return self._bound_targets(callee, arguments)
        if is_pure(callee):
            return []
        out = [a for a in arguments if type(a) not in _EASY_KEYS]
        owner = (
            getattr(callee, "__self__", None)
            if cls in (types.MethodType, types.BuiltinFunctionType)
            else None
        )
        if owner is not None and type(owner) is not types.ModuleType:
            out.append(owner)
        return out

    def _receiver_targets(self, receiver: Any, function: Any, arguments: tuple[Any, ...]) -> list[Any]:
        base = isinstance(receiver, (list, dict, set, deque, bytearray))
        if is_snippet_function(function):
            return [receiver] if base else []
        if not base and type(receiver) in _IMMUTABLE:
            return []
        return [receiver, *(a for a in arguments if type(a) not in _EASY_KEYS)]

    def _bound_targets(self, callee: Any, arguments: tuple[Any, ...]) -> list[Any]:
        """A bound method of a container was called by another name: `m = a.append; m(1)`."""
        receiver, name = callee.__self__, callee.__name__
        if replayable(type(receiver), name, arguments, False):
            self._admit(receiver)
            if id(receiver) in self._kinds:
                tags, values = self.tags, self.values
                tags += (self._own[kinds.METHOD, name],)
                values += (receiver, arguments, None)
                return []
        return self._method_targets(receiver, name, arguments)

    def _flush_before(self, site: int) -> None:
        """The call may be the program's last: send what is there the first times, then as often as is cheap."""
        if self._flushes[site] < _FLUSHES_PER_SITE:
            self._flushes[site] += 1
        elif perf_counter() < self._next_flush:
            return
        if len(self.tags) > self._pad:
            begun = perf_counter()
            self.drain()
            now = perf_counter()
            self._next_flush = now + 20 * (now - begun)


def _replays_slice(kind: int, key: object) -> bool:
    if kind not in (wire.LIST, wire.DEQUE):
        return False
    if type(key) is slice and kind == wire.LIST:
        return all(type(part) in (int, type(None)) for part in (key.start, key.stop, key.step))
    return type(key) in (int, bool)


def _is_plain_data(entry: object) -> bool:
    """A class attribute that an instance attribute of the same name simply hides."""
    return class_attribute(type(entry), "__set__") is None


_arguments: Callable[[BaseException], Any] = BaseException.__dict__["args"].__get__
_traceback: Callable[[BaseException], Any] = BaseException.__dict__["__traceback__"].__get__


def _qualname(exception: BaseException) -> str:
    cls = type(exception)
    name = type.__dict__["__qualname__"].__get__(cls)
    module = type.__dict__["__module__"].__get__(cls)
    if module in ("builtins", "__main__", "<snippet>", None) or type(module) is not str:
        return str(name)
    return f"{module}.{name}"


def _message(exception: BaseException) -> str:
    """`str(exception)`, where that runs no code of the program."""
    cls = type(exception)
    method = class_attribute(cls, "__str__")
    if type(method) is types.FunctionType:
        return ""
    arguments: tuple[Any, ...] = _arguments(exception)
    if all(type(a) in (str, int, float, bool, bytes, type(None)) for a in arguments):
        try:
            return str(exception)[:1_000]
        except Exception:
            return ""
    return "" if not arguments else _shown(arguments)


def _shown(arguments: tuple[Any, ...]) -> str:
    return ", ".join(f"<{type(a).__name__}>" for a in arguments)[:1_000]


def _raising_line(exception: BaseException, frame: types.FrameType) -> int:
    """The line of `frame` in the traceback, 0 if it is not there."""
    line, entry = 0, _traceback(exception)
    for _ in range(10_000):
        if entry is None:
            break
        if entry.tb_frame is frame:
            line = entry.tb_lineno
        entry = entry.tb_next
    return line or 0
