"""Changes of a statement with what the rest of the program has: another value, one more term, a statement once more.

Most repairs hold nothing new, their pieces stand elsewhere in the program: the plastic surgery hypothesis (Barr et al.
2014), which GenProg (Le Goues et al. 2012) lives by.
"""

import ast
from collections.abc import Iterator, Sequence
from itertools import combinations

from llmdb.repair.changes.added_statements import added, exchanged
from llmdb.repair.changes.donors import NUMERIC, Donors, Keys, all_donors, parts_of
from llmdb.repair.changes.mutations import own_statements
from llmdb.repair.changes.program_source import Change, Source
from llmdb.repair.changes.scope_names import Function, Types
from llmdb.types import LineNo

MOST_OTHERS = 12
"""Values that are put in the place of one, the nearest first."""
_NO_NUMBERS = (
    ast.List | ast.Dict | ast.Set | ast.Tuple | ast.JoinedStr | ast.ListComp | ast.SetComp | ast.DictComp
) | (ast.GeneratorExp | ast.Compare | ast.BoolOp | ast.Lambda | ast.Starred)
_WRAPS = {
    "str": ("{}.lower()", "int({})", "{}.strip()", "{}[::-1]", "{}.split()", "{}.upper()"),
    "list": ("{}[::-1]", "list({})", "[list(_) for _ in {}]", "{}[0]", "{}[1:]", "sorted({})", "len({})"),
    "dict": ("dict({})", "{}.values()", "{}.items()"),
    "tuple": ("{}[0]", "{}[1]", "{}[::-1]"),
    "set": ("set({})", "sorted({})", "len({})"),
    "int": ("-{}", "abs({})"),
    "float": ("-{}", "abs({})", "round({})"),
    "bool": ("not {}",),
    "deque": ("list({})",),
}
_ANY_WRAPS = ("{}[::-1]", "int({})", "-{}", "{}.lower()", "list({})", "{}[0]", "{}.split()", "{}.copy()")
_OTHER_ENDS = {"pop": ("pop()", "pop(0)", "popleft()"), "popleft": ("pop()",)}


def donor_changes(
    source: Source, lines: frozenset[LineNo], types: Types, recorded: Keys
) -> Iterator[tuple[LineNo, Change]]:
    """Changes of the statements on some lines, with the line of each; not all of them compile.

    Args:
        source: the program.
        lines: where to change it.
        types: what each variable was recorded with.
        recorded: the keys of each dict.
    """
    for donors in all_donors(source, types, recorded):
        for statement in own_statements(donors.node):
            if statement.lineno in lines and not isinstance(statement, Function | ast.Assert):
                for change in (*_of_statement(donors, statement), *exchanged(donors, statement)):
                    yield statement.lineno, change
        yield from added(donors, lines)


def _of_statement(donors: Donors, statement: ast.stmt) -> Iterator[Change]:
    parts = parts_of(statement)
    called = {id(part.func) for part in parts if isinstance(part, ast.Call)}
    for node in parts:
        if not isinstance(node, ast.expr):
            continue
        if id(node) in called:
            yield from _other_function(donors, node)
        elif isinstance(node, ast.Constant):
            yield from _for_constant(donors, node)
        elif isinstance(getattr(node, "ctx", None), ast.Store):
            yield from _other_target(donors, node)
        else:
            yield from _other_value(donors, node)
        if isinstance(node, ast.Call):
            yield from _of_call(donors, node)
        if isinstance(node, ast.Subscript):
            yield from _other_key(donors, node)
    for value, target in _values(statement):
        yield from _grown(donors, value, target)
        yield from _wrapped(donors, value)
    yield from _swapped(donors, parts)


def _put(donors: Donors, node: ast.AST, text: str, cost: int) -> Change:
    return *donors.source.span(node), text, f"{donors.source.text(node)} to {text}", cost


