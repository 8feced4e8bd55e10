"""Python typed by the user, run at a step of the program: one source after another, names kept between them."""

import ast
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Mapping
from types import ModuleType, TracebackType
from typing import Any, NoReturn

from llmdb.child.channel import Channel
from llmdb.child.ending import bounded_repr, type_name
from llmdb.child.sources import OWN, RECORDED, keep_lines

_MAX_TRACEBACK = 50_000
_TYPED = "<typed "
_OF_OUR_START = (
    ". Site initialization is disabled, did you forget to add the site-packages directory to sys.path "
    "or to enable your virtual environment?"
)
"""What Python adds, from 3.15 on, to the error of an import: it is started so here, and the folders are there."""


def talk(channel: Channel, scope: dict[str, Any], begin_source: Callable[[], None]) -> NoReturn:
    """Ask for sources and run them until none comes; ends the process.

    Args:
        channel: to the parent, which asks the user.
        scope: the names that the sources read and bind.
        begin_source: called before each source.
    """
    with contextlib.suppress(ValueError):  # only the main thread may; there it interrupts what is typed
        signal.signal(signal.SIGINT, signal.default_int_handler)
    display_bounded()
    number = 0
    while True:
        number += 1
        begin_source()
        source = _ask(channel)
        if source is None:
            os._exit(0)
        try:
            run_source(source, number, scope, scope)
        except SystemExit:
            channel.value("SystemExit", "", False)
            os._exit(0)
        except BaseException as exc:
            channel.wrote("traceback", traceback_of(exc))


def run_source(source: str, number: int, space: dict[str, Any], names: Mapping[str, Any]) -> None:
    """Run statements, or an expression whose value is displayed; whatever they raise comes through.

    Args:
        source: what was typed.
        number: which one it is; its file is called by that.
        space: the module's variables.
        names: those that it binds.
    """
    file = f"{_TYPED}{number}>"
    keep_lines({file: source})
    tree = ast.Interactive(ast.parse(source, file).body)
    exec(compile(tree, file, "single", dont_inherit=True), space, names)


def _ask(channel: Channel) -> str | None:
    """The next source; a Ctrl-C that comes between two of them is not about either."""
    while True:
        try:
            source = channel.ask("")
        except KeyboardInterrupt:
            continue
        return None if source is None else source.decode("utf-8", "replace")


def display_bounded() -> None:
    """From now on `sys.displayhook` shows nothing of None, else the value's text, bounded; `_` is the value."""
    builtins: ModuleType = sys.modules["builtins"]

    def display(value: object) -> None:
        if value is None:
            return
        vars(builtins)["_"] = value
        text, is_cut = bounded_repr(value)
        sys.stdout.write(text + ("..." if is_cut else "") + "\n")

    sys.displayhook = display


def traceback_of(error: BaseException) -> str:
    """The exception's text, from the first frame of what was typed on."""
    import traceback

    try:
        lines = traceback.format_exception(type(error), error, _from_typed(error.__traceback__))
    except BaseException as exc:
        return f"{type_name(error)}, whose text raises {type_name(exc)}\n"
    return "".join(lines).replace(_OF_OUR_START, "")[:_MAX_TRACEBACK]


def _from_typed(trace: TracebackType | None) -> TracebackType | None:
    while trace is not None and not trace.tb_frame.f_code.co_filename.startswith((*OWN, *RECORDED, _TYPED)):
        trace = trace.tb_next
    return trace
