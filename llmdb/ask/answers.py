"""Reads answers, those kept from before among them."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from llmdb.errors import BadAnswer
from llmdb.llm.model import Answer, Usage

Found = TypeVar("Found")


class Ask(Protocol):
    """A call about to be made, such as `partial(model.complete, messages)`."""

    def __call__(self, *, fresh: bool = False) -> Answer:
        """Make it; see `Model.complete`."""


def read_answer(ask: Ask, read: Callable[[Answer], Found], usages: list[Usage]) -> Found:
    """What an answer is read as; one kept from before that cannot be read is asked for once more.

    Args:
        ask: the call.
        read: gives what was asked for.
        usages: gets what each call took, also of one whose answer cannot be read.

    Raises:
        BadAnswer: a new answer cannot be read.
        ModelError: the call failed.
    """
    answer = ask()
    usages.append(answer.usage)
    try:
        return read(answer)
    except BadAnswer:
        if not answer.usage.cached:
            raise
    answer = ask(fresh=True)
    usages[-1] = answer.usage
    return read(answer)
