"""Small changes inside one expression: operators, constants, arguments, indices, names."""

import ast
from collections.abc import Iterator

from llmdb.engine.fix.program_source import Change, Source

COMPARISONS = {
    ast.Lt: ("<=", ">", ">=", "!="),
    ast.LtE: ("<", ">=", ">", "=="),
    ast.Gt: (">=", "<", "<=", "!="),
    ast.GtE: (">", "<=", "<", "=="),
    ast.Eq: ("!=", "<=", ">=", "is"),
    ast.NotEq: ("==", "<", ">"),
    ast.Is: ("is not", "=="),
    ast.IsNot: ("is", "!="),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
ARITHMETIC = {
    ast.Add: ("-", "*"),
    ast.Sub: ("+", "*"),
    ast.Mult: ("+", "**", "//"),
    ast.Div: ("//", "*"),
    ast.FloorDiv: ("/", "%"),
    ast.Mod: ("//",),
    ast.Pow: ("*",),
    ast.BitAnd: ("|",),
    ast.BitOr: ("&", "^"),
    ast.BitXor: ("|", "&"),
    ast.LShift: (">>",),
    ast.RShift: ("<<",),
}
SYMBOLS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.MatMult: "@",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.Is: "is",
    ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip
METHOD_TWINS = {
    "append": ("extend",),
    "extend": ("append",),
    "min": ("max",),
    "max": ("min",),
    "lower": ("upper",),
    "upper": ("lower",),
    "any": ("all",),
    "all": ("any",),
    "lstrip": ("rstrip", "strip"),
    "rstrip": ("lstrip", "strip"),
    "find": ("rfind",),
    "startswith": ("endswith",),
    "endswith": ("startswith",),
    "keys": ("values",),
    "values": ("keys",),
    "add": ("discard",),
    "floor": ("ceil",),
    "ceil": ("floor",),
}


def expression_changes(source: Source, node: ast.AST, names: tuple[str, ...]) -> Iterator[Change]:
    """The changes of one node; `names` are the variables of its scope."""
    if isinstance(node, ast.Compare):
        yield from _comparison_changes(source, node)
    elif isinstance(node, ast.BinOp):
        yield from _arithmetic_changes(source, node)
    elif isinstance(node, ast.BoolOp):
        yield from _boolean_changes(source, node)
    elif isinstance(node, ast.UnaryOp):
        begin, end = source.span(node)
        yield begin, end, source.text(node.operand), "operator dropped", 3
    elif isinstance(node, ast.Constant):
        yield from _constant_changes(source, node)
    elif isinstance(node, ast.Call):
        yield from _call_changes(source, node)
    elif isinstance(node, ast.Subscript):
        yield from _index_changes(source, node)
    elif isinstance(node, ast.IfExp):
        begin, end = source.span(node)
        body, orelse = source.text(node.body), source.text(node.orelse)
        yield begin, end, f"{orelse} if {source.text(node.test)} else {body}", "branches swapped", 4
    elif isinstance(node, ast.Attribute):
        begin, end = source.span(node.value)[1], source.span(node)[1]
        for twin in METHOD_TWINS.get(node.attr, ()):
            yield begin, end, f".{twin}", f"{node.attr} to {twin}", 4
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield from _name_changes(source, node, names)


def _comparison_changes(source: Source, node: ast.Compare) -> Iterator[Change]:
    left = node.left
    for operator, right in zip(node.ops, node.comparators, strict=True):
        begin, end = source.between(left, right)
        gap = source.data[begin:end].decode()
        old = SYMBOLS[type(operator)]
        for new in COMPARISONS[type(operator)]:
            if old in gap:
                yield begin, end, gap.replace(old, new, 1), f"{old} to {new}", 1
        left = right
    begin, end = source.span(node)
    yield begin, end, f"(not ({source.text(node)}))", "condition negated", 4
    last = node.comparators[-1]
    if not isinstance(last, ast.Constant | ast.List | ast.Tuple | ast.Dict):
        yield source.span(last)[1], source.span(last)[1], " + 1", "compared with one more", 3
        yield source.span(last)[1], source.span(last)[1], " - 1", "compared with one less", 3


def _arithmetic_changes(source: Source, node: ast.BinOp) -> Iterator[Change]:
    begin, end = source.between(node.left, node.right)
    gap = source.data[begin:end].decode()
    old = SYMBOLS[type(node.op)]
    for new in ARITHMETIC.get(type(node.op), ()):
        if gap.count(old) == 1:
            yield begin, end, gap.replace(old, new), f"{old} to {new}", 2
    if isinstance(node.op, ast.Sub | ast.Div | ast.FloorDiv | ast.Mod | ast.Pow):
        whole = source.span(node)
        yield *whole, f"{source.text(node.right)} {old} {source.text(node.left)}", "operands swapped", 4
    whole = source.span(node)
    yield *whole, source.text(node.left), "right operand dropped", 5
    yield *whole, source.text(node.right), "left operand dropped", 6


def _boolean_changes(source: Source, node: ast.BoolOp) -> Iterator[Change]:
    old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
    for left, right in zip(node.values, node.values[1:], strict=False):
        begin, end = source.between(left, right)
        yield begin, end, source.data[begin:end].decode().replace(old, new, 1), f"{old} to {new}", 1
    for dropped in range(len(node.values)):
        kept = [source.text(value) for number, value in enumerate(node.values) if number != dropped]
        yield *source.span(node), f" {old} ".join(kept), "condition dropped", 4


def _constant_changes(source: Source, node: ast.Constant) -> Iterator[Change]:
    begin, end = source.span(node)
    value = node.value
    if isinstance(value, bool):
        yield begin, end, str(not value), f"{value} to {not value}", 2
    elif isinstance(value, int):
        options = dict.fromkeys((value + 1, value - 1, 0, 1, -value, value * 2))
        for cost, new in enumerate(other for other in options if other != value):
            text = f"({new})" if new < 0 else str(new)
            yield begin, end, text, f"{value} to {new}", 2 + cost // 2
    elif isinstance(value, float):
        for new_float in (0.0, 1.0, -value, value * 10, value / 10):
            if new_float != value:
                yield begin, end, repr(new_float), f"{value} to {new_float}", 4
    elif isinstance(value, str) and len(value) <= 2:
        for text in ("''", "' '"):
            yield begin, end, text, f"{value!r} to {text}", 5
    elif value is None:
        for text in ("0", "[]", "False"):
            yield begin, end, text, f"None to {text}", 5


def _call_changes(source: Source, node: ast.Call) -> Iterator[Change]:
    if len(node.args) >= 2 and not any(isinstance(argument, ast.Starred) for argument in node.args):
        for left, right in zip(node.args, node.args[1:], strict=False):
            begin, end = source.span(left)[0], source.span(right)[1]
            gap = source.data[slice(*source.between(left, right))].decode()
            yield begin, end, source.text(right) + gap + source.text(left), "arguments swapped", 3
    function = node.func
    if isinstance(function, ast.Name):
        yield from _builtin_changes(source, node, function)
    begin, end = source.span(node)
    text = source.text(node)
    if isinstance(function, ast.Name) and function.id in (
        "sorted",
        "reversed",
        "list",
        "set",
        "abs",
        "int",
        "str",
    ):
        if len(node.args) == 1 and not node.keywords:
            yield begin, end, source.text(node.args[0]), f"{function.id}() dropped", 5
    elif isinstance(function, ast.Name) and function.id in ("sum", "max", "min", "len", "round"):
        yield begin, end, f"({text} + 1)", "one more", 4
        yield begin, end, f"({text} - 1)", "one less", 4


def _builtin_changes(source: Source, node: ast.Call, function: ast.Name) -> Iterator[Change]:
    for twin in METHOD_TWINS.get(function.id, ()):
        yield *source.span(function), twin, f"{function.id} to {twin}", 3
    if function.id == "range" and node.args:
        stop = node.args[0] if len(node.args) == 1 else node.args[1]
        at = source.span(stop)[1]
        yield at, at, " + 1", "range one longer", 1
        yield at, at, " - 1", "range one shorter", 1
        if len(node.args) == 1:
            at = source.span(stop)[0]
            yield at, at, "1, ", "range from 1", 2
        else:
            start = node.args[0]
            if not isinstance(start, ast.Constant):
                at = source.span(start)[1]
                yield at, at, " + 1", "range starts one later", 2
                yield at, at, " - 1", "range starts one earlier", 2
    if function.id == "sorted" and not node.keywords:
        at = source.span(node)[1] - 1
        yield at, at, ", reverse=True", "sorted the other way", 4


def _index_changes(source: Source, node: ast.Subscript) -> Iterator[Change]:
    index = node.slice
    if isinstance(index, ast.Slice):
        for bound in (index.lower, index.upper):
            if bound is not None and not isinstance(bound, ast.Constant):
                at = source.span(bound)[1]
                yield at, at, " + 1", "slice bound one more", 2
                yield at, at, " - 1", "slice bound one less", 2
    elif not isinstance(index, ast.Constant | ast.Tuple) and isinstance(node.ctx, ast.Load):
        at = source.span(index)[1]
        yield at, at, " + 1", "index one more", 2
        yield at, at, " - 1", "index one less", 2
    elif isinstance(index, ast.Constant) and isinstance(index.value, int):
        yield *source.span(index), "-1", "last item", 3


def _name_changes(source: Source, node: ast.Name, names: tuple[str, ...]) -> Iterator[Change]:
    begin, end = source.span(node)
    if node.id in names:
        for other in names:
            if other != node.id:
                yield begin, end, other, f"{node.id} to {other}", 5
        yield begin, end, f"{node.id}.copy()", f"a copy of {node.id}", 6
        yield begin, end, f"list({node.id})", f"a list of {node.id}", 7
        yield begin, end, f"abs({node.id})", f"abs({node.id})", 8
