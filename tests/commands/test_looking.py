"""Frames, source, output, history, graph and trace of a recording."""

from pathlib import Path

import pytest

from llmdb.commands.following import History
from llmdb.commands.line.dispatch import attempt, dispatch
from llmdb.commands.results.common import (
    Arguments,
    Graph,
    Position,
    ProgramOutput,
    SourceListing,
    Stack,
    TraceListing,
)
from llmdb.commands.state.prefix import supply_prefix
from llmdb.errors import BadArgument, EvaluationFailed, NoSuchName, NoSuchStep
from llmdb.session import Session, Settings
from tests.commands.conftest import OpenSession

NESTED = """\
def outer(a, b=2):
    c = a + b
    return inner(c)

def inner(n):
    if n > 2:
        print("big")
    return n

r = outer(1)
print("end")
"""


def go_to_scope(session: Session, scope: str) -> None:
    """Move to the last step of a scope."""
    numbers = range(1, len(session.trace) + 1)
    dispatch(session, f"goto {max(n for n in numbers if session.trace.step(n).scope == scope)}")


def listed(session: Session, line: str) -> list[int]:
    """The line numbers that a listing command shows."""
    result = dispatch(session, line)
    assert isinstance(result, SourceListing)
    return [number for number, _ in result.lines]


def test_where_shows_the_stack_from_the_outermost_frame(open_session: OpenSession) -> None:
    session = open_session(NESTED)
    go_to_scope(session, "inner")
    result = dispatch(session, "where")
    assert isinstance(result, Stack)
    assert [(info.scope, info.line) for info in result.position.stack] == [
        ("<module>", 10),
        ("outer", 3),
        ("inner", 8),
    ]


def test_up_and_down_choose_the_frame_that_p_and_args_see(open_session: OpenSession) -> None:
    session = open_session(NESTED)
    go_to_scope(session, "inner")
    position = dispatch(session, "up")
    assert isinstance(position, Position)
    assert position.step.scope == "outer"
    arguments = dispatch(session, "args")
    assert isinstance(arguments, Arguments)
    assert {name: value.repr for name, value in arguments.arguments.items()} == {"a": "1", "b": "2"}
    dispatch(session, "down")
    assert session.selected == 0


def test_a_caller_is_shown_as_far_as_it_has_come(open_session: OpenSession) -> None:
    session = open_session("def f(a):\n    b = a + 1\n    return b\n\nx = 5\ny = [x]\nz = f(x)\nprint(z)\n")
    go_to_scope(session, "f")
    position = dispatch(session, "up")
    assert isinstance(position, Position)
    assert position.step.lines == (5, 6, 7)
    assert {name: value.repr for name, value in position.step.changed.items()} == {"x": "5", "y": "[5]"}
    assert (dict(position.before), position.written) == ({}, ())
    assert dispatch(session, "p y").to_json()["value"] == {"type": "list", "repr": "[5]"}


def test_p_evaluates_in_the_frame_that_up_selected(open_session: OpenSession) -> None:
    session = open_session(
        "def down(n):\n    kept = {n: [n]}\n    if n == 0:\n        return 0\n    return sum([down(n - 1)])\ndown(2)\n"
    )
    innermost = max(range(1, len(session.trace) + 1), key=session.trace.depth)
    dispatch(session, f"goto {innermost}")
    values = []
    for _ in range(3):
        values.append(dispatch(session, "p (n, kept.get(n), [*kept])").to_json()["value"])
        dispatch(session, "up")
    assert [value["repr"] for value in values] == [  # type: ignore[call-overload,index]
        "(0, [0], [0])",
        "(1, [1], [1])",
        "(2, [2], [2])",
    ]
    with pytest.raises(EvaluationFailed, match="NameError: name 'kept' is not defined"):
        dispatch(session, "p kept")


def test_up_beyond_the_outermost_frame_changes_nothing(open_session: OpenSession) -> None:
    session = open_session(NESTED)
    go_to_scope(session, "inner")
    with pytest.raises(NoSuchStep, match="only 2 frames further up"):
        dispatch(session, "up 3")
    assert session.selected == 0
    with pytest.raises(NoSuchStep, match="innermost"):
        dispatch(session, "down")


