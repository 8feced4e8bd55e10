"""Prefixes of whole snippets: each file holds one that a reader found good, and its snippet.

What is found today need not be that text: it covers as much, defines the same names and is no longer by half, nor does
it hide behind stand-ins.
"""

from pathlib import Path

import pytest

from llmdb.prefix.search.offline_search import search_prefixes
from llmdb.prefix.search.tried_prefixes import SearchLimits
from llmdb.prefix.space import Choice, Space
from llmdb.program.load import load_snippet
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions

CASES = sorted((Path(__file__).parent / "snippets").glob("*.txt"))
SEPARATOR = "\n# ---- the snippet ----\n"
LIMITS = SearchLimits(run_s=5.0)


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_the_prefix_is_what_a_colleague_might_have_written(case: Path, tmp_path: Path) -> None:
    prefix, _, text = case.read_text(encoding="utf-8").partition(SEPARATOR)
    path = tmp_path / "snippet.py"
    path.write_text(text, encoding="utf-8")
    tree = search_prefixes(load_snippet(str(path)), Runner(), RunOptions(), LIMITS)
    found = tree.nodes[0].prefix
    assert tree.coverage == 1.0
    assert ("StandIn(" in found.code) <= ("StandIn(" in prefix)
    assert all(one.name in prefix for one in found.assumptions)
    assert len(found.code.split("\n")) <= 1.5 * len(prefix.split("\n"))


def _first(code: str) -> str:
    return Space(code, "module", frozenset()).compose(Choice()).code


def test_classes_that_are_the_same_are_one() -> None:
    code = _first("for one in old_locks:\n    one.free()\nfor one in new_locks:\n    one.free()\n")
    assert code.count("class ") == 1


def test_a_class_that_another_is_derived_from_is_its_own() -> None:
    code = _first("super().pick(it)\nfor one in self.get_parts():\n    one.pick(it)\n")
    assert "class Base:" in code


def test_what_one_module_gives_is_imported_together() -> None:
    code = _first("print(urlsplit(url).netloc, urlunsplit(parts))\n")
    assert "from urllib.parse import urlsplit, urlunsplit\n" in code


def test_an_empty_text_turns_the_test_of_one() -> None:
    space = Space("print([f'> {line}' if line else '' for line in lines])\n", "module", frozenset())
    _, pools = space.usage()
    assert '""' in pools["lines[*]"]
    assert "None" not in pools["lines[*]"]
