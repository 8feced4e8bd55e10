"""What `fix --offline` says of the other changes that pass the visible tests."""

import pytest

from llmdb.commands.fix import format_others
from llmdb.repair.search import SearchResult


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (SearchResult(passing=1, alike=1, calls=0), ""),
        (
            SearchResult(passing=2, alike=2, calls=0),
            "; 1 other change passes every visible test, too: the visible tests cannot tell them apart",
        ),
        (
            SearchResult(passing=4, alike=4, calls=20),
            "; 3 other changes pass every visible test, too, and do the same on 20 other calls",
        ),
        (
            SearchResult(passing=4, alike=2, differing=2, calls=20),
            "; 3 other changes pass every visible test, too, of which 2 do otherwise on 20 other calls: "
            "the visible tests cannot tell them apart",
        ),
    ],
)
def test_the_others_are_counted_and_whether_they_differ_is_said(result: SearchResult, said: str) -> None:
    assert format_others(result) == said
