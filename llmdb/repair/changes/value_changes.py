"""Small changes of one value: passed through a function, with one term more, bounded, converted, a part of it.

What is worth trying depends on the types that a variable was recorded with.
"""

import ast
from collections.abc import Iterator, Sequence

from llmdb.repair.changes.program_source import Change
from llmdb.repair.changes.scope import NUMERIC, Scope

BY_TYPE = {
    "str": (
        *("{}.lower()", "int({})", "{}.strip()", "{}[::-1]", "{}.split()", "{}.upper()", "float({})"),
        *("list({})", "''.join(sorted({}))", "{}.strip('.,;:!?')"),
    ),
    "int": ("-{}", "abs({})", "str({})", "{} ** 2"),
    "float": ("-{}", "abs({})", "round({})", "int({})", "round({}, 2)", "{} ** 2"),
    "list": (
        *("{}[::-1]", "{}.copy()", "[list(_) for _ in {}]", "{}[0]", "{}[1:]", "{}[:-1]", "sorted({})"),
        *("dict.fromkeys({})", "len({})", "set({})", "tuple({})"),
    ),
    "dict": ("{}.copy()", "{}.values()", "{}.items()", "list({})", "len({})"),
    "set": ("{}.copy()", "sorted({})", "list({})", "len({})"),
    "tuple": ("{}[0]", "{}[1]", "{}[1:]", "{}[::-1]", "list({})", "sorted({})"),
    "bool": ("not {}",),
    "deque": ("list({})",),
    "NoneType": (),
}
"""What a value of each type may be passed through."""
UNKNOWN = (
    *("{}[::-1]", "int({})", "-{}", "{}.lower()", "list({})", "{}[0]", "{}.split()", "{}.copy()"),
    *("sorted({})", "abs({})", "str({})", "{}.strip()", "round({})", "len({})"),
)
"""The same for a value whose type is not known."""
SEQUENCES = ("list", "str", "tuple")
CONVERSIONS = (
    ("str", ("int", "float"), "str({})"),
    ("int", ("str",), "int({})"),
    ("int", SEQUENCES, "len({})"),
)
"""What a variable of one type may be confused with: another of these types, converted."""
MOST_OTHERS = 12
"""Other values that a term is made of, the nearest first."""
_UNORDERED = 2
"""How much more a change costs after which the order is one of chance."""
_NO_NUMBERS = (
    ast.List | ast.Dict | ast.Set | ast.Tuple | ast.JoinedStr | ast.ListComp | ast.SetComp | ast.DictComp
) | (ast.GeneratorExp | ast.Compare | ast.BoolOp | ast.Lambda | ast.Starred)


def value_changes(scope: Scope, statement: ast.stmt) -> Iterator[Change]:
    """The changes of each value that a statement makes, hands on or computes with."""
    if isinstance(statement, ast.Return | ast.Assign) and statement.value is not None:
        yield from _joined(scope, statement.value)
    for value, target in _values_of(statement):
        yield from _with_term(scope, value, target)
        yield from _wrapped(scope, value)
        if isinstance(value, ast.Name):
            yield from _converted(scope, value)


def _put(scope: Scope, value: ast.expr, operation: str, cost: int) -> Change:
    text = scope.source.in_place(value, operation)
    return *scope.source.span(value), text, f"{scope.source.text(value)} to {operation}", cost


def _values_of(statement: ast.stmt) -> Iterator[tuple[ast.expr, str]]:
    """The values that a statement makes or hands on, and what an assignment writes to."""
    match statement:
        case ast.Assign(targets=[target], value=value):
            root, written = value, ast.unparse(target)
            if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Name):
                yield target.slice, ""
        case (
            ast.AugAssign(value=value)
            | ast.Return(value=ast.expr() as value)
            | ast.Expr(value=value)
            | ast.For(iter=value)
            | ast.If(test=value)
            | ast.While(test=value)
        ):
            root, written = value, ""
        case _:
            return
    yield root, written
    for node in ast.walk(root):
        yield from ((part, "") for part in _operands(node) if not isinstance(part, ast.Starred))


def _operands(node: ast.AST) -> Sequence[ast.expr]:
    match node:
        case ast.Call(args=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts):
            return parts
        case ast.Compare(left=left, comparators=parts):
            return [left, *parts]
        case ast.BinOp(left=left, right=right) | ast.IfExp(body=left, orelse=right):
            return [left, right]
        case ast.BoolOp(values=parts):
            return parts
        case ast.Attribute(value=ast.Name(id=name) as part, ctx=ast.Load()) if name not in ("self", "cls"):
            return [part]
        case ast.UnaryOp(operand=part) | ast.FormattedValue(value=part):
            return [part]
        case ast.Subscript(value=ast.Name() as part, slice=ast.Name() | ast.BinOp() as index):
            return [part, index]
        case ast.Subscript(slice=ast.Name() | ast.BinOp() as index):
            return [index]
        case ast.Slice(lower=lower, upper=upper):
            return [bound for bound in (lower, upper) if bound is not None]
        case ast.comprehension(iter=part) | ast.keyword(value=part) | ast.Lambda(body=part):
            return [part]
        case ast.GeneratorExp(elt=part) | ast.ListComp(elt=part) | ast.SetComp(elt=part):
            return [part]
        case ast.Yield(value=ast.expr() as part) | ast.YieldFrom(value=part):
            return [part]
        case ast.Dict(values=parts):
            return parts
        case ast.DictComp(key=key, value=value):
            return [key, value]
    return []


