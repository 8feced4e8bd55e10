"""The checks of `doctor`, and the servers that it finds on this machine."""

from __future__ import annotations

import pytest

from llmdb.llm.client import LiteLlmModel
from llmdb.llm.doctor import Diagnosis, check_model, find_local_servers
from llmdb.llm.retry import RetryPolicy
from tests.llm.conftest import MakeModel
from tests.llm.server import NEEDS_LITELLM, ModelServer, fails, raw, says

pytestmark = NEEDS_LITELLM


def states(diagnosis: Diagnosis) -> dict[str, str]:
    return {check.name: check.state for check in diagnosis.checks}


def test_one_call_of_a_few_tokens_checks_all(model_server: ModelServer, make_model: MakeModel) -> None:
    model_server.plays(says('{"ok": true}'))
    found = check_model(make_model())
    assert states(found) == {
        "key": "good",
        "window": "unknown",
        "answer": "good",
        "streaming": "good",
        "JSON": "good",
    }
    (request,) = model_server.requests
    assert (request["max_tokens"], request["stream"]) == (64, True)


def test_an_answer_in_one_piece_and_in_prose_is_told_apart(
    model_server: ModelServer, make_model: MakeModel
) -> None:
    model_server.plays(says("Sure!"))
    found = check_model(make_model())
    assert (states(found)["streaming"], states(found)["JSON"]) == ("unknown", "bad")
    assert found.checks[-1].detail == "asked for an object, got 'Sure!'"


def test_a_missing_key_is_found_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    found = check_model(LiteLlmModel("openai/gpt-4o"))
    assert states(found) == {"key": "bad"}
    assert "OPENAI_API_KEY" in found.checks[0].detail


def test_a_known_models_window_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    model = LiteLlmModel(
        "openai/gpt-4", api_base="http://127.0.0.1:9/v1", policy=RetryPolicy(attempts=1), sleep=lambda s: None
    )
    found = check_model(model)
    assert [(check.name, check.detail) for check in found.checks[:2]] == [
        ("key", "set"),
        ("window", "8,192 tokens"),
    ]
    assert states(found)["answer"] == "bad"
    assert "is the server running" in found.checks[2].detail


@pytest.mark.parametrize("status", [401, 404])
def test_a_refusal_ends_the_checks_with_its_reason(
    status: int, model_server: ModelServer, make_model: MakeModel
) -> None:
    model_server.plays(fails(status, "no such thing"))
    found = check_model(make_model())
    assert states(found)["answer"] == "bad"
    assert "no such thing" in found.checks[-1].detail
    assert found.usage is None


def test_a_server_on_this_machine_is_found_with_the_line_that_takes_it(model_server: ModelServer) -> None:
    silent = ModelServer()
    silent.close()
    (server,) = find_local_servers([silent.port, model_server.port])
    assert (server.kind, server.models) == ("a model server", ("m",))
    assert server.command == f"model openai/m --api-base {model_server.base}"
    assert model_server.requests == []


def test_whatever_else_listens_is_no_model_server(model_server: ModelServer) -> None:
    model_server.lists(raw("<html>hello</html>"))
    assert find_local_servers([model_server.port]) == ()
