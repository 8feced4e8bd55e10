"""`ask`: the facts around the current step, and what comes back."""

import pytest

from llmdb.commands.line.dispatch import dispatch
from llmdb.errors import BadAnswer, BadArgument, BudgetExceeded, CallDeclined
from tests.commands.conftest import OpenSession
from tests.llm.server import ModelServer, says

LOOP = "total = 0\nfor n in [2, 3]:\n    total += n\nprint(total)\n"


def test_the_answers_references_are_steps_of_the_run(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says("B3@3 adds 2, and BLOCK-3@5 adds 3; B9@77 is none."))
    session = open_asking(LOOP, task="add up")
    dispatch(session, "goto 3")
    result = dispatch(session, "ask why is total 2?").to_json()
    assert result["references"] == [3, 5]
    assert result["notes"] == []
    prompt = model_server.requests[0]["messages"][1]["content"]
    assert "Task:\nadd up" in prompt
    assert (
        "[BLOCK-3@3] in <module>\n    # before: total=0    n=2\n    total += n\n    # after: total=2"
        in prompt
    )
    assert prompt.endswith("The current step is 3, B3@3.\n\nQuestion: why is total 2?")


def test_the_thoughts_before_an_answer_are_no_part_of_it(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says("<think>\nB2@2 or B3@3?\n</think>\n\nB3@3 adds 2."), says("<think>\nB2@2 or"))
    session = open_asking(LOOP)
    result = dispatch(session, "ask why").to_json()
    assert (result["text"], result["references"]) == ("B3@3 adds 2.", [3])
    with pytest.raises(BadAnswer, match="ends within its thoughts"):
        dispatch(session, "ask why not")


def test_steps_that_do_not_fit_the_models_window_are_left_out_and_that_is_said(
    open_asking: OpenSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    rows = "\n".join(f"text{n} = 'x' * 390" for n in range(16))
    longer = "\n".join(f"    text{n} += 'y'" for n in range(16))
    session = open_asking(f"{rows}\nfor n in range(9):\n{longer}\n")
    dispatch(session, "model openai/gpt-4")
    dispatch(session, "goto 9")
    prompt = dispatch(session, "prompt ask why").to_json()
    tokens = prompt["tokens"]
    assert isinstance(tokens, int)
    assert 3_000 < tokens < 8_192 - 1_000
    assert "The current step is 9" in str(prompt["messages"])
    assert "@9]" in str(prompt["messages"])
    assert "@12]" not in str(prompt["messages"])


def test_a_large_call_is_asked_about_where_somebody_can_answer(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says("yes"))
    session = open_asking("x = 1\n" + "# a comment of some length that says nothing at all\n" * 800)
    asked: list[str] = []
    answers = [False, True]

    def confirm(question: str) -> bool:
        asked.append(question)
        return answers[len(asked) - 1]

    session.confirm = confirm
    with pytest.raises(CallDeclined, match=r"not sent: about 1\d,\d\d\d tokens to m"):
        dispatch(session, "ask why")
    assert model_server.requests == []
    assert asked[0].startswith("Send about 1")
    assert asked[0].endswith(" tokens to m, about $0.0000?")
    dispatch(session, "ask why")
    assert len(model_server.requests) == 1
    dispatch(session, "ask what")
    assert (len(model_server.requests), len(asked)) == (2, 2)
    session.confirm = None
    dispatch(session, "ask who")
    assert len(model_server.requests) == 3


def test_a_call_beyond_the_budget_is_refused_before_it_is_sent_and_counted_by_command(
    open_asking: OpenSession, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    session = open_asking(LOOP)
    dispatch(session, "cost 0.00001")
    dispatch(session, "model openai/gpt-4")
    with pytest.raises(BudgetExceeded, match="may cost"):
        dispatch(session, "ask why")
    assert dispatch(session, "cost").to_json()["commands"] == []
    assert model_server.requests == []


def test_a_question_without_words_is_refused(open_asking: OpenSession, model_server: ModelServer) -> None:
    with pytest.raises(BadArgument, match="needs a question"):
        dispatch(open_asking(LOOP), "ask")
    assert model_server.requests == []
