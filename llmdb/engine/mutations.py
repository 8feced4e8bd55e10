"""Small changes of a program, one statement at a time: the search space of a repair without a model.

Each change is a replacement of one stretch of source text, so what is not changed keeps its form.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from llmdb.types import LineNo

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """A changed program: the first line it touches, what was done in a few words, and the whole new source.

    `cost` orders changes of one statement: smaller is tried first.
    """

    line: LineNo
    what: str
    code: str
    cost: int


class Source:
    """A program's text with positions as `ast` gives them (lines from 1, columns in UTF-8 bytes)."""

    def __init__(self, code: str) -> None:
        self.data = code.encode()
        self.tree = ast.parse(code)
        self._starts = [0]
        for row in self.data.split(b"\n"):
            self._starts.append(self._starts[-1] + len(row) + 1)

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Byte offsets of a node, end exclusive."""
        begin = self._starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = self._starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        return begin, end

    def text(self, node: ast.AST) -> str:
        """The source of a node."""
        begin, end = self.span(node)
        return self.data[begin:end].decode()

    def between(self, left: ast.AST, right: ast.AST) -> tuple[int, int]:
        """Byte offsets of what stands between two nodes, e.g. an operator."""
        return self.span(left)[1], self.span(right)[0]

    def spliced(self, begin: int, end: int, text: str) -> str:
        """The whole program with one stretch replaced."""
        return (self.data[:begin] + text.encode() + self.data[end:]).decode()

    def line_span(self, first: LineNo, last: LineNo) -> tuple[int, int]:
        """Byte offsets of whole lines, the newline of the last one included."""
        return self._starts[first - 1], min(self._starts[last], len(self.data))


def mutations(code: str, lines: frozenset[LineNo] | None = None) -> list[Mutation]:
    """All small changes of the statements on `lines` (of every statement for None), cheapest first.

    Only changes that compile to another program are kept. Raises SyntaxError when `code` does not parse.
    """
    source = Source(code)
    found: dict[str, Mutation] = {}
    for scope in _scopes(source.tree):
        names = _names_in(scope)
        for statement in _own_statements(scope):
            if lines is not None and statement.lineno not in lines:
                continue
            for change in _changes(source, statement, scope, names):
                if change.code not in found and change.code != code and _compiles(change.code):
                    found[change.code] = change
    return sorted(found.values(), key=lambda change: change.cost)


def _compiles(code: str) -> bool:
    try:
        compile(code, "<mutation>", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


def _scopes(tree: ast.Module) -> Iterator[ast.AST]:
    yield tree
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node


def _own_statements(scope: ast.AST) -> Iterator[ast.stmt]:
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node
            continue
        if isinstance(node, ast.stmt):
            yield node
        waiting = [*ast.iter_child_nodes(node), *waiting]


def _names_in(scope: ast.AST) -> tuple[str, ...]:
    names: dict[str, None] = {}
    if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
        names.update(
            (argument.arg, None) for argument in ast.walk(scope.args) if isinstance(argument, ast.arg)
        )
    for node in ast.walk(scope):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names[node.id] = None
    return tuple(names)


def _header(statement: ast.stmt) -> list[ast.AST]:
    """The parts of a statement that are its own, not those of the statements inside it."""
    bodies = {"body", "orelse", "finalbody", "handlers", "cases", "decorator_list"}
    parts: list[ast.AST] = []
    for name, value in ast.iter_fields(statement):
        if name in bodies:
            continue
        parts += [
            item for item in (value if isinstance(value, list) else [value]) if isinstance(item, ast.AST)
        ]
    return parts


def _changes(
    source: Source, statement: ast.stmt, scope: ast.AST, names: tuple[str, ...]
) -> Iterator[Mutation]:
    for part in _header(statement):
        for node in ast.walk(part):
            for begin, end, text, what, cost in _expression_changes(source, node, names):
                code = source.spliced(begin, end, text)
                yield Mutation(line=statement.lineno, what=what, code=code, cost=cost)
    for begin, end, text, what, cost in _statement_changes(source, statement, scope):
        yield Mutation(line=statement.lineno, what=what, code=source.spliced(begin, end, text), cost=cost)


Change = tuple[int, int, str, str, int]


def _expression_changes(source: Source, node: ast.AST, names: tuple[str, ...]) -> Iterator[Change]:
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


def _statement_changes(source: Source, statement: ast.stmt, scope: ast.AST) -> Iterator[Change]:
    if isinstance(statement, ast.If | ast.While):
        test = statement.test
        yield *source.span(test), f"not ({source.text(test)})", "condition negated", 3
    if isinstance(statement, ast.AugAssign):
        begin, end = source.between(statement.target, statement.value)
        gap = source.data[begin:end].decode()
        old = SYMBOLS[type(statement.op)]
        for new in (*ARITHMETIC.get(type(statement.op), ()), ""):
            yield begin, end, gap.replace(f"{old}=", f"{new}=", 1), f"{old}= to {new}=", 2 if new else 5
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        at = source.span(statement.value)[0]
        if isinstance(statement.targets[0], ast.Name):
            before = source.between(statement.targets[0], statement.value)
            yield *before, " += ", "= to +=", 3
        yield at, source.span(statement.value)[1], f"({source.text(statement.value)}) + 1", "one more", 5
        yield at, source.span(statement.value)[1], f"({source.text(statement.value)}) - 1", "one less", 5
    if isinstance(statement, ast.Return) and statement.value is not None:
        value = source.text(statement.value)
        yield *source.span(statement.value), f"not ({value})", "result negated", 4
        yield *source.span(statement.value), f"-({value})", "sign of the result", 6
        yield *source.span(statement.value), f"({value}) + 1", "one more", 5
        yield *source.span(statement.value), f"({value}) - 1", "one less", 5
    if isinstance(statement, ast.Assign):
        yield from _loop_changes(source, scope, statement)
    yield from _move_changes(source, statement)
    if isinstance(statement, ast.FunctionDef):
        yield from _default_changes(source, statement)


def _move_changes(source: Source, statement: ast.stmt) -> Iterator[Change]:
    """A statement one level out or in, left out, or a `break` for a `continue`."""
    if isinstance(
        statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.If | ast.For | ast.While
    ):
        return
    first, last = statement.lineno, statement.end_lineno or statement.lineno
    begin, end = source.line_span(first, last)
    text = source.data[begin:end].decode()
    if text[: statement.col_offset].strip():
        return
    indent = statement.col_offset
    if indent >= 4:
        dedented = "".join(
            line[4:] if line[:4].isspace() else line for line in text.splitlines(keepends=True)
        )
        yield begin, end, dedented, "moved one level out", 4 if isinstance(statement, ast.Return) else 6
    yield (
        begin,
        end,
        "".join("    " + line for line in text.splitlines(keepends=True)),
        "moved one level in",
        6,
    )
    yield begin, end, " " * indent + "pass\n", "left out", 7
    if isinstance(statement, ast.Break):
        yield *source.span(statement), "continue", "break to continue", 5
    if isinstance(statement, ast.Continue):
        yield *source.span(statement), "break", "continue to break", 5


def _loop_changes(source: Source, scope: ast.AST, statement: ast.stmt) -> Iterator[Change]:
    """An initialisation moved to the top of a loop that follows it: a value that was never reset."""
    for node in ast.walk(scope):
        for body in (getattr(node, "body", None), getattr(node, "orelse", None)):
            if not isinstance(body, list) or statement not in body:
                continue
            for loop in body[body.index(statement) + 1 :]:
                if isinstance(loop, ast.For | ast.While):
                    begin, _ = source.line_span(statement.lineno, statement.lineno)
                    own_end = source.line_span(statement.lineno, statement.end_lineno or statement.lineno)[1]
                    first = loop.body[0]
                    at, _ = source.line_span(first.lineno, first.lineno)
                    between = source.data[own_end:at].decode()
                    moved = f"{' ' * first.col_offset}{source.text(statement)}\n"
                    yield begin, at, between + moved, "moved into the loop", 3


def _default_changes(source: Source, function: ast.FunctionDef) -> Iterator[Change]:
    """A mutable default becomes None, with the fresh value made in the body."""
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = list(
        zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True)
    )
    for argument, default in defaults:
        if isinstance(default, ast.List | ast.Dict | ast.Set | ast.Call):
            first = function.body[0]
            begin, end = source.span(default)[0], source.span(first)[0]
            head = source.data[source.span(default)[1] : end].decode()
            indent = " " * first.col_offset
            guard = (
                f"if {argument.arg} is None:\n{indent}    {argument.arg} = {source.text(default)}\n{indent}"
            )
            yield begin, end, f"None{head}{guard}", f"a fresh {argument.arg} for each call", 2
