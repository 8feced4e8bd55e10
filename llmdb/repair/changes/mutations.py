"""Small changes of a program, one statement at a time: the search space of a repair without a model.

Each change is a replacement of one stretch of source text, so what is not changed keeps its form.
"""

import ast
from collections.abc import Iterator

from llmdb.repair.changes.added_statements import added, exchanged
from llmdb.repair.changes.arithmetic_changes import arithmetic_changes
from llmdb.repair.changes.call_changes import call_changes
from llmdb.repair.changes.class_changes import attribute_of_the_other, class_changes, missing_calls
from llmdb.repair.changes.common_mistakes import (
    asked_in_full,
    common_mistakes,
    longer_keys,
    missing_default,
    shared_objects,
)
from llmdb.repair.changes.conditioned_statements import conditioned_statements
from llmdb.repair.changes.expression_changes import expression_changes
from llmdb.repair.changes.library_calls import library_calls, numbers_of_texts
from llmdb.repair.changes.loop_changes import loop_changes, missing_await
from llmdb.repair.changes.missing_declarations import missing_declarations
from llmdb.repair.changes.paired_changes import paired_changes
from llmdb.repair.changes.program_source import Change, Source, header, own_statements
from llmdb.repair.changes.replacements import replacements
from llmdb.repair.changes.results import missing_results
from llmdb.repair.changes.scope import Function, Keys, Scope, Types, all_scopes
from llmdb.repair.changes.statement_changes import statement_changes
from llmdb.repair.changes.twins import twin_changes
from llmdb.repair.changes.value_changes import value_changes
from llmdb.types import LineNo
from llmdb.values import dataclass


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
    code: str,
    lines: frozenset[LineNo] | None = None,
    types: Types | None = None,
    keys: Keys | None = None,
) -> list[Mutation]:
    """All small changes of the statements on `lines` (of every statement for None), cheapest first.

    Args:
        code: the program.
        lines: where to change it.
        types: what each variable was recorded with; without them more changes are thought of that cannot work.
        keys: the keys of each variable that was recorded as a dict.

    Returns:
        Changes to different programs, none of them this one; not all of them compile.

    Raises:
        SyntaxError: `code` does not parse.
    """
    source = Source(code)
    found: dict[str, Mutation] = {}
    for line, (begin, end, text, what, cost) in _changes(source, lines, types or {}, keys or {}):
        changed = source.spliced(begin, end, text)
        known = found.get(changed)
        if changed != code and (known is None or cost < known.cost):
            found[changed] = Mutation(line=line, what=what, code=changed, cost=cost)
    return sorted(found.values(), key=lambda change: change.cost)


def _changes(
    source: Source, lines: frozenset[LineNo] | None, types: Types, keys: Keys
) -> Iterator[tuple[LineNo, Change]]:
    """Every change as it is thought of, with the first line that it touches."""
    for scope in all_scopes(source, types, keys):
        for statement in own_statements(scope.node):
            if (lines is None or statement.lineno in lines) and not _is_test(statement, scope.node):
                for change in _of_statement(source, statement, scope):
                    yield statement.lineno, change
        if not isinstance(scope.node, ast.ClassDef) and not _holds_tests(scope.node):
            yield from added(scope, lines)


def _of_statement(source: Source, statement: ast.stmt, scope: Scope) -> Iterator[Change]:
    for part in header(statement):
        for node in ast.walk(part):
            yield from expression_changes(source, node, scope)
            yield from arithmetic_changes(source, node, scope)
            yield from paired_changes(source, node)
            yield from shared_objects(source, node, scope)
            yield from missing_default(source, node)
            yield from asked_in_full(source, node)
            yield from twin_changes(source, node)
            yield from library_calls(scope, node)
            yield from call_changes(scope, node)
            yield from missing_calls(source, node, scope.methods)
            yield from missing_await(source, node)
            yield from attribute_of_the_other(source, node)
    yield from asked_in_full(source, statement)
    yield from numbers_of_texts(source, statement)
    yield from class_changes(source, statement)
    yield from loop_changes(scope, statement)
    yield from missing_results(scope, statement)
    yield from statement_changes(source, statement, scope.node, scope)
    yield from common_mistakes(source, statement)
    yield from missing_declarations(source, statement, scope)
    yield from conditioned_statements(source, statement, scope)
    if not isinstance(statement, Function | ast.Assert):
        yield from replacements(scope, statement)
        yield from longer_keys(scope, statement)
        yield from value_changes(scope, statement)
        yield from exchanged(scope, statement)


def _is_test(statement: ast.stmt, scope: ast.AST) -> bool:
    """Whether it says what the program should do: an assert of the module, or anything of a test with asserts."""
    if _holds_tests(scope) or _holds_tests(statement):
        return True
    return isinstance(statement, ast.Assert) and isinstance(scope, ast.Module)


def _holds_tests(node: ast.AST) -> bool:
    """Whether it is a function that tests others."""
    is_named = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    return is_named and any(isinstance(inner, ast.Assert) for inner in ast.walk(node))
