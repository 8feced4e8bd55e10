"""What a session's calls took, added up."""

from llmdb.llm.ledger import Ledger
from llmdb.llm.model import Usage


def test_an_answer_that_was_kept_adds_no_tokens_to_calls_that_were_made() -> None:
    made = Usage(model="m", calls=1, prompt_tokens=700, completion_tokens=3, cost_usd=0.5, seconds=1.0)
    kept = Usage(model="m", prompt_tokens=400, completion_tokens=9, cost_usd=0.0, cached=True)
    assert made + kept == made
    assert kept + made == made
    assert (kept + kept).prompt_tokens == 800
    ledger = Ledger()
    for usage in (made, kept, made):
        ledger.record("fix", usage)
    assert ledger.total == made + made
