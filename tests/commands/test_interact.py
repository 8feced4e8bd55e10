"""Python at the current step, in a copy of the program."""

from collections.abc import Callable

import pytest

from llmdb.commands.line.dispatch import attempt, dispatch
from llmdb.commands.results.common import Message
from llmdb.session import Words
from tests.commands.conftest import OpenSession

PROGRAM = "def f(n):\n    m = n * 2\n    return m\n\nx = f(3)\ny = f(4)\n"


class Typed:
    """A user who types these sources."""

    def __init__(self, *sources: str) -> None:
        self.sources = iter(sources)
        self.place = (0, "")
        self.complete: Callable[[str], Words] = lambda text: Words(text, ())
        self.shown = ""

    def begin(self, step: int, scope: str, complete: Callable[[str], Words]) -> None:
        """Keep what was said."""
        self.place, self.complete = (step, scope), complete

    def next_source(self) -> str | None:
        """The next one."""
        return next(self.sources, None)

    def show(self, stream: str, text: str) -> None:
        """Keep what was written."""
        del stream
        self.shown += text


def test_interact_keeps_names_while_it_lasts_and_the_recording_as_it_was(open_session: OpenSession) -> None:
    typed = Typed("k = m + 1", "m = 0", "k, m", "f(10)")
    session = open_session(PROGRAM, python_prompt=typed)
    dispatch(session, "break f")
    dispatch(session, "continue")
    assert dispatch(session, "interact") == Message(text="back at step 3: the recording is as it was")
    assert typed.place == (3, "f")
    assert {"m", "n", "f", "len", "k"} <= set(typed.complete("1 + ").words)
    assert typed.shown == "(7, 0)\n20\n"
    assert attempt(session, "k").error is not None
    assert dispatch(session, "p m").to_json()["value"] == {"type": "int", "repr": "6"}


def test_words_are_names_of_the_step_or_attributes_after_a_dot(open_session: OpenSession) -> None:
    typed = Typed("spam = 1")
    session = open_session("text = 'a'\nsize = len(text)\n", python_prompt=typed)
    dispatch(session, "interact")
    assert typed.complete("print(te") == ("te", ("text",))
    assert typed.complete("spa") == ("spa", ("spam",))
    assert typed.complete("text.isnum") == ("isnum", ("isnumeric",))
    assert typed.complete("text.nothing") == ("nothing", ())
    assert typed.complete("f().te") == typed.complete("size + 1.") == ("", ())


def test_after_up_the_callers_names_are_there(open_session: OpenSession) -> None:
    typed = Typed("'m' in dir()", "f")
    session = open_session(PROGRAM, python_prompt=typed)
    for line in ("break f", "continue", "up", "interact"):
        dispatch(session, line)
    assert typed.shown.startswith("False\n<function f at ")


def test_a_traceback_names_the_snippet_as_the_user_does(open_session: OpenSession) -> None:
    typed = Typed("f(None)")
    session = open_session(PROGRAM, python_prompt=typed)
    dispatch(session, "interact")
    assert '  File "snippet.py", line 2, in f\n    m = n * 2\n' in typed.shown


def test_a_copy_that_ends_by_itself_ends_interact_with_the_reason(open_session: OpenSession) -> None:
    session = open_session(PROGRAM, python_prompt=Typed("import os; os._exit(2)", "f"))
    assert dispatch(session, "interact") == Message(
        text="the process ended itself with status 2 (os._exit); back at step 1: the recording is as it was"
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("interact", "interact needs a prompt to type at; `!STATEMENT` runs one, `p EXPRESSION` evaluates"),
        ("interact now", "interact takes [--keep], not 'now'"),
    ],
)
def test_interact_where_nobody_types_is_refused(open_session: OpenSession, line: str, message: str) -> None:
    assert str(attempt(open_session(PROGRAM), line).error) == message


def test_what_an_expression_prints_is_shown(open_session: OpenSession) -> None:
    session = open_session(PROGRAM)
    result = dispatch(session, "print('six:', f(3)) or 1")
    assert result.to_json() == {
        "expression": "print('six:', f(3)) or 1",
        "value": {"type": "int", "repr": "1"},
        "written": "six: 6\n",
    }
