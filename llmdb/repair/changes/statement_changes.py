"""Small changes of one statement as a whole: its condition, its operator, its place, a function's defaults."""

import ast
from collections.abc import Iterator

from llmdb.repair.changes.expression_changes import ARITHMETIC, SYMBOLS
from llmdb.repair.changes.insertions import (
    added_conditions,
    function_guards,
    guards_between,
)
from llmdb.repair.changes.program_source import Change, Source, bodies_of
from llmdb.repair.changes.scope import Scope

CAUGHT = (
    "KeyError",
    "IndexError",
    "ValueError",
    "TypeError",
    "ZeroDivisionError",
    "AttributeError",
    "Exception",
)
"""What handlers are tried with."""


def statement_changes(source: Source, statement: ast.stmt, scope: ast.AST, names: Scope) -> Iterator[Change]:
    """The changes of a statement that stands in `scope`, whose variables are `names`."""
    if isinstance(statement, ast.If | ast.While):
        test = statement.test
        yield *source.span(test), f"not ({source.text(test)})", "condition negated", 3
        yield from added_conditions(source, test, names)
        yield from _keyword_changes(source, statement)
    if isinstance(statement, ast.If):
        yield from _branch_changes(source, statement)
    if isinstance(statement, ast.AugAssign):
        begin, end = source.between(statement.target, statement.value)
        gap = source.data[begin:end].decode()
        old = SYMBOLS[type(statement.op)]
        for place, new in enumerate((*ARITHMETIC.get(type(statement.op), ()), "")):
            cost = 2 if place == 0 else 3 if place == 1 else 4 if new else 6
            yield begin, end, gap.replace(f"{old}=", f"{new}=", 1), f"{old}= to {new}=", cost
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        yield from _assignment_changes(source, statement, statement.targets[0], names)
    if isinstance(statement, ast.Return) and statement.value is not None:
        value = source.text(statement.value)
        yield *source.span(statement.value), f"not ({value})", "result negated", 4
        yield *source.span(statement.value), f"-({value})", "sign of the result", 6
        if isinstance(statement.value, ast.Compare | ast.BoolOp):
            yield from added_conditions(source, statement.value, names)
        if not isinstance(statement.value, ast.Name):
            for name in names.visible:
                yield *source.span(statement.value), name, f"return {name}", 7
    if isinstance(statement, ast.Assign):
        yield from _loop_changes(source, scope, statement)
        yield from _at_once(source, scope, statement)
    if isinstance(statement, ast.Try):
        yield from _handler_changes(source, statement)
    yield from _move_changes(source, statement)
    yield from _order_changes(source, scope, statement)
    yield from guards_between(source, scope, statement, names)
    if isinstance(statement, ast.FunctionDef):
        yield from _default_changes(source, statement)
        yield from function_guards(source, statement, names)


def _assignment_changes(
    source: Source, statement: ast.Assign, target: ast.expr, names: Scope
) -> Iterator[Change]:
    """Assignment where something was to be added, or collected under a key."""
    value = source.text(statement.value)
    begin, end = source.span(statement.value)
    if isinstance(target, ast.Name | ast.Subscript | ast.Attribute):
        for operator in ("+=", "-=", "*="):
            yield *source.between(target, statement.value), f" {operator} ", f"= to {operator}", 3
    if isinstance(target, ast.Name) and _is_number(statement.value):
        if target.id in names.stored_before(statement):
            for other in names.of_type("int", "float"):
                if other != target.id:
                    yield begin, end, f"{target.id} % {other}", f"{value} to {target.id} % {other}", 6
                    yield begin, end, f"{target.id} - {other}", f"{value} to {target.id} - {other}", 6
        for bound in ('float("inf")', 'float("-inf")') if target.id in names.compared else ():
            yield begin, end, bound, f"{value} to {bound}", 3
    if isinstance(target, ast.Name) and isinstance(statement.value, ast.Subscript):
        yield begin, end, "0", f"{value} to 0", 4
    yield from _first_of_common(source, statement, names)
    if isinstance(statement.value, ast.List | ast.Set) and len(statement.value.elts) == 1:
        method = "append" if isinstance(statement.value, ast.List) else "add"
        put = f"{source.text(target)}.{method}({source.text(statement.value.elts[0])})"
        yield *source.span(statement), put, f"put into what {source.text(target)} has", 5
    if not isinstance(target, ast.Subscript):
        return
    if isinstance(target.slice, ast.Name):
        for name in names.alike(target.slice.id):
            text = f"{source.text(target.value)}[{name}] + 1"
            yield begin, end, text, f"{value} to {text}", 7
    holder, key = source.text(target.value), source.text(target.slice)
    yield begin, end, f"{holder}.get({key}, 0) + {value}", f"added to what {holder} has", 6
    item = statement.value.elts[0] if isinstance(statement.value, ast.List) and statement.value.elts else None
    kept = source.text(item) if item is not None else value
    collected = f"{holder}.setdefault({key}, []).append({kept})"
    yield *source.span(statement), collected, f"collected in {holder}", 5 if item is not None else 7


