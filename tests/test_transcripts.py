"""What a user sees of each demo, kept as text: LLMDB_REWRITE=1 writes the transcripts anew, for a reader to compare."""

import io
import os
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from rich.console import Console

from llmdb.cli import build_session
from llmdb.options import parse_call
from llmdb.program.load import demos
from llmdb.ui.repl import run_repl

pytestmark = pytest.mark.usefixtures("shared_runs")

DEMOS = {path.name: path for path in demos()}
KEPT = Path(__file__).parent / "transcripts"
REPAIRED = ("guest_list.py", "pages.py", "running_total.py")
REPAIR = ("fix --offline --seconds 100", "accept", "test", "verdict --offline", "undo", "versions")
COMMANDS = ("step", "step", "goto error", "test", "verdict --offline --go", "deps", "plan", "cfg", "prefix")
# what differs from run to run and from machine to machine
VARYING = (
    (re.compile(r"llmdb \d+\.\d+\.\d+ "), "llmdb VERSION "),
    (re.compile(r"Python 3\.\d+"), "Python 3.x"),
    (re.compile(r"sandbox(?:ed|: .*?)(?=\n(task|tests|recorded|\d+ names?) )", re.DOTALL), "sandbox: LAYERS"),
    (re.compile(r"\b\d+(\.\d+)? (ms|s)\b"), "TIME"),
    (re.compile(r"0x[0-9a-f]+"), "0xADDRESS"),
    (re.compile(r"tried \d+ of \d+"), "tried SOME"),
    (re.compile(r"(suspicion \d\.\d)\d"), r"\1x"),  # of trials, as many as there was time for
    (re.compile(r"[ \t]+$", re.MULTILINE), ""),
)


class Typed(io.StringIO):
    """Commands that are echoed where they are shown, as a terminal would."""

    def __init__(self, commands: Iterable[str], screen: io.StringIO) -> None:
        super().__init__("".join(f"{command}\n" for command in commands))
        self._screen = screen

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        """The next command."""
        line = super().readline(size)
        self._screen.write(f"(llmdb) {line}")
        return line


def transcript(path: Path, commands: Iterable[str] = COMMANDS) -> str:
    """The screen of a session with a demo, without what varies."""
    screen = io.StringIO()
    console = Console(file=screen, width=96, color_system=None, legacy_windows=False)
    run_repl(build_session(parse_call([str(path)], {})), console=console, lines=Typed(commands, screen))
    text = screen.getvalue()
    for pattern, shown in VARYING:
        text = pattern.sub(shown, text)
    return text


def compare(shown: str, kept: Path) -> None:
    """The screen is the kept one, or becomes it."""
    if os.environ.get("LLMDB_REWRITE"):
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(shown, encoding="utf-8")
    assert shown == kept.read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def a_user_without_history(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LLMDB_CACHE", str(tmp_path / "answers.sqlite"))
    monkeypatch.delenv("LLMDB_MODEL", raising=False)


@pytest.mark.parametrize("name", sorted(DEMOS))
def test_a_demo_looks_as_its_transcript(name: str) -> None:
    compare(transcript(DEMOS[name]), KEPT / f"{Path(name).stem}.txt")


@pytest.mark.parametrize("name", REPAIRED)
def test_a_demo_that_small_changes_repair_looks_as_its_transcript(name: str) -> None:
    compare(transcript(DEMOS[name], REPAIR), KEPT / "fix" / f"{Path(name).stem}.txt")


def test_every_transcript_belongs_to_a_demo() -> None:
    assert {path.stem for path in KEPT.glob("*.txt")} == {Path(name).stem for name in DEMOS}
