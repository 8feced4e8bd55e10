"""The README's picture is what a session draws: LLMDB_REWRITE=1 draws it anew."""

import io
import os
from contextlib import closing
from pathlib import Path

import pytest
from rich.console import Console

from llmdb.cli import build_session
from llmdb.commands.line.dispatch import dispatch
from llmdb.options import parse_call
from llmdb.ui.render import render
from llmdb.ui.views import register

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / ".github" / "session.svg"
COMMANDS = ("test", "history acc", "goto 33", "deps acc")


def picture(width: int = 92) -> str:
    """A session with the demo `running_total.py`, as an image."""
    console = Console(
        file=io.StringIO(), record=True, width=width, force_terminal=True, color_system="truecolor",
        legacy_windows=False, markup=False, highlight=False, emoji=False, _environ={},
    )  # fmt: skip
    demo = ROOT / "demo_snippets" / "running_total.py"
    with closing(build_session(parse_call([str(demo)], {}))) as session:
        register(session.registry)
        console.height = 30
        for command in COMMANDS:
            console.print(f"(llmdb) {command}", style="bold")
            render(dispatch(session, command), console, session.registry)
    return console.export_svg(title="llmdb running_total.py", unique_id="session")


def test_the_picture_is_what_a_session_draws(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    drawn = picture()
    if os.environ.get("LLMDB_REWRITE"):
        PICTURE.write_text(drawn, encoding="utf-8")
    assert drawn == PICTURE.read_text(encoding="utf-8")
