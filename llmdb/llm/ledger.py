"""What the session's calls took, by command, and the budget that they must keep to."""

from dataclasses import field

from llmdb.errors import BudgetExceeded
from llmdb.llm.model import Usage
from llmdb.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """All calls of one command."""

    purpose: str
    usage: Usage


@dataclass
class Ledger:
    """Sums by command, in the order of their first call.

    Attributes:
        max_cost_usd: the session's budget; None for none.
    """

    max_cost_usd: float | None = None
    _lines: dict[str, Usage] = field(default_factory=dict)
    _spent_usd: float = 0.0
    _unpriced: int = 0

    def record(self, purpose: str, usage: Usage) -> None:
        """Add what a call took."""
        before = self._lines.get(purpose)
        self._lines[purpose] = usage if before is None else before + usage
        self._spent_usd += usage.cost_usd or 0.0
        self._unpriced += usage.calls if usage.cost_usd is None else 0

    @property
    def lines(self) -> tuple[LedgerLine, ...]:
        """One line for each command that asked."""
        return tuple(LedgerLine(purpose=purpose, usage=usage) for purpose, usage in self._lines.items())

    @property
    def total(self) -> Usage | None:
        """Everything together; None before the first call."""
        usages = list(self._lines.values())
        if not usages:
            return None
        total = usages[0]
        for usage in usages[1:]:
            total = total + usage
        return total

    @property
    def spent_usd(self) -> float:
        """What is known to have been spent."""
        return self._spent_usd

    @property
    def unpriced_calls(self) -> int:
        """How many calls there were whose price is not known."""
        return self._unpriced

    def admit(self, estimate_usd: float | None) -> None:
        """Let a call pass that may cost this much.

        Raises:
            BudgetExceeded: it may cost more than is left, or its price, or that of an earlier call, is not known.
        """
        if self.max_cost_usd is None:
            return
        left = self.max_cost_usd - self.spent_usd
        if estimate_usd is None:
            raise BudgetExceeded(
                f"the model's price is not known, so --max-cost {self.max_cost_usd} cannot be kept; leave it out to ask"
            )
        if self._unpriced:
            calls = f"{self._unpriced} call{'s' * (self._unpriced != 1)}"
            raise BudgetExceeded(
                f"the price of {calls} before is not known, so --max-cost {self.max_cost_usd} cannot be kept; "
                "`cost none` asks without a limit"
            )
        if estimate_usd > left:
            raise BudgetExceeded(
                f"the call may cost ${estimate_usd:.4f} and ${left:.4f} of --max-cost {self.max_cost_usd} are left; "
                "raise it, or ask about less"
            )
