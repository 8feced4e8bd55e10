"""How many examples the tests draw that make their own: few, and `LLMDB_EXAMPLES=50` makes them fifty times as many."""

import os

TIMES = int(os.environ.get("LLMDB_EXAMPLES", "1"))


def examples(few: int) -> int:
    """How many to draw where the suite draws `few`."""
    return few * TIMES
