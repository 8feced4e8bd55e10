"""Which statement of a block is under way while a call that it made runs."""

import re
from collections.abc import Collection

from llmdb.program.graph import BasicBlock
from llmdb.types import LineNo

_TARGET = re.compile(r"([A-Za-z_]\w*) *(?:: *[^=]+)?=(?!=)")


def call_line(block: BasicBlock, callee: str, bound: Collection[str], earlier: int) -> LineNo:
    """The line of the statement whose call of `callee` is under way.

    `a = f(1)` and `b = f(2)` in one block: before `a` is bound it is the first line, then the second.

    Args:
        block: the caller's block.
        callee: the scope that was called, e.g. "Point.__init__".
        bound: names that the step under way has bound so far; their statements are done.
        earlier: calls of the same scope that this step made before.
    """
    rows = list(zip(block.statement_lines, block.statements, strict=False))
    found = _found(rows, _call_pattern(callee)) or _found(rows, _property_pattern(callee))
    for line, text, count in found:
        target = _TARGET.match(text)
        done = target[1] in bound if target else earlier >= count and line != found[-1][0]
        if not done:
            return line
        earlier -= count
    if found:
        return found[-1][0]
    lines = [line for line, text in rows if "(" in text and not _is_bound(text, bound)]
    return lines[0] if lines else (block.statement_lines[0] if rows else block.lines[0])


def _found(rows: Collection[tuple[LineNo, str]], pattern: re.Pattern[str]) -> list[tuple[LineNo, str, int]]:
    """The statements in which the pattern is, and how often."""
    return [(line, text, len(pattern.findall(text))) for line, text in rows if pattern.search(text)]


def _property_pattern(callee: str) -> re.Pattern[str]:
    """A method that is called without parentheses: `account.balance -= 20`."""
    return re.compile(rf"\.{re.escape(callee.rpartition('.')[2])}\b")


def _call_pattern(callee: str) -> re.Pattern[str]:
    parts = [part for part in callee.split(".") if part != "<locals>"]
    name = parts[-2] if len(parts) > 1 and parts[-1] in ("__init__", "__new__", "__call__") else parts[-1]
    return re.compile(rf"(?<!def )\b{re.escape(name)} *\(")


def _is_bound(text: str, bound: Collection[str]) -> bool:
    target = _TARGET.match(text)
    return target is not None and target[1] in bound
