"""What is said where litellm is not installed, as it is not for a Python that it has no release for."""

import sys

import pytest

from llmdb.errors import NoModel
from llmdb.llm import loading
from llmdb.llm.client import LiteLlmModel


def test_without_litellm_a_call_says_why_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "litellm", raising=False)
    monkeypatch.setattr(loading, "find_spec", lambda name: None)
    version = "{}.{}".format(*sys.version_info)
    with pytest.raises(NoModel) as raised:
        LiteLlmModel("openai/gpt-4o").complete([{"role": "user", "content": "hello"}])
    assert str(raised.value) == (
        f"no model can be asked: litellm, which llmdb asks by, is not installed for Python {version} "
        "(it has releases for 3.11 to 3.14); all else works without it"
    )
