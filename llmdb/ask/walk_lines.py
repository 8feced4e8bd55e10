"""Lines for a predicted walk: which statements a visit runs, and which one an error belongs to."""

import ast
import re
from dataclasses import replace

from llmdb.ask.walks import Walk, WalkError
from llmdb.program.graph import BasicBlock, ControlFlowGraph
from llmdb.program.parsing import parse
from llmdb.types import LineNo

_WORD = re.compile(r"[A-Za-z_]\w*|\d+")
_QUOTED = re.compile(r"`([^`\n]+)`|'([^'\n]{3,})'|\"([^\"\n]{3,})\"")


def place_on_lines(walk: Walk, cfg: ControlFlowGraph) -> Walk:
    """The walk with each visit's lines; those of the block that raises end at the raising statement."""
    error = walk.error
    if error is not None and error.line is None:
        error = replace(error, line=find_error_line(error, cfg.block(error.block)))
    steps = []
    for index, step in enumerate(walk.steps):
        lines = block_lines(cfg.block(step.block))
        ends = error is not None and index == len(walk.steps) - 1
        if error is not None and ends and error.line in lines:
            lines = lines[: lines.index(error.line) + 1]
        raises = error.type or "an error" if error is not None and ends else ""
        steps.append(replace(step, lines=lines, raises=raises))
    return replace(walk, steps=tuple(steps), error=error)


def block_lines(block: BasicBlock) -> tuple[LineNo, ...]:
    """The first lines of the block's statements, a line with several statements once."""
    return tuple(dict.fromkeys(block.statement_lines))


def find_error_line(error: WalkError, block: BasicBlock) -> LineNo | None:
    """The line of the statement that the model blames: named, quoted in its reasoning, or nearest in words.

    None for a block without statements.
    """
    if not block.statements:
        return None
    claims = [error.statement] if error.statement else []
    claims += ["".join(found) for found in _QUOTED.findall(error.reason)]
    for claim in claims:
        line = _line_of(claim, block)
        if line is not None:
            return line
    words = set(_WORD.findall(error.reason))
    scores = [
        -1 if _cannot_raise(statement) else len(set(_WORD.findall(statement)) & words)
        for statement in block.statements
    ]
    best = max(range(len(scores)), key=lambda index: scores[index])
    return block.statement_lines[best] if scores[best] > 0 else block.statement_lines[-1]


def _cannot_raise(statement: str) -> bool:
    """Whether it only binds names to literals: the model quotes it as the reason, not as the place."""
    try:
        (node,) = parse(statement.strip()).body
        if isinstance(node, ast.Assign) and all(isinstance(target, ast.Name) for target in node.targets):
            ast.literal_eval(node.value)
            return True
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return False
    return isinstance(node, ast.Import | ast.ImportFrom | ast.Pass)


def _line_of(claim: str, block: BasicBlock) -> LineNo | None:
    wanted = _bare(claim)
    if not wanted:
        return None
    lines = list(zip(block.statements, block.statement_lines, strict=False))
    for statement, line in lines:
        if _bare(statement) == wanted:
            return line
    if len(wanted) < 4:
        return None
    holders = [
        line for statement, line in lines if wanted in _bare(statement) and not _cannot_raise(statement)
    ]
    return holders[-1] if len(holders) == 1 else None


def _bare(text: str) -> str:
    return re.sub(r"[\s()'\"`:]", "", text)
