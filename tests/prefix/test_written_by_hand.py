"""How the code of a prefix is written: the names of its classes, the parameters of its functions, the texts in it."""

# ruff: noqa: E501 -- tables

import pytest

from llmdb.prefix.space import Choice, Space


@pytest.mark.parametrize(
    ("code", "definition"),
    [
        ("for a in owner.get_children():\n    a.stop()\n", "return [Child(), Child()]\n"),
        ("pool.submit(3).result()\n", "class Future:\n    def result(self):\n"),
        ("w = web.WEB(3)\nw.open_page(1)\n", "web = WebModule()\n"),
        ("for cls in sorted(kinds, key=lambda x: x.__name__):\n    print(cls.label, issubclass(cls, int))\n", "class Thing:\n"),
        ("parts.Engine.__init__(self, 3)\n", "parts = SimpleNamespace(Engine=Engine)\n"),
        ("next(self.tokens)\nprint(self.tokens.line)\n", "    def __next__(self):\n        return "),
        ("print(isinstance(x, nodes.Tree), isinstance(y, base.Leaf))\n", "nodes = SimpleNamespace(Tree=Tree)\n"),
        ("get_user.cache_clear()\nprint(get_user(1))\n", "\nget_user.cache_clear = lambda: None\n"),
    ],
)  # fmt: skip
def test_classes_and_functions_are_called_as_by_hand(code: str, definition: str) -> None:
    assert definition in _runs(code)


@pytest.mark.parametrize(
    ("code", "definition"),
    [
        ("print(run(*parts))\n", "def run(*args):\n"),
        ("print(run(name, mode=1, **more))\n", "def run(name, mode, **kwargs):\n"),
        ("print(run(name, *parts, mode=1, **more))\n", "def run(name, *args, mode, **kwargs):\n"),
        ("print(run(*parts), run(1))\n", "def run(*args, **kwargs):\n"),
        ("print(run('a', 3, [4], get_user(), 'b'))\n", "def run(text, number, items, user, third):\n"),
        ("print(run('a'), run(3))\n", "def run(value):\n"),
    ],
)
def test_parameters_are_those_of_the_calls(code: str, definition: str) -> None:
    assert definition in _runs(code)


@pytest.mark.parametrize(
    ("code", "definition"),
    [
        ("for template in templates:\n    print(template.upper())\n", '["Hello, {name}", "Dear {name}", "Goodbye, {name}"]\n'),
        ("for mode in modes:\n    print(mode.upper())\n", 'modes = ["r", "w"]\n'),
        ("for ship in ships:\n    print(ship.upper())\n", 'ships = ["ship1", "ship2", "ship3"]\n'),
        ("print(name.rpartition('.')[0])\n", 'name = "main.index"\n'),
        ("k, v = entry.split('=', 1)\nprint(k, v)\n", 'entry = "name=alice"\n'),
        ("print(os.path.join(root_path, 'a'))\n", 'root_path = "data"\n'),
        ("print(other.split('/')[-1])\n", 'other = "data/input.txt"\n'),
    ],
)  # fmt: skip
def test_texts_are_no_two_alike_and_hold_no_word_of_a_method(code: str, definition: str) -> None:
    assert definition in _runs(code)


def _runs(code: str) -> str:
    """The first prefix for the snippet, after which it runs."""
    prefix = Space(code, "module").compose(Choice()).code
    exec(prefix + code, {"__name__": "snippet"})
    return prefix


def test_what_is_called_with_several_values_is_given_them_one_by_one() -> None:
    code = "def total(*numbers):\n    for number in numbers:\n        print(number + 1)\n"
    assert "    total(3, 8, 5)" in Space(code, "module").compose(Choice(calls=True)).code


def test_elements_whose_methods_decide_nothing_are_of_one_class() -> None:
    code = "for attr in attrs:\n    print(attr.name, attr.read_all(3))\n"
    assert _runs(code).count("class ") == 1


def test_a_missing_module_is_made_up_alone() -> None:
    prefix = _runs("from shop.stock.rows import Row\nfrom .sizes import SMALL\nprint(Row(3), SMALL)\n")
    assert prefix.count("sys.modules[") == 2
    assert 'sys.modules["shop.stock.rows"] = SimpleNamespace(Row=Row)\n' in prefix


def test_classes_of_several_bases_are_written_and_share_what_they_give() -> None:
    code = (
        "class Basket(Mixin, View):\n    def fill(self, **more):\n        found = super().fill(**more)\n"
        "        found['eggs'] = found['eggs'].pick(who=self.request.user)\n"
    )
    prefix = Space(code, "module").compose(Choice(calls=True)).code
    assert [prefix.count(f"class {name}:") for name in ("Mixin", "View", "Eggs")] == [1, 1, 1]
