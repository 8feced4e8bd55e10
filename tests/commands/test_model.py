"""model, cost, doctor and prompt."""

import subprocess
import sys
from pathlib import Path

import pytest

from llmdb.commands.line.dispatch import attempt, dispatch
from llmdb.errors import BadArgument, NoModel
from llmdb.session import Session
from tests.commands.conftest import OpenSession
from tests.llm.server import ModelServer, says

LOOP = "total = 0\nfor n in [2, 3]:\n    total += n\nprint(total)\n"
REPLY = "Block: 1\nSymbol Table: {'total': (0, int)}\nIs Error: False\nNext Block: 2\n"


@pytest.fixture
def session(open_asking: OpenSession, model_server: ModelServer) -> Session:
    model_server.plays(says(REPLY))
    return open_asking(LOOP)


def test_model_shows_changes_and_clears_the_model(session: Session) -> None:
    assert dispatch(session, "model").to_json()["model"] == "m"
    changed = dispatch(session, "model my/7b --api-base http://127.0.0.1:9/v1").to_json()
    assert (changed["model"], changed["api_base"]) == ("my/7b", "http://127.0.0.1:9/v1")
    assert dispatch(session, "model none").to_json()["model"] is None
    with pytest.raises(NoModel, match="ollama"):
        dispatch(session, "predict")


def test_a_model_with_unknown_options_is_refused_and_the_old_one_stays(session: Session) -> None:
    for line in ("model x --base y", "model --api-base", "model -1", "model 'm"):
        with pytest.raises(BadArgument):
            dispatch(session, line)
    assert session.settings.model.name == "m"


def test_cost_sums_by_command_and_sets_the_budget(session: Session) -> None:
    assert dispatch(session, "cost").to_json()["total"] is None
    dispatch(session, "predict")
    report = dispatch(session, "cost 0.5").to_json()
    commands = report["commands"]
    assert isinstance(commands, list)
    line = commands[0]
    assert isinstance(line, dict)
    assert (line["command"], line["calls"], line["prompt_tokens"]) == ("predict", 1, 7)
    assert report["max_cost_usd"] == 0.5
    assert dispatch(session, "cost none").to_json()["max_cost_usd"] is None


@pytest.mark.parametrize("line", ["ask why", "verdict", "verdict all", "predict", "fix", "prefix ask"])
def test_that_an_answer_was_cut_off_is_told_after_every_command_once(
    line: str, open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says("Block: 1", finish="length"))
    program = "# test: assert total == 1\n" + LOOP
    session = open_asking(
        program if line != "prefix ask" else "print(keys)\nif len(keys) < 0:\n    print(1)\n"
    )
    assert attempt(session, line).notes == ("the answer stopped at its token limit and may lack its end",)
    assert attempt(session, "where").notes == ()


def test_an_answer_is_streamed_to_whoever_shows_it(session: Session, model_server: ModelServer) -> None:
    pieces: list[str] = []
    session.on_model_text = pieces.append
    dispatch(session, "predict")
    assert model_server.requests[0]["stream"] is True
    assert "".join(pieces) == REPLY
    assert len(pieces) > 1


def test_doctor_without_a_model_sends_nothing_and_says_how_to_set_one(
    session: Session, model_server: ModelServer
) -> None:
    dispatch(session, "model none")
    checks = dispatch(session, "doctor").to_json()["checks"]
    assert isinstance(checks, list)
    assert isinstance(checks[0], dict)
    assert "LLMDB_MODEL" in str(checks[0]["detail"])
    assert model_server.requests == []


def test_doctor_checks_streaming_and_json_with_one_call(session: Session, model_server: ModelServer) -> None:
    model_server.plays(says('{"ok": true}'))
    checks = dispatch(session, "doctor").to_json()["checks"]
    assert isinstance(checks, list)
    states = {str(check["name"]): check["state"] for check in checks if isinstance(check, dict)}
    assert states == {
        "key": "good",
        "window": "unknown",
        "answer": "good",
        "streaming": "good",
        "JSON": "good",
    }
    assert len(model_server.requests) == 1


def test_doctor_offers_the_line_that_takes_a_server_of_this_machine(
    session: Session, model_server: ModelServer
) -> None:
    dispatch(session, "model none")
    servers = dispatch(session, f"doctor {model_server.port}").to_json()["servers"]
    assert isinstance(servers, list)
    (line,) = [found["command"] for found in servers if isinstance(found, dict) and found["models"] == ["m"]]
    taken = dispatch(session, str(line)).to_json()
    assert (taken["model"], taken["api_base"]) == ("openai/m", model_server.base)
    assert model_server.requests == []
    with pytest.raises(BadArgument, match="65535"):
        dispatch(session, "doctor 70000")


def test_prompt_shows_what_predict_sends_and_sends_nothing(
    session: Session, model_server: ModelServer
) -> None:
    shown = dispatch(session, "prompt predict").to_json()["messages"]
    assert model_server.requests == []
    dispatch(session, "predict")
    assert model_server.requests[0]["messages"] == shown


def test_prompt_for_a_command_that_asks_nobody_names_those_that_do(session: Session) -> None:
    with pytest.raises(BadArgument, match="predict"):
        dispatch(session, "prompt step")


def test_no_model_is_asked_and_litellm_not_imported_without_a_command_that_asks(tmp_path: Path) -> None:
    path = tmp_path / "snippet.py"
    path.write_text(LOOP)
    code = (
        "import sys\nfrom llmdb.cli import run_command_line\n"
        "asked = ['-x', 'trace', '-x', 'cfg', '-x', 'model']\n"
        f"run_command_line(['--json', '--model', 'openai/gpt-4o', *asked, {str(path)!r}])\n"
        "print('litellm' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_setting_a_model_says_at_once_what_stands_in_its_way(
    session: Session, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert dispatch(session, f"model m --api-base {model_server.base}").to_json()["problems"] == []
    assert "OPENAI_API_KEY" in str(dispatch(session, "model openai/gpt-4o").to_json()["problems"])
    refused = dispatch(session, "model m --api-base http://127.0.0.1:9/v1").to_json()["problems"]
    assert "nothing answers" in str(refused)
    assert dispatch(session, "model").to_json()["problems"] == []
    assert model_server.requests == []
