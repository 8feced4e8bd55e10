"""Small changes of how functions are called, and of the types that are asked for."""

import ast
from collections.abc import Iterator

from llmdb.repair.changes.program_source import Change, Source
from llmdb.repair.changes.scope import Scope

_SIMILAR = {
    "int": ("int", "float"),
    "float": ("int", "float"),
    "list": ("list", "tuple"),
    "tuple": ("list", "tuple"),
}
"""Types that are asked for together."""
_TYPES = ("int", "float", "str", "list", "tuple", "dict", "set", "bool")
_HELD = ("int", "list", "set", "dict", "str")
"""What a `defaultdict` makes."""


def call_changes(scope: Scope, node: ast.AST) -> Iterator[Change]:
    """The changes of one node."""
    source = scope.source
    match node:
        case ast.Call(func=ast.Name(id="isinstance"), args=[_, ast.Name(id=name) as kind]) if name in _TYPES:
            if name in _SIMILAR:
                both = f"({', '.join(_SIMILAR[name])})"
                yield *source.span(kind), both, f"{name} to {both}", 3
            yield from (
                (*source.span(kind), other, f"{name} to {other}", 5) for other in _TYPES if other != name
            )
        case ast.Compare(
            ops=[ast.Eq() | ast.NotEq() | ast.Is() | ast.IsNot()], comparators=[ast.Name(id=name) as kind]
        ):
            if name in _TYPES:
                others = (other for other in _TYPES if other != name)
                yield from ((*source.span(kind), other, f"{name} to {other}", 5) for other in others)
        case ast.Call(func=ast.Name(id="defaultdict"), args=[ast.Name(id=held) as kind, *_]) if held in _HELD:
            others = (other for other in _HELD if other != held)
            yield from ((*source.span(kind), other, f"{held} to {other}", 2) for other in others)
        case ast.Call(func=ast.Name(id="sum"), args=[only]) if not node.keywords:
            at = source.span(only)[1]
            yield at, at, ", []", "lists joined", 4
        case ast.Call(func=ast.Name(id=name)):
            yield from _of_own_function(scope, node, name)
        case ast.Name(id=name, ctx=ast.Load()) if name in scope.functions:
            parent = source.parent(node)
            if not isinstance(parent, ast.Call | ast.keyword | ast.Attribute) and _needs_nothing(
                source, name
            ):
                yield source.span(node)[1], source.span(node)[1], "()", f"{name} called", 2


def _of_own_function(scope: Scope, call: ast.Call, name: str) -> Iterator[Change]:
    """The call of a function of the program, or of one that is handed on."""
    source = scope.source
    called = source.functions[name][0] if name in source.functions else None
    parameters = [argument.arg for argument in called.args.args] if called is not None else []
    is_inner = called is not None and called in getattr(scope.node, "body", ())
    if is_inner and not call.args and not call.keywords and isinstance(source.parent(call), ast.Return):
        yield *source.span(call), name, f"{name} not called", 2
    if called is not None and call.args and not any(isinstance(one, ast.Starred) for one in call.args):
        last, place = call.args[-1], len(call.args)
        taken = {keyword.arg for keyword in call.keywords}
        for other in parameters[place : place + 3]:
            if other not in taken:
                yield source.span(last)[0], source.span(last)[0], f"{other}=", f"given as {other}", 4
    match call.args:
        case [ast.Name() as only] if called is None or called.args.vararg or len(parameters) > 1:
            yield source.span(only)[0], source.span(only)[0], "*", "each as an argument", 4
        case [ast.Starred(value=value) as only]:
            yield *source.span(only), source.text(value), "one argument", 4


def _needs_nothing(source: Source, name: str) -> bool:
    called = source.functions[name][0]  # a function of the module, so it is among them
    return len(called.args.args) == len(called.args.defaults)
