"""Each test of this folder leaves no process and no file behind, or it fails."""

import pytest


@pytest.fixture(autouse=True)
def each_leaves_nothing(nothing_left: None) -> None:
    """Asks for `nothing_left`."""
