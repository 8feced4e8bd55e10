"""Small changes of a program, one statement at a time: the search space of a repair without a model.

Each change is a replacement of one stretch of source text, so what is not changed keeps its form.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from llmdb.engine.fix.expression_changes import expression_changes
from llmdb.engine.fix.program_source import Source
from llmdb.engine.fix.statement_changes import statement_changes
from llmdb.types import LineNo


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """A changed program: the first line it touches, what was done in a few words, and the whole new source.

    `cost` orders changes of one statement: smaller is tried first.
    """

    line: LineNo
    what: str
    code: str
    cost: int


def mutations(code: str, lines: frozenset[LineNo] | None = None) -> list[Mutation]:
    """All small changes of the statements on `lines` (of every statement for None), cheapest first.

    Only changes that compile to another program are kept. Raises SyntaxError when `code` does not parse.
    """
    source = Source(code)
    found: dict[str, Mutation] = {}
    for scope in _scopes(source.tree):
        names = _names_in(scope)
        for statement in _own_statements(scope):
            if lines is not None and statement.lineno not in lines:
                continue
            for change in _changes(source, statement, scope, names):
                if change.code not in found and change.code != code and _compiles(change.code):
                    found[change.code] = change
    return sorted(found.values(), key=lambda change: change.cost)


def _compiles(code: str) -> bool:
    try:
        compile(code, "<mutation>", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


def _scopes(tree: ast.Module) -> Iterator[ast.AST]:
    yield tree
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node


def _own_statements(scope: ast.AST) -> Iterator[ast.stmt]:
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node
            continue
        if isinstance(node, ast.stmt):
            yield node
        waiting = [*ast.iter_child_nodes(node), *waiting]


def _names_in(scope: ast.AST) -> tuple[str, ...]:
    names: dict[str, None] = {}
    if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
        names.update(
            (argument.arg, None) for argument in ast.walk(scope.args) if isinstance(argument, ast.arg)
        )
    for node in ast.walk(scope):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names[node.id] = None
    return tuple(names)


def _header(statement: ast.stmt) -> list[ast.AST]:
    """The parts of a statement that are its own, not those of the statements inside it."""
    bodies = {"body", "orelse", "finalbody", "handlers", "cases", "decorator_list"}
    parts: list[ast.AST] = []
    for name, value in ast.iter_fields(statement):
        if name in bodies:
            continue
        parts += [
            item for item in (value if isinstance(value, list) else [value]) if isinstance(item, ast.AST)
        ]
    return parts


def _changes(
    source: Source, statement: ast.stmt, scope: ast.AST, names: tuple[str, ...]
) -> Iterator[Mutation]:
    for part in _header(statement):
        for node in ast.walk(part):
            for begin, end, text, what, cost in expression_changes(source, node, names):
                code = source.spliced(begin, end, text)
                yield Mutation(line=statement.lineno, what=what, code=code, cost=cost)
    for begin, end, text, what, cost in statement_changes(source, statement, scope):
        yield Mutation(line=statement.lineno, what=what, code=source.spliced(begin, end, text), cost=cost)
