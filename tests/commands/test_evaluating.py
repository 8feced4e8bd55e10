"""Expressions are evaluated in the state after the current step, and the recording is not disturbed."""

from pathlib import Path

import pytest

from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.results.common import Displays, Evaluated, Position, TypeOf
from llmdb.errors import BadArgument, EvaluationFailed, NotRecorded
from llmdb.events.model import Value
from llmdb.runner.model import Limits, RunOptions
from llmdb.session import Settings
from tests.commands.conftest import OpenSession

ROWS = """\
rows = []
for i in range(3):
    rows.append(i)
done = True
"""


def test_a_variable_is_answered_from_the_recording(open_session: OpenSession) -> None:
    session = open_session(ROWS)
    dispatch(session, "goto 5")
    assert dispatch(session, "p rows") == Evaluated(
        expression="rows", value=session.trace.state(5)["rows"], how="recorded"
    )


def test_any_other_expression_is_evaluated_in_a_second_run(open_session: OpenSession) -> None:
    session = open_session(ROWS)
    dispatch(session, "goto 5")
    result = dispatch(session, "p [n * 10 for n in rows] + [len(rows)]")
    assert isinstance(result, Evaluated)
    assert (result.value.type, result.value.repr, result.how) == ("list", "[0, 10, 2]", "replayed")


def test_a_variable_that_was_set_by_its_module_does_not_hide_the_steps_after_it(
    open_session: OpenSession,
) -> None:
    lines = ["import sys", 'sys.modules["__main__"].limit = 5', "def f(n):", "    return n + limit", "f(3)"]
    session = open_session("\n".join(lines) + "\n")
    dispatch(session, "goto 3")
    result = dispatch(session, "p [n, len(str(n))]")
    assert isinstance(result, Evaluated)
    assert (result.value.repr, result.how) == ("[3, 1]", "replayed")


def test_an_expression_that_changes_something_does_not_change_the_recording(
    open_session: OpenSession,
) -> None:
    session = open_session(ROWS)
    dispatch(session, "goto 5")
    dispatch(session, "p rows.clear()")
    result = dispatch(session, "p rows")
    assert isinstance(result, Evaluated)
    assert result.value.repr == "[0, 1]"


def test_the_same_input_is_given_to_the_second_run(open_session: OpenSession) -> None:
    session = open_session("name = input()\nif name:\n    pass\n", ask_input=lambda prompt: b"Ada\n")
    result = dispatch(session, "p name.upper()")
    assert isinstance(result, Evaluated)
    assert result.value.repr == "'ADA'"


def test_an_expression_that_raises_is_an_error(open_session: OpenSession) -> None:
    with pytest.raises(EvaluationFailed, match="NameError"):
        dispatch(open_session(ROWS), "p nosuch + 1")


@pytest.mark.parametrize("line", ["p", "p 1 +", "p x = 1", "pp", "whatis", "p \0"])
def test_what_is_no_expression_is_refused(open_session: OpenSession, line: str) -> None:
    with pytest.raises(BadArgument):
        dispatch(open_session(ROWS), line)


def test_whatis_gives_the_type(open_session: OpenSession) -> None:
    assert dispatch(open_session(ROWS), "whatis rows") == TypeOf(expression="rows", type="list")


def test_where_the_run_cannot_be_gone_through_again_recorded_values_answer(
    open_session: OpenSession, tmp_path: Path
) -> None:
    count = tmp_path / "count"
    count.write_text("3")
    text = f"keys = [3, 4]\nfor _ in range(int(open({str(count)!r}).read())):\n    keys.append(1)\nend = 1\n"
    settings = Settings(prefix="none", options=RunOptions(checkpoints=0, readable=(count,)))
    session = open_session(text, settings=settings)
    dispatch(session, "goto end")
    assert dispatch(session, "p keys.index(4)").to_json()["value"] == {"type": "int", "repr": "1"}
    count.write_text("4")
    result = dispatch(session, "p keys[1] + 1")
    assert isinstance(result, Evaluated)
    assert result.value.repr == "5"
    with pytest.raises(NotRecorded, match=r"does something else at step 9.* only recorded values"):
        dispatch(session, "p keys.index(4)")


def test_displayed_expressions_come_with_each_move(open_session: OpenSession) -> None:
    session = open_session(ROWS)
    shown = dispatch(session, "display len(rows)")
    assert isinstance(shown, Displays)
    lengths = []
    for _ in range(3):
        position = dispatch(session, "step 2")
        assert isinstance(position, Position)
        value = position.displays[0].value
        lengths.append(value.repr if value else None)
    assert lengths == ["1", "2", "3"]
    dispatch(session, "undisplay len(rows)")
    assert session.displays == ()


