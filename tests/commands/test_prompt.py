"""`prompt COMMAND` shows to the letter what the command then sends."""

import json

import pytest

from llmdb.commands.line.dispatch import dispatch
from llmdb.errors import BadArgument
from llmdb.session import Settings
from tests.commands.conftest import OpenSession
from tests.llm.server import ModelServer, says

pytestmark = pytest.mark.usefixtures("shared_runs")

FAULTY = """\
# task: the largest of some numbers
# test: assert largest([3, 9, 4]) == 9
PASSWORD = 'hunter2'
def largest(numbers):
    best = 0
    for number in numbers:
        if number < best:
            best = number
    return best
"""
FORUM = "print(keys)\nif len(keys) < 0:\n    print(1)\n"
VERDICT = json.dumps({"block": "BLOCK-2", "correct": False, "explanation": "best stays 0"})


@pytest.mark.parametrize(
    ("line", "text", "reply"),
    [
        ("verdict", FAULTY, VERDICT),
        ("verdict all", FAULTY, VERDICT),
        ("verdict all --budget 200", FAULTY, VERDICT),
        ("fix", FAULTY, VERDICT),
        ("ask why is best 0?", FAULTY, "because"),
        ("predict", FAULTY, "Block: 1\nIs Error: False\n<END>"),
        ("predict all", FAULTY, "Block: 1\nIs Error: False\n<END>"),
        ("prefix ask", FORUM, json.dumps({"imports": [], "initialization": ["keys = ['a']"]})),
    ],
)
def test_the_prompt_shown_is_the_prompt_sent(
    line: str, text: str, reply: str, open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says(reply), says("no code"))
    session = open_asking(text, settings=Settings(prefix="offline" if text is FORUM else "none"))
    if text is FAULTY:
        dispatch(session, "goto 2")
    shown = dispatch(session, f"prompt {line}").to_json()["messages"]
    assert model_server.requests == []
    dispatch(session, line)
    assert model_server.requests[0]["messages"] == shown


def test_with_verdicts_at_hand_fix_asks_for_the_program_at_once(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says(VERDICT), says("no code"))
    session = open_asking(FAULTY)
    dispatch(session, "goto 2")
    dispatch(session, "verdict")
    shown = dispatch(session, "prompt fix").to_json()["messages"]
    assert "WRONG: best stays 0" in str(shown)
    dispatch(session, "fix")
    assert model_server.requests[1]["messages"] == shown


def test_what_sends_nothing_has_no_prompt(open_asking: OpenSession) -> None:
    session = open_asking(FAULTY)
    with pytest.raises(BadArgument, match="sends nothing"):
        dispatch(session, "prompt fix --offline")
    with pytest.raises(BadArgument, match="sends nothing to a model; these do: prefix, verdict"):
        dispatch(session, "prompt trace")
