"""Small changes that add what is missing: a condition, a base case, a statement at the end of a body."""

import ast
from collections.abc import Iterator, Sequence

from llmdb.repair.changes.program_source import Change, Source
from llmdb.repair.changes.scope_names import Function, ScopeNames

BASE_CASES = ("0", "1", "[]", "''", "None", "True", "False", "{}")
EMPTY = {"list": "[]", "dict": "{}", "str": "''", "tuple": "()", "set": "set()"}
Loop = ast.For | ast.While | ast.AsyncFor


def added_conditions(source: Source, test: ast.expr, scope: ScopeNames) -> Iterator[Change]:
    """A condition that asks for one thing more, or is content with another."""
    begin, end = source.span(test)
    text = source.text(test)
    joined = f"({text})" if isinstance(test, ast.BoolOp | ast.IfExp | ast.NamedExpr | ast.Lambda) else text
    used = {node.id for node in ast.walk(test) if isinstance(node, ast.Name)}
    for name in scope.names:
        cost = 5 if scope.kinds(name) & {"bool"} else 7
        if name in used and len(used) > 1:
            cost += 1
        for form in (
            f"{joined} and {name}",
            f"{joined} and not {name}",
            f"{joined} or {name}",
            f"not {name} or {joined}",
        ):
            yield begin, end, form, form, cost


def function_guards(source: Source, function: ast.stmt) -> Iterator[Change]:
    """A base case in front of a function's body."""
    if not isinstance(function, Function):
        return
    first = _after_docstring(function.body)
    at = source.span(first)[0]
    indent = " " * first.col_offset
    parameters = [argument.arg for argument in function.args.args if argument.arg not in ("self", "cls")]
    for name in parameters:
        for test, results in (
            (f"not {name}", (*BASE_CASES, name)),
            (f"{name} <= 1", ("1", name, "0")),
            (f"len({name}) <= 1", (name,)),
        ):
            for result in results:
                guard = f"if {test}:\n{indent}    return {result}\n{indent}"
                yield at, at, guard, f"a base case: {result} if {test}", 9
    yield (
        at,
        at,
        "".join(f"{name} = {name}.copy()\n{indent}" for name in parameters[:1]),
        "a copy of the argument",
        8,
    )


def guards_between(
    source: Source, scope: ast.AST, statement: ast.stmt, names: ScopeNames
) -> Iterator[Change]:
    """A way out of a function before a statement that uses something empty."""
    if not isinstance(scope, Function) or statement not in scope.body[1:]:
        return
    at = source.span(statement)[0]
    indent = " " * statement.col_offset
    used = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    for name in names.of_type(*EMPTY):
        if name not in used:
            continue
        own = [EMPTY[kind] for kind in names.kinds(name) if kind in EMPTY]
        for result in dict.fromkeys([*own, "0", "None", "False", "True", "-1"]):
            guard = f"if not {name}:\n{indent}    return {result}\n{indent}"
            yield at, at, guard, f"{result} if not {name}", 9


def body_additions(source: Source, statement: ast.stmt, scope: ScopeNames, in_loop: bool) -> Iterator[Change]:
    """A statement more at the end or the beginning of a body: an exit, a step, an assignment that was forgotten."""
    for body in bodies_of(statement):
        last, first = body[-1], _after_docstring(body)
        end, at = source.span(last)[1], source.span(first)[0]
        indent = " " * first.col_offset
        if first.lineno == statement.lineno:
            continue
        if isinstance(statement, ast.If) and not isinstance(
            last, ast.Return | ast.Raise | ast.Break | ast.Continue
        ):
            exits = ("return", *(("continue", "break") if in_loop else ()))
            for word in exits:
                yield end, end, f"\n{indent}{word}", f"{word} added", 7
        if isinstance(statement, Function):
            continue
        for name in scope.of_type("int"):
            for text in (f"{name} += 1", f"{name} -= 1", f"{name} = 0"):
                yield end, end, f"\n{indent}{text}", f"{text} added", 8
        for name in scope.of_type("list"):
            yield end, end, f"\n{indent}{name} = []", f"{name} = [] added", 9
        for name in scope.names:
            for other, same in scope.alike(name):
                if same:
                    text = f"{name} = {other}"
                    yield at, at, f"{text}\n{indent}", f"{text} added", 9
                    yield end, end, f"\n{indent}{text}", f"{text} added", 9


def bodies_of(statement: ast.AST) -> Iterator[list[ast.stmt]]:
    """The blocks of statements inside a statement."""
    for name in ("body", "orelse"):
        body = getattr(statement, name, None)
        if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
            yield body


def _after_docstring(body: Sequence[ast.stmt]) -> ast.stmt:
    first = body[0]
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return body[1] if is_text and len(body) > 1 else first
