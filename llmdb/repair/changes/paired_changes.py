"""Small changes of two places that belong together: how operands are grouped, and what is done to both sides."""

import ast
from collections.abc import Iterator

from llmdb.repair.changes.program_source import Change, Source

_BOTH = (
    "{}.lower()",
    "set({})",
    "sorted({})",
    "str({})",
    "abs({})",
    "{}.strip()",
    "list({})",
    "len({})",
    "int({})",
)
_GROUPING = 2


def paired_changes(source: Source, node: ast.AST) -> Iterator[Change]:
    """The changes of one node that touch two of its operands."""
    if isinstance(node, ast.BinOp):
        yield from _regrouped(source, node, node.left, node.right)
        yield from _exchanged(source, node)
        yield from _both_sides(source, node.left, node.right)
    elif isinstance(node, ast.BoolOp):
        yield from _regrouped_conditions(source, node)
        yield from _last_pair(source, node)
        yield from _leap_years(source, node)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield from _leap_years(source, node)
        yield from _as_numbers(source, node.left, node.comparators[0])
        yield from _made_alike(source, node.left, node.comparators[0])
        yield from _both_sides(source, node.left, node.comparators[0])


def _regrouped(source: Source, node: ast.BinOp, left: ast.expr, right: ast.expr) -> Iterator[Change]:
    """`a * b % c` as `a * (b % c)`, `a + b * c` as `(a + b) * c`, and parentheses left out."""
    if isinstance(left, ast.BinOp) and type(left.op) is not type(node.op):
        begin, end = source.span(left.right)[0], source.span(right)[1]
        if _is_bare(source, left.right, right):
            yield begin, end, f"({source.data[begin:end].decode()})", "operands grouped", _GROUPING
    inner: ast.expr = right
    while isinstance(inner, ast.BinOp) and type(inner.op) is not type(node.op):
        begin, end = source.span(left)[0], source.span(inner.left)[1]
        if _is_bare(source, left, inner.left):
            yield begin, end, f"({source.data[begin:end].decode()})", "operands grouped", _GROUPING
        inner = inner.left
    for side in (left, right):
        begin, end = source.span(side)
        inside = source.data[begin - 1 : end + 1]
        if isinstance(side, ast.BinOp) and inside[:1] == b"(" and inside[-1:] == b")":
            yield begin - 1, end + 1, source.text(side), "parentheses left out", _GROUPING + 1


def _exchanged(source: Source, node: ast.BinOp) -> Iterator[Change]:
    """`a + b * c` as `b + a * c` and `c + b * a`: the wrong one of three is outside."""
    for outer, inner in ((node.left, node.right), (node.right, node.left)):
        if not isinstance(inner, ast.BinOp) or type(inner.op) is type(node.op):
            continue
        for part in (inner.left, inner.right):
            first, last = sorted((outer, part), key=source.span)
            gap = source.data[slice(*source.between(first, last))].decode()
            text = source.grouped(last) + gap + source.grouped(first)
            yield source.span(first)[0], source.span(last)[1], text, "operands exchanged", 4


def _as_numbers(source: Source, left: ast.expr, right: ast.expr) -> Iterator[Change]:
    """Texts of numbers compared as numbers: `age >= "18"` as `int(age) >= 18`."""
    for side, other in ((left, right), (right, left)):
        match side:
            case ast.Constant(value=str() as text) if text.lstrip("-").isdecimal():
                first, last = sorted((side, other), key=source.span)
                gap = source.data[slice(*source.between(first, last))].decode()
                made = {id(side): text, id(other): f"int({source.text(other)})"}
                text = made[id(first)] + gap + made[id(last)]
                yield source.span(first)[0], source.span(last)[1], text, "compared as numbers", 2


def _made_alike(source: Source, left: ast.expr, right: ast.expr) -> Iterator[Change]:
    """`sorted(a.lower()) == sorted(b)`: what is done to one side done to the other, too."""
    for side, other in ((left, right), (right, left)):
        own = {
            part.id: part
            for part in ast.walk(side)
            if isinstance(part, ast.Name) and not _is_called(source, part)
        }
        names = {
            part.id for part in ast.walk(other) if isinstance(part, ast.Name) and not _is_called(source, part)
        }
        if len(own) == len(names) == 1 and own.keys() != names:
            (part,), (name,) = own.values(), names
            made = source.text_with(side, part, name)
            if made != source.text(other) and len(made) > len(source.text(other)):
                yield *source.span(other), made, f"{source.text(other)} to {made}", 3


