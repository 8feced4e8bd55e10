"""A Ctrl-C while a model is asked for prefixes."""

from collections.abc import Sequence

import pytest

from llmdb.ask.prefixes import AskLimits, ask_prefixes
from llmdb.llm.model import Answer, Message
from llmdb.prefix.model import PrefixTree
from llmdb.prefix.search.prefix_runs import prefix_tryer
from llmdb.prefix.undefined import find_undefined
from llmdb.program.snippet import Snippet
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions
from tests.ask.scripted import ScriptedModel
from tests.ask.test_prefixes import TEXT


class Interrupted(ScriptedModel):
    """Answers what it has, then the user presses Ctrl-C."""

    def complete(self, messages: Sequence[Message], **more: object) -> Answer:
        if len(self.asked) == len(self.replies):
            raise KeyboardInterrupt
        return super().complete(messages, **more)  # type: ignore[arg-type]


def _ask(model: Interrupted) -> PrefixTree:
    empty = PrefixTree(
        undefined=find_undefined(TEXT), countable=(1, 2, 4), nodes=(), best=None, chosen=(), seconds=0.0
    )
    attempt = prefix_tryer(Snippet(name="x.py", path=None, text=TEXT), Runner(), RunOptions())
    tree, usage = ask_prefixes(TEXT, empty, model, attempt, AskLimits(completions=1))
    assert usage is not None
    return tree


def test_what_was_found_before_is_kept() -> None:
    tree = _ask(Interrupted('{"imports": [], "initialization": ["kind = 1", "secret = lambda: 1"]}'))
    assert [(node.guidance, node.lines) for node in tree.nodes] == [("undefinedness", (1, 2))]
    assert (tree.best, tree.chosen) == (1, (1,))


def test_before_anything_was_found_the_command_is_stopped() -> None:
    with pytest.raises(KeyboardInterrupt):
        _ask(Interrupted())
