"""When a failed call is made again, and after how long."""

import re
from collections.abc import Callable
from typing import TypeVar

from llmdb.errors import AnswerCutOff, EndpointUnreachable, ModelError, RateLimited, ServerFailed
from llmdb.values import dataclass

T = TypeVar("T")

PASSING = (RateLimited, ServerFailed, AnswerCutOff, EndpointUnreachable)
"""Failures that may pass; of `EndpointUnreachable` only those that are not marked `final`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """Exponential back-off.

    Attributes:
        attempts: calls at most, the first included.
        first_wait_s: the wait before the second call; it doubles.
        longest_wait_s: no wait is longer, whatever the endpoint says.
    """

    attempts: int = 4
    first_wait_s: float = 0.5
    longest_wait_s: float = 30.0

    def wait_s(self, failures: int, told_s: float | None) -> float:
        """The wait after so many failures; the endpoint's `Retry-After` where it is longer."""
        backed_off = self.first_wait_s * 2.0 ** (failures - 1)
        return float(min(self.longest_wait_s, max(backed_off, told_s or 0.0)))


def call_with_retries(
    call: Callable[[], T],
    *,
    policy: RetryPolicy,
    sleep: Callable[[float], None],
    on_retry: Callable[[ModelError, float], None],
) -> T:
    """The call's result, after as many calls as the policy allows.

    Raises:
        ModelError: the last failure, or one that will not pass.
    """
    failures = 0
    while True:
        try:
            return call()
        except PASSING as problem:
            failures += 1
            if failures >= policy.attempts or problem.final:
                raise
            wait = policy.wait_s(failures, problem.retry_after_s)
            on_retry(problem, wait)
            sleep(wait)


def retry_after_s(header: str | None) -> float | None:
    """Seconds from a `Retry-After` header; None where there is none or it is a date."""
    if header and re.fullmatch(r"\s*\d+(?:\.\d+)?\s*", header):
        return float(header)
    return None
