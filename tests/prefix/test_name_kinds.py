"""The table of what names usually hold."""

import ast
from collections import Counter

import pytest

from llmdb.prefix.name_kinds import kind_of_name, kind_of_result, look_up, words_of_name
from tests.benchmarks.names import kind_of_annotation, kind_of_constant, learn, observations_of, written


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("max_retries", "int"),
        ("is_valid", "bool"),
        ("_encoding", "str"),
        ("lineLength", "int"),
        ("callback", "function"),
        ("parser", "object"),
        ("kwargs", "dict"),
        ("zzyzx", None),
        ("_", None),
    ],
)
def test_a_name_has_the_kind_that_most_programmers_give_it(name: str, kind: str | None) -> None:
    assert kind_of_name(name) == kind


def test_a_function_is_named_after_what_it_gives() -> None:
    assert kind_of_result("is_closed") == "bool"
    assert kind_of_result("fileno") == "int"


def test_the_whole_name_says_more_than_its_end_and_that_more_than_its_beginning() -> None:
    table = {"=line_width": "float", "width": "int", "line_width": "str", "has_": "bool", "has_width": "list"}
    assert look_up(table, "line_width") == "float"
    assert look_up(table, "full_line_width") == "str"
    assert look_up(table, "has_items") == "bool"
    assert look_up(table, "has_width") == "list"
    assert look_up(table, "the_width") == "int"
    assert look_up(table, "depth") is None


def test_names_are_split_into_words_without_numbers() -> None:
    assert words_of_name("_lineWidth2") == ["line", "width"]
    assert words_of_name("MAX_SIZE") == ["max", "size"]


def test_the_table_is_learned_from_annotations_defaults_and_constants() -> None:
    source = "def f(depth: int, *, quick=True, part: 'Part | None' = None): return g(depth, loud=False)\n"
    said = list(observations_of(ast.parse(source), stub=False))
    assert ("passed on", "depth", "int") in said
    assert ("default", "quick", "bool") in said
    assert ("used", "part", "object") in said
    assert ("keyword", "loud", "bool") in said
    seen = {("attribute", "depth", f"package_{i}"): Counter(int=3) for i in range(8)}
    assert learn(seen)["names"]["depth"] == "int"
    assert written({"names": {"depth": "int", "is_": "bool"}}) == "[names]\nbool: is_\nint: depth\n"


def test_annotations_and_constants_tell_kinds() -> None:
    def told(code: str) -> str | None:
        return kind_of_annotation(ast.parse(code, mode="eval").body)

    assert told("Optional[Sequence[str]]") == "list"
    assert told("None | typing.Callable[..., int]") == "function"
    assert told("Literal['a', 'b']") == "str"
    assert told("Any") is None
    assert told("KeyTError") == "exception"
    assert kind_of_constant(ast.parse("-1.5", mode="eval").body) == "float"
    assert kind_of_constant(ast.parse("Path('a')", mode="eval").body) == "str"
