"""`verdict --offline` as it is drawn."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from llmdb.commands.line.dispatch import dispatch
from llmdb.session import Session
from llmdb.ui.render import render
from llmdb.ui.views import register as register_views
from tests.commands.conftest import OpenSession, open_session, state_folder

pytestmark = pytest.mark.usefixtures("shared_runs")

__all__ = ["open_session", "state_folder"]

INVERSE = """\
# test: assert inverse(0) == 0
# test: assert inverse(4) == 0.25
def inverse(number):
    if number > 2:
        return 1 / number
    found = 1 / number
    return found
"""


def drawn(session: Session, line: str, width: int) -> str:
    register_views(session.registry)
    screen = io.StringIO()
    result = dispatch(session, line)
    render(result, Console(file=screen, width=width), session.registry)
    return "\n".join(row.rstrip() for row in screen.getvalue().splitlines())


def test_suspects_stand_in_order_with_their_code_and_what_speaks_against_them(
    open_session: OpenSession,
) -> None:
    session = open_session(INVERSE)
    assert drawn(session, "verdict --offline", 96) == (
        " suspects by 1 failing run and 1 passing, no model asked\n"
        "       block  lines    step  suspicion  code\n"
        "  ● 1  B4     6-7         3  ━━━━━ 0.61  found = 1 / number\n"
        "       raised ZeroDivisionError; failing 1/1, passing 0/1\n"
        "  ● 2  B2     4           2  ━━─── 0.22  if number > 2:        failing 1/1, passing 1/1\n"
        " ▶● 3  B1     3           1  ━──── 0.18  def inverse(number):  failing 1/1, passing 1/1"
    )
    assert session.position == 1
    assert drawn(session, "verdict --offline --go", 96).splitlines()[2::4] == [
        " ▶● 1  B4     6-7         3  ━━━━━ 0.61  found = 1 / number",
        " went from step 1 to step 3, the most suspect one",
    ]


def test_of_a_block_that_begins_with_try_the_next_line_is_shown(open_session: OpenSession) -> None:
    session = open_session("try:\n    x = 1 / 0\nfinally:\n    y = 2\n")
    assert drawn(session, "verdict --offline", 96).splitlines()[1:] == [
        " the run entered all of these; their work and what the failure depended on rank them",
        "       block  lines    step  suspicion  code",
        " ▶● 1  B1     1-2         1  ━━━━━ 0.24  x = 1 / 0  raised ZeroDivisionError",
        "    2  B2     4           2  ───── 0.00  y = 2",
    ]


def test_in_forty_columns_the_code_stands_below(open_session: OpenSession) -> None:
    assert drawn(open_session(INVERSE), "verdict --offline", 40).splitlines()[:5] == [
        " suspects by 1 failing run and 1",
        "passing, no model asked",
        "       block  lines    step  suspicion",
        "  ● 1  B4     6-7         3  ━━━━━ 0.61",
        "       found = 1 / number",
    ]


def test_only_the_first_blocks_are_shown_and_the_others_counted(open_session: OpenSession) -> None:
    lines = "".join(f"    if n > {k}:\n        n += {k}\n" for k in range(3))
    session = open_session(f"# test: assert f(1) == 0\ndef f(n):\n{lines}    return n\n")
    shown = drawn(session, "verdict --offline", 96).splitlines()
    assert len(shown) == 9
    assert shown[-1] == "   … 1 less suspect block: `verdict all --offline`"
    every = drawn(session, "verdict all --offline", 96).splitlines()
    assert every[:-1] == shown[:-1]
    assert every[-1] == " ▶  6  B1     2           1  ━──── 0.17  def f(n):"


@pytest.mark.parametrize("program", ["x = 1\n", "# test: assert x == 1\nx = 1\n"])
def test_where_no_run_failed_one_line_says_so(program: str, open_session: OpenSession) -> None:
    assert drawn(open_session(program), "verdict --offline", 120) == (
        " no run failed, so there is nothing to rank by: `test add assert ...` says what is expected"
    )


def test_blocks_that_are_only_less_suspect_are_not_called_right_while_stepping(
    open_session: OpenSession,
) -> None:
    session = open_session(INVERSE)
    dispatch(session, "verdict --offline")
    assert dispatch(session, "goto 1").to_json().get("verdict") is None
    assert dispatch(session, "goto 3").to_json().get("verdict") is not None


def test_a_suspect_is_marked_in_the_trace_and_in_the_graph(open_session: OpenSession) -> None:
    session = open_session(INVERSE)
    assert "●" not in drawn(session, "trace", 96) + drawn(session, "cfg", 96)
    dispatch(session, "verdict --offline")
    assert drawn(session, "trace", 96).splitlines()[3] == (
        "   ●    3  B4 ×1  inverse #2  6      ✗ ZeroDivisionError: division by zero"
    )
    assert "  B4  lines 6-7  ×1  ● suspect" in drawn(session, "cfg", 96)
