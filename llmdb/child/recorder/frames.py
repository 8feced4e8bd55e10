"""Probes of frames and threads: what begins, is suspended, goes on or is left by an exception."""

import _thread
import contextlib
import sys
import threading
import types
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

from llmdb.child.recorder.callees import class_attribute
from llmdb.child.recorder.comparing import Comparing
from llmdb.child.recorder.describe import type_name
from llmdb.child.recorder.log import SLICE_S, EventLog
from llmdb.child.sources import line_of
from llmdb.events import sites as kinds


class Threads:
    """Marks in the log where another thread begins or goes on; slices are long, so that this is seldom.

    Attributes:
        current: the identity of the thread that logged last.
        switched: called in a thread that logs after another one has.
    """

    def __init__(self, log: EventLog) -> None:
        self._tags, self._values = log.tags, log.values
        self._own = log.own
        self.current = _thread.get_ident()
        self._numbers: dict[int, int] = {self.current: 0}
        self.switched: Callable[[], None] | None = None

    def follow(self) -> None:
        """From now on, threads that the program starts are marked."""
        for module in (_thread, threading):
            for name in ("start_new_thread", "_start_new_thread"):
                if original := getattr(module, name, None):
                    setattr(module, name, self._starter(original))
            for name in ("start_joinable_thread", "_start_joinable_thread"):  # 3.13
                if original := getattr(module, name, None):
                    setattr(module, name, self._joinable_starter(original))

    def _starter(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def start_new_thread(function: Any, args: Any, kwargs: Any = None) -> Any:
            sys.setswitchinterval(SLICE_S)
            return original(self._run_thread, (function, args, kwargs or {}))

        return start_new_thread

    def _joinable_starter(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def start_joinable_thread(function: Any, *args: Any, **kwargs: Any) -> Any:
            sys.setswitchinterval(SLICE_S)
            return original(lambda: self._run_thread(function, (), {}), *args, **kwargs)

        return start_joinable_thread

    def _run_thread(self, function: Any, args: Any, kwargs: Any) -> None:
        self.check()
        function(*args, **kwargs)

    def check(self) -> None:
        """Mark the thread, if it is another than the one that logged last."""
        ident = _thread.get_ident()
        if ident != self.current:
            self.current = ident
            number = self._numbers.setdefault(ident, len(self._numbers))
            tags, values = self._tags, self._values
            tags += (self._own[kinds.THREAD, ""],)
            values += (number,)
            if self.switched is not None:
                self.switched()


class Frames:
    """Tells of the frames of generators and coroutines, of defaults, and of exceptions in any frame."""

    def __init__(
        self, log: EventLog, comparing: Comparing, threads: Threads, close_calls: Callable[[int], None]
    ) -> None:
        self._tags, self._values = log.tags, log.values
        self._own = log.own
        self._flush_before = log.flush_before
        self._late, self._close_late = comparing.late, comparing.close
        self._check_thread = threads.check
        self._close_calls = close_calls
        self._keys: dict[int, int] = {}
        self._not_begun: set[int] = set()
        self._count = 0

    def _new_key(self, frame: int) -> int:
        """Number a frame that is seen first; another one may have had its identity, and has ended."""
        self._count = self._keys[frame] = self._count + 1
        return self._count

    def _key(self, frame: int) -> int:
        """The number of a frame that was seen before."""
        return self._keys.get(frame) or self._new_key(frame)

    def generator(self, site: int, *parameters: object) -> None:
        """See Probes."""
        self._check_thread()
        tags, values = self._tags, self._values
        frame = id(sys._getframe(1))
        if frame in self._not_begun:
            self._not_begun.remove(frame)
            key = self._keys[frame]
        else:
            key = self._new_key(frame)
        tags += (site,)
        values += (key, *parameters)

    def made(self, site: int, result: Any) -> None:
        """See Probes."""
        if type(result) in _MANAGERS:
            result = result.gen
        frame = _FRAMES.get(type(result))
        if frame is not None:
            self._check_thread()
            tags, values = self._tags, self._values
            made = id(frame(result))
            if _has_begun(result):
                key = self._key(made)
            else:
                self._not_begun.add(made)
                key = self._new_key(made)
            tags += (site,)
            values += (key,)

    def defaults(self, site: int, function: types.FunctionType) -> None:
        """See Probes."""
        self._check_thread()
        tags, values = self._tags, self._values
        for parameter, value in _defaults(function):
            tags += (site,)
            values += (parameter, value)

    def resume(self, site: int) -> None:
        """See Probes."""
        self._check_thread()
        tags, values = self._tags, self._values
        key = self._key(id(sys._getframe(1)))
        tags += (site,)
        values += (key,)

    def suspended(self, site: int) -> None:
        """See Probes: what the log holds of the frame's generator is sent, and the table holds it weakly."""
        self._flush_before(site, _FLUSHES_BEFORE_CLOSING)

    def unwind(self, site: int, exception: BaseException) -> None:
        """See Probes."""
        self._exception(site, exception, sys._getframe(1))

    def raised(self, site: int, exception: BaseException) -> None:
        """See Probes."""
        self._exception(site, exception, sys._getframe(1))

    def _exception(self, site: int, exception: BaseException, frame: types.FrameType) -> None:
        self._check_thread()
        if self._late:
            self._close_late(frame)
        self._close_calls(id(frame))
        tags, values = self._tags, self._values
        if frame.f_code.co_flags & 0x2A0:
            tags += (self._own[kinds.RESUME, "exception"],)
            values += (self._key(id(frame)),)
        row = (exception_name(exception), message_of(exception), _raising_line(exception, frame))
        tags += (site,)
        values += row


def _has_begun(result: Any) -> bool:
    """Whether a generator or coroutine has run already."""
    return any(getattr(result, name, False) for name in _BEGUN)


def _defaults(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """Each parameter that has a default, with that."""
    code, given = function.__code__, function.__defaults__ or ()
    yield from zip(code.co_varnames[code.co_argcount - len(given) : code.co_argcount], given, strict=True)
    yield from (function.__kwdefaults__ or {}).items()


_FLUSHES_BEFORE_CLOSING = 50
_MANAGERS = (contextlib._GeneratorContextManager, contextlib._AsyncGeneratorContextManager)
_BEGUN = tuple(f"{kind}_{state}" for kind in ("gi", "cr", "ag") for state in ("suspended", "running"))
_FRAMES: dict[type, Callable[[Any], types.FrameType | None]] = {
    types.GeneratorType: attrgetter("gi_frame"),
    types.CoroutineType: attrgetter("cr_frame"),
    types.AsyncGeneratorType: attrgetter("ag_frame"),
}
_arguments: Callable[[BaseException], Any] = BaseException.__dict__["args"].__get__
_traceback: Callable[[BaseException], Any] = BaseException.__dict__["__traceback__"].__get__


def exception_name(exception: BaseException) -> str:
    """The `__qualname__` of its class, whatever its metaclass says."""
    return str(type.__dict__["__qualname__"].__get__(type(exception)))


def message_of(exception: BaseException) -> str:
    """`str(exception)`, where that runs no code of the program."""
    cls = type(exception)
    method = class_attribute(cls, "__str__")
    if type(method) is types.FunctionType:
        return ""
    arguments: tuple[Any, ...] = _arguments(exception)
    try:
        if method is BaseExceptionGroup.__str__ or all(map(_is_plain, arguments)):
            return str(exception)[:1_000]
    except Exception:
        return ""
    return _shown(arguments)


_ATOMS = frozenset({str, int, float, complex, bool, bytes, type(None)})
_SMALL = 20


def _is_plain(value: Any, depth: int = 3) -> bool:
    """Whether a value's repr is short and runs no code of the program."""
    kind = type(value)
    if kind in _ATOMS:
        return True
    if kind not in (list, tuple, set, frozenset, dict) or not depth or len(value) > _SMALL:
        return False
    items = [*value, *value.values()] if kind is dict else value
    return all(_is_plain(item, depth - 1) for item in items)


def _shown(arguments: tuple[Any, ...]) -> str:
    shown = ", ".join(repr(a) if type(a) in _ATOMS else f"<{type_name(type(a))}>" for a in arguments)
    return (f"({shown})" if len(arguments) > 1 else shown)[:1_000]


def _raising_line(exception: BaseException, frame: types.FrameType) -> int:
    """The line of `frame` in the traceback, 0 if it is not there."""
    line, entry = 0, _traceback(exception)
    for _ in range(10_000):
        if entry is None:
            break
        if entry.tb_frame is frame:
            line = line_of(frame.f_code, entry.tb_lineno)
        entry = entry.tb_next
    return line or 0
