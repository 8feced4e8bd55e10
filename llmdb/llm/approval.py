"""Large calls are asked about before they are sent, and not again for the like of what was agreed to."""

from collections.abc import Callable
from dataclasses import field

from llmdb.llm.model import Estimate
from llmdb.values import dataclass

LARGE_PROMPT_TOKENS = 8_000
LARGE_COST_USD = 0.05
AGREED_TIMES = 2
"""A yes holds for calls of the same command to the same model that are at most so many times as large."""


def is_large(estimate: Estimate) -> bool:
    """Whether a call is worth a question."""
    return estimate.prompt_tokens >= LARGE_PROMPT_TOKENS or (estimate.cost_usd or 0.0) >= LARGE_COST_USD


@dataclass
class Approvals:
    """What the user of one session agreed to, by model and command."""

    _agreed: dict[tuple[str, str], Estimate] = field(default_factory=dict)

    def admit(self, estimate: Estimate, purpose: str, ask: Callable[[Estimate], bool]) -> bool:
        """Whether the call may be sent: it is small, like one that was agreed to, or `ask` says yes now."""
        before = self._agreed.get((estimate.model, purpose))
        if not is_large(estimate) or (before is not None and _covered(estimate, before)):
            return True
        if not ask(estimate):
            return False
        self._agreed[estimate.model, purpose] = estimate
        return True


def _covered(estimate: Estimate, agreed: Estimate) -> bool:
    if estimate.prompt_tokens > AGREED_TIMES * agreed.prompt_tokens:
        return False
    if estimate.cost_usd is None or agreed.cost_usd is None:
        return estimate.cost_usd == agreed.cost_usd
    return estimate.cost_usd <= AGREED_TIMES * agreed.cost_usd
