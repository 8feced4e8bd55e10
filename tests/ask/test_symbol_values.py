"""Symbol tables as models write them."""

import pytest

from llmdb.ask.symbol_values import parse_symbol_table, symbol_table_text, values_equal
from llmdb.ask.walks import SymbolValue


@pytest.mark.parametrize(
    ("text", "shown", "type_name"),
    [
        ("{'x': (2, int)}", "2", "int"),
        ("{'x': (2, 'int')}", "2", "int"),
        ("{'x': (2, <class 'int'>)}", "2", "int"),
        ("{x: 2}", "2", "int"),
        ("{\"x\": ('it''s, ok', str)}", "'it''s, ok'", "str"),
        ("{'x': ([1, (2, 3)], list)}", "[1, (2, 3)]", "list"),
        ("{'x': ((1, 2), tuple)}", "(1, 2)", "tuple"),
        ("{'x': ({'a': 1}, dict)}", "{'a': 1}", "dict"),
        ("{'x': [0] (list)}", "[0]", "list"),
        ("{'x': (range(0, 3), range)}", "range(0, 3)", "range"),
        ("x = 7", "7", "int"),
        ("- x: 7", "7", "int"),
        ("{'x': (1, 2)}", "(1, 2)", "tuple"),
    ],
)
def test_an_entry_is_read(text: str, shown: str, type_name: str) -> None:
    assert parse_symbol_table(text) == {"x": SymbolValue(type=type_name, repr=shown)}


@pytest.mark.parametrize("said", ["undefined", "(undefined, None)", "Uninitialized", "not defined"])
def test_a_name_said_to_be_undefined_is_left_out(said: str) -> None:
    assert parse_symbol_table(f"{{'i': {said}, 'n': 1}}").keys() == {"n"}


def test_a_text_that_spells_undefined_is_a_value() -> None:
    assert parse_symbol_table("{'s': ('undefined', str)}")["s"].repr == "'undefined'"


def test_a_table_ends_at_its_own_brace() -> None:
    assert symbol_table_text("{'d': {'}': 1}} and {more}") == "{'d': {'}': 1}}"


@pytest.mark.parametrize("text", ["{", "}", "{'a': (", "{'a", "{:}", "{,,}", "((((", "{'a': \"}", "\x00{"])
def test_a_broken_table_raises_nothing(text: str) -> None:
    assert isinstance(parse_symbol_table(symbol_table_text(text)), dict)


@pytest.mark.parametrize(
    ("told", "recorded", "equal"),
    [
        ("[1,2]", "[1, 2]", True),
        ('"a"', "'a'", True),
        ("{2, 1}", "{1, 2}", True),
        ("{'b': 1, 'a': 2}", "{'a': 2, 'b': 1}", True),
        ("3", "3.0", False),
        ("True", "1", False),
        ("[1]", "[1.0]", False),
        ("1e1", "10.0", True),
        ("deque([1,2])", "deque([1, 2])", True),
        ("a", "'a'", False),
    ],
)
def test_values_are_equal_when_they_denote_the_same(told: str, recorded: str, equal: bool) -> None:
    assert values_equal(SymbolValue(type="", repr=told), SymbolValue(type="", repr=recorded)) is equal
