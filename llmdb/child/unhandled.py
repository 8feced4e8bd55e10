"""Exceptions that end a thread, an exit function or a finaliser: the program goes on, and only a hook hears of them."""

import sys
import threading
import types
from collections.abc import Callable
from typing import Any

from llmdb.child.ending import raising_line
from llmdb.child.recorder.frames import exception_name, message_of

CO_GENERATOR = 0x20
"""As in `inspect`, which is large."""
Tell = Callable[[str, str, str, int], None]
"""Is told what was ended, and the exception's type, message and line."""


def tell_unhandled(tell: Tell) -> None:
    """From now on tell of these exceptions, then do what Python does; a hook of the program's own has handled them."""
    of_thread: Callable[[Any], object] = threading.excepthook
    of_other: Callable[[Any], None] = sys.unraisablehook

    def thread_ended(args: Any, /) -> None:
        if not issubclass(args.exc_type, SystemExit):
            name = getattr(args.thread, "name", None)
            _tell(tell, f"the thread {name}" if type(name) is str else "a thread", args.exc_value)
        of_thread(args)

    def was_ignored(unraisable: "sys.UnraisableHookArgs", /) -> None:
        _tell(tell, _ended(unraisable), unraisable.exc_value)
        of_other(unraisable)

    threading.excepthook = threading.__excepthook__ = thread_ended
    sys.unraisablehook = sys.__unraisablehook__ = was_ignored


def _tell(tell: Tell, ended: str, error: BaseException | None) -> None:
    if error is not None:
        tell(ended, exception_name(error), message_of(error), raising_line(error))


def _ended(unraisable: "sys.UnraisableHookArgs") -> str:
    """What cannot pass the exception on to anybody."""
    said, owner = unraisable.err_msg or "", unraisable.object
    if "atexit" in said:
        return "an exit function"
    if "thread" in said:
        return "a thread"
    if type(owner) is types.FunctionType:
        return str(owner.__qualname__)
    if type(owner) is types.GeneratorType:
        return f"the generator {owner.__qualname__}"
    trace = unraisable.exc_traceback
    if owner is None and trace is not None:  # from Python 3.14 on only the message has its name
        code = trace.tb_frame.f_code
        return f"the generator {code.co_qualname}" if code.co_flags & CO_GENERATOR else code.co_qualname
    return "a call that Python made by itself"
