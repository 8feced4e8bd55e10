"""Faults that people make, in functions of a few lines: the correct function is among the small changes of each.

`faults.txt` has them: a line `## kind`, the faulty function, `--`, and the correct one.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from llmdb.repair.changes.mutations import mutations

FAULTS = (Path(__file__).parent / "faults.txt").read_text("utf-8")


def _pairs() -> Iterator[tuple[str, str, str]]:
    for part in FAULTS.removeprefix("## ").split("\n## "):
        kind, _, rest = part.partition("\n")
        faulty, _, correct = rest.partition("\n--\n")
        yield kind, f"{faulty}\n", f"{correct.rstrip()}\n"


def _tree(code: str) -> str:
    try:
        return ast.dump(ast.parse(code))
    except SyntaxError:
        return ""


PAIRS = list(_pairs())


@pytest.mark.parametrize(
    ("faulty", "correct"),
    [(faulty, correct) for _, faulty, correct in PAIRS],
    ids=[kind for kind, _, _ in PAIRS],
)
def test_a_common_fault_has_its_correction_among_the_changes(faulty: str, correct: str) -> None:
    wanted = _tree(correct)
    assert wanted
    assert any(_tree(change.code) == wanted for change in mutations(faulty))
