"""Small changes of operations with numbers, texts and lists: another operator, another order, another grouping."""

import ast
from collections.abc import Iterator

from llmdb.repair.changes.common_mistakes import FRESH
from llmdb.repair.changes.expression_changes import ARITHMETIC, SYMBOLS
from llmdb.repair.changes.program_source import Change, Source
from llmdb.repair.changes.scope import NUMERIC, Scope

SETS = frozenset({"set", "frozenset", "dict_keys", "Counter"})


def arithmetic_changes(source: Source, node: ast.AST, scope: Scope) -> Iterator[Change]:
    """The changes of one operation; `scope` tells the types of variables."""
    if not isinstance(node, ast.BinOp):
        return
    yield from _one_operator(source, node, scope)
    yield from _moved_operand(source, node)
    yield from _shares(source, node)
    if isinstance(node.op, ast.BitXor) and not isinstance(source.parent(node), ast.BinOp):
        yield *source.span(node), source.text(node).replace("^", "**"), "^ to **", 2


def _one_operator(source: Source, node: ast.BinOp, scope: Scope) -> Iterator[Change]:
    begin, end = source.between(node.left, node.right)
    gap = source.data[begin:end].decode()
    old = SYMBOLS[type(node.op)]
    for place, new in enumerate(ARITHMETIC.get(type(node.op), ())):
        if gap.count(old) == 1:
            yield begin, end, gap.replace(old, new), f"{old} to {new}", 2 if place == 0 else 3 + place
    if isinstance(node.op, ast.Sub) and (scope.kinds(node.left) | scope.kinds(node.right)) & SETS:
        for new in "&|^":
            yield begin, end, gap.replace(old, new), f"{old} to {new}", 4
    match node:
        case ast.BinOp(op=ast.Mult(), right=ast.Constant(value=2 | 3)):
            yield begin, end, gap.replace(old, "**"), f"{old} to **", 2
    if isinstance(node.op, ast.Mult) and isinstance(node.left, ast.List) and len(node.left.elts) == 1:
        item, count = source.text(node.left.elts[0]), source.text(node.right)
        made = f"[{item} for _ in range({count})]"
        is_shared = isinstance(node.left.elts[0], FRESH) or _makes_a_list(node.left.elts[0])
        yield *source.span(node), made, "a fresh item for each place", 1 if is_shared else 3
    if isinstance(node.op, ast.Div | ast.FloorDiv):
        left, right = source.grouped(node.left), source.grouped(node.right)
        yield *source.span(node), source.in_place(node, f"-(-{left} // {right})"), "rounded up", 2
    if isinstance(node.op, ast.Sub | ast.Div | ast.FloorDiv | ast.Mod | ast.Pow):
        whole = source.span(node)
        yield *whole, f"{source.text(node.right)} {old} {source.text(node.left)}", "operands swapped", 4
    if isinstance(node.op, ast.Add):
        yield from _list_operands(source, node)
        kinds = scope.kinds(node.left) | scope.kinds(node.right)
        if not kinds & NUMERIC:
            text = f"{source.text(node.right)} + {source.grouped(node.left)}"
            yield *source.span(node), text, "joined the other way round", 4
    whole = source.span(node)
    yield *whole, source.text(node.left), "right operand dropped", 3 if _is_one(node.right) else 5
    yield *whole, source.text(node.right), "left operand dropped", 4 if _is_one(node.left) else 6


def _makes_a_list(node: ast.expr) -> bool:
    """Whether it is `[...] * n`, or a call that makes an object."""
    match node:
        case ast.BinOp(left=ast.List(), op=ast.Mult()):
            return True
        case ast.Call(func=ast.Name(id="list" | "dict" | "set" | "deque" | "Counter")):
            return True
    return False


def _list_operands(source: Source, node: ast.BinOp) -> Iterator[Change]:
    """An item in the place of a list of it, and the other way round."""
    for side in (node.left, node.right):
        if isinstance(side, ast.List) and len(side.elts) == 1:
            yield *source.span(side), source.text(side.elts[0]), "an item for a list of it", 4
        elif isinstance(side, ast.Name | ast.Subscript | ast.Attribute):
            yield *source.span(side), f"[{source.text(side)}]", "a list for its item", 7
            yield *source.span(side), f"({source.text(side)},)", "a tuple for its item", 7


def _moved_operand(source: Source, node: ast.BinOp) -> Iterator[Change]:
    """`(a + n) % n - 1` as `(a + n - 1) % n`: what is added last belongs inside."""
    inner = node.left
    if not isinstance(node.op, ast.Add | ast.Sub) or not isinstance(inner, ast.BinOp):
        return
    if isinstance(inner.op, ast.Mod | ast.FloorDiv | ast.Div | ast.Mult):
        sign = SYMBOLS[type(node.op)]
        within = f"{source.text(inner.left)} {sign} {source.grouped(node.right)}"
        text = f"({within}) {SYMBOLS[type(inner.op)]} {source.grouped(inner.right)}"
        yield *source.span(node), text, f"{sign} {source.text(node.right)} inside", 4


def _shares(source: Source, node: ast.BinOp) -> Iterator[Change]:
    """A share of something taken off it or added to it: `price * rate` as `price * (1 - rate)`."""
    left, right = source.text(node.left), source.grouped(node.right)
    if isinstance(node.op, ast.Mult):
        for sign in "-+":
            yield *source.span(node.right), f"(1 {sign} {source.text(node.right)})", f"1 {sign} {right}", 5
    elif isinstance(node.op, ast.Add | ast.Sub) and isinstance(
        node.left, ast.Name | ast.Attribute | ast.Subscript
    ):
        yield *source.span(node.right), f"{left} * {right}", f"{right} as a share of {left}", 6
    first = node
    while isinstance(first.left, ast.BinOp):
        first = first.left
    if isinstance(first.op, ast.Mult) and isinstance(node.op, ast.Mult | ast.Div):
        for sign in "-+":
            text = f"{source.text(first.left)} {sign} {source.text(node)}"
            yield *source.span(node), source.in_place(node, text), f"{sign} the share", 5


def _is_one(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 1
