"""Small changes that add a condition, a base case, or a way out of a function."""

import ast
from collections.abc import Iterator

from llmdb.repair.changes.program_source import Change, Source
from llmdb.repair.changes.scope import NUMERIC, Function, Scope, first_statement

BASE_CASES = ("0", "1", "[]", "''", "None", "True", "False", "{}", "['']", "[[]]")
TYPES = frozenset({"int", "float", "str", "list", "dict", "tuple", "set"})
EMPTY = {"list": "[]", "dict": "{}", "str": "''", "tuple": "()", "set": "set()"}


def added_conditions(source: Source, test: ast.expr, scope: Scope) -> Iterator[Change]:
    """A condition that asks for one thing more, or is content with another."""
    begin, end = source.span(test)
    text = source.text(test)
    joined = f"({text})" if isinstance(test, ast.BoolOp | ast.IfExp | ast.NamedExpr | ast.Lambda) else text
    for guard, cost in dict(_safe(source, test)).items():
        yield begin, end, f"{guard} and {_grouped_or(text, test)}", f"{guard} and {text}", cost
    for name in _never_read(scope):
        for form in (f"{name} >= 1", f"{name} >= 2", f"{name} > 0", f"{name} <= 1", f"{name} == 0"):
            yield begin, end, f"{joined} and {form}", f"{joined} and {form}", 4
    used = {node.id for node in ast.walk(test) if isinstance(node, ast.Name)}
    for name in scope.visible:
        cost = 5 if scope.types.get(name, frozenset()) & {"bool"} else 7
        if name in used and len(used) > 1:
            cost += 1
        for form in (
            f"{joined} and {name}",
            f"{joined} and not {name}",
            f"{joined} or {name}",
            f"not {name} or {joined}",
        ):
            yield begin, end, form, form, cost


def _never_read(scope: Scope) -> list[str]:
    """Numbers of a function that are computed for nothing: what was to be asked of them is missing."""
    names = [node for node in ast.walk(scope.node) if isinstance(node, ast.Name)]
    read = {node.id for node in names if isinstance(node.ctx, ast.Load)}
    found = dict.fromkeys(
        node.id for node in names if isinstance(node.ctx, ast.Store) and node.id not in read
    )
    return [
        name for name in found if scope.types.get(name, frozenset()) & NUMERIC and not name.startswith("_")
    ]


def _safe(source: Source, test: ast.expr) -> Iterator[tuple[str, int]]:
    """What has to hold so that a condition can be asked at all, each with its cost.

    But for the last of them they change nothing but what fails without them, so one that helps is likely to be right.
    """
    for node in ast.walk(test):
        match node:
            case ast.Attribute(value=ast.Name() | ast.Attribute() as owner) if source.text(owner) != "self":
                yield f"{source.text(owner)} is not None", 2
            case ast.Subscript(value=holder, slice=ast.Constant() | ast.UnaryOp()):
                yield source.text(holder), 2
            case ast.Subscript(value=holder, slice=ast.Name() | ast.BinOp() as index):
                yield f"{source.text(index)} < len({source.text(holder)})", 2
                yield f"{source.text(index)} >= 0", 4


def _grouped_or(text: str, test: ast.expr) -> str:
    """A condition as it stands behind `and`."""
    is_loose = isinstance(test, ast.IfExp | ast.NamedExpr | ast.Lambda)
    return f"({text})" if is_loose or (isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or)) else text


def function_guards(source: Source, function: ast.stmt, scope: Scope) -> Iterator[Change]:
    """A base case in front of a function's body."""
    if not isinstance(function, Function):
        return
    first = first_statement(function.body)
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
    if _calls_itself(function):
        for name in parameters:
            yield from _guards_by_type(scope, name, at, indent)
    for name in parameters:
        for form in _forms(scope, name):
            yield at, at, f"{name} = {form}\n{indent}", f"{name} to {form} first", 8
    for name in parameters[:1]:
        yield at, at, f"{name} = {name}.copy()\n{indent}", "a copy of the argument", 8
        yield at, at, f"{name} = list({name})\n{indent}", "a list of the argument", 8


def _forms(scope: Scope, name: str) -> Iterator[str]:
    """What an argument may be brought to before anything is done with it."""
    kinds = scope.types.get(name, frozenset())
    if kinds & NUMERIC:
        yield f"abs({name})"
        yield from (f"{name} % len({other})" for other in scope.of_type("list", "str", "tuple"))
    if "str" in kinds:
        yield from (f"{name}.{method}()" for method in ("lower", "strip"))


def _calls_itself(function: Function) -> bool:
    return any(isinstance(node, ast.Name) and node.id == function.name for node in ast.walk(function))


def _guards_by_type(scope: Scope, name: str, at: int, indent: str) -> Iterator[Change]:
    """A base case of a function that calls itself, for arguments of one of the types that it was given."""
    kinds = sorted(scope.types.get(name, frozenset()) & TYPES)
    for kind in kinds if len(scope.types.get(name, ())) > 1 else ():
        is_held = kind in (
            "list",
            "tuple",
            "dict",
            "set",
        )  # what has parts is gone into, anything else is an end
        for test, cost in (
            (f"isinstance({name}, {kind})", 10 if is_held else 9),
            (f"not isinstance({name}, {kind})", 8 if is_held else 9),
        ):
            for result in (name, f"[{name}]", *BASE_CASES[:5]):
                guard = f"if {test}:\n{indent}    return {result}\n{indent}"
                yield at, at, guard, f"a base case: {result} if {test}", cost


def guards_between(source: Source, scope: ast.AST, statement: ast.stmt, names: Scope) -> Iterator[Change]:
    """A way out of a function before a statement that uses something empty."""
    if not isinstance(scope, Function) or statement not in scope.body[1:]:
        return
    at = source.span(statement)[0]
    indent = " " * statement.col_offset
    used = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    for name in names.of_type(*EMPTY):
        if name not in used:
            continue
        own = [EMPTY[kind] for kind in names.types.get(name, frozenset()) if kind in EMPTY]
        others = [text for other in names.names if other != name for text in (other, f"[{other}]")]
        plain = dict.fromkeys([*own, "0", "None", "False", "True", "-1"])
        for result in dict.fromkeys([*plain, *others]):
            guard = f"if not {name}:\n{indent}    return {result}\n{indent}"
            yield at, at, guard, f"{result} if not {name}", 9 if result in plain else 10