def test_a_displayed_expression_without_a_value_says_why(open_session: OpenSession) -> None:
    session = open_session(ROWS)
    shown = dispatch(session, "display rows[7]")
    assert isinstance(shown, Displays)
    assert shown.displays[0].problem == "IndexError: list index out of range"


@pytest.mark.parametrize("place", ["", "def set_len():\n    global len\n    len = f\nset_len()\n"])
def test_a_built_in_function_that_the_program_replaces_is_the_programs(
    open_session: OpenSession, place: str
) -> None:
    name = "f" if place else "len"
    session = open_session(
        f"def {name}(xs):\n    return 42\n{place}def g(xs):\n    y = 1\n    return y\ng([1, 2])\n"
    )
    inside = next(n for n in range(1, len(session.trace)) if session.trace.scope_of(n) == "g")
    dispatch(session, f"goto {inside}")
    displayed = dispatch(session, "display len(xs)")
    assert isinstance(displayed, Displays)
    assert [shown.value for shown in displayed.displays] == [Value(type="int", repr="42")]
    dispatch(session, f"break {session.trace.lines(session.position)[0]}, len(xs) == 2")
    dispatch(session, "goto start")
    assert dispatch(session, "continue").to_json()["step"] == len(session.trace)
    assert dispatch(session, "break").to_json()["stops"][0]["hits"] == 0  # type: ignore[index,call-overload]


def test_in_the_step_in_which_the_run_was_stopped_recorded_values_answer_at_once(
    open_session: OpenSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = RunOptions(limits=Limits(timeout_s=1.0))
    session = open_session(
        "n = 3\nimport time\nxs = [n]\ntime.sleep(2)\n", settings=Settings(prefix="none", options=options)
    )
    dispatch(session, "goto end")
    session.close()
    with monkeypatch.context() as without:
        without.setattr(session, "runner", None)
        assert dispatch(session, "p n + len(xs)") == Evaluated(
            expression="n + len(xs)", value=Value(type="int", repr="4")
        )


POINTS = """\
class Point:
    def __init__(self, x):
        self.x = x
    def __repr__(self):
        return f"Point at {self.x}"

class Plain:
    def __init__(self):
        self.a = 1

points = [Point(1)]
plain = Plain()
points[0].x = 2
if plain:
    done = 1
"""


@pytest.mark.parametrize(("name", "text"), [("points", "[Point at 2]"), ("plain", "<Plain a=1>")])
def test_an_object_is_shown_in_its_own_words_where_it_has_some(
    open_session: OpenSession, name: str, text: str
) -> None:
    session = open_session(POINTS)
    dispatch(session, "goto end")
    result = dispatch(session, f"p {name}")
    assert isinstance(result, Evaluated)
    assert result.value.repr == text


def test_pp_lays_out_what_is_no_literal(open_session: OpenSession) -> None:
    session = open_session("import datetime\nrows = {n: datetime.date(2024, 1, n) for n in range(1, 4)}\n")
    result = dispatch(session, "pp rows")
    assert isinstance(result, Evaluated)
    assert result.written == (
        "{1: datetime.date(2024, 1, 1),\n 2: datetime.date(2024, 1, 2),\n 3: datetime.date(2024, 1, 3)}\n"
    )
    assert "written" not in result.to_json()
    assert result.value.type == "dict"


@pytest.mark.parametrize("expression", ["xs", "xs[:]", "len(xs) + 0", "[n]"])
def test_before_asks_before_the_step_also_in_a_frame_above(
    open_session: OpenSession, expression: str
) -> None:
    session = open_session(
        "def f(ys):\n    ys.append(2)\n    n = 5\n    return ys\n\nxs, n = [1], 0\nf(xs)\n"
    )
    dispatch(session, "goto 3")
    dispatch(session, "up")
    answers = [dispatch(session, f"p {flag} {expression}") for flag in ("--before", "")]
    said = [answer.value.repr for answer in answers if isinstance(answer, Evaluated)]
    assert said == {"len(xs) + 0": ["1", "2"], "[n]": ["[0]", "[0]"]}.get(expression, ["[1]", "[1, 2]"])


def test_a_generator_that_gives_no_more_is_said_to_be_used_up(open_session: OpenSession) -> None:
    session = open_session("points = (n for n in [3, 5])\nif points:\n    best = max(points)\n")
    texts = []
    for step in (1, 2):
        dispatch(session, f"goto {step}")
        result = dispatch(session, "p points")
        assert isinstance(result, Evaluated)
        texts.append(result.value.repr)
    assert [text.endswith("> (used up: it gives no more)") for text in texts] == [False, True]
    assert texts[0].startswith("<generator object ")
    assert texts[0].endswith(">")
