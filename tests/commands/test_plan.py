"""plan and what the user says of its stops, through the session."""

from pathlib import Path
from typing import Any

import pytest

from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.plan import PlanResult
from llmdb.errors import BadArgument, CommandError, NoSuchName, NoSuchStep
from llmdb.session import Session
from tests.commands.conftest import OpenSession

pytestmark = pytest.mark.usefixtures("shared_runs")

BUGGY = """\
# test: assert mean([2, 4]) == 3
# test: assert mean([]) == 0
def mean(xs):
    total = 0
    count = 1
    for x in xs:
        if x:
            total += x
        count += 1
    result = total / count
    return result
"""


def said(session: Session, line: str) -> dict[str, Any]:
    """The JSON result of a command."""
    result: dict[str, Any] = dispatch(session, line).to_json()
    return result


def test_a_statement_that_came_to_nothing_is_a_stop_where_a_change_of_it_helps(
    open_session: OpenSession,
) -> None:
    text = (
        "# test: assert clean(['a']) == ['A']\n# test: assert clean([' ', 'b ']) == ['B']\n"
        "def clean(names):\n    result = []\n    for name in names:\n        name.strip()\n        if name:\n"
        "            result.append(name.upper())\n    return result\n"
    )
    session = open_session(text)
    result = dispatch(session, "plan")
    assert isinstance(result, PlanResult)
    stop = next(stop for stop in result.made.plan if stop.line == 6)
    assert stop.reason.startswith("outside the slice of what is wrong; a change here lets")
    assert said(session, f"root {stop.step}")["root_cause"]["line"] == 6


def test_the_output_of_an_exception_without_a_message_is_its_type(open_session: OpenSession) -> None:
    result = dispatch(open_session("x = 1\nassert x == 2\n"), "plan")
    assert isinstance(result, PlanResult)
    assert result.reason == "AssertionError"


def test_the_plan_begins_at_the_failed_test_and_ends_at_the_root(open_session: OpenSession) -> None:
    session = open_session(BUGGY)
    made = said(session, "plan")
    assert made["output"] == {"step": len(session.trace), "name": None}
    stops = made["plan"]
    assert [stop["line"] for stop in stops] == [9, 7, 8]
    assert made["root_cause"] == {"step": stops[-1]["step"], "line": stops[-1]["line"]}
    assert made["total"] == len(session.trace)
    assert made["judged"] == 0


KEEP = """\
# test: assert keep([], 5) == []
# test: assert keep([2, 7, 8, 1], 5) == [7, 8]
def keep(numbers, least):
    kept = []
    for number in numbers:
        if number > least + 2:
            kept.append(number)
            numbers.remove(number)
    return kept


mine = [9, 1, 12]
print(keep(mine, 3))
"""


def test_the_plan_stays_in_the_call_of_the_failed_test_if_the_scripts_own_call_gave_it_nothing(
    open_session: OpenSession,
) -> None:
    session = open_session(KEEP)
    stops = said(session, "plan")["plan"]
    last = session.trace.frame_of(len(session.trace))
    assert [session.trace.frame_of(stop["step"]) for stop in stops] == [last] * 3


def test_a_stop_shows_what_a_statement_left_and_not_what_came_of_it_later(open_session: OpenSession) -> None:
    session = open_session(
        "out = []\nout.append(1); n = len(out)\nout.append(n + 1)\nassert out == [1, 3], out\n"
    )
    stops = said(session, "plan")["plan"]
    shown = [(stop["line"], stop["values"]["out"]["repr"]) for stop in stops if "out" in stop["values"]]
    assert shown == [(1, "[]"), (3, "[1, 2]")]


def test_an_exception_is_the_output_of_the_plan(open_session: OpenSession) -> None:
    session = open_session("d = 0\nx = 5\nif x:\n    y = x / d\n")
    made = said(session, "plan")
    assert made["output"] == {"step": 2, "name": None}
    assert [stop["line"] for stop in made["plan"]] == [4, 2, 3]


