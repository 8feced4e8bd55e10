"""Which conditions decide whether something is written: for each name and attribute the branches that lead to a write.

Known from the source alone: a branch that was not taken left no event.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from llmdb.program.files import is_module, own_name
from llmdb.program.graph import ControlFlowGraph, Exit
from llmdb.program.parsing import parse
from llmdb.slicing.control import controlling_ways
from llmdb.slicing.syntax.touching import DEFINITION, touching
from llmdb.slicing.syntax.uses import Statement, class_scopes
from llmdb.types import BlockId, LineNo

MODULE = "<module>"
_LOCALS = "<locals>"


class Written(NamedTuple):
    """What a statement writes: a name of the scope that owns it, or an attribute of whatever object, with scope ""."""

    scope: str
    name: str


class Guard(NamedTuple):
    """A condition and its exits that lead to a write; `inside` where only the reader's own frame can be meant."""

    block: BlockId
    ways: frozenset[Exit]
    inside: bool


class Guards:
    """The conditions of a snippet that decide about writes.

    A name may be bound under a condition, or what it denotes changed: an item stored, a method called. What a function
    changes of a parameter is changed of the argument, too, and a call writes what the called function does.
    """

    def __init__(
        self, cfg: ControlFlowGraph, statements: Mapping[BlockId, Sequence[Statement]], text: str
    ) -> None:
        self._cfg, self._classes = cfg, class_scopes(cfg)
        self._ways = controlling_ways(cfg)
        self._above: dict[BlockId, frozenset[tuple[BlockId, Exit]]] = {}
        self._parameters = {scope.name: scope.parameters for scope in cfg.scopes}
        self._bound = self._all_bound(statements, text)
        self._same: dict[Written, Written] = {}
        self.paths: dict[tuple[BlockId, LineNo], dict[str, None]] = {}
        """What is changed in place in each line of a block, as the source writes it."""
        self._found: dict[tuple[str, str], tuple[Guard, ...]] = {}
        writes = self._all_writes(statements)
        self._shared = {self._joined(written) for written in self._same}
        self._binding: dict[Written, dict[BlockId, set[Exit]]] = {}
        self._changing: dict[Written, dict[BlockId, set[Exit]]] = {}
        for block, written, changes in writes:
            found = self._changing if changes else self._binding
            key = self._joined(written) if changes else written
            for guard, way in sorted(
                self._ways_to(block)
            ):  # sets of texts have another order in each process
                found.setdefault(key, {}).setdefault(guard, set()).add(way)

    def of(self, scope: str, path: str) -> tuple[Guard, ...]:
        """The guards of the writes of `xs`, `obj.f`, `self.d[k]`, as a statement of a scope reads it."""
        key = (scope, path)
        if key not in self._found:
            node = _expression(path)
            written = self._target(node, scope) if node is not None else None
            self._found[key] = tuple(self._guards(scope, written)) if written is not None else ()
        return self._found[key]

    def _guards(self, scope: str, written: Written) -> Iterator[Guard]:
        shared = self._joined(written)
        own = written.scope == scope and not is_module(scope)
        kinds = (
            (self._binding.get(written, {}), own),
            (self._changing.get(shared, {}), own and shared not in self._shared),
        )
        for guards, inside in kinds:
            for block, ways in guards.items():
                yield Guard(block, frozenset(ways), inside and self._cfg.block(block).scope == scope)

    def _ways_to(self, block: BlockId) -> frozenset[tuple[BlockId, Exit]]:
        """The branches that lead to a block, one behind the other."""
        if block not in self._above:
            found: set[tuple[BlockId, Exit]] = set()
            todo = [block]
            while todo:
                more = self._ways.get(todo.pop(), frozenset()) - found
                found |= more
                todo += [guard for guard, _ in more]
            self._above[block] = frozenset(found)
        return self._above[block]

    # --- names -------------------------------------------------------------------------------------------------

    def _all_bound(
        self, statements: Mapping[BlockId, Sequence[Statement]], text: str
    ) -> Mapping[str, set[str]]:
        """The names that belong to each scope; one declared `global` or `nonlocal` somewhere belongs to the module."""
        passed_on = {
            name
            for node in ast.walk(parse(text))
            if isinstance(node, ast.Global | ast.Nonlocal)
            for name in node.names
        }
        bound: dict[str, set[str]] = defaultdict(set)
        for scope, names in self._parameters.items():
            bound[scope].update(names)
        for block, code in statements.items():
            for statement in code:
                bound[self._cfg.block(block).scope] |= statement.binds - passed_on
        return bound

    def _owner(self, scope: str, name: str) -> str:
        """The scope whose name a name is."""
        inner = scope
        while not is_module(scope):
            if name in self._bound.get(scope, ()) and (scope == inner or scope not in self._classes):
                return scope
            scope = _around(scope)
        return scope

    def _target(self, node: ast.expr, scope: str) -> Written | None:
        """What an assignment to an expression would change: the last attribute on the way to it, else the name."""
        while isinstance(node, ast.Subscript | ast.Starred):
            node = node.value
        if isinstance(node, ast.Attribute):
            return Written("", node.attr)
        return Written(self._owner(scope, node.id), node.id) if isinstance(node, ast.Name) else None

    # --- parameters and the arguments for them ------------------------------------------------------------------

    def _joined(self, written: Written) -> Written:
        while written in self._same:
            written = self._same[written]
        return written

    def _join(self, one: Written, other: Written) -> None:
        one, other = self._joined(one), self._joined(other)
        if one != other:
            self._same[max(one, other)] = min(one, other)

    # --- writes ------------------------------------------------------------------------------------------------

    def _all_writes(
        self, statements: Mapping[BlockId, Sequence[Statement]]
    ) -> list[tuple[BlockId, Written, bool]]:
        """Each write with its block, and whether what is denoted changes, instead of being bound anew."""
        writes: dict[tuple[BlockId, Written, bool], None] = {}
        calls: list[tuple[BlockId, str]] = []
        for block, code in statements.items():
            scope = self._cfg.block(block).scope
            for statement in code:
                for name in statement.binds:
                    writes[block, Written(self._owner(scope, name), name), False] = None
                for node in statement.nodes:
                    if not isinstance(node, DEFINITION):
                        self._note_writes(block, node, writes, calls)
        return [*writes, *self._by_calls(list(writes), calls)]

    def _note_writes(
        self,
        block: BlockId,
        node: ast.AST,
        writes: dict[tuple[BlockId, Written, bool], None],
        calls: list[tuple[BlockId, str]],
    ) -> None:
        """What a part of a statement changes in place, and the functions of the snippet that it calls."""
        scope = self._cfg.block(block).scope
        for changed in _changed(node):
            self.paths.setdefault((block, changed.lineno), {})[ast.unparse(changed)] = None
            written = self._target(changed, scope)
            if written is not None:
                writes[block, written, True] = None
        for call in ast.walk(node):
            if isinstance(call, ast.Call):
                for called in self._functions(call):
                    calls.append((block, called))
                    self._pass(scope, called, call)

    def _functions(self, call: ast.Call) -> list[str]:
        """The functions of the snippet that a call may run, by their name; not the making of an object."""
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        return [scope for scope in self._parameters if scope not in self._classes and own_name(scope) == name]

    def _pass(self, scope: str, called: str, call: ast.Call) -> None:
        """What is changed of a parameter is changed of the argument."""
        names = self._parameters[called]
        names = (
            names[1:] if isinstance(call.func, ast.Attribute) and _around(called) in self._classes else names
        )
        given = [*zip(names, call.args, strict=False)]
        given += [(keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg in names]
        for name, argument in given:
            if isinstance(argument, ast.Name | ast.Attribute):
                written = self._target(argument, scope)
                if written is not None:
                    self._join(Written(called, name), written)

    def _by_calls(
        self, writes: Iterable[tuple[BlockId, Written, bool]], calls: Sequence[tuple[BlockId, str]]
    ) -> Iterator[tuple[BlockId, Written, bool]]:
        """What calls write: attributes, and names that are not the called function's own."""
        effects: dict[str, set[tuple[Written, bool]]] = defaultdict(set)
        for block, written, changes in writes:
            scope = self._cfg.block(block).scope
            if not is_module(scope) and written.scope != scope:
                effects[scope].add((written, changes))
        changed = True
        while changed:
            changed = False
            for block, called in calls:
                scope = self._cfg.block(block).scope
                more = {effect for effect in effects[called] if effect[0].scope != scope} - effects[scope]
                if more and not is_module(scope):
                    effects[scope] |= more
                    changed = True
        for block, called in calls:
            yield from ((block, written, changes) for written, changes in effects[called])


def _around(scope: str) -> str:
    """The scope that a scope is defined in."""
    module, colon, name = scope.rpartition(":")
    parts = name.split(".")[:-1]
    while parts and parts[-1] == _LOCALS:
        parts.pop()
    return module + colon + (".".join(parts) or MODULE)


def _expression(path: str) -> ast.expr | None:
    try:
        return ast.parse(path, mode="eval").body
    except (SyntaxError, ValueError):
        return None


def _changed(node: ast.AST) -> Iterator[ast.expr]:
    """What a statement changes in place: the owners of stored items, stored attributes, receivers of methods."""
    for part in ast.walk(node):
        if isinstance(part, ast.Subscript | ast.Attribute) and not isinstance(part.ctx, ast.Load):
            yield part
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        yield node.target
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=receiver))):
            yield receiver
    yield from touching([node]).changed
