"""Rows that fit the screen."""

import pytest
from rich.text import Text

from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.text import ASCII, UNICODE, Glyphs


@pytest.mark.parametrize(
    ("text", "glyphs", "row"),
    [
        ("0123456789", UNICODE, "0123456789"),
        ("0123456789   ", UNICODE, "0123456789"),
        ("0123456789a", UNICODE, "012345678…"),
        ("0123456789a", ASCII, "012345678~"),
        ("日本語日本語", UNICODE, "日本語日 …"),
    ],
)
def test_what_is_too_long_for_a_row_is_cut_and_the_cut_marked(text: str, glyphs: Glyphs, row: str) -> None:
    assert fitted(Text(text), ViewContext(width=10, glyphs=glyphs)).plain == row
