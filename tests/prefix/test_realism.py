"""Prefixes of whole snippets as a reader sees them: each file holds a prefix that was read, and its snippet."""

from pathlib import Path

import pytest

from llmdb.prefix.search.offline_search import search_prefixes
from llmdb.prefix.search.tried_prefixes import SearchLimits
from llmdb.program.load import load_snippet
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions

CASES = sorted((Path(__file__).parent / "snippets").glob("*.txt"))
SEPARATOR = "\n# ---- the snippet ----\n"
LIMITS = SearchLimits(seconds=30.0, run_s=5.0)


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_the_prefix_is_what_a_colleague_might_have_written(case: Path, tmp_path: Path) -> None:
    prefix, _, text = case.read_text(encoding="utf-8").partition(SEPARATOR)
    path = tmp_path / "snippet.py"
    path.write_text(text, encoding="utf-8")
    tree = search_prefixes(load_snippet(str(path)), Runner(), RunOptions(), LIMITS)
    assert tree.coverage == 1.0
    assert tree.nodes[0].prefix.code == prefix
