"""`verdict --short` and `fix --short`: what a small local model is asked, and its replies read."""

from typing import Any

import pytest

from llmdb.commands.line.dispatch import dispatch
from llmdb.errors import BadAnswer, BadArgument
from llmdb.llm.model import count_tokens, user
from tests.commands.conftest import OpenSession
from tests.llm.server import ModelServer, says

pytestmark = pytest.mark.usefixtures("shared_runs")

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


SUM = """\
total = 0
for n in [2, 3]:
    total += n
    if total > 4:
        total = total // (n - 3)
print(total)
"""
SMALL = [
    ("total = 2\nnext: B2", {"n": "2", "total": "2"}, 2),
    ("total = 2\nnext: 2", {"n": "2", "total": "2"}, 2),
    ("- total: 2\n- next: block 2", {"n": "2", "total": "2"}, 2),
    ("```\ntotal = 2\nnext: B2 (line 2)\n```", {"n": "2", "total": "2"}, 2),
    ("**total** = 2\n**next**: B2", {"n": "2", "total": "2"}, 2),
    ("Sure! Here is the answer:\n\ntotal = 2 (int)\nnext: B2\n\nLet me know!", {"n": "2", "total": "2"}, 2),
    ("<think>\ntotal = 5\nnext: B5\n</think>\ntotal = 2\nNext block: B2", {"n": "2", "total": "2"}, 2),
    ('{"total": 2, "next": "B2"}', {"n": "2", "total": "2"}, 2),
    ("{'total': 2, 'next': 2}", {"n": "2", "total": "2"}, 2),
    ("| Name | Value |\n|---|---|\n| total | 2 |\nnext: B2", {"n": "2", "total": "2"}, 2),
    ("total = 3\nnext: B2</s>", {"n": "2", "total": "3"}, 2),
    ("total = 2\nother = 7\nnext: B2\nerror: none", {"n": "2", "total": "2"}, 2),
    ("next: B2", {"n": "2", "total": "0"}, 2),
    (
        "Block: 3\nSymbol Table: {'n': (2, int), 'total': (2, int)}\nIs Error: False\nNext Block: 2",
        {"n": "2", "total": "2"},
        2,
    ),
]


@pytest.mark.parametrize(("reply", "state", "following"), SMALL)
def test_what_a_small_model_says_of_one_block_is_read(
    reply: str, state: dict[str, str], following: int, open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says(reply))
    session = open_asking(SUM)
    dispatch(session, "goto 3")
    result: Any = dispatch(session, "predict --short").to_json()
    (told,) = result["predicted"]["states"]
    assert {name: value["repr"] for name, value in told["state"].items()} == state
    assert result["predicted"]["blocks"] == [3, following]
    assert (result["metrics"]["value_accuracy"] == 1.0) == (state["total"] == "2")


@pytest.mark.parametrize(
    "reply",
    [
        "error: ZeroDivisionError",
        "Error: `ZeroDivisionError`: division by zero",
        '{"error": "ZeroDivisionError"}',
    ],
)
def test_an_error_of_one_block_is_read(
    reply: str, open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says(reply))
    session = open_asking(SUM)
    dispatch(session, "goto 6")
    result: Any = dispatch(session, "predict --short").to_json()
    assert result["predicted"]["error"]["type"] == "ZeroDivisionError"
    assert result["metrics"]["error_detected"]
    assert result["metrics"]["exact_match"]


@pytest.mark.parametrize(
    "reply", ["I cannot run code.", "The loop adds n.", "other = 3", "NAME = VALUE\nnext: ..."]
)
def test_what_tells_nothing_of_the_block_is_refused(
    reply: str, open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says(reply))
    session = open_asking(SUM)
    dispatch(session, "goto 3")
    with pytest.raises(BadAnswer, match="neither a value nor what comes next"):
        dispatch(session, "predict --short")


def test_a_short_prediction_keeps_to_its_budget(open_asking: OpenSession, model_server: ModelServer) -> None:
    model_server.plays(says("total = 2\nnext: B2"))
    more = "".join(f"value_{number} = list(range({number}, 900))\n" for number in range(200))
    session = open_asking(SUM + more)
    dispatch(session, "goto 3")
    dispatch(session, "predict --short --budget 400")
    (request,) = model_server.requests
    text = request["messages"][-1]["content"]
    assert count_tokens([user(text)]) <= 400
    assert "Variables before it: total = 0, n = 2" in text
    assert "where BLOCK is B4 (line 5) if True, or B2 (line 2) if False." in text
    for line in ("predict 2 --short", "predict --budget 400"):
        with pytest.raises(BadArgument):
            dispatch(session, line)
