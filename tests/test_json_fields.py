"""The JSON of a value comes from its fields."""

from dataclasses import dataclass
from pathlib import Path

from llmdb.events.model import Value
from llmdb.json_fields import JsonFields, json_of, shown_only


@dataclass(frozen=True, slots=True, kw_only=True)
class _Inner:
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found(JsonFields):
    name: str
    rows: tuple[_Inner, ...]
    value: Value
    path: Path | None = None
    drawn: str = shown_only("")


def test_fields_stand_in_their_order_and_what_is_only_drawn_is_left_out() -> None:
    found = _Found(name="x", rows=(_Inner(line=3),), value=Value(type="int", repr="7"), drawn="much")
    assert list(found.to_json().items()) == [
        ("name", "x"),
        ("rows", [{"line": 3}]),
        ("value", {"type": "int", "repr": "7"}),
        ("path", None),
    ]


def test_sets_are_sorted_keys_are_text_and_paths_too() -> None:
    assert json_of({1: frozenset({"b", "a"}), "p": Path("a/b")}) == {"1": ["a", "b"], "p": "a/b"}
