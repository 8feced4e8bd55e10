"""Small changes of loops and of functions that call themselves: what they forget to do, to keep or to give back."""

import ast
from collections.abc import Iterator

from llmdb.repair.changes.program_source import Change, Source, gives_a_value, own_statements, yields
from llmdb.repair.changes.scope import Function, Scope

_For = ast.For | ast.AsyncFor
_FRESH = ("j", "k", "_", "other", "inner")
_MARKED = {"set": "add", "list": "append"}


def loop_changes(scope: Scope, statement: ast.stmt) -> Iterator[Change]:
    """The changes of a statement that stands in a loop, is one, or calls its own function."""
    source = scope.source
    match statement:
        case ast.For(target=ast.Name(id=name)):
            yield from _own_variable(scope, statement, name)
            yield from _pairs_once(source, statement)
        case ast.If():
            yield from _marked_as_seen(scope, statement)
            yield from _else_of_the_loop(source, statement)
            yield from _apart_from_itself(source, statement)
        case ast.Return(value=ast.expr() as value) if _loop_around(source, statement) is not None:
            yield *source.span(statement), f"yield {source.text(value)}", "return to yield", 5
        case ast.Expr(
            value=ast.Call(func=ast.Attribute(value=ast.Name(id=filled), attr="append"), args=[item])
        ) if "\n" not in source.text(statement):
            indent = " " * statement.col_offset
            text = f"if {source.text(item)} not in {filled}:\n{indent}    {source.text(statement)}"
            yield *source.span(statement), text, f"each once in {filled}", 5
        case ast.Expr(value=ast.Call() as call):
            yield from _result_kept(scope, call)
        case ast.AugAssign(
            target=ast.Attribute() | ast.Name() as moved, op=ast.Add(), value=ast.Constant(value=1)
        ):
            for whole in _indexed_by(scope, source.text(moved)):
                name = source.text(moved)
                text = f"{name} = ({name} + 1) % len({whole})"
                yield *source.span(statement), text, f"round the end of {whole}", 1
        case ast.AugAssign(target=ast.Subscript(value=counted, slice=place), op=operator, value=amount):
            if isinstance(operator, ast.Add | ast.Sub):
                sign = "+" if isinstance(operator, ast.Add) else "-"
                target = source.text(statement.target)
                found = f"{source.text(counted)}.get({source.text(place)}, 0)"
                text = f"{target} = {found} {sign} {source.text(amount)}"
                yield *source.span(statement), text, "counted from 0 where there is none", 3
    match statement:
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(value=ast.Subscript(value=holder, slice=key) as held, attr=name), args=[_]
            )
        ) if name in ("append", "add"):
            fresh = "[]" if name == "append" else "set()"
            text = f"{source.text(holder)}.setdefault({source.text(key)}, {fresh})"
            yield *source.span(held), text, "an empty one where there is none", 3


def _pairs_once(source: Source, loop: ast.For) -> Iterator[Change]:
    """The inner of two loops over the same numbers begins where the outer one is, so that no pair comes twice."""
    outer = source.parent(loop)
    match outer, loop.iter:
        case ast.For(target=ast.Name(id=first)), ast.Call(func=ast.Name(id="range"), args=[stop]):
            for start, cost in ((f"{first} + 1", 2), (first, 4)):
                yield source.span(stop)[0], source.span(stop)[0], f"{start}, ", f"from {start} on", cost
            yield *source.span(stop), first, f"up to {first}", 4


def _indexed_by(scope: Scope, index: str) -> Iterator[str]:
    """What is indexed by an expression in a scope."""
    source = scope.source
    found = (
        source.text(part.value)
        for part in ast.walk(scope.node)
        if isinstance(part, ast.Subscript) and source.text(part.slice) == index
    )
    yield from dict.fromkeys(found)


def _apart_from_itself(source: Source, statement: ast.If) -> Iterator[Change]:
    """In loops over the offsets of neighbours, what is not moved at all is left out."""
    offsets = []
    at = source.parent(statement)
    while isinstance(at, ast.For):
        match at:
            case ast.For(target=ast.Name(id=name), iter=ast.Tuple(elts=places) | ast.List(elts=places)):
                if any(isinstance(place, ast.Constant) and place.value == 0 for place in places):
                    offsets.append(name)
        at = source.parent(at)
    if len(offsets) == 2:
        test = (
            source.grouped(statement.test)
            if isinstance(statement.test, ast.BoolOp)
            else source.text(statement.test)
        )
        text = f"({offsets[1]} or {offsets[0]}) and {test}"
        yield *source.span(statement.test), text, "not where nothing is moved", 2


