"""Small changes that mend what Python's own rules invite: a result that is dropped, an object that is shared."""

import ast
from collections.abc import Iterator, Sequence

from llmdb.repair.changes.program_source import Change, Source
from llmdb.repair.changes.scope import Function, Scope, parts_of

GIVE_ANEW = frozenset(
    {"capitalize", "casefold", "copy", "difference", "expandtabs", "format", "intersection"}
    | {"join", "ljust", "lower", "lstrip", "removeprefix", "removesuffix", "replace"}
    | {"rjust", "rstrip", "strip", "swapcase", "symmetric_difference", "title", "translate"}
    | {"union", "upper", "zfill", "abs", "reversed", "round", "sorted"}
)
"""Methods and functions that change nothing: where their result is dropped, they were called for nothing."""
CHANGE_IN_PLACE = frozenset(
    ["add", "append", "clear", "discard", "extend", "insert", "reverse", "sort", "update"]
)
"""Methods that give None: where that is kept, the object was meant."""
FRESH = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)


def common_mistakes(source: Source, statement: ast.stmt) -> Iterator[Change]:
    """The changes of a statement as a whole."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner, attr=name)) as call) if (
            name in GIVE_ANEW
        ):
            yield from _kept(source, call, owner)
        case ast.Expr(value=ast.Call(func=ast.Name(id=name), args=[owner, *_]) as call) if name in GIVE_ANEW:
            yield from _kept(source, call, owner)
        case ast.Expr(value=ast.Compare(left=target, ops=[ast.Eq()], comparators=[value])):
            text = f"{source.text(target)} = {source.text(value)}"
            yield *source.span(statement), text, f"{text}, which was compared", 1
        case (
            ast.Assign(value=ast.Call(func=ast.Attribute(attr=name)) as call)
            | ast.Return(value=ast.Call(func=ast.Attribute(attr=name)) as call)
        ) if name in CHANGE_IN_PLACE:
            yield from _for_none(source, statement, call, name)


def shared_objects(source: Source, node: ast.AST, scope: Scope) -> Iterator[Change]:
    """The changes of one node by which each key, or each function, has an object of its own."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="dict"), attr="fromkeys"), args=[keys, held]) if (
            isinstance(held, FRESH)
        ):
            text = f"{{key: {source.text(held)} for key in {source.text(keys)}}}"
            yield *source.span(node), text, "a fresh value for each key", 3
        case ast.Lambda():
            used = {part.id for part in ast.walk(node.body) if isinstance(part, ast.Name)}
            for name in sorted(used & set(_changing(source, node, scope))):
                begin, end = source.span(node)[0], source.span(node.body)[0]
                at = begin + source.data[begin:end].rindex(b":")
                has_others = bool(source.data[begin:at].split()[1:])
                yield at, at, f"{', ' if has_others else ' '}{name}={name}", f"{name} as it is now", 3


def asked_in_full(source: Source, node: ast.AST) -> Iterator[Change]:
    """What is asked as a condition, asked in full.

    `text.find(part)`: whether it was found, and not at which place; a variable: whether it is there, not whether it is
    empty; an index: whether it is at least 0, too.
    """
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            asked = [test]
        case ast.BoolOp(op=operator, values=values):
            asked = values
            if isinstance(operator, ast.And) and sum(map(_is_bound, values)) > 1:
                whole = [f"0 <= {source.text(one)}" if _is_bound(one) else source.text(one) for one in values]
                yield *source.span(node), " and ".join(whole), "no index below 0", 2
            if isinstance(operator, ast.Or) and len(values) == 2 and isinstance(values[0], ast.Name):
                name, other = values[0].id, source.text(values[1])
                text = f"{other} if {name} is None else {name}"
                yield *source.span(node), source.in_place(node, text), f"{other} only for None", 3
        case ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Attribute(attr="find" | "rfind")) as call):
            yield *source.span(node), source.in_place(node, f"{source.text(call)} == -1"), "not found", 1
            return
        case _:
            return
    for one in asked:
        match one:
            case ast.Name() | ast.Attribute():
                yield *source.span(one), f"{source.text(one)} is not None", "anything but None", 4
            case ast.UnaryOp(op=ast.Not(), operand=ast.Name() | ast.Attribute() as operand):
                yield *source.span(one), f"{source.text(operand)} is None", "only None", 4
            case ast.Compare(left=index) if _is_bound(one):
                at = source.span(one)[0]
                yield at, at, "0 <= ", f"{source.text(index)} not below 0", 3
            case ast.Call(func=ast.Attribute(attr="find" | "rfind")):
                text = f"{source.text(one)} != -1"
                yield *source.span(one), text, "found anywhere", 1