def _other_field(donors: Donors, node: ast.Attribute, names: Sequence[str], cost: int) -> Iterator[Change]:
    begin, end = donors.source.span(node.value)[1], donors.source.span(node)[1]
    yield from (
        (begin, end, f".{name}", f".{node.attr} to .{name}", cost) for name in names if name != node.attr
    )


def _other_value(donors: Donors, node: ast.expr) -> Iterator[Change]:
    """Another field of the same object, the field of another object, and whatever else there is."""
    if isinstance(node, ast.Attribute):
        yield from _other_field(donors, node, donors.fields, 3)
        if isinstance(node.value, ast.Name):
            yield from (_put(donors, node.value, name, 3) for name in donors.alike(node.value.id))
    if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call):
        return
    own, count = donors.source.text(node), 0
    for text, value in donors.values:
        if text != own and donors.fits(node, value) and count < MOST_OTHERS:
            count += 1
            same = type(value) is type(node)
            near = (same and isinstance(node, ast.Name)) or _is_near(value, node)
            yield _put(donors, node, text, 3 if near else 5 if same else 6)


def _is_near(one: ast.expr, other: ast.expr) -> bool:
    """Whether both are items of one thing or under one key, one is an item of the other, or the other a call."""
    match one, other:
        case ast.Subscript(), ast.Subscript():
            return ast.dump(one.value) == ast.dump(other.value) or ast.dump(one.slice) == ast.dump(
                other.slice
            )
        case (ast.Subscript(value=ast.Name(id=name)), ast.Name(id=of)) | (
            ast.Name(id=of),
            ast.Subscript(value=ast.Name(id=name)),
        ):
            return name == of
        case ast.Name(), ast.Call(args=args):
            return bool(args)
    return False


def _for_constant(donors: Donors, node: ast.Constant) -> Iterator[Change]:
    """A number that should have been a variable or a field, or the first item of something."""
    if not isinstance(node.value, int):
        return
    for text, value in donors.values[:MOST_OTHERS]:
        kinds = donors.kinds(value)
        if kinds <= NUMERIC and not isinstance(value, ast.Subscript):
            yield _put(donors, node, text, 5)
        elif "list" in kinds:
            yield _put(donors, node, f"{text}[0]", 6)


def _other_target(donors: Donors, node: ast.expr) -> Iterator[Change]:
    if isinstance(node, ast.Name):
        yield from (_put(donors, node, name, 5) for name in donors.alike(node.id))
    elif isinstance(node, ast.Attribute):
        yield from _other_field(donors, node, donors.fields, 4)


def _other_function(donors: Donors, node: ast.expr) -> Iterator[Change]:
    """Another function or method of the program, or the same of another object."""
    if isinstance(node, ast.Name) and node.id in donors.functions:
        yield from (_put(donors, node, name, 5) for name in donors.functions if name != node.id)
    if isinstance(node, ast.Attribute):
        if node.attr in donors.methods:
            yield from _other_field(donors, node, donors.methods, 4)
        if isinstance(node.value, ast.Name):
            yield from (_put(donors, node.value, name, 3) for name in donors.alike(node.value.id))
        elif isinstance(node.value, ast.Attribute):
            yield from _other_field(donors, node.value, donors.fields, 3)


def _of_call(donors: Donors, node: ast.Call) -> Iterator[Change]:
    """Two arguments swapped, whatever is between them; the other end of a queue."""
    source, function = donors.source, node.func
    if isinstance(function, ast.Attribute):
        begin, end = source.span(function)[1] - len(function.attr.encode()), source.span(node)[1]
        now = source.data[begin:end].decode()
        yield from (
            (begin, end, end_of, f"{now} to {end_of}", 3) for end_of in _OTHER_ENDS.get(function.attr, ())
        )
    plain = [argument for argument in node.args if not isinstance(argument, ast.Starred)]
    for left, right in combinations(plain, 2):
        gap = source.data[slice(*source.between(left, right))].decode()
        text = source.text(right) + gap + source.text(left)
        yield source.span(left)[0], source.span(right)[1], text, "arguments swapped", 3