def _own_variable(scope: Scope, loop: ast.For, name: str) -> Iterator[Change]:
    """A loop within a loop over the same variable gets one of its own, in its head or in its body, too."""
    source = scope.source
    at = source.parent(loop)
    while at is not None and not isinstance(at, Function | ast.Module):
        if isinstance(at, _For) and isinstance(at.target, ast.Name) and at.target.id == name:
            known = {part.id for part in ast.walk(source.tree) if isinstance(part, ast.Name)}
            own = next(fresh for fresh in _FRESH if fresh not in known or fresh == "_")
            yield *source.span(loop.target), own, f"a variable of its own for the inner {name}", 1
            begin, end = source.span(loop)
            text = source.data[begin:end]
            uses = [
                source.span(part)[0] - begin
                for part in ast.walk(loop)
                if isinstance(part, ast.Name) and part.id == name
            ]
            for place in sorted(uses, reverse=True):
                text = text[:place] + own.encode() + text[place + len(name.encode()) :]
            yield begin, end, text.decode(), f"{name} to {own} in the inner loop", 1
            return
        at = source.parent(at)


def _marked_as_seen(scope: Scope, statement: ast.If) -> Iterator[Change]:
    """What is asked whether it was seen, put with what was seen, where nothing else does so."""
    source = scope.source
    match statement.test:
        case ast.Compare(
            left=asked, ops=[ast.In() | ast.NotIn() as operator], comparators=[ast.Name(id=held)]
        ):
            pass
        case _:
            return
    if any(_is_filled(part, held) for part in ast.walk(scope.node)):
        return
    made = _made_as(scope.node, held)
    methods = [_MARKED[made]] if made in _MARKED else ["add", "append"]
    for method in methods:
        text = f"{held}.{method}({source.text(asked)})"
        if isinstance(operator, ast.NotIn):
            first = statement.body[0]
            at = source.span(first)[0]
            yield at, at, f"{text}\n{' ' * first.col_offset}", f"{text} added", 1
        at, indent = source.span(statement)[1], " " * statement.col_offset
        yield at, at, f"\n{indent}{text}", f"{text} added", 2


def _is_filled(node: ast.AST, held: str) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)):
            return name == held and method in ("add", "append", "update", "extend", "insert", "appendleft")
        case ast.AugAssign(target=ast.Name(id=name)):
            return name == held
        case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store()):
            return name == held
    return False


def _made_as(scope: ast.AST, name: str) -> str:
    """`set` or `list`, where a variable is made as one; else an empty text."""
    for one in own_statements(scope):
        match one:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                match value:
                    case ast.Set() | ast.SetComp() | ast.Call(func=ast.Name(id="set")):
                        return "set"
                    case ast.List() | ast.ListComp() | ast.Call(func=ast.Name(id="list")):
                        return "list"
    return ""


def _loop_around(source: Source, node: ast.AST) -> ast.For | ast.While | None:
    at = source.parent(node)
    while at is not None and not isinstance(at, Function | ast.ClassDef):
        if isinstance(at, ast.For | ast.While):
            return at
        at = source.parent(at)
    return None


def _else_of_the_loop(source: Source, statement: ast.If) -> Iterator[Change]:
    """What is done where a condition does not hold, done when it held in no turn of the loop."""
    loop = source.parent(statement)
    if not isinstance(loop, ast.For | ast.While) or loop.orelse or loop.body[-1] is not statement:
        return
    last = statement.body[-1]
    if not statement.orelse or not isinstance(last, ast.Return | ast.Break):
        return
    end = source.span(statement)[1]
    begin = source.span(last)[1]
    indent = " " * loop.col_offset
    inside = source.text(statement.orelse[0]), source.text(statement.orelse[-1])
    if len(statement.orelse) == 1 and "\n" not in inside[0] and not isinstance(statement.orelse[0], ast.If):
        if isinstance(last, ast.Return):
            yield begin, end, f"\n{indent}{inside[0]}", "after the whole loop", 2
        else:
            text = f"\n{indent}else:\n{indent}    {inside[0]}"
            yield begin, end, text, "where the loop was not left", 2


def _result_kept(scope: Scope, call: ast.Call) -> Iterator[Change]:
    """What a function of the program gives, given on; dropped by a statement that calls it."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            pass
        case _:
            return
    source, own = scope.source, getattr(scope.node, "name", "")
    if name not in source.functions or not isinstance(scope.node, Function):
        return
    called, text = source.functions[name][0], source.text(call)
    if yields(called):
        yield *source.span(call), f"yield from {text}", "what it yields is yielded", 1
    elif gives_a_value(called):
        yield *source.span(call), f"return {text}", "what it gives is returned", 2 if name == own else 4
    if isinstance(called, ast.AsyncFunctionDef):
        yield *source.span(call), f"await {text}", "awaited", 1


def missing_await(source: Source, node: ast.AST) -> Iterator[Change]:
    """A call of an asynchronous function of the program that is not awaited."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) as call:
            is_async = any(isinstance(one, ast.AsyncFunctionDef) for one in source.functions.get(name, ()))
            parent = source.parent(call)
            if is_async and not isinstance(parent, ast.Await | ast.Expr | ast.Call):
                yield *source.span(call), source.in_place(call, f"await {source.text(call)}"), "awaited", 1
