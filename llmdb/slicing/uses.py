"""What each statement of a block reads, from the syntax tree: names, attributes and items."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from llmdb.cfg.model import ControlFlowGraph, Unit
from llmdb.types import BlockId, LineNo

Span = tuple[tuple[int, int], tuple[int, int]]
_NESTED = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """A read in the source.

    Attributes:
        node: a name, or an attribute or item of one.
        text: how the source writes it.
        is_base: it is read only to reach an attribute or item of what it denotes.
        is_late: a call in the same statement is made before it.
    """

    node: ast.expr
    text: str
    is_base: bool = False
    is_late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One statement of a block: what it reads, the names it binds, and whether it calls anything."""

    line: LineNo
    uses: tuple[Use, ...]
    binds: frozenset[str]
    calls: bool
    iterates: bool = False


def statements_of(cfg: ControlFlowGraph, text: str) -> dict[BlockId, tuple[Statement, ...]]:
    """The statements of every block of a snippet, in the order in which they run."""
    units = sorted((u for u in cfg.units if u.kind not in ("try", "jump", "pass")), key=lambda u: u.start)
    nodes: dict[int, list[ast.AST]] = {}
    _assign(ast.parse(text), units, nodes)
    out: dict[BlockId, list[Statement]] = {}
    target: Statement | None = None
    for number, unit in enumerate(units):
        found = _statement(unit, nodes.get(number, []))
        if unit.kind == "target":
            target = found
            continue
        if unit.kind == "iterable" and target is not None:
            found = _joined(found, target)
            target = None
        out.setdefault(unit.block, []).append(found)
    return {block: tuple(found) for block, found in out.items()}


def _joined(iterable: Statement, target: Statement) -> Statement:
    return Statement(
        line=iterable.line,
        uses=iterable.uses + target.uses,
        binds=target.binds,
        calls=iterable.calls,
        iterates=True,
    )


def _span(node: ast.AST) -> Span | None:
    if not isinstance(node, ast.stmt | ast.expr | ast.pattern | ast.excepthandler):
        return None
    start = (node.lineno, node.col_offset)
    if isinstance(node, _NESTED) and node.decorator_list:
        first = node.decorator_list[0]
        start = min(start, (first.lineno, first.col_offset - 1))
    return start, (node.end_lineno or 0, node.end_col_offset or 0)


def _assign(tree: ast.AST, units: list[Unit], nodes: dict[int, list[ast.AST]]) -> None:
    """Give each unit the outermost nodes inside it."""
    starts: dict[int, list[int]] = {}
    for number, unit in enumerate(units):
        for line in range(unit.start[0], unit.end[0] + 1):
            starts.setdefault(line, []).append(number)
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        span = _span(node)
        place = _unit_of(span, starts, units) if span else None
        if place is not None:
            nodes.setdefault(place, []).append(node)
            if not isinstance(node, _NESTED):
                todo.extend(_inner_bodies(node))
                continue
        todo.extend(node.body if isinstance(node, _NESTED) else reversed(list(ast.iter_child_nodes(node))))


def _inner_bodies(node: ast.AST) -> Iterator[ast.AST]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Lambda):
            yield inner.body


def _unit_of(span: Span, starts: dict[int, list[int]], units: list[Unit]) -> int | None:
    inside = [n for n in starts.get(span[0][0], ()) if units[n].start <= span[0] and span[1] <= units[n].end]
    exact = [n for n in inside if units[n].start == span[0] or units[n].kind != "function"]
    return max(exact, key=lambda n: units[n].start, default=None)


def _statement(unit: Unit, nodes: list[ast.AST]) -> Statement:
    finder = _Finder()
    for node in sorted(nodes, key=lambda n: _span(n) or ((0, 0), (0, 0))):
        finder.visit(node)
    return Statement(
        line=unit.line, uses=finder.found(), binds=frozenset(finder.binds), calls=bool(finder.calls)
    )


class _Finder(ast.NodeVisitor):
    """Collects reads in the order of evaluation."""

    def __init__(self) -> None:
        self.uses: dict[tuple[str, bool], Use] = {}
        self.binds: set[str] = set()
        self.calls = 0
        self._hidden: set[str] = set()

    def found(self) -> tuple[Use, ...]:
        """The reads; one that is also read as a whole is not listed as a mere base."""
        whole = {use.text for use in self.uses.values() if not use.is_base}
        return tuple(use for use in self.uses.values() if not use.is_base or use.text not in whole)

    def _use(self, node: ast.expr, base: bool = False) -> None:
        text = ast.unparse(node)
        use = Use(node=node, text=text, is_base=base, is_late=self.calls > 0)
        self.uses.setdefault((text, base), use)

    def visit_Name(self, node: ast.Name) -> None:
        """A name that is read, bound or deleted."""
        if isinstance(node.ctx, ast.Load):
            if node.id not in self._hidden:
                self._use(node)
        else:
            self.binds.add(node.id)

    def _part(self, node: ast.Attribute | ast.Subscript) -> None:
        self._base(node.value)
        if isinstance(node, ast.Subscript):
            self.visit(node.slice)
        root = _root(node)
        if isinstance(node.ctx, ast.Load) and root is not None and root not in self._hidden:
            self._use(node)

    def _base(self, node: ast.expr) -> None:
        if isinstance(node, ast.Name):
            if node.id not in self._hidden:
                self._use(node, base=True)
        else:
            self.visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """`obj.f`."""
        self._part(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """`xs[i]`."""
        self._part(node)

    def visit_Call(self, node: ast.Call) -> None:
        """A call: the callee's owner is read as a whole, as a method may read all of it."""
        if isinstance(node.func, ast.Attribute):
            self.visit(node.func.value)
        else:
            self.visit(node.func)
        for part in [*node.args, *(k.value for k in node.keywords)]:
            self.visit(part)
        self.calls += 1

    def visit_Assign(self, node: ast.Assign) -> None:
        """The value is evaluated before the targets."""
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """The target is read, too."""
        if isinstance(node.target, ast.Name):
            self._use(ast.Name(id=node.target.id, ctx=ast.Load()))
        else:
            self.visit(node.target)
            self._use(node.target)
        self.visit(node.value)
        self.visit(node.target)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """The annotation is left out."""
        if node.value is not None:
            self.visit(node.value)
            self.visit(node.target)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Its body runs in another frame."""
        for default in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
            self.visit(default)

    def _definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for default in [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]:
            self.visit(default)
        self.binds.add(node.name)

    visit_FunctionDef = visit_AsyncFunctionDef = _definition

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Its body has statements of its own."""
        for part in [*node.decorator_list, *node.bases, *(k.value for k in node.keywords)]:
            self.visit(part)
        self.calls += 1
        self.binds.add(node.name)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        """The clause's head."""
        if node.type is not None:
            self.visit(node.type)
        if node.name:
            self.binds.add(node.name)

    def _comprehension(self, node: ast.AST) -> None:
        outer = self._hidden
        names = {
            n.id
            for g in getattr(node, "generators", ())
            for n in ast.walk(g.target)
            if isinstance(n, ast.Name)
        }
        self._hidden = outer | names
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.comprehension):
                for inner in [part.iter, *part.ifs]:
                    self.visit(inner)
            else:
                self.visit(part)
        self._hidden = outer

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension


def _root(node: ast.expr) -> str | None:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None
