"""A project of several files in one recording: `--with MODULE`, `record MODULE`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from llmdb.cli import build_session
from llmdb.commands.line.dispatch import attempt, dispatch
from llmdb.commands.line.opening import describe_session
from llmdb.commands.versions import WrittenText, history_of, keep_history
from llmdb.errors import (
    BadArgument,
    CommandError,
    LlmdbError,
    SnippetNotFound,
    SnippetSyntaxError,
    SnippetUnreadable,
)
from llmdb.options import parse_call
from llmdb.program.files import files_of
from llmdb.session import Session
from tests.commands.conftest import UseEditor
from tests.ui.samples import drawn

MAIN = """\
import helpers
from shop import prices


def total(names):
    out = 0
    for name in names:
        out += prices.price(name)
    return helpers.clip(out, 10)


first = total(["fig"])
helpers.LIMIT = 7
second = total(["fig", "fig"])
assert second == 7, second
"""
HELPERS = """\
LIMIT = 50
seen = []


def clip(x, high):
    seen.append(x)
    if x > min(high, LIMIT):
        return high
    return x
"""
FILES = {
    "main.py": MAIN,
    "helpers.py": HELPERS,
    "shop/__init__.py": 'NAME = "shop"\n',
    "shop/prices.py": "from . import tax as levy\n\nRATES = {'fig': 4}\n\n\ndef price(name):\n"
    "    from .late import rounded\n\n    return rounded(RATES[name] + levy.of(name))\n",
    "shop/tax.py": "def of(name):\n    return 0.4\n",
    "shop/late.py": "DIGITS = 0\n\n\ndef rounded(x):\n    return round(x, DIGITS)\n",
}
FIXED = HELPERS.replace("return high", "return min(high, LIMIT)")
Open = Callable[..., Session]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """A function that writes files and opens `main.py` with modules; by default the shop with all of it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    opened: list[Session] = []

    def open_it(*modules: str, files: dict[str, str] = FILES, options: tuple[str, ...] = ()) -> Session:
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        named = [word for module in modules or ("helpers", "shop") for word in ("--with", module)]
        opened.append(build_session(parse_call([*options, *named, "main.py"], {})))
        return opened[-1]

    yield open_it
    for session in opened:
        session.close()


def seen(session: Session, line: str, width: int = 120) -> str:
    """What a command shows."""
    with session.showing_lines():
        return drawn(dispatch(session, line), width=width)


def told(session: Session, line: str) -> Any:
    """What it tells in JSON."""
    answer = attempt(session, line).to_json()
    assert answer["ok"], answer
    return answer["result"]


def editor(request: pytest.FixtureRequest) -> UseEditor:
    """For a session that is open: it takes standard input, which a session reads as it is opened."""
    use_editor: UseEditor = request.getfixturevalue("use_editor")
    return use_editor


def test_steps_go_through_all_files_in_the_order_of_the_run(project: Open) -> None:
    session = project(
        "helpers",
        files={
            "main.py": "import helpers\na = helpers.double(2)\nimport helpers as again\nb = again is helpers\n",
            "helpers.py": "K = 2\n\n\ndef double(x):\n    return x * K\n",
        },
    )
    steps = told(session, "trace")["steps"]
    assert [(step["file"], step["scope"], step["lines"]) for step in steps] == [
        ("main.py", "<module>", [1]),
        ("helpers.py", "helpers:<module>", [1, 4]),
        ("main.py", "<module>", [2]),
        ("helpers.py", "helpers:double", [5]),
        ("main.py", "<module>", [3, 4]),
    ]
    assert "module helpers #2" in seen(session, "trace")
    assert told(session, "step")["file"] == "helpers.py"
    dispatch(session, "back")
    assert [told(session, "next")[key] for key in ("step", "file")] == [3, "main.py"]


