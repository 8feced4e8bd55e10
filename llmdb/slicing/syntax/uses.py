"""What each statement of a block reads, from the syntax tree: names, attributes and items."""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from llmdb.program.files import is_module, module_of
from llmdb.program.graph import ControlFlowGraph, Unit
from llmdb.program.parsing import parse
from llmdb.python.library import CALLBACKS
from llmdb.python.special import PROPERTIES, is_special
from llmdb.replay.heap import HeapObject
from llmdb.slicing.syntax.arguments import Arguments
from llmdb.slicing.syntax.finding import Finder, Use
from llmdb.slicing.syntax.touching import DEFINITION, NOTHING, Touching, touching
from llmdb.types import BlockId, LineNo
from llmdb.values import dataclass

Place = tuple[int, int]
Span = tuple[Place, Place]
_THROWING = frozenset({"close", "throw", "aclose", "athrow"})
_BINDING = DEFINITION | ast.Import | ast.ImportFrom


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One statement of a block: what it reads, the names it binds, and what else can tie it to events.

    Attributes:
        nodes: its syntax: of a compound statement one header, of a definition all.
        calls: it calls something, perhaps of the snippet, as its text tells.
        ran: for each call that may run code of the snippet, in order, the name that is called; "" for none.
        arguments: for each call of a name, `get` of `self.get(1)` too, what it passes.
        defaults: for each function that it defines, as name:line, the parameters with defaults and their indices.
        bases: for each class that it defines, the names of its bases.
        deferred: the variables that its generator expressions read when they are run; `walked` is what they go over.
        drawn: for each name that it calls, the attributes that it takes at once of what the call gives.
        decorates: it is a decorator that is no call itself: the definition after it calls it.
        changes: it calls, has an operator that can change an object in place, or reads an item that may be inserted.
        augments: it is `name op= value`, which leaves the name bound to an object that it changed in place.
        iterates: it is the header of a `for`; its uses are read on the way into the loop.
        inside: for such a header, the blocks of the loop, its own included; for a `with`, those of its body.
        defines: it binds a function, a class or a module, whose use is not counted as reading a value, as that of what
            a decorator made is.
        subject: for a pattern, the block whose last statement evaluates what is matched, and how it is written; for
            none, and where names and parts are matched, which the pattern reads itself, None.
        returns: it is a `return`, whose value is what the call gives.
        delegates: it has a `yield from`, an `await` or an `async with`, whose value is what the other one returns.
        yields: it has a `yield` or a `yield from`.
        receives: the value of a `yield` in it is used.
        touches: what its library calls may change that no event tells of.
    """

    line: LineNo
    nodes: tuple[ast.AST, ...] = ()
    uses: tuple[Use, ...] = ()
    ran: tuple[str, ...] = ()
    binds: frozenset[str] = frozenset()
    calls: bool = False
    decorates: bool = False
    changes: bool = False
    augments: bool = False
    arguments: tuple[Arguments, ...] = ()
    defaults: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    bases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    deferred: frozenset[str] = frozenset()
    walked: tuple[ast.expr, ...] = ()
    drawn: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    iterates: bool = False
    inside: frozenset[BlockId] = frozenset()
    defines: bool = False
    subject: tuple[BlockId, str] | None = None
    returns: bool = False
    receives: bool = False
    delegates: bool = False
    yields: bool = False
    touches: Touching = NOTHING

    def draws(self, made: HeapObject | None, own: str) -> Iterator[Use]:
        """What it takes at once of an object, as the object's `__init__` would read it, where it is called `own`."""
        called = made.type if made is not None else ""
        for name in self.drawn.get(called, ()):
            node = ast.Attribute(value=ast.Name(id=own, ctx=ast.Load()), attr=name, ctx=ast.Load())
            yield Use(node=node, text=f"{called}().{name}")

    @property
    def throws(self) -> bool:
        """Whether it may end a generator by a call: else one ended because nothing held it any more."""
        return not _THROWING.isdisjoint(self.ran)

    def passes_field(self, made: str, index: int, name: str) -> bool:
        """Whether it makes an object of a class, and all its calls of that surely give the field of an index."""
        calls = [a for a in self.arguments if a.callee == made and not a.is_method]
        return bool(calls) and all(call.give(index, name, lambda _: None) for call in calls)

    def passes(
        self,
        scope: str,
        index: int,
        name: str,
        denotes: Callable[[str], str],
        length: Callable[[ast.expr], int | None],
    ) -> bool:
        """Whether all calls of a scope in this statement surely give the parameter of this name and index.

        Args:
            denotes: what the function is called in its definition that a name is bound to; "" for none.
            length: how many items an expression's value has; None if that is not known.
        """
        parts = scope.rpartition(":")[2].split(".")
        called = parts[-2] if parts[-1] in ("__init__", "__new__") and len(parts) > 1 else parts[-1]
        for given in (
            [
                a
                for a in self.arguments
                if a.callee == called or (not a.is_method and denotes(a.callee) == called)
            ],
            [a for a in self.arguments if not a.callee],
            [a for a in self.arguments if a.callee in CALLBACKS],
            self.arguments,
        ):
            if given:
                return all(arguments.give(index, name, length) for arguments in given)
        return True


