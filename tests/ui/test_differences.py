"""Two steps side by side, drawn."""

from llmdb.commands.line.dispatch import dispatch
from tests.commands.conftest import OpenSession, open_session
from tests.commands.test_differences import PROGRAM
from tests.ui.samples import drawn

__all__ = ["open_session"]


def test_what_differs_is_a_table_and_what_one_step_has_a_line(open_session: OpenSession) -> None:
    session = open_session(PROGRAM)
    assert drawn(dispatch(session, "changes 3 7"), width=60).split("\n") == [
        "step 3 → step 7 · total",
        "   name   type   before  after",
        " ● acc    int    0       3",
        "   only at step 7:  n=2",
        "   the same: ns",
    ]
    assert drawn(dispatch(session, "changes 3 3"), width=60).split("\n")[1] == "   no variable differs"


def test_steps_of_two_calls_are_said_to_be_of_different_frames(open_session: OpenSession) -> None:
    rows = drawn(dispatch(open_session(PROGRAM), "changes 3 11"), width=70).split("\n")
    assert rows[1] == "   different frames: step 3 is of total #2, step 11 of total #3"
