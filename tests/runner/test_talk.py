"""Python typed at a past step, run in a second run that is held there."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

import pytest

from tests.runner.programs import keep, limits

CALL = "def f(n):\n    m = n * 2\n    return m\nx = f(3)\nprint(x)\n"


class Said(NamedTuple):
    """Why a talk ended, and what was written: (stream, text)."""

    ended: str
    written: list[tuple[str, str]]

    @property
    def text(self) -> str:
        """All of it."""
        return "".join(text for _, text in self.written)


def talk(code: str, step: int, sources: Iterable[str | Callable[[], str]], timeout_s: float = 5.0) -> Said:
    """Record the program, then have it run the sources after a step."""
    kept = keep(code, limits(timeout_s))
    waiting = iter(sources)

    def following() -> str | None:
        source = next(waiting, None)
        return source() if callable(source) else source

    said: list[tuple[str, str]] = []
    ended = kept.past.talk(kept.place(step), following, lambda stream, text: said.append((stream, text)))
    return Said(ended, said)


def test_names_are_kept_from_one_source_to_the_next() -> None:
    said = talk(CALL, 3, ["y = m + n", "def g():\n    return y * 10\n", "g()", "None", "'a'; 'b'", "_"])
    assert said == Said(
        "", [("stdout", "90\n"), ("stdout", "'a'\n"), ("stdout", "'b'\n"), ("stdout", "'b'\n")]
    )


def test_what_the_program_wrote_before_is_not_heard_and_what_is_typed_is() -> None:
    code = "print('before')\nx = 1\nif x:\n    y = 2\n"
    said = talk(code, 2, ["print(x, end='')", "import sys; sys.stderr.write('e') and None"])
    assert said.written == [("stdout", "1"), ("stderr", "e")]


def test_functions_of_the_module_see_what_is_bound_at_its_own_step() -> None:
    code = "k = 1\ndef f():\n    return k\nif k:\n    z = 1\n"
    assert talk(code, 1, ["k = 7", "f()"]).text == "7\n"


def test_a_traceback_begins_at_what_was_typed_and_shows_the_snippets_lines() -> None:
    code = "def f(n):\n    return 1 // n\nx = f(1)\ny = x\n"
    text = talk(code, 1, ["f(0)"]).text
    assert text.startswith('Traceback (most recent call last):\n  File "<typed 1>", line 1, in <module>\n')
    assert '  File "<snippet>", line 2, in f\n    return 1 // n\n' in text
    assert text.endswith(
        ("ZeroDivisionError: integer division or modulo by zero\n", "Error: division by zero\n")
    )
    assert "talk.py" not in text


def test_a_syntax_error_is_told_and_the_talk_goes_on() -> None:
    said = talk(CALL, 3, ["x y", "m"])
    assert "SyntaxError: invalid syntax" in said.text
    assert said.written[-1] == ("stdout", "6\n")


@pytest.mark.parametrize("source", ["exit()", "quit()", "raise SystemExit"])
def test_what_leaves_python_leaves_the_talk(source: str) -> None:
    assert talk(CALL, 3, [source, "m"]) == Said("", [])


def test_a_source_that_does_not_end_or_ends_the_process_ends_the_talk_with_a_reason(
    nothing_left: None,
) -> None:
    assert talk(CALL, 3, ["while True: pass"], timeout_s=0.5).ended == "stopped after 0.5 s"
    assert talk(CALL, 3, ["import os; os._exit(3)"]).ended.startswith(
        "the process ended itself with status 3"
    )


def test_each_source_has_the_whole_time_and_the_users_thinking_does_not_count() -> None:
    def think() -> str:
        time.sleep(0.7)
        return "import time; time.sleep(0.3)"

    assert talk(CALL, 3, [think, think, "m"], timeout_s=0.6) == Said("", [("stdout", "6\n")])


def test_ctrl_c_ends_what_is_run_and_not_the_talk() -> None:
    def loop() -> str:
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        return "while True: pass"

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        said = talk(CALL, 3, [loop, "m"])
    finally:
        signal.signal(signal.SIGINT, before)
    assert said.ended == ""
    assert said.text.endswith("KeyboardInterrupt\n6\n")
