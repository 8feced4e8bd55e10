"""Colours by background."""

import io

import pytest
from rich.text import Text

from llmdb.settings_file import THEMES
from llmdb.ui.console import make_console, theme_of, use_theme
from llmdb.ui.styles import PALETTES


@pytest.mark.parametrize(
    ("environ", "theme"),
    [
        ({}, "dark"),
        ({"COLORFGBG": "0;15"}, "light"),
        ({"COLORFGBG": "12;default;7"}, "light"),
        ({"COLORFGBG": "15;0"}, "dark"),
        ({"COLORFGBG": "0;15", "LLMDB_THEME": "dark"}, "dark"),
        ({"LLMDB_THEME": "Light"}, "light"),
        ({"LLMDB_THEME": "nord"}, "nord"),
        ({"LLMDB_THEME": "auto", "COLORFGBG": "0;15"}, "light"),
    ],
)
def test_a_light_background_is_known_by_the_terminal_or_the_user(environ: dict[str, str], theme: str) -> None:
    assert theme_of(environ) == theme


def test_there_are_colours_for_each_theme_that_can_be_set() -> None:
    assert {*PALETTES, "auto"} == {*THEMES}


def test_a_console_takes_another_theme_while_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLMDB_THEME", "dark")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    stream = io.StringIO()
    console = make_console(stream)
    for theme in ("dark", "light", "dark"):
        monkeypatch.setenv("LLMDB_THEME", theme)
        use_theme(console)
        console.print(Text("7", "yellow"))
    dark = "\x1b[33m7\x1b[0m\n"
    assert stream.getvalue() == f"{dark}\x1b[38;5;94m7\x1b[0m\n{dark}"


@pytest.mark.parametrize(("theme", "code"), [("light", "1;38;5;94"), ("dark", "1;33")])
def test_what_changed_is_dark_on_a_light_background(
    monkeypatch: pytest.MonkeyPatch, theme: str, code: str
) -> None:
    monkeypatch.setenv("LLMDB_THEME", theme)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    stream = io.StringIO()
    make_console(stream).print(Text("7", "bold yellow"))
    assert stream.getvalue() == f"\x1b[{code}m7\x1b[0m\n"


def test_a_text_that_a_view_did_not_escape_is_written_escaped() -> None:
    out = io.StringIO()
    make_console(out).print(Text("a\x1b[31mb\nc\x9bd"))
    assert out.getvalue() == "a\\x1b[31mb\nc\\x9bd\n"
