"""Sessions on short programs, recorded by the real runner."""

from collections.abc import Callable

import pytest

from llmdb.commands import register
from llmdb.registry import Registry
from llmdb.runner import Runner
from llmdb.session import Session, Settings
from llmdb.snippet.load import parse_snippet

OpenSession = Callable[..., Session]


@pytest.fixture
def open_session() -> OpenSession:
    """A function from a program's text to a session on it; `settings` and other attributes may be given."""

    def open_it(text: str, **attributes: object) -> Session:
        registry = Registry()
        register(registry)
        snippet = parse_snippet(text, name="snippet.py")
        given = {
            "settings": Settings(prefix="none"),
            "tests": snippet.tests,
            "task": snippet.task,
            **attributes,
        }
        return Session(snippet=snippet, registry=registry, runner=Runner(), **given)  # type: ignore[arg-type]

    return open_it
