"""Small changes of what a function gives back: nothing where a result was meant, part of it, or what is not kept."""

import ast
import builtins
from collections.abc import Iterator

from llmdb.repair.changes.program_source import Change, Source, gives_a_value, yields
from llmdb.repair.changes.scope import Function, Scope

_MOST = 6
"""Variables of which one may be meant as the result, those that were set last first."""


def missing_results(scope: Scope, statement: ast.stmt) -> Iterator[Change]:
    """The changes of one statement, which may be a function in the scope."""
    source = scope.source
    match statement:
        case ast.FunctionDef():
            yield from _given_at_the_end(source, statement)
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[value])):
            yield *source.span(statement), f"return {source.text(value)}", "print to return", 4
        case ast.Expr(value=ast.Call(func=ast.Name(id=name)) as call):
            if _is_exception(name):
                yield *source.span(statement), f"raise {source.text(call)}", "raised", 1
            elif name in _parameters_around(source, scope.node):
                yield *source.span(statement), f"return {source.text(call)}", "what it gives is returned", 2
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="append" | "add"), args=[ast.Name() as item])):
            for other in _set_with(scope.node, item.id):
                yield *source.span(item), f"({item.id}, {other})", f"{item.id} to ({item.id}, {other})", 5
                yield *source.span(item), f"({other}, {item.id})", f"{item.id} to ({other}, {item.id})", 6
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=held), attr="clear"), args=[])):
            yield *source.span(statement), f"{held} = []", f"a new {held} for one that is emptied", 3
        case ast.Return(value=ast.Name(id=name)) if _is_exception(name):
            yield *source.span(statement), f"raise {name}", "raised, not returned", 1
        case ast.Return(value=ast.Call(func=ast.Name(id=name)) as made) if _is_exception(name):
            yield *source.span(statement), f"raise {source.text(made)}", "raised, not returned", 1
        case ast.Return(value=ast.expr() as value):
            yield from _remembered(scope, statement, value)
            match value:
                case ast.Tuple(elts=[ast.Name(id=low), ast.Name(id=high)]):
                    for sign in ("<", "<="):
                        condition = f"if {low} {sign} {high} else None"
                        yield *source.span(value), f"{source.text(value)} {condition}", f"only {condition}", 6
            if isinstance(value, ast.Name):
                for other in _set_with(scope.node, value.id):
                    yield *source.span(value), f"{value.id}, {other}", f"{other}, too", 5
        case ast.Assign(targets=[target], value=value):
            yield from _what_was_asked(source, statement, target, value)
        case ast.AugAssign(op=ast.Add(), value=ast.Subscript() as value):
            yield *source.span(value), "1", f"{source.text(value)} to 1", 4
        case ast.AugAssign(op=ast.Add(), value=ast.Name() as value):
            yield *source.span(value), "1", f"{source.text(value)} to 1", 5
            yield from _added_otherwise(source, statement, source.text(statement.target), source.text(value))


def _added_otherwise(source: Source, statement: ast.AugAssign, target: str, text: str) -> Iterator[Change]:
    """What is added as an item, as a share, or in front."""
    for made in (f"[{text}]", f"({text},)", f"{target} * {text}"):
        yield *source.span(statement.value), made, f"{text} to {made}", 5
    yield *source.span(statement), f"{target} = {text} + {target}", "joined the other way round", 5


def _given_at_the_end(source: Source, function: ast.FunctionDef) -> Iterator[Change]:
    """A variable that a function without any result may be meant to give."""
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    last = function.body[-1]
    if function.name == "__init__" or yields(function):
        return
    if isinstance(last, ast.Return) and gives_a_value(function):
        return
    stored = [node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    names = [*dict.fromkeys(reversed(stored)), *(argument.arg for argument in function.args.args)]
    at, indent = source.span(last)[1], " " * last.col_offset
    for name in names[:_MOST]:
        if name != "self":
            yield at, at, f"\n{indent}return {name}", f"return {name} added", 4


def _is_exception(name: str) -> bool:
    known = getattr(builtins, name, None)
    return name.endswith(("Error", "Exception")) or (
        isinstance(known, type) and issubclass(known, BaseException)
    )


def _parameters_around(source: Source, function: ast.AST) -> frozenset[str]:
    """What the function around a function is given: a decorator's function is one of them."""
    around = source.parent(function)
    if not isinstance(around, Function):
        return frozenset()
    return frozenset(argument.arg for argument in around.args.args)


def _remembered(scope: Scope, statement: ast.Return, value: ast.expr) -> Iterator[Change]:
    """A result kept under what is asked for before, where nothing is kept there."""
    source = scope.source
    for node in ast.walk(scope.node):
        match node:
            case ast.If(test=ast.Compare(left=key, ops=[ast.In()], comparators=[ast.Name() as held])):
                place = f"{held.id}[{source.text(key)}]"
                if source.text(value) != place and not _stores_in(scope.node, held.id):
                    indent = " " * statement.col_offset
                    text = f"{place} = {source.text(value)}\n{indent}return {place}"
                    yield *source.span(statement), text, f"kept as {place}", 2


def _stores_in(scope: ast.AST, held: str) -> bool:
    for node in ast.walk(scope):
        match node:
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store()) if name == held:
                return True
    return False


def _set_with(scope: ast.AST, name: str) -> Iterator[str]:
    """The variables that are set in one assignment with another one."""
    for node in ast.walk(scope):
        match node:
            case ast.Tuple(elts=parts, ctx=ast.Store()) if any(
                isinstance(part, ast.Name) and part.id == name for part in parts
            ):
                yield from (part.id for part in parts if isinstance(part, ast.Name) and part.id != name)


def _what_was_asked(
    source: Source, statement: ast.Assign, target: ast.expr, value: ast.expr
) -> Iterator[Change]:
    """What a condition compared, assigned under it: `if near + step < far: far = near + step`."""
    around = source.parent(statement)
    match around:
        case ast.If(test=ast.Compare(left=left, comparators=[right])):
            known = source.text(target), source.text(value)
            for side in (left, right):
                text = source.text(side)
                if not isinstance(side, ast.Constant) and text not in known:
                    yield *source.span(value), text, f"{known[1]} to {text}", 3
