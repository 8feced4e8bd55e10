"""The real litellm client against a loopback endpoint."""

import inspect
import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from llmdb.errors import (
    AnswerCutOff,
    BadAnswer,
    BadKey,
    BudgetExceeded,
    ContextTooLong,
    EndpointUnreachable,
    ModelError,
    ModelNotFound,
    RateLimited,
    ServerFailed,
)
from llmdb.llm.client import LiteLlmModel
from llmdb.llm.endpoint import find_endpoint
from llmdb.llm.failures import MAPPED, mapped_class
from llmdb.llm.ledger import Ledger
from llmdb.llm.loading import load_litellm
from llmdb.llm.model import Message, user
from tests.llm.conftest import MakeModel
from tests.llm.server import NEEDS_LITELLM, ModelServer, completion, cut_stream, fails, raw, says, stalls

pytestmark = NEEDS_LITELLM

ASK: list[Message] = [user("what is 2 + 2?")]


def test_a_text_comes_back_with_its_tokens(model_server: ModelServer, make_model: MakeModel) -> None:
    model_server.plays(says("four"))
    answer = make_model().complete(ASK, purpose="ask")
    assert answer.texts == ("four",)
    assert (answer.usage.calls, answer.usage.prompt_tokens, answer.usage.completion_tokens) == (1, 7, 3)
    assert answer.usage.to_json()["cost_usd"] == 0.0
    assert model_server.requests[0]["messages"] == [{"role": "user", "content": "what is 2 + 2?"}]
    assert model_server.requests[0]["temperature"] == 0.0


def test_a_name_that_litellm_does_not_know_is_asked_at_its_endpoint_under_that_name(
    model_server: ModelServer, make_model: MakeModel
) -> None:
    model_server.plays(says("four"))
    make_model("my-lab/fancy-7b").complete(ASK)
    assert model_server.requests[0]["model"] == "my-lab/fancy-7b"


def test_a_stream_is_shown_piece_by_piece(model_server: ModelServer, make_model: MakeModel) -> None:
    model_server.plays(says("one two three"))
    pieces: list[str] = []
    answer = make_model().complete(ASK, on_text=pieces.append)
    assert answer.text == "one two three"
    assert pieces == ["one ", "two ", "three"]


def test_a_cut_stream_is_asked_for_again(
    model_server: ModelServer, make_model: MakeModel, waits: list[float]
) -> None:
    model_server.plays(cut_stream("on"), says("one two"))
    assert make_model().complete(ASK, on_text=lambda text: None).text == "one two"
    assert waits == [0.5]


def test_a_stream_that_is_always_cut_is_no_answer(model_server: ModelServer, make_model: MakeModel) -> None:
    model_server.plays(cut_stream("on"))
    with pytest.raises(AnswerCutOff):
        make_model().complete(ASK, on_text=lambda text: None)
    assert len(model_server.requests) == 4


@pytest.mark.parametrize("streamed", [True, False])
def test_a_silent_endpoint_is_left_after_the_timeout(model_server: ModelServer, streamed: bool) -> None:
    model_server.plays(stalls(5, "so" if streamed else ""))
    model = LiteLlmModel(
        "m",
        api_base=model_server.base,
        timeout_s=0.5,
        sleep=lambda seconds: None,
    )
    load_litellm()
    begun = time.monotonic()
    with pytest.raises(EndpointUnreachable, match=r"no sign of life for 0\.5 s"):
        model.complete(ASK, on_text=(lambda text: None) if streamed else None)
    assert time.monotonic() - begun < 15


def test_a_refused_connection_is_said_at_once(waits: list[float]) -> None:
    model = LiteLlmModel("m", api_base="http://127.0.0.1:9/v1", sleep=waits.append)
    with pytest.raises(EndpointUnreachable, match="is the server running"):
        model.complete(ASK)
    assert waits == []


@pytest.mark.parametrize(
    ("status", "kind"),
    [(401, BadKey), (403, BadKey), (404, ModelNotFound), (400, BadAnswer), (422, BadAnswer)],
)
def test_a_refusal_is_not_repeated(
    model_server: ModelServer, make_model: MakeModel, status: int, kind: type[ModelError]
) -> None:
    model_server.plays(fails(status))
    with pytest.raises(kind):
        make_model().complete(ASK)
    assert len(model_server.requests) == 1


def test_a_key_in_a_refusal_is_not_shown(model_server: ModelServer, make_model: MakeModel) -> None:
    model_server.plays(fails(401, "Incorrect API key provided: sk-abcdefghij0123456789."))
    with pytest.raises(BadKey, match=r"key provided: \*\*\*masked-1\*\*\*"):
        make_model().complete(ASK)


def test_a_429_waits_as_long_as_the_endpoint_says(
    model_server: ModelServer, make_model: MakeModel, waits: list[float]
) -> None:
    model_server.plays(fails(429, Retry_After="7"), fails(429), says("four"))
    assert make_model().complete(ASK).text == "four"
    assert waits == [7.0, 1.0]


