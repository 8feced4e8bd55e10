"""Expressions that tell attributes and variables by text: `getattr(x, "n")`, `vars(x)[k]`, `globals()["n"]`."""

import ast
from typing import NamedTuple

from llmdb.program.parsing import parse

FIELDS = "__dict__"
"""The attribute whose items stand for attributes with computed names."""

_LOAD = ast.Load()


class Spelled(NamedTuple):
    """What such an expression denotes, in plain syntax; its object and key, each None for a variable's."""

    node: ast.expr
    base: ast.expr | None = None
    key: ast.expr | None = None


def spelled(node: ast.expr) -> Spelled | None:
    """An attribute, an item of `__dict__` where the attribute's name is computed, or a name; None for anything else."""
    match node:
        case ast.Call(func=ast.Name(id="getattr" | "hasattr"), args=[base, key, *_], keywords=[]):
            return _attribute(base, key)
        case ast.Subscript(
            value=ast.Call(func=ast.Name(id="globals"), args=[]), slice=ast.Constant(value=str(name))
        ):
            return Spelled(ast.Name(id=name, ctx=_LOAD))
        case (
            ast.Subscript(value=holder, slice=key)
            | ast.Call(func=ast.Attribute(value=holder, attr="get"), args=[key, *_], keywords=[])
        ):
            of = opened(holder)
            return None if of is None or isinstance(key, ast.Slice | ast.Starred) else _attribute(of, key)
    return None


def _attribute(base: ast.expr, key: ast.expr) -> Spelled:
    if isinstance(key, ast.Constant) and type(key.value) is str:
        return Spelled(ast.Attribute(value=base, attr=key.value, ctx=_LOAD), base, key)
    fields = ast.Attribute(value=base, attr=FIELDS, ctx=_LOAD)
    return Spelled(ast.Subscript(value=fields, slice=key, ctx=_LOAD), base, key)


def opened(node: ast.expr) -> ast.expr | None:
    """The object whose attributes a mapping holds: `x` of `x.__dict__` and `vars(x)`."""
    match node:
        case ast.Attribute(value=base, attr="__dict__") | ast.Call(func=ast.Name(id="vars"), args=[base]):
            return base
    return None


def read_in_text(node: ast.Call) -> tuple[str, ...]:
    """The variables that code reads which a call is given as a literal: `a` of `exec("b = a + 1; c = b")`."""
    match node:
        case ast.Call(func=ast.Name(id="exec" | "eval"), args=[ast.Constant(value=str(text))], keywords=[]):
            try:
                body = parse(text.strip()).body
            except (SyntaxError, ValueError):
                return ()
        case _:
            return ()
    read: dict[str, None] = {}
    bound: set[str] = set()
    for statement in body:
        names = [part for part in ast.walk(statement) if isinstance(part, ast.Name)]
        again = {statement.target} if isinstance(statement, ast.AugAssign) else set[ast.expr]()
        read |= dict.fromkeys(
            name.id
            for name in names
            if isinstance(name.ctx, ast.Load) or name in again
            if name.id not in bound
        )
        bound |= {name.id for name in names if isinstance(name.ctx, ast.Store)}
    return tuple(read)


def fields_item(node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """Object and key of an item of `x.__dict__`."""
    match node:
        case ast.Subscript(value=ast.Attribute(value=base, attr="__dict__"), slice=key):
            return base, key
    return None


def instance_of(node: ast.expr) -> ast.expr | None:
    """The object whose class an expression gives: `x` of `type(x)` and `x.__class__`."""
    match node:
        case (
            ast.Attribute(value=base, attr="__class__")
            | ast.Call(func=ast.Name(id="type"), args=[base], keywords=[])
        ):
            return base
    return None
