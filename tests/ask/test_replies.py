"""Objects read out of what models write, whatever it is."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmdb.ask.replies import read_judgement, read_objects

KEYS = ("block", "correct", "explanation")


def read(text: str) -> list[dict[str, object]]:
    return [dict(one.fields) for one in read_objects(text, KEYS) if one.is_whole]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"block": 2, "correct": true}', {"block": 2, "correct": True}),
        ("{'block': 'it\\'s', 'correct': None}", {"block": "it's", "correct": None}),
        (
            "{block: 2, correct: no, explanation: it isn't}",
            {"block": 2, "correct": "no", "explanation": "it isn't"},
        ),
        ('{"Block": 2 "correct": False}', {"block": 2, "correct": False}),
        ('{"block": 2\n "correct": 1.5}', {"block": 2, "correct": "1.5"}),
        ('{"explanation": "the "x" value, "y" is {1}"}', {"explanation": 'the "x" value, "y" is {1}'}),
        ("{'explanation': 'it isn't reset'}", {"explanation": "it isn't reset"}),
        ('{"explanation": "two\n}\nlines"}', {"explanation": "two\n}\nlines"}),
        (
            '{"note": "a } b, correct: true", "correct": false}',
            {"note": "a } b, correct: true", "correct": False},
        ),
        (r'{"explanation": "\u00e9 \ud83d\ude00\n\d"}', {"explanation": "é 😀\n\\d"}),
    ],
)
def test_an_object_is_read_as_it_was_meant(text: str, value: dict[str, object]) -> None:
    assert read(f"So: {text} it is.") == [value]


def test_an_inner_object_comes_before_the_one_that_it_is_in() -> None:
    inner = {"block": 1, "correct": True}
    assert read('{"verdicts": [{"block": 1, "correct": true}], "correct": 0}') == [
        inner,
        {"verdicts": [inner], "correct": 0},
    ]


def test_an_object_that_is_cut_off_is_none() -> None:
    assert read('{"block": 2, "correct": true, "explanation": "acc is') == []


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("Correct? No, acc is 4", False),
        ("Is it correct? Yes.", True),
        ("It isn't correct", False),
        ("**Incorrect** (acc is 4)", False),
        ("no issues", True),
        ("✅", True),
        ("❌ wrong sum", False),
        ("partially correct", None),
        (None, None),
    ],
)
def test_a_judgement_is_read_from_the_words_that_a_text_begins_with(said: object, right: bool | None) -> None:
    judgement = read_judgement(said)
    assert judgement is not None
    assert judgement.is_right is right


@pytest.mark.parametrize(
    "said",
    [
        "true or false",
        "true/false",
        "true|false",
        "0.9",
        0.9,
        7,
        "right operand",
        "no change",
        "",
        "Correct?",
    ],
)
def test_a_text_that_begins_with_no_such_word_judges_nothing(said: object) -> None:
    assert read_judgement(said) is None


@given(
    st.lists(st.sampled_from(["{", "}", "[", "]", '"', "'", ",", ":", "\\", "\n", " ", "a", "correct", "1"]))
)
def test_any_text_is_read(parts: list[str]) -> None:
    for found in read("".join(parts)):
        assert found


@pytest.mark.parametrize(
    "part",
    [
        *["{", "[", "{[", "{}", '{"', "{'", "{\"{'", '"\\', '{"correct":', "{correct:", '{"correct":[', "{ "],
        *['{"a":"b",', '{"a":"b\n', "{1,'\n", ',"a"', "{correct: x{", 'correct:"a" b', "correct ", "{\n\n"],
    ],
)
def test_the_time_grows_with_the_length_alone(part: str) -> None:
    began = time.process_time()
    read((part * 100_000)[:100_000])
    assert time.process_time() - began < 10
