"""How many examples the tests draw that make their own: the same few each time; `LLMDB_EXAMPLES=50` draws fifty times
as many by chance."""

import os

TIMES = int(os.environ.get("LLMDB_EXAMPLES", "1"))


def examples(few: int) -> int:
    """How many to draw where the suite draws `few`."""
    return few * TIMES
