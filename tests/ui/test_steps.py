"""Listings of steps, source and blocks, and what `run` shows."""

from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.line.opening import describe_session
from llmdb.runner.model import Limits, RunOptions
from llmdb.session import Settings
from tests.commands.conftest import OpenSession, open_session
from tests.ui.samples import drawn

__all__ = ["open_session"]


def test_run_shows_how_it_ended_and_the_first_step(open_session: OpenSession) -> None:
    session = open_session("a = 1\nif a:\n    a = 2\n")
    rows = drawn(dispatch(session, "run"), width=60).split("\n")
    assert rows[0].startswith("2 steps in ")
    assert rows[1] == "   B1 ×1  module" + " " * 33 + "step 1 of 2"
    assert "steps" not in dispatch(session, "run").to_json()


def test_run_names_the_options_that_are_not_as_always_and_what_the_new_run_lacks(
    open_session: OpenSession,
) -> None:
    session = open_session("n = 0\nwhile n < 9:\n    n += 1\n")
    rows = drawn(dispatch(session, "run --max-steps 4 --timeout 2.5"), width=60).split("\n")
    assert rows[0] == "with --max-steps 4 --timeout 2.5"
    assert rows[2] == "`continue` at its end, or `run --max-steps N`, records more"
    rows = drawn(dispatch(session, "run --max-steps 1000000 --timeout 10"), width=60).split("\n")
    assert rows[0].startswith("20 steps in ")


def test_the_opening_says_that_there_is_no_network_to_a_program_that_took_it_in_good_part(
    open_session: OpenSession,
) -> None:
    text = "import urllib.request as u\ntry:\n    u.urlopen('http://a.example/')\nexcept OSError as e:\n    print(e)\n"
    opening = describe_session(open_session(text))
    assert opening.advice == "the sandbox has no network: `run --sandbox off` gives it one"
    assert opening.advice in drawn(opening, width=80)
    assert describe_session(open_session("print('name resolution')")).advice == ""


def test_a_loop_is_drawn_as_it_is_written(open_session: OpenSession) -> None:
    session = open_session("for k, v in {1: 2}.items():\n    print(k)\n")
    assert " │ for (k, v) in {1: 2}.items():" in drawn(dispatch(session, "cfg"), width=60)


def test_a_mark_and_a_long_line_number_stand_apart(open_session: OpenSession) -> None:
    session = open_session("\n" * 120 + "a = 1\nb = 2\n")
    dispatch(session, "where")
    assert " ▶ 121 │ a = 1" in drawn(dispatch(session, "list"), width=60)


def test_a_limit_is_told_with_the_option_that_moves_it(open_session: OpenSession) -> None:
    settings = Settings(prefix="none", options=RunOptions(limits=Limits(max_steps=1500)))
    session = open_session("n = 0\nwhile True:\n    n += 1\n", settings=settings)
    text = drawn(dispatch(session, "goto end"), width=80)
    assert "step 1,500 of 1,500" in text
    assert "stopped at the limit of 1,500 steps" in text
    assert text.endswith(" `continue` at its end, or `run --max-steps N`, records more")
    assert dispatch(session, "goto 1,499").to_json()["step"] == 1499


def test_where_shows_the_line_of_each_frame(open_session: OpenSession) -> None:
    session = open_session("def f(n):\n    if n:\n        return f(n - 1)\n    return 0\n\nx = f(1) + 1\n")
    dispatch(session, "break 4")
    dispatch(session, "continue")
    rows = drawn(dispatch(session, "where"), width=60).split("\n")
    assert rows[:3] == [
        "   module  line 6 · step 2  x = f(1) + 1",
        "   f(n=1)  line 3 · step 4  return f(n - 1)",
        " ▶ f(n=0)  line 4 · step 6  return 0",
    ]
    narrow = drawn(dispatch(session, "where"), width=40).split("\n")
    assert narrow[1] == "   f(n=1)  line 3 · step 4"


def test_at_forty_columns_no_heading_and_no_row_is_broken(open_session: OpenSession) -> None:
    code = "def a_long_name_of_a_function(first, second):\n    raise KeyError(first, second)\n"
    code += "try:\n    a_long_name_of_a_function(1, 2)\nexcept KeyError:\n    pass\n"
    test = "assert a_long_name_of_a_function('abc', 'defghijkl') == 3"
    session = open_session(code, tests=(test,))
    dispatch(session, "break 2")
    for line in ("cfg", "exceptions", "break", "test"):
        rows = drawn(dispatch(session, line), width=50).split("\n")
        assert [row for row in rows if row and not row.startswith((" ", "\u256d", "\u2570", "\u2502"))] == [
            *(["module", "a_long_name_of_a_function(first, second)  functio\u2026"] if line == "cfg" else []),
            *(["`exceptions NUMBER` goes to one"] if line == "exceptions" else []),
            *(["0 of 1 tests pass \u00b7 `test step 1` steps through", "test 1"] if line == "test" else []),
        ]
