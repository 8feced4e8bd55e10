"""Statements of a function once more: between two others, or in the place of one."""

import ast
from collections.abc import Iterator, Sequence

from llmdb.repair.changes.program_source import Change, Source, own_statements
from llmdb.repair.changes.scope import NUMERIC, Function, Scope, Simple, parts_of
from llmdb.types import LineNo

_Loop = ast.For | ast.AsyncFor | ast.While
_CUT_OFF = 4
"""How much more a way out costs behind which statements are never run, or no second turn of the loop."""
_AGAIN = 2
"""How much more a statement costs that the same body has already."""
_LOST = 3
"""How much more where one of two neighbours sets what the other one has just set."""
_PARTS = frozenset({"set", "list", "dict", "deque"})
_Exit = ast.Return | ast.Raise | ast.Break | ast.Continue


def exchanged(scope: Scope, statement: ast.stmt) -> Iterator[Change]:
    """Another simple statement of the function in the place of one; a result that is taken off a number, or added."""
    if not isinstance(statement, Simple):
        return
    own = scope.source.text(statement)
    for text in _texts(scope):
        if text != own:
            yield *scope.source.span(statement), text, f"{text} instead", 6
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        for name in scope.names:
            if scope.types.get(name, frozenset()) & NUMERIC:
                yield from (
                    (*scope.source.span(statement), f"{name} {sign}= {own}", f"{name} {sign}= it", 6)
                    for sign in "+-"
                )


def added(scope: Scope, lines: frozenset[LineNo] | None) -> Iterator[tuple[LineNo, Change]]:
    """A simple statement of the function or the class once more, or a call of another method, between two statements.

    The line is that of one of the two, if it is in `lines` (any for None).
    """
    source = scope.source
    texts = [*_texts(scope), *_others(scope), *_first_values(scope)]
    moved = dict.fromkeys(_taken_elsewhere(scope))
    for body, loop in _bodies(scope.node, None):
        exits = ("continue", "break") if loop is not None else ()
        steps = list(_steps(scope, loop)) if loop is not None else []
        whole = loop.body if isinstance(loop, _Loop) else None
        for before, after in zip([None, *body], [*body, None], strict=True):
            line = _line(before, after, lines)
            if line is None or (after is None and isinstance(before, _Exit)):
                continue
            beside = {source.text(one) for one in (before, after) if isinstance(one, Simple)}
            known = {source.text(one) for one in body if isinstance(one, Simple)}
            at, left, right = _gap(source, before, after)
            for text in dict.fromkeys((*texts, *exits)):
                if text not in beside:
                    cost = 4 + (_AGAIN if text in known else 0)
                    if text.startswith(("return", "break", "continue")) and (
                        after is not None or body is whole
                    ):
                        cost += _CUT_OFF
                    if _is_overwritten(text, before, after, source):
                        cost += _LOST
                    yield line, (at, at, f"{left}{text}{right}", f"{text} added", cost)
            for text in _of_the_last(scope, before) if isinstance(before, _Loop) else ():
                yield line, (at, at, f"{left}{text}{right}", "what the last turn left added", 5)
            for text in (*steps, *moved, *_converted(before, source)):
                yield line, (at, at, f"{left}{text}{right}", f"{text} added", 5)
            if body is not getattr(scope.node, "body", None) and (before is None or after is None):
                for text in dict.fromkeys((*_elsewhere(scope), *_updates(scope))):
                    yield line, (at, at, f"{left}{text}{right}", f"{text} added", 9)


def _converted(before: ast.stmt | None, source: Source) -> Iterator[str]:
    """The parts of a text that was split, each as a number or without the spaces around it."""
    match before:
        case ast.Assign(targets=[ast.Tuple(elts=parts)], value=ast.Call(func=ast.Attribute(attr=name))) if (
            name in ("split", "rsplit", "partition", "rpartition", "groups")
        ):
            for part in parts:
                text = source.text(part)
                yield from (f"{text} = int({text})", f"{text} = float({text})", f"{text} = {text}.strip()")


