"""Answers of a model that hold a prefix."""

import pytest

from llmdb.ask.prefix_reply import format_coverage, parse_reply, prefix_of
from llmdb.errors import BadAnswer


@pytest.mark.parametrize(
    "text",
    [
        '{"imports": ["import os"], "initialization": ["n = 3"]}',
        'Sure:\n```json\n{"imports": ["import os"], "initialization": ["n = 3"]}\n```\nThat is all.',
        "{'imports': ['import os'], 'initialization': ['n = 3']}",
        '{"imports": "import os", "initialization": ["n = 3", "not python ("]} }',
        'Of the set {1, 2} and {[1]: 2}: {"imports": ["import os"], "initialization": ["n = 3"]}',
        '{"imports": "import os", "initialization": [7, "n = 3", "-" , [4]]}',
    ],
)
def test_answers_are_read_leniently(text: str) -> None:
    assert parse_reply(text) == ["import os", "n = 3"]


def test_an_answer_without_the_form_is_refused() -> None:
    for text in ("I cannot do that.", '{"other": 1}', "", "}" * 100_000):
        with pytest.raises(BadAnswer):
            parse_reply(text)
    assert parse_reply('{"imports": 5, "initialization": true}') == []


def test_mocks_are_stand_ins_and_imports_are_imports() -> None:
    prefix = prefix_of(["import os", "n = 3", "x = Mock()"])
    assert prefix.code == "import os\nn = 3\nx = Mock()\n"
    assert [(a.name, a.kind) for a in prefix.assumptions] == [
        ("os", "import"),
        ("n", "value"),
        ("x", "stand-in"),
    ]


def test_uncovered_lines_are_marked_in_the_prompt() -> None:
    assert "b = 2  # uncovered\n" in format_coverage("a = 1\nb = 2\n", frozenset({2}))
