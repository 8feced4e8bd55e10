"""No call to a model is ever made without a command that asks for one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from llmdb.commands import register
from llmdb.commands.line.dispatch import attempt, dispatch
from llmdb.registry import Registry
from tests.commands.conftest import OpenSession
from tests.llm.server import NEEDS_LITELLM, ModelServer, says

pytestmark = pytest.mark.usefixtures("shared_runs")

PROGRAM = """\
# test: assert largest([3, 9, 4]) == 9
def largest(numbers):
    best = 0
    for number in numbers:
        if number < best:
            best = number
    return best
"""
ARGUMENTS = ("", "2", "best", "on", "add assert largest([1]) == 1", "B2")


def commands() -> dict[str, bool]:
    registry = Registry()
    register(registry)
    return {name: command.calls_model for name, command in registry.commands.items()}


def test_no_command_that_does_not_say_so_asks_anybody(
    open_asking: OpenSession, model_server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    model_server.plays(says("hello"))
    session = open_asking(PROGRAM)
    model, succeeded = session.settings.model, set()
    for name in [name for name, calls in commands().items() if not calls]:
        for argument in ARGUMENTS:
            if attempt(session, f"{name} {argument}").error is None:
                succeeded.add(name)
            session.use_model(model)
        assert model_server.requests == [], name
    assert len(succeeded) > 40


def test_those_that_say_so_are_these() -> None:
    asking = {name for name, calls in commands().items() if calls}
    assert asking == {"prefix", "verdict", "fix", "ask", "predict", "doctor", "deps", "hunt"}


@pytest.mark.parametrize(
    "line", ["prefix", "deps", "verdict --offline", "fix --offline", "predict mine x = 1"]
)
def test_the_forms_of_an_asking_command_that_need_no_model_ask_nobody(
    line: str, open_asking: OpenSession, model_server: ModelServer
) -> None:
    session = open_asking(PROGRAM)
    dispatch(session, "goto 3")
    attempt(session, line)
    assert model_server.requests == []


def test_a_typing_mistake_asks_nobody(open_asking: OpenSession, model_server: ModelServer) -> None:
    session = open_asking(PROGRAM)
    assert attempt(session, "why is best 0?").error is not None
    assert model_server.requests == []


@pytest.mark.parametrize(
    ("model", "loaded"), [(None, False), pytest.param("openai/gpt-4o", True, marks=NEEDS_LITELLM)]
)
def test_the_client_is_loaded_behind_the_first_prompt_only_where_a_model_is_set(
    model: str | None, loaded: bool, tmp_path: Path
) -> None:
    path = tmp_path / "snippet.py"
    path.write_text("x = 1\n")
    code = (
        "import sys, time\n"
        "from llmdb.cli import build_session\n"
        "from llmdb.options import parse_call\n"
        "from llmdb.ui.repl import warm_up_model\n"
        f"call = parse_call({(['--model', model] if model else [])!r} + [{str(path)!r}], {{}})\n"
        "warm_up_model(build_session(call))\n"
        "print('litellm' in sys.modules)\n"
        f"limit = time.monotonic() + {60 if loaded else 1.5}\n"
        "while 'litellm' not in sys.modules and time.monotonic() < limit:\n"
        "    time.sleep(0.05)\n"
        "print('litellm' in sys.modules)\n"
    )
    environ = {key: text for key, text in os.environ.items() if not key.startswith("LLMDB_")}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environ
    )
    assert done.stdout.split() == ["False", str(loaded)]
