"""The whole program on a terminal: keys in, and what a screen shows."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pyte
import pytest

PROGRAM = """\
def totals(rows):
    out = []
    acc = 0
    for row in rows:
        for n in row:
            acc += n
        out.append(acc)
    return out

print(totals([[1, -2], [3]]))
"""


class Terminal:
    """llmdb on a pseudo-terminal whose output is read as a screen."""

    def __init__(
        self, folder: Path, program: str = PROGRAM, width: int = 80, height: int = 30, **extra: str
    ) -> None:
        path = folder / "demo.py"
        path.write_text(program, encoding="utf-8")
        environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
        }
        environ |= {"LLMDB_HISTORY": str(folder / "history"), **extra}
        self.raw = b""
        self.screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self.screen)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "llmdb", str(path)],
            env=environ,
            dimensions=(height, width),
            cwd=str(Path.cwd()),
        )

        self.screen.write_process_input = self.child.send  # answers "where is the cursor?"

    def text(self) -> str:
        """The screen's lines without trailing blanks."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait(self, wanted: str, seconds: float = 20.0) -> str:
        """Read until the screen shows the text."""
        limit = time.monotonic() + seconds
        while wanted not in self.text():
            assert time.monotonic() < limit, f"no {wanted!r} on:\n{self.text()}"
            self._read()
        return self.text()

    def _read(self) -> None:
        try:
            data = self.child.read_nonblocking(65536, timeout=0.05)
        except pexpect.TIMEOUT:
            return
        except pexpect.EOF:
            time.sleep(0.02)
            return
        self.raw += data
        self._stream.feed(data)

    def send(self, keys: str) -> None:
        """Press keys."""
        self.child.send(keys)

    def ended(self) -> int | None:
        """The exit status, waited for."""
        self.child.expect(pexpect.EOF, timeout=10)
        self.child.close()
        status: int | None = self.child.exitstatus
        return status


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path)
    opened.wait("(llmdb)")
    yield opened
    opened.child.close(force=True)


def test_the_opening_shows_the_first_step_and_the_toolbar_where_it_is(terminal: Terminal) -> None:
    text = terminal.wait("F1 help")
    assert "demo.py · 10 lines" in text
    assert "the program finished" in text
    assert "step 1/" in text
    assert " ▶  1 │ def totals(rows):" in text


def test_step_back_goto_and_an_empty_line(terminal: Terminal) -> None:
    terminal.send("step\r")
    terminal.wait("step 2/")
    terminal.send("\r")
    terminal.wait("step 3/")
    terminal.send("back\r")
    terminal.wait("step 2/")
    terminal.send("goto 9\r")
    text = terminal.wait("step 9/")
    assert "totals(rows=[[1, -2], [3]])" in text


def test_function_keys_step_and_go_back(terminal: Terminal) -> None:
    terminal.send("\x1b[23~")
    terminal.wait("step 2/")
    terminal.send("\x1b[23~")
    terminal.wait("step 3/")
    terminal.send("\x1b[23;2~")
    terminal.wait("step 2/")


def test_a_mistake_names_the_nearest_command_and_changes_nothing(terminal: Terminal) -> None:
    terminal.send("stpe\r")
    terminal.wait("no command 'stpe'; did you mean step")
    terminal.wait("step 1/")


def test_ctrl_c_clears_the_line_and_ctrl_d_leaves_at_once(terminal: Terminal) -> None:
    terminal.send("goto 5")
    terminal.wait("(llmdb) goto 5")
    terminal.send("\x03")
    terminal.send("\r")
    terminal.wait("step 1/")
    terminal.send("\x04")
    assert terminal.ended() == 0


def test_ctrl_d_typed_while_a_command_runs_leaves_afterwards(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "import time\ntime.sleep(1)\nx = 1\n")
    terminal.wait("(llmdb)")
    terminal.send("run\r")
    time.sleep(0.5)
    terminal.send("p x\r\x04")
    assert terminal.ended() == 0