def _is_bound(node: ast.expr) -> bool:
    """Whether a condition is that an index is below a length, and no more."""
    match node:
        case ast.Compare(left=ast.expr(), ops=[ast.Lt()], comparators=[ast.Call(func=ast.Name(id="len"))]):
            return True
    return False


def missing_default(source: Source, node: ast.AST) -> Iterator[Change]:
    """Where `held.get(key)` finds nothing, 0 in the place of None; where `held[key]` does, something."""
    match node:
        case ast.Subscript(value=held, slice=ast.Name() | ast.Constant(value=str()) as key, ctx=ast.Load()):
            for default in ("", ", 0", ", []", ", ''"):
                text = f"{source.text(held)}.get({source.text(key)}{default})"
                yield *source.span(node), text, f"{source.text(node)} to {text}", 5
        case ast.Call(func=ast.Attribute(attr="get"), args=[ast.expr() as key], keywords=[]):
            yield *source.span(key), f"{source.text(key)}, 0", "0 where nothing is found", 3


def longer_keys(scope: Scope, statement: ast.stmt) -> Iterator[Change]:
    """Results that are stored under one argument of a function, stored under two."""
    if not isinstance(scope.node, Function):
        return
    own = [argument.arg for argument in scope.node.args.args if argument.arg not in ("self", "cls")]
    for part in parts_of(statement):
        match part:
            case ast.Subscript(slice=ast.Name(id=name) as key) if name in own:
                yield from _pairs(scope, key, own)
    match statement:
        case ast.Assign(targets=[ast.Name()], value=ast.Name(id=name) as key) if name in own:
            yield from _pairs(scope, key, own)


def _pairs(scope: Scope, key: ast.Name, own: Sequence[str]) -> Iterator[Change]:
    for name in own:
        if name != key.id:
            text = f"({key.id}, {name})"
            yield *scope.source.span(key), text, f"{key.id} to {text}", 6


def _kept(source: Source, call: ast.Call, owner: ast.expr) -> Iterator[Change]:
    if isinstance(owner, ast.Name | ast.Attribute | ast.Subscript):
        text = f"{source.text(owner)} = {source.text(call)}"
        yield *source.span(call), text, f"{text}, which was dropped", 2


def _for_none(source: Source, statement: ast.stmt, call: ast.Call, name: str) -> Iterator[Change]:
    if isinstance(statement, ast.Assign):
        yield *source.span(statement), source.text(call), f"the None of {name}() is not kept", 2
        if name == "append" and isinstance(call.func, ast.Attribute) and len(call.args) == 1:
            text = f"{source.text(call.func.value)} + [{source.text(call.args[0])}]"
            yield *source.span(call), text, "a longer list for the None of append()", 2
    elif isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
        text = f"{source.text(call)}\n{' ' * statement.col_offset}return {call.func.value.id}"
        yield *source.span(statement), text, f"{call.func.value.id} for the None of {name}()", 3


def _changing(source: Source, node: ast.AST, scope: Scope) -> Iterator[str]:
    """The variables of the loops around a node, within its function."""
    at = source.parent(node)
    while at is not None and at is not scope.node:
        loops = (
            at.generators
            if isinstance(at, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp)
            else ()
        )
        for target in (*(loop.target for loop in loops), *((at.target,) if isinstance(at, ast.For) else ())):
            yield from (part.id for part in ast.walk(target) if isinstance(part, ast.Name))
        at = source.parent(at)