def test_an_assert_of_the_snippet_is_its_test_and_not_the_root(open_session: OpenSession) -> None:
    session = open_session(
        "def area(w, h):\n    half = w * h\n    return half\n\nassert area(2, 3) == 6\nassert area(4, 5) == 9\n"
    )
    result = said(session, "plan")
    assert result["plan"][-1]["line"] == 2
    changed = open_session("def area(w, h):\n    total = w - h\n    return total\n\nassert area(2, 3) == 5\n")
    stops = said(changed, "plan")["plan"]
    assert [stop["line"] for stop in stops if "a change here" in stop["reason"]] == [2]


def test_a_line_is_one_stop_however_many_functions_stand_on_it(open_session: OpenSession) -> None:
    session = open_session(
        "# test: assert best([(1, 2), (3, 0)]) == (3, 0)\ndef best(pairs):\n"
        "    ranked = sorted(pairs, key=lambda pair: -pair[1])\n    first = ranked[0]\n    return first\n"
    )
    assert [stop["line"] for stop in said(session, "plan")["plan"]] == [5, 4, 3]


def test_only_the_wrong_item_of_a_result_is_followed(open_session: OpenSession) -> None:
    session = open_session(
        "# test: assert f(2) == [2, 5]\ndef f(n):\n    out = []\n    out.append(n)\n    if n:\n"
        "        out.append(n * 2)\n    return out\n"
    )
    made = said(session, "plan")
    assert made["output"]["name"] == "out[1]"
    assert made["root_cause"]["line"] == 6


def test_a_right_value_leaves_fewer_steps_and_is_kept_in_a_file(
    open_session: OpenSession, tmp_path: Path
) -> None:
    session = open_session(BUGGY)
    dispatch(session, f"goto {len(session.trace)}")
    before = said(session, "plan")
    after = said(session, "right total")
    assert after["remaining"] < before["remaining"]
    assert 8 not in [stop["line"] for stop in after["plan"]]
    rows = Path(after["file"]).read_text()
    assert rows == (
        f'{{"step": {len(session.trace)}, "line": 8, "is": "right", "name": "total", "value": "6", "by": "user"}}\n'
    )
    again = open_session(BUGGY)
    kept = ["1 judgement kept from before: `plan --forget` clears them"]
    assert said(again, "plan") == {**after, "notes": kept}
    assert said(open_session(BUGGY), "plan --forget")["notes"] == []


def test_kept_judgements_that_do_not_fit_the_run_are_ignored_and_it_says_so(
    open_session: OpenSession,
) -> None:
    session = open_session(BUGGY)
    fresh, end = said(session, "plan"), len(session.trace)
    file = Path(said(session, f"right total {end}")["file"])
    row = file.read_text()
    file.write_text(row.replace('"6"', '"7"') + '{"step": 99, "line": 1, "is": "root"}\n')
    again = open_session(BUGGY)
    noted = ["2 judgements kept from before do not fit this run and are ignored"]
    assert said(again, "plan") == {**fresh, "notes": noted}
    said(again, "unclear 1")
    assert len(file.read_text().splitlines()) == 3


def test_forgetting_removes_the_file(open_session: OpenSession) -> None:
    session = open_session(BUGGY)
    fresh = said(session, "plan")
    file = Path(said(session, "unclear")["file"])
    assert file.exists()
    assert said(session, "plan --forget") == fresh
    assert not file.exists()


def test_wrong_moves_the_output_and_root_ends_the_plan(open_session: OpenSession) -> None:
    session = open_session(BUGGY)
    dispatch(session, f"goto {len(session.trace)}")
    end = len(session.trace)
    assert said(session, "wrong count")["output"] == {"step": end, "name": "count"}
    assert {stop["line"] for stop in said(session, "plan")["plan"]} <= {5, 6, 9}
    first = next(n for n in range(1, end + 1) if session.trace.lines(n)[0] == 4)
    assert said(session, f"root {first}")["root_cause"] == {"step": first, "line": 5}


