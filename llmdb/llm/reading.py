"""Reads answers, those kept from before among them."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from llmdb.errors import BadAnswer
from llmdb.llm.model import Answer

Found = TypeVar("Found")


class Ask(Protocol):
    """A call about to be made, such as `partial(model.complete, messages)`."""

    def __call__(self, *, fresh: bool = False) -> Answer:
        """Make it; see `Model.complete`."""


def read_answer(ask: Ask, read: Callable[[Answer], Found]) -> tuple[Found, Answer]:
    """An answer and what it was read as; one kept from before that cannot be read is asked for once more.

    Raises:
        BadAnswer: a new answer cannot be read.
        ModelError: the call failed.
    """
    answer = ask()
    try:
        return read(answer), answer
    except BadAnswer:
        if not answer.usage.cached:
            raise
    answer = ask(fresh=True)
    return read(answer), answer
