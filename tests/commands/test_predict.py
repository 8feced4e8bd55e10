"""predict, predict N, all, --static, check and mine."""

import pytest

from llmdb.commands.line.dispatch import attempt, dispatch
from llmdb.errors import BadAnswer, BadArgument, NothingPending
from llmdb.program.load import parse_snippet
from llmdb.session import Session, SuppliedPrefix
from tests.commands.conftest import OpenSession
from tests.llm.server import ModelServer, says

pytestmark = pytest.mark.usefixtures("shared_runs")

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


UNDEFINED = "total = 0\nfor x in xs:\n    total += x\nprint(total / n)\n"
WARNING = (
    "Block: 1\nBlock: 2\nBlock: 4\nReasoning: n is 0\nIs Error: True\nError Type: ZeroDivisionError\n"
    "Error Statement: print(total / n)\n<STOP>"
)


def test_a_warning_is_checked_as_soon_as_the_program_is_run(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says(WARNING))
    session = open_asking(UNDEFINED)
    assert attempt(session, "predict --static n = 0; xs = []").notes == ()
    session.use_prefix(SuppliedPrefix(code="n = 0\nxs = []"))
    assert attempt(session, "where").notes == (
        "predict --static: foreseen ZeroDivisionError at line 4: confirmed by the run "
        "(`predict check` compares the walks)",
    )
    assert attempt(session, "step").notes == ()


def test_a_run_with_other_inputs_than_the_assumed_ones_says_so(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says(WARNING))
    session = open_asking(UNDEFINED)
    dispatch(session, "predict --static n = 0; xs = []; gone = 1")
    session.use_prefix(SuppliedPrefix(code="n = 2\nxs = []"))
    (note,) = attempt(session, "where").notes
    assert note == (
        "predict --static: foreseen ZeroDivisionError at line 4: the run finished without an error; the recorded run "
        "had other inputs: n was 2, assumed 0; gone was not there, assumed 1 (`predict check` compares the walks)"
    )
    notes = dispatch(session, "predict check").to_json()["notes"]
    assert isinstance(notes, list)
    assert "the recorded run had other inputs: n was 2, assumed 0; gone was not there, assumed 1" in notes


def test_a_static_prediction_of_another_version_is_not_checked(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says(CRASH))
    session = open_asking(FAILING)
    dispatch(session, "predict --static")
    session.replace_snippet(parse_snippet("x = 1\n", name="snippet.py"))
    assert attempt(session, "where").notes == ()
    with pytest.raises(NothingPending, match="this version"):
        dispatch(session, "predict check")


def test_a_static_prediction_in_a_recorded_session_is_compared_at_once(session: Session) -> None:
    dispatch(session, "where")
    result = dispatch(session, "predict --static").to_json()
    assert isinstance(result["notes"], list)
    assert result["notes"][0] == "foreseen TypeError at line 3: confirmed by the run"
    assert attempt(session, "where").notes == ()


def test_a_program_of_functions_is_asked_about_with_the_call_that_the_test_makes(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(
        says("Block: 1\nSymbol Table: {}\nIs Error: False\nBlock: 2\nSymbol Table: {'n': (3, int)}\n<END>")
    )
    session = open_asking("# test: assert twice(3) == 7\ndef twice(n):\n    return n * 2\n")
    result = dispatch(session, "predict all").to_json()
    prompt = model_server.requests[0]["messages"][1]["content"]
    assert "this test runs" in prompt
    assert "```python\nassert twice(3) == 7\n```" in prompt
    assert result["actual"]["blocks"] == [1, 2]  # type: ignore[index,call-overload]
    assert result["metrics"]["exact_match"] is True  # type: ignore[index,call-overload]


def test_the_invented_prefix_is_in_the_prompt(open_asking: OpenSession) -> None:
    session = open_asking("print(keys)\n")
    session.use_prefix(SuppliedPrefix(code="keys = ['a']\n"))
    shown = str(dispatch(session, "prompt predict all").to_json()["messages"])
    assert "This ran before the program" in shown