def test_a_line_is_named_with_its_file(project: Open) -> None:
    session = project()
    assert "breakpoint 1 at line helpers.py:6" in seen(session, "break helpers.py:6")
    assert "breakpoint 2 at line shop/tax.py:2" in seen(session, "break shop.tax:2")
    assert "breakpoint 3 at line shop/prices.py:9, if name" in seen(
        session, "break prices.py:9, name == 'fig'"
    )
    assert told(session, "break helpers.clip")["note"] == "breakpoint 4 at line helpers.py:5"
    places = [told(session, "continue") for _ in range(3)]
    assert [(place["file"], place["lines"]) for place in places] == [
        ("shop/prices.py", [9]),
        ("shop/tax.py", [2]),
        ("helpers.py", [6, 7]),
    ]
    where = seen(session, "where")
    assert "total(names=['fig'])  line main.py:9" in where
    assert "helpers:clip(x=4.0, high=10)  line helpers.py:7" in where
    assert " ▶  6 │     seen.append(x)" in where
    assert seen(session, "list shop/tax.py") == "    1 │ def of(name):\n ◆  2 │     return 0.4"
    assert seen(session, "list 1, 2") == "    1 │ LIMIT = 50\n    2 │ seen = []"
    assert told(session, "break 9")["note"] == "breakpoint 5 at line helpers.py:9"


def test_two_sessions_in_one_process_each_show_lines_of_their_own_files(project: Open) -> None:
    several = project()
    there = attempt(several, "break helpers.py:6")
    one = build_session(parse_call(["helpers.py"], {}))
    here = attempt(one, "break 6")
    results: list[Any] = [answer.to_json()["result"] for answer in (there, here)]
    assert [result["note"] for result in results] == [
        "breakpoint 1 at line helpers.py:6",
        "breakpoint 1 at line 6",
    ]
    assert [(result["stops"][0].get("file"), result["stops"][0]["line"]) for result in results] == [
        ("helpers.py", 6),
        (None, 6),
    ]
    assert "line 6 " in seen(one, "break")
    assert "line helpers.py:6  hit" in seen(several, "break")
    one.close()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("break nothere.py:3", "'nothere.py' is not recorded; main.py, helpers.py, shop/__init__.py"),
        ("break helpers.py:3", "no statement begins at line helpers.py:3; the next one is helpers.py:5"),
        ("break helpers.py:99", "helpers.py has 9 lines, not 99"),
        ("list nothere.py", "'nothere.py' is not recorded"),
        ("history helpers.LIMIT", "LIMIT is a variable of helpers.py: it is followed there"),
        ("when len(helpers.seen) > 1", "seen is a variable of helpers.py: it is followed there"),
        ("watch helpers.LIMIT", "LIMIT is a variable of helpers.py"),
    ],
)
def test_what_no_file_of_the_recording_has_is_refused_with_its_name(
    project: Open, line: str, said: str
) -> None:
    session = project()
    dispatch(session, "goto end")
    with pytest.raises(LlmdbError) as caught:
        dispatch(session, line)
    assert str(caught.value).startswith(said)


def test_expressions_see_the_module_of_their_frame_as_it_was(project: Open) -> None:
    session = project()
    dispatch(session, "goto end")
    assert "7" in seen(session, "p helpers.LIMIT")
    with pytest.raises(LlmdbError, match="name 'LIMIT' is not defined"):
        dispatch(session, "p LIMIT")
    dispatch(session, "break helpers.py:6")
    dispatch(session, "goto 1")
    values = []
    for _ in range(2):
        dispatch(session, "continue")
        values.append((told(session, "p LIMIT")["value"], told(session, "p seen")["value"]))
    assert [(limit["repr"], held["repr"]) for limit, held in values] == [
        ("50", "[4.0]"),
        ("7", "[4.0, 8.0]"),
    ]
    history = told(session, "history LIMIT")["values"]
    assert [(row["file"], row["line"], row["value"]["repr"]) for row in history] == [
        ("helpers.py", 1, "50"),
        ("main.py", 13, "7"),
    ]
    assert [row["line"] for row in told(session, "who seen")["writes"]] == [2, 6, 6]
    assert [at["scope"] for at in told(session, "when len(seen) > 1")["steps"]] == ["helpers:clip"]
    reads = told(session, "deps LIMIT")["reads"]
    assert reads[0]["writer"]["file"] == "main.py"
    assert reads[0]["writer"]["line"] == 13