def _with_term(scope: Scope, value: ast.expr, target: str) -> Iterator[Change]:
    """One more term, or a bound: what was there before, one, or another number of the scope."""
    known = scope.kinds(value)
    has_parts = isinstance(scope.source.parent(value), ast.Attribute)
    if isinstance(value, _NO_NUMBERS) or has_parts or (known and not known & NUMERIC):
        return
    text = scope.source.text(value)
    if target:
        for bound in ("max", "min"):
            yield *scope.source.span(value), f"{bound}({target}, {text})", f"{bound} with what was there", 3
        yield _put(scope, value, f"{target} + {scope.source.grouped(value)}", 5)
    if isinstance(value, ast.Constant):
        return
    yield from (_put(scope, value, f"{text} {term}", 4) for term in ("+ 1", "- 1"))
    yield _put(scope, value, f"2 * {scope.source.grouped(value)}", 6)
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Div):
        yield _put(scope, value, f"{text} * 100", 5)
    letters = (26,) if isinstance(value, ast.BinOp) and "ord(" in text else ()
    day = (24 * 60,) if isinstance(value, ast.BinOp) and "* 60" in text else ()
    for term, other in scope.values[:MOST_OTHERS]:
        kinds = scope.kinds(other)
        if term == text or (not kinds & NUMERIC and (kinds or isinstance(other, ast.Name))):
            continue
        cost = 5 + (not known) + (not kinds)
        yield from (_put(scope, value, f"{text} {sign} {term}", cost) for sign in "-+")
        for bound in ("max", "min"):
            yield *scope.source.span(value), f"{bound}({text}, {term})", f"{bound} of it and {term}", cost
        yield _put(scope, value, f"{scope.source.grouped(value)} * {term}", cost + 2)
    for number in (0, *scope.numbers, *letters, *day):
        for bound in ("max", "min"):
            yield *scope.source.span(value), f"{bound}({text}, {number})", f"{bound} of it and {number}", 8
        for operator in ("-", "+", "%", "//") if number else ():
            held = text if operator in "-+" else scope.source.grouped(value)
            yield _put(scope, value, f"{held} {operator} {number}", 8)


def _joined(scope: Scope, value: ast.expr) -> Iterator[Change]:
    """A list or a text with another one before it or behind it."""
    is_list = isinstance(value, ast.List | ast.ListComp)
    kind = next(iter({"list"} if is_list else scope.kinds(value) & {"list", "str"}), "")
    text = scope.source.text(value)
    match value:
        case (
            ast.BinOp(op=ast.Add(), left=ast.List() as end) | ast.BinOp(op=ast.Add(), right=ast.List() as end)
        ):
            ends = scope.source.text(end)
            yield _put(scope, value, f"{ends} + {text}" if end is value.right else f"{text} + {ends}", 6)
        case ast.BinOp(
            op=ast.Add(),
            right=ast.Subscript(value=ast.Name(id=other), slice=ast.Slice(lower=ast.Name(id=at), upper=None)),
        ):
            for name in scope.names:
                for start in scope.names:
                    if name not in (other, at, start) and start not in (other, at):
                        yield _put(scope, value, f"{text} + {name}[{start}:]", 6)
    for name in scope.of_type(kind) if kind and text != "[]" else ():
        if name != text and (is_list or name in scope.names):
            yield _put(scope, value, f"{name} + {text}", 6)
            yield _put(scope, value, f"{text} + {name}", 6)


def _wrapped(scope: Scope, value: ast.expr) -> Iterator[Change]:
    """A value passed through something: turned round, copied, made a number."""
    if isinstance(value, ast.Constant | ast.Compare | ast.BoolOp | ast.Starred | ast.Lambda | ast.JoinedStr):
        return
    kinds = frozenset({"list"}) if isinstance(value, ast.ListComp | ast.List) else scope.kinds(value)
    forms = [form for kind in sorted(kinds) for form in BY_TYPE.get(kind, ())] if kinds else UNKNOWN
    text = scope.source.grouped(value)
    begin, end = scope.source.span(value)
    for form in dict.fromkeys(forms):
        wrapped = form.format(text)
        if not _is_twice(form, value, scope.source.parent(value)):
            cost = (5 if kinds else 6) + (_UNORDERED if form == "set({})" else 0)
            yield begin, end, wrapped, f"{scope.source.text(value)} to {wrapped}", cost


def _is_twice(form: str, value: ast.expr, parent: ast.AST | None) -> bool:
    """Whether a value has passed through the same function already, or will, so that it does nothing more."""
    match value, parent:
        case (ast.Call(func=ast.Attribute(attr=name)), _) | (_, ast.Attribute(attr=name)) if (
            form == f"{{}}.{name}()"
        ):
            return True
    for call in (value, parent):
        match call:
            case ast.Call(func=ast.Name(id=name), args=[only]) if form == f"{name}({{}})":
                return call is value or only is value
    return False


def _converted(scope: Scope, name: ast.Name) -> Iterator[Change]:
    """Another variable, converted to the type that was recorded here; a part of a sequence."""
    begin, end = scope.source.span(name)
    kinds = scope.kinds(name)
    for kind, others, form in CONVERSIONS:
        for other in scope.of_type(*others) if kinds & {kind} else ():
            if other != name.id:
                yield begin, end, form.format(other), f"{name.id} to {form.format(other)}", 8
    if kinds & set(SEQUENCES):
        for other in scope.of_type("int"):
            for text in (f"{name.id}[{other}:]", f"{name.id}[:{other}]"):
                yield begin, end, text, f"{name.id} to {text}", 8