def test_an_endpoint_that_goes_on_limiting_is_given_up(
    model_server: ModelServer, make_model: MakeModel
) -> None:
    model_server.plays(fails(429))
    with pytest.raises(RateLimited):
        make_model().complete(ASK)


@pytest.mark.parametrize("status", [500, 502, 503, 529])
def test_server_errors_are_retried(
    model_server: ModelServer, make_model: MakeModel, waits: list[float], status: int
) -> None:
    model_server.plays(fails(status), fails(status), says("four"))
    assert make_model().complete(ASK).text == "four"
    assert waits == [0.5, 1.0]


@pytest.mark.parametrize("body", ["<html>gateway</html>", '{"choices": [', '{"choices": []}', "null", "[]"])
def test_a_response_that_holds_no_answer_is_one_of_our_errors(
    model_server: ModelServer, make_model: MakeModel, body: str
) -> None:
    model_server.plays(raw(body))
    with pytest.raises((ServerFailed, BadAnswer)):
        make_model().complete(ASK)


def test_a_server_that_ignores_n_is_asked_again_for_the_rest(
    model_server: ModelServer, make_model: MakeModel
) -> None:
    model_server.plays(says("a"), says("b"), says("c"))
    answer = make_model().complete(ASK, n=3, temperature=0.7)
    assert answer.texts == ("a", "b", "c")
    assert answer.usage.calls == 3
    assert [request.get("n") for request in model_server.requests] == [3, 2, None]


def test_a_server_that_takes_n_is_asked_once(model_server: ModelServer, make_model: MakeModel) -> None:
    model_server.plays(says("a", "b"))
    assert make_model().complete(ASK, n=2).texts == ("a", "b")
    assert len(model_server.requests) == 1


def test_a_huge_answer_is_cut_and_said(model_server: ModelServer, make_model: MakeModel) -> None:
    model_server.plays(says("x" * 3_000_000))
    answer = make_model().complete(ASK, on_text=lambda text: None)
    assert len(answer.text) == 2_000_000
    assert "longer than 2,000,000 characters" in answer.notes[0]


def test_an_answer_that_stopped_at_its_limit_says_so(
    model_server: ModelServer, make_model: MakeModel
) -> None:
    model_server.plays(says("fo", finish="length"))
    assert make_model().complete(ASK, max_tokens=1).notes == (
        "the answer stopped at its token limit and may lack its end",
    )


def test_a_model_that_refuses_a_temperature_is_asked_without_one(
    model_server: ModelServer, make_model: MakeModel
) -> None:
    model_server.plays(
        fails(400, "Unsupported value: 'temperature' does not support 0"), says("four"), says("five")
    )
    model = make_model()
    assert model.complete(ASK).text == "four"
    assert model.complete([user("again")]).text == "five"
    assert ["temperature" in request for request in model_server.requests] == [True, False, False]


def test_a_kept_answer_costs_no_second_request(model_server: ModelServer, make_model: MakeModel) -> None:
    model_server.plays(says("four"), says("five"))
    first = make_model(cached=True).complete(ASK)
    second = make_model(cached=True).complete(ASK)
    assert (first.usage.cached, second.usage.cached, second.usage.calls) == (False, True, 0)
    assert second.text == "four"
    assert make_model(cached=True).complete(ASK, temperature=0.5).text == "five"
    assert len(model_server.requests) == 2


def test_fresh_asks_although_an_answer_is_kept(model_server: ModelServer, make_model: MakeModel) -> None:
    model_server.plays(says("four"), says("five"))
    make_model(cached=True).complete(ASK)
    assert make_model(cached=True).complete(ASK, fresh=True).text == "five"


def test_a_prompt_that_does_not_fit_is_refused_before_it_is_sent(
    model_server: ModelServer, make_model: MakeModel
) -> None:
    with pytest.raises(ContextTooLong, match="8,192"):
        make_model("openai/gpt-4").complete([user("x " * 40_000)])
    assert model_server.requests == []


def test_a_call_beyond_the_budget_is_refused_before_it_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    model = LiteLlmModel("openai/gpt-4", ledger=Ledger(max_cost_usd=0.0001))
    with pytest.raises(BudgetExceeded, match="max-cost"):
        model.complete(ASK)


def test_a_missing_key_is_found_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(BadKey, match="OPENAI_API_KEY"):
        find_endpoint("openai/gpt-4o", None)


def test_a_name_without_provider_and_endpoint_is_refused() -> None:
    with pytest.raises(ModelNotFound, match="PROVIDER/NAME"):
        find_endpoint("fancy-7b", None)


