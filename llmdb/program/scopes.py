"""Names of code objects as `co_qualname` gives them, and the lambdas of a snippet."""

import ast
from collections.abc import Iterator

from llmdb.program.draft import DraftScope
from llmdb.program.nodes import Comprehension, FunctionNode, outer_parts
from llmdb.program.source import unparsed
from llmdb.types import PythonVersion

_COMPREHENSIONS: dict[type[ast.AST], str] = {
    ast.ListComp: "<listcomp>",
    ast.SetComp: "<setcomp>",
    ast.DictComp: "<dictcomp>",
    ast.GeneratorExp: "<genexpr>",
}


def child_name(parent: DraftScope, name: str) -> str:
    """The qualified name of a function, class or lambda called `name` that is defined in `parent`."""
    if parent.kind == "module" or name in parent.names_outside:
        return name
    own_locals = parent.kind in ("function", "lambda")
    return f"{parent.name}.<locals>.{name}" if own_locals else f"{parent.name}.{name}"


def function_scope(parent: DraftScope, node: FunctionNode) -> DraftScope:
    """The scope of a function's body."""
    names = declared_globals(node.body)
    return DraftScope(
        name=child_name(parent, node.name),
        kind="function",
        first_line=_first_line(node),
        parameters=parameter_names(node.args),
        signature=unparsed(node.args),
        globals=names,
        names_outside=frozenset(names),
    )


def class_scope(parent: DraftScope, node: ast.ClassDef) -> DraftScope:
    """The scope of a class's body."""
    names = declared_globals(node.body)
    return DraftScope(
        name=child_name(parent, node.name),
        kind="class",
        first_line=_first_line(node),
        globals=names,
        names_outside=frozenset(names),
    )


def parameter_names(arguments: ast.arguments) -> tuple[str, ...]:
    """The parameters in the order of `co_varnames`."""
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    starred = [star for star in (arguments.vararg, arguments.kwarg) if star]
    return tuple(parameter.arg for parameter in [*named, *starred])


def declared_globals(body: list[ast.stmt]) -> tuple[str, ...]:
    """The names that a body declares `global`, in order."""
    found: dict[str, None] = {}
    stack: list[ast.AST] = [*reversed(body)]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Global):
            found.update(dict.fromkeys(node.names))
        elif isinstance(node, ast.stmt | ast.excepthandler | ast.match_case) and not isinstance(
            node, FunctionNode | ast.ClassDef
        ):
            stack.extend(reversed(list(ast.iter_child_nodes(node))))
    return tuple(found)


def lambdas(tree: ast.Module, body: DraftScope, python: PythonVersion) -> list[tuple[DraftScope, ast.Lambda]]:
    """Every lambda below `tree` with its scope, in source order, as this Python compiles it."""
    found: list[tuple[DraftScope, ast.Lambda]] = []
    stack: list[tuple[ast.AST, DraftScope]] = [(node, body) for node in tree.body]
    while stack:
        node, scope = stack.pop()
        if isinstance(node, ast.Lambda):
            found.append((_lambda_scope(scope, node), node))
        stack.extend(_below(node, scope, python))
    return sorted(found, key=lambda pair: (pair[1].lineno, pair[1].col_offset))


def _below(node: ast.AST, scope: DraftScope, python: PythonVersion) -> Iterator[tuple[ast.AST, DraftScope]]:
    if isinstance(node, FunctionNode | ast.ClassDef | ast.Lambda):
        yield from ((part, scope) for part in outer_parts(node))
        inner = _inner_scope(node, scope)
        yield from ((part, inner) for part in (node.body if isinstance(node.body, list) else [node.body]))
    elif isinstance(node, Comprehension):
        first = node.generators[0].iter
        yield first, scope
        inner = _comprehension_scope(node, scope, python)
        inside = [*ast.iter_child_nodes(node)]
        parts = [part for part in inside if part is not node.generators[0]]
        parts += [node.generators[0].target, *node.generators[0].ifs]
        yield from ((part, inner) for part in parts)
    else:
        yield from ((part, scope) for part in ast.iter_child_nodes(node))


def _inner_scope(node: FunctionNode | ast.ClassDef | ast.Lambda, scope: DraftScope) -> DraftScope:
    if isinstance(node, ast.Lambda):
        return _lambda_scope(scope, node)
    return class_scope(scope, node) if isinstance(node, ast.ClassDef) else function_scope(scope, node)


def _lambda_scope(parent: DraftScope, node: ast.Lambda) -> DraftScope:
    return DraftScope(
        name=child_name(parent, "<lambda>"),
        kind="lambda",
        first_line=node.lineno,
        parameters=parameter_names(node.args),
        signature=unparsed(node.args),
    )


def _comprehension_scope(node: ast.AST, scope: DraftScope, python: PythonVersion) -> DraftScope:
    """PEP 709: from 3.12 only generator expressions, and in 3.12 those in class bodies, are code objects."""
    inlined = python >= (3, 13) or (python >= (3, 12) and scope.kind != "class")
    if inlined and not isinstance(node, ast.GeneratorExp):
        return scope
    name = child_name(scope, _COMPREHENSIONS[type(node)])
    return DraftScope(name=name, kind="comprehension", first_line=getattr(node, "lineno", 1))


def _first_line(node: FunctionNode | ast.ClassDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
