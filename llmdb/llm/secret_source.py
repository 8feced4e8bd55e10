"""Finds the secrets that a program's own text holds: literals given to names that say so."""

import ast
from collections.abc import Iterator

from llmdb.llm.secrets import is_secret, is_secret_name, looks_like_key, secrets_in_text
from llmdb.program.parsing import parse

_LOOK_UPS = frozenset({"get", "getenv", "setdefault", "pop"})


def secrets_in_source(source: str) -> tuple[str, ...]:
    """The secrets of a program: under names, keyword arguments, defaults, keys, in comparisons, or by their shape."""
    found = list(secrets_in_text(source))
    try:
        tree = parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return tuple(found)
    for node in ast.walk(tree):
        for name, value in _given(node):
            for constant in _constants(value):
                found += [text for text in _texts(constant, source) if is_secret(name, text)]
    return tuple(dict.fromkeys(found))


def names_in_source(source: str) -> tuple[frozenset[str], frozenset[str]]:
    """All names of a program, and those of them that may hold a secret."""
    try:
        tree = parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset(), frozenset()
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                names.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
    return frozenset(names), frozenset(name for name in names if is_secret_name(name))


def _given(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """(name, what it is given or compared with)."""
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                yield from _pairs(target, value)
        case (
            ast.AnnAssign(target=target, value=ast.expr() as value)
            | ast.AugAssign(target=target, value=value)
            | ast.NamedExpr(target=target, value=value)
        ):
            yield _name_of(target), value
        case ast.keyword(arg=str() as name, value=value):
            yield name, value
        case ast.arguments():
            yield from _defaults(node)
        case ast.Dict(keys=keys, values=values):
            for key, value in zip(keys, values, strict=True):
                if key is not None:
                    yield _name_of(key), value
        case ast.Compare(left=left, comparators=others):
            for other in others:
                yield _name_of(left), other
                yield _name_of(other), left


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    match target, value:
        case ast.Tuple(elts=names) | ast.List(elts=names), ast.Tuple(elts=values) | ast.List(elts=values):
            for name, item in zip(names, values, strict=False):
                yield from _pairs(name, item)
        case _:
            yield _name_of(target), value


def _defaults(arguments: ast.arguments) -> Iterator[tuple[str, ast.expr]]:
    given = [*arguments.posonlyargs, *arguments.args]
    for argument, value in zip(reversed(given), reversed(arguments.defaults), strict=False):
        yield argument.arg, value
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if default is not None:
            yield argument.arg, default


def _name_of(node: ast.expr) -> str:
    """The last word of a name, attribute or item; a key's text; "" for anything else."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(slice=ast.Constant(value=str() as name)) | ast.Constant(value=str() as name):
            return name
    return ""


def _constants(value: ast.expr) -> Iterator[ast.Constant]:
    """The text literals of which a value is made."""
    match value:
        case ast.Constant(value=str() | bytes()):
            yield value
        case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items) | ast.BoolOp(values=items):
            for item in items:
                yield from _constants(item)
        case ast.Dict(values=items):
            for item in items:
                yield from _constants(item)
        case ast.BinOp(left=left, right=right):
            yield from _constants(left)
            yield from _constants(right)
        case ast.IfExp(body=body, orelse=orelse):
            yield from _constants(body)
            yield from _constants(orelse)
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=arguments):
            for argument in arguments[1:] if name in _LOOK_UPS else arguments:
                for constant in _constants(argument):
                    if name in _LOOK_UPS or looks_like_key(str(constant.value)):
                        yield constant


def _texts(constant: ast.Constant, source: str) -> Iterator[str]:
    """The text itself, and as the source and `repr` write it where they need escapes."""
    value = constant.value
    written = ast.get_source_segment(source, constant) or ""
    if isinstance(value, bytes):
        yield value.decode("utf-8", "replace")
    else:
        yield str(value)
    yield repr(value).lstrip("b")[1:-1]
    if len(written) > 2 and written[-1] in "'\"" and not written.endswith(("'''", '"""')):
        yield written.lstrip("rbufRBUF")[1:-1]
