"""Small changes of one statement as a whole: its condition, its operator, its place, a function's defaults."""

import ast
from collections.abc import Iterator

from llmdb.engine.fix.expression_changes import ARITHMETIC, SYMBOLS
from llmdb.engine.fix.program_source import Change, Source


def statement_changes(source: Source, statement: ast.stmt, scope: ast.AST) -> Iterator[Change]:
    """The changes of a statement that stands in `scope`."""
    if isinstance(statement, ast.If | ast.While):
        test = statement.test
        yield *source.span(test), f"not ({source.text(test)})", "condition negated", 3
    if isinstance(statement, ast.AugAssign):
        begin, end = source.between(statement.target, statement.value)
        gap = source.data[begin:end].decode()
        old = SYMBOLS[type(statement.op)]
        for new in (*ARITHMETIC.get(type(statement.op), ()), ""):
            yield begin, end, gap.replace(f"{old}=", f"{new}=", 1), f"{old}= to {new}=", 2 if new else 5
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        at = source.span(statement.value)[0]
        if isinstance(statement.targets[0], ast.Name):
            before = source.between(statement.targets[0], statement.value)
            yield *before, " += ", "= to +=", 3
        yield at, source.span(statement.value)[1], f"({source.text(statement.value)}) + 1", "one more", 5
        yield at, source.span(statement.value)[1], f"({source.text(statement.value)}) - 1", "one less", 5
    if isinstance(statement, ast.Return) and statement.value is not None:
        value = source.text(statement.value)
        yield *source.span(statement.value), f"not ({value})", "result negated", 4
        yield *source.span(statement.value), f"-({value})", "sign of the result", 6
        yield *source.span(statement.value), f"({value}) + 1", "one more", 5
        yield *source.span(statement.value), f"({value}) - 1", "one less", 5
    if isinstance(statement, ast.Assign):
        yield from _loop_changes(source, scope, statement)
    yield from _move_changes(source, statement)
    if isinstance(statement, ast.FunctionDef):
        yield from _default_changes(source, statement)


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
        for body in (getattr(node, "body", None), getattr(node, "orelse", None)):
            if not isinstance(body, list) or statement not in body:
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
            yield begin, end, f"None{head}{guard}", f"a fresh {argument.arg} for each call", 2
