"""Incomplete snippets on a real terminal: the search and its Ctrl-C, the tree, the editor, an installation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.packages.wheels import index_environment, make_wheel
from tests.ui.test_terminal import Terminal

SLOW = """\
import time

def check(code, level):
    time.sleep(0.3)
    if hash((code, level)) % 9973 == 1234:
        print("found", code)
    elif level > code * 17 + 3:
        return [level for _ in range(code)]
    return None

for n in numbers:
    result = check(n, len(names))
    if result == secret:
        print(result, target.value)
"""
FORUM = """\
d = {}
for index, item in enumerate(keys):
    d[item] = values[index]
print(sorted(d))
"""


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path, SLOW, width=96, height=36)
    yield opened
    opened.child.close(force=True)


def test_ctrl_c_ends_the_search_and_keeps_what_was_found(slow: Terminal) -> None:
    slow.wait("reaching ━")
    slow.send("\x03")
    text = slow.wait("(llmdb)", seconds=8)
    assert re.search(r"4 names are undefined: .*Assumed, to make it run \(([4-9]|1[01]) of 12 lines\):", text)
    assert " ◇ numbers " in text
    slow.send("coverage 1\r")
    assert " 4 ✓     time.sleep(0.3)" in slow.wait("of 12 lines by p1")


def test_the_tree_the_editor_and_another_value(tmp_path: Path) -> None:
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nsed -i \'s/^keys = .*/keys = ["from the editor"]/\' "$1"\n')
    editor.chmod(0o755)
    terminal = Terminal(tmp_path, FORUM, width=96, height=36, EDITOR=str(editor))
    terminal.wait("(llmdb)")
    terminal.send("prefix\r")
    text = terminal.wait("no model was asked")
    assert "snippet  1/4" in text
    assert "★ p1 offline  4/4  runs  ← in use" in text
    terminal.send("prefix edit\r")
    terminal.wait("│  └─   p3 user  4/4  runs  ← in use")
    terminal.send("goto end\r")
    terminal.wait("│ ['from the editor']")
    terminal.send("assume keys = missing\r")
    terminal.wait("the prefix itself raises NameError: name 'missing' is not defined; nothing has changed")
    terminal.send("assume\r")
    terminal.wait('◇ keys = ["from the editor"]')
    terminal.send("q\r")
    assert terminal.ended() == 0


def test_an_installation_is_asked_for_and_the_program_recorded_anew(tmp_path: Path) -> None:
    index = tmp_path / "index"
    index.mkdir()
    make_wheel(index, "llmdb_words", {"llmdb_words.py": "WORD = 'from the wheel'\n"}, summary="Words")
    program = "import llmdb_words\nprint(llmdb_words.WORD)\n"
    terminal = Terminal(tmp_path, program, width=96, height=30, **index_environment(index))
    terminal.wait("llmdb_words is not installed: a stand-in takes its place; `install` gets it")
    terminal.wait("(llmdb)")
    terminal.send("install\r")
    terminal.wait("llmdb_words is not here (the snippet imports it). Install llmdb-words 1.0? [y/N]")
    terminal.send("n\r")
    terminal.wait("refused; a stand-in takes its place")
    terminal.send("install\r")
    terminal.wait("Install llmdb-words 1.0? [y/N]")
    terminal.send("y\r")
    terminal.wait("the program is recorded anew")
    terminal.send("out\r")
    terminal.wait("│ from the wheel")
    terminal.send("q\r")
    assert terminal.ended() == 0