def test_a_wrong_path_begins_at_the_condition_that_let_the_step_run(open_session: OpenSession) -> None:
    session = open_session("n = 3\nif n > 2:\n    k = 1\nprint(k)\n")
    made = said(session, "wrong path 2")
    assert made["output"] == {"step": 2, "name": None}
    assert {stop["line"] for stop in made["plan"]} == {1, 2}


def test_a_condition_may_be_called_right_or_wrong(open_session: OpenSession) -> None:
    session = open_session("n = 3\nif n > 2:\n    k = n * 5\nprint(k)\n")
    dispatch(session, "goto end")
    assert 2 in [stop["line"] for stop in said(session, "plan k")["plan"]]
    said(session, "right condition 1")
    assert 2 not in [stop["line"] for stop in said(session, "plan k")["plan"]]
    assert said(session, "wrong condition 1")["output"] == {"step": 1, "name": None}


def test_a_file_that_a_user_broke_is_named_with_its_line(open_session: OpenSession) -> None:
    session = open_session(BUGGY)
    file = Path(said(session, "unclear")["file"])
    file.write_text(file.read_text() + "{oops\n")
    with pytest.raises(CommandError, match=r"line 2 is no judgement: '\{oops'; correct or remove it"):
        dispatch(open_session(BUGGY), "plan")
    file.write_text('{"step": 1, "line": 1, "is": "odd"}\n')
    with pytest.raises(CommandError, match="'odd' is none of right, wrong"):
        dispatch(open_session(BUGGY), "plan")
    assert said(open_session(BUGGY), "plan --forget")["judged"] == 0


@pytest.mark.parametrize(
    ("code", "line", "example"),
    [
        ("a = 2\nb = a + 3\n", "wrong b", "root 1"),
        ("def f(n):\n    return n + 2 * n\nb = f(1)\n", "wrong b 4", "right return 3"),
        ("def f(n):\n    d = n + 2 * n\n    return d\nb = f(1)\n", "wrong b 4", "right d 3"),
        ("def f(n):\n    return n\nb = f(1)\n", "wrong return 3", "right n 3"),
        ("n = 1\nif n > 3 - 1:\n    a = 1\nelse:\n    a = 2\n", "wrong a 2", "right condition 1"),
    ],
)
def test_the_example_of_a_plan_can_be_said(
    open_session: OpenSession, code: str, line: str, example: str
) -> None:
    session = open_session(code)
    made = dispatch(session, line)
    assert isinstance(made, PlanResult)
    assert made.example == example
    assert said(session, example)["judged"] == 2


def test_what_is_wrong_is_shown_where_the_fault_shows(open_session: OpenSession) -> None:
    (stop,) = said(open_session("a = 2\nb = a + 3\n"), "wrong b")["plan"][-1:]
    assert {name: value["repr"] for name, value in stop["values"].items()} == {"b": "5", "a": "2"}


GRADES = """\
# test: assert [grade(n) for n in (4, 5, 9, 10)] == ["low", "high", "high", "top"]
def grade(n):
    if n > 9:
        return "top"
    if n > 5:
        return "high"
    return "low"
"""


def test_what_was_returned_wrongly_is_shown_where_it_was_made(open_session: OpenSession) -> None:
    session = open_session("def f(n):\n    return n + 2\nb = f(1)\n")
    stop = said(session, "wrong return 3")["plan"][0]
    assert {name: value["repr"] for name, value in stop["values"].items()} == {"return": "3", "n": "1"}


def test_of_a_tested_list_of_results_the_first_wrong_one_is_the_output(open_session: OpenSession) -> None:
    session = open_session(GRADES)
    made = said(session, "plan")
    step = made["output"]["step"]
    assert session.trace.state(step)["n"].repr == "5"
    assert session.trace.lines(step) == (7,)
    assert made["root_cause"]["line"] == 5
    assert (made["remaining"], made["total"]) == (3, 12)


def test_of_what_a_tested_generator_yielded_the_first_wrong_item_is_the_output(
    open_session: OpenSession,
) -> None:
    session = open_session(
        "# test: assert list(halves([4, 5, 6])) == [2, 2, 3]\n"
        "def halves(numbers):\n    for n in numbers:\n        half = n // 2 if n != 5 else n / 2\n        yield half\n"
    )
    step = said(session, "plan")["output"]["step"]
    assert session.trace.state(step)["half"].repr == "2.5"


