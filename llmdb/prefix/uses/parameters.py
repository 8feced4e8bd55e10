"""Names for the parameters of a function, after what it is called with."""

import ast
import re

from llmdb.prefix.places import singular

_GIVEN_BY = {
    **dict.fromkeys(("str", "repr", "format", "join", "strip", "lower", "upper", "replace"), "text"),
    **dict.fromkeys(("len", "int", "float", "sum", "round", "abs"), "number"),
    **dict.fromkeys(("list", "sorted", "set", "tuple", "split", "keys", "values"), "items"),
    "dict": "mapping", "encode": "data",
}  # fmt: skip
"""Names for what well-known functions and methods give."""
_VERBS = ("get", "make", "create", "build", "load", "read", "find")
"""How the names of functions begin that end with what they give."""


def parameters_of_call(node: ast.Call) -> tuple[str, ...] | None:
    """Names for the parameters of a function that is called so; None where they cannot be told."""
    names = []
    for argument in node.args:
        if isinstance(argument, ast.Name):
            names.append(_as_parameter(argument.id))
        elif isinstance(argument, ast.Attribute):
            names.append(_as_parameter(argument.attr))
        elif isinstance(argument, ast.Starred):
            return None
        else:
            names.append("")
    if any(keyword.arg is None for keyword in node.keywords):
        return None
    return (*names, *(f"{keyword.arg}=" for keyword in node.keywords))


def looks_like(node: ast.expr) -> str:
    """A name for a parameter that is given such an expression; "" where that does not tell."""
    match node:
        case ast.Constant(value=bool() | None):
            return "flag"
        case ast.Constant(value=str()) | ast.JoinedStr():
            return "text"
        case ast.Constant(value=bytes()):
            return "data"
        case ast.Constant(value=int() | float()) | ast.UnaryOp(op=ast.USub()):
            return "number"
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return "flag"
        case ast.List() | ast.ListComp() | ast.Tuple() | ast.Set() | ast.SetComp() | ast.GeneratorExp():
            return "items"
        case ast.Dict() | ast.DictComp():
            return "mapping"
        case ast.Lambda():
            return "function"
        case ast.Subscript(slice=ast.Constant(value=str(key))) if key.isidentifier():
            return _as_parameter(key)
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant() | ast.Name()):
            return _as_parameter(singular(name)) if singular(name) != name else ""
        case ast.Call(func=ast.Name(id=name)) if name[:1].isupper() or name.startswith("_"):
            return _as_parameter(name) if name[:1].isupper() else ""
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return _GIVEN_BY.get(name) or _thing_of(name)
    return ""


def _thing_of(function: str) -> str:
    """`user` for `get_user`, or "" where the name of a function does not tell what it gives."""
    verb, _, rest = function.partition("_")
    return rest if rest.isidentifier() and verb in _VERBS else ""


def open_parameters(node: ast.Call) -> tuple[str, ...]:
    """The parameters with `*args` and `**kwargs` where the call hands on what it has itself."""
    positional = [one for one in node.args if not isinstance(one, ast.Starred)]
    named = [keyword for keyword in node.keywords if keyword.arg is not None]
    plain = parameters_of_call(ast.Call(func=node.func, args=positional, keywords=named)) or ()
    more = ["*args"] if len(positional) < len(node.args) else []
    more += ["**kwargs"] if len(named) < len(node.keywords) else []
    by_place, by_name = plain[: len(positional)], plain[len(positional) :]
    return (*by_place, *more[:1], *by_name, *more[1:]) if "*args" in more else (*plain, *more)


def _as_parameter(name: str) -> str:
    """`format_error` for `FormatError`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().lstrip("_")
