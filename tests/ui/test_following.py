"""`history` and `who`, drawn at 80 columns."""

from llmdb.commands.line.dispatch import dispatch
from llmdb.progress import Progress
from tests.commands.conftest import OpenSession, open_session
from tests.commands.test_following import PROGRAM, at_scope
from tests.ui.samples import drawn

__all__ = ["open_session"]


def test_the_frame_is_a_column_where_calls_changed_it(open_session: OpenSession) -> None:
    session = at_scope(open_session(PROGRAM), "Account.add")
    assert drawn(dispatch(session, "history self._balance"), width=80).split("\n") == [
        "self._balance of the Account that self is here",
        "     step   line  frame                value",
        "        7      3  Account.__init__ #3  3             B3 ×1",
        " ▶     13      5  Account.add #6       4             B5 ×1  ← here",
        "       20      5  Account.add #9       6             B5 ×3",
    ]
    assert drawn(dispatch(session, "history k"), width=80).split("\n")[0] == "     step   line  value"


def test_who_shows_how_beside_the_value(open_session: OpenSession) -> None:
    session = open_session(PROGRAM)
    dispatch(session, "goto end")
    assert drawn(dispatch(session, "who xs[0]"), width=80).split("\n") == [
        "     step   line  how         value",
        " ▶     25     19  assignment  1  ← here",
        " ▶     25     21  [...] =     5  ← here",
    ]


def test_values_of_an_expression_and_how_far_it_was_looked(open_session: OpenSession) -> None:
    session = at_scope(open_session(PROGRAM), "Account.add")
    assert drawn(dispatch(session, "history -self._balance"), width=80).split("\n") == [
        "-self._balance of the Account that self is here",
        "     step   line  frame                value",
        "        7      3  Account.__init__ #3  -3            B3 ×1",
        " ▶     13      5  Account.add #6       -4            B5 ×1  ← here",
        "       20      5  Account.add #9       -6            B5 ×3",
    ]
    session = open_session("n = 0\nfor i in range(3_000):\n    n += 1\n")
    assert len(session.trace) > 3_000

    def interrupt(progress: Progress) -> None:
        if progress.done > 500:
            raise KeyboardInterrupt

    session.on_progress = interrupt
    found = drawn(dispatch(session, "history repr(n)"), width=80).split("\n")
    assert found[1] == " ▶      1      1  '0'           B1 ×1  ← here"
    assert found[-1].startswith("stopped: looked at steps 1 to ")
    found = drawn(dispatch(session, "when repr(n) == '9'"), width=80).split("\n")
    assert found[0] == "repr(n) == '9' becomes true once"
    assert found[-1].startswith("stopped: looked at steps 1 to ")


def test_of_what_a_call_is_changing_it_is_told_where_that_is_over(open_session: OpenSession) -> None:
    session = open_session("xs = [2, 1]\nxs.sort(key=lambda x: x)\ny = xs[0]\n")
    dispatch(session, "goto end")
    assert drawn(dispatch(session, "history xs"), width=80).split("\n") == [
        "     step   line  value",
        "        1      1  <list being changed until step 4>  B1 ×1",
        " ▶      4      2  [1, 2]        B1 ×1  ← here",
    ]