def test_a_move_leaves_the_selected_frame(open_session: OpenSession) -> None:
    session = open_session(NESTED)
    go_to_scope(session, "inner")
    dispatch(session, "up")
    dispatch(session, "back")
    assert session.selected == 0


def test_list_goes_on_where_it_stopped_and_a_dot_starts_again(open_session: OpenSession) -> None:
    session = open_session("".join(f"x{n} = {n}\n" for n in range(1, 31)))
    assert listed(session, "list") == list(range(1, 12))
    assert listed(session, "list") == list(range(12, 23))
    assert listed(session, "l .") == list(range(1, 12))
    assert listed(session, "l 20, 22") == [20, 21, 22]
    assert listed(session, "l 25, 2") == [25, 26, 27]
    with pytest.raises(BadArgument, match="the snippet has 30 lines"):
        dispatch(session, "l 40,50")


def test_list_beyond_the_end_says_where_that_is(open_session: OpenSession) -> None:
    session = open_session("x = 1\ny = 2\n")
    with pytest.raises(BadArgument, match=r"^the snippet has 2 lines; '999' is beyond its end$"):
        dispatch(session, "list 999")
    dispatch(session, "list")
    with pytest.raises(
        BadArgument, match=r"^line 2 was the last; `list \.` starts again at the current step$"
    ):
        dispatch(session, "list")


def test_longlist_shows_the_function_of_the_frame(open_session: OpenSession) -> None:
    session = open_session(NESTED)
    assert listed(session, "ll") == list(range(1, 12))
    go_to_scope(session, "inner")
    assert listed(session, "ll") == [5, 6, 7, 8]


def test_source_shows_a_definition_by_name(open_session: OpenSession) -> None:
    session = open_session(NESTED)
    assert listed(session, "source outer") == [1, 2, 3]
    with pytest.raises(NoSuchName) as caught:
        dispatch(session, "source solve")
    assert str(caught.value) == "no function or class 'solve' in snippet.py; it defines: outer, inner"


def test_out_is_what_was_written_so_far(open_session: OpenSession) -> None:
    session = open_session(NESTED)
    shown = []
    for line in ("goto end", "back", "back"):
        dispatch(session, line)
        result = dispatch(session, "out")
        assert isinstance(result, ProgramOutput)
        shown.append(result.stdout)
    assert shown == ["big\nend\n", "big\n", "big\n"]


def test_history_lists_the_values_of_a_name(open_session: OpenSession) -> None:
    session = open_session("acc = 0\nfor n in [3, 4]:\n    acc += n\nxs = [acc]\n")
    result = dispatch(session, "history acc")
    assert isinstance(result, History)
    assert [(entry.line, entry.value.repr) for entry in result.entries] == [(1, "0"), (3, "3"), (3, "7")]
    with pytest.raises(NoSuchName, match="no variable 'zzz' was recorded"):
        dispatch(session, "history zzz")
    with pytest.raises(BadArgument):
        dispatch(session, "history")


def test_cfg_counts_the_executions_of_a_recorded_run(open_session: OpenSession) -> None:
    session = open_session("for n in [3, 4]:\n    n += 1\n")
    unrecorded = dispatch(session, "cfg")
    assert isinstance(unrecorded, Graph)
    assert unrecorded.counts is None
    dispatch(session, "step")
    recorded = dispatch(session, "cfg")
    assert isinstance(recorded, Graph)
    assert recorded.counts == {1: 3, 2: 2}
    assert recorded.current == 2


def test_trace_takes_a_range_and_a_summary(open_session: OpenSession) -> None:
    session = open_session("for n in [3, 4]:\n    n += 1\n")
    result = dispatch(session, "trace 2 3")
    assert isinstance(result, TraceListing)
    steps = result.to_json()["steps"]
    assert isinstance(steps, list)
    assert [step["step"] for step in steps if isinstance(step, dict)] == [2, 3]
    assert "steps" not in dispatch(session, "trace --summary").to_json()
    with pytest.raises(NoSuchStep):
        dispatch(session, "trace 77")
    with pytest.raises(BadArgument):
        dispatch(session, "trace 3 2")


