"""Fixtures of the model layer's tests."""

from collections.abc import Callable
from pathlib import Path

import pytest

from llmdb.llm.cache import AnswerCache
from llmdb.llm.client import LiteLlmModel
from llmdb.llm.ledger import Ledger
from tests.llm.server import ModelServer

MakeModel = Callable[..., LiteLlmModel]


@pytest.fixture
def waits() -> list[float]:
    """The seconds that the client would have slept."""
    return []


@pytest.fixture
def make_model(model_server: ModelServer, waits: list[float], tmp_path: Path) -> MakeModel:
    def make(
        name: str = "m", *, cached: bool = False, timeout_s: float = 10.0, max_cost_usd: float | None = None
    ) -> LiteLlmModel:
        return LiteLlmModel(
            name,
            api_base=model_server.base,
            cache=AnswerCache(tmp_path / "answers.sqlite") if cached else None,
            ledger=Ledger(max_cost_usd=max_cost_usd),
            timeout_s=timeout_s,
            sleep=waits.append,
        )

    return make