def test_a_watch_stops_where_another_file_sets_the_variable(project: Open) -> None:
    session = project()
    dispatch(session, "goto 2")
    dispatch(session, "watch LIMIT")
    place = told(session, "continue")
    assert (place["file"], place["lines"]) == ("main.py", [13, 14])


def test_a_modules_attribute_is_what_its_own_code_bound_last(project: Open) -> None:
    session = project(
        "state",
        files={
            "main.py": "import state\nstate.count = 10\nstate.bump()\nx = state.count\n",
            "state.py": "count = 0\n\n\ndef bump():\n    global count\n    count += 1\n",
        },
    )
    dispatch(session, "goto end")
    reads = told(session, "deps x")["reads"]
    assert [(row["name"], row["value"]["repr"]) for row in reads] == [("x", "11")]
    steps = told(session, "slice x")["steps"]
    written = {(step["file"], step["line"]) for step in steps if step["names"]}
    assert written == {("main.py", 2), ("state.py", 6), ("main.py", 4)}


def test_what_is_typed_in_a_module_changes_how_the_run_goes_on(project: Open) -> None:
    session = project()
    dispatch(session, "tbreak helpers.py:7")
    dispatch(session, "goto 1")
    dispatch(session, "continue")
    dispatch(session, "!x = 99")
    dispatch(session, "next")
    assert told(session, "goto end")["state"]["first"]["repr"] == "99"
    dispatch(session, "undo")
    assert told(session, "goto end")["state"]["first"]["repr"] == "4.0"


def test_what_goes_wrong_in_a_module_is_told_with_its_line(project: Open) -> None:
    session = project(
        "broken",
        "retry",
        files={
            "main.py": "try:\n    import broken\nexcept ZeroDivisionError:\n    ok = 1\nimport retry\nretry.f(0)\n",
            "broken.py": "a = 1\nb = a / 0\n",
            "retry.py": "def f(n):\n    return 1 / n\n",
        },
    )
    listed = seen(session, "exceptions")
    assert "module broken  ZeroDivisionError" in listed
    assert "line main.py:3" in listed
    assert "ZeroDivisionError: division by zero (line retry.py:2)" in seen(session, "goto error")
    outcome = told(session, "trace --summary")["outcome"]
    assert outcome["exception"] == {
        "type": "ZeroDivisionError",
        "message": "division by zero",
        "line": 2,
        "file": "retry.py",
    }


def test_reloading_and_stars_and_relative_imports_run_as_without_llmdb(project: Open) -> None:
    session = project(
        "state",
        "pkg",
        files={
            "main.py": "import importlib\nimport state\nfrom pkg import *\nfrom pkg.inner.deep import CONST\n"
            "state.n += 5\nbefore = state.n\nimportlib.reload(state)\nafter = state.n\n"
            "name, file = state.__name__, state.__file__[-8:]\n",
            "state.py": "from __future__ import annotations\n\nn: int = 1\n",
            "pkg/__init__.py": "__all__ = ['star']\nstar = '*'\nhidden = 1\n",
            "pkg/inner/__init__.py": "",
            "pkg/inner/deep.py": "from .. import star as up\nfrom . import leaf\n\nCONST = leaf.LEAF + up\n",
            "pkg/inner/leaf.py": "LEAF = '-'\n",
        },
    )
    state = told(session, "goto end")["state"]
    shown = {name: value["repr"] for name, value in state.items()}
    assert shown == {
        "star": "'*'",
        "CONST": "'-*'",
        "before": "6",
        "after": "1",
        "name": "'state'",
        "file": "'state.py'",
    }


