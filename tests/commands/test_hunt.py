"""hunt: with a model that answers, with the user's word only, and with both."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from llmdb.commands.compare import correct_run
from llmdb.commands.hunt import Hunt
from llmdb.commands.line.dispatch import attempt, dispatch
from llmdb.commands.state.known import keep_known
from llmdb.errors import BadAnswer, BadArgument, NoSuchName, NoSuchStep
from llmdb.program.load import load_snippet
from llmdb.session import Session
from tests.commands.conftest import OpenSession
from tests.commands.judged import Judged
from tests.llm.server import Exchange, ModelServer, Reply, says

pytestmark = pytest.mark.usefixtures("shared_runs")

SUMS = """\
def shifted(xs):
    out = []
    carry = 0
    for x in xs:
        if x == 13:
            carry = carry + 2
        else:
            carry = carry + 1
        out.append(carry)
    return out
"""
TEST = "assert shifted(list(range(30)))[-1] == 30, 'last'"


def judge(body: dict[str, Any]) -> bool:
    """The truth: carry counts the items, so it is wrong from 13 on, and out from where it was put there."""
    asked = body["messages"][-1]["content"].rpartition('"correct" says whether')[2]
    carry = re.search(r"carry = (\d+)", asked)
    return int(carry[1]) <= 13 if carry else not re.search(r"out = \[[^\]]*13, 15", asked)


def word_for(asked: dict[str, Any]) -> str:
    """The same of a state that the user is asked about."""
    carry = asked["values"].get("carry")
    if carry is not None:
        return "right" if int(carry["repr"]) <= 13 else "wrong"
    return "wrong" if any("13, 15" in value["repr"] for value in asked["values"].values()) else "right"


def truthful(exchange: Exchange) -> None:
    says(json.dumps({"correct": judge(exchange.body), "explanation": "counted"}))(exchange)


@pytest.fixture
def session(open_asking: OpenSession, model_server: ModelServer) -> Session:
    reply: Reply = truthful
    model_server.plays(reply)
    return open_asking(SUMS, tests=(TEST,), task="the running number of items")


def root_line(result: dict[str, Any]) -> object:
    return result["root"] and result["root"]["line"]


def test_the_model_is_asked_about_few_states_and_the_root_is_found(
    session: Session, model_server: ModelServer
) -> None:
    dispatch(session, "goto end")
    result: dict[str, Any] = dispatch(session, "hunt").to_json()
    assert root_line(result) == 6
    assert result["certain"] is True
    assert len(model_server.requests) == result["usage"]["calls"] <= 10
    assert {row["by"] for row in result["questions"]} == {"m"}
    wrong = [row for row in result["questions"] if row["answer"] == "wrong"]
    assert wrong[0]["values"]["carry"] == {"type": "int", "repr": "15"}
    assert session.position == result["root"]["step"]


def test_what_was_answered_is_not_asked_again_and_counts_as_verdicts(
    session: Session, model_server: ModelServer
) -> None:
    first = dispatch(session, "hunt").to_json()
    asked = len(model_server.requests)
    again = dispatch(session, "hunt").to_json()
    assert len(model_server.requests) == asked
    assert again["root"] == first["root"]
    session.run.kept.drop(Hunt)
    assert dispatch(session, "hunt").to_json()["root"] == first["root"]
    assert len(model_server.requests) <= asked + 1  # the entry of the call is no verdict on a block


def test_the_user_overrules_the_model(session: Session, model_server: ModelServer) -> None:
    first: dict[str, Any] = dispatch(session, "hunt").to_json()
    step = first["root"]["step"]
    result: dict[str, Any] = dispatch(session, f"hunt right {step}").to_json()
    said = next(row for row in result["questions"] if (row["step"], row["of"]) == (step, "step"))
    assert (said["answer"], said["by"]) == ("right", "user")
    assert result["root"]["step"] > step


def test_an_answer_that_says_nothing_keeps_those_before(session: Session, model_server: ModelServer) -> None:
    model_server.plays(truthful, truthful, says("I do not know."))
    with pytest.raises(BadAnswer):
        dispatch(session, "hunt")
    assert len(dispatch(session, "hunt --offline").to_json()["questions"]) == 2  # type: ignore[arg-type]


def test_without_a_model_the_user_is_asked_one_state_after_the_other(open_session: OpenSession) -> None:
    session = open_session(SUMS, tests=(TEST,))
    result: dict[str, Any] = dispatch(session, "hunt").to_json()
    for _ in range(20):
        if result["root"] is not None:
            break
        word = word_for(result["next"])
        assert session.position == result["next"]["step"]
        result = dispatch(session, f"hunt {word}").to_json()
    assert root_line(result) == 6
    assert result["usage"] is None
    assert {row["by"] for row in result["questions"]} == {"user"}


def test_a_name_that_is_wrong_here_is_where_the_hunt_begins(open_session: OpenSession) -> None:
    session = open_session("a = 1\nif a:\n    b = a + 1\nprint(b)\n")
    dispatch(session, "goto end")
    result: dict[str, Any] = dispatch(session, "hunt b").to_json()
    assert result["next"]["condition"] == "a was true"
    dispatch(session, "hunt right")
    result = dispatch(session, "hunt right").to_json()
    assert (root_line(result), result["certain"]) == (3, True)


def test_a_right_value_acquits_no_other_value_of_its_step(open_session: OpenSession) -> None:
    session = open_session(
        "x = 1\ny = 2\nif x:\n    a = x + 1\n    b = y * 5\nif y:\n    c = a + b\nprint(c)\n"
    )
    dispatch(session, "goto end")
    dispatch(session, "right a 2")
    asked = dispatch(session, "hunt c").to_json()["next"]
    assert isinstance(asked, dict)
    assert (asked["step"], asked["line"]) == (2, 5)
    dispatch(session, "right b 2")
    after = dispatch(session, "hunt").to_json()["next"]
    assert isinstance(after, dict)
    assert after["step"] != 2


def test_what_is_known_from_right_and_wrong_needs_no_question(
    open_session: OpenSession, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    session = open_session("a = 1\nif True:\n    b = a + 1\nif True:\n    c = b + 1\nprint(c)\n")
    dispatch(session, "goto end")
    dispatch(session, "wrong b")
    dispatch(session, "right a")
    result: dict[str, Any] = dispatch(session, "hunt c").to_json()
    assert root_line(result) == 3
    assert [(row["line"], row["answer"], row["by"]) for row in result["questions"]] == [
        (1, "right", "user"),
        (3, "wrong", "user"),
    ]


def test_prompt_hunt_shows_what_would_be_asked_next(session: Session, model_server: ModelServer) -> None:
    shown: dict[str, Any] = dispatch(session, "prompt hunt").to_json()
    assert model_server.requests == []
    dispatch(session, "hunt")
    assert shown["messages"] == model_server.requests[0]["messages"]


def test_mistakes_are_one_clear_line(open_session: OpenSession) -> None:
    session = open_session("a = 1\nprint(a)\n")
    with pytest.raises(BadArgument, match="nothing failed"):
        dispatch(session, "hunt")
    with pytest.raises(NoSuchName, match="'z'"):
        dispatch(session, "hunt z")
    dispatch(session, "hunt a")
    with pytest.raises(NoSuchStep, match="hunt wrong takes 1 to 1"):
        dispatch(session, "hunt wrong 9")
    assert attempt(session, "hunt right 1 2").error is not None


def test_of_a_step_with_several_statements_the_first_wrong_one_is_named(open_session: OpenSession) -> None:
    session = open_session("a = 2\nif a:\n    b = a + 1\n    c = b * 2\n    d = c - 1\nprint(d)\n")
    dispatch(session, "goto end")
    result: dict[str, Any] = dispatch(session, "hunt d").to_json()
    shown = []
    while result["root"] is None:
        names = result["next"]["names"]
        shown.append(names)
        result = dispatch(session, f"hunt {'wrong' if 'c' in names else 'right'}").to_json()
    assert shown == [["a"], ["b"], ["c"]]
    assert result["root"] == {"step": 2, "line": 4}


SEARCH = """\
def find(values, wanted):
    low, high = 0, len(values) - 1
    while low < high:
        middle = (low + high) // 2
        if values[middle] == wanted:
            return middle
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return None
"""


def test_a_hunt_in_which_everything_is_called_wrong_comes_to_an_end(open_session: OpenSession) -> None:
    session = open_session(SEARCH, tests=("assert find([1, 3, 5, 7], 7) == 3",))
    result: dict[str, Any] = dispatch(session, "hunt").to_json()
    asked = 0
    while result["root"] is None:
        result = dispatch(session, "hunt wrong").to_json()
        asked += 1
    assert asked <= len(session.trace)


@pytest.fixture
def correct(tmp_path: Path) -> Path:
    """A file with the program as it should be."""
    path = tmp_path / "correct.py"
    path.write_text(SUMS.replace("carry + 2", "carry + 1"))
    return path


def test_a_correct_program_answers_in_the_models_place(
    session: Session, model_server: ModelServer, correct: Path
) -> None:
    dispatch(session, f"compare {correct}")
    result: dict[str, Any] = dispatch(session, "hunt").to_json()
    assert (root_line(result), result["certain"]) == (6, True)
    assert model_server.requests == []
    assert {row["by"] for row in result["questions"]} == {"compare"}
    wrong = [row for row in result["questions"] if row["answer"] == "wrong"]
    assert wrong[0]["why"] == "the correct run has 14"


def test_the_correct_run_answers_what_the_file_does_not_hold(
    session: Session, model_server: ModelServer, correct: Path
) -> None:
    dispatch(session, f"compare {correct}")
    keep_known(session, ())
    result: dict[str, Any] = dispatch(session, "hunt").to_json()
    assert (root_line(result), result["certain"]) == (6, True)
    assert model_server.requests == []
    assert result["questions"][-1]["why"].startswith("the correct run has ")


def test_a_later_session_hunts_with_the_correct_run_of_an_earlier_one(
    session: Session, open_session: OpenSession, correct: Path
) -> None:
    dispatch(session, f"compare {correct}")
    keep_known(session, ())
    correct.unlink()
    later = open_session(SUMS, tests=(TEST,))
    result: dict[str, Any] = dispatch(later, "hunt").to_json()
    assert (root_line(result), result["certain"]) == (6, True)
    assert {row["by"] for row in result["questions"]} == {"compare"}
    dispatch(later, "plan --forget")
    assert correct_run(later) is None
    last = open_session(SUMS, tests=(TEST,))
    assert dispatch(last, "hunt").to_json()["questions"] == []


def test_a_kept_correct_program_that_is_no_program_any_more_answers_nothing(
    session: Session, open_session: OpenSession, correct: Path
) -> None:
    found: dict[str, Any] = dispatch(session, f"compare {correct}").to_json()
    file = Path(found["file"])
    keep_known(session, ())
    file.with_suffix(".correct.py").write_text("def shifted(:")
    later = open_session(SUMS, tests=(TEST,))
    assert dispatch(later, "hunt").to_json()["questions"] == []


def hunted(session: Session) -> dict[str, Any]:
    """What `hunt` shows."""
    result: dict[str, Any] = dispatch(session, "hunt").to_json()
    return result


def answered(session: Session, most: int = 20) -> list[list[str]]:
    """Answer truthfully at most so many questions of a hunt about SUMS; the names that each was about."""
    result = hunted(session)
    names: list[list[str]] = []
    while result["root"] is None and len(names) < most:
        names.append(result["next"]["names"])
        word = word_for(result["next"])
        result = dispatch(session, f"hunt {word}").to_json()
    return names


def test_a_later_session_asks_only_what_the_user_has_not_answered(open_session: OpenSession) -> None:
    alone = answered(open_session(SUMS, tests=(TEST,)))
    dispatch(open_session(SUMS, tests=(TEST,)), "plan --forget")
    first = answered(open_session(SUMS, tests=(TEST,)), most=2)
    later = open_session(SUMS, tests=(TEST,))
    shown = hunted(later)
    assert [row["by"] for row in shown["questions"]] == ["user", "user"]
    assert shown["notes"] == [
        "2 judgements kept from before: `plan --forget` clears them",
        "no model is set, so you judge",
    ]
    assert first + answered(later) == alone
    last = hunted(open_session(SUMS, tests=(TEST,)))
    assert (root_line(last), last["certain"]) == (6, True)


def test_what_was_answered_is_kept_in_the_file_of_the_judgements(open_session: OpenSession) -> None:
    session = open_session(SUMS, tests=(TEST,))
    dispatch(session, "hunt")
    result: dict[str, Any] = dispatch(session, "hunt wrong").to_json()
    asked = result["questions"][0]
    made: dict[str, Any] = dispatch(session, "plan").to_json()
    row = json.loads(Path(made["file"]).read_text())
    assert {key: row[key] for key in ("step", "line", "is", "of", "by")} == {
        "step": asked["step"],
        "line": asked["line"],
        "is": "wrong",
        "of": "step",
        "by": "user",
    }
    assert row["saw"] == {name: value["repr"] for name, value in asked["values"].items()}
    assert made["output"] == {"step": asked["step"], "name": None}
    forgotten: dict[str, Any] = dispatch(session, "plan --forget").to_json()
    assert forgotten["output"] == {"step": len(session.trace), "name": None}
    assert hunted(session)["questions"] == []


def test_answers_on_states_that_the_run_has_no_more_are_dropped_and_it_says_so(
    open_session: OpenSession,
) -> None:
    session = open_session(SUMS, tests=(TEST,))
    answered(session, most=2)
    made: dict[str, Any] = dispatch(session, "plan").to_json()
    file = Path(made["file"])
    file.write_text(file.read_text().replace('{"out": "[', '{"out": "[9'))
    shown = hunted(open_session(SUMS, tests=(TEST,)))
    assert shown["questions"] == []
    assert shown["notes"][0] == "2 judgements kept from before do not fit this run and are ignored"


def test_a_changed_file_says_that_the_answers_of_the_former_text_do_not_apply(
    open_session: OpenSession, tmp_path: Path
) -> None:
    path = tmp_path / "sums.py"
    path.write_text(SUMS)
    answered(open_file(open_session, path), most=2)
    path.write_text(SUMS.replace("carry = 0", "carry = 1"))
    shown = hunted(open_file(open_session, path))
    assert shown["questions"] == []
    assert shown["notes"][0] == "2 judgements kept of another text or test of sums.py do not apply here"
    path.write_text(SUMS)
    assert len(hunted(open_file(open_session, path))["questions"]) == 2


def open_file(open_session: OpenSession, path: Path) -> Session:
    """A session on a file, with the test."""
    session = open_session("pass", tests=(TEST,))
    session.replace_snippet(load_snippet(str(path)))
    return session


def test_a_missing_start_is_looked_for_between_the_writer_and_the_reader(open_session: OpenSession) -> None:
    faulty = """\
