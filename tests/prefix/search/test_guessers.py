"""A plugin's guesses enter the search by the registry's door."""

from pathlib import Path

from llmdb.prefix.model import NameUses, PrefixTree
from llmdb.prefix.search.guessers import guess_with
from llmdb.prefix.search.offline_search import search_prefixes
from llmdb.program.snippet import Snippet
from llmdb.registry import Registry
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions

PLUGIN = """
class Money:
    def guess(self, name, uses):
        if name == "flawed":
            raise ValueError(name)
        return ["not python (", "decimal.Decimal('9.99')"] if name.endswith("price") else []


def register(registry):
    registry.guesser(Money())
"""


def _search(text: str, registry: Registry) -> PrefixTree:
    snippet = Snippet(name="x.py", path=None, text=text)
    return search_prefixes(snippet, Runner(), RunOptions(), guess=guess_with(registry.guessers))


def test_a_plugin_s_expression_comes_before_the_engine_s_own(tmp_path: Path) -> None:
    path = tmp_path / "money.py"
    path.write_text(PLUGIN)
    registry = Registry()
    registry.load_plugin(str(path))
    tree = _search("print(unit_price * count)\n", registry)
    assert tree.nodes[0].prefix.code == "import decimal\n\ncount = 3\nunit_price = decimal.Decimal('9.99')\n"


def test_a_guesser_that_raises_leaves_the_engine_s_guess(tmp_path: Path) -> None:
    path = tmp_path / "money.py"
    path.write_text(PLUGIN)
    registry = Registry()
    registry.load_plugin(str(path))
    assert _search("print(flawed)\n", registry).nodes[0].prefix.code == 'flawed = "flawed"\n'


def test_a_guesser_is_told_how_the_name_is_used() -> None:
    seen: list[NameUses] = []

    class Recorder:
        def guess(self, name: str, uses: object) -> list[str]:
            assert isinstance(uses, NameUses)
            seen.append(uses)
            return []

    registry = Registry()
    registry.guesser(Recorder())
    _search("print(conf['port'], conf.get(1))\nif conf == other:\n    pass\n", registry)
    assert seen[0] == NameUses(
        name="conf",
        attributes=("get",),
        items=("'port'",),
        arguments_of=(),
        compared_with=("other",),
        lines=(1, 2),
    )
