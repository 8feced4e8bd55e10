"""Secrets: masked in whatever is sent, shown by `prompt`, put back into a fix, and switched off."""

import json

import pytest

from llmdb.commands.line.dispatch import dispatch
from llmdb.errors import BadArgument
from tests.commands.conftest import OpenSession
from tests.llm.server import ModelServer, says

LOGIN = """\
# task: the key that was sent opens the door
# test: assert login('hunter2') is True
PASSWORD = 'hunter2'
def login(given):
    if given != PASSWORD:
        return True
    raise ValueError('no ' + given)
"""
FIXED = LOGIN.replace("!=", "==")
VERDICT = json.dumps({"block": "4", "correct": False, "explanation": "given is '***masked-1***'"})


@pytest.mark.parametrize("line", ["verdict all", "ask why", "predict all", "fix"])
def test_no_command_sends_a_secret(line: str, open_asking: OpenSession, model_server: ModelServer) -> None:
    model_server.plays(says("Block: 1\n" + VERDICT), says(f"```python\n{FIXED}```"))
    session = open_asking(LOGIN)
    shown = dispatch(session, f"prompt {line}").to_json()
    assert "hunter2" not in json.dumps(shown)
    dispatch(session, line)
    assert model_server.requests
    assert "hunter2" not in json.dumps(model_server.requests)
    assert "***masked-1***" in json.dumps(model_server.requests)


def test_a_secret_read_from_input_is_masked_under_every_name(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says("B1@1"))
    session = open_asking("password = input()\nother = password\nprint(len(other))\n")
    session.ask_input = lambda prompt: b"hunter2\n"
    dispatch(session, "goto 1")
    dispatch(session, "ask why")
    assert "other='***masked-1***'" in model_server.requests[0]["messages"][1]["content"]


def test_the_mark_in_an_answer_is_turned_back(open_asking: OpenSession, model_server: ModelServer) -> None:
    model_server.plays(
        says(VERDICT), says("```python\n" + FIXED.replace("hunter2", "***masked-1***") + "```")
    )
    session = open_asking(LOGIN)
    rounds = dispatch(session, "fix").to_json()["rounds"]
    assert rounds[0]["code"] == FIXED  # type: ignore[index, call-overload]


def test_masking_is_switched_off_and_on(open_asking: OpenSession, model_server: ModelServer) -> None:
    session = open_asking(LOGIN)
    assert dispatch(session, "secrets").to_json() == {"masked": True, "names": [], "lines": [2, 3]}
    assert dispatch(session, "secrets off").to_json()["masked"] is False
    assert "hunter2" in json.dumps(dispatch(session, "prompt ask why").to_json())
    dispatch(session, "secrets on")
    assert "hunter2" not in json.dumps(dispatch(session, "prompt ask why").to_json())
    report = dispatch(session, "secrets").to_json()
    assert report["names"] == ["PASSWORD"]
    with pytest.raises(BadArgument, match="on or off"):
        dispatch(session, "secrets maybe")
    assert model_server.requests == []
