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
    assert "Task: add up" in prompt
    assert "\n[BLOCK-3@3] line 3: -> total=2\n" in prompt
    assert prompt.endswith("The current visit is BLOCK-3@3.\n\nQuestion: why is total 2?")


def test_the_thoughts_before_an_answer_are_no_part_of_it(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says("<think>\nB2@2 or B3@3?\n</think>\n\nB3@3 adds 2."), says("<think>\nB2@2 or"))
    session = open_asking(LOOP)
    result = dispatch(session, "ask why").to_json()
    assert (result["text"], result["references"]) == ("step 3 (B3) adds 2.", [3])
    with pytest.raises(BadAnswer, match="ends within its thoughts"):
        dispatch(session, "ask why not")


def test_steps_that_do_not_fit_the_models_window_are_left_out_and_that_is_said(
    open_asking: OpenSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    rows = "\n".join(f"text{n} = str({n}) * 300" for n in range(60))
    longer = "\n".join(f"    text{n} += 'y'" for n in range(60))
    session = open_asking(f"{rows}\nfor n in range(9):\n{longer}\n")
    dispatch(session, "model openai/gpt-4")
    dispatch(session, "goto 9")
    prompt = dispatch(session, "prompt ask why").to_json()
    tokens = prompt["tokens"]
    assert isinstance(tokens, int)
    assert 3_000 < tokens < 8_192 - 1_000
    assert "The current visit is BLOCK-3@9." in str(prompt["messages"])
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


STEPS = "total = 0\nfor n in [2, 3]:\n    total += n\nprint(total)\n"


def test_each_value_that_the_answer_states_is_compared_with_the_record_at_its_step(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(
        says("At BLOCK-3@3 total is 2. At step 5, n is 3 and total is 2. At step 5 total becomes 9.")
    )
    session = open_asking(STEPS)
    claims = dispatch(session, "ask what is total?").to_json()["claims"]
    assert isinstance(claims, list)
    shown = [(one["step"], one["name"], one["stated"], one["holds"], one["held_at"]) for one in claims]  # type: ignore[index,call-overload]
    assert shown == [
        (3, "total", "2", True, 3),
        (5, "n", "3", True, 5),
        (5, "total", "9", False, None),
    ]


def test_a_question_may_name_a_step_as_it_is_printed_or_as_goto_takes_it(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    session = open_asking("total = 0\nfor n in range(40):\n    total += n\nprint(total)\n")
    for question, label in [("why step 61?", "[BLOCK-3@61]"), ("why B3@20?", "[BLOCK-3@41]")]:
        assert label in str(dispatch(session, f"prompt ask {question}").to_json()["messages"])


def test_a_further_question_goes_on_from_the_answer_before_and_the_steps_in_it(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says("BLOCK-3@61 adds 29. " + "And so on. " * 100), says("0"))
    session = open_asking("total = 0\nfor n in range(40):\n    total += n\nprint(total)\n")
    dispatch(session, "ask who adds 29?")
    dispatch(session, "ask and before that?")
    first, answer, further = model_server.requests[1]["messages"][1:]
    assert first == {"role": "user", "content": "who adds 29?"}
    assert answer["role"] == "assistant"
    assert answer["content"].startswith("BLOCK-3@61 adds 29. And so on.")
    assert len(answer["content"]) < 520
    assert "[BLOCK-3@59]" in further["content"]
    assert further["content"].endswith("Question: and before that?")
    dispatch(session, "ask --new why?")
    assert len(model_server.requests[2]["messages"]) == 2
