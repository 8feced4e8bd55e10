"""What a scope of a program can give to a changed statement of it: variables with their types, values, constants.

Most repairs hold nothing new, their pieces stand elsewhere in the program, as donor code: the plastic surgery
hypothesis (Barr et al. 2014), which GenProg (Le Goues et al. 2012) lives by.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from llmdb.repair.changes.program_source import Source, header, own_statements, scopes
from llmdb.values import dataclass

Types = Mapping[str, frozenset[str]]
"""Type names that each variable was seen with, e.g. {"acc": frozenset({"int"})}."""
Function = ast.FunctionDef | ast.AsyncFunctionDef
MOST_VALUES = 24
MOST_NUMBERS = 6
MOST_KEYS = 8
_LONGEST = 40
"""Characters of a value that is put elsewhere."""
NUMERIC = frozenset({"int", "float"})
Simple = (
    ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr | ast.Return | ast.Delete | ast.Break | ast.Continue
)
GIVEN: Mapping[str, str] = {
    **dict.fromkeys(("isinstance", "any", "all", "startswith", "endswith", "issubset", "issuperset"), "bool"),
    **dict.fromkeys(("isdigit", "isalpha", "isalnum", "isupper", "islower", "isspace", "bool"), "bool"),
    **dict.fromkeys(("len", "int", "ord", "find", "rfind"), "int"),
    **dict.fromkeys(("list", "sorted", "split", "rsplit", "splitlines"), "list"),
    **dict.fromkeys(("str", "chr", "join", "lower", "upper", "strip", "lstrip", "rstrip", "title"), "str"),
}
"""The type of what functions and methods of Python give, by their names."""
Keys = Mapping[str, tuple[str, ...]]
"""The keys that a variable which is a dict was recorded with, as they are written."""


@dataclass(frozen=True, kw_only=True)
class Scope:
    """What the statements of `node`, a function, a class or the module, can use.

    Attributes:
        names: its own variables.
        visible: these and the module's.
        numbers, texts: constants that are written in it.
        values: variables, fields and items, as they are written.
        compared: names that are compared by size, or given to max() or min().
        rests: what the slices leave that are taken in it, such as `items[n:]` for `items[:n]`.
        keys: constants that some container of the program is asked for.
        recorded: the keys of each dict.
        fields, methods, functions: the names of those that the program defines.
        statements: simple statements of it, and of other methods if they need nothing but the object.
        attributes_asked: attributes of the object of a method.
        attributes: what would give the object of a method containers of its own where its class has them, and what
            counts in an attribute that is never changed.
    """

    source: Source
    node: ast.AST
    types: Types
    names: tuple[str, ...]
    visible: tuple[str, ...]
    numbers: tuple[int, ...]
    texts: tuple[str, ...]
    values: tuple[tuple[str, ast.expr], ...]
    compared: frozenset[str]
    rests: tuple[str, ...]
    keys: tuple[str, ...]
    recorded: Keys
    fields: tuple[str, ...]
    methods: tuple[str, ...]
    functions: tuple[str, ...]
    statements: tuple[ast.stmt, ...]
    attributes_asked: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    is_method: bool = field(default=False)

    def kinds(self, node: ast.AST) -> frozenset[str]:
        """The types that a value is known to have; empty where none are."""
        if isinstance(node, ast.Name):
            return self.types.get(node.id, frozenset())
        match node:
            case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)) if name in GIVEN:
                return frozenset({GIVEN[name]})
        return frozenset({type(node.value).__name__}) if isinstance(node, ast.Constant) else frozenset()

    def stored_before(self, statement: ast.stmt) -> frozenset[str]:
        """Names that were set above a statement."""
        nodes = (node for node in ast.walk(self.node) if isinstance(node, ast.Name))
        return frozenset(
            node.id for node in nodes if isinstance(node.ctx, ast.Store) and node.lineno < statement.lineno
        )

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

    def of_type(self, *kinds: str) -> tuple[str, ...]:
        """Variables seen with one of these types."""
        wanted = frozenset(kinds)
        return tuple(name for name in self.visible if self.types.get(name, frozenset()) & wanted)


def all_scopes(source: Source, types: Types, recorded: Keys) -> Iterator[Scope]:
    """Those of the module, of each function and of each class."""
    tree = list(ast.walk(source.tree))
    for node in scopes(source.tree):
        parent = source.parent(node)
        owner = parent if isinstance(parent, ast.ClassDef) and isinstance(node, Function) else None
        yield _scope(source, node, owner, tree, types, recorded)


def _scope(
    source: Source,
    node: ast.AST,
    owner: ast.ClassDef | None,
    tree: Sequence[ast.AST],
    types: Types,
    recorded: Keys,
) -> Scope:
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
    return Scope(
        source=source,
        node=node,
        types=types,
        names=names,
        visible=tuple(dict.fromkeys((*_parameters(node), *_names_in(node), *_stored(module)))),
        numbers=_numbers(node) if node is not source.tree else (),
        texts=tuple(dict.fromkeys(_texts(node)))[:MOST_NUMBERS],
        values=tuple(values.items())[:MOST_VALUES],
        compared=frozenset(name for part in own for name in _compared(part)),
        rests=_once(text for part in own for text in _rests(source, part)),
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
        attributes_asked=_once(
            text for text, part in values.items() if isinstance(part, ast.Attribute) and _is_field(part)
        ),
        attributes=tuple(_attributes(source, owner)),
        is_method=owner is not None,
    )


def first_statement(body: Sequence[ast.stmt]) -> ast.stmt:
    """The first of a function's body that is no docstring, where there is one."""
    is_text = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    return body[1] if is_text and len(body) > 1 else body[0]


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


def _compared(part: ast.AST) -> Iterator[str]:
    match part:
        case ast.Compare(left=left, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], comparators=others):
            names = [left, *others]
        case ast.Call(func=ast.Name(id="max" | "min"), args=names):
            pass
        case _:
            return
    yield from (name.id for name in names if isinstance(name, ast.Name))


def _rests(source: Source, part: ast.AST) -> Iterator[str]:
    match part:
        case ast.Subscript(
            value=ast.Name(id=name), slice=ast.Slice(lower=None, upper=ast.expr() as bound, step=None)
        ):
            yield f"{name}[{source.text(bound)} :]"
        case ast.Subscript(
            value=ast.Name(id=name), slice=ast.Slice(lower=ast.expr() as bound, upper=None, step=None)
        ):
            yield f"{name}[: {source.text(bound)}]"


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


def _attributes(source: Source, owner: ast.ClassDef | None) -> Iterator[str]:
    for one in owner.body if owner is not None else ():
        match one:
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.List() | ast.Dict() | ast.Set() | ast.Call() as held
            ):
                yield f"self.{name} = {source.text(held)}"
    stores = [
        part
        for part in ast.walk(owner or ast.Module([], []))
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store) and _is_field(part)
    ]
    for part in stores:
        match source.parent(part):
            case ast.Assign(value=ast.Constant(value=int())) if [s.attr for s in stores].count(
                part.attr
            ) == 1:
                yield from (f"self.{part.attr} {sign}= 1" for sign in "+-")


def _names_in(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id


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
