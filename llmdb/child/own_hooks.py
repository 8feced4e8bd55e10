"""Functions of `sys` as a program knows them: what they tell of hooks, calls and frames is its own."""

from __future__ import annotations

import os
import sys
from sys import getrecursionlimit, setrecursionlimit
from types import FrameType

from llmdb.child.sources import OWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

_FOLDER = os.path.dirname(os.path.dirname(__file__)) + os.sep
_ROOM = 200
_UNDER_PROGRAM = frozenset({"_execute", "_run_body", "_run_thread", "finish_threads"})
"""Functions of ours that call the program and the libraries for it."""
Hook: TypeAlias = "Callable[[FrameType, str, Any], Any]"


def hide_own_calls() -> None:
    """From now on the program's trace and profile functions hear nothing of ours, and `sys` tells of none of ours."""
    for kind in ("trace", "profile"):
        get, put = getattr(sys, f"get{kind}"), getattr(sys, f"set{kind}")
        _replace(f"get{kind}", _getter(get))
        _replace(f"set{kind}", _setter(get, put))
        everywhere = getattr(sys, f"_set{kind}allthreads", None)  # 3.12
        if everywhere is not None:
            _replace(f"_set{kind}allthreads", _setter(get, everywhere))


def limit_recursion(frames: int) -> None:
    """Let the program have as many frames as its recursion limit says, where so many of ours lie under its own.

    The interpreter refuses a limit that is below the depth of the call that sets it: so it is asked from one frame
    more, and for one more, and its own function of C is told the rest.
    """
    get, put = sys.getrecursionlimit, sys.setrecursionlimit
    put(get() + frames)

    def setrecursionlimit(limit: Any, /) -> None:
        if type(limit) is not int or limit < 1 or limit > _MOST:
            put(limit)  # it says what is wrong
            limit = int(limit)
        unchecked = unchecked_setter()
        try:
            put(limit + frames + 1)
        except RecursionError as error:
            raise RecursionError(_with_less(str(error), frames + 1)) from None
        unchecked(limit + frames)

    _replace("getrecursionlimit", lambda: get() - frames)
    _replace("setrecursionlimit", setrecursionlimit)


_MOST = 2**31 - 1_000


def unchecked_setter() -> Callable[[int], None]:
    """The interpreter's own function, which sets a recursion limit at any depth."""
    try:
        import ctypes
    except ImportError:  # an interpreter that was built without
        return sys.setrecursionlimit
    found: Callable[[int], None] = ctypes.pythonapi.Py_SetRecursionLimit
    return found


class Deeper:
    """A context in which the recorder's own calls have room, whatever the program's recursion limit.

    Raises:
        RecursionError: there is no room to change the limit and to change it back; nothing was done.
    """

    def __enter__(self) -> None:
        limit = getrecursionlimit()
        setrecursionlimit(limit)
        setrecursionlimit(limit + _ROOM)

    def __exit__(self, *_: object) -> None:
        setrecursionlimit(getrecursionlimit() - _ROOM)  # by so many: what ran inside may have moved it, too


def _with_less(said: str, less: int) -> str:
    """A message with each number in it smaller."""
    return " ".join(
        str(int(word.rstrip(":")) - less) + word[len(word.rstrip(":")) :]
        if word.rstrip(":").isdigit()
        else word
        for word in said.split(" ")
    )


def _replace(name: str, function: Callable[..., Any]) -> None:
    function.__name__ = function.__qualname__ = name
    function.__module__ = "sys"
    setattr(sys, name, function)


def _getter(get: Callable[[], Any]) -> Callable[[], Any]:
    def own() -> Any:
        found = get()
        return None if _is_ours(found) else getattr(found, "__wrapped__", found) if _wraps(found) else found

    return own


def _setter(get: Callable[[], Any], put: Callable[[Any], None]) -> Callable[[Any], None]:
    def own(function: Any, /) -> None:
        before = get()
        if _wraps(before) and put.__name__ == "setprofile":
            put(None)
            before.__wrapped__(sys._getframe(1), "c_call", put)
        put(function if function is None or _is_ours(function) else _without_ours(function))

    return own


def _is_ours(function: Any) -> bool:
    return str(getattr(function, "__module__", "")).startswith("llmdb.") and not _wraps(function)


def _wraps(function: Any) -> bool:
    return getattr(function, "__code__", None) is _WRAPPER


def _without_ours(function: Hook) -> Hook:
    """The program's trace or profile function, called for frames that it would see without us."""

    def hook(frame: FrameType, event: str, argument: Any) -> Any:
        return function(frame, event, argument) if _is_shown(frame) else None

    hook.__wrapped__ = function  # type: ignore[attr-defined]
    return hook


_WRAPPER = _without_ours(lambda *_: None).__code__


def _is_shown(frame: FrameType) -> bool:
    """Whether a frame is the program's, or a library's that the program called."""
    at: FrameType | None = frame
    while at is not None:
        code = at.f_code
        if code.co_filename in OWN:
            return True
        if code.co_filename.startswith(_FOLDER):
            return at is not frame and code.co_name in _UNDER_PROGRAM
        at = at.f_back
    return True
