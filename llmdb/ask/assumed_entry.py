"""Where a prediction without a run begins: the first block, and the inputs that are assumed."""

import ast

from llmdb.ask.walks import SymbolTable, SymbolValue
from llmdb.errors import BadArgument
from llmdb.program.graph import ControlFlowGraph
from llmdb.types import BlockId


def first_block(cfg: ControlFlowGraph) -> BlockId:
    """Where the snippet's own body begins.

    Raises:
        BadArgument: it has no block.
    """
    if not cfg.blocks:
        raise BadArgument("the snippet has no statements, so there is nothing to predict")
    return cfg.scopes[0].blocks[0] if cfg.scopes and cfg.scopes[0].blocks else cfg.blocks[0].id


def assumed_table(code: str, *, strict: bool = False) -> SymbolTable:
    """The symbol table of assignments `NAME = VALUE`, one a line; other lines only where not `strict`.

    Raises:
        BadArgument: a line is no assignment.
    """
    try:
        body = ast.parse("\n".join(line.strip() if strict else line for line in code.splitlines())).body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as problem:
        if not strict:
            return {}
        raise BadArgument(f"{code.strip()!r} is not NAME = VALUE; ...: {problem}") from problem
    table: dict[str, SymbolValue] = {}
    for node in body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            table[node.targets[0].id] = SymbolValue(type=_type_of(node.value), repr=ast.unparse(node.value))
        elif strict:
            raise BadArgument(f"{ast.unparse(node)!r} is not NAME = VALUE")
    return table


def _type_of(node: ast.expr) -> str:
    try:
        return type(ast.literal_eval(node)).__name__
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        return node.func.id if called else "object"  # type: ignore[attr-defined]
