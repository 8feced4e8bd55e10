"""ORCA's answer form, as models really write it."""

import time

import pytest

from llmdb.ask.walk_reply import parse_reply
from llmdb.ask.walks import SymbolValue
from llmdb.errors import BadAnswer


def value(text: str, type_name: str) -> SymbolValue:
    return SymbolValue(type=type_name, repr=text)


def test_an_answer_in_the_asked_form_is_a_walk_with_its_symbol_tables() -> None:
    walk = parse_reply(
        "Block: 1\n"
        "Observation: n is 2\n"
        "Reasoning: an int can be added to\n"
        "Action: run it\n"
        "Symbol Table: {'n': (2, int), 'word': ('a, b', str)}\n"
        "Is Error: False\n"
        "\n"
        "Block: 3\n"
        "Symbol Table: {'n': (3, int), 'word': ('a, b', str)}\n"
        "Is Error: False\n"
        "<END>\n"
    )
    assert walk.blocks == (1, 3)
    assert walk.steps[0].state == {"n": value("2", "int"), "word": value("'a, b'", "str")}
    assert walk.steps[0].why == "an int can be added to"
    assert walk.error is None
    assert walk.ended


def test_the_error_stops_the_walk_and_its_own_block_line_is_no_visit() -> None:
    walk = parse_reply(
        "Block: 1\nSymbol Table: {'n': ('2', str)}\nIs Error: False\n"
        "Block: 2\nReasoning: a str is compared with an int\nIs Error: True\n"
        "Error Type: <class 'TypeError'>\nBlock: 2\nObservation: stop\n"
        "Block: 3\nIs Error: False\n"
    )
    assert walk.blocks == (1, 2)
    assert walk.error is not None
    assert (walk.error.type, walk.error.block) == ("TypeError", 2)
    assert "a str is compared with an int" in walk.error.reason


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("TypeError", "TypeError"),
        ("**`ZeroDivisionError`**", "ZeroDivisionError"),
        ("IndexError: list index out of range", "IndexError"),
        ("<class 'json.decoder.JSONDecodeError'>", "JSONDecodeError"),
        ("StopIteration", "StopIteration"),
    ],
)
def test_the_error_type_is_found_in_what_is_said(said: str, name: str) -> None:
    walk = parse_reply(f"Block: 1\nIs Error: True\nError Type: {said}\n<STOP>")
    assert walk.error is not None
    assert walk.error.type == name


@pytest.mark.parametrize("said", ["None", "N/A", "No error", "-"])
def test_an_error_type_that_says_none_is_no_error(said: str) -> None:
    assert parse_reply(f"Block: 1\nError Type: {said}\nBlock: 2\nIs Error: False").error is None


def test_an_error_type_without_a_verdict_is_an_error() -> None:
    walk = parse_reply("Block: 4\nAction: stop.\n    Error Type: NameError\n    Block: 4\n")
    assert walk.error is not None
    assert (walk.blocks, walk.error.type) == ((4,), "NameError")


def test_bold_headings_fences_and_numbers_in_prose_are_read_as_meant() -> None:
    walk = parse_reply(
        "Here is the walk:\n```\n**Block: 1**\n**Symbol Table:**\n{n: (4, 'int'),\n total: 4}\n**Is Error:** False\n"
        "The next block is 2.\n### Block 2\n- Symbol Table: {n: (4, 'int')}\n```\n"
    )
    assert walk.blocks == (1, 2)
    assert walk.steps[0].state == {"n": value("4", "int"), "total": value("4", "int")}


def test_a_repeated_heading_that_only_completes_its_block_is_one_visit() -> None:
    walk = parse_reply(
        "Block: 1\nSymbol Table: {'n': (1, int)}\n\nBlock: 1\nIs Error: False\n\nBlock: 2\nIs Error: False"
    )
    assert walk.blocks == (1, 2)
    assert walk.steps[0].state == {"n": value("1", "int")}


def test_visits_of_blocks_that_the_graph_has_not_are_dropped() -> None:
    assert parse_reply("Block: 1\nBlock: 9\nBlock: 2\n", known_blocks=2).blocks == (1, 2)


@pytest.mark.parametrize("line", ["Next Block: 5", "Action: Go to Block 5", "Action: move to the block: 5"])
def test_the_block_that_comes_next_belongs_to_the_walk(line: str) -> None:
    walk = parse_reply(f"Block: 4\nSymbol Table: {{'n': (1, int)}}\n{line}\n")
    assert (walk.blocks, walk.following, walk.ended) == ((4, 5), 5, False)


@pytest.mark.parametrize("text", ["I cannot run code.", "block by block it prints 3"])
def test_an_answer_without_a_walk_is_a_bad_answer(text: str) -> None:
    with pytest.raises(BadAnswer, match="Block: n"):
        parse_reply(text)


def test_a_number_that_is_too_long_for_a_block_is_no_heading() -> None:
    number = "9" * 5_000
    walk = parse_reply(f"Block: 1\nBlock: {number}\nNext Block: {number}\nAction: go to block {number}\n")
    assert walk.blocks == (1,)


def test_thoughts_that_do_not_end_are_passed_in_time() -> None:
    began = time.process_time()
    walk = parse_reply("<think>Block: 2\n</THINK>Block: 1\n" + "<think>\n" * 30_000)
    assert walk.blocks == (1,)
    assert time.process_time() - began < 10
