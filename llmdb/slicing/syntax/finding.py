"""The reads of one statement in the order of evaluation, and what its calls pass, from the syntax tree."""

import ast
import builtins
from collections.abc import Mapping, Sequence
from dataclasses import replace

from llmdb.slicing.syntax.arguments import Arguments, defaults_given, passed
from llmdb.slicing.syntax.reflection import Spelled, instance_of, opened, read_in_text, spelled
from llmdb.values import dataclass

_QUIET = frozenset({"abs", "chr", "id", "isinstance", "len", "ord", "range", "round", "type"})
"""Built-in functions that run no code of the snippet, but for special methods."""

_BUILT_IN = frozenset(dir(builtins))
_WAITING = frozenset({"gather", "wait", "wait_for", "shield"})
"""Functions of asyncio whose arguments may be tasks that run already."""
_MAKING = frozenset({"__init__", "__new__"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """A read in the source.

    Attributes:
        node: a name, or an attribute or item of one.
        text: how the source writes it.
        is_base: it is read only to reach an attribute or item of what it denotes.
        after: how many of the statement's calls are made before it.
        is_again: the same is read before one of these calls, too.
        moves: an item or a slice of it is written or deleted: what a list holds moves, wherever it was moved to before.
        is_settled: what it holds is not read here: a number is added to it, or it is passed on to a function.
    """

    node: ast.expr
    text: str
    is_base: bool = False
    after: int = 0
    is_again: bool = False
    is_settled: bool = False
    moves: bool = False


def root_of(path: str) -> str:
    """The variable of a path such as `xs[3].name`."""
    return path.partition("[")[0].partition(".")[0]


def which_call(ran: Sequence[str], since: int, scope: str) -> int:
    """Which of a statement's calls, from number `since` on, runs a scope; -1 where the names do not tell."""
    *outer, name = scope.rpartition(":")[2].split(".")
    names = (name, *outer[-1:]) if name in _MAKING else (name,)
    return next((number for number in range(since, len(ran)) if ran[number] and ran[number] in names), -1)


class Finder(ast.NodeVisitor):
    """Collects reads in the order of evaluation."""

    def __init__(self) -> None:
        self.uses: dict[tuple[str, bool, int], Use] = {}
        self.binds: set[str] = set()
        self.calls = 0
        self.ran: list[str] = []  # names of the calls so far that may run code of the snippet, "" for no name
        self.arguments: list[Arguments] = []
        self.defaults: dict[str, Mapping[str, int]] = {}
        self.bases: dict[str, tuple[str, ...]] = {}
        self.drawn: dict[str, tuple[str, ...]] = {}
        self.deferred: set[str] = set()  # names that generator expressions read when they are run
        self.walked: list[ast.expr] = []  # what these go over
        self.receives = self.delegates = self.yields = False
        self._hidden: set[str] = set()
        self._bound: frozenset[str] = frozenset()  # names that the expression itself has bound so far

    def found(self) -> tuple[Use, ...]:
        """The reads; one that is also read as a whole is not listed as a mere base."""
        whole = {use.text for use in self.uses.values() if not use.is_base}
        return tuple(use for use in self.uses.values() if not use.is_base or use.text not in whole)

    def _use(
        self, node: ast.expr, base: bool = False, once: bool = False, moves: bool = False, text: str = ""
    ) -> None:
        text, after = text or ast.unparse(node), len(self.ran)
        again = any((text, base, before) in self.uses for before in range(after))
        if not (again and (base or once)):
            use = Use(node=node, text=text, is_base=base, after=after, is_again=again, moves=moves)
            self.uses.setdefault((text, base, after), use)

    def visit_Name(self, node: ast.Name) -> None:
        """A name that is read, bound or deleted."""
        if isinstance(node.ctx, ast.Load):
            if node.id not in self._hidden | self._bound:
                self._use(node)
        else:
            self.binds.add(node.id)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        """`(y := a)`: what comes after it reads what it bound."""
        self.visit(node.value)
        self.visit(node.target)
        self._bound |= {node.target.id}

    def _perhaps(self, *nodes: ast.expr) -> None:
        """Parts that may be left out, each with those before it, so that what they bind may not be bound after them."""
        before = self._bound
        for node in nodes:
            self.visit(node)
        self._bound = before

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """All but the first value may be left out."""
        self.visit(node.values[0])
        self._perhaps(*node.values[1:])

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """The test comes first."""
        self.visit(node.test)
        self._perhaps(node.body)
        self._perhaps(node.orelse)

    def visit_Compare(self, node: ast.Compare) -> None:
        """All comparisons but the first may be left out."""
        self.visit(node.left)
        self.visit(node.comparators[0])
        self._perhaps(*node.comparators[1:])

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """`n - 1`: nothing that `n` holds can have changed."""
        self.visit(node.left)
        self.visit(node.right)
        if isinstance(node.op, ast.Add | ast.Sub) and isinstance(node.right, ast.Constant):
            self._settle(node.left)

    def _settle(self, node: ast.expr) -> None:
        key = (node.id, False, len(self.ran)) if isinstance(node, ast.Name) else None
        if key is not None and key in self.uses:
            self.uses[key] = replace(self.uses[key], is_settled=True)

    def _spelled(self, node: ast.expr, found: Spelled) -> None:
        """A part or a variable that is told by text."""
        if found.base is not None:
            self._base(found.base)
        if found.key is not None:
            self.visit(found.key)
        root = _root(found.node)
        if isinstance(getattr(node, "ctx", ast.Load()), ast.Load) and root and root not in self._hidden:
            self._use(found.node, text=ast.unparse(node))

    def _part(self, node: ast.Attribute | ast.Subscript, base: bool = False) -> None:
        if isinstance(node, ast.Subscript) and (found := spelled(node)) and not self._hides(node.slice):
            self._spelled(node, found)
            return
        if isinstance(node, ast.Subscript) and self._hides(node.slice):
            self.visit(node.value)
            self.visit(node.slice)
            return
        if isinstance(node, ast.Attribute):
            self._draw(node)
        is_cut = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)
        root = _root(node)
        self._base(node.value)
        if isinstance(node, ast.Subscript):
            self.visit(node.slice)
        if isinstance(node.ctx, ast.Load) and root is not None and root not in self._hidden:
            self._use(node, base and not is_cut)
        elif (is_cut or isinstance(node.ctx, ast.Del)) and isinstance(node, ast.Subscript) and root:
            self._use(node.value, moves=True)

    def _draw(self, node: ast.Attribute) -> None:
        """`Point(1, 2).x`, where `Point.x` may be the default of a field."""
        if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name):
            name = node.value.func.id
            self._use(ast.Attribute(value=node.value.func, attr=node.attr, ctx=ast.Load()))
            self.drawn[name] = (*self.drawn.get(name, ()), node.attr)

    def _hides(self, key: ast.expr) -> bool:
        """Whether a key is only known inside a comprehension: any item may be meant."""
        return any(isinstance(part, ast.Name) and part.id in self._hidden for part in ast.walk(key))

    def _base(self, node: ast.expr) -> None:
        if isinstance(node, ast.Name):
            if node.id not in self._hidden:
                self._use(node, base=True)
        elif isinstance(node, ast.Attribute | ast.Subscript):
            self._part(node, base=True)
        elif (of := instance_of(node) or opened(node)) is not None:
            self._base(of)
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
        if found := spelled(node):
            self._spelled(node, found)
            for part in node.args[1 + (node.args[0] is found.base) :]:
                self.visit(part)
            self._call(getattr(node.func, "id", ""))
            return
        if isinstance(node.func, ast.Attribute):
            self.visit(node.func.value)
            self.arguments.append(passed(node.func.attr, node))
        else:
            if isinstance(node.func, ast.Name):
                if node.func.id not in self._hidden:
                    self._use(node.func, once=True)
            else:
                self.visit(node.func)
            self.arguments.append(passed(getattr(node.func, "id", ""), node))
        sets = isinstance(node.func, ast.Name) and node.func.id in ("setattr", "delattr")
        for place, part in enumerate([*node.args, *(k.value for k in node.keywords)]):
            if sets and not place:
                self._base(part)
            else:
                self.visit(part)
            if isinstance(node.func, ast.Name) and node.func.id not in _BUILT_IN:
                self._settle(part)
        for variable in read_in_text(node):
            self._use(ast.Name(id=variable, ctx=ast.Load()))
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        self._call(name, runs=isinstance(node.func, ast.Attribute) or name not in _QUIET)
        if isinstance(node.func, ast.Attribute) and name == "get" and not node.args:
            self.visit(node.func.value)  # a queue may have waited for what another thread puts into it

    def _call(self, name: str = "", runs: bool = True) -> None:
        self.calls += 1
        self.ran += [name] * runs

    def _yields(self, node: ast.Yield | ast.Await) -> None:
        if node.value is not None:
            self.visit(node.value)
        waits = isinstance(node, ast.Await)
        self.receives, self.yields = self.receives or not waits, self.yields or not waits
        self.delegates = self.delegates or waits
        self._call()
        if isinstance(node, ast.Await):
            self._wait_for(node.value)

    def _wait_for(self, node: ast.expr) -> None:
        """What tasks give is there when they have been awaited, not when they are named."""
        waiting = isinstance(node, ast.Call) and getattr(node.func, "attr", "") in _WAITING
        for part in node.args if isinstance(node, ast.Call) and waiting else [node]:
            name = part.value if isinstance(part, ast.Starred) else part
            if isinstance(name, ast.Name) and name.id not in self._hidden:
                use = Use(node=name, text=name.id, after=len(self.ran))
                self.uses.setdefault((name.id, False, use.after), use)

    visit_Yield = visit_Await = _yields

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        """What the inner generator returns is its value."""
        self.visit(node.value)
        self.delegates = self.yields = True
        self._call()

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
        self._has_defaults("<lambda>", node.lineno, node.args)

    def _definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for default in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
            self.visit(default)
        self._decorate(node.decorator_list)
        self.binds.add(node.name)
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        self._has_defaults(node.name, first, node.args)

    def _has_defaults(self, name: str, line: int, arguments: ast.arguments) -> None:
        if found := defaults_given(arguments):
            self.defaults[f"{name}:{line}"] = found

    def _decorate(self, decorators: Sequence[ast.expr]) -> None:
        """They have been evaluated before, and are called now, the last first."""
        for decorator in reversed(decorators):
            for part in ast.walk(decorator):
                if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
                    self._use(part)
            self._call(getattr(decorator, "id", ""))

    visit_FunctionDef = visit_AsyncFunctionDef = _definition

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Its body has statements of its own."""
        for part in [*node.bases, *(k.value for k in node.keywords)]:
            self.visit(part)
        self._call()
        self._decorate(node.decorator_list)
        self.binds.add(node.name)
        self.bases[node.name] = tuple(base.id for base in node.bases if isinstance(base, ast.Name))

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
        parts = list(ast.iter_child_nodes(node))
        loops = [part for part in parts if isinstance(part, ast.comprehension)]
        self.visit(loops[0].iter)
        after = [inner for loop in loops for inner in [loop.iter, *loop.ifs]][1:]
        self._perhaps(*after, *(part for part in parts if isinstance(part, ast.expr)))
        self._hidden = outer

    visit_ListComp = visit_SetComp = visit_DictComp = _comprehension

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        """All but its first iterable is evaluated when something takes its items."""
        self._comprehension(node)
        bound = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        first, *others = node.generators
        self.walked.append(first.iter)
        for part in [node.elt, *first.ifs, *others]:
            names = {n.id for n in ast.walk(part) if isinstance(n, ast.Name)}
            self.deferred |= names - bound - self._hidden


def _root(node: ast.expr) -> str | None:
    while isinstance(node, ast.Attribute | ast.Subscript) or instance_of(node):
        node = instance_of(node) or node.value  # type: ignore[attr-defined]
    return node.id if isinstance(node, ast.Name) else None
