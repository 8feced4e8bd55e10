"""The values that a name took, as a table."""

import pytest

from llmdb.commands.following import History
from llmdb.replay import changes
from llmdb.ui.context import ViewContext
from llmdb.ui.views.following import view_history
from llmdb.ui.views.steps import MOST_ROWS
from tests.slicing.recorded import recorded_trace


def shown(text: str, current: int, height: int | None = None) -> list[str]:
    result = History(name="n", entries=recorded_trace(text).history("n"), current=current)
    return view_history(result, ViewContext(width=80, height=height)).plain.split("\n")


def test_a_pipe_gets_no_more_rows_than_anybody_reads_and_how_many_were_left_out() -> None:
    text = f"for n in range({MOST_ROWS + 500}):\n    pass\n"
    rows = shown(text, current=1)
    assert len(rows) == MOST_ROWS + 2
    assert rows[-1] == "   … 500 more values: `goto N` shows those around step N"
    assert len(shown(text, current=1, height=20)) == 19


def test_of_very_many_values_those_around_the_step_are_found_and_the_others_left_uncounted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(changes, "_FEW", 100)
    rows = shown("for i in range(400):\n    n = i // 4\n    n += 0\n", current=200, height=8)
    assert rows[1:] == [
        "      178      3  22            B2 ×89",
        "      186      3  23            B2 ×93",
        " ▶    194      3  24            B2 ×97  ← here",
        "      202      3  25            B2 ×101",
        "      210      3  26            B2 ×105",
        "   … up to 342 more values: `goto N` shows those around step N",
    ]
