"""Names that are given a value and never read."""

import pytest

from llmdb.repair.unused_names import unused_names


@pytest.mark.parametrize(
    ("code", "unused"),
    [
        ("def f(a, b):\n    return a\n", {"f", "b"}),
        ("def f(a):\n    for _, b in a:\n        yield f(b)\n", set()),
        ("x = 1\nx += 1\n", {"x"}),
        ("x = (\n", set()),
    ],
)
def test_what_is_never_read_is_unused(code: str, unused: set[str]) -> None:
    assert unused_names(code) == unused
