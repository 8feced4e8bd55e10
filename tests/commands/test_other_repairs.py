"""What `fix --offline` says of the other changes that pass the visible tests."""

import pytest

from llmdb.commands.fix import FixResult, format_others
from llmdb.commands.line.dispatch import attempt, dispatch
from llmdb.repair.search import SearchResult
from tests.commands.conftest import OpenSession

pytestmark = pytest.mark.usefixtures("shared_runs")


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (SearchResult(passing=1, alike=1, calls=0), ""),
        (
            SearchResult(passing=2, alike=2, calls=0),
            "; 1 other change passes every visible test, too: the visible tests cannot tell them apart",
        ),
        (
            SearchResult(passing=4, alike=4, calls=20),
            "; 3 other changes pass every visible test, too, and do the same on 20 other calls",
        ),
        (
            SearchResult(passing=4, alike=2, differing=2, calls=20),
            "; 3 other changes pass every visible test, too, of which 2 do otherwise on 20 other calls: "
            "the visible tests cannot tell them apart",
        ),
    ],
)
def test_the_others_are_counted_and_whether_they_differ_is_said(result: SearchResult, said: str) -> None:
    assert format_others(result) == said


BELOW = """\
# test: assert below([3, 9, 5], 8) == 5
def below(numbers, limit):
    best = 0
    for n in numbers:
        if n > limit and n > best:
            best = n
    return best
"""


def test_an_answer_becomes_a_visible_test_and_a_change_that_passes_it_is_proposed(
    open_session: OpenSession,
) -> None:
    session = open_session(BELOW)
    first = dispatch(session, "fix --offline")
    assert isinstance(first, FixResult)
    assert first.question is not None
    shown = dispatch(session, "fix --offline").to_json()["question"]
    assert shown == {"call": first.question.call, "answers": [a.value for a in first.question.answers]}
    last = len(first.question.answers)
    second = dispatch(session, f"fix right {last}")
    assert isinstance(second, FixResult)
    assert session.tests == ("assert below([3, 9, 5], 8) == 5", first.question.test_of(last))
    assert second.repair.passed
    assert second.repair.rounds[0].code != first.repair.rounds[0].code


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fix right 2", "no question is open: `fix --offline` asks one where its changes differ"),
        ("fix right", "fix right needs NUMBER: `fix right NUMBER`"),
    ],
)
def test_an_answer_without_a_question_is_refused(open_session: OpenSession, line: str, said: str) -> None:
    assert str(attempt(open_session(BELOW), line).error) == said


def test_one_change_for_one_assert_of_the_snippets_own_is_asked_about_beside_the_program_as_it_is(
    open_session: OpenSession,
) -> None:
    session = open_session("def cap(n, top):\n    return n\n\nassert cap(3, 5) == 3\nassert cap(9, 5) == 5\n")
    result = dispatch(session, "fix --offline")
    assert isinstance(result, FixResult)
    assert "return min(n, top)" in result.repair.rounds[0].code
    assert result.question is not None
    assert result.question.answers[1].change.what == "the program as it is"
    answered = dispatch(session, "fix right 1")
    assert isinstance(answered, FixResult)
    assert (answered.version, answered.question) == (result.version, None)
    assert session.tests[-1] == f"assert {result.question.call} == {result.question.answers[0].value}"
