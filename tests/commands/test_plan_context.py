"""The plan in the prompts of other commands."""

from llmdb.commands.deps import dependencies_of
from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.prompt import PromptText
from llmdb.commands.state.plan_context import plan_context
from llmdb.commands.state.prefix import supply_prefix
from llmdb.commands.verdict import invented_reads
from llmdb.llm.model import count_tokens, user
from llmdb.session import Session, Settings
from tests.commands.conftest import OpenSession
from tests.commands.samples import MEAN

EXPECTED = (
    "Along recorded dependencies, back from where the fault shows at step 8, look first at line 7, which made count, "
    "which line 8 read; then line 6, which made total, which line 8 read; then line 8, where it shows."
)


def _sent(session: Session, line: str) -> str:
    """The last message that a command would send."""
    shown = dispatch(session, line)
    assert isinstance(shown, PromptText)
    return shown.messages[-1]["content"]


def test_a_sentence_tells_the_way_back_from_the_fault_and_which_visits_it_is_about(
    open_session: OpenSession,
) -> None:
    session = open_session(MEAN)
    told = plan_context(session)
    assert told.text == EXPECTED
    assert [session.visits.lines(visit)[-1] for visit in told.visits] == [7, 7, 8]
    assert count_tokens([user(told.text)]) < 80


def test_verdict_and_ask_send_them(open_session: OpenSession) -> None:
    session = open_session(MEAN)
    for line in ("prompt verdict", "prompt ask why 2.0?"):
        assert EXPECTED in _sent(session, line)


def test_what_the_user_said_is_in_them(open_session: OpenSession) -> None:
    session = open_session(MEAN)
    dispatch(session, "wrong count 2")
    assert plan_context(session).text == (
        "Along recorded dependencies, back from where count is wrong after step 2, "
        "look first at line 4, where it shows."
    )


def test_a_run_without_a_fault_tells_nothing(open_session: OpenSession) -> None:
    session = open_session("x = 1\nprint(x)\n")
    assert plan_context(session).text == ""
    assert "recorded dependencies" not in _sent(session, "prompt verdict")


def test_of_a_long_run_nothing_is_prepared_for_a_request_alone(open_session: OpenSession) -> None:
    loop = "    total = 0\n    for i in range(n):\n        total += i\n    return total\n"
    text = f"# test: assert f(1500) == 1\ndef f(n):\n{loop}"
    session = open_session(text)
    assert plan_context(session).text == ""
    next(dependencies_of(session).prepare())  # begun while the user reads, and not done yet
    assert plan_context(session).text == ""
    assert not dependencies_of(session).is_prepared
    dispatch(session, "plan")
    assert "look first at line" in plan_context(session).text


def test_of_a_long_run_the_invented_names_are_those_that_the_lines_name(open_session: OpenSession) -> None:
    text = "for i in range(3000):\n    total = scale * i\n    last = total\nprint(last)\n"
    session = open_session(text, settings=Settings(), supply_prefix=supply_prefix)
    assert len(session.trace) > 2_000
    assert invented_reads(session, 2) == ("scale",)
    assert invented_reads(session, len(session.visits)) == ()
    assert not dependencies_of(session).is_prepared
    for _ in dependencies_of(session).prepare():
        pass
    assert invented_reads(session, 2) == ("scale",)
