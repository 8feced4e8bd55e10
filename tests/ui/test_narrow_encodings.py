"""What a terminal's encoding lacks is escaped before columns are measured."""

import io

from rich.console import Console

from llmdb.command import Result
from llmdb.commands.line.dispatch import dispatch
from llmdb.registry import Registry
from llmdb.ui.render import render
from llmdb.ui.views import register
from tests.commands.conftest import OpenSession, open_session

__all__ = ["open_session"]


def on_a_stream(result: Result, encoding: str) -> str:
    """The result drawn on a stream of this encoding, 60 columns wide."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    registry = Registry()
    register(registry)
    render(result, Console(file=stream, width=60), registry)
    stream.flush()
    return raw.getvalue().decode(encoding)


def test_columns_stay_in_line_where_only_ascii_can_be_drawn(open_session: OpenSession) -> None:
    session = open_session("grün = 'Größe'\n名前 = 1\nn = 2\n")
    table = on_a_stream(dispatch(session, "where"), "ascii").split("variables")[-1].split("\n")
    assert [row for row in table if row.startswith(" *") or "before" in row] == [
        r"   name           type   before  after",
        r" * gr\xfcn        str    -       'Gr\xf6\xdfe'",
        r" * \u540d\u524d   int    -       1",
        r" * n              int    -       2",
    ]


def test_latin_1_keeps_what_it_has(open_session: OpenSession) -> None:
    session = open_session("grün = 'Größe 名'\n")
    assert r" * grün   str    -       'Größe \u540d'" in on_a_stream(dispatch(session, "where"), "latin-1")
