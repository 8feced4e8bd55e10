"""Every demo is worth opening: it loads, says its task, fails one of its tests and passes another."""

import ast
import builtins
import contextlib
import io
from contextlib import closing
from pathlib import Path

import pytest

from llmdb.cli import build_session
from llmdb.commands.following import History
from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.line.opening import describe_session
from llmdb.demos import list_demos
from llmdb.options import parse_call
from llmdb.program.build import build_cfg
from llmdb.program.load import demos, load_snippet
from llmdb.session import Session
from llmdb.ui.context import ViewContext
from llmdb.ui.views.session import view_opening

DEMOS = {path.name: path for path in demos()}
INCOMPLETE = {"forum_dict.py", "cart_total.py", "weather_report.py"}


def outcome(text: str, test: str) -> str:
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            exec(f"{text}\n{test}", {"__name__": "__main__"})
        except Exception as problem:
            return type(problem).__name__
    return "passed"


def test_the_list_of_demos_takes_a_row_each_of_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    lines = list_demos().splitlines()
    assert max(map(len, lines[2 : 2 + len(DEMOS)])) == 60
    assert lines[2].endswith("...")


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


# The same of demos that do not run as they stand: what is made up for them leaves the bug to be seen.
INCOMPLETE_REPAIRS = {
    "cart_total.py": ("total = item.price", "total += item.price"),
    "weather_report.py": ("    next(reader)  # the line with the names of the columns\n", ""),
    "forum_dict.py": (
        '        logger.warning("%s appears twice", key)\n        continue\n',
        "        pass\n",
    ),
}


def session_of(path: Path) -> Session:
    return build_session(parse_call([str(path)], {}))


def text_of(demo: str, folder: Path) -> Path:
    wrong, right = INCOMPLETE_REPAIRS[demo]
    text = DEMOS[demo].read_text(encoding="utf-8")
    assert text.count(wrong) == 1
    repaired = folder / demo
    repaired.write_text(text.replace(wrong, right), encoding="utf-8")
    return repaired


def test_every_incomplete_demo_has_its_repair() -> None:
    assert set(INCOMPLETE_REPAIRS) == INCOMPLETE


@pytest.mark.parametrize("demo", ["weather_report.py", "forum_dict.py"])
def test_an_incomplete_demo_with_tests_fails_one_and_repaired_passes_all(demo: str, tmp_path: Path) -> None:
    with closing(session_of(DEMOS[demo])) as session:
        assert describe_session(session).first_failure is not None
    with closing(session_of(text_of(demo, tmp_path))) as repaired:
        assert describe_session(repaired).first_failure is None


def test_the_history_of_the_carts_total_shows_its_bug_and_repaired_adds_up(tmp_path: Path) -> None:
    def totals(path: Path) -> list[str]:
        with closing(session_of(path)) as session:
            history = dispatch(session, "history total")
            assert isinstance(history, History)
            return [found.value.repr for found in history.entries if found.line == 9 and found.value]

    assert totals(DEMOS["cart_total.py"]) == ["19.98", "4.5"]
    assert totals(text_of("cart_total.py", tmp_path)) == ["19.98", "24.48"]


@pytest.mark.parametrize("name", sorted(set(DEMOS) - {"cart_total.py"}))
def test_a_demo_says_at_its_opening_what_is_to_be_found(name: str) -> None:
    with closing(session_of(DEMOS[name])) as session:
        opening = describe_session(session)
        assert opening.first_failure is not None
        shown = view_opening(opening, ViewContext(width=200)).plain.splitlines()
    said = shown.index(f"fails  {opening.first_failure.test}")
    assert shown[said + 1] == f"       got {opening.first_failure.got}"
