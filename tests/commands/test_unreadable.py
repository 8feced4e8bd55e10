"""An answer that holds nothing of what was asked for is not what the same question gets the next time."""

from __future__ import annotations

import pytest

from llmdb.commands.line.dispatch import dispatch
from llmdb.errors import BadAnswer
from tests.commands.conftest import OpenSession
from tests.llm.server import ModelServer, says

CODE = "import textwrap\nwrapper = textwrap.TextWrapper(width=9)\ntext = wrapper.fill('a b')\n"


@pytest.mark.parametrize(
    ("command", "good"),
    [
        ("deps --ask", "1. <get>"),
        ("deps --ask --layers 2", "1. <none>"),
        ("verdict", '{"block": "STEP-1", "correct": true, "explanation": "fine"}'),
        ("predict", "Block: 1\nNext: exit"),
    ],
)
def test_an_answer_that_could_not_be_read_is_asked_for_again(
    open_asking: OpenSession, model_server: ModelServer, command: str, good: str
) -> None:
    model_server.plays(says("hello"))
    session = open_asking(CODE)
    with pytest.raises(BadAnswer):
        dispatch(session, command)
    model_server.plays(says("hello"), says(good))
    dispatch(session, command)
    assert len(model_server.requests) == 2
    again = open_asking(CODE)
    dispatch(again, command)
    assert len(model_server.requests) == 2
