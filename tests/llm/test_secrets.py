"""What looks like a secret does not reach a prompt."""

import pytest

from llmdb.llm.secrets import MASK, is_secret_name, mask_secrets, mask_source


@pytest.mark.parametrize(
    "name", ["password", "db_password", "API_KEY", "apiKey", "auth_token", "secret2", "pwd"]
)
def test_a_name_that_says_secret_is_one(name: str) -> None:
    assert is_secret_name(name)


@pytest.mark.parametrize("name", ["tokens", "key", "author", "pinned", "keys", "tokenizer", "path", "passed"])
def test_an_ordinary_name_is_none(name: str) -> None:
    assert not is_secret_name(name)


def test_a_text_under_a_secret_name_is_masked_whole() -> None:
    assert mask_secrets("password", "'hunter2'") == MASK


def test_a_number_under_a_secret_name_and_an_empty_text_are_kept() -> None:
    assert mask_secrets("token", "17") == "17"
    assert mask_secrets("password", "''") == "''"


def test_a_key_is_known_by_its_shape_wherever_it_stands() -> None:
    shown = mask_secrets("settings", "{'url': 'https://bob:hunter2@db/x', 'k': 'sk-abcdefghijklmnop1234'}")
    assert shown == "{'url': 'https://***masked***@db/x', 'k': '***masked***'}"


def test_a_key_in_the_source_is_masked() -> None:
    assert mask_source("KEY = 'ghp_abcdefghijklmnopqrstuvwx0123456789'") == "KEY = '***masked***'"
