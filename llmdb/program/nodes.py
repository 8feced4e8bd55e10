"""Walking a syntax tree scope by scope; standard library only, because the child uses it too."""

import ast
from collections.abc import Iterable, Iterator

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_ScopeNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda


def outer_parts(node: _ScopeNode) -> list[ast.AST]:
    """The parts of a definition that its enclosing scope evaluates: decorators, defaults, bases, annotations."""
    if isinstance(node, ast.ClassDef):
        return [*node.decorator_list, *node.bases, *node.keywords]
    defaults = [*node.args.defaults, *(default for default in node.args.kw_defaults if default is not None)]
    if isinstance(node, ast.Lambda):
        return [*defaults]
    return [*node.decorator_list, *defaults]


def own_nodes(roots: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Every node below `roots` that runs in the scope of the roots, generator expressions' bodies left out."""
    stack = [*roots]
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, _ScopeNode):
            stack.extend(outer_parts(node))
        elif isinstance(node, ast.GeneratorExp):
            stack.append(node.generators[0].iter)
        else:
            stack.extend(ast.iter_child_nodes(node))


def suspends(statement: ast.AST) -> bool:
    """Whether running this statement can suspend its frame: it holds a `yield` or an `await` of its own scope."""
    return any(isinstance(node, ast.Yield | ast.YieldFrom | ast.Await) for node in own_nodes([statement]))


def assigned_names(tree: ast.Module) -> frozenset[str]:
    """The names that would be local variables if the body of `tree` were a function's body."""
    bound: set[str] = set()
    outside: set[str] = set()
    stack: list[tuple[ast.AST, bool]] = [(node, False) for node in tree.body]
    while stack:
        node, in_comprehension = stack.pop()
        outside.update(node.names if isinstance(node, ast.Global | ast.Nonlocal) else ())
        bound.update(() if in_comprehension else _bound_by(node))
        if isinstance(node, ast.NamedExpr) and isinstance(node.target, ast.Name):
            bound.add(node.target.id)
        below = outer_parts(node) if isinstance(node, _ScopeNode) else ast.iter_child_nodes(node)
        inside = in_comprehension or isinstance(node, Comprehension)
        stack.extend((child, inside) for child in below)
    return frozenset(bound - outside)


def _bound_by(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            for alias in aliases:
                yield alias.asname or alias.name.partition(".")[0]
        case (
            ast.ExceptHandler(name=str(name))
            | ast.MatchAs(name=str(name))
            | ast.MatchStar(name=str(name))
            | ast.MatchMapping(rest=str(name))
        ):
            yield name
