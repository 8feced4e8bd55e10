"""What is undefined in a snippet."""

from pathlib import Path

import pytest

from llmdb.prefix.undefined import binds_unseen, find_undefined, modules_in, names_of


def test_variables_attributes_and_methods_of_the_paper_s_example_are_found() -> None:
    found = find_undefined("a = b + foo()\ny = d.year - p.init()\n")
    assert names_of(found, "variable") == ("b", "foo", "d", "p")
    assert set(names_of(found, "attribute")) == {"d.year", "p.init"}


def test_names_bound_later_in_the_module_are_undefined_where_they_are_read_first() -> None:
    assert names_of(find_undefined("count = 0 if count == 3 else 1\n"), "variable") == ("count",)


def test_builtins_imports_and_own_definitions_are_defined() -> None:
    assert (
        find_undefined("import os\ndef f(x):\n    return len(os.listdir(x))\nprint(f('.'))\nexit(0)\n") == ()
    )


def test_what_the_snippet_was_seen_to_bind_is_defined() -> None:
    text = "from math import *\nprint(sqrt(n), pi)\n"
    assert names_of(find_undefined(text), "variable") == ("n", "pi", "sqrt")
    assert names_of(find_undefined(text, bound=frozenset({"sqrt", "pi", "e"})), "variable") == ("n",)


def test_only_some_operations_bind_names_that_the_source_does_not_tell() -> None:
    unseen = ["from math import *\n", "exec('a = 1')\n", "run = builtins.exec\n", "globals()['a'] = 1\n"]
    assert all(map(binds_unseen, unseen))
    plain = [
        "from math import sqrt\n",
        "from nosuchpackage import *\n",
        "from . import *\n",
        "a = print(b)\n",
    ]
    assert not any(map(binds_unseen, plain))
    assert binds_unseen("import helper\n", beside=frozenset({"helper"}))


def test_a_function_body_is_looked_at_as_one() -> None:
    found = find_undefined("if n > 3:\n    return total\n", "function")
    assert [(r.name, r.line) for r in found] == [("n", 1), ("total", 2)]


def test_file_is_undefined_for_code_that_is_no_file() -> None:
    assert names_of(find_undefined("print(__file__)\n"), "variable") == ("__file__",)


def test_super_outside_any_class_is_undefined() -> None:
    assert names_of(find_undefined("super().setUp()\n"), "variable") == ("super",)
    assert find_undefined("class A:\n    def f(self):\n        super().f()\n") == ()


def test_modules_outside_the_standard_library_are_missing() -> None:
    found = find_undefined("import os\nimport nosuchpackage.sub\nfrom . import sibling\n")
    assert names_of(found, "module") == ("nosuchpackage.sub", ".")


def test_modules_beside_the_snippet_are_available(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("x = 1\n")
    assert find_undefined("import helper\n", "module", modules_in(tmp_path)) == ()


@pytest.mark.parametrize(
    "text", ["print >= 3\n", "filter.get('a')\n", "x = list[0]\n", "input = input + 1\n"]
)
def test_a_builtin_is_not_undefined_where_a_mistake_is_likelier(text: str) -> None:
    assert names_of(find_undefined(text), "variable") == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("if hash in seen:\n    print(hash)\n", "hash"),
        ("print(f'{id}: 3')\n", "id"),
        ("if not all:\n    print(3)\n", "all"),
        ("if type == 'sum':\n    print(3)\n", "type"),
    ],
)
def test_a_builtin_that_is_never_called_and_used_as_data_is_a_variable(text: str, name: str) -> None:
    assert name in names_of(find_undefined(text), "variable")
