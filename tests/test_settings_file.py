"""The user's settings file: what it may have, and what a wrong one is told."""

import subprocess
import sys
from pathlib import Path

import pytest

from llmdb.errors import UsageError
from llmdb.options import parse_call
from llmdb.settings_file import option_words, read_settings
from llmdb.ui.console import make_console


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the settings are kept in a test; there is no file yet."""
    kept = tmp_path / "own" / "settings.toml"
    monkeypatch.setenv("LLMDB_SETTINGS", str(kept))
    return kept


def test_what_is_set_holds_for_later_calls_and_the_command_line_comes_first(path: Path) -> None:
    path.parent.mkdir()
    path.write_text(
        'timeout = 20\nmodel = "openai/m"\nno-cache = true\nread = ["/a", "/b"]\ntheme = "light"\n'
    )
    environment = {"LLMDB_SETTINGS": str(path)}
    words = option_words(read_settings(environment), environment)
    settings = parse_call([*words, "x.py"], environment).settings
    assert (settings.options.limits.timeout_s, settings.model.name, settings.model.use_cache) == (
        20,
        "openai/m",
        False,
    )
    assert settings.options.readable == (Path("/a"), Path("/b"))
    assert parse_call([*words, "--timeout", "3", "x.py"], environment).settings.options.limits.timeout_s == 3
    environment["LLMDB_MODEL"] = "openai/other"
    words = option_words(read_settings(environment), environment)
    assert parse_call([*words, "x.py"], environment).settings.model.name == "openai/other"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("timeout = \n", "is not TOML"),
        ("timout = 3\n", "no setting is called 'timout'; did you mean timeout?"),
        ("timeout = true\n", "the setting timeout: True is no text or number"),
        ("test = 'f() == 1'\n", "no setting is called 'test'"),
        ("[level]\nx = 1\n", "the setting level: "),
    ],
)
def test_a_wrong_file_is_told_in_one_line(path: Path, text: str, said: str) -> None:
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(UsageError) as told:
        read_settings({"LLMDB_SETTINGS": str(path)})
    assert said in str(told.value)
    assert str(path) in str(told.value)
    assert "\n" not in str(told.value)


def test_llmdb_starts_with_what_is_set_and_refuses_a_wrong_file(path: Path, tmp_path: Path) -> None:
    snippet = tmp_path / "a.py"
    snippet.write_text("x = 1\ny = 2\n")
    path.parent.mkdir()
    command = [sys.executable, "-m", "llmdb", "-x", "level", str(snippet)]
    path.write_text('level = "line"\n')
    assert "one step is one line" in subprocess.run(command, capture_output=True, text=True).stdout
    path.write_text('level = "word"\n')
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("llmdb: the setting level: invalid choice: 'word'")
    assert done.stderr.count("\n") == 1


def test_the_theme_that_is_set_is_drawn(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LLMDB_THEME", raising=False)
    monkeypatch.setenv("COLORFGBG", "15;0")
    path.parent.mkdir()
    yellows = []
    for theme in ("dark", "light"):
        path.write_text(f'theme = "{theme}"\n')
        color = make_console().get_style("bold yellow").color
        assert color is not None
        yellows.append(color.name)
    assert yellows == ["yellow", "color(94)"]