def test_a_step_without_a_condition_has_none_that_is_right(open_session: OpenSession) -> None:
    session = open_session("a = 2\nb = a + 3\n")
    with pytest.raises(BadArgument, match="step 1 decides nothing: it has no condition"):
        dispatch(session, "wrong condition")


def test_bad_arguments_are_one_clear_line(open_session: OpenSession) -> None:
    session = open_session(BUGGY)
    with pytest.raises(NoSuchName, match="no variable 'nothing' at step 1"):
        dispatch(session, "right nothing")
    with pytest.raises(NoSuchStep):
        dispatch(session, "root 99")
    with pytest.raises(BadArgument, match="root takes a step's number, not 'here'"):
        dispatch(session, "root here")
    with pytest.raises(BadArgument):
        dispatch(session, "wrong 1 + 1")


TOTALS = """\
def totals(rows):
    sums = {}
    for name, amount in rows:
        sums[name] = amount
    sums["most"] = max(sums.values())
    return sums
"""


def test_a_wrong_part_that_was_made_of_another_wrong_part_is_not_where_a_plan_begins(
    open_session: OpenSession,
) -> None:
    test = "assert totals([('a', 4), ('a', 5), ('b', 1)]) == {'a': 9, 'b': 1, 'most': 9}"
    made = said(open_session(TOTALS, tests=(test,)), "plan")
    assert made["output"]["name"] == "sums['a']"
    assert 4 in [stop["line"] for stop in made["plan"]]


def test_feedback_stays_with_the_name_that_was_asked_about(open_session: OpenSession) -> None:
    session = open_session("a = 1\nif a:\n    b = a + 1\nif a:\n    c = b * 2\n    d = 5\nif c:\n    e = d\n")
    dispatch(session, "goto end")
    asked = said(session, "plan c")
    assert asked["output"] == {"step": 6, "name": "c"}
    assert said(session, "right b")["output"] == asked["output"]
    assert said(session, "plan")["output"] == {"step": 6, "name": None}


def test_without_a_failure_a_plan_says_that_it_begins_here_and_there_is_no_root_to_be_named(
    open_session: OpenSession,
) -> None:
    session = open_session("a = 1\nif a:\n    b = 2\n")
    assert said(session, "plan")["notes"] == [
        "nothing failed in this run, so it begins here: `plan NAME` or `wrong NAME` says what is wrong"
    ]
    with pytest.raises(BadArgument, match="nothing failed in this run"):
        dispatch(session, "root")
    assert said(session, "wrong a")["output"] == {"step": 1, "name": "a"}
    assert said(session, "root")["root_cause"] == {"step": 1, "line": 1}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("right", "right needs a name, return or condition"),
        ("wrong path 1", "nothing decided that step 1 runs"),
        ("root 99", "the trace has 2 steps; root takes 1 to 2"),
        ("wrong path x", "wrong takes a step's number, not 'x'"),
    ],
)
def test_what_is_wrong_with_feedback_is_said_with_its_command(
    open_session: OpenSession, line: str, message: str
) -> None:
    with pytest.raises((BadArgument, NoSuchStep), match=message):
        dispatch(open_session("a = 1\nif a:\n    b = 2\n"), line)


def test_what_a_statement_made_is_shown_though_the_next_one_was_changing_it_as_the_step_ended(
    open_session: OpenSession,
) -> None:
    text = (
        "people = [('Ann', 30), ('Cid', 25)]\npeople.sort(key=lambda p: p[1])\n"
        "first = people[0]\nassert first[0] == 'Ann'\n"
    )
    result = dispatch(open_session(text), "plan people")
    assert isinstance(result, PlanResult)
    made = next(stop for stop in result.made.plan if stop.line == 1)
    assert [(name, value.repr) for name, value in made.values] == [("people", "[('Ann', 30), ('Cid', 25)]")]
