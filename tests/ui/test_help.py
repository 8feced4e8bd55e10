"""The list of commands."""

from llmdb.command import Command
from llmdb.commands.results.common import Message
from llmdb.commands.results.session import HelpList
from llmdb.ui.context import ViewContext
from llmdb.ui.views.session import view_help

STEP = Command(
    name="step", aliases=("s",), run=lambda session, text: Message(text=text), summary="go on, into calls"
)
ASK = Command(
    name="ask",
    run=lambda session, text: Message(text=text),
    summary="ask about the current step",
    calls_model=True,
)
LISTED = HelpList(groups=(("move", (STEP,)), ("model", (ASK,))))


def test_a_long_summary_goes_on_below_itself() -> None:
    assert view_help(LISTED, ViewContext(width=40)).plain.split("\n") == [
        "move",
        "  step, s  go on, into calls",
        "model",
        "  ask      ask about the current step",
        "           (asks the model)",
        "words: `help blocks`, `help keys`, `help methods`, `help options`, `help pdb`",
        "`help COMMAND` tells more; an empty line repeats the last move",
    ]


def test_where_the_list_would_scroll_away_only_the_names_are_shown() -> None:
    assert view_help(LISTED, ViewContext(width=40, height=8)).plain.count("\n") == 6
    shown = view_help(LISTED, ViewContext(width=40, height=7)).plain.split("\n")
    assert shown[:2] == ["move    step (s)", "model   ask"]