def _first_of_common(source: Source, statement: ast.Assign, names: Scope) -> Iterator[Change]:
    """What is reduced to what all have in common begins with the first of them, not with nothing."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="set"), args=[])):
            pass
        case _:
            return
    for loop in ast.walk(names.node):
        if not isinstance(loop, ast.For):
            continue
        rows = loop.iter.value if isinstance(loop.iter, ast.Subscript) else loop.iter
        parts = loop.target.elts if isinstance(loop.target, ast.Tuple) else [loop.target]
        for one in ast.walk(loop):
            match one:
                case ast.AugAssign(target=ast.Name(id=same), op=ast.BitAnd(), value=ast.Name(id=part)) if (
                    same == name
                ):
                    for place, held in enumerate(parts):
                        if isinstance(held, ast.Name) and held.id == part:
                            at = f"[{place}]" if isinstance(loop.target, ast.Tuple) else ""
                            text = f"set({source.text(rows)}[0]{at})"
                            yield *source.span(statement.value), text, f"set() to {text}", 2


def _is_number(node: ast.expr) -> bool:
    value = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(value, ast.Constant) and type(value.value) in (int, float)


def _keyword_changes(source: Source, statement: ast.If | ast.While) -> Iterator[Change]:
    """`if` for `while`, and `elif` for `if`."""
    begin = source.span(statement)[0]
    word = "if" if isinstance(statement, ast.If) else "while"
    if source.data[begin : begin + 4] == b"elif":
        yield begin, begin + 4, "if", "elif to if", 5
    elif word == "if" and not statement.orelse:
        yield begin, begin + 2, "while", "if to while", 3 if _changes_its_test(statement) else 7
    elif word == "while":
        yield begin, begin + 5, "if", "while to if", 6
    if word == "if":
        yield begin, begin + 2, "elif", "if to elif", 6


def _changes_its_test(statement: ast.If | ast.While) -> bool:
    """Whether the body sets, or changes by a method, something that the condition reads."""
    read = {node.id for node in ast.walk(statement.test) if isinstance(node, ast.Name)}
    for node in (node for part in statement.body for node in ast.walk(part)):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
                if name in read:
                    return True
    return False


def _branch_changes(source: Source, statement: ast.If) -> Iterator[Change]:
    """`if` and `elif` the other way round: the one that says more has to come first."""
    later = statement.orelse[0] if len(statement.orelse) == 1 else None
    if not isinstance(later, ast.If) or source.data[slice(*source.span(later))][:4] != b"elif":
        return
    parts = [
        (source.span(test), (source.span(body[0])[0], source.span(body[-1])[1]))
        for test, body in ((statement.test, statement.body), (later.test, later.body))
    ]
    (test, body), (later_test, later_body) = parts
    order = (
        later_test,
        (test[1], body[0]),
        later_body,
        (body[1], later_test[0]),
        test,
        (later_test[1], later_body[0]),
    )
    text = b"".join(source.data[begin:end] for begin, end in (*order, body)).decode()
    yield test[0], later_body[1], text, "if and elif swapped", 5


def _order_changes(source: Source, scope: ast.AST, statement: ast.stmt) -> Iterator[Change]:
    """A statement changes places with the one after it."""
    for node in ast.walk(scope):
        for body in bodies_of(node):
            if statement not in body[:-1]:
                continue
            following = body[body.index(statement) + 1]
            begin, middle = source.span(statement)
            start, end = source.span(following)
            gap = source.data[middle:start].decode()
            yield begin, end, source.text(following) + gap + source.text(statement), "statements swapped", 6


def _at_once(source: Source, scope: ast.AST, statement: ast.Assign) -> Iterator[Change]:
    """Two assignments in one, of which the second reads what was there before the first."""
    for node in ast.walk(scope):
        for body in bodies_of(node):
            following = body[body.index(statement) + 1 :][:1] if statement in body else []
            match statement.targets, following:
                case [ast.Name(id=one)], [ast.Assign(targets=[ast.Name(id=other)], value=value) as second]:
                    left, right = source.text(statement.value), source.text(value)
                    begin, end = source.span(statement)[0], source.span(second)[1]
                    yield begin, end, f"{one}, {other} = {left}, {right}", f"{one} and {other} set at once", 4


def _handler_changes(source: Source, statement: ast.Try) -> Iterator[Change]:
    """Another exception that is caught."""
    for handler in statement.handlers:
        if handler.type is not None:
            caught = source.text(handler.type)
            for name in CAUGHT:
                if name != caught:
                    yield *source.span(handler.type), name, f"except {caught} to except {name}", 4


def _move_changes(source: Source, statement: ast.stmt) -> Iterator[Change]:
    """A statement one level out or in, left out, or a `break` for a `continue`."""
    if isinstance(
        statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.If | ast.For | ast.While
    ):
        return
    first, last = statement.lineno, statement.end_lineno or statement.lineno
    begin, end = source.line_span(first, last)
    text = source.data[begin:end].decode()
    if text[: statement.col_offset].strip():
        return
    indent = statement.col_offset
    if indent >= 4:
        dedented = "".join(
            line[4:] if line[:4].isspace() else line for line in text.splitlines(keepends=True)
        )
        yield begin, end, dedented, "moved one level out", 4 if isinstance(statement, ast.Return) else 6
    yield (
        begin,
        end,
        "".join("    " + line for line in text.splitlines(keepends=True)),
        "moved one level in",
        6,
    )
    yield begin, end, " " * indent + "pass\n", "left out", 7
    if isinstance(statement, ast.Break):
        yield *source.span(statement), "continue", "break to continue", 5
    if isinstance(statement, ast.Continue):
        yield *source.span(statement), "break", "continue to break", 5


def _loop_changes(source: Source, scope: ast.AST, statement: ast.stmt) -> Iterator[Change]:
    """An initialisation moved to the top of a loop that follows it: a value that was never reset."""
    for node in ast.walk(scope):
        for body in bodies_of(node):
            if statement not in body:
                continue
            for loop in body[body.index(statement) + 1 :]:
                if isinstance(loop, ast.For | ast.While):
                    begin, _ = source.line_span(statement.lineno, statement.lineno)
                    own_end = source.line_span(statement.lineno, statement.end_lineno or statement.lineno)[1]
                    first = loop.body[0]
                    at, _ = source.line_span(first.lineno, first.lineno)
                    between = source.data[own_end:at].decode()
                    moved = f"{' ' * first.col_offset}{source.text(statement)}\n"
                    yield begin, at, between + moved, "moved into the loop", 3


def _default_changes(source: Source, function: ast.FunctionDef) -> Iterator[Change]:
    """A mutable default becomes None, with the fresh value made in the body."""
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = list(
        zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True)
    )
    for argument, default in defaults:
        if isinstance(default, ast.List | ast.Dict | ast.Set | ast.Call):
            first = function.body[0]
            begin, end = source.span(default)[0], source.span(first)[0]
            head = source.data[source.span(default)[1] : end].decode()
            indent = " " * first.col_offset
            guard = (
                f"if {argument.arg} is None:\n{indent}    {argument.arg} = {source.text(default)}\n{indent}"
            )
            yield begin, end, f"None{head}{guard}", f"a fresh {argument.arg} for each call", 1
