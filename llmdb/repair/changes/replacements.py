"""Small changes that put something else of the program in the place of a name, a field, a key, a call or a value."""

import ast
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from llmdb.repair.changes.program_source import Change
from llmdb.repair.changes.scope import NUMERIC, Scope, parts_of

MOST_OTHERS = 12
"""Values that are put in the place of one, the nearest first."""
_OTHER_ENDS = {"pop": ("pop()", "pop(0)", "popleft()"), "popleft": ("pop()",)}


def replacements(scope: Scope, statement: ast.stmt) -> Iterator[Change]:
    """The changes of a statement in which something else of the program takes the place of one of its parts."""
    parts = parts_of(statement)
    called = {id(part.func) for part in parts if isinstance(part, ast.Call)}
    alone = statement.value if isinstance(statement, ast.Expr) else None  # another value there does nothing
    for node in parts:
        if not isinstance(node, ast.expr):
            continue
        if id(node) in called:
            yield from _other_function(scope, node)
        elif isinstance(node, ast.Constant):
            yield from _for_constant(scope, node)
        elif isinstance(getattr(node, "ctx", None), ast.Store):
            yield from _other_target(scope, node)
        elif node is not alone:
            yield from _other_value(scope, node)
        if isinstance(node, ast.Call):
            yield from _of_call(scope, node)
        if isinstance(node, ast.Subscript):
            yield from _other_key(scope, node)
    yield from _swapped(scope, parts)


def _put(scope: Scope, node: ast.AST, text: str, cost: int) -> Change:
    return *scope.source.span(node), text, f"{scope.source.text(node)} to {text}", cost


def _other_field(scope: Scope, node: ast.Attribute, names: Sequence[str], cost: int) -> Iterator[Change]:
    begin, end = scope.source.span(node.value)[1], scope.source.span(node)[1]
    yield from (
        (begin, end, f".{name}", f".{node.attr} to .{name}", cost) for name in names if name != node.attr
    )


def _other_value(scope: Scope, node: ast.expr) -> Iterator[Change]:
    """Another field of the same object, the field of another object, and whatever else there is."""
    if isinstance(node, ast.Attribute):
        yield from _other_field(scope, node, scope.fields, 3)
        if isinstance(node.value, ast.Name):
            yield from (_put(scope, node.value, name, 3) for name in scope.alike(node.value.id))
    if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call):
        return
    own, count = scope.source.text(node), 0
    for text, value in scope.values:
        if text != own and scope.fits(node, value) and count < MOST_OTHERS:
            count += 1
            same = type(value) is type(node)
            near = (same and isinstance(node, ast.Name)) or _is_near(value, node)
            yield _put(scope, node, text, 3 if near else 5 if same else 6)
    if isinstance(node, ast.Name):
        yield from (_put(scope, node, text, 5) for text in scope.rests if text.startswith(f"{node.id}["))
    if isinstance(node, ast.Name) and node.id in scope.visible:
        yield from (_put(scope, node, name, 7) for name in scope.visible if name != node.id)


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


def _for_constant(scope: Scope, node: ast.Constant) -> Iterator[Change]:
    """A number that should have been a variable or a field, or the first item of something; a text likewise."""
    if isinstance(node.value, str) and len(node.value) < 2:
        yield from (_put(scope, node, name, 5) for name in scope.of_type("str") if name in scope.names)
    if not isinstance(node.value, int):
        return
    for text, value in scope.values[:MOST_OTHERS]:
        kinds = scope.kinds(value)
        if kinds <= NUMERIC and not isinstance(value, ast.Subscript):
            yield _put(scope, node, text, 5)
        elif "list" in kinds:
            yield _put(scope, node, f"{text}[0]", 6)


def _other_target(scope: Scope, node: ast.expr) -> Iterator[Change]:
    if isinstance(node, ast.Name):
        yield from (_put(scope, node, name, 5) for name in scope.alike(node.id))
        yield from (_put(scope, node, name, 8) for name in scope.visible if name != node.id)
        if isinstance(scope.source.parent(node), ast.Tuple) and node.id != "_":
            yield _put(scope, node, "_", 5)
        if scope.is_method and node.id in scope.fields:
            yield _put(scope, node, f"self.{node.id}", 3)
    elif isinstance(node, ast.Attribute):
        yield from _other_field(scope, node, scope.fields, 4)


