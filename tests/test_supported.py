"""Which interpreters are refused, and what is said."""

import sys
import tomllib
from pathlib import Path

import pytest

from llmdb.supported import NEWEST, OLDEST, refusal, refusal_here

ROOT = Path(__file__).parents[1]
USUAL = "run it with CPython 3.11 to 3.15, the usual build"


def test_the_interpreter_of_the_tests_is_one_of_those() -> None:
    assert refusal_here() is None


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 13), (3, 14), (3, 15)])
def test_every_supported_version_is_accepted(version: tuple[int, int]) -> None:
    assert refusal(version, "cpython", False) is None


@pytest.mark.parametrize(
    ("version", "implementation", "free_threaded", "line"),
    [
        ((3, 16), "cpython", False, f"llmdb does not know the bytecode of Python 3.16; {USUAL}"),
        ((3, 10), "cpython", False, f"llmdb does not know the bytecode of Python 3.10; {USUAL}"),
        (
            (3, 14),
            "cpython",
            True,
            "llmdb records events in one order, and this is the free-threaded build of Python 3.14, "
            f"which has none; {USUAL}",
        ),
        ((3, 11), "pypy", False, f"llmdb records by CPython's bytecode, and this is pypy 3.11; {USUAL}"),
    ],
)
def test_what_is_refused_is_told_in_one_line(
    version: tuple[int, int], implementation: str, free_threaded: bool, line: str
) -> None:
    assert refusal(version, implementation, free_threaded) == line


def test_the_packages_range_of_versions_is_that_range() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        declared = tomllib.load(file)["project"]["requires-python"]
    assert declared == f">={OLDEST[0]}.{OLDEST[1]},<{NEWEST[0]}.{NEWEST[1] + 1}"


def test_this_interpreter_is_within_the_range() -> None:
    assert OLDEST <= sys.version_info[:2] <= NEWEST
