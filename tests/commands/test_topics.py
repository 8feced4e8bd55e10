"""Words and keys are explained beside the commands, each on one screen."""

import io
import re

import pytest
from rich.console import Console

from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.results.session import HelpTopic
from llmdb.commands.topics import TOPICS
from llmdb.ui.context import ViewContext
from llmdb.ui.keys import COMMANDS
from llmdb.ui.views.session import view_topic
from tests.commands.conftest import OpenSession


def lines_of_help(open_session: OpenSession, topic: str) -> list[str]:
    found = dispatch(open_session("x = 1"), f"help {topic}")
    assert isinstance(found, HelpTopic)
    screen = io.StringIO()
    Console(file=screen, width=80, color_system=None).print(view_topic(found, ViewContext(width=80)))
    return screen.getvalue().splitlines()


@pytest.mark.parametrize("topic", [*TOPICS, "step", "prefix"])
def test_what_help_says_of_a_word_fits_a_screen_of_24_lines(open_session: OpenSession, topic: str) -> None:
    assert 6 <= len(lines_of_help(open_session, topic)) <= 23


@pytest.mark.parametrize("width", [40, 80, 200])
def test_two_columns_stay_within_the_screen_and_stand_below_each_other_on_a_narrow_one(
    open_session: OpenSession, width: int
) -> None:
    found = dispatch(open_session("x = 1"), "help pdb")
    assert isinstance(found, HelpTopic)
    _, _, _, *rows = view_topic(found, ViewContext(width=width)).plain.split("\n")
    assert max(map(len, rows)) <= width
    if width == 40:
        assert rows[-2:] == ["    `llmdb --first COMMAND`, and `-m`;", "    `-c` is code"]
    typed, means = "j jump, debug CALL, !x = 5", "another run goes on from here; `undo` leaves it"
    shown = rows[rows.index(typed) :] if width == 40 else [row for row in rows if typed in row]
    assert shown[:3] == (
        [typed, "    another run goes on from here;", "    `undo` leaves it"]
        if width == 40
        else [f"{typed:<29}{means}"]
    )


def test_a_topic_hides_no_command(open_session: OpenSession) -> None:
    assert not TOPICS.keys() & open_session("x = 1").registry.commands.keys()


def test_the_blocks_of_the_example_are_those_that_llmdb_finds(open_session: OpenSession) -> None:
    rows = re.findall(
        r"^ +\d \| (.*?) +(B\d)(?: +true: (B\d), false: (B\d))?$", TOPICS["blocks"], re.MULTILINE
    )
    assert len(rows) == 5
    program = "".join(re.findall(r"^ +\d \| (.*?\n)", TOPICS["blocks"].replace("   B", "\n"), re.MULTILINE))
    blocks = open_session(program).cfg.blocks
    assert [(name, yes, no) for _, name, yes, no in rows] == [
        (f"B{block.id}", *(f"B{block.next[way]}" if way in block.next else "" for way in ("true", "false")))
        for block in blocks
    ]


def test_every_key_that_enters_a_command_is_named(open_session: OpenSession) -> None:
    said = "\n".join(lines_of_help(open_session, "keys"))
    for command in COMMANDS.values():
        assert re.search(rf"\b{command}\b", said), command
