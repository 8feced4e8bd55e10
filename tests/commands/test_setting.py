"""`set`: the settings of every session, shown and changed."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.setting import SettingChanged, SettingsShown
from llmdb.errors import BadArgument
from llmdb.session import Session
from llmdb.settings_file import read_settings

OpenSession = Callable[..., Session]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the settings are kept in a test; there is no file yet."""
    kept = tmp_path / "own" / "settings.toml"
    monkeypatch.setenv("LLMDB_SETTINGS", str(kept))
    return kept


def test_set_changes_one_line_and_leaves_the_others(path: Path, open_session: OpenSession) -> None:
    path.parent.mkdir()
    path.write_text("# mine\nlevel = 'line'  # by lines\n")
    session = open_session("x = 1\n")
    changed = dispatch(session, "set timeout 2.5")
    assert isinstance(changed, SettingChanged)
    assert (changed.kept, changed.hint) == (2.5, "run --timeout 2.5")
    dispatch(session, "set read /a ~/.b")
    assert path.read_text() == '# mine\nlevel = \'line\'  # by lines\ntimeout = 2.5\nread = ["/a", "~/.b"]\n'
    dispatch(session, "set level default")
    dispatch(session, "set timeout 3")
    assert path.read_text() == '# mine\ntimeout = 3\nread = ["/a", "~/.b"]\n'
    shown = dispatch(session, "set")
    assert isinstance(shown, SettingsShown)
    rows = {one.name: (one.kept, one.now) for one in shown.settings}
    assert rows["timeout"] == (3, session.settings.options.limits.timeout_s)
    assert rows["level"] == (None, "block")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("set tiemout 3", "no setting is called 'tiemout'; did you mean timeout?"),
        ("set timeout soon", "the setting timeout: 'soon' is not a number of seconds above 0"),
        (
            "set theme pink",
            "the setting theme: 'pink' is none of dark, light, auto, monokai, nord, solarized, plain",
        ),
        ("set no-cache maybe", "the setting no-cache: 'maybe' is neither true nor false"),
    ],
)
def test_a_wrong_setting_is_refused_and_nothing_is_written(
    path: Path, open_session: OpenSession, typed: str, said: str
) -> None:
    with pytest.raises(BadArgument, match=f"^{re.escape(said)}$"):
        dispatch(open_session("x = 1\n"), typed)
    assert not path.exists()


def test_a_theme_takes_hold_at_once_unless_the_environment_names_another(
    path: Path, open_session: OpenSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = list[str]()
    session = open_session("x = 1")
    session.on_theme = lambda: drawn.append(str(read_settings(os.environ)["theme"]))
    monkeypatch.delenv("LLMDB_THEME", raising=False)
    assert dispatch(session, "set theme nord").to_json()["is_in_force"] is True
    monkeypatch.setenv("LLMDB_THEME", "dark")
    found = dispatch(session, "set theme light").to_json()
    assert (found["is_in_force"], found["overridden"]) == (False, "LLMDB_THEME")
    assert drawn == ["nord"]
