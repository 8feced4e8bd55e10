"""What is made ready at the prompt changes nothing but how soon a command answers."""

from llmdb.commands.deps import dependencies_of
from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.line.meanwhile import make_ready
from llmdb.progress import Progress
from tests.commands.conftest import OpenSession

TEXT = "xs = []\nfor i in range(40):\n    xs.append(i)\ntotal = sum(xs)\n"


def test_the_dependencies_are_complete_when_all_is_ready_and_a_slice_is_the_same(
    open_session: OpenSession,
) -> None:
    session, unready = open_session(TEXT), open_session(TEXT)
    for other in (session, unready):
        dispatch(other, "goto 83")
    for _ in make_ready(session):
        pass
    assert list(dependencies_of(session).prepare()) == []
    shown = [dispatch(other, "slice total").to_json() for other in (session, unready)]
    assert shown[0] == shown[1]


def test_nothing_is_recorded_and_no_model_asked_to_make_ready(open_session: OpenSession) -> None:
    session = open_session(TEXT)
    for _ in make_ready(session):
        pass
    assert not session.is_recorded
    assert len(session.kept) == 0


def test_how_far_the_recording_and_its_reading_are_is_told_in_steps(open_session: OpenSession) -> None:
    told: list[Progress] = []
    session = open_session("total = 0\nfor i in range(4000):\n    total += i\n", on_progress=told.append)
    assert len(session.trace) == 8002
    assert {report.doing for report in told} == {"recording", "reading the recording"}
    assert told[-1].done == 8002
