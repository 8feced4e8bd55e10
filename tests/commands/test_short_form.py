"""`verdict --short` and `fix --short`: what a small local model is asked, and its replies read."""

from typing import Any

import pytest

from llmdb.commands.line.dispatch import dispatch
from llmdb.errors import BadAnswer
from llmdb.llm.model import count_tokens, user
from tests.commands.conftest import OpenSession
from tests.llm.server import ModelServer, says

LARGEST = """\
# task: the largest of some numbers
# test: assert largest([3, 9, 4]) == 9
def largest(numbers):
    best = 0
    for number in numbers:
        if number < best:
            best = number
    return best
"""
FIXED = LARGEST.replace("number < best", "number > best")

REPLIES = [
    ("wrong: number 9 is not < best 0, so best stays 0", False),
    ("Wrong: it should be `number > best`.", False),
    ("**wrong**: best stays 0\n\nLet me know if you need anything else!", False),
    ("wrong", False),
    ("WRONG - the comparison is inverted", False),
    (" wrong: REASON: the comparison is inverted</s>", False),
    ("Sure! Here is my answer:\n\nwrong: the comparison is inverted", False),
    ("Answer: wrong: the comparison is inverted", False),
    ("right: best begins at 0", True),
    ("Right.", True),
    ("```\nright: best begins at 0\n```", True),
    ("right: REASON: best begins at 0\nor\nwrong: REASON", True),
    ("The part is wrong because the comparison is inverted.", False),
    ("This part is right for the task.", True),
    ("Incorrect: the comparison is inverted", False),
    ("right: yes\nright: yes\nright: yes\nright: yes", True),
]


@pytest.mark.parametrize(("reply", "correct"), REPLIES)
def test_a_short_reply_is_read(
    reply: str, correct: bool, open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says(reply))
    session = open_asking(LARGEST)
    dispatch(session, "goto 4")
    result: Any = dispatch(session, "verdict --short").to_json()
    assert [verdict["correct"] for verdict in result["verdicts"]] == [correct]


@pytest.mark.parametrize("reply", ["I am not sure what you mean.", "right or wrong", "def largest(numbers):"])
def test_what_says_neither_is_no_verdict(
    reply: str, open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says(reply))
    session = open_asking(LARGEST)
    dispatch(session, "goto 4")
    with pytest.raises(BadAnswer):
        dispatch(session, "verdict --short")


def test_each_step_is_asked_about_alone_with_its_code_and_its_values(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says("right: fine"))
    session = open_asking(LARGEST)
    result: Any = dispatch(session, "verdict all --short").to_json()
    assert len(model_server.requests) == len(result["verdicts"]) == result["sampled"]["steps"]
    assert result["usage"]["calls"] == len(model_server.requests)
    prompts = [request["messages"][1]["content"] for request in model_server.requests]
    (condition,) = [text for text in prompts if "        if number < best:\n```\n\nBefore: " in text][:1]
    assert "This test fails: assert largest([3, 9, 4]) == 9\nIt gave: 0\n" in condition
    assert "After: condition False" in condition
    assert all(count_tokens([user(text)]) < 400 for text in prompts)


def test_a_long_program_and_long_values_fit_the_budget(open_asking: OpenSession) -> None:
    rows = "".join(f"def helper{n}(x):\n    return x + {n} * 1000\n" for n in range(400))
    session = open_asking(f"{rows}text = str(list(range(900)))\nprint(len(text))\n")
    dispatch(session, "goto end")
    prompt: Any = dispatch(session, "prompt verdict --short --budget 500").to_json()
    assert prompt["tokens"] <= 500
    shown = prompt["messages"][1]["content"]
    assert "print(len(text))" in shown
    assert "# ..." in shown


def test_a_fix_is_asked_for_with_the_first_wrong_part_only(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    def answers(text: str) -> str:
        if "in one ```python fence" in text:
            return f"Sure! Here is the corrected program:\n\n```python\n{FIXED}```\nI changed < to >."
        return "wrong: it must be >" if "if number < best:\n```\n\nBefore" in text else "right: fine"

    model_server.plays(lambda exchange: says(answers(exchange.body["messages"][-1]["content"]))(exchange))
    session = open_asking(LARGEST)
    result: Any = dispatch(session, "fix --short").to_json()
    assert result["passed"]
    assert result["rounds"][0]["code"] == FIXED
    prompt = model_server.requests[-1]["messages"][1]["content"]
    assert prompt.count("This part is wrong:") == 1
    assert "Why: it must be >" in prompt
    assert "right: fine" not in prompt