def sums(rows):
    out = []
    total = 0
    for row in rows:
        for n in row:
            total += n
        out.append(total)
    return out
"""
    start, loop = "    total = 0\n", "    for row in rows:\n"
    correct = faulty.replace(start + loop, loop + "    " + start)
    judged = Judged(open_session, faulty, correct, "assert sums([[1, 2], [3], [4]]) == [3, 3, 4]")
    line, certain = judged.root()
    assert (line in (3, 4, 5), certain) == (True, True)
    assert any(kind == "keeps total" for kind, _ in judged.asked)


def test_a_change_under_another_name_is_led_back_to_where_that_was_given(open_session: OpenSession) -> None:
    faulty = """\
def halved(start):
    work = start
    for place in range(len(work)):
        work[place] = start[place - 1] // 2
    return work
"""
    correct = faulty.replace("work = start", "work = list(start)")
    judged = Judged(open_session, faulty, correct, "assert halved([8, 6, 4]) == [2, 4, 3]")
    assert judged.root() == (2, True)


def test_a_missing_call_is_found_in_the_method_that_lacks_it(open_session: OpenSession) -> None:
    faulty = """\
class Pen:
    def __init__(self):
        self.ink = 9
        self.used = 0

    def draw(self, by):
        self.ink -= by
        return by

