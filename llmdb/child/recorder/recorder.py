"""The recorder: what the probes call, and the log that is encoded and sent in chunks."""

import contextlib
import sys
import types
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

from llmdb.child.recorder.calls import class_attribute
from llmdb.child.recorder.describe import type_name
from llmdb.child.recorder.taken import Taken
from llmdb.events import sites as kinds


def _defaults(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """Each parameter that has a default, with that."""
    code, given = function.__code__, function.__defaults__ or ()
    yield from zip(code.co_varnames[code.co_argcount - len(given) : code.co_argcount], given, strict=True)
    yield from (function.__kwdefaults__ or {}).items()


class Recorder(Taken):
    """Implements `Probes`; see there for the methods the instrumented code calls, and `Log` for the attributes."""

    def generator(self, site: int, *parameters: object) -> None:
        """See Probes."""
        self._check_thread()
        tags, values = self.tags, self.values
        key = id(sys._getframe(1))
        tags += (site,)
        values += (key, *parameters)

    def made(self, site: int, result: Any) -> None:
        """See Probes."""
        if type(result) in _MANAGERS:
            result = result.gen
        frame = _FRAMES.get(type(result))
        if frame is not None:
            self._check_thread()
            tags, values = self.tags, self.values
            key = id(frame(result))
            tags += (site,)
            values += (key,)

    def defaults(self, site: int, function: types.FunctionType) -> None:
        """See Probes."""
        self._check_thread()
        tags, values = self.tags, self.values
        for parameter, value in _defaults(function):
            tags += (site,)
            values += (parameter, value)

    def resume(self, site: int) -> None:
        """See Probes."""
        self._check_thread()
        tags, values = self.tags, self.values
        key = id(sys._getframe(1))
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
            self._settle()
        self._close_calls(id(frame))
        tags, values = self.tags, self.values
        if frame.f_code.co_flags & 0x2A0:
            tags += (self._own[kinds.RESUME, "exception"],)
            values += (id(frame),)
        row = (_qualname(exception), _message(exception), _raising_line(exception, frame))
        tags += (site,)
        values += row


_FLUSHES_BEFORE_CLOSING = 50
_MANAGERS = (contextlib._GeneratorContextManager, contextlib._AsyncGeneratorContextManager)
_FRAMES: dict[type, Callable[[Any], types.FrameType | None]] = {
    types.GeneratorType: attrgetter("gi_frame"),
    types.CoroutineType: attrgetter("cr_frame"),
    types.AsyncGeneratorType: attrgetter("ag_frame"),
}
_arguments: Callable[[BaseException], Any] = BaseException.__dict__["args"].__get__
_traceback: Callable[[BaseException], Any] = BaseException.__dict__["__traceback__"].__get__


def _qualname(exception: BaseException) -> str:
    return str(type.__dict__["__qualname__"].__get__(type(exception)))


def _message(exception: BaseException) -> str:
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
            line = entry.tb_lineno
        entry = entry.tb_next
    return line or 0
