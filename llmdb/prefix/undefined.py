"""Undefined references of a snippet: variables, attributes and methods on them, missing modules."""

import ast
import builtins
import functools
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from pyflakes import checker, messages

from llmdb.prefix.model import UndefinedReference
from llmdb.program.parsing import parse
from llmdb.program.snippet import BodyKind
from llmdb.types import LineNo

MODULE_NAMES = frozenset({"__file__"})
"""Names that a script has and code run from a string has not."""

_AS_VARIABLES = frozenset({
    "hash", "id", "input", "type", "format", "filter", "dir", "min", "max", "range", "object", "sum", "next", "iter",
    "slice", "map", "bin", "hex", "open", "help", "round", "len", "vars", "all", "any", "license", "copyright",
})  # fmt: skip
"""What is built in, and whose names parameters often have."""
_BINDING = frozenset({"exec", "eval", "globals", "locals", "vars", "modules", "f_globals", "__main__"})

KNOWN = frozenset(dir(builtins)) | {
    "exit",
    "quit",
    "copyright",
    "credits",
    "license",
    "__name__",
    "__builtins__",
}


@functools.lru_cache(maxsize=16)
def find_undefined(
    text: str,
    body: BodyKind = "module",
    available: frozenset[str] = frozenset(),
    bound: frozenset[str] = frozenset(),
) -> tuple[UndefinedReference, ...]:
    """Names that the snippet reads and nothing defines (Treefix, section III-D), in order of first reading.

    Args:
        text: the snippet, valid Python.
        body: how it runs; the body of a function is wrapped into one before it is looked at.
        available: modules that can be imported besides the standard library.
        bound: names that the snippet was seen to bind where `binds_unseen` says that it may.

    Raises:
        SyntaxError: the text is no Python.
    """
    tree = parse(text)
    variables = _variables(text, body) | _module_names(tree) | used_as_data(tree, _AS_VARIABLES)
    variables = {name: line for name, line in variables.items() if name not in bound}
    found = [UndefinedReference(name=n, kind="variable", line=line) for n, line in variables.items()]
    found += _attributes(tree, frozenset(variables))
    found += _modules(tree, available)
    return tuple(sorted(found, key=lambda r: (r.line, r.kind != "variable", r.name)))


def binds_unseen(
    text: str, available: frozenset[str] = frozenset(), beside: frozenset[str] = frozenset()
) -> bool:
    """Whether only a run can tell which names the snippet binds: by `exec`, as items of `globals()`, by `import *`.

    Args:
        text: the snippet.
        available: modules that can be imported besides the standard library.
        beside: those of them that may bind names in the snippet themselves.

    Raises:
        SyntaxError: the text is no Python.
    """
    for node in ast.walk(parse(text)):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in _BINDING:
                return True
            case ast.ImportFrom(names=[ast.alias(name="*")], module=str(module), level=0):
                if not is_missing_module(module, available):
                    return True
            case ast.Import(names=[*modules]) if not beside.isdisjoint(m.name for m in modules):
                return True
    return False