def class_scopes(cfg: ControlFlowGraph) -> frozenset[str]:
    """The scopes that are bodies of classes."""
    return frozenset(scope.name for scope in cfg.scopes if scope.kind == "class")


def function_name(found: HeapObject | None) -> str:
    """What a function is called in its definition; "" for another object."""
    shown = str(found.extra) if found is not None and found.type == "function" else ""
    return shown[len("<function ") : -1]


def imported_name(statement: Statement, name: str, scope: str) -> tuple[tuple[str, ...], str]:
    """The modules that `from module import name` may mean in a scope, and what is imported from it; none for others.

    `from . import x` is of the package that the scope's module lies in, or of the module where that is a package.
    """
    for node in statement.nodes:
        for alias in node.names if isinstance(node, ast.ImportFrom) else ():
            if (alias.asname or alias.name) == name and isinstance(node, ast.ImportFrom):
                parts = module_of(scope).split(".")
                ends = (len(parts) - node.level, len(parts) - node.level + 1) if node.level else (0,)
                packages = {".".join([*parts[: max(0, end)], node.module or ""]).strip(".") for end in ends}
                return tuple(sorted(packages)), alias.name
    return (), ""


def qualified(scope: str, name: str, classes: frozenset[str]) -> str:
    """The qualified name of a function that a scope's code defines."""
    if is_module(scope):
        return scope.removesuffix("<module>") + name
    return f"{scope}.{name}" if scope in classes else f"{scope}.<locals>.{name}"


def defaults_of(
    cfg: ControlFlowGraph, statements: Mapping[BlockId, Sequence[Statement]]
) -> dict[str, Mapping[str, int]]:
    """For each function, as name:line, its parameters with defaults, and how many arguments come before each."""
    classes, out = class_scopes(cfg), dict[str, Mapping[str, int]]()
    for block, code in statements.items():
        scope = cfg.block(block).scope
        for statement in code:
            for name, indices in statement.defaults.items():
                bound = int(scope in classes)
                out[qualified(scope, name, classes)] = {n: index - bound for n, index in indices.items()}
    return out


def generators_of(cfg: ControlFlowGraph, statements: Mapping[BlockId, Sequence[Statement]]) -> frozenset[str]:
    """The scopes that yield; what an `async def` without a `yield` gives is what it returns."""
    return frozenset(
        cfg.block(block).scope for block, code in statements.items() if any(s.yields for s in code)
    )


def ancestries(statements: Mapping[BlockId, Sequence[Statement]]) -> dict[str, tuple[str, ...]]:
    """For each class of the snippet, by its name, itself and the classes that it takes attributes from, in order."""
    bases = {name: found for code in statements.values() for s in code for name, found in s.bases.items()}

    def above(name: str, below: tuple[str, ...]) -> Iterator[str]:
        yield name
        for base in bases.get(name, ()):
            if base not in below:
                yield from above(base, (*below, name))

    return {name: tuple(dict.fromkeys(above(name, ()))) for name in bases}


def statements_of(cfg: ControlFlowGraph, text: str) -> dict[BlockId, tuple[Statement, ...]]:
    """The statements of every block of a snippet, in the order in which they run."""
    units = sorted(
        (u for u in cfg.units if u.kind not in ("try", "jump", "line", "pass")), key=lambda u: u.start
    )
    nodes: dict[int, list[ast.AST]] = {}
    tree = parse(text)
    _assign(tree, units, nodes)
    _add_subjects(tree, units, nodes)
    subjects = _subjects(tree, units)
    bodies, unseen = _bodies(tree, cfg.units), _calls_unseen(tree)
    waiting = _waiting(tree)
    inserting = "defaultdict" in text
    out: dict[BlockId, list[Statement]] = {}
    target: Statement | None = None
    for number, unit in enumerate(units):
        found = _statement(unit, nodes.get(number, []), unseen)
        if inserting and any(
            isinstance(part, ast.Subscript) for n in nodes.get(number, []) for part in ast.walk(n)
        ):
            found = replace(found, changes=True)
        if unit.kind == "target":
            target = found
            continue
        if unit.kind == "pattern":
            found = replace(found, subject=subjects.get(unit.start))
        elif unit.kind == "with":
            waits = unit.start in waiting
            found = replace(found, inside=bodies.get(unit.start, frozenset()), delegates=waits)
        elif unit.kind == "iterable" and target is not None:
            found = replace(
                found,
                uses=found.uses + target.uses,
                binds=target.binds,
                iterates=True,
                inside=bodies.get(unit.start, frozenset()) | {unit.block},
            )
            target = None
        out.setdefault(unit.block, []).append(found)
    return {block: tuple(found) for block, found in out.items()}


