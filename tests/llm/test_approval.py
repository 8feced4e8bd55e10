"""When a call is asked about before it is sent."""

from __future__ import annotations

from llmdb.llm.approval import Approvals
from llmdb.llm.model import Estimate


def call(tokens: int, cost: float | None = 0.0) -> Estimate:
    return Estimate(model="m", prompt_tokens=tokens, cost_usd=cost)


def test_a_small_call_is_sent_without_a_question() -> None:
    assert Approvals().admit(call(7_999, 0.049), "ask", lambda estimate: False)


def test_a_yes_holds_for_the_same_command_up_to_twice_the_size() -> None:
    asked: list[int] = []

    def yes(estimate: Estimate) -> bool:
        asked.append(estimate.prompt_tokens)
        return True

    approvals = Approvals()
    for tokens in (10_000, 9_000, 20_000, 20_001, 40_000):
        assert approvals.admit(call(tokens), "fix", yes)
    assert asked == [10_000, 20_001]
    assert approvals.admit(call(10_000), "ask", yes)
    assert asked == [10_000, 20_001, 10_000]


def test_a_no_is_asked_again_and_so_is_a_price_that_became_unknown() -> None:
    approvals = Approvals()
    assert not approvals.admit(call(10_000), "ask", lambda estimate: False)
    assert approvals.admit(call(10_000), "ask", lambda estimate: True)
    assert not approvals.admit(call(10_000, None), "ask", lambda estimate: False)
    assert not approvals.admit(call(10_000, 0.06), "ask", lambda estimate: False)