@pytest.mark.parametrize(
    ("module", "said"),
    [
        ("nothere", "no module nothere in "),
        ("json", "json is the standard library's: only modules of the project are recorded"),
        ("math", "math is the standard library's: only modules of the project are recorded"),
        ("pytest", "pytest is an installed package: only modules of the project are recorded"),
        ("quick", "quick is compiled: only Python files are recorded"),
        ("two words", "'two words' is no name of a module; as `import` names it: helpers, or pkg.helpers"),
    ],
)
def test_a_module_that_cannot_be_recorded_gets_one_line(project: Open, module: str, said: str) -> None:
    files = {**FILES, "quick.cpython-312-x86_64-linux-gnu.so": ""}
    session = project("helpers", files=files)
    with pytest.raises(SnippetNotFound) as caught:
        dispatch(session, f"record {module}" if module != "two words" else "record 'two words'")
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_a_module_that_is_no_python_gets_one_line(project: Open) -> None:
    with pytest.raises(SnippetSyntaxError, match=r"^bad\.py:1:\d+: "):
        project("bad", files={"main.py": "import bad\n", "bad.py": "def f(:\n"})


def test_record_adds_a_module_to_what_runs(project: Open) -> None:
    session = project("helpers")
    dispatch(session, "break helpers.py:7")
    assert "shop/tax.py" in seen(session, "record shop")
    assert [file.module for file in files_of(session.snippet.text)] == [
        "",
        "helpers",
        "shop",
        "shop.late",
        "shop.prices",
        "shop.tax",
    ]
    assert "breakpoint" not in seen(session, "record")
    assert "shop/late.py" in seen(session, "record")
    assert [(stop.place, stop.kind) for stop in session.stops] == [("helpers.py:7", "line")]
    dispatch(session, "break shop/tax.py:2")
    dispatch(session, "goto 1")
    assert told(session, "continue")["file"] == "shop/tax.py"
    dispatch(session, "undo")
    assert [file.module for file in files_of(session.snippet.text)] == ["", "helpers"]
    with pytest.raises(BadArgument, match=r"'shop/tax.py' is not recorded; main.py, helpers.py are"):
        dispatch(session, "break shop/tax.py:2")


def test_a_fault_in_a_module_is_found_fixed_and_written_there_but_not_over_an_edit(project: Open) -> None:
    session = project("helpers")
    assert "helpers.py:" in seen(session, "plan")
    assert "helpers.py:" in seen(session, "verdict --offline")
    assert "line" in seen(session, "hunt")
    fixed = seen(session, "fix --offline")
    assert "@@ -6,4 +6,4 @@ helpers.py" in fixed
    assert "helpers.py is untouched: `write` saves it." in seen(session, "accept")
    Path("helpers.py").write_text("# mine\n" + HELPERS)
    with pytest.raises(LlmdbError, match=r"helpers.py changed since it was loaded"):
        dispatch(session, "write")
    assert Path("helpers.py").read_text() == "# mine\n" + HELPERS
    Path("helpers.py").write_text(HELPERS)
    written = told(session, "write")
    assert written["written"] == "helpers.py"
    assert Path("helpers.py").read_text() != HELPERS
    assert Path("main.py").read_text() == session.snippet.main
    outcome = told(session, "trace --summary")["outcome"]
    assert outcome["kind"] == "finished"


def test_compare_takes_the_modules_beside_the_correct_program(project: Open, tmp_path: Path) -> None:
    session = project("helpers")
    right = tmp_path / "right"
    right.mkdir()
    for name, text in {**FILES, "helpers.py": FIXED}.items():
        (right / name).parent.mkdir(parents=True, exist_ok=True)
        (right / name).write_text(text)
    for target in (right / "main.py", right / "helpers.py"):
        found = seen(session, f"compare {target}")
        assert " ▶ step" in found
        assert (
            next(row for row in found.split("\n") if " ▶ " in row)
            .split("line ")[1]
            .startswith("helpers.py:8")
        )


def test_the_graph_names_lines_and_modules_as_the_files_do(project: Open) -> None:
    session = project("helpers")
    graph = told(session, "cfg")
    blocks = graph["blocks"]
    clip = [block for block in blocks if block["scope"] == "helpers:clip"]
    assert [(block["file"], block["lines"]) for block in clip] == [
        ("helpers.py", [6, 7]),
        ("helpers.py", [8, 8]),
        ("helpers.py", [9, 9]),
    ]
    assert "\nModule helpers:\n" in str(graph["text"])
    shown = seen(session, "cfg")
    assert "module helpers\n   B" in shown
    assert "helpers:clip(x, high)  function, line helpers.py:5" in shown