def _calls_unseen(tree: ast.AST) -> bool:
    """Whether operators, attributes and the like may call functions of the snippet."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and is_special(node.name):
            return True
        if (isinstance(node, ast.Name) and node.id in PROPERTIES) or (
            isinstance(node, ast.Attribute) and node.attr in PROPERTIES
        ):
            return True
    return False


def _waiting(tree: ast.AST) -> frozenset[Place]:
    """Where the items of `async with` start."""
    found = [item for node in ast.walk(tree) if isinstance(node, ast.AsyncWith) for item in node.items]
    return frozenset((item.context_expr.lineno, item.context_expr.col_offset) for item in found)


def _bodies(tree: ast.AST, units: Sequence[Unit]) -> dict[Place, frozenset[BlockId]]:
    """The blocks of the body of each `for` and `with`, by where its iterable, or each of its items, starts."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.AsyncFor | ast.With | ast.AsyncWith):
            last = node.body[-1]
            start = (node.body[0].lineno, node.body[0].col_offset)
            end = (last.end_lineno or 0, last.end_col_offset or 0)
            blocks = frozenset(unit.block for unit in units if start <= unit.start and unit.end <= end)
            heads = (
                [node.iter]
                if isinstance(node, ast.For | ast.AsyncFor)
                else [i.context_expr for i in node.items]
            )
            found.update({(head.lineno, head.col_offset): blocks for head in heads})
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


def _subjects(tree: ast.AST, units: Sequence[Unit]) -> dict[Place, tuple[BlockId, str]]:
    """For each pattern, by where it starts, the block that evaluates its subject, if that is computed."""
    blocks = {unit.start: unit.block for unit in units}
    out: dict[Place, tuple[BlockId, str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Match) and not isinstance(
            node.subject, ast.Name | ast.Attribute | ast.Subscript
        ):
            block = blocks.get((node.subject.lineno, node.subject.col_offset))
            for case in node.cases if block is not None else ():
                assert block is not None
                out[case.pattern.lineno, case.pattern.col_offset] = block, ast.unparse(node.subject)
    return out


def _span(node: ast.AST) -> Span | None:
    if not isinstance(node, ast.stmt | ast.expr | ast.pattern | ast.excepthandler):
        return None
    return (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)


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
            if not isinstance(node, DEFINITION):
                todo.extend(_inner_bodies(node))
                continue
        inner = (
            [*node.decorator_list, *node.body] if isinstance(node, DEFINITION) else ast.iter_child_nodes(node)
        )
        todo.extend(reversed(list(inner)))


def _inner_bodies(node: ast.AST) -> Iterator[ast.AST]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Lambda):
            yield inner.body


def _unit_of(span: Span, starts: dict[int, list[int]], units: list[Unit]) -> int | None:
    inside = [n for n in starts.get(span[0][0], ()) if units[n].start <= span[0] and span[1] <= units[n].end]
    exact = [n for n in inside if units[n].start == span[0] or units[n].kind != "function"]
    return max(exact, key=lambda n: units[n].start, default=None)


def _statement(unit: Unit, nodes: list[ast.AST], unseen: bool) -> Statement:
    finder = Finder()
    ordered = sorted(nodes, key=lambda n: _span(n) or ((0, 0), (0, 0)))
    for node in ordered:
        finder.visit(node)
    augments = any(isinstance(node, ast.AugAssign) for node in ordered)
    return Statement(
        line=unit.line,
        nodes=tuple(ordered),
        uses=finder.found(),
        ran=tuple(finder.ran),
        binds=frozenset(finder.binds),
        calls=unseen or bool(finder.calls) or unit.kind == "with",
        decorates=unit.kind == "function"
        and not finder.calls
        and not any(isinstance(node, DEFINITION) for node in ordered),
        changes=bool(finder.calls) or augments,
        augments=augments,
        arguments=tuple(finder.arguments),
        defaults=finder.defaults,
        bases=finder.bases,
        deferred=frozenset(finder.deferred),
        walked=tuple(finder.walked),
        drawn=finder.drawn,
        defines=any(isinstance(n, _BINDING) and not getattr(n, "decorator_list", ()) for n in ordered),
        returns=any(isinstance(node, ast.Return) for node in ordered) or "<lambda>" in unit.scope[-8:],
        receives=finder.receives,
        delegates=finder.delegates,
        yields=finder.yields,
        touches=touching(ordered, walked=unit.kind == "iterable"),
    )
