"""Types that the docstring of a pasted body tells."""

import ast

import pytest

from llmdb.prefix.space import Choice, Space
from llmdb.prefix.uses.docstrings import kind_of_words, types_told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (":param depth: how deep\n:type depth: int", {"depth": "int"}),
        (":param str name: whose", {"name": "str"}),
        ("@type rows: list of dicts", {"rows": "list"}),
        ("Args:\n    limits (dict, optional): what holds\n    way: how", {"limits": "dict"}),
        (
            "Parameters\n----------\nx, y : float\n    Where.\nlabel : str or None",
            {"x": "float", "y": "float", "label": "str"},
        ),
        ("Nothing: said of it (yes)", {}),
        (":param thing: it\n:type thing: Thing", {}),
        (
            ":param key: a callable that orders\n:param deep: whether to go down",
            {"key": "function", "deep": "bool"},
        ),
        ("Args:\n    most: The number of rows\n    name: function name", {"most": "int"}),
    ],
)
def test_the_usual_forms_are_read(text: str, told: dict[str, str]) -> None:
    assert types_told(ast.parse(repr(text))) == told


def test_the_first_of_several_types_counts() -> None:
    assert kind_of_words(":class:`str` or :obj:`None`") == "str"
    assert kind_of_words("array-like of shape (n,)") is None
    assert kind_of_words("L{Thing}") is None


def test_a_prefix_gives_what_the_docstring_says() -> None:
    code = (
        "'''Send it.\n\nArgs:\n    names (dict): by key\n    quick (bool): at once\n'''\nsend(names, quick)\n"
    )
    prefix = Space(code, "module", frozenset()).compose(Choice()).code
    assert "names = {" in prefix
    assert "quick = True" in prefix


def test_what_is_used_of_a_value_says_more_than_the_docstring() -> None:
    code = "'''Send it.\n\n:type form: str\n'''\nsend(form.fields)\n"
    assert "form = SimpleNamespace(" in Space(code, "module", frozenset()).compose(Choice()).code
