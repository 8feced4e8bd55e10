"""Colours by background."""

import io

import pytest
from rich.text import Text

from llmdb.ui.console import is_light, make_console


@pytest.mark.parametrize(
    ("environ", "light"),
    [
        ({}, False),
        ({"COLORFGBG": "0;15"}, True),
        ({"COLORFGBG": "12;default;7"}, True),
        ({"COLORFGBG": "15;0"}, False),
        ({"COLORFGBG": "0;15", "LLMDB_THEME": "dark"}, False),
        ({"LLMDB_THEME": "Light"}, True),
    ],
)
def test_a_light_background_is_known_by_the_terminal_or_the_user(
    environ: dict[str, str], light: bool
) -> None:
    assert is_light(environ) is light


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