def _other_key(donors: Donors, node: ast.Subscript) -> Iterator[Change]:
    if isinstance(node.slice, ast.Constant):
        own = donors.recorded.get(node.value.id, ()) if isinstance(node.value, ast.Name) else ()
        for key in dict.fromkeys((*own, *donors.keys)):
            yield _put(donors, node.slice, key, 4)
    elif isinstance(node.slice, ast.Slice):
        yield from _other_half(donors, node.slice)
    else:
        index, holder = donors.source.text(node.slice), donors.source.text(node.value)
        yield _put(donors, node.slice, f"({index}) % len({holder})", 6)


def _other_half(donors: Donors, cut: ast.Slice) -> Iterator[Change]:
    """What a slice leaves instead of what it takes."""
    bound = cut.lower or cut.upper
    if bound is not None and not (cut.lower and cut.upper) and cut.step is None:
        text = donors.source.text(bound)
        yield _put(donors, cut, f":{text}" if cut.lower else f"{text}:", 4)


def _values(statement: ast.stmt) -> Iterator[tuple[ast.expr, str]]:
    """The values that a statement makes or hands on, and what an assignment writes to."""
    match statement:
        case ast.Assign(targets=[target], value=value):
            root, written = value, ast.unparse(target)
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


def _grown(donors: Donors, value: ast.expr, target: str) -> Iterator[Change]:
    """One more term, or a bound: what was there before, one, or another number of the scope."""
    known = donors.kinds(value)
    if isinstance(value, _NO_NUMBERS) or (known and not known & NUMERIC):
        return
    text = donors.source.text(value)
    if target:
        yield from (_put(donors, value, f"{bound}({target}, {text})", 3) for bound in ("max", "min"))
        yield _put(donors, value, f"{target} + ({text})", 5)
    yield from (_put(donors, value, f"({text} {term})", 4) for term in ("+ 1", "- 1"))
    for term, other in donors.values[:MOST_OTHERS]:
        kinds = donors.kinds(other)
        if term == text or (not kinds & NUMERIC and (kinds or isinstance(other, ast.Name))):
            continue
        cost = 5 + (not known) + (not kinds)
        yield from (_put(donors, value, f"({text} {sign} {term})", cost) for sign in "-+")
        yield from (_put(donors, value, f"{bound}({text}, {term})", cost) for bound in ("max", "min"))
        yield _put(donors, value, f"({text} * {term})", cost + 2)


def _wrapped(donors: Donors, value: ast.expr) -> Iterator[Change]:
    """A value passed through something: turned round, copied, made a number."""
    if isinstance(value, ast.Constant | ast.Compare | ast.BoolOp | ast.Starred | ast.Lambda | ast.JoinedStr):
        return
    kinds = frozenset({"list"}) if isinstance(value, ast.ListComp | ast.List) else donors.kinds(value)
    forms = [form for kind in sorted(kinds) for form in _WRAPS.get(kind, ())] if kinds else _ANY_WRAPS
    text = donors.source.text(value)
    held = f"({text})" if isinstance(value, ast.BinOp | ast.IfExp | ast.UnaryOp) else text
    yield from (_put(donors, value, form.format(held), 5 if kinds else 6) for form in forms)


def _swapped(donors: Donors, parts: Sequence[ast.AST]) -> Iterator[Change]:
    """Two variables of a statement, each where the other is."""
    places: dict[str, list[tuple[int, int]]] = {}
    for part in parts:
        if isinstance(part, ast.Name) and part.id in donors.names and part.id != "self":
            places.setdefault(part.id, []).append(donors.source.span(part))
    for one, other in combinations(places, 2):
        spans = sorted([*((*at, other) for at in places[one]), *((*at, one) for at in places[other])])
        begin = at = spans[0][0]
        text = ""
        for start, stop, new in spans:
            text += donors.source.data[at:start].decode() + new
            at = stop
        yield begin, at, text, f"{one} and {other} swapped", 5