def test_exports_name_lines_as_the_files_do(project: Open, request: pytest.FixtureRequest) -> None:
    session = project("helpers")
    dispatch(session, "goto end")
    for name in ("story.md", "page.html", "run.json", "graph.svg", "test_bug.py", "runs.py --runnable"):
        dispatch(session, f"export {name}")
    story = Path("story.md").read_text()
    assert "| helpers:clip | helpers.py:8 `return high` |" in story
    assert "`helpers.py`\n\n```python\nLIMIT" in story
    assert "═" not in story
    events = json.loads(Path("run.json").read_text())["traceEvents"]
    places = [(event["args"].get("file"), event["args"].get("line")) for event in events if "args" in event]
    assert ("helpers.py", 8) in places
    data = json.loads(Path("page.html").read_text().partition('id="data">')[2].partition("</script>")[0])
    mark = data["source"].index("LIMIT = 50")
    assert (data["numbers"][mark], data["labels"][mark], data["numbers"][mark - 1]) == (
        "1",
        "helpers.py:1",
        "",
    )
    assert "  8  return high" in Path("graph.svg").read_text()
    assert "═" not in Path("runs.py").read_text()
    assert "def clip" not in Path("runs.py").read_text()
    compile(Path("test_bug.py").read_text(), "test_bug.py", "exec")
    editor(request)('sed -i "s/return high/return LIMIT/" "$2"')
    dispatch(session, "goto error")
    dispatch(session, "tbreak helpers.py:6")
    dispatch(session, "rcontinue")
    assert "helpers.py" in seen(session, "edit")
    dispatch(session, "accept")
    with pytest.raises(
        LlmdbError, match=r"would import helpers.py as it is on the disk: `write` this version"
    ):
        dispatch(session, "export again.py --runnable")


def test_a_saved_session_has_all_files(project: Open) -> None:
    session = project("helpers")
    dispatch(session, "break helpers.py:8")
    dispatch(session, "save kept.llmdb")
    Path("helpers.py").unlink()
    again = build_session(parse_call(["kept.llmdb"], {}))
    try:
        dispatch(again, "goto 1")
        place = told(again, "continue")
        assert (place["file"], place["lines"]) == ("helpers.py", [8])
        assert "helpers:clip(x=8.0, high=10)  line helpers.py:8" in seen(again, "where")
        assert "so is helpers.py" in seen(again, "record")
    finally:
        again.close()


def test_an_edit_of_a_module_on_the_disk_is_told_and_taken(project: Open) -> None:
    session = project("helpers")
    dispatch(session, "goto end")
    Path("helpers.py").write_text(FIXED)
    notes = attempt(session, "run").notes
    assert any("edited" in note for note in notes), notes
    outcome = told(session, "trace --summary")["outcome"]
    assert outcome["kind"] == "finished"


def test_the_editor_gets_the_file_where_the_cursor_is(project: Open, request: pytest.FixtureRequest) -> None:
    session = project("helpers")
    use_editor = editor(request)
    dispatch(session, "tbreak helpers.py:6")
    dispatch(session, "goto 1")
    dispatch(session, "continue")
    use_editor('test "$(head -n 1 "$2")" = "LIMIT = 50" && echo "# mine" >> "$2"')
    assert "@@ -8,2 +8,3 @@ helpers.py" in seen(session, "edit")
    dispatch(session, "accept")
    assert [file.text for file in files_of(session.snippet.text)] == [MAIN, HELPERS + "# mine\n"]


def test_a_jump_in_a_module_is_named_with_its_line(project: Open) -> None:
    session = project("helpers")
    dispatch(session, "tbreak helpers.py:6")
    dispatch(session, "goto 1")
    dispatch(session, "continue")
    assert "line helpers.py:8" in seen(session, "jump 8")
    dispatch(session, "next")
    assert "jump helpers.py:8" in seen(session, "versions")
    assert told(session, "where")["returned"]["repr"] == "10"


