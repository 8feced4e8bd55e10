"""`when`, drawn."""

from llmdb.commands.line.dispatch import dispatch
from tests.commands.conftest import OpenSession, open_session
from tests.commands.test_truths import LOOP
from tests.ui.samples import drawn

__all__ = ["open_session"]


def test_the_steps_stand_with_the_values_that_made_it_true(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    assert drawn(dispatch(session, "when total > 5"), width=60).split("\n") == [
        "total > 5 becomes true 3 times",
        "     step   line  frame   values",
        "        9      4  module  total=6",
        "       12      4  module  total=6",
        "       15      4  module  total=7",
    ]
    assert drawn(dispatch(session, "when i < 0"), width=60) == "i < 0 is never true"


def test_steps_that_stay_open_are_counted(open_session: OpenSession) -> None:
    session = open_session("for y in (5, 1):\n    pass\n")
    rows = drawn(dispatch(session, "when y == 5 or print(y)"), width=80).split("\n")
    assert rows[-1] == "one step left open by recorded values alone, the first is 3: `p` asks there"
