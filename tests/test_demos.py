"""Every demo is worth opening: it loads, says its task, fails one of its tests and passes another."""

import ast
import builtins
import contextlib
import io
from pathlib import Path

import pytest

from llmdb.program.build import build_cfg
from llmdb.program.load import demos, load_snippet

DEMOS = {path.name: path for path in demos()}
INCOMPLETE = {"forum_dict.py", "cart_total.py", "weather_report.py"}


def outcome(text: str, test: str) -> str:
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            exec(f"{text}\n{test}", {"__name__": "__main__"})
        except Exception as problem:
            return type(problem).__name__
    return "passed"


def test_there_are_at_least_ten_demos() -> None:
    assert len(DEMOS) >= 10
    assert set(DEMOS) >= INCOMPLETE


@pytest.mark.parametrize("name", sorted(DEMOS))
def test_a_demo_is_short_says_its_task_and_has_several_blocks(name: str) -> None:
    snippet = load_snippet(str(DEMOS[name]))
    assert 8 <= len(snippet.text.splitlines()) <= 40
    assert snippet.task
    assert len(build_cfg(snippet).blocks) >= 5


@pytest.mark.parametrize("name", sorted(set(DEMOS) - INCOMPLETE))
def test_a_complete_demo_runs_and_fails_some_of_its_tests_and_passes_others(name: str) -> None:
    snippet = load_snippet(str(DEMOS[name]))
    outcomes = {outcome(snippet.text, test) for test in snippet.tests}
    assert outcome(snippet.text, "") == "passed"
    assert outcomes == {"passed", "AssertionError"}


@pytest.mark.parametrize("name", sorted(INCOMPLETE))
def test_an_incomplete_demo_reads_names_that_nothing_defines(name: str) -> None:
    tree = ast.parse(load_snippet(str(DEMOS[name])).text)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    stored = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    assert {node.id for node in names} - stored - set(dir(builtins))


# What each demo looks like when its bug is repaired: the tests are right, and the fault is where it is said to be.
REPAIRS = {
    "running_total.py": ("    for row in rows:\n", "    for row in rows:\n        acc = 0\n"),
    "pages.py": ("len(items) - size", "len(items)"),
    "ticket_price.py": (
        "    if age < 18:\n        amount = 5\n    elif age < 6:\n        amount = 0\n",
        "    if age < 6:\n        amount = 0\n    elif age < 18:\n        amount = 5\n",
    ),
    "guest_list.py": (
        "guests=[]):\n",
        "guests=None):\n    guests = [] if guests is None else guests\n",
    ),
    "mine_field.py": ("[[0] * width] * height", "[[0] * width for _ in range(height)]"),
    "discounts.py": ("discount(price):", "discount(price, percent=percent):"),
    "exam_curve.py": (
        '(int(text) for text in results if text != "-")',
        '[int(text) for text in results if text != "-"]',
    ),
    "find_sorted.py": ("low >= high", "low > high"),
    "balanced_books.py": ("total != 0", "abs(total) > 1e-9"),
    "clear_shelf.py": ("for item in shelf:", "for item in list(shelf):"),
}


def test_every_complete_demo_has_its_repair() -> None:
    assert set(REPAIRS) == set(DEMOS) - INCOMPLETE


@pytest.mark.parametrize("name", sorted(REPAIRS))
def test_a_repaired_demo_passes_all_its_tests(name: str) -> None:
    snippet = load_snippet(str(DEMOS[name]))
    wrong, right = REPAIRS[name]
    assert snippet.text.count(wrong) == 1
    repaired = snippet.text.replace(wrong, right)
    assert [outcome(repaired, test) for test in snippet.tests] == ["passed"] * len(snippet.tests)


def test_demos_are_found_in_the_folder_of_the_project() -> None:
    assert {path.parent for path in DEMOS.values()} == {
        Path(__file__).resolve().parent.parent / "demo_snippets"
    }