def test_tab_completes_commands_with_what_they_do_and_names_in_scope(terminal: Terminal) -> None:
    terminal.send("goto 9\r")
    terminal.wait("step 9/")
    terminal.send("his\t")
    terminal.wait("(llmdb) history")
    terminal.send(" ac\t")
    terminal.wait("(llmdb) history acc")
    terminal.send("\r")
    terminal.wait("value")


def test_history_is_kept_in_a_private_file_even_when_killed(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.wait("(llmdb)")
    terminal.send("goto 3\r")
    terminal.wait("step 3/")
    terminal.child.kill(9)
    terminal.child.close(force=True)
    path = tmp_path / "history"
    assert "+goto 3" in path.read_text(encoding="utf-8")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_ctrl_c_stops_a_recording_and_keeps_the_prompt(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "import time\nwhile True:\n    time.sleep(0.01)\n")
    terminal.wait("recording:")
    terminal.send("\x03")
    terminal.wait("(llmdb)")
    terminal.send("help\r")
    terminal.wait("rcontinue")
    terminal.send("\x04")
    assert terminal.ended() == 0


def test_the_program_asks_while_it_is_recorded(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "name = input('who? ')\nprint('hi', name)\n")
    terminal.wait("program asks: who?")
    terminal.send("Ada\r")
    terminal.wait("(llmdb)")
    terminal.send("p name\r")
    terminal.wait("'Ada'")
    terminal.child.close(force=True)


def test_the_line_of_progress_makes_room_for_what_the_program_asks(tmp_path: Path) -> None:
    terminal = Terminal(
        tmp_path, "import time\nfor i in range(80):\n    time.sleep(0.01)\nname = input('who? ')\n"
    )
    terminal.wait("recording:")
    lines = terminal.wait("program asks: who?").splitlines()
    assert [line for line in lines if line.strip()] == ["program asks: who?"]
    terminal.child.close(force=True)


def test_forty_columns_and_no_colour(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, width=40, height=24, NO_COLOR="1")
    terminal.wait("(llmdb)")
    terminal.send("goto 9\r")
    text = terminal.wait("step 9/")
    assert "name   before" in text
    colours = [f"\x1b[{code}m".encode() for code in (*range(30, 38), *range(90, 98))]
    assert not any(code in terminal.raw for code in colours)
    terminal.child.close(force=True)


def test_the_opening_and_the_first_step_fit_on_a_low_screen(tmp_path: Path) -> None:
    program = (
        f"# task: {'sum the numbers of each row, ' * 4}\n# test: assert totals([[3]]) == [4]\n{PROGRAM}"
        + "x = 1\n" * 30
    )
    terminal = Terminal(tmp_path, program, width=80, height=24)
    lines = terminal.wait("F1 help").splitlines()
    assert lines[0].startswith("llmdb ")
    assert any(line.startswith("fails  assert totals([[3]]) == [4]") for line in lines)
    assert any("step 1 of" in line for line in lines)
    terminal.child.close(force=True)


def test_what_the_program_writes_to_the_terminal_is_shown_escaped(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "print('a\\x1b[2Jb')\n")
    terminal.wait("(llmdb)")
    terminal.send("out\r")
    terminal.wait("a\\x1b[2Jb")
    assert b"a\x1b[2Jb" not in terminal.raw
    terminal.child.close(force=True)


def test_tab_completes_attributes(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "class Box:\n    size = 1\nbox = Box()\nx = box\n")
    terminal.wait("(llmdb)")
    terminal.send("goto end\r")
    terminal.wait("end of the recording")
    terminal.send("p box.si\t")
    terminal.wait("p box.size")
    terminal.child.close(force=True)


def test_keys_typed_as_soon_as_the_prompt_is_seen_are_obeyed_in_their_order(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.child.delaybeforesend = None
    terminal.wait("(llmdb)")
    terminal.child.send("never run\x03p 6*7\r")
    text = terminal.wait("42")
    assert text.count("(llmdb) p 6*7") == 1
    assert "\nnever run" not in text
    terminal.child.close(force=True)
