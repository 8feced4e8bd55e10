"""Small changes inside one expression: operators, constants, arguments, indices, names."""

import ast
from collections.abc import Iterator

from llmdb.repair.changes.program_source import Change, Source
from llmdb.repair.changes.scope import NUMERIC, Scope

COMPARISONS = {
    ast.Lt: ("<=", ">", ">=", "!="),
    ast.LtE: ("<", ">=", ">", "=="),
    ast.Gt: (">=", "<", "<=", "!="),
    ast.GtE: (">", "<=", "<", "=="),
    ast.Eq: ("!=", "<=", ">=", "is"),
    ast.NotEq: ("==", "<", ">"),
    ast.Is: ("==", "is not"),
    ast.IsNot: ("!=", "is"),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
ARITHMETIC = {
    ast.Add: ("-", "*", "//", "%"),
    ast.Sub: ("+", "*", "%", "//"),
    ast.Mult: ("+", "**", "//", "-", "/"),
    ast.Div: ("//", "*", "%", "-"),
    ast.FloorDiv: ("/", "%", "*", "-"),
    ast.Mod: ("//", "/", "-"),
    ast.Pow: ("*", "+"),
    ast.BitAnd: ("|", "-"),
    ast.BitOr: ("&", "^", "-"),
    ast.BitXor: ("|", "&", "-", "**"),
    ast.LShift: (">>",),
    ast.RShift: ("<<",),
}
SYMBOLS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.MatMult: "@",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.Is: "is",
    ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip
BY_KEY = frozenset({"dict", "defaultdict", "Counter", "OrderedDict"})
IN_A_TABLE = 3
"""How much less likely a constant is wrong that stands among others in a display."""
KEYS = ("len", "abs", "str.lower", "lambda item: item[1]", "lambda item: item[-1]", "lambda item: item[0]")
KEPT = ("{}", "{} is not None", "{}.isalpha()", "{}.isalnum()", "{}.isdigit()", "{} > 0")
"""Conditions for the items of a comprehension that has none."""
CONVERSIONS = ("sorted", "reversed", "list", "set", "abs", "int", "str")


def expression_changes(source: Source, node: ast.AST, scope: Scope) -> Iterator[Change]:
    """The changes of one node; `scope` has the variables that it can use."""
    if isinstance(node, ast.Compare):
        yield from _comparison_changes(source, node, scope)
    elif isinstance(node, ast.BoolOp):
        yield from _boolean_changes(source, node)
    elif isinstance(node, ast.UnaryOp):
        begin, end = source.span(node)
        yield begin, end, source.text(node.operand), "operator dropped", 3
    elif isinstance(node, ast.Constant):
        yield from _constant_changes(source, node, scope)
    elif isinstance(node, ast.Call):
        yield from _call_changes(source, node, scope)
    elif isinstance(node, ast.Subscript):
        yield from _index_changes(source, node, scope)
    elif isinstance(node, ast.GeneratorExp) and source.text(node).startswith("("):
        yield *source.span(node), f"[{source.text(node)[1:-1]}]", "a list for an iterator", 4
    elif isinstance(node, ast.Tuple | ast.List):
        yield from _display_changes(source, node, scope)
    elif isinstance(node, ast.Yield) and isinstance(node.value, ast.Call | ast.Name | ast.Attribute):
        yield *source.span(node), f"yield from {source.text(node.value)}", "yield to yield from", 3
    elif isinstance(node, ast.YieldFrom):
        yield *source.span(node), f"yield {source.text(node.value)}", "yield from to yield", 3
    elif isinstance(node, ast.IfExp):
        begin, end = source.span(node)
        body, orelse = source.text(node.body), source.text(node.orelse)
        yield begin, end, f"{orelse} if {source.text(node.test)} else {body}", "branches swapped", 4
    elif isinstance(node, ast.Lambda):
        yield *source.span(node.body), f"not ({source.text(node.body)})", "condition negated", 5
    elif isinstance(node, ast.ListComp | ast.GeneratorExp | ast.SetComp) and isinstance(node.elt, ast.List):
        if len(node.elt.elts) == 1:
            yield *source.span(node.elt), source.text(node.elt.elts[0]), "an item for a list of it", 3
    elif isinstance(node, ast.comprehension) and node.ifs:
        for test in node.ifs:
            yield *source.span(test), f"not ({source.text(test)})", "condition negated", 4
    elif isinstance(node, ast.comprehension) and isinstance(node.target, ast.Name):
        at = source.span(node.iter)[1]
        for form in KEPT:
            condition = form.format(node.target.id)
            yield at, at, f" if {condition}", f"only those with {condition}", 6
    elif isinstance(node, ast.DictComp):
        begin, end = source.span(node.key)[0], source.span(node.value)[1]
        gap = source.data[slice(*source.between(node.key, node.value))].decode()
        yield begin, end, source.text(node.value) + gap + source.text(node.key), "key and value swapped", 3


def _comparison_changes(source: Source, node: ast.Compare, scope: Scope) -> Iterator[Change]:
    left = node.left
    for operator, right in zip(node.ops, node.comparators, strict=True):
        begin, end = source.between(left, right)
        gap = source.data[begin:end].decode()
        old = SYMBOLS[type(operator)]
        for place, new in enumerate(COMPARISONS[type(operator)]):
            if old in gap and not (new == "is" and isinstance(right, ast.Constant)):
                is_unlikely = new in ("<=", ">=") and old == "==" and _has_no_size(scope, left, right)
                yield (
                    begin,
                    end,
                    gap.replace(old, new, 1),
                    f"{old} to {new}",
                    6 if is_unlikely else min(1 + place, 3),
                )
            match operator, right:
                case ast.Eq(), ast.Constant(value=int() as least) if place == 0 and old in gap:
                    text = gap.replace(old, "<=", 1) + str(least + 1)
                    yield begin, source.span(right)[1], text, f"{old} {least} to <= {least + 1}", 5
        left = right
    begin, end = source.span(node)
    yield begin, end, f"(not ({source.text(node)}))", "condition negated", 4


def _has_no_size(scope: Scope, left: ast.expr, right: ast.expr) -> bool:
    """Whether two operands are lists, texts or the like, which are rarely compared by size."""
    for side in (left, right):
        kinds = scope.kinds(side)
        if isinstance(side, ast.Tuple | ast.List | ast.Set | ast.Dict) or (kinds and not kinds & NUMERIC):
            return True
    return False


def _boolean_changes(source: Source, node: ast.BoolOp) -> Iterator[Change]:
    old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
    for left, right in zip(node.values, node.values[1:], strict=False):
        begin, end = source.between(left, right)
        yield begin, end, source.data[begin:end].decode().replace(old, new, 1), f"{old} to {new}", 1
    for dropped in range(len(node.values)):
        kept = [source.text(value) for number, value in enumerate(node.values) if number != dropped]
        yield *source.span(node), f" {old} ".join(kept), "condition dropped", 4
    match node.values[0]:
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() as operator]):
            sign = SYMBOLS[type(operator)]
            for value in node.values[1:]:
                if isinstance(value, ast.Constant):
                    begin = source.span(value)[0]
                    yield begin, begin, f"{source.text(left)} {sign} ", "compared with each", 1


