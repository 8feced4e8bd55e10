"""The values that a name took, as a table."""

from llmdb.commands.results import History
from llmdb.trace.model import HistoryEntry
from llmdb.ui.context import ViewContext
from llmdb.ui.views.steps import MOST_ROWS, view_history
from tests.ui.samples import value


def test_a_pipe_gets_no_more_rows_than_anybody_reads_and_how_many_were_left_out() -> None:
    entries = tuple(HistoryEntry(step=n, line=1, value=value(str(n))) for n in range(1, MOST_ROWS + 501))
    result = History(name="n", entries=entries, current=1, origins={})
    rows = view_history(result, ViewContext(width=80)).plain.split("\n")
    assert len(rows) == MOST_ROWS + 2
    assert rows[-1] == "   … 500 more values"
    assert len(view_history(result, ViewContext(width=80, height=20)).plain.split("\n")) == 19
