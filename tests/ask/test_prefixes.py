"""The model's prefixes on top of the offline ones; the model is a script, the runs are real."""

import json

from llmdb.ask.prefixes import AskLimits, ask_prefixes
from llmdb.prefix.model import PrefixTree
from llmdb.prefix.search.prefix_runs import prefix_tryer
from llmdb.prefix.undefined import find_undefined
from llmdb.program.snippet import Snippet
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions
from tests.ask.scripted import ScriptedModel

TEXT = "if kind == secret():\n    result = 1\nelse:\n    result = 2\n"


def initializations(*replies: list[str]) -> ScriptedModel:
    """A model that answers with these initialisations, one list a call."""
    return ScriptedModel(*(json.dumps({"imports": [], "initialization": entries}) for entries in replies))


def _grow(model: ScriptedModel) -> PrefixTree:
    empty = PrefixTree(
        undefined=find_undefined(TEXT), countable=(1, 2, 4), nodes=(), best=None, chosen=(), seconds=0.0
    )
    attempt = prefix_tryer(Snippet(name="x.py", path=None, text=TEXT), Runner(), RunOptions())
    tree, _ = ask_prefixes(TEXT, empty, model, attempt, AskLimits(completions=1))
    return tree


def test_undefinedness_then_error_then_coverage_until_all_lines_are_covered() -> None:
    model = initializations(
        ["kind = 1", "secret = 3"],
        ["kind = 1", "secret = lambda: 1"],
        ["kind = 2", "secret = lambda: 1"],
    )
    tree = _grow(model)
    assert [node.guidance for node in tree.nodes] == ["undefinedness", "error", "coverage"]
    assert [node.parent for node in tree.nodes] == [None, 1, 2]
    assert tree.coverage == 1.0
    assert "TypeError: 'int' object is not callable" in model.asked[1][-1]["content"]
    assert "result = 2  # uncovered" in model.asked[2][-1]["content"]


def test_lines_of_a_prefix_that_raise_are_removed() -> None:
    tree = _grow(
        initializations(["import nosuchmodule", "kind = 1", "secret = lambda: 1"], *[["kind = 2"]] * 5)
    )
    assert "nosuchmodule" not in tree.nodes[0].prefix.code
    assert tree.nodes[0].lines == (1, 2)
