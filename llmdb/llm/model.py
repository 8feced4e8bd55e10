"""What an engine sees of a model: a Protocol, the answer, and what it took."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal, Protocol, TypedDict

from llmdb.types import Json
from llmdb.values import dataclass


class Message(TypedDict):
    """One message of a chat."""

    role: Literal["system", "user", "assistant"]
    content: str


def system(text: str) -> Message:
    """A system message."""
    return Message(role="system", content=text)


def user(text: str) -> Message:
    """A user message."""
    return Message(role="user", content=text)


def assistant(text: str) -> Message:
    """A message that the model gave before."""
    return Message(role="assistant", content=text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A free question at a step, the model's answer, and the steps that it refers to."""

    step: int
    question: str
    answer: str
    model: str
    references: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """`{"step", "question", "answer", "model"}`."""
        return {"step": self.step, "question": self.question, "answer": self.answer, "model": self.model}


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What one or more calls took; `cost_usd` is None where the price is not known.

    `calls` counts requests that were sent and may be billed, those without a usable answer among them, so a cached
    answer has 0; its token counts are those of the first time.
    """

    model: str
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = None
    seconds: float = 0.0
    cached: bool = False

    def __add__(self, other: "Usage") -> "Usage":
        """Both together: cached only where both are, and a price only where both are known.

        The tokens of a cached answer were spent before: beside a call that was made they do not count.
        """
        if self.cached != other.cached:
            made, kept = (other, self) if self.cached else (self, other)
            return replace(made, seconds=made.seconds + kept.seconds)
        known = self.cost_usd is not None and other.cost_usd is not None
        return replace(
            self,
            calls=self.calls + other.calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            cost_usd=self.cost_usd + other.cost_usd if known else None,  # type: ignore[operator]
            seconds=self.seconds + other.seconds,
            cached=self.cached and other.cached,
        )

    def to_json(self) -> dict[str, Json]:
        """USAGE."""
        return {
            "model": self.model,
            "calls": self.calls,
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "cost_usd": self.cost_usd,
            "seconds": round(self.seconds, 4),
            "cached": self.cached,
        }


def total_usage(usages: Sequence[Usage]) -> Usage | None:
    """The sum of several calls; None for none."""
    if not usages:
        return None
    total = usages[0]
    for usage in usages[1:]:
        total = total + usage
    return total


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The texts of the `n` choices, and what they took.

    Attributes:
        notes: lines for the user, e.g. that the answer stopped at its token limit.
        is_cut: whether it stopped there, so that its end is missing.
    """

    texts: tuple[str, ...]
    usage: Usage
    notes: tuple[str, ...] = ()
    is_cut: bool = False

    @property
    def text(self) -> str:
        """The first choice."""
        return self.texts[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What a call is expected to take, before it is sent; `cost_usd` is None where the price is not known."""

    model: str
    prompt_tokens: int
    cost_usd: float | None

    def __str__(self) -> str:
        cost = "price unknown" if self.cost_usd is None else f"about ${self.cost_usd:.4f}"
        return f"about {self.prompt_tokens:,} tokens to {self.model}, {cost}"


class Model(Protocol):
    """A chat model."""

    @property
    def name(self) -> str:
        """Its name in litellm's naming."""

    def complete(
        self,
        messages: Sequence[Message],
        *,
        n: int = 1,
        temperature: float = 0.0,
        max_tokens: int | None = None,
        on_text: Callable[[str], None] | None = None,
        purpose: str = "",
        fresh: bool = False,
    ) -> Answer:
        """Ask once.

        Args:
            messages: the chat so far.
            n: how many choices.
            temperature: 0 for greedy decoding; dropped for models that refuse it.
            max_tokens: a limit on the answer; None for the model's own.
            on_text: called with each piece as it is streamed; None asks without streaming.
            purpose: the command that asks, for the ledger.
            fresh: whether an answer kept from before is not good enough.

        Raises:
            ModelError: it gave no answer; the class says why.
        """

    def window(self) -> int | None:
        """The size of its context window in tokens; None where it is not known."""


def count_tokens(messages: Sequence[Message]) -> int:
    """An estimate that needs no tokenizer: code has about 3.6 characters a token, a message a few tokens more."""
    return sum(len(message["content"]) * 10 // 36 + 4 for message in messages)
