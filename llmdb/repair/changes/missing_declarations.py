"""Small changes that add what a function needs first: the same method of the base class, a variable from outside."""

import ast
from collections.abc import Iterator

from llmdb.repair.changes.program_source import Change, Source
from llmdb.repair.changes.scope import Function, Scope, first_statement


def missing_declarations(source: Source, function: ast.stmt, scope: Scope) -> Iterator[Change]:
    """What goes in front of a function's body."""
    if not isinstance(function, Function):
        return
    first = first_statement(function.body)
    at, indent = source.span(first)[0], " " * first.col_offset
    for text in (*_calls_of_base(source, function), *_outer_names(source, function, scope)):
        yield at, at, f"{text}\n{indent}", f"{text} added", 3


def _calls_of_base(source: Source, function: Function) -> Iterator[str]:
    """The method of the same name in the base class, with those parameters that both have."""
    owner = source.parent(function)
    if not isinstance(owner, ast.ClassDef) or _names_super(function):
        return
    own = [argument.arg for argument in function.args.args[1:]]
    bases = {base.id for base in owner.bases if isinstance(base, ast.Name)}
    for node in source.tree.body:
        if isinstance(node, ast.ClassDef) and node.name in bases:
            for method in node.body:
                if isinstance(method, Function) and method.name == function.name:
                    wanted = [argument.arg for argument in method.args.args[1:]]
                    if set(wanted) <= set(own):
                        yield f"super().{function.name}({', '.join(wanted)})"


def _names_super(function: Function) -> bool:
    return any(isinstance(node, ast.Name) and node.id == "super" for node in ast.walk(function))


def _outer_names(source: Source, function: Function, scope: Scope) -> Iterator[str]:
    """`global` or `nonlocal` for what the function changes, and something around it sets and reads."""
    changed = {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    around = source.parent(function)
    while around is not None:
        if isinstance(around, Function | ast.Module):
            word = "global" if isinstance(around, ast.Module) else "nonlocal"
            names = [
                node
                for statement in around.body
                if statement is not function
                for node in ast.walk(statement)
                if isinstance(node, ast.Name)
            ]
            stored = {node.id for node in names if isinstance(node.ctx, ast.Store)}
            read = {node.id for node in names if isinstance(node.ctx, ast.Load)}
            parameters = {
                argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)
            }
            if isinstance(around, Function):
                read |= _read_in(function)
            shared = (changed - parameters) & stored & (read | _added_to(function))
            yield from (f"{word} {name}" for name in scope.names if name in shared)
        around = source.parent(around)


def _read_in(function: Function) -> frozenset[str]:
    return frozenset(
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    )


def _added_to(function: Function) -> frozenset[str]:
    """What a function changes by its old value."""
    return frozenset(
        node.target.id
        for node in ast.walk(function)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
    )
