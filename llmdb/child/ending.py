"""How a program ended, said safely: an exception's class, `__str__` and `__repr__` are the program's own code."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # `signal` makes classes of its numbers: a sixth of a child's start
import os
import sys
from types import FrameType, TracebackType

from llmdb.child.channel import Channel
from llmdb.child.sources import OWN, PREFIX, RECORDED, SNIPPET, line_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MAX_MESSAGE = 2000
_MAX_LINKS = 20
_MAX_MEMBERS = 5
_MAX_REPR = 100_000
_TEXT_SECONDS = 1.0
_len, _type = len, type
_SHORT = frozenset({float, bool, type(None)})
"""Types whose texts are short, and soon there."""
_setitimer, _set_signal, _alarm = _signal.setitimer, _signal.signal, _signal.SIGALRM
_timer = _signal.ITIMER_REAL
_getattribute = type.__getattribute__
_cause: Callable[[BaseException], BaseException | None] = BaseException.__dict__["__cause__"].__get__
_context: Callable[[BaseException], BaseException | None] = BaseException.__dict__["__context__"].__get__
_hides_context: Callable[[BaseException], bool] = BaseException.__dict__["__suppress_context__"].__get__


class _TooLong(BaseException):
    """Text of a value that does not end in time."""


def _give_up(number: int, frame: FrameType | None) -> None:
    raise _TooLong


def safe_text(value: object, convert: Callable[[object], str] = str) -> str:
    """`convert(value)` within a second, else a description of why there is no text."""
    text = _text(value, convert)
    return text if _len(text) <= _MAX_MESSAGE else text[:_MAX_MESSAGE] + "..."


def bounded_repr(value: object) -> tuple[str, bool]:
    """`repr(value)` cut to a bound, and whether it was cut."""
    if _type(value) in _SHORT:
        return repr(value), False
    text = _text(value, repr)
    return text[:_MAX_REPR], _len(text) > _MAX_REPR


def _text(value: object, convert: Callable[[object], str]) -> str:
    name = type_name(value)
    try:
        if not _can_be_timed():
            return convert(value)
        _setitimer(_timer, _TEXT_SECONDS, 0.1)
        try:
            return convert(value)
        finally:
            _setitimer(_timer, 0)
    except _TooLong:
        return f"<{name}: its text takes longer than {_TEXT_SECONDS:g} s>"
    except BaseException as exc:
        return f"<{name}: its text raises {type_name(exc)}>"


def _can_be_timed() -> bool:
    """Whether this is the main thread, the only one that a timer can interrupt."""
    try:
        _set_signal(_alarm, _give_up)
    except ValueError:
        return False
    return True


def type_name(value: object) -> str:
    """The `__qualname__` of the value's class, whatever its metaclass says."""
    try:
        return str(_getattribute(_type(value), "__qualname__"))
    except BaseException:
        return "object"


