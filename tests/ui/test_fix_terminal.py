"""`fix` and what follows it, on a demo in a real terminal, with a model that follows a script."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from llmdb.program.load import demos
from tests.llm.server import ModelServer, says
from tests.ui.test_terminal import Terminal

DEMO = next(path for path in demos() if path.name == "running_total.py").read_text(encoding="utf-8")
FIXED = DEMO.replace("    for row in rows:\n", "    for row in rows:\n        acc = 0\n")
VERDICT = {"block": "BLOCK-2", "correct": False, "explanation": "acc is set to 0 only once"}

Open = Callable[..., Terminal]


@pytest.fixture
def open_terminal(tmp_path: Path, model_server: ModelServer) -> Iterator[Open]:
    """A function that opens the demo with the scripted model; other variables of the environment may be given."""
    opened: list[Terminal] = []

    def open_it(**environ: str) -> Terminal:
        model = {"LLMDB_MODEL": "m", "LLMDB_API_BASE": model_server.base}
        cache = {"LLMDB_CACHE": str(tmp_path / "answers.sqlite")}
        opened.append(Terminal(tmp_path, DEMO, width=96, height=40, **model, **cache, **environ))
        opened[-1].wait("step 1 of")
        return opened[-1]

    yield open_it
    for terminal in opened:
        terminal.child.close(force=True)


def test_a_fix_is_seen_accepted_undone_redone_and_written(
    open_terminal: Open, model_server: ModelServer, tmp_path: Path
) -> None:
    model_server.plays(says(json.dumps(VERDICT)), says(f"Here it is:\n```python\n{FIXED}```"))
    terminal = open_terminal()
    terminal.send("fix\r")
    screen = terminal.wait("accept · reject · edit · diff", 60)
    rows = [row.rstrip() for row in screen.split("\n")]
    assert "proposal v2" in rows
    assert "   +        acc = 0" in rows
    assert " test 2  ✗ → ✓  assert totals([[1, -2], [3]]) == [1, 3]" in rows
    assert any("B6 ×2: acc 4 → 3" in row for row in rows)
    assert any("2 calls" in row for row in rows)
    terminal.send("accept\r")
    terminal.wait("v2 is the session's snippet. The file is untouched: `write` saves it.")
    path = tmp_path / "demo.py"
    assert path.read_text(encoding="utf-8") == DEMO
    terminal.send("test\r")
    terminal.wait("3 of 3 tests pass")
    terminal.send("undo\r")
    terminal.wait("v1 is the session's snippet again; `redo` goes forward")
    terminal.send("redo\r")
    terminal.wait("v2 is the session's snippet again\n")
    terminal.send("write\r")
    terminal.wait(f"v2 written to {path}")
    assert path.read_text(encoding="utf-8") == FIXED
    path.write_text("theirs\n", encoding="utf-8")
    terminal.send("write\r")
    terminal.wait("`write --force` overwrites it")
    assert path.read_text(encoding="utf-8") == "theirs\n"


def test_ctrl_c_stops_the_search_and_keeps_what_it_found(tmp_path: Path) -> None:
    tests = "# test: assert f(1) == 5\n# test: assert f(2) == 77\n"
    program = f"{tests}def f(n):\n    while n != 9:\n        n += 1\n    return n\n"
    terminal = Terminal(tmp_path, program, width=96, height=30)
    terminal.wait("step 1 of")
    terminal.send("fix --offline --seconds 60\r")
    terminal.wait("small changes ", 30)
    terminal.send("\x03")
    screen = terminal.wait("then stopped", 30)
    assert "none passes every visible test" in screen
    terminal.send("versions\r")
    terminal.wait(" v1   file")
    terminal.child.close(force=True)


def test_edit_opens_the_proposal_in_the_editor(open_terminal: Open, tmp_path: Path) -> None:
    script = tmp_path / "editor.py"
    script.write_text(
        "import sys\nfrom pathlib import Path\npath = Path(sys.argv[1])\ninput('in the editor: ')\n"
        "path.write_text(path.read_text().replace('    for row in rows:', '    for row in rows:\\n        acc = 0'))\n"
    )
    terminal = open_terminal(EDITOR=f"{shutil.which(sys.executable)} {script}")
    terminal.send("edit\r")
    terminal.wait("in the editor:")
    terminal.send("\r")
    screen = terminal.wait("edited from v1", 30)
    assert "   +        acc = 0" in screen
    assert "test 3  ✗ → ✓" in screen
    terminal.send("reject\r")
    terminal.wait("v2 is dropped; v1 stays the session's snippet")
