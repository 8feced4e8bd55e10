"""What is known of a model when it is set: within a second, and without a call that costs."""

import json
import socket
import time
from collections.abc import Iterator

import pytest

from llmdb.llm.quick_check import problems_of
from tests.llm.server import Exchange, ModelServer, raw


@pytest.fixture
def silent() -> Iterator[str]:
    """An endpoint that takes connections and says nothing."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"


def test_a_missing_key_is_named_with_its_variable() -> None:
    assert problems_of("openai/gpt-4o", None, {}) == (
        "no key for openai/gpt-4o: set OPENAI_API_KEY and start again, or use a local model (help model)",
    )
    assert problems_of("openai/gpt-4o", None, {"OPENAI_API_KEY": "sk-x"}) == ()
    assert problems_of("gemini/gemini-pro", None, {"GOOGLE_API_KEY": "x"}) == ()
    assert problems_of("some/other", None, {}) == ()


def test_an_endpoint_that_lists_the_model_has_no_problem(model_server: ModelServer) -> None:
    assert problems_of("m", model_server.base, {}) == ()
    assert problems_of("openai/m", model_server.base, {}) == ()


def test_a_model_that_is_not_listed_is_said_with_those_that_are(model_server: ModelServer) -> None:
    model_server.lists(raw(json.dumps({"data": [{"id": "qwen"}, {"id": "llama:latest"}]})))
    (said,) = problems_of("openai/m", model_server.base, {})
    assert said == f"{model_server.base} does not list 'm'; it lists qwen, llama:latest"
    assert problems_of("openai/llama", model_server.base, {}) == ()


def test_a_refused_key_is_said_with_what_the_endpoint_says(model_server: ModelServer) -> None:
    sent: list[str | None] = []

    def refuse(exchange: Exchange) -> None:
        sent.append(exchange.handler.headers["Authorization"])
        exchange.send(401, '{"error": "invalid key"}')

    model_server.lists(refuse)
    (said,) = problems_of("openai/m", model_server.base, {"OPENAI_API_KEY": "sk-test"})
    assert said == f'{model_server.base} refuses the key: HTTP 401 {{"error": "invalid key"}}'
    assert sent == ["Bearer sk-test"]


def test_an_endpoint_that_lists_nothing_may_be_right(model_server: ModelServer) -> None:
    for listing in (lambda exchange: exchange.send(404, "no"), raw("<html>"), raw('{"data": 3}')):
        model_server.lists(listing)
        assert problems_of("m", model_server.base, {}) == ()


def test_where_nobody_listens_is_said_at_once_and_silence_within_a_second(silent: str) -> None:
    begun = time.monotonic()
    (refused,) = problems_of("m", "http://127.0.0.1:9/v1", {})
    assert refused.startswith("nothing answers at http://127.0.0.1:9/v1")
    (slow,) = problems_of("m", silent, {})
    assert "did not answer within 0.8 s" in slow
    (wrong,) = problems_of("m", "localhost:8000", {})
    assert "no address" in wrong
    assert time.monotonic() - begun < 10
