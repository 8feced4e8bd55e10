"""Syntax trees as plain data, from one Python's `ast` to another's; standard library only."""

import ast
import sys
from functools import cache
from typing import Any

_NEWER = ("type_params",)
"""Fields that a node of this Python may have as mere attributes."""
PlainTree = list[tuple[str, str, tuple[str, ...], dict[str, Any]]]
"""A row for each node, the root first: its class, the class above that, its fields, and what they hold. A node in a
field is `("node", row)`, a list `("list", items)`, anything else `("value", it)`."""


def plain_tree(tree: ast.AST) -> PlainTree:
    """The rows of a tree, which `marshal` can write."""
    nodes = [tree]
    rows = {id(tree): 0}

    def plain(item: object) -> tuple[str, object]:
        if not isinstance(item, ast.AST):
            return ("list", [plain(one) for one in item]) if isinstance(item, list) else ("value", item)
        if id(item) not in rows:
            rows[id(item)] = len(nodes)
            nodes.append(item)
        return "node", rows[id(item)]

    return [
        (
            type(node).__name__,
            type(node).__mro__[1].__name__,
            node._fields,
            {
                name: plain(item)
                for name, item in vars(node).items()
                if name in (*node._fields, *node._attributes, *_NEWER)
            },
        )
        for node in nodes
    ]


def tree_of(rows: PlainTree) -> ast.AST:
    """The tree of `rows`: a node of a kind that this Python lacks gets a class of its own.

    Type parameters of functions and classes are an attribute that `ast.walk` passes by where this Python has none. An
    f-string that this Python could not write is the call of `str.format` that does the same.
    """
    nodes = [_class_of(kind, base, fields) for kind, base, fields, _ in rows]
    trees = [kind.__new__(kind) for kind in nodes]

    def item_of(plain: tuple[str, Any]) -> object:
        kind, item = plain
        if kind == "node":
            return trees[item]
        return [item_of(one) for one in item] if kind == "list" else item

    for number in reversed(range(len(rows))):  # what a node holds comes after it
        tree = trees[number]
        for name, item in rows[number][-1].items():
            setattr(tree, name, item_of(item))
        if isinstance(tree, ast.JoinedStr) and sys.version_info < (3, 12) and not _can_be_written(tree):
            trees[number] = _formatting(tree)
    return trees[0]


@cache
def _class_of(kind: str, base: str, fields: tuple[str, ...]) -> type[ast.AST]:
    known: type[ast.AST] | None = getattr(ast, kind, None)
    above: type[ast.AST] = getattr(ast, base, ast.AST)
    return known or type(kind, (above,), {"_fields": fields})


def _can_be_written(node: ast.JoinedStr) -> bool:
    """Whether it has neither a backslash inside nor more levels of quotes than there are kinds of them."""
    try:
        ast.parse(ast.unparse(node), mode="eval")
    except (ValueError, SyntaxError):
        return False
    return True


def _formatting(node: ast.JoinedStr) -> ast.expr:
    arguments: list[ast.expr] = []

    def template(values: list[ast.expr], spec: bool = False) -> str:
        parts: list[str] = []
        for value in values:
            if isinstance(value, ast.FormattedValue):
                arguments.append(value.value)
                conversion = f"!{chr(value.conversion)}" if value.conversion > 0 else ""
                form = value.format_spec
                inner = f":{template(form.values, True)}" if isinstance(form, ast.JoinedStr) else ""
                parts.append(f"{{{conversion}{inner}}}")
            elif isinstance(value, ast.Constant):
                text = str(value.value)
                parts.append(text if spec else text.replace("{", "{{").replace("}", "}}"))
        return "".join(parts)

    text = ast.copy_location(ast.Constant(template(node.values)), node)
    method = ast.copy_location(ast.Attribute(text, "format", ast.Load()), node)
    return ast.copy_location(ast.Call(method, arguments, []), node)