def writes_python_3(tree: ast.Module) -> bool:
    """Whether something in a snippet is only written in Python 3, or mostly: `print(x)` as a call."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="print")) | ast.JoinedStr() | ast.AnnAssign() | ast.NamedExpr():
                return True
            case ast.AsyncFunctionDef() | ast.Nonlocal() | ast.YieldFrom() | ast.arg(annotation=ast.expr()):
                return True
    return False


def names_of(references: tuple[UndefinedReference, ...], kind: str) -> tuple[str, ...]:
    """The names of one kind, in order."""
    return tuple(r.name for r in references if r.kind == kind)


def is_missing_module(name: str, available: frozenset[str] = frozenset()) -> bool:
    """Whether an import of this dotted name needs something that is neither standard library nor available.

    Names that begin with a dot are those of a package that is available as "".
    """
    first = name.partition(".")[0]
    return first not in sys.stdlib_module_names and first not in available


def modules_in(folder: Path | None) -> frozenset[str]:
    """Names of the modules and packages that lie in a folder: Python files, extension modules, folders."""
    if folder is None or not folder.is_dir():
        return frozenset()
    with os.scandir(folder) as entries:
        names = {entry.name.partition(".")[0] for entry in entries if _may_be_imported(entry)}
    return frozenset(names)


def _may_be_imported(entry: "os.DirEntry[str]") -> bool:
    if entry.name.endswith((".py", *EXTENSION_SUFFIXES)):
        return True
    return entry.name.isidentifier() and entry.name != "__pycache__" and entry.is_dir()


def _variables(text: str, body: BodyKind) -> dict[str, LineNo]:
    tree = parse(text)
    if body != "module":
        asynchronous = body in ("coroutine", "async generator")
        wrapper = ast.parse(f"{'async ' if asynchronous else ''}def __snippet__(): pass")
        function = wrapper.body[0]
        assert isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        function.body = tree.body
        tree = ast.fix_missing_locations(wrapper)
    found: dict[str, LineNo] = {}
    parameters = _type_parameters(tree)
    for message in checker.Checker(tree, filename="<snippet>").messages:
        if isinstance(message, messages.UndefinedName | messages.UndefinedLocal | messages.ImportStarUsage):
            name = str(message.message_args[0])
            if name not in KNOWN | parameters and name.isidentifier():
                found.setdefault(name, message.lineno)
    return found


def _type_parameters(tree: ast.Module) -> frozenset[str]:
    """Names of the type parameters, which pyflakes only knows where it runs on a Python that has such."""
    declared = (getattr(node, "type_params", ()) for node in ast.walk(tree))
    return frozenset(str(getattr(one, "name", "")) for parameters in declared for one in parameters)


def _module_names(tree: ast.Module) -> dict[str, LineNo]:
    """`__file__`, and `super` where it is called outside any class and so cannot work."""
    found: dict[str, LineNo] = {}
    stored = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    in_class = {id(n) for c in ast.walk(tree) if isinstance(c, ast.ClassDef) for n in ast.walk(c)}
    calls = [n.func for n in ast.walk(tree) if isinstance(n, ast.Call) and not n.args]
    supers = [n for n in calls if isinstance(n, ast.Name) and n.id == "super"]
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in MODULE_NAMES - stored:
            found.setdefault(node.id, node.lineno)
    if supers and not any(id(n) in in_class for n in supers):
        found["super"] = supers[0].lineno
    return found


def used_as_data(tree: ast.Module, functions: frozenset[str]) -> dict[str, LineNo]:
    """Names of known functions that are never called or bound, and of which a value is wanted: `hash in seen`."""
    nodes = [*ast.walk(tree)]
    names = [n for n in nodes if isinstance(n, ast.Name) and n.id in functions]
    bound = {n.id for n in names if not isinstance(n.ctx, ast.Load)} | {
        a.arg for a in nodes if isinstance(a, ast.arg)
    }
    bound |= {n.func.id for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    as_data = {one.id for node in nodes for one in _operands(node) if isinstance(one, ast.Name)} - bound
    found: dict[str, LineNo] = {}
    for name in sorted(names, key=lambda one: one.lineno):
        if name.id in as_data:
            found.setdefault(name.id, name.lineno)
    return found


def _operands(node: ast.AST) -> list[ast.expr]:
    """Parts of a node for which no built-in function is written."""
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            return [test]
        case ast.UnaryOp(operand=operand):
            return [operand]
        case ast.BoolOp(values=values):
            return values
        case ast.BinOp(left=left, right=right):
            return [left, right]
        case ast.Compare(
            left=left, ops=[ast.In() | ast.NotIn() | ast.Lt() | ast.Gt() | ast.LtE() | ast.GtE(), *_]
        ):
            return [left, *node.comparators]
        case ast.Compare(left=left, comparators=[ast.Constant()]):
            return [left]
        case ast.Subscript(value=ast.Name(id=name) as value, slice=ast.Constant() | ast.Slice()) if (
            name != "type"
        ):
            return [value]
        case ast.For(iter=iterable) | ast.comprehension(iter=iterable):
            return [iterable]
        case ast.FormattedValue(value=value):
            return [value]
    return []


def _attributes(tree: ast.AST, variables: frozenset[str]) -> list[UndefinedReference]:
    found: dict[str, LineNo] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            root: ast.expr = node
            while isinstance(root, ast.Attribute | ast.Call | ast.Subscript):
                root = root.func if isinstance(root, ast.Call) else root.value
            if isinstance(root, ast.Name) and root.id in variables:
                found.setdefault(ast.unparse(node), node.lineno)
    return [UndefinedReference(name=name, kind="attribute", line=line) for name, line in found.items()]


def _modules(tree: ast.AST, available: frozenset[str]) -> list[UndefinedReference]:
    found: dict[str, LineNo] = {}
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = ["." * node.level + (node.module or "")]
        for name in names:
            if is_missing_module(name, available):
                found.setdefault(name, node.lineno)  # type: ignore[attr-defined]
    return [UndefinedReference(name=name, kind="module", line=line) for name, line in found.items()]
