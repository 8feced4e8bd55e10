"""The exceptions of a run as a table."""

from llmdb.commands.exceptions import ExceptionList
from llmdb.events.model import RaisedException
from llmdb.replay.exceptions import Thrown
from llmdb.ui.context import ViewContext
from llmdb.ui.views.exceptions import view_exceptions


def test_each_exception_is_one_line_that_says_what_became_of_it() -> None:
    caught = Thrown(
        step=5,
        raised=RaisedException(type="ValueError", message="invalid literal for int()", line=3),
        scope="read",
        frame=2,
        last=5,
        caught=4,
    )
    ended = Thrown(
        step=7,
        raised=RaisedException(type="IndexError", message="", line=None),
        scope="<module>",
        frame=1,
        last=7,
        caught=None,
    )
    result = ExceptionList(thrown=(caught, ended), current=7, ending=ended)
    drawn = view_exceptions(result, ViewContext(width=60, height=None)).plain
    assert drawn.split("\n") == [
        "   num    step  line  frame   exception",
        "     1       5     3  read    ValueError: invalid…  → line 4",
        " ▶   2       7        module  IndexError  ended the run",
        "`exceptions NUMBER` goes to one",
    ]
    nothing = ExceptionList(thrown=(), current=1, ending=None)
    assert view_exceptions(nothing, ViewContext(width=60)).plain == "the run raised no exception"
