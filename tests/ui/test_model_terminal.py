"""A session with a scripted model, read as a terminal screen."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.samples import TOTALS
from tests.llm.server import ModelServer, Reply, drips, fails, says, stalls
from tests.ui.test_terminal import Terminal

PROGRAM = (
    "# task: sum the positive numbers of each row\n# test: assert totals([[1, -2], [3]]) == [1, 3]\n"
) + TOTALS
WRONG = json.dumps(
    {"block": "BLOCK-2", "correct": False, "explanation": "acc = 0 is set only once, so out is [1, 9]."}
)


class Asking:
    """A terminal and the endpoint that its session asks: one session for all tests, as litellm loads slowly."""

    def __init__(self, folder: Path) -> None:
        self.server = ModelServer()
        self.terminal = Terminal(
            folder,
            PROGRAM,
            width=96,
            height=36,
            LLMDB_MODEL="local-7b",
            LLMDB_API_BASE=self.server.base,
            LLMDB_CACHE=str(folder / "answers.sqlite"),
        )
        self.terminal.wait("F1 help")

    def at_step(self, step: int, *replies: Reply) -> Terminal:
        """The terminal with its cursor on a step, on a screen that shows nothing of before."""
        self.server.requests.clear()
        self.server.plays(*replies)
        self.terminal.screen.reset()  # the step of the test before may be the same
        self.terminal.send("\x0c")
        self.terminal.send(f"goto {step}\r")
        self.terminal.wait(f"step {step} of 18")
        return self.terminal


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    opened = Asking(tmp_path_factory.mktemp("asking"))
    yield opened
    opened.terminal.child.close(force=True)
    opened.server.close()


def test_while_nothing_comes_the_wait_is_shown(asking: Asking) -> None:
    terminal = asking.at_step(4, stalls(90))
    terminal.send("ask why\r")
    text = terminal.wait("waiting for local-7b: ", 60)
    assert "tokens sent, " in text
    terminal.send("\x03")
    terminal.wait("stopped; the session and what was answered so far are kept")


def test_an_answer_is_drawn_as_it_comes_and_then_gives_way_to_the_result(asking: Asking) -> None:
    terminal = asking.at_step(4, drips("the accumulator is never reset, see B2@2", 0.4))
    terminal.send("ask why\r")
    terminal.wait("characters (Ctrl-C stops): the accumulator", 60)
    text = terminal.wait("goto 2")
    assert " ┆ the accumulator is never reset, see step 2 (B2)\n   goto 2\n local-7b · 1 call" in text
    assert "Ctrl-C" not in text


@pytest.mark.parametrize("line", ["verdict", "verdict all", "ask what", "fix", "predict"])
def test_ctrl_c_stops_a_call_at_once_and_keeps_the_session(line: str, asking: Asking) -> None:
    terminal = asking.at_step(5, stalls(90, "so far"))
    terminal.send(f"{line}\r")
    terminal.wait("so far", 60)
    begun = time.monotonic()
    terminal.send("\x03")
    terminal.wait("stopped; the session and what was answered so far are kept")
    assert time.monotonic() - begun < 20
    terminal.send("step\r")
    terminal.wait("step 6 of 18")


def test_ctrl_c_stops_the_wait_before_a_retry(asking: Asking) -> None:
    terminal = asking.at_step(5, fails(429, "slow down", Retry_After="25"))
    terminal.send("ask why\r")
    terminal.wait("asking again in 25 s: ", 60)
    terminal.send("\x03")
    terminal.wait("stopped; the session and what was answered so far are kept")


def test_verdicts_of_the_run_are_a_table_and_the_first_wrong_one_is_held_against_the_recording(
    asking: Asking,
) -> None:
    terminal = asking.at_step(5, says(WRONG))
    terminal.send("verdict all\r")
    text = terminal.wait("local-7b · 1 call", 60)
    shown = text[text.index(" block ") :]
    assert (
        " B2      4-5        2   ✗        acc = 0 is set only once, so out is [1, 9]. ✗ contradicted" in shown
    )
    assert " ┆ acc = 0 is set only once, so out is [1, 9]." in shown
    assert "   recorded: acc 0 ✓" in shown
    assert "   recorded: out is [], never [1, 9] ✗" in shown
    assert "asked about 10 of 18 steps" in shown
    terminal.send("goto 2\r")
    assert " ✗ ┆ acc = 0 is set only once" in terminal.wait("the recording contradicts it")
