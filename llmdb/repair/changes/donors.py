"""Donor code: the values, keys, fields and whole statements of a program that a changed statement of it can take."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from llmdb.repair.changes.mutations import header, own_statements
from llmdb.repair.changes.program_source import Source
from llmdb.repair.changes.scope_names import Function, Types

MOST_VALUES = 24
MOST_KEYS = 8
_LONGEST = 40
"""Characters of a value that is put elsewhere."""
NUMERIC = frozenset({"int", "float"})
Simple = (
    ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr | ast.Return | ast.Delete | ast.Break | ast.Continue
)
Keys = Mapping[str, tuple[str, ...]]
"""The keys that a variable which is a dict was recorded with, as they are written."""


@dataclass(frozen=True, kw_only=True)
class Donors:
    """The donor code that the statements of `node`, a function or the module, can take.

    Attributes:
        names: its own variables.
        values: variables, fields and items, as they are written.
        keys: constants that some container of the program is asked for.
        recorded: the keys of each dict.
        fields, methods, functions: the names of those that the program defines.
        statements: simple statements of it, and of other methods if they need nothing but the object.
    """

    source: Source
    node: ast.AST
    types: Types
    names: tuple[str, ...]
    values: tuple[tuple[str, ast.expr], ...]
    keys: tuple[str, ...]
    recorded: Keys
    fields: tuple[str, ...]
    methods: tuple[str, ...]
    functions: tuple[str, ...]
    statements: tuple[ast.stmt, ...]
    is_method: bool = field(default=False)

    def kinds(self, node: ast.AST) -> frozenset[str]:
        """The types that a value is known to have; empty where none are."""
        if isinstance(node, ast.Name):
            return self.types.get(node.id, frozenset())
        return frozenset({type(node.value).__name__}) if isinstance(node, ast.Constant) else frozenset()

    def fits(self, node: ast.AST, other: ast.AST) -> bool:
        """Whether both may be of the same type."""
        own, others = self.kinds(node), self.kinds(other)
        return not own or not others or bool(own & others or (own & NUMERIC and others & NUMERIC))

    def alike(self, name: str) -> Iterator[str]:
        """Other variables that were seen with a type of this one."""
        own = self.types.get(name, frozenset())
        yield from (
            other for other in self.names if other != name and own & self.types.get(other, frozenset())
        )


def all_donors(source: Source, types: Types, recorded: Keys) -> Iterator[Donors]:
    """Those of the module and of each function."""
    tree = list(ast.walk(source.tree))
    yield _donors(source, source.tree, None, tree, types, recorded)
    for node in tree:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, Function):
                owner = node if isinstance(node, ast.ClassDef) else None
                yield _donors(source, child, owner, tree, types, recorded)


def _donors(
    source: Source,
    node: ast.AST,
    owner: ast.ClassDef | None,
    tree: Sequence[ast.AST],
    types: Types,
    recorded: Keys,
) -> Donors:
    own = [part for statement in own_statements(node) for part in parts_of(statement)]
    names = tuple(dict.fromkeys([*_parameters(node), *_stored(own)]))
    around = list(ast.walk(owner)) if owner is not None else []
    module = [
        part for s in source.tree.body if isinstance(s, ast.Assign | ast.AnnAssign) for part in ast.walk(s)
    ]
    values: dict[str, ast.expr] = {
        name: ast.Name(name, ast.Load())
        for name in (*names, *_stored(module))
        if name not in ("self", "cls", "_")
    }
    called = {id(part.func) for part in (*own, *around) if isinstance(part, ast.Call)}
    for part in (*own, *around):
        if isinstance(part, ast.Attribute | ast.Subscript) and id(part) not in called:
            text = source.text(part)
            if (part in own or _is_field(part)) and _is_short(part, text):
                values.setdefault(text, part)
    for name in _stored(owner.body if owner is not None else ()):
        values.setdefault(f"self.{name}", ast.parse(f"self.{name}", mode="eval").body)
    return Donors(
        source=source,
        node=node,
        types=types,
        names=names,
        values=tuple(values.items())[:MOST_VALUES],
        keys=tuple(dict.fromkeys(_keys(tree)))[:MOST_KEYS],
        recorded=recorded,
        fields=_once(n.attr for n in tree if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)),
        methods=_once(
            n.name
            for c in tree
            if isinstance(c, ast.ClassDef)
            for n in c.body
            if isinstance(n, Function) and not n.name.startswith("__")
        ),
        functions=_once(n.name for n in source.tree.body if isinstance(n, Function)),
        statements=tuple(_statements(node, owner, frozenset(names))),
        is_method=owner is not None,
    )


def parts_of(statement: ast.stmt) -> list[ast.AST]:
    """The nodes of a statement that are its own, not those of the statements inside it."""
    return [node for part in header(statement) for node in ast.walk(part)]


def _once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _parameters(node: ast.AST) -> list[str]:
    return (
        [a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)] if isinstance(node, Function) else []
    )


def _stored(parts: Iterable[ast.AST]) -> Iterator[str]:
    for part in parts:
        targets = part.targets if isinstance(part, ast.Assign) else [part]
        for node in targets:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id


def _is_field(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"


def _is_short(node: ast.expr, text: str) -> bool:
    is_slice = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)
    return not is_slice and len(text) < _LONGEST and "\n" not in text


def _keys(tree: Sequence[ast.AST]) -> Iterator[str]:
    for node in tree:
        keys = (
            node.keys
            if isinstance(node, ast.Dict)
            else [node.slice]
            if isinstance(node, ast.Subscript)
            else []
        )
        yield from (ast.unparse(key) for key in keys if isinstance(key, ast.Constant))


def _statements(node: ast.AST, owner: ast.ClassDef | None, names: frozenset[str]) -> Iterator[ast.stmt]:
    yield from (one for one in own_statements(node) if isinstance(one, Simple))
    for method in owner.body if owner is not None else ():
        if isinstance(method, Function) and method is not node:
            for one in own_statements(method):
                used = {n.id for n in ast.walk(one) if isinstance(n, ast.Name)}
                if isinstance(one, ast.Assign | ast.AugAssign | ast.Expr) and used <= names | {"self"}:
                    yield one
