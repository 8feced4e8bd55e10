"""Small changes of classes: what a method is called as, gives back, and what it should keep of its arguments."""

import ast
from collections.abc import Iterator, Sequence

from llmdb.repair.changes.program_source import Change, Source, gives_a_value, yields
from llmdb.repair.changes.scope import Function

_OF_BUILT_IN_TYPES = frozenset(
    {"isalnum", "isalpha", "isdigit", "islower", "isspace", "isupper"}
    | {"capitalize", "lower", "split", "splitlines", "strip", "swapcase", "title", "upper"}
    | {"clear", "copy", "items", "keys", "pop", "popleft", "reverse", "sort", "values"}
)
"""Methods that are named without a call only by mistake, as a rule."""


def class_changes(source: Source, function: ast.stmt) -> Iterator[Change]:
    """The changes of a statement in a class as a whole, and of one that sets what the object should have."""
    owner = source.parent(function)
    match owner, function:
        case ast.ClassDef(), ast.Assign(
            targets=[ast.Name(id=name)], value=ast.List() | ast.Dict() | ast.Set()
        ):
            if not any(isinstance(node, Function) and node.name == "__init__" for node in owner.body):
                indent = " " * function.col_offset
                text = f"def __init__(self):\n{indent}    self.{source.text(function)}"
                yield *source.span(function), text, f"{name} of each object", 2
        case ast.FunctionDef(), ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=same)) if (
            name == same
        ):
            at = source.span(function)[0]
            yield at, at, "self.", f"{name} to self.{name}", 1
    if not isinstance(function, Function) or not isinstance(owner, ast.ClassDef):
        return
    if not function.decorator_list and not function.name.startswith("__"):
        yield from _decorated(source, function)
    if function.name == "__init__":
        yield from _kept(source, owner, function)
    elif not yields(function) and not gives_a_value(function):
        last = function.body[-1]
        at, indent = source.span(last)[1], " " * last.col_offset
        yield at, at, f"\n{indent}return self", "return self added", 5


def _decorated(source: Source, function: Function) -> Iterator[Change]:
    at, indent = source.span(function)[0], " " * function.col_offset
    names = [argument.arg for argument in function.args.args]
    if names == ["self"]:
        yield at, at, f"@property\n{indent}", "@property added", 4
    if names[:1] == ["cls"]:
        yield at, at, f"@classmethod\n{indent}", "@classmethod added", 2
    elif names[:1] != ["self"]:
        yield at, at, f"@staticmethod\n{indent}", "@staticmethod added", 2


def _kept(source: Source, owner: ast.ClassDef, function: Function) -> Iterator[Change]:
    """An argument that the object is asked for and that `__init__` does not keep."""
    parts = list(ast.walk(owner))
    attributes = [part for part in parts if isinstance(part, ast.Attribute)]
    stored = {part.attr for part in attributes if isinstance(part.ctx, ast.Store)}
    read = {part.attr for part in attributes if isinstance(part.ctx, ast.Load)}
    last = function.body[-1]
    at, indent = source.span(last)[1], " " * last.col_offset
    for name in (argument.arg for argument in (*function.args.args[1:], *function.args.kwonlyargs)):
        for kept in (name, f"_{name}"):
            if kept in read - stored:
                yield at, at, f"\n{indent}self.{kept} = {name}", f"self.{kept} = {name} added", 2


def attribute_of_the_other(source: Source, node: ast.AST) -> Iterator[Change]:
    """`self.size == other` as `self.size == other.size`."""
    match node:
        case ast.Compare(
            left=ast.Attribute(value=ast.Name(id="self"), attr=name),
            comparators=[ast.Name(id=other) as right],
        ) if other != "self":
            at = source.span(right)[1]
            yield at, at, f".{name}", f"{other} to {other}.{name}", 2


def missing_calls(source: Source, node: ast.AST, methods: Sequence[str]) -> Iterator[Change]:
    """A method that is named and not called.

    Args:
        source: the program.
        node: any of its nodes.
        methods: the names of the methods that it defines.
    """
    parent = source.parent(node)
    match node:
        case ast.Attribute(attr=name, ctx=ast.Load()) if not isinstance(parent, ast.Attribute):
            is_called = isinstance(parent, ast.Call) and parent.func is node
            is_handed_on = isinstance(parent, ast.keyword) or (isinstance(parent, ast.Call) and not is_called)
            known = name in _OF_BUILT_IN_TYPES or (name in methods and _needs_nothing(source, name))
            if known and not is_called:
                cost = 3 if is_handed_on else 1
                yield source.span(node)[1], source.span(node)[1], "()", f"{name} called", cost


def _needs_nothing(source: Source, name: str) -> bool:
    """Whether a method of that name is called with nothing, and is no property."""
    return any(
        not one.decorator_list and len(one.args.args) - len(one.args.defaults) == 1
        for one in source.functions.get(name, ())
    )
