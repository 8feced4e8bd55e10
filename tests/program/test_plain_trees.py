"""Trees as plain data: nothing of a tree is lost on the way, and what this Python lacks can be walked all the same."""

import ast
import marshal
import sys
from pathlib import Path

import pytest

import llmdb
from llmdb.program.plain_trees import plain_tree, tree_of

FILES = sorted(Path(llmdb.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("path", FILES[:: len(FILES) // 20], ids=lambda path: str(path.stem))
def test_a_tree_comes_back_as_it_was(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    again = tree_of(marshal.loads(marshal.dumps(plain_tree(tree))))
    assert ast.dump(again, include_attributes=True) == ast.dump(tree, include_attributes=True)


def test_a_deep_tree_comes_back() -> None:
    tree = ast.parse("+".join(["a"] * 500))
    assert len(list(ast.walk(tree_of(marshal.loads(marshal.dumps(plain_tree(tree))))))) == len(
        list(ast.walk(tree))
    )


def test_nodes_of_a_kind_that_this_python_lacks_are_of_the_kind_above_and_can_be_walked() -> None:
    rows = plain_tree(ast.parse("name = value"))
    rows = [
        ("Later", "stmt", fields, held) if kind == "Assign" else (kind, base, fields, held)
        for kind, base, fields, held in rows
    ]
    tree = tree_of(rows)
    assert isinstance(tree, ast.Module)
    assert isinstance(tree.body[0], ast.stmt)
    assert [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)] == ["name", "value"]


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this Python writes every f-string")
def test_an_f_string_that_this_python_cannot_write_becomes_the_call_that_does_the_same() -> None:
    lines = ast.Call(
        ast.Attribute(ast.Constant("\n"), "join", ast.Load()), [ast.Name("words", ast.Load())], []
    )
    parts = [
        ast.Constant("{of} "),
        ast.FormattedValue(lines, -1, None),
        ast.FormattedValue(
            ast.Name("n", ast.Load()),
            ord("r"),
            ast.JoinedStr([ast.Constant(">"), ast.FormattedValue(ast.Name("width", ast.Load()), -1, None)]),
        ),
    ]
    tree = ast.fix_missing_locations(ast.Expression(ast.JoinedStr(parts)))
    code = ast.unparse(tree_of(plain_tree(tree)))
    assert eval(code, {"words": ["a", "b"], "n": 7, "width": 4}) == "{of} a\nb   7"