def _of_the_last(scope: Scope, loop: ast.AST) -> Iterator[str]:
    """What a loop hands on in some turns, handed on behind it once more where there is something."""
    for one in ast.walk(loop):
        match one:
            case (
                ast.Expr(value=ast.Call(func=ast.Attribute(attr="append"), args=[ast.Name(id=name)]))
                | ast.Expr(value=ast.Yield(value=ast.Name(id=name)))
            ):
                indent = " " * getattr(loop, "col_offset", 0)
                yield f"if {name}:\n{indent}    {scope.source.text(one)}"


def _is_overwritten(text: str, before: ast.stmt | None, after: ast.stmt | None, source: Source) -> bool:
    """Whether a new assignment loses what the statement before it gave, or gives the one after it nothing to add to."""
    target, is_given, _ = text.partition(" = ")
    for one in (before, after) if is_given else ():
        match one:
            case ast.Assign(targets=[set_there]) | ast.AugAssign(target=set_there):
                if source.text(set_there) == target:
                    return True
    return False


def _texts(scope: Scope) -> list[str]:
    texts = (scope.source.text(one) for one in scope.statements)
    return [text for text in dict.fromkeys(texts) if "\n" not in text]


def _first_values(scope: Scope) -> Iterator[str]:
    """What several variables begin with that are set at once, each alone: a value to come back to."""
    for one in scope.statements:
        match one:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                for name, value in zip(names, values, strict=False):
                    if isinstance(value, ast.Constant | ast.List | ast.Dict):
                        yield f"{scope.source.text(name)} = {scope.source.text(value)}"


def _others(scope: Scope) -> Iterator[str]:
    """Calls of methods, what undoes a change, and an early end."""
    if scope.is_method:
        yield from (f"self.{name}()" for name in scope.methods)
        is_start = getattr(scope.node, "name", "") == "__init__"
        yield from (text for text in scope.attributes if is_start or " = " not in text)
    for test in (node for node in ast.walk(scope.node) if isinstance(node, ast.Compare)):
        match test:
            case ast.Compare(left=ast.Attribute() as left, ops=[ast.Lt() | ast.LtE()], comparators=[right]):
                yield f"{scope.source.text(left)} -= {scope.source.text(right)}"
            case ast.Compare(left=left, ops=[ast.Gt() | ast.GtE()], comparators=[ast.Attribute() as right]):
                yield f"{scope.source.text(right)} -= {scope.source.text(left)}"
    for one in scope.statements:
        match one:
            case (
                ast.AugAssign(target=ast.Subscript() as counted, op=ast.Add())
                | ast.Assign(
                    targets=[ast.Subscript() as counted],
                    value=ast.BinOp(op=ast.Add(), right=ast.Constant(value=1)),
                )
            ):
                yield f"{scope.source.text(counted)} = 0"
        if isinstance(one, ast.AugAssign) and isinstance(one.op, ast.Add | ast.Sub):
            sign = "-" if isinstance(one.op, ast.Add) else "+"
            yield f"{scope.source.text(one.target)} {sign}= {scope.source.text(one.value)}"
        match one:
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(value=holder, attr="append" | "add" as put), args=[put_in])
            ):
                held = scope.source.text(holder)
                yield f"{held}.pop()" if put == "append" else f"{held}.remove({scope.source.text(put_in)})"
    if isinstance(scope.node, Function):
        yield "return"


def _taken_elsewhere(scope: Scope) -> Iterator[str]:
    """What is added in one place, taken off in another, as from an account to an account."""
    for one in scope.statements:
        match one:
            case ast.AugAssign(
                op=ast.Add() | ast.Sub() as op, target=ast.Subscript() | ast.Attribute() as target
            ):
                sign = "-" if isinstance(op, ast.Add) else "+"
                for part in ast.walk(target):
                    if isinstance(part, ast.Name) and part.id != "self":
                        for other in scope.alike(part.id):
                            moved = scope.source.text_with(target, part, other)
                            yield f"{moved} {sign}= {scope.source.text(one.value)}"


