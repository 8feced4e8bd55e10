"""Expressions at a past step, evaluated in a second run."""

import time
from pathlib import Path

import pytest

from llmdb.errors import EvaluationFailed, ReplayDiverged
from llmdb.runner.model import RunOptions
from tests.runner.programs import evaluate, keep, limits, record

LOOP = "total = 0\nfor n in [1, 2, 3]:\n    total += n\nprint(total)\n"


@pytest.mark.parametrize(("step", "total"), [(1, 0), (2, 0), (3, 1), (5, 3), (7, 6), (9, 6)])
def test_the_state_is_the_one_after_the_step(step: int, total: int) -> None:
    assert evaluate(LOOP, step, "total").repr == str(total)


def test_a_frame_is_the_step_s_own() -> None:
    code = "def fact(n):\n    if n < 2:\n        return 1\n    return n * fact(n - 1)\nx = fact(3)\n"
    values = [evaluate(code, step, "n").repr for step in range(3, 11)]
    assert values == ["3", "3", "2", "2", "1", "1", "2", "3"]
    assert evaluate(code, 11, "x").repr == "6"
    with pytest.raises(EvaluationFailed, match="name 'x' is not defined"):
        evaluate(code, 2, "x")


def test_local_names_are_seen_inside_comprehensions() -> None:
    code = "def f(k):\n    y = 2\n    return y\nf(5)\n"
    assert evaluate(code, 3, "[k * y for _ in range(2)]").repr == "[10, 10]"


def test_a_far_step_is_reached_with_its_exact_state() -> None:
    value = evaluate("n = 0\nwhile n < 50_000:\n    n += 1\n", 60_001, "n")
    assert (value.type, value.repr) == ("int", "30000")


def test_a_deep_unwinding_is_followed() -> None:
    code = "def f(n):\n    if n:\n        f(n - 1)\n    x = n\n    y = x\nfor i in range(100):\n    f(200)\n"
    assert evaluate(code, 40_100, "n").type == "int"


def test_steps_at_the_deepest_recursion_have_their_state() -> None:
    code = "def f(n):\n    here = n\n    if n < 0:\n        return n\n    return f(n + 1)\nf(0)\n"
    trace = record(code).trace
    deepest = max(range(1, len(trace) + 1), key=lambda number: (trace.depth(number), number))
    assert int(evaluate(code, deepest, "here").repr) == (deepest - 3) // 2
    assert evaluate(code, 1001, "here + n").repr == "998"


def test_given_input_is_replayed() -> None:
    code = "a = input()\nb = input()\nif a:\n    c = a + b\n"
    assert evaluate(code, 2, "c", RunOptions(stdin=b"x\ny\n")).repr == "'xy'"


def test_an_expression_that_raises_says_what() -> None:
    with pytest.raises(EvaluationFailed, match="NameError: name 'missing'"):
        evaluate(LOOP, 2, "missing")
    with pytest.raises(EvaluationFailed, match="not an expression"):
        evaluate(LOOP, 2, "n = 3")


def test_a_repr_that_never_ends_is_given_up() -> None:
    code = (
        "class A:\n    def __repr__(self):\n        while True:\n            try:\n"
        "                while True: pass\n            except BaseException: pass\n"
        "a = A()\nb = 1\n"
    )
    begun = time.monotonic()
    value = evaluate(code, 4, "a", limits(10.0))
    assert value.type == "A"
    assert "longer than" in value.repr or "does not end" in value.repr
    assert time.monotonic() - begun < 9


def test_a_long_repr_is_cut() -> None:
    value = evaluate("x = list(range(100_000))\n", 1, "x")
    assert value.truncated
    assert len(value.repr) == 100_000


def test_another_path_is_noticed(tmp_path: Path) -> None:
    switch = tmp_path / "switch"
    switch.write_text("1")
    code = f"a = open({str(switch)!r}).read()\nif a == '1':\n    b = 2\nelse:\n    b = 3\nc = b\n"
    kept = keep(code, RunOptions(checkpoints=0, readable=(switch,)))
    switch.write_text("2")
    with pytest.raises(ReplayDiverged, match="left at 2 1"):
        kept.p(3, "b")


def test_the_user_s_folder_is_not_written_again(tmp_path: Path) -> None:
    options = RunOptions(here=True, cwd=tmp_path)
    code = "x = 1\nif x:\n    y = 2\nopen('log.txt', 'a').write('once')\n"
    assert evaluate(code, 2, "y", options).repr == "2"
    assert (tmp_path / "log.txt").read_text() == "once"


def test_a_step_in_a_coroutine() -> None:
    code = (
        "import asyncio\nasync def f(k):\n    v = k + 1\n    await asyncio.sleep(0)\n"
        "    return v\nasyncio.run(f(1))\n"
    )
    assert evaluate(code, 3, "v").repr == "2"
    assert evaluate(code, 4, "v * 2").repr == "4"