def test_the_opening_counts_the_lines_of_the_files(project: Open) -> None:
    session = project("helpers")
    with session.showing_lines():
        opening = drawn(describe_session(session), width=160)
    assert "main.py · 2 files, 24 lines, " in opening
    assert "AssertionError: 10 (line main.py:15)" in opening


def test_modules_need_a_file_beside_which_they_lie(project: Open) -> None:
    project("helpers")
    with pytest.raises(SnippetNotFound, match=r"^-c is no file: modules are recorded that lie beside one$"):
        build_session(parse_call(["--with", "helpers", "-c", "x = 1"], {}))


@pytest.mark.parametrize(
    ("main", "scopes"),
    [
        (
            "import os\nfrom .core import f\nf()\n",
            ["<module>", "pkg:<module>", "pkg.core:<module>", "pkg.core:f"],
        ),
        ("ready = 1\nfrom .core import f\nf()\n", ["<module>", "pkg.core:<module>", "pkg.core:f"]),
    ],
)
def test_a_package_that_runs_as_one_is_recorded_where_it_begins_with_its_own_imports(
    project: Open, main: str, scopes: list[str]
) -> None:
    """Else it is imported before its `__main__`, as by `python -m`, and so before anything is recorded."""
    files = {
        "main.py": "",
        "pkg/__init__.py": "name = __name__\n",
        "pkg/core.py": "def f():\n    return 1\n",
        "pkg/__main__.py": main,
    }
    with pytest.raises(LlmdbError):
        project("pkg", files=files)
    session = build_session(parse_call(["--with", "pkg", "-m", "pkg"], {}))
    try:
        steps = told(session, "trace")["steps"]
        assert list(dict.fromkeys(step["scope"] for step in steps)) == scopes
        unseen = "not recorded: pkg, which is imported before the program begins"
        assert (unseen in seen(session, "goto end")) == ("pkg:<module>" not in scopes)
    finally:
        session.close()


def test_versions_that_record_other_files_differ_in_that_alone(project: Open) -> None:
    session = project("helpers")
    dispatch(session, "record shop.tax")
    assert seen(session, "diff 1 2").split("\n")[-1].strip() == "@@ shop/tax.py is recorded, too @@"
    assert "v1 → v2   0 hunks" in seen(session, "diff 1 2")
    assert seen(session, "diff 2 1").split("\n")[-1].strip() == "@@ shop/tax.py is not recorded @@"
    with pytest.raises(BadArgument, match=r"^v1 is the program in use"):
        dispatch(session, "compare v1")


MARK = "# ═══ module other: ../other.py ═══"


def test_a_line_that_would_begin_another_file_is_refused_in_the_users_text(
    project: Open, tmp_path: Path
) -> None:
    files = {"main.py": "import helpers\n", "helpers.py": f"x = 1\n{MARK}\ny = 2\n"}
    with pytest.raises(SnippetUnreadable, match=r"helpers\.py:2: llmdb puts such a line between"):
        project("helpers", files=files)
    (tmp_path / "main.py").write_text(f"x = 1\n{MARK}\nprint(x)\n")
    with pytest.raises(SnippetUnreadable, match=r"main\.py:2: "):
        build_session(parse_call([str(tmp_path / "main.py")], {}))


def test_no_file_is_written_that_is_none_of_the_programs_or_lies_outside_its_project(
    project: Open, tmp_path: Path
) -> None:
    session = project("helpers")
    far = tmp_path.parent / "far.py"
    code = session.snippet.text
    keep_history(session, history_of(session).propose([f"{code}{MARK}\nx = 1\n"], "test").accept())
    with pytest.raises(CommandError, match=r"\.\./other\.py is no file of the program"):
        dispatch(session, "write")
    moved = code.replace("helpers: helpers.py", f"helpers: {far}")
    session.kept.put(WrittenText(text=moved))
    keep_history(
        session, history_of(session).propose([moved.replace("LIMIT = 50", "LIMIT = 5")], "test").accept()
    )
    with pytest.raises(CommandError, match=r"far\.py lies outside .*: `write --force` writes it"):
        dispatch(session, "write")
    assert not far.exists()
    assert not (tmp_path / "other.py").exists()
