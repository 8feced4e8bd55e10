"""All rows of the table (rows.py), those of the library with them, for readers of a recording."""

from llmdb.python.operations import Row, parse_rows
from llmdb.python.rows import BUILTIN_ROWS, CONTAINER_ROWS, LIBRARY_ROWS

ALL_ROWS: tuple[Row, ...] = tuple(parse_rows(CONTAINER_ROWS + BUILTIN_ROWS + LIBRARY_ROWS))

CALLBACKS = {
    row.name: -1 if called == "*" else int(called)
    for row in ALL_ROWS
    if (called := row.runs.partition("calls")[2])
}
"""How many arguments library functions pass to the function that they are given; -1: one less than they get."""
