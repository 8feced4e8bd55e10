"""`hunt` as whole text: the next question, and the root with its evidence."""

from __future__ import annotations

import pytest

from llmdb.commands.line.dispatch import dispatch
from tests.commands.conftest import OpenSession, open_session, state_folder
from tests.ui.samples import drawn

pytestmark = pytest.mark.usefixtures("shared_runs")

__all__ = ["open_session", "state_folder"]

CODE = """\
def scaled(n):
    k = n * 3
    return k

a = scaled(2)
if a > 5:
    b = a + 1
print(b)
"""

QUESTION = """\
wrong  b after step 6
 ? step 3  line 3  is this right?  (4 states left)
     return k
     k = 6
     returned 6
 `hunt right`, `hunt wrong` or `hunt unclear`
 no model is set, so you judge"""

ROOT = """\
wrong  b after step 6
 ✓ step    2  line   5  scaled called with n = 2  you
 ✗ step    3  line   2  k = 6  you
 ✗ step    3  line   3  k = 6, returned 6  you
 ← step 3  line 2  the fault begins here
     k = n * 3
     left k = 6
     from step 2: scaled called with n = 2
     read n = 2  (`hunt wrong NAME` if one was out of date)"""


def test_the_next_question_shows_the_line_and_what_it_left(open_session: OpenSession) -> None:
    session = open_session(CODE)
    dispatch(session, "goto end")
    assert drawn(dispatch(session, "hunt b")) == QUESTION


def test_the_root_is_shown_with_the_answers_and_what_it_was_made_of(open_session: OpenSession) -> None:
    session = open_session(CODE)
    dispatch(session, "goto end")
    dispatch(session, "hunt b")
    dispatch(session, "hunt wrong")
    dispatch(session, "hunt right")
    assert drawn(dispatch(session, "hunt wrong")) == ROOT


def test_a_narrow_screen_keeps_each_fact_on_its_line(open_session: OpenSession) -> None:
    session = open_session(CODE)
    dispatch(session, "goto end")
    dispatch(session, "hunt b")
    text = drawn(dispatch(session, "hunt wrong"), width=40)
    assert max(map(len, text.split("\n"))) <= 40
