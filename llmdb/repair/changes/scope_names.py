"""What a scope of a program has to offer to a small change: its variables with their types, and its constants."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

Types = Mapping[str, frozenset[str]]
"""Type names that each variable was seen with, e.g. {"acc": frozenset({"int"})}."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
MOST_NUMBERS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeNames:
    """The variables of a scope, `types` of those that were recorded, and the constants written in it."""

    names: tuple[str, ...] = ()
    types: Types = field(default_factory=dict)
    numbers: tuple[int, ...] = ()
    texts: tuple[str, ...] = ()

    def kinds(self, name: str) -> frozenset[str]:
        """The types seen; empty when the variable was never recorded."""
        return self.types.get(name, frozenset())

    def alike(self, name: str) -> tuple[tuple[str, bool], ...]:
        """Other variables, and whether they were seen with a type that this one has too."""
        own = self.kinds(name)
        return tuple((other, bool(own & self.kinds(other))) for other in self.names if other != name)

    def of_type(self, *kinds: str) -> tuple[str, ...]:
        """Variables seen with one of these types."""
        return tuple(name for name in self.names if self.kinds(name) & set(kinds))


def names_of(scope: ast.AST, tree: ast.Module, types: Types) -> ScopeNames:
    """What the statements of `scope` can use: its own names and, in a function, the module's variables."""
    names: dict[str, None] = {}
    if isinstance(scope, Function):
        names.update(
            (argument.arg, None) for argument in ast.walk(scope.args) if isinstance(argument, ast.arg)
        )
    names.update((name, None) for name in _stored(scope))
    if scope is not tree:
        for statement in tree.body:
            if isinstance(statement, ast.Assign | ast.AnnAssign):
                names.update((name, None) for name in _stored(statement))
    return ScopeNames(
        names=tuple(names),
        types=types,
        numbers=_numbers(scope) if scope is not tree else (),
        texts=tuple(dict.fromkeys(_texts(scope)))[:MOST_NUMBERS],
    )


def _stored(scope: ast.AST) -> list[str]:
    return [
        node.id for node in ast.walk(scope) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]


def _numbers(scope: ast.AST) -> tuple[int, ...]:
    """Whole constants, and the lengths of short texts: what an index or a width may be off by."""
    found: dict[int, None] = {}
    for node in ast.walk(scope):
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value > 1:
            found[node.value] = None
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and 1 < len(node.value) < 10:
            found[len(node.value)] = None
    return tuple(found)[:MOST_NUMBERS]


def _texts(scope: ast.AST) -> list[str]:
    return [
        node.value
        for node in ast.walk(scope)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 20
    ]
