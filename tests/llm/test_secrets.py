"""What looks like a secret does not reach a prompt, and comes back into code as it was."""

import pytest

from llmdb.errors import BadAnswer
from llmdb.llm.model import user
from llmdb.llm.secret_source import secrets_in_source
from llmdb.llm.secrets import (
    SecretMask,
    is_secret,
    is_secret_name,
    mask_messages,
    secrets_in_text,
    unmask_source,
)


@pytest.mark.parametrize(
    "name", ["password", "db_password", "API_KEY", "apiKey", "auth_token", "secret2", "pwd", "x-api-key"]
)
def test_a_name_that_says_secret_is_one(name: str) -> None:
    assert is_secret_name(name)


@pytest.mark.parametrize("name", ["tokens", "key", "author", "pinned", "keys", "tokenizer", "path", "passed"])
def test_an_ordinary_name_is_none(name: str) -> None:
    assert not is_secret_name(name)


@pytest.mark.parametrize(
    ("name", "text", "secret"),
    [
        ("password", "hunter2", True),
        ("password", "", False),
        ("password_field", "password", False),
        ("token", "+", False),
        ("token", "return", False),
        ("token", "9f86d081884c", True),
        ("auth_token", "abc", True),
        ("client_secret", "abc", True),
        ("secret_value", "abc", True),
        ("secret_word", "banana", False),
        ("secret_word", "9f86d081884c", True),
    ],
)
def test_a_token_is_a_secret_only_where_it_looks_like_a_key(name: str, text: str, secret: bool) -> None:
    assert is_secret(name, text) is secret


@pytest.mark.parametrize(
    "text",
    [
        "sk-abcdefghijklmnop1234",
        "ghp_abcdefghijklmnopqrstuvwx0123456789",
        "AKIAABCDEFGHIJKLMNOP",
        "sk_live_4eC39HqLyjWDarjtT1",
    ],
)
def test_a_key_is_known_by_its_shape_wherever_it_stands(text: str) -> None:
    assert secrets_in_text(f"print('send {text} now')") == (text,)


@pytest.mark.parametrize(
    "text",
    [
        "{'user': 'bob', 'password': 'hunter2'}",
        "Config(password='hunter2', port=1)",
        "'password': ('hunter2', str)",
        'password="hunter2"',
        "{name: ['password'], type: str, value: 'hunter2'}",
        "postgres://bob:hunter2@db/x",
        "Server=db;password=hunter2;",
        "password='hunter2 and so on, cut…",
    ],
)
def test_a_literal_beside_a_secrets_name_is_found_in_any_text(text: str) -> None:
    assert len(secrets_in_text(text)) == 1
    assert "hunter2" in secrets_in_text(text)[0]


@pytest.mark.parametrize(
    "source",
    [
        "PASSWORD: str = 'hunter2'",
        "password, user = 'hunter2', 'bob'",
        "self.password = 'hunter2'",
        "os.environ['DB_PASSWORD'] = 'hunter2'",
        "password = os.getenv('DB_PASSWORD', 'hunter2')",
        "password = given or 'hunter2'",
        "connect('db', password='hunter2')",
        "def login(user, password='hunter2'): pass",
        "def login(user, *, password='hunter2'): pass",
        "if password == 'hunter2': pass",
        "passwords = ['hunter2']",
        "password = (\n    'hunter2'\n)",
    ],
)
def test_a_programs_own_text_holds_a_secret_wherever_a_name_is_given_one(source: str) -> None:
    assert secrets_in_source(source) == ("hunter2",)


@pytest.mark.parametrize(
    "source",
    [
        "print('Password: ', pw, 'x')",
        "url = 'password=' + given + '&x'",
        "token = tokens.pop()\nif token == '(': pass",
        "password = input('Password: ')",
        "pin = 1234",
        "(password =",
    ],
)
def test_what_only_reads_or_parses_holds_none(source: str) -> None:
    assert secrets_in_source(source) == ()


def test_a_secret_is_masked_wherever_it_stands_and_comes_back_exactly() -> None:
    mask = SecretMask(secrets=("hunter2", "ab"), names=frozenset())
    text = "x = 'hunter2'; y = 'ab'; about = cabbage  # hunter2, not hunter22"
    assert mask.mask(text) == (
        "x = '***masked-1***'; y = '***masked-2***'; about = cabbage  # ***masked-1***, not hunter22"
    )
    assert mask.unmask(mask.mask(text)) == text


def test_a_secret_that_is_also_a_name_is_masked_as_a_literal_only() -> None:
    mask = SecretMask(secrets=("admin",), names=frozenset({"admin"}))
    assert mask.mask("admin = admin or 'admin'") == "admin = admin or '***masked-1***'"


def test_what_one_message_gives_away_is_masked_in_all() -> None:
    messages = [user("print(check('hunter2'))"), user("before: password='hunter2'")]
    sent, mask = mask_messages(SecretMask(), messages)
    assert [message["content"] for message in sent] == [
        "print(check('***masked-1***'))",
        "before: password='***masked-1***'",
    ]
    assert mask.unmask("use ***masked***") == "use hunter2"


def test_a_mark_that_is_left_in_code_gives_way_to_the_line_before() -> None:
    before = "KEY = 'hunter2'\nn = 1\n"
    assert unmask_source(before, "KEY = '***masked-7***'\nn = 2\n") == "KEY = 'hunter2'\nn = 2\n"
    with pytest.raises(BadAnswer, match="mask in the place of a secret"):
        unmask_source(before, "n = 2\nm = 3\nif n:\n    KEY = '***masked-7***'\n")


def test_the_beginning_of_a_secret_is_masked_where_a_text_was_cut() -> None:
    whole = "correct horse battery staple " * 20
    mask = SecretMask(secrets=("correct", whole))
    for shown in (whole[:400], whole[:30], whole[:9]):
        sent = mask.mask(f"copy='{shown}…    other='correct' and 'core…")
        assert sent == "copy='***masked-2***…    other='***masked-1***' and 'core…"


def test_a_cut_text_beside_a_secrets_name_ends_at_the_cut() -> None:
    assert secrets_in_text("password='hunter2 and so on…    copy='x'") == ("hunter2 and so on",)
