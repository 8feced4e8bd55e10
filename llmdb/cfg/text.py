"""The graph as text, block by block, in the form that ORCA sends to a model (section III)."""

from llmdb.cfg.draft import DraftBlock, DraftScope
from llmdb.cfg.model import Exit
from llmdb.types import BlockId

_INDENT = "    "


def format_graph(blocks: list[DraftBlock], numbers: dict[int, BlockId]) -> str:
    """The text of all blocks, in order of their numbers.

    A program without functions looks as in ORCA. A line `Function f(a, b):` stands before the blocks of another
    scope, `Program:` where the outermost one goes on; `<RETURN>` is where a function's blocks leave it, and
    `If Error:` names the handler or finally of the `try` around the block.
    """
    ordered = sorted(blocks, key=lambda block: numbers[id(block)])
    parts, scope = list[str](), None
    for block in ordered:
        if block.scope is not scope and (
            scope is not None or block.scope.signature or block.scope.kind != "module"
        ):
            parts.append(f"\n{_heading(block.scope)}\n")
        scope = block.scope
        parts.append(_format_block(block, numbers))
    return "".join(parts).removesuffix("\n") if ordered and _ends_blank(parts[-1]) else "".join(parts)


def _ends_blank(part: str) -> bool:
    return part.endswith("\n\n")


def _heading(scope: DraftScope) -> str:
    if scope.kind == "module":
        return "Program:"
    declared = f" (global: {', '.join(scope.globals)})" if scope.globals else ""
    if scope.kind == "class":
        return f"Class {scope.name}:{declared}"
    return f"{'Lambda' if scope.kind == 'lambda' else 'Function'} {scope.name}({scope.signature}):{declared}"


def _format_block(block: DraftBlock, numbers: dict[int, BlockId]) -> str:
    statements = "".join(f"{_INDENT}{text}\n" for text in block.statements)
    return f"\nBlock {numbers[id(block)]}:\nStatement:\n{statements}Next:\n{_next(block, numbers)}"


def _next(block: DraftBlock, numbers: dict[int, BlockId]) -> str:
    end = "<END>" if block.scope.kind == "module" else "<RETURN>"
    error = ""
    if block.error and block.error.block:
        error = f"{_INDENT}If Error: Go to Block {numbers[id(block.error.block)]}\n"
    if not block.condition:
        target = block.next.get("always")
        return (
            f"{_INDENT}Go to Block: {numbers[id(target)]}\n{error}" if target else f"{_INDENT}{end}\n{error}"
        )
    ways = list[str]()
    branches: tuple[Exit, ...] = ("true", "false")
    for way in branches:
        target = block.next.get(way)
        where = f"Go to Block {numbers[id(target)]}" if target else end
        ways.append(
            f"{_INDENT}If {way.title()}: {where}\n" if target or way == "true" else f"{_INDENT}{end}\n"
        )
    return "".join(ways) + error
