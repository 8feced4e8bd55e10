"""Where a snippet calls a debugger itself: `breakpoint()`, `pdb.set_trace()` and their kin."""

import ast
import re

from llmdb.program.parsing import parse
from llmdb.types import LineNo

DEBUGGERS = ("ipdb", "llmdb", "pdb", "pudb", "web_pdb")
"""Modules whose calls stop a program at a prompt of their own, which a recorded program must not do."""
_NAMED = re.compile(rf"\b(?:{'|'.join(DEBUGGERS)})\b")
_OURS_CALLED = re.compile(r"\bllmdb\s*\.\s*(?:set_trace|post_mortem)\b|\bfrom\s+llmdb\s+import\b")
"""What is ours is out of a program's sight unless it asks for it."""
_CALLED = re.compile(r"\b(?:breakpoint|set_trace)\b")


def debuggers_named(text: str) -> list[str]:
    """Those of `DEBUGGERS` that a text mentions, in their order."""
    found = set(_NAMED.findall(text))
    return [name for name in DEBUGGERS if name in found and (name != "llmdb" or _OURS_CALLED.search(text))]


def debugger_lines(text: str) -> tuple[LineNo, ...]:
    """The lines of the statements that are such a call, in order; none where the text cannot be parsed."""
    if not _CALLED.search(text):
        return ()
    try:
        tree = parse(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return ()
    return tuple(
        sorted(
            {node.lineno for node in ast.walk(tree) if isinstance(node, ast.Expr) and _is_call(node.value)}
        )
    )


def _is_call(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="breakpoint" | "set_trace") | ast.Attribute(attr="set_trace")):
            return True
    return False