def drawn(parts):
    pen = Pen()
    for part in parts:
        pen.draw(part)
    return pen.used
"""
    correct = faulty.replace("        return by", "        self.used += by\n        return by")
    judged = Judged(open_session, faulty, correct, "assert drawn([2, 3]) == 5")
    line, _ = judged.root()
    assert line in (7, 8)


def test_a_break_is_told_from_the_condition_before_it(open_session: OpenSession) -> None:
    faulty = "def first(xs):\n    out = []\n    for x in xs:\n        if x in out:\n            break\n"
    faulty += "        out.append(x)\n    return out\n"
    judged = Judged(
        open_session, faulty, faulty.replace("break", "continue"), "assert first([1, 1, 2]) == [1, 2]"
    )
    assert judged.root() == (5, True)


def test_of_what_a_call_of_the_test_was_given_an_earlier_call_is_asked_about(
    open_session: OpenSession,
) -> None:
    faulty = "def last(n):\n    m = n * 3\n    return n\n\ndef shown(n):\n    if n:\n"
    faulty += "        return [n]\n    return []\n"
    judged = Judged(
        open_session, faulty, faulty.replace("return n\n\n", "return m\n\n"), "assert shown(last(2)) == [6]"
    )
    assert judged.root() == (3, True)


def test_the_user_may_name_what_was_wrong_when_it_was_read(open_session: OpenSession) -> None:
    session = open_session("a = 1\nb = 2\nif b:\n    c = a + b\nprint(c)\n")
    dispatch(session, "goto end")
    result: dict[str, Any] = dispatch(session, "hunt c").to_json()
    while result["root"] is None:
        result = dispatch(session, "hunt right").to_json()
    assert root_line(result) == 4
    with pytest.raises(BadArgument, match="hunt wrong takes a step or a or b, not 'd'"):
        dispatch(session, "hunt wrong d")
    asked: dict[str, Any] = dispatch(session, "hunt wrong a").to_json()
    assert [(row["of"], row["answer"]) for row in asked["questions"]][-2:] == [
        ("reads", "wrong"),
        ("reads a", "wrong"),
    ]
    later = open_session("a = 1\nb = 2\nif b:\n    c = a + b\nprint(c)\n")
    dispatch(later, "goto end")
    assert dispatch(later, "hunt c").to_json()["questions"] == asked["questions"]


def test_each_question_to_the_model_is_about_one_named_value_or_condition(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says('{"correct": true, "explanation": "as it should be"}'))
    text = "def f(n):\n    low, high = n - 1, n + 1\n    if high > low:\n        return low * high\n    return 0\n"
    session = open_asking(text, tests=("assert f(3) == 9",), task="square n")
    dispatch(session, "hunt")
    asked = [
        re.findall(r'"correct" says whether (.*?)\. Answer with', request["messages"][1]["content"])
        for request in model_server.requests
    ]
    assert asked
    assert all(len(one) == 1 for one in asked)
    said = {one[0] for one in asked}
    assert said & {
        "this is right as the step left it: low = 2",
        "this is right as what f is called with: n = 3",
    }
    assert not any(" = 2, " in one for one in said)
