"""The graph as text, block by block, in the form that ORCA sends to a model (section III)."""

from llmdb.program.draft import DraftBlock, DraftScope
from llmdb.program.files import module_of
from llmdb.types import BlockId

_INDENT = "    "


def format_graph(blocks: list[DraftBlock], numbers: dict[int, BlockId]) -> str:
    """The text of all blocks, in order of their numbers.

    A program without functions looks as in ORCA. A line `Function f(a, b):` stands before the blocks of another
    scope, `Program:` where the outermost one goes on, `Module helpers:` where that of another file does; `<RETURN>` is
    where the blocks of a function or of such a module leave it, and `If Error:` names the handler or finally of the
    `try` around the block.
    """
    parts, scope = list[str](), None
    for block in sorted(blocks, key=lambda block: numbers[id(block)]):
        if block.scope is not scope and (scope or block.scope.kind != "module"):
            parts.append(f"\n{_heading(block.scope)}\n")
        scope = block.scope
        text = _format_block(block, numbers)
        parts.append(text if parts and _runs_on(parts[-1]) else f"\n{text}")
    return "".join(parts)


def _runs_on(text: str) -> bool:
    """ORCA leaves no blank line after a condition whose false way ends the program."""
    return text.endswith(f"\n{_INDENT}<END>\n") and f"{_INDENT}If True: " in text


def _heading(scope: DraftScope) -> str:
    if scope.kind == "module":
        module = module_of(scope.name)
        return f"Module {module}:" if module else "Program:"
    declared = f" (global: {', '.join(scope.globals)})" if scope.globals else ""
    if scope.kind == "class":
        return f"Class {scope.name}:{declared}"
    return f"{'Lambda' if scope.kind == 'lambda' else 'Function'} {scope.name}({scope.signature}):{declared}"


def _format_block(block: DraftBlock, numbers: dict[int, BlockId]) -> str:
    statements = "".join(f"{_INDENT}{text}\n" for text in block.statements)
    ways = _branches(block, numbers) if block.condition else [_always(block, numbers)]
    if block.error and block.error.block:
        ways.append(f"{_INDENT}If Error: Go to Block {numbers[id(block.error.block)]}\n")
    return f"Block {numbers[id(block)]}:\nStatement:\n{statements}Next:\n{''.join(ways)}"


def _always(block: DraftBlock, numbers: dict[int, BlockId]) -> str:
    target = block.next.get("always")
    return f"{_INDENT}Go to Block: {numbers[id(target)]}\n" if target else f"{_INDENT}{_end(block)}\n"


def _branches(block: DraftBlock, numbers: dict[int, BlockId]) -> list[str]:
    """ORCA writes the end without naming its way, and the true way's end without a line break."""
    true, false = block.next.get("true"), block.next.get("false")
    if not true and not false:
        return [f"{_INDENT}{_end(block)}\n"]
    return [
        f"{_INDENT}If True: Go to Block {numbers[id(true)]}\n" if true else f"{_INDENT}{_end(block)}",
        f"{_INDENT}If False: Go to Block {numbers[id(false)]}\n" if false else f"{_INDENT}{_end(block)}\n",
    ]


def _end(block: DraftBlock) -> str:
    return "<END>" if block.scope.kind == "module" and not module_of(block.scope.name) else "<RETURN>"
