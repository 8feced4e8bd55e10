"""Values as the prompt shows them."""

import io

from rich.console import Console

from llmdb.commands.results.common import Evaluated
from llmdb.events.model import Value
from llmdb.registry import Registry
from llmdb.ui.context import ViewContext
from llmdb.ui.render import render, render_error
from llmdb.ui.views import register
from llmdb.ui.views.values import view_evaluated


def shown(text: str, height: int | None, pretty: bool = False) -> str:
    """What `p` or `pp` shows of a value with this repr, in 40 columns."""
    value = Value(type="list", repr=text)
    result = Evaluated(expression="xs", value=value, pretty=pretty)
    return view_evaluated(result, ViewContext(width=40, height=height)).plain


def test_p_shows_two_screens_of_a_value_and_a_pipe_gets_it_whole() -> None:
    text = repr([0] * 1000)
    assert shown(text, height=10) == text[:800] + "… 2,200 characters more; `pp` shows them"
    assert shown(text, height=None) == text
    assert shown("[1, 2]", height=10) == "[1, 2]"


def test_pp_shows_all_of_it() -> None:
    assert shown(repr([0] * 1000), height=10, pretty=True).count("0") == 1000


def test_an_error_is_broken_between_words_on_a_terminal_and_not_in_a_pipe() -> None:
    lines = {}
    for terminal in (True, False):
        stream = io.StringIO()
        console = Console(file=stream, width=20, force_terminal=terminal, color_system=None)
        render_error("no such step here, go back to where it was", console)
        lines[terminal] = [line.strip() for line in stream.getvalue().splitlines()]
    assert lines == {
        True: ["no such step here,", "go back to where it", "was"],
        False: ["no such step here, go back to where it was"],
    }


def test_a_long_value_is_one_line_that_the_terminal_breaks_so_that_it_can_be_copied() -> None:
    text = repr(["word"] * 40)
    result = Evaluated(expression="xs", value=Value(type="list", repr=text))
    output = io.StringIO()
    registry = Registry()
    register(registry)
    render(result, Console(file=output, width=30), registry)
    assert output.getvalue() == text + "\n"
