"""The plugin door: what is shipped, what a user brings, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from llmdb.errors import PluginError
from llmdb.registry import Registry

GOOD = """
from llmdb.command import Command
from llmdb.commands.results.common import Message

def register(registry):
    registry.command(Command(name="shout", run=lambda session, text: Message(text=text.upper()), summary="loud"))
"""


def test_the_shipped_plugins_enter_without_an_installed_wheel() -> None:
    registry = Registry()
    registry.load_shipped()
    assert registry.refused == []
    assert [describer.name for describer in registry.describers] == ["numpy_pandas"]
    assert {type(loader).__name__ for loader in registry.loaders} == {"MarkdownLoader", "NotebookLoader"}


def test_a_file_of_the_user_enters_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "shout.py"
    path.write_text(GOOD, encoding="utf-8")
    registry = Registry()
    registry.load_plugin(str(path))
    assert registry.commands["shout"].run(None, "hello").to_json() == {"text": "HELLO"}


def test_a_shipped_plugin_can_be_named() -> None:
    registry = Registry()
    registry.load_plugin("markdown")
    assert len(registry.loaders) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1", "it has no register(registry) function"),
        ("1/0", "ZeroDivisionError: division by zero"),
        (
            "def register(registry): registry.nothing()",
            "AttributeError: 'Registry' object has no attribute 'nothing'",
        ),
        ("def (", "SyntaxError: invalid syntax (broken.py, line 1)"),
    ],
)
def test_a_broken_plugin_is_refused_by_name_with_its_error(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "broken.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PluginError) as refused:
        Registry().load_plugin(str(path))
    assert str(refused.value) == f"plugin {path}: {message}"


@pytest.mark.parametrize("target", ["no_such_plugin_anywhere", "missing/plugin.py"])
def test_an_unknown_plugin_is_refused_by_name(target: str) -> None:
    with pytest.raises(PluginError, match=f"plugin {target}: "):
        Registry().load_plugin(target)