def _elsewhere(scope: Scope) -> Iterator[str]:
    """What the function puts into a container, put into another one that is like it."""
    for one in scope.statements:
        match one:
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(value=ast.Name(id=name) as holder), args=[_, *_])
            ):
                begin, end = scope.source.span(one)[0], scope.source.span(holder)[1]
                rest = scope.source.text(one)[end - begin :]
                if "\n" not in rest:
                    yield from (f"{other}{rest}" for other in scope.alike(name))


def _updates(scope: Scope) -> Iterator[str]:
    """What the end or the beginning of a body may have forgotten: a step, a start, what was seen last."""
    for name in scope.of_type("int"):
        yield from (f"{name} += 1", f"{name} -= 1", f"{name} = 0")
    yield from (f"{name} = []" for name in scope.of_type("list"))
    yield from (f"{name}.popleft()" for name in scope.of_type("deque"))
    yield from (f"{name}.pop(0)" for name in scope.of_type("list"))
    for held in scope.of_type("set", "list"):
        yield from (
            f"{held}.remove({name})" for name in scope.names if not scope.types.get(name, _PARTS) & _PARTS
        )
    for held in scope.of_type("set"):
        yield from (
            f"{held}.add({name})" for name in scope.names if not scope.types.get(name, _PARTS) & _PARTS
        )
    yield from (f"{name} = {other}" for name in scope.names for other in scope.alike(name))


def _steps(scope: Scope, loop: ast.AST) -> Iterator[str]:
    """What moves a variable on that a loop reads, that was set before, and that it never sets."""
    for name in _never_set(scope, loop):
        kinds = scope.types.get(name, frozenset())
        if kinds & NUMERIC:
            yield from (f"{name} += 1", f"{name} -= 1")
        for other in scope.names if kinds <= {"NoneType"} else scope.alike(name):
            if other != name:
                yield f"{name} = {other}"


def _never_set(scope: Scope, loop: ast.AST) -> list[str]:
    """Variables that are set in front of a loop alone, by a plain value, and read in it."""
    inside = {id(part) for part in ast.walk(loop)}
    names = [
        part for one in own_statements(scope.node) for part in parts_of(one) if isinstance(part, ast.Name)
    ]
    changed = {part.id for part in names if id(part) in inside and isinstance(part.ctx, ast.Store | ast.Del)}
    read = {part.id for part in names if id(part) in inside and isinstance(part.ctx, ast.Load)}
    return [
        target.id
        for one in own_statements(scope.node)
        if isinstance(one, ast.Assign)
        and id(one) not in inside
        and isinstance(one.value, ast.Constant | ast.Name)
        for target in one.targets
        if isinstance(target, ast.Name) and target.id in read - changed
    ]


def _bodies(node: ast.AST, loop: ast.AST | None) -> Iterator[tuple[Sequence[ast.stmt], ast.AST | None]]:
    """The bodies of a scope, and the outermost loop around each; None for none."""
    for name in ("body", "orelse", "finalbody"):
        body = getattr(node, name, None)
        if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
            around = loop or (node if isinstance(node, _Loop) and name == "body" else None)
            yield body, around
            for statement in body:
                if not isinstance(statement, Function | ast.ClassDef):
                    yield from _bodies(statement, around)
    for name in ("handlers", "cases"):
        for part in getattr(node, name, ()):
            yield from _bodies(part, loop)


def _line(before: ast.stmt | None, after: ast.stmt | None, lines: frozenset[LineNo] | None) -> LineNo | None:
    """The side of a gap that is told: rather a simple statement than the head of others, rather the one before."""
    sides = [one for one in (before, after) if one is not None and not isinstance(one, ast.Assert)]
    ranked = sorted(sides, key=lambda one: not isinstance(one, Simple))
    return next((one.lineno for one in ranked if lines is None or one.lineno in lines), None)


def _gap(source: Source, before: ast.stmt | None, after: ast.stmt | None) -> tuple[int, str, str]:
    """Where a statement goes between two, and what is to be written around it."""
    if before is not None:
        return source.span(before)[1], f"\n{' ' * before.col_offset}", ""
    assert after is not None
    return source.span(after)[0], "", f"\n{' ' * after.col_offset}"
