"""The plan in the prompts of other commands."""

from llmdb.commands.ask import messages_for as ask_messages
from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.state.plan_context import plan_context
from llmdb.commands.verdict import messages_for as verdict_messages
from llmdb.llm.model import count_tokens, user
from tests.commands.conftest import OpenSession
from tests.commands.samples import MEAN

EXPECTED = """\
Walking back from step 8, where the fault shows, along recorded dependencies, look first at:
- line 7, step 6: count += 1  (made count, which line 8 read; count=3)
- line 6, step 6: total += x  (made total, which line 8 read; total=6)
- line 8, step 8: return total / count  (the fault shows here; total=6, count=3)"""


def test_a_few_lines_tell_the_way_back_from_the_fault(open_session: OpenSession) -> None:
    told = plan_context(open_session(MEAN))
    assert told == EXPECTED
    assert count_tokens([user(told)]) < 150


def test_verdict_and_ask_send_them(open_session: OpenSession) -> None:
    session = open_session(MEAN)
    for messages in (verdict_messages(session, ""), ask_messages(session, "why 2.0?")):
        assert EXPECTED in messages[-1]["content"]


def test_what_the_user_said_is_in_them(open_session: OpenSession) -> None:
    session = open_session(MEAN)
    dispatch(session, "wrong count 2")
    assert plan_context(session).splitlines() == [
        "Walking back from count after step 2, where the fault shows, along recorded dependencies, look first at:",
        "- line 4, step 2: count = 1  (the fault shows here; count=1)",
    ]


def test_a_run_without_a_fault_tells_nothing(open_session: OpenSession) -> None:
    session = open_session("x = 1\nprint(x)\n")
    assert plan_context(session) == ""
    assert "Walking back" not in verdict_messages(session, "")[-1]["content"]