def _is_called(source: Source, node: ast.Name) -> bool:
    parent = source.parent(node)
    return isinstance(parent, ast.Call) and parent.func is node


def _is_bare(source: Source, first: ast.expr, second: ast.expr) -> bool:
    """Whether no parenthesis stands between two operands."""
    gap = source.data[slice(*source.between(first, second))]
    return b"(" not in gap and b")" not in gap


def _regrouped_conditions(source: Source, node: ast.BoolOp) -> Iterator[Change]:
    """`a or b and c` as `(a or b) and c`, and `a and b or c` as `a and (b or c)`."""
    for one, other in zip(node.values, node.values[1:], strict=False):
        if isinstance(other, ast.BoolOp) and _is_bare(source, one, other.values[0]):
            begin, end = source.span(one)[0], source.span(other.values[0])[1]
            yield begin, end, f"({source.data[begin:end].decode()})", "conditions grouped", _GROUPING
        if isinstance(one, ast.BoolOp) and _is_bare(source, one.values[-1], other):
            begin, end = source.span(one.values[-1])[0], source.span(other)[1]
            yield begin, end, f"({source.data[begin:end].decode()})", "conditions grouped", _GROUPING


def _last_pair(source: Source, node: ast.BoolOp) -> Iterator[Change]:
    """`a == b or b == c` as `a == b or b == c or a == c`: the pair that is not compared."""
    pairs: list[tuple[str, str]] = []
    kinds = set()
    for value in node.values:
        match value:
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                pairs.append((source.text(left), source.text(right)))
                kinds.add(type(operator))
            case _:
                return
    if len(kinds) != 1 or not kinds <= {ast.Eq, ast.NotEq} or len(pairs) != 2:
        return
    ends = [part for part in (*pairs[0], *pairs[1]) if [*pairs[0], *pairs[1]].count(part) == 1]
    if len(ends) == 2:
        word = "or" if isinstance(node.op, ast.Or) else "and"
        sign = "==" if kinds == {ast.Eq} else "!="
        text = f"{source.text(node)} {word} {ends[0]} {sign} {ends[1]}"
        yield *source.span(node), text, f"{ends[0]} and {ends[1]} compared, too", 2


def _leap_years(source: Source, node: ast.expr) -> Iterator[Change]:
    """What a condition for leap years of the Gregorian calendar forgets: the centuries, or every fourth of them."""
    match node:
        case ast.BoolOp(op=ast.And(), values=[ast.Compare() as by_four, *_]):
            text = source.text(node)
        case ast.Compare() as by_four:
            text = ""
        case _:
            return
    match by_four:
        case ast.Compare(
            left=ast.BinOp(left=year, op=ast.Mod(), right=ast.Constant(value=4)),
            ops=[ast.Eq()],
            comparators=[ast.Constant(value=0)],
        ):
            name, at = source.text(year), source.text(by_four)
            if not text:
                rest = f"({name} % 100 != 0 or {name} % 400 == 0)"
                yield (
                    *source.span(node),
                    f"{at} and {rest}",
                    "centuries are no leap years, but each fourth is",
                    3,
                )
            elif "400" not in text:
                yield (
                    *source.span(node),
                    f"{text} or {name} % 400 == 0",
                    "each fourth century is a leap year",
                    2,
                )


def _both_sides(source: Source, left: ast.expr, right: ast.expr) -> Iterator[Change]:
    """The same done to two operands, or to what the same function is given in both."""
    match left, right:
        case (
            ast.Call(func=one_function, args=[one], keywords=[]),
            ast.Call(func=other_function, args=[other], keywords=[]),
        ) if ast.dump(one_function) == ast.dump(other_function):
            pass
        case (ast.Name() | ast.Subscript() as one, ast.Name() | ast.Subscript() as other):
            pass
        case _:
            return
    begin, end = source.span(one)[0], source.span(other)[1]
    gap = source.data[slice(*source.between(one, other))].decode()
    for form in _BOTH:
        text = form.format(source.text(one)) + gap + form.format(source.text(other))
        yield begin, end, text, f"{form.format('')} on both sides".replace("()", ""), 6
