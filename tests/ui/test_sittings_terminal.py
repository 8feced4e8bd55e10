"""Leaving on a terminal: what is asked, and what is there again after the terminal died."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.test_terminal import PROGRAM, Terminal

TESTED = "# test: assert totals([[1, 2], [3]]) == [3, 3]\n" + PROGRAM


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.child.close(force=True)


def start(folder: Path, terminals: list[Terminal], program: str = TESTED) -> Terminal:
    terminal = Terminal(folder, program, XDG_STATE_HOME=str(folder / "state"))
    terminals.append(terminal)
    terminal.wait("(llmdb)")
    return terminal


def test_q_and_ctrl_d_ask_before_an_accepted_fix_is_lost(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminal = start(tmp_path, terminals)
    terminal.send("fix\r")
    terminal.wait("accept", 60)
    terminal.send("accept\r")
    terminal.wait("The file is untouched")
    terminal.send("q\r")
    terminal.wait("v2 (fix) is not written to demo.py; leave without it? [y/N]")
    terminal.send("\r")
    terminal.wait("`write` saves it to a file, `save PATH` the whole session")
    terminal.send("\x04")
    terminal.wait("leave without it? [y/N]")
    terminal.send("\x04")
    terminal.send("\x04")
    assert terminal.ended() == 0
    assert list((tmp_path / "state" / "llmdb" / "sittings").iterdir()) == []


def test_after_the_terminal_died_the_next_start_offers_the_sitting(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    terminal = start(tmp_path, terminals)
    terminal.send("break 7\r")
    terminal.wait("breakpoint 1 at line 7")
    terminal.send("goto 12\r")
    terminal.wait("step 12")
    terminal.send("# a line that waits for what was done before it\r")
    terminal.wait("waits for")
    terminal.child.kill(9)
    terminal.child.wait()
    again = start(tmp_path, terminals)
    again.wait("a sitting with demo.py was cut off: `resume` takes it up")
    again.send("resume\r")
    again.wait("the sitting is as it was after")
    again.send("where\r")
    again.wait("step 12 of")
    again.send("break\r")
    again.wait("line 7")
    again.send("q\r")
    assert again.ended() == 0
    third = start(tmp_path, terminals)
    assert "cut off" not in third.text()


def test_stops_and_displays_of_a_file_are_there_in_the_next_sitting_on_the_lines_they_were_on(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    terminal = start(tmp_path, terminals)
    terminal.send("break 7 if acc > 1\r")
    terminal.wait("breakpoint 1 at line 7")
    terminal.send("display len(rows)\r")
    terminal.wait("display")
    terminal.send("q\r")
    assert terminal.ended() == 0
    again = start(tmp_path, terminals, "# a line more\n" + TESTED)
    again.wait("as you left it: breakpoint 1 at line 8, if acc > 1, display len(rows)")
    again.send("clear 1\r")
    again.wait("1")
    again.send("undisplay\r")
    again.send("q\r")
    assert again.ended() == 0
    assert list((tmp_path / "state" / "llmdb" / "places").iterdir()) == []