def test_a_local_endpoint_gets_a_placeholder_for_a_key(
    model_server: ModelServer, make_model: MakeModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    model_server.plays(says("four"))
    make_model("openai/m").complete(ASK)
    assert model_server.keys == ["Bearer no-key-needed"]


def test_the_ledger_sums_by_command(model_server: ModelServer, make_model: MakeModel) -> None:
    model_server.plays(says("four"))
    model = make_model()
    model.complete(ASK, purpose="verdict")
    model.complete(ASK, purpose="fix")
    model.complete(ASK, purpose="verdict")
    assert [(line.purpose, line.usage.calls) for line in model.ledger.lines] == [("verdict", 2), ("fix", 1)]


def cost_of(model: LiteLlmModel) -> tuple[int, int, int] | None:
    """Calls and tokens in the ledger."""
    total = model.ledger.total
    return None if total is None else (total.calls, total.prompt_tokens, total.completion_tokens)


def test_empty_answers_are_in_the_ledger_and_in_what_the_answer_took(
    model_server: ModelServer, make_model: MakeModel
) -> None:
    model_server.plays(says(""), raw(json.dumps({**completion([]), "choices": []})), says("four"))
    model = make_model()
    answer = model.complete(ASK, purpose="fix")
    assert answer.usage.calls == 3
    assert cost_of(model) == (3, 21, 9)


def test_a_call_that_fails_after_it_was_billed_is_in_the_ledger(
    model_server: ModelServer, make_model: MakeModel
) -> None:
    model_server.plays(cut_stream("one two three four"))
    model = make_model()
    with pytest.raises(AnswerCutOff):
        model.complete(ASK, on_text=lambda text: None)
    calls, _, completion_tokens = cost_of(model) or (0, 0, 0)
    assert (calls, completion_tokens) == (4, 4 * (len("one two three four") // 4))


@pytest.mark.parametrize("status", [401, 404, 429, 500])
def test_a_call_that_was_refused_is_not_in_the_ledger(
    model_server: ModelServer, make_model: MakeModel, status: int
) -> None:
    model_server.plays(fails(status))
    model = make_model()
    with pytest.raises(ModelError):
        model.complete(ASK)
    assert model.ledger.total is None


def test_the_answers_that_came_before_a_failure_are_kept(
    model_server: ModelServer, make_model: MakeModel
) -> None:
    model_server.plays(says("a"), fails(401))
    model = make_model(cached=True)
    answer = model.complete(ASK, n=3)
    assert (answer.texts, cost_of(model)) == (("a",), (1, 7, 3))
    assert answer.notes[0].startswith("1 of 3 answers came: ")
    model_server.plays(says("a", "b", "c"))
    assert model.complete(ASK, n=3).texts == ("a", "b", "c")


def test_a_retry_keeps_to_the_budget(
    model_server: ModelServer, make_model: MakeModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "llmdb.llm.client.price_of", lambda name, base, prompt, completion: completion / 1_000
    )
    model_server.plays(says(""))
    model = make_model(max_cost_usd=1.005)
    with pytest.raises(BudgetExceeded, match="are left"):
        model.complete(ASK)
    assert len(model_server.requests) == 2
    assert model.ledger.spent_usd == pytest.approx(0.006)


def test_a_budget_is_refused_where_the_price_of_an_earlier_call_is_not_known(
    model_server: ModelServer, make_model: MakeModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    prices = [0.0, None]
    monkeypatch.setattr("llmdb.llm.client.price_of", lambda *call: prices.pop(0) if prices else 0.5)
    model_server.plays(says("four"))
    model = make_model()
    model.complete(ASK)
    assert (model.ledger.unpriced_calls, model.ledger.spent_usd) == (1, 0.0)
    model.complete(ASK)
    assert model.ledger.spent_usd == 0.5
    model.ledger.max_cost_usd = 10.0
    with pytest.raises(BudgetExceeded, match="the price of 1 call before is not known"):
        model.complete(ASK)
    assert len(model_server.requests) == 2


def test_ctrl_c_stops_a_call_at_once(model_server: ModelServer, make_model: MakeModel) -> None:
    model_server.plays(stalls(20, "so"), says("four"))
    model = make_model(timeout_s=30)
    load_litellm()
    threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        model.complete(ASK, on_text=lambda text: None)
    assert time.monotonic() - begun < 10
    assert cost_of(model) is not None
    assert model.complete(ASK).text == "four"


def test_every_exception_class_of_litellm_is_mapped_by_name() -> None:
    litellm = load_litellm()
    classes = [
        found
        for found in vars(litellm.exceptions).values()
        if inspect.isclass(found) and issubclass(found, Exception)
    ]
    assert len(classes) > 20
    assert [found.__name__ for found in classes if found.__name__ not in MAPPED] == []
    assert all(issubclass(mapped_class(found), ModelError) for found in classes)


def test_the_model_layer_does_not_import_litellm_before_a_call() -> None:
    code = (
        "import sys\n"
        "from llmdb.llm.client import LiteLlmModel\n"
        "LiteLlmModel('openai/gpt-4o')\n"
        "print('litellm' in sys.modules, 'openai' in sys.modules, 'httpx' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "False"]
