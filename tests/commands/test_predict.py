"""predict, predict N, all, --static, check and mine."""

import pytest

from llmdb.commands.dispatch import dispatch
from llmdb.errors import BadAnswer, BadArgument, NothingPending
from llmdb.session import Session
from tests.commands.conftest import OpenSession
from tests.llm.server import ModelServer, says

FAILING = "n = '2'\nlimit = 3\nif n > limit:\n    print(n)\n"
CRASH = (
    "Block: 1\nReasoning: a str and an int do not compare\nSymbol Table: {'n': ('2', str), 'limit': (3, int)}\n"
    "Is Error: True\nError Type: TypeError\nError Statement: n > limit\n<STOP>"
)


@pytest.fixture
def session(open_asking: OpenSession, model_server: ModelServer) -> Session:
    model_server.plays(says(CRASH))
    return open_asking(FAILING)


def test_predict_all_gives_the_contracts_result(session: Session) -> None:
    result = dispatch(session, "predict all").to_json()
    state = {"n": {"type": "str", "repr": "'2'"}, "limit": {"type": "int", "repr": "3"}}
    walk = {
        "blocks": [1],
        "states": [{"block": 1, "state": state}],
        "error": {"type": "TypeError", "block": 1, "line": 3},
    }
    assert result["predicted"] == walk
    assert result["actual"] == walk
    metrics = result["metrics"]
    assert isinstance(metrics, dict)
    assert metrics["exact_match"] is True
    assert metrics["error_line_correct"] is True
    assert metrics["value_accuracy"] == 1.0
    usage = result["usage"]
    assert isinstance(usage, dict)
    assert usage["calls"] == 1


def test_a_static_prediction_runs_nothing_and_is_checked_by_the_recording_later(
    session: Session, model_server: ModelServer
) -> None:
    result = dispatch(session, "predict --static limit = 4; rows = [1]").to_json()
    assert not session.is_recorded
    assert (result["actual"], result["metrics"]) == (None, None)
    assert (
        "(assumed): {'limit': (4, int), 'rows': ([1], list)}"
        in model_server.requests[0]["messages"][1]["content"]
    )
    checked = dispatch(session, "predict check").to_json()
    assert isinstance(checked["metrics"], dict)
    assert checked["metrics"]["error_block_correct"] is True
    assert len(model_server.requests) == 1


def test_there_is_nothing_to_check_before_a_static_prediction(session: Session) -> None:
    with pytest.raises(NothingPending):
        dispatch(session, "predict check")


@pytest.mark.parametrize(
    "line", ["predict 0", "predict some", "predict --static n", "predict --static 1 +", "predict mine"]
)
def test_arguments_of_another_form_are_refused_before_anything_is_sent(
    session: Session, model_server: ModelServer, line: str
) -> None:
    with pytest.raises(BadArgument):
        dispatch(session, line)
    assert model_server.requests == []


def test_an_answer_without_a_walk_is_an_error_that_leaves_the_session_whole(
    session: Session, model_server: ModelServer
) -> None:
    model_server.plays(says("I cannot run code."))
    dispatch(session, "where")
    with pytest.raises(BadAnswer):
        dispatch(session, "predict")
    assert session.position == 1


def test_guesses_are_scored(open_session: OpenSession) -> None:
    session = open_session("x = 1\nif x:\n    x = 5\nprint(x)\n")
    assert dispatch(session, "predict mine B2").to_json() == {
        "asked": "the next block",
        "guess": "B2",
        "actual": "B2",
        "right": True,
        "score": [1, 1],
    }
    assert dispatch(session, "predict mine x = 6").to_json()["actual"] == "5"
    assert dispatch(session, "predict mine end").to_json()["score"] == [1, 3]