def _constant_changes(source: Source, node: ast.Constant, scope: Scope) -> Iterator[Change]:
    begin, end = source.span(node)
    value = node.value
    if isinstance(value, bool):
        yield begin, end, str(not value), f"{value} to {not value}", 2
        for name in scope.visible:
            yield begin, end, name, f"{value} to {name}", 7
            yield begin, end, f"not {name}", f"{value} to not {name}", 7
    elif isinstance(value, int):
        scaled = (value * 10, value // 10)
        powers = scaled if value in (10, 100, 1000) else ()
        near = dict.fromkeys((value + 1, value - 1, *powers, 0, 1, -value, value * 2, value // 2, *scaled))
        others = [other for other in [*near, *scope.numbers] if other != value]
        far = IN_A_TABLE if _is_in_table(source, node) else 0
        for place, new in enumerate(other for other in others if not _does_nothing(source, node, other)):
            text = f"({new})" if new < 0 else str(new)
            yield begin, end, text, f"{value} to {new}", 3 + far + place // 2
    elif isinstance(value, float):
        for new_float in (0.0, 1.0, -value, value * 10, value / 10, value * 2, value / 2):
            if new_float != value and not _does_nothing(source, node, new_float):
                yield begin, end, repr(new_float), f"{value} to {new_float}", 4
    elif isinstance(value, str):
        forms = ("", " ", value.strip(), value.lower(), value.upper(), *scope.texts)
        for text in dict.fromkeys(form for form in forms if form != value):
            yield begin, end, repr(text), f"{value!r} to {text!r}", 5
    elif value is None:
        for text in ("0", "[]", "False", "True", "''", *scope.visible):
            yield begin, end, text, f"None to {text}", 6


def _is_in_table(source: Source, node: ast.Constant) -> bool:
    """Whether a constant is an entry of a table of them: a change of one entry mends one case."""
    parent = source.parent(node)
    parts: list[ast.expr] = []
    match parent:
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
            pass
    return len(parts) > 2 and all(isinstance(part, ast.Constant) for part in parts)


def _does_nothing(source: Source, node: ast.Constant, new: float) -> bool:
    """Whether a number in the place of an operand would have no effect, or that of the opposite operator."""
    match source.parent(node):
        case ast.BinOp(op=ast.Add() | ast.Sub()) | ast.AugAssign(op=ast.Add() | ast.Sub()):
            return new <= 0
        case (
            ast.BinOp(op=ast.Mult())
            | ast.BinOp(op=ast.Div() | ast.FloorDiv() | ast.Pow(), right=ast.Constant())
            | ast.AugAssign(op=ast.Mult() | ast.Div() | ast.FloorDiv() | ast.Pow())
        ):
            return new == 1
    return False


def _display_changes(source: Source, node: ast.Tuple | ast.List, scope: Scope) -> Iterator[Change]:
    """Items of a tuple or a list in another order; an empty list filled with what a result starts from."""
    if not isinstance(node.ctx, ast.Load):
        return
    for left, right in zip(node.elts, node.elts[1:], strict=False):
        begin, end = source.span(left)[0], source.span(right)[1]
        gap = source.data[slice(*source.between(left, right))].decode()
        yield begin, end, source.text(right) + gap + source.text(left), "items swapped", 4
    if not node.elts and isinstance(node, ast.List):
        for text in ("[0]", "[1]", "[[]]", "['']", "set()", "{}"):
            yield *source.span(node), text, f"[] to {text}", 6
        for name in scope.names if isinstance(source.parent(node), ast.Return) else ():
            yield *source.span(node), f"[{name}]", f"[] to [{name}]", 5


def _call_changes(source: Source, node: ast.Call, scope: Scope) -> Iterator[Change]:
    function = node.func
    if isinstance(function, ast.Name):
        yield from _builtin_changes(source, node, function, scope)
    if isinstance(function, ast.Attribute) and function.attr == "sort":
        yield from _sort_changes(source, node, scope)
    begin, end = source.span(node)
    is_conversion = isinstance(function, ast.Name) and function.id in CONVERSIONS
    if is_conversion and len(node.args) == 1 and not node.keywords:
        yield begin, end, source.text(node.args[0]), f"{source.text(function)}() dropped", 5


def _keys_for(source: Source) -> tuple[str, ...]:
    """What to sort by: also as numbers, where the program makes numbers of texts."""
    numbers = tuple(
        dict.fromkeys(
            call.func.id
            for call in ast.walk(source.tree)
            if isinstance(call, ast.Call)
            and isinstance(call.func, ast.Name)
            and call.func.id in ("int", "float")
        )
    )
    return (*numbers, *KEYS)


def _sort_changes(source: Source, node: ast.Call, scope: Scope) -> Iterator[Change]:
    """`rows.sort()` by something else, or the other way."""
    yield from _order_of_equals(source, node, scope)
    given = {keyword.arg for keyword in node.keywords}
    at = source.span(node)[1] - 1
    comma = ", " if given else ""
    if "key" not in given:
        for key in _keys_for(source):
            yield at, at, f"{comma}key={key}", f"by {key}", 5 if key in ("int", "float") else 7
    if "reverse" not in given:
        yield at, at, f"{comma}reverse=True", "sorted the other way", 2


def _order_of_equals(source: Source, node: ast.Call, scope: Scope) -> Iterator[Change]:
    """What comes first of items whose keys are equal, or the largest first and such items in their own order."""
    for keyword in node.keywords:
        match keyword:
            case ast.keyword(
                arg="key", value=ast.Lambda(args=ast.arguments(args=[ast.arg(arg=name)]), body=body)
            ) if not isinstance(body, ast.Tuple):
                text = source.text(body)
                rest = ("[0]", "[1]", "") if isinstance(body, ast.Subscript) else ("",)
                for sign in ("", "-"):
                    for part in rest:
                        if f"{name}{part}" != text:
                            made = f"({sign}{text}, {name}{part})"
                            yield *source.span(body), made, f"{text} to {made}", 5
                yield *source.span(body), f"-{source.grouped(body)}", f"{text} to -{text}", 4
                for other in _like(body, scope):
                    yield *source.span(body), f"({text}, {other})", f"{text} to ({text}, {other})", 5
            case ast.keyword(arg="key", value=ast.Name(id=function)):
                made = f"lambda item: ({function}(item), item)"
                yield *source.span(keyword.value), made, f"{function} to {made}", 5


def _like(key: ast.expr, scope: Scope) -> Iterator[str]:
    """Other fields of what a key is taken of: `item["name"]` beside `item["age"]`, `item.name` beside `item.age`."""
    match key:
        case ast.Subscript(value=ast.Name(id=item), slice=ast.Constant(value=str() as own)):
            others = (*scope.keys, *(text for texts in scope.recorded.values() for text in texts))
            texts = (other for other in others if other[:1] in "'\"")
            yield from (f"{item}[{other}]" for other in dict.fromkeys(texts) if other[1:-1] != own)
        case ast.Attribute(value=ast.Name(id=item), attr=own):
            yield from (f"{item}.{other}" for other in scope.fields if other != own)


def _builtin_changes(source: Source, node: ast.Call, function: ast.Name, scope: Scope) -> Iterator[Change]:
    if function.id == "range" and node.args:
        stop = node.args[0] if len(node.args) == 1 else node.args[1]
        at = source.span(stop)[1]
        yield at, at, " + 1", "range one longer", 1
        yield at, at, " - 1", "range one shorter", 1
        yield from (
            (at, at, f" - {name} + 1", f"range to the last {name}", 6) for name in scope.of_type("int")
        )
        yield *source.span(node), f"reversed({source.text(node)})", "range the other way", 5
        if len(node.args) == 1:
            at = source.span(stop)[0]
            yield at, at, "1, ", "range from 1", 2
        else:
            start = node.args[0]
            if not isinstance(start, ast.Constant):
                at = source.span(start)[1]
                yield at, at, " + 1", "range starts one later", 2
                yield at, at, " - 1", "range starts one earlier", 2
    if function.id == "range" and len(node.args) == 2:
        at = source.span(node.args[1])[1]
        yield from ((at, at, f", {name}", f"range by {name}", 6) for name in scope.of_type("int"))
        yield at, at, ", 2", "range by 2", 8
    if function.id == "enumerate" and len(node.args) == 1 and not node.keywords:
        at = source.span(node)[1] - 1
        yield at, at, ", 1", "counted from 1", 4
    if function.id in ("sorted", "max", "min") and not node.keywords and len(node.args) == 1:
        at = source.span(node)[1] - 1
        for key in _keys_for(source):
            yield at, at, f", key={key}", f"by {key}", 5 if key in ("int", "float") else 7
        if isinstance(node.args[0], ast.Name) and scope.kinds(node.args[0]) & {
            "dict",
            "Counter",
            "defaultdict",
        }:
            yield at, at, f", key={node.args[0].id}.get", "by the values", 1
    if function.id in ("sorted", "max", "min"):
        yield from _order_of_equals(source, node, scope)
    if function.id == "sorted" and not node.keywords:
        at = source.span(node)[1] - 1
        yield at, at, ", reverse=True", "sorted the other way", 2


def _index_changes(source: Source, node: ast.Subscript, scope: Scope) -> Iterator[Change]:
    index, value = node.slice, node.value
    if isinstance(index, ast.Slice):
        match index:
            case ast.Slice(
                lower=None, upper=ast.UnaryOp(op=ast.USub(), operand=ast.Constant() as size), step=None
            ):
                yield *source.span(index), f"{source.text(size)}:", "the rest from the front", 3
            case ast.Slice(lower=ast.Constant(value=int() as size), upper=None, step=None) if size > 0:
                yield *source.span(index), f":-{size}", "the rest from the back", 4
        for bound in (index.lower, index.upper):
            if bound is not None and not isinstance(bound, ast.Constant):
                at = source.span(bound)[1]
                yield at, at, " + 1", "slice bound one more", 2
                yield at, at, " - 1", "slice bound one less", 2
        if isinstance(index.lower, ast.Name | ast.BinOp) and isinstance(index.upper, ast.Name | ast.Constant):
            at, lower = source.span(index.upper)[0], source.text(index.lower)
            yield at, at, f"{lower} + ", f"as many from {lower} on", 3
    elif not isinstance(index, ast.Constant | ast.Tuple):
        at, cost = source.span(index)[1], 6 if scope.kinds(value) & BY_KEY else 2
        yield at, at, " + 1", "index one more", cost
        yield at, at, " - 1", "index one less", cost
        if isinstance(index, ast.Name) and isinstance(node.ctx, ast.Load) and not scope.kinds(value) & BY_KEY:
            name = source.text(index)
            for bounds in (f":{name}", f"{name}:"):
                yield *source.span(index), bounds, f"[{name}] to [{bounds}]", 4
    elif isinstance(index, ast.Constant) and isinstance(index.value, int):
        yield *source.span(index), "-1", "last item", 3
    if isinstance(value, ast.Subscript):
        begin, end = source.span(value.slice)[0], source.span(index)[1]
        gap = source.data[slice(*source.between(value.slice, index))].decode()
        yield begin, end, source.text(index) + gap + source.text(value.slice), "indices swapped", 3
