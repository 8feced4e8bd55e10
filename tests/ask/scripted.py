"""A model for tests of what engines ask and read; the client itself is tested against a server."""

from collections.abc import Callable, Sequence

from llmdb.llm.model import Answer, Message, Usage


class ScriptedModel:
    """Gives its replies in order, the last one again and again; keeps the messages of each call."""

    name = "scripted"

    def __init__(self, *replies: str) -> None:
        self.replies = replies
        self.asked: list[tuple[Message, ...]] = []

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
        """The next reply, `n` times."""
        del temperature, max_tokens, on_text, purpose, fresh
        self.asked.append(tuple(messages))
        reply = self.replies[min(len(self.asked), len(self.replies)) - 1]
        return Answer(texts=(reply,) * n, usage=Usage(model=self.name, calls=1))

    def window(self) -> int | None:
        """Unknown, as of most models."""
        return None
