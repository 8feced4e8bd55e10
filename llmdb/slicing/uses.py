"""What each statement of a block reads, from the syntax tree: names, attributes and items."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from llmdb.cfg.model import ControlFlowGraph, Unit
from llmdb.slicing.touching import NOTHING, Touching, touching
from llmdb.types import BlockId, LineNo

Place = tuple[int, int]
Span = tuple[Place, Place]
_DEFINING = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom
BY_NAME = 1_000
"""The index of a parameter that is only passed by its name."""
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
        is_early: it may be read before a call in the same statement: none is made before it, or one after it.
    """

    node: ast.expr
    text: str
    is_base: bool = False
    is_late: bool = False
    is_early: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """What one call passes; `stars` and `maps` tell that `*x` and `**x` pass more."""

    callee: str
    positional: int
    keywords: frozenset[str]
    stars: bool
    maps: bool

    def give(self, index: int, name: str) -> bool:
        """Whether they give the parameter of this name and index."""
        by_place = self.positional > index or (self.stars and index < BY_NAME)
        return by_place or self.maps or name in self.keywords


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One statement of a block: what it reads, the names it binds, and what else can tie it to events.

    Attributes:
        calls: it calls something, perhaps of the snippet.
        arguments: for each call of a name, `get` of `self.get(1)` too, what it passes.
        defaults: for each function that it defines, the parameters with defaults and their indices.
        changes: it calls, or has an operator that can change an object in place.
        augments: it is `name op= value`, which leaves the name bound to an object that it changed in place.
        iterates: it is the header of a `for`; its uses are read on the way into the loop.
        inside: for such a header, the blocks of the loop, its own included.
        defines: it binds a function, a class or a module, whose use is not counted as reading a value.
        returns: it is a `return`, whose value is what the call gives.
        receives: the value of a `yield` in it is used.
        touches: what its library calls may change that no event tells of.
    """

    line: LineNo
    uses: tuple[Use, ...] = ()
    binds: frozenset[str] = frozenset()
    calls: bool = False
    changes: bool = False
    augments: bool = False
    arguments: tuple[Arguments, ...] = ()
    defaults: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    iterates: bool = False
    inside: frozenset[BlockId] = frozenset()
    defines: bool = False
    returns: bool = False
    receives: bool = False
    touches: Touching = NOTHING

    def passes(self, scope: str, index: int, name: str) -> bool:
        """Whether the calls of a scope in this statement give the parameter of this name and index."""
        parts = scope.split(".")
        called = parts[-2] if parts[-1] in ("__init__", "__new__") and len(parts) > 1 else parts[-1]
        given = [a for a in self.arguments if a.callee == called]
        return not given or any(arguments.give(index, name) for arguments in given)


def class_scopes(cfg: ControlFlowGraph) -> frozenset[str]:
    """The scopes that are bodies of classes."""
    return frozenset(scope.name for scope in cfg.scopes if scope.kind == "class")


def qualified(scope: str, name: str, classes: frozenset[str]) -> str:
    """The qualified name of a function that a scope's code defines."""
    if scope == "<module>":
        return name
    return f"{scope}.{name}" if scope in classes else f"{scope}.<locals>.{name}"


def defaults_of(
    cfg: ControlFlowGraph, statements: Mapping[BlockId, Sequence[Statement]]
) -> dict[str, Mapping[str, int]]:
    """For each function its parameters with defaults, and how many arguments a call passes before each."""
    classes, out = class_scopes(cfg), dict[str, Mapping[str, int]]()
    for block, code in statements.items():
        scope = cfg.block(block).scope
        for statement in code:
            for name, indices in statement.defaults.items():
                bound = int(scope in classes)
                out[qualified(scope, name, classes)] = {n: index - bound for n, index in indices.items()}
    return out


def statements_of(cfg: ControlFlowGraph, text: str) -> dict[BlockId, tuple[Statement, ...]]:
    """The statements of every block of a snippet, in the order in which they run."""
    units = sorted((u for u in cfg.units if u.kind not in ("try", "jump", "pass")), key=lambda u: u.start)
    nodes: dict[int, list[ast.AST]] = {}
    tree = ast.parse(text)
    _assign(tree, units, nodes)
    _add_subjects(tree, units, nodes)
    loops = _loops(tree, cfg.units)
    out: dict[BlockId, list[Statement]] = {}
    target: Statement | None = None
    for number, unit in enumerate(units):
        found = _statement(unit, nodes.get(number, []))
        if unit.kind == "target":
            target = found
            continue
        if unit.kind == "iterable" and target is not None:
            found = replace(
                found,
                uses=found.uses + target.uses,
                binds=target.binds,
                iterates=True,
                inside=loops.get(unit.start, frozenset()) | {unit.block},
            )
            target = None
        out.setdefault(unit.block, []).append(found)
    return {block: tuple(found) for block, found in out.items()}


