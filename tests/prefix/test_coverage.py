"""Which lines count as executed."""

from contextlib import suppress

import pytest

from llmdb.prefix.coverage import HOOK, instrument_lines
from llmdb.program.snippet import BodyKind


def _covered(code: str, body: BodyKind = "module", **names: object) -> tuple[set[int], set[int]]:
    program, lines = instrument_lines(code, body)
    covered: set[int] = set()
    with suppress(Exception, SystemExit):
        exec(program, {HOOK: covered.add, **names})
    return covered, set(lines)


def test_a_line_that_raises_does_not_count() -> None:
    assert _covered("a = 1\nb = 1 / 0\nc = 2\n") == ({1}, {1, 2, 3})


def test_a_header_counts_when_its_condition_was_evaluated_on_either_side() -> None:
    assert _covered("if x:\n    a = 1\nelse:\n    a = 2\n", x=0) == ({1, 4}, {1, 2, 4})


def test_an_exit_counts_when_its_argument_was_computed() -> None:
    assert _covered("exit(1 + 1)\n") == ({1}, {1})
    assert _covered("exit(missing)\n") == (set(), {1})


def test_a_handler_counts_when_it_is_entered_and_try_itself_is_no_line() -> None:
    assert _covered("try:\n    x = {}[1]\nexcept KeyError:\n    y = 1\n") == ({3, 4}, {2, 3, 4})


@pytest.mark.parametrize(
    ("code", "body"),
    [
        ("if n:\n    return 1\nreturn 2\n", "function"),
        ("for i in range(n):\n    yield i\n", "generator"),
        ("import asyncio\nawait asyncio.sleep(0)\n", "coroutine"),
        ("yield 1\nimport asyncio\nawait asyncio.sleep(0)\n", "async generator"),
    ],
)
def test_a_body_cut_out_of_a_function_runs_as_one(code: str, body: BodyKind) -> None:
    covered, lines = _covered(code, body, n=1)
    assert covered == (lines - {3} if body == "function" else lines)


def test_a_body_s_own_variables_begin_with_the_prefix_s_values() -> None:
    covered, lines = _covered("n = n + 1\nreturn n\n", "function", n=1)
    assert covered == lines


def test_a_body_may_declare_names_global() -> None:
    code = "global total\ntotal = total + n\nreturn total\n"
    assert _covered(code, "function", n=1, total=2) == ({2, 3}, {2, 3})