def raising_line(error: BaseException) -> int:
    """Line of the innermost frame in the snippet that the exception went through; 0 when there is none."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename in RECORDED:
            line = line_of(trace.tb_frame.f_code, trace.tb_lineno)
        trace = trace.tb_next
    if not line and isinstance(error, SyntaxError) and error.filename == SNIPPET:
        line = error.lineno or 0
    return line


def finish_threads() -> BaseException | None:
    """Wait for the program's threads and run its exit functions, as the interpreter would.

    What an exit function raises is reported by `sys.unraisablehook` and ends nothing; but a call that the prefix has
    put at the end stands for the program's own: what it raises is what ended the run.
    """
    hook, raised = sys.unraisablehook, list[BaseException]()

    def keep(unraisable: sys.UnraisableHookArgs) -> None:
        trace, error = unraisable.exc_traceback, unraisable.exc_value
        of_exit = "atexit callback" in (unraisable.err_msg or "")
        if of_exit and error is not None and trace and trace.tb_frame.f_code.co_filename == PREFIX:
            raised.append(error)
        else:
            hook(unraisable)

    try:
        threading = sys.modules.get("threading")
        if threading is not None:
            threading._shutdown()
        import atexit

        hook, sys.unraisablehook = sys.unraisablehook, keep
        atexit._run_exitfuncs()
    except BaseException as exc:
        return exc
    finally:
        if sys.unraisablehook is keep:
            sys.unraisablehook = hook
    return raised[0] if raised else None


def describe_ending(
    channel: Channel, error: BaseException | None, seconds: float, detail: str, *, own_hook_only: bool = False
) -> None:
    """Send the outcome and show an uncaught exception as the interpreter would.

    With `own_hook_only` no traceback is written, and `sys.excepthook` is called only where the program replaced it.
    """
    if error is None:
        channel.outcome("finished", None, detail, seconds)
    elif isinstance(error, SystemExit):
        _describe_exit(channel, error, seconds, detail)
    else:
        message = _describe_exception(channel, error, seconds, detail)
        if not own_hook_only or sys.excepthook is not sys.__excepthook__:
            _show(error, message)
    _flush()


def _describe_exit(channel: Channel, error: SystemExit, seconds: float, detail: str) -> None:
    code = error.code
    channel.outcome("exit", None, detail, seconds)
    if code is None or isinstance(code, int):
        status = f"exit status {int(code or 0)}"
    else:
        status = f"exit status 1: {safe_text(code)}"
        _write_error(safe_text(code) + "\n")
    channel.outcome("exit", None, "; ".join(filter(None, (status, detail))), seconds)


def _describe_exception(channel: Channel, error: BaseException, seconds: float, detail: str) -> str:
    """Send the outcome; the exception's text, which is asked for once."""
    name, line = type_name(error), raising_line(error)
    kind = "memory" if type(error) is MemoryError else "exception"
    detail = "; ".join(filter(None, (_hint(error), _members(error), _reason(error), detail)))
    pending = f"<{name}: its text does not end>"
    channel.outcome(kind, (name, pending, line), detail, seconds)
    message = safe_text(error)
    channel.outcome(kind, (name, message, line), detail, seconds)
    return message


def _show(error: BaseException, message: str) -> None:
    name = type_name(error)
    if message.startswith(f"<{name}: its text "):
        _write_error(f"{name}: {message}\n")
        return
    try:
        error.__traceback__ = _without_our_frames(error.__traceback__)
        sys.excepthook(type(error), error, error.__traceback__)
    except BaseException:
        _write_error(f"{name}: {message}\n")


def _hint(error: BaseException) -> str:
    """The path of a missing or refused file, for the parent to advise on; a library may have wrapped the error."""
    for link in (error, *_before(error)):
        if isinstance(link, FileNotFoundError | PermissionError):
            path = link.filename
            if isinstance(path, str | bytes):
                return ("missing " if isinstance(link, FileNotFoundError) else "refused ") + os.fsdecode(path)
            if isinstance(link, PermissionError):
                return "refused"
    return ""


def _reason(error: BaseException) -> str:
    """The exception before this one, as a traceback tells it."""
    for before in _before(error):
        line = raising_line(before)
        how = "caused by" if before is _cause(error) else "while handling"
        message = safe_text(before)
        return (
            f"{how} {type_name(before)}{': ' if message else ''}{message}{f' (line {line})' if line else ''}"
        )
    return ""


def _members(error: BaseException) -> str:
    """The exceptions that a group holds, as far as one line can tell."""
    if not isinstance(error, BaseExceptionGroup):
        return ""
    told = []
    for member in error.exceptions[:_MAX_MEMBERS]:
        message = safe_text(member)
        told.append(f"{type_name(member)}{': ' if message else ''}{message}")
    more = _len(error.exceptions) - _len(told)
    return f"it holds {', '.join(told)}" + (f" and {more} more" if more else "")


def _before(error: BaseException) -> Iterator[BaseException]:
    """Causes and contexts, the nearest first, as far as a traceback shows them."""
    at = error
    for _ in range(_MAX_LINKS):
        before = _cause(at) or (None if _hides_context(at) else _context(at))
        if before is None:
            return
        yield before
        at = before


def _without_our_frames(trace: TracebackType | None) -> TracebackType | None:
    while trace is not None and trace.tb_frame.f_code.co_filename not in {*OWN, *RECORDED}:
        trace = trace.tb_next
    return trace


def _write_error(text: str) -> None:
    try:
        sys.stderr.write(text)
    except BaseException:
        return


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            continue
