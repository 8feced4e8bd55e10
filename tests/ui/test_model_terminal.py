"""Sessions with a scripted model, read as a terminal screen."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.llm.server import ModelServer, drips, fails, says, stalls
from tests.ui.test_terminal import Terminal

PROGRAM = """\
# task: sum the positive numbers of each row
# test: assert totals([[1, -2], [3]]) == [1, 3]
def totals(rows):
    out = []
    acc = 0
    for row in rows:
        for n in row:
            if n > 0:
                acc += n
        out.append(acc)
    return out
"""
WRONG = json.dumps(
    {"block": "BLOCK-2", "correct": False, "explanation": "acc = 0 is set once, and out is [9] at the end."}
)


@pytest.fixture
def terminal(tmp_path: Path, model_server: ModelServer) -> Iterator[Terminal]:
    opened = Terminal(
        tmp_path,
        PROGRAM,
        width=96,
        height=36,
        LLMDB_MODEL="local-7b",
        LLMDB_API_BASE=model_server.base,
        LLMDB_CACHE=str(tmp_path / "answers.sqlite"),
    )
    opened.wait("(llmdb)")
    yield opened
    opened.child.close(force=True)


def test_an_answer_is_drawn_as_it_comes_and_then_gives_way_to_the_result(
    terminal: Terminal, model_server: ModelServer
) -> None:
    model_server.plays(drips("the accumulator is never reset, see B2@2", 0.3))
    terminal.send("ask why 4\r")
    assert "characters (Ctrl-C stops): the accumulator" in terminal.wait("the accumulator", 20)
    text = terminal.wait("goto 2")
    assert "▏ the accumulator is never reset, see B2@2" in text or "the accumulator is never reset" in text
    assert "Ctrl-C stops" not in text


@pytest.mark.parametrize("line", ["verdict", "verdict all", "ask why", "fix", "predict"])
def test_ctrl_c_stops_a_call_at_once_and_keeps_the_session(
    line: str, terminal: Terminal, model_server: ModelServer
) -> None:
    model_server.plays(stalls(30, "so far"))
    terminal.send("goto 5\r")
    terminal.wait("step 5/")
    terminal.send(f"{line}\r")
    terminal.wait("so far", 20)
    begun = time.monotonic()
    terminal.send("\x03")
    terminal.wait("stopped; the session is as it was")
    assert time.monotonic() - begun < 2
    terminal.send("step\r")
    terminal.wait("step 6/")


def test_ctrl_c_stops_the_wait_before_a_retry(terminal: Terminal, model_server: ModelServer) -> None:
    model_server.plays(fails(429, "slow down", Retry_After="20"))
    terminal.send("ask why\r")
    terminal.wait("asking again in 20 s", 20)
    terminal.send("\x03")
    terminal.wait("stopped; the session is as it was")


def test_verdicts_of_the_whole_run_are_a_table_beside_the_recorded_facts(
    terminal: Terminal, model_server: ModelServer
) -> None:
    model_server.plays(says(WRONG))
    terminal.send("verdict all\r")
    text = terminal.wait("local-7b · 1 call", 20)
    assert "B2" in text
    assert "acc = 0 is set once" in text