def _other_function(scope: Scope, node: ast.expr) -> Iterator[Change]:
    """Another function or method of the program, or the same of another object."""
    if isinstance(node, ast.Name) and node.id in scope.functions:
        yield from (_put(scope, node, name, 5) for name in scope.functions if name != node.id)
    if isinstance(node, ast.Attribute):
        if node.attr in scope.methods:
            yield from _other_field(scope, node, scope.methods, 4)
        if isinstance(node.value, ast.Name):
            yield from (_put(scope, node.value, name, 3) for name in scope.alike(node.value.id))
        elif isinstance(node.value, ast.Attribute):
            yield from _other_field(scope, node.value, scope.fields, 3)


def _of_call(scope: Scope, node: ast.Call) -> Iterator[Change]:
    """Two arguments swapped, whatever is between them; the other end of a queue."""
    source, function = scope.source, node.func
    if isinstance(function, ast.Attribute):
        begin, end = source.span(function)[1] - len(function.attr.encode()), source.span(node)[1]
        now = source.data[begin:end].decode()
        yield from (
            (begin, end, end_of, f"{now} to {end_of}", 3) for end_of in _OTHER_ENDS.get(function.attr, ())
        )
        yield from _other_asked(scope, node, function)
    plain = [argument for argument in node.args if not isinstance(argument, ast.Starred)]
    if plain == node.args and plain and not node.keywords and isinstance(function, ast.Attribute):
        begin = source.span(plain[-2])[1] if len(plain) > 1 else source.span(plain[-1])[0]
        yield begin, source.span(plain[-1])[1], "", f"without {source.text(plain[-1])}", 5
    for left, right in combinations(plain, 2):
        gap = source.data[slice(*source.between(left, right))].decode()
        text = source.text(right) + gap + source.text(left)
        yield source.span(left)[0], source.span(right)[1], text, "arguments swapped", 3
    if len(plain) == 3 and plain == node.args:
        yield from _in_turn(scope, plain)


def _in_turn(scope: Scope, given: list[ast.expr]) -> Iterator[Change]:
    """Three arguments, the last of them first, or the first last."""
    source = scope.source
    one, two, three = map(source.text, given)
    gaps = [source.data[slice(*source.between(*pair))].decode() for pair in pairwise(given)]
    for first, second, third in ((three, one, two), (two, three, one)):
        text = first + gaps[0] + second + gaps[1] + third
        yield source.span(given[0])[0], source.span(given[2])[1], text, "arguments in another order", 4


def _other_asked(scope: Scope, node: ast.Call, function: ast.Attribute) -> Iterator[Change]:
    """Another key that a dict is asked for by a method."""
    if function.attr in ("get", "pop", "setdefault") and node.args and isinstance(node.args[0], ast.Constant):
        own = scope.recorded.get(function.value.id, ()) if isinstance(function.value, ast.Name) else ()
        for key in dict.fromkeys((*own, *scope.keys)):
            yield _put(scope, node.args[0], key, 4)


def _other_key(scope: Scope, node: ast.Subscript) -> Iterator[Change]:
    if isinstance(node.slice, ast.Constant):
        own = scope.recorded.get(node.value.id, ()) if isinstance(node.value, ast.Name) else ()
        for key in dict.fromkeys((*own, *scope.keys)):
            yield _put(scope, node.slice, key, 4)
    elif isinstance(node.slice, ast.Slice):
        yield from _other_half(scope, node.slice)
    else:
        index, holder = scope.source.grouped(node.slice), scope.source.text(node.value)
        is_moved = isinstance(node.slice, ast.BinOp) and isinstance(node.slice.op, ast.Add)
        yield _put(scope, node.slice, f"{index} % len({holder})", 3 if is_moved else 6)


def _other_half(scope: Scope, cut: ast.Slice) -> Iterator[Change]:
    """What a slice leaves instead of what it takes."""
    bound = cut.lower or cut.upper
    if bound is not None and not (cut.lower and cut.upper) and cut.step is None:
        text = scope.source.text(bound)
        yield _put(scope, cut, f":{text}" if cut.lower else f"{text}:", 4)
        if not isinstance(bound, ast.UnaryOp | ast.BinOp):
            yield _put(scope, cut, f"-{text}:" if cut.upper else f":-{text}", 5)


def _swapped(scope: Scope, parts: Sequence[ast.AST]) -> Iterator[Change]:
    """Two variables of a statement, each where the other is."""
    places: dict[str, list[tuple[int, int]]] = {}
    for part in parts:
        if isinstance(part, ast.Name) and part.id in scope.names and part.id != "self":
            places.setdefault(part.id, []).append(scope.source.span(part))
    for one, other in combinations(places, 2):
        spans = sorted([*((*at, other) for at in places[one]), *((*at, one) for at in places[other])])
        begin = at = spans[0][0]
        text = ""
        for start, stop, new in spans:
            text += scope.source.data[at:start].decode() + new
            at = stop
        yield begin, at, text, f"{one} and {other} swapped", 5
