"""Compiling a snippet the way its body must run; standard library only, because the child uses it too."""

import ast
from collections.abc import Sequence
from types import CodeType

from llmdb.program.nodes import assigned_names, own_nodes

__all__ = ["BODY_SCOPE", "assigned_names", "body_kind", "compile_body", "wrap_body"]

BODY_SCOPE = "__snippet__"
"""The name of the function that a body with a top-level return, yield or await becomes."""


def body_kind(tree: ast.Module) -> str:
    """How the body of `tree` must run: one of the `BodyKind`s."""
    nodes = [*own_nodes(tree.body)]
    yields = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in nodes)
    if any(_awaits(node) for node in nodes):
        return "async generator" if yields else "coroutine"
    if yields:
        return "generator"
    return "function" if any(isinstance(node, ast.Return) for node in nodes) else "module"


def _awaits(node: ast.AST) -> bool:
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp):
        return any(generator.is_async for generator in node.generators)
    return isinstance(node, ast.Await | ast.AsyncFor | ast.AsyncWith)


def wrap_body(tree: ast.Module, body: str, parameters: Sequence[str] = ()) -> ast.Module:
    """The module that runs `tree`: itself, or one function `__snippet__` around its statements.

    `from __future__` imports stay in front of the function; every position stays the snippet's.
    """
    if body == "module":
        return tree
    future = [node for node in tree.body if _is_future(node)]
    inside: list[ast.stmt] = [node for node in tree.body if not _is_future(node)]
    arguments = ast.arguments(
        posonlyargs=[],
        args=[_parameter(name) for name in parameters],
        kwonlyargs=[],
        kw_defaults=[],
        defaults=[],
    )
    make = ast.AsyncFunctionDef if body in ("coroutine", "async generator") else ast.FunctionDef
    function = make(
        name=BODY_SCOPE, args=arguments, body=inside or [_pass()], decorator_list=[], returns=None
    )
    if "type_params" in make._fields:
        setattr(function, "type_params", [])  # noqa: B010 (the field is new in 3.12)
    function.lineno = function.end_lineno = 1
    function.col_offset = function.end_col_offset = 0
    return ast.Module(body=[*future, function], type_ignores=[])


def compile_body(source: str, filename: str, body: str, parameters: Sequence[str] = ()) -> CodeType:
    """Compile a snippet.

    Args:
        source: its text.
        filename: for tracebacks.
        body: a `BodyKind`.
        parameters: names of values that the body takes from outside though it assigns them; in this order they
            are the parameters of `__snippet__`. Unused for "module".

    Returns:
        The module's code; for any other body the code of the function `__snippet__`, to be run as
        `types.FunctionType(code, namespace)(*values)`.

    Raises:
        SyntaxError, ValueError (null bytes), RecursionError, MemoryError: as `compile`.
    """
    tree = wrap_body(ast.parse(source, filename), body, parameters)
    code = compile(tree, filename, "exec", dont_inherit=True)
    if body == "module":
        return code
    return next(item for item in code.co_consts if isinstance(item, CodeType) and item.co_name == BODY_SCOPE)


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _parameter(name: str) -> ast.arg:
    return ast.arg(arg=name, lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)


def _pass() -> ast.Pass:
    return ast.Pass(lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)
