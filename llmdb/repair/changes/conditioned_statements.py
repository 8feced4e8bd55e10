"""Small changes that let a statement run under a condition only."""

import ast
from collections.abc import Iterator

from llmdb.repair.changes.program_source import Change, Source
from llmdb.repair.changes.scope import Function, Scope, Simple

MOST_CONDITIONS = 24
_CONTAINERS = ("set", "dict", "list", "deque", "Counter", "defaultdict")
_KEYS = frozenset({"int", "str", "tuple", "float"})


def conditioned_statements(source: Source, statement: ast.stmt, scope: Scope) -> Iterator[Change]:
    """A statement of a function put under each condition that may be asked there."""
    if not isinstance(scope.node, Function) or not isinstance(statement, Simple | ast.For | ast.While):
        return
    if isinstance(statement, ast.Break | ast.Continue):
        return
    if isinstance(statement, ast.Return) and not isinstance(statement.value, ast.Name):
        return
    first, last = statement.lineno, statement.end_lineno or statement.lineno
    begin, end = source.line_span(first, last)
    rows = source.data[begin:end].decode().splitlines(keepends=True)
    if rows[0][: statement.col_offset].strip():
        return
    text = "".join(f"    {row}" if row.strip() else row for row in rows)
    indent = " " * statement.col_offset
    if isinstance(statement, ast.Return) and isinstance(statement.value, ast.Name):
        name = statement.value.id
        for condition in (f"{name} is not None", name, f"{name} is None", f"not {name}"):
            yield begin, end, f"{indent}if {condition}:\n{text}", f"only if {condition}", 6
        return
    for condition in conditions_of(scope):
        yield begin, end, f"{indent}if {condition}:\n{text}", f"only if {condition}", 9


def conditions_of(scope: Scope) -> list[str]:
    """What may be asked in a function: whether something is there, has come before, or what is asked elsewhere."""
    asked = [
        scope.source.text(part)
        for node in ast.walk(scope.node)
        for part in ([node.test] if isinstance(node, ast.If | ast.While | ast.IfExp) else [])
    ]
    held = (*scope.of_type(*_CONTAINERS), *scope.attributes_asked)
    there = [form for name in held for form in (name, f"not {name}")]
    keys = [name for name in scope.names if scope.types.get(name, frozenset()) & _KEYS]
    before = [
        f"{key} {word} {name}"
        for word in ("not in", "in")
        for name in scope.of_type(*_CONTAINERS)
        for key in keys
        if key != name
    ]
    flags = [form for name in scope.of_type("bool") for form in (name, f"not {name}")]
    short = [text for text in asked if "\n" not in text and len(text) < 40]
    return list(dict.fromkeys([*flags, *there, *short, *before]))[:MOST_CONDITIONS]
