"""Starts of accumulators that stand before the wrong one of two loops, where each turn gives a result of its own.

`acc = 0` before the outer of two loops, `acc += n` in the inner one, `out.append(acc)` in the outer: the start
belongs into the outer loop, unless a running total is wanted. Statements outside a loop are run too seldom to look
suspicious by themselves, so this pattern is known to `plan`.
"""

import ast
from collections.abc import Iterator, Sequence

from llmdb.program.parsing import parse
from llmdb.types import LineNo

_LOOPS = ast.For | ast.AsyncFor | ast.While


def misplaced_starts(text: str) -> frozenset[LineNo]:
    """The lines before a loop that give a start to what an inner loop gathers and the outer one reads each turn."""
    found: set[LineNo] = set()
    for node in ast.walk(parse(text)):
        for body in (getattr(node, "body", None), getattr(node, "orelse", None)):
            if isinstance(body, list):
                found.update(_in_body(body))
    return frozenset(found)


def _in_body(body: Sequence[ast.stmt]) -> Iterator[LineNo]:
    starts: dict[str, LineNo] = {}
    for statement in body:
        if isinstance(statement, ast.Assign):
            starts |= {t.id: statement.lineno for t in statement.targets if isinstance(t, ast.Name)}
        elif isinstance(statement, _LOOPS):
            yield from (starts[name] for name in _kept_between_turns(statement) if name in starts)


def _kept_between_turns(outer: "ast.For | ast.AsyncFor | ast.While") -> set[str]:
    """Names that loops inside gather, that the loop itself only reads after them, and never starts again."""
    inner = [s for s in outer.body if isinstance(s, _LOOPS)]
    own = [s for s in outer.body if not isinstance(s, _LOOPS)]
    gathered = {name for loop in inner for name in _stored(loop.body)} - {
        name for loop in inner if isinstance(loop, ast.For | ast.AsyncFor) for name in _names(loop.target)
    }
    last = max((loop.lineno for loop in inner), default=0)
    read = {name for s in own if s.lineno > last for name in _names(s, ast.Load)}
    return (gathered & read) - set(_stored(own))


def _stored(statements: Sequence[ast.stmt]) -> Iterator[str]:
    for statement in statements:
        yield from _names(statement, ast.Store)


def _names(node: ast.AST, context: type[ast.expr_context] = ast.Store) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, context):
            yield part.id