def _loops(tree: ast.AST, units: Sequence[Unit]) -> dict[Place, frozenset[BlockId]]:
    """The blocks of each `for` loop's body, by where its iterable starts."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.AsyncFor):
            last = node.body[-1]
            start = (node.body[0].lineno, node.body[0].col_offset)
            end = (last.end_lineno or 0, last.end_col_offset or 0)
            found[node.iter.lineno, node.iter.col_offset] = frozenset(
                unit.block for unit in units if start <= unit.start and unit.end <= end
            )
    return found


def _add_subjects(tree: ast.AST, units: Sequence[Unit], nodes: dict[int, list[ast.AST]]) -> None:
    """A pattern reads what is matched, where that is a name or a part of one."""
    patterns = {unit.start: number for number, unit in enumerate(units) if unit.kind == "pattern"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Match) and isinstance(node.subject, ast.Name | ast.Attribute | ast.Subscript):
            for case in node.cases:
                number = patterns.get((case.pattern.lineno, case.pattern.col_offset))
                if number is not None:
                    nodes.setdefault(number, []).append(node.subject)


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
    ordered = sorted(nodes, key=lambda n: _span(n) or ((0, 0), (0, 0)))
    for node in ordered:
        finder.visit(node)
    augments = any(isinstance(node, ast.AugAssign) for node in ordered)
    return Statement(
        line=unit.line,
        uses=finder.found(),
        binds=frozenset(finder.binds),
        calls=bool(finder.calls) or unit.kind == "with",
        changes=bool(finder.calls) or augments,
        augments=augments,
        arguments=tuple(finder.arguments),
        defaults=finder.defaults,
        defines=any(isinstance(node, _DEFINING) for node in ordered),
        returns=any(isinstance(node, ast.Return) for node in ordered) or "<lambda>" in unit.scope[-8:],
        receives=finder.receives,
        touches=touching(ordered, walked=unit.kind == "iterable"),
    )


class _Finder(ast.NodeVisitor):
    """Collects reads in the order of evaluation."""

    def __init__(self) -> None:
        self.uses: dict[tuple[str, bool], tuple[Use, int]] = {}
        self.binds: set[str] = set()
        self.calls = 0
        self.arguments: list[Arguments] = []
        self.defaults: dict[str, Mapping[str, int]] = {}
        self.receives = False
        self._hidden: set[str] = set()

    def found(self) -> tuple[Use, ...]:
        """The reads; one that is also read as a whole is not listed as a mere base."""
        whole = {use.text for use, _ in self.uses.values() if not use.is_base}
        return tuple(
            replace(use, is_early=not made or made < self.calls)
            for use, made in self.uses.values()
            if not use.is_base or use.text not in whole
        )

    def _use(self, node: ast.expr, base: bool = False) -> None:
        text = ast.unparse(node)
        use = Use(node=node, text=text, is_base=base, is_late=self.calls > 0)
        self.uses.setdefault((text, base), (use, self.calls))

    def visit_Name(self, node: ast.Name) -> None:
        """A name that is read, bound or deleted."""
        if isinstance(node.ctx, ast.Load):
            if node.id not in self._hidden:
                self._use(node)
        else:
            self.binds.add(node.id)

    def _part(self, node: ast.Attribute | ast.Subscript, base: bool = False) -> None:
        if isinstance(node, ast.Subscript) and self._hides(node.slice):
            self.visit(node.value)
            self.visit(node.slice)
            return
        self._base(node.value)
        if isinstance(node, ast.Subscript):
            self.visit(node.slice)
        root = _root(node)
        if isinstance(node.ctx, ast.Load) and root is not None and root not in self._hidden:
            self._use(node, base)

    def _hides(self, key: ast.expr) -> bool:
        """Whether a key is only known inside a comprehension: any item may be meant."""
        return any(isinstance(part, ast.Name) and part.id in self._hidden for part in ast.walk(key))

    def _base(self, node: ast.expr) -> None:
        if isinstance(node, ast.Name):
            if node.id not in self._hidden:
                self._use(node, base=True)
        elif isinstance(node, ast.Attribute | ast.Subscript):
            self._part(node, base=True)
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
            self.arguments.append(_passed(node.func.attr, node))
        else:
            self.visit(node.func)
            if isinstance(node.func, ast.Name):
                self.arguments.append(_passed(node.func.id, node))
        for part in [*node.args, *(k.value for k in node.keywords)]:
            self.visit(part)
        self.calls += 1

    def _yields(self, node: ast.Yield | ast.Await) -> None:
        if node.value is not None:
            self.visit(node.value)
        self.receives = True
        self.calls += 1

    visit_Yield = visit_Await = _yields

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        """What the inner generator returns is its value."""
        self.visit(node.value)
        self.calls += 1

    def visit_Expr(self, node: ast.Expr) -> None:
        """A statement of its own does not use what it gives."""
        self.visit(node.value)
        if isinstance(node.value, ast.Yield):
            self.receives = False

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
        self.defaults[node.name] = _defaults(node.args)

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


def _passed(callee: str, node: ast.Call) -> Arguments:
    return Arguments(
        callee=callee,
        positional=sum(not isinstance(a, ast.Starred) for a in node.args),
        keywords=frozenset(keyword.arg for keyword in node.keywords if keyword.arg),
        stars=any(isinstance(a, ast.Starred) for a in node.args),
        maps=any(keyword.arg is None for keyword in node.keywords),
    )


def _defaults(given: ast.arguments) -> dict[str, int]:
    """Parameters with defaults and how many arguments come before."""
    plain = [a.arg for a in given.posonlyargs + given.args]
    found = {name: plain.index(name) for name in plain[len(plain) - len(given.defaults) :]}
    rows = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    return found | {a.arg: BY_NAME for a, default in rows if default is not None}


def _root(node: ast.expr) -> str | None:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None
