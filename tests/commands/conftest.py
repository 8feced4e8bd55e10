"""Sessions on short programs, recorded by the real runner."""

import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import llmdb.runner
from llmdb.commands import register
from llmdb.commands.model import model_opener
from llmdb.program.load import parse_snippet
from llmdb.registry import Registry
from llmdb.session import ModelSettings, Session, Settings
from tests.llm.server import ModelServer

OpenSession = Callable[..., Session]
UseEditor = Callable[[str], None]


@pytest.fixture(autouse=True)
def state_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """What a session keeps of a program lies in a folder of the test's own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def open_session() -> Iterator[OpenSession]:
    """A function from a program's text to a session on it; `settings` and other attributes may be given."""
    opened: list[Session] = []

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
        runner = llmdb.runner.Runner()  # or what `shared_runs` has put there
        session = Session(registry=registry, runner=runner, **{"snippet": snippet, **given})  # type: ignore[arg-type]
        opened.append(session)
        return session

    yield open_it
    for session in opened:
        session.close()


@pytest.fixture
def open_asking(
    open_session: OpenSession, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> OpenSession:
    """As `open_session`, with the model "m" served by `model_server` and a cache of its own."""
    monkeypatch.setenv("LLMDB_CACHE", str(tmp_path / "answers.sqlite"))

    def open_it(text: str, **attributes: object) -> Session:
        session = open_session(text, **attributes)
        session.model_factory = model_opener(session)
        session.use_model(ModelSettings(name="m", api_base=model_server.base))
        return session

    return open_it


@pytest.fixture
def use_editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> UseEditor:
    """A function that makes shell code the user's editor, the file being "$2", and pretends a terminal."""
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", terminal)
    monkeypatch.delenv("VISUAL", raising=False)

    def use(code: str) -> None:
        path = tmp_path / "my editor"
        path.write_text(f"#!/bin/sh\n{code}\n")
        path.chmod(0o755)
        monkeypatch.setenv("EDITOR", f"'{path}' --wait")

    return use
