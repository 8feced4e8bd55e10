"""Small changes of a program, one statement at a time: the search space of a repair without a model.

Each change is a replacement of one stretch of source text, so what is not changed keeps its form.
"""

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from llmdb.repair.changes.expression_changes import expression_changes
from llmdb.repair.changes.paired_changes import paired_changes
from llmdb.repair.changes.program_source import Change, Source
from llmdb.repair.changes.scope_names import ScopeNames, Types, names_of
from llmdb.repair.changes.statement_changes import statement_changes
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


def mutations(
    code: str, lines: frozenset[LineNo] | None = None, types: Types | None = None
) -> list[Mutation]:
    """All small changes of the statements on `lines` (of every statement for None), cheapest first.

    Args:
        code: the program.
        lines: where to change it.
        types: what each variable was recorded with; without them fewer changes are thought of.

    Returns:
        Changes that compile, each to another program.

    Raises:
        SyntaxError: `code` does not parse.
    """
    source = Source(code)
    found: dict[str, Mutation] = {}
    for line, (begin, end, text, what, cost) in edits(source, lines, types):
        changed = source.spliced(begin, end, text)
        known = found.get(changed)
        if (known is not None and cost >= known.cost) or changed == code:
            continue
        if known is not None or _compiles(changed):
            found[changed] = Mutation(line=line, what=what, code=changed, cost=cost)
    return sorted(found.values(), key=lambda change: change.cost)


def edits(
    source: Source, lines: frozenset[LineNo] | None = None, types: Types | None = None
) -> Iterator[tuple[LineNo, Change]]:
    """The same as they are thought of: the first line that each touches, and the stretch; not all of them compile."""
    for scope in scopes(source.tree):
        names = names_of(scope, source.tree, types or {})
        for statement in own_statements(scope):
            if (lines is None or statement.lineno in lines) and not _is_test(statement, scope):
                for change in _changes(source, statement, scope, names):
                    yield statement.lineno, change


def _is_test(statement: ast.stmt, scope: ast.AST) -> bool:
    """Whether it says what the program should do: an assert of the module, or anything of a test with asserts."""
    for node in (scope, statement):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            return any(isinstance(inner, ast.Assert) for inner in ast.walk(node))
    return isinstance(statement, ast.Assert) and isinstance(scope, ast.Module)


def _compiles(code: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(code, "<mutation>", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


def scopes(tree: ast.Module) -> Iterator[ast.AST]:
    """The module, its functions and its classes."""
    yield tree
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node


def own_statements(scope: ast.AST) -> Iterator[ast.stmt]:
    """The statements of a scope, the heads of functions in it among them, and not what these have inside."""
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


def header(statement: ast.stmt) -> list[ast.AST]:
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


def _changes(source: Source, statement: ast.stmt, scope: ast.AST, names: ScopeNames) -> Iterator[Change]:
    for part in header(statement):
        for node in ast.walk(part):
            yield from expression_changes(source, node, names)
            yield from paired_changes(source, node)
    yield from statement_changes(source, statement, scope, names)