def test_run_records_again_with_other_arguments(open_session: OpenSession) -> None:
    session = open_session("import sys\nprint(sys.argv[1:])\n", arguments=("a",))
    assert session.trace.stdout == "['a']\n"
    dispatch(session, "run 'b c' d")
    assert session.trace.stdout == "['b c', 'd']\n"
    dispatch(session, "restart")
    assert session.trace.stdout == "['b c', 'd']\n"
    with pytest.raises(BadArgument, match="a quotation mark is not closed"):
        dispatch(session, "run 'b")
    dispatch(session, "run --")
    assert session.trace.stdout == "[]\n"


def test_run_takes_the_options_of_the_run_before_the_programs_own(
    open_session: OpenSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "names.txt").write_text("ann\n")
    text = "import os, sys\nprint(sys.argv[1:], os.path.exists('names.txt'), sys.stdin.readline())\n"
    session = open_session(text, arguments=("a",))
    assert session.trace.stdout == "['a'] False \n"
    data = dispatch(session, "run --here --timeout 5 --max-steps=300 --stdin names.txt").to_json()
    assert session.trace.stdout == "['a'] True ann\n\n"
    assert data["options"] == {
        "here": True,
        "sandbox": "auto",
        "stdin": True,
        "max_steps": 300,
        "timeout": 5.0,
        "max_memory": 1024,
    }
    dispatch(session, "run --no-here -v --timeout 1")
    assert session.trace.stdout == "['-v', '--timeout', '1'] False ann\n\n"
    assert session.options.limits.timeout_s == 5
    dispatch(session, "run --no-stdin -- --here")
    assert session.trace.stdout == "['--here'] False \n"
    for line, said in (
        ("run --max-step 3", "did you mean --max-steps?"),
        ("run --timeout soon", "'soon' is not a number of seconds above 0"),
        ("run --stdin none.txt", "none.txt: no such file"),
    ):
        with pytest.raises(BadArgument, match=said):
            dispatch(session, line)
    assert session.options.limits.timeout_s == 5
    assert session.trace.stdout == "['--here'] False \n"


def test_a_prefix_of_the_engine_is_found_anew_where_the_program_meets_other_files(
    open_session: OpenSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "rows = open('rows.txt').read().split()\nfor row in rows:\n    show(row)\n"
    session = open_session(text, settings=Settings(), supply_prefix=supply_prefix)
    invented = session.trace.value(len(session.trace), "rows")
    (tmp_path / "rows.txt").write_text("one two three")
    dispatch(session, "run --here")
    found = session.trace.value(len(session.trace), "rows")
    assert found is not None
    assert found.repr == "['one', 'two', 'three']" != (invented and invented.repr)
    dispatch(session, "assume show = print")
    dispatch(session, "run --no-here")
    assert session.prefix is not None
    assert "show = print" in session.prefix


def test_tests_are_run_added_and_dropped(open_session: OpenSession) -> None:
    session = open_session("def f(x):\n    return x + 1\n", tests=("assert f(1) == 2",))
    data = dispatch(session, "test add assert f(2) == 4").to_json()
    assert data == {
        "tests": [
            {"test": "assert f(1) == 2", "passed": True, "got": ""},
            {"test": "assert f(2) == 4", "passed": False, "got": "3"},
        ],
        "passed": 1,
        "total": 2,
    }
    assert session.program.epilogue == "assert f(2) == 4"
    dispatch(session, "test drop 2")
    assert session.tests == ("assert f(1) == 2",)
    assert dispatch(session, "test assert f(2) == 3").to_json()["passed"] == 2
    with pytest.raises(BadArgument):
        dispatch(session, "test add assert f(")


METHODS = "class A:\n    def run(self):\n        return 1\nclass B:\n    def run(self):\n        return 2\n"


def test_a_method_is_found_by_its_class(open_session: OpenSession) -> None:
    session = open_session(METHODS)
    assert dispatch(session, "source B.run").to_json()["lines"] == [
        {"line": 5, "text": "    def run(self):"},
        {"line": 6, "text": "        return 2"},
    ]


def test_of_very_many_names_only_some_are_listed(open_session: OpenSession) -> None:
    session = open_session("".join(f"def f{n}(): pass\n" for n in range(40)))
    for line in ("source nothing", "break nothing"):
        said = str(attempt(session, line).error)
        assert said.endswith("it defines: " + ", ".join(f"f{n}" for n in range(12)) + " ... and 28 more")
