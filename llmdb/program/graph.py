"""The control-flow graph as a value: basic blocks, their exits, and the units that tie them to bytecode."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from llmdb.types import BlockId, LineNo
from llmdb.values import dataclass

Level = Literal["block", "line", "function"]
Exit = Literal["always", "true", "false"]
ScopeKind = Literal["module", "function", "class", "lambda", "comprehension"]
UnitKind = Literal[
    "statement",
    "test",
    "iterable",
    "target",
    "with",
    "try",
    "except",
    "pattern",
    "guard",
    "function",
    "pass",
    "jump",
    "line",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """The smallest piece of source that belongs to one block; instructions are mapped to units by position.

    Attributes:
        start, end: (line, column) as in `ast`: lines from 1, columns in UTF-8 bytes from 0, end exclusive.
        scope: the `co_qualname` of the code object that executes the unit, "<module>" for the snippet's body.
        block: the block it belongs to.
        line: the line a step reports when the unit begins (that of its statement).
        leads: whether a step begins when execution arrives here from another unit; so for the first unit of each
            block. A `for` header's block is led by its "iterable"; its "target" does not lead, though each later
            arrival at FOR_ITER begins a step of that block too.
        kind: "jump" is a `break` or `continue` that belongs to the block before it and is not among that block's
            statements: running it adds its line to the visit under way. "line" is a statement of a scope that is one
            block as a whole, the first left out: running it does the same. "try" and a bare "except" are as long as the
            keyword: no instruction lies inside, their instruction is the one that starts where they start and
            spans the whole clause. A "pass" may have no instruction at all.
    """

    kind: UnitKind
    scope: str
    start: tuple[LineNo, int]
    end: tuple[LineNo, int]
    block: BlockId
    line: LineNo
    leads: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BasicBlock:
    """Straight-line statements entered at the top and left at the bottom.

    `for n in row: acc += n` in one function yields block k (`iterator -> n, Iterate Over -> row`, exits
    {"true": k+1, "false": the block after the loop}) and block k+1 (`acc += n`, exits {"always": k}).
    `next` lacks an exit where control leaves the scope. `lines` are the first and last line, inclusive.
    `statements` are shown texts, `statement_lines` the line of each: a step that ran to its end began all of them.
    """

    id: BlockId
    scope: str
    lines: tuple[LineNo, LineNo]
    statements: tuple[str, ...]
    statement_lines: tuple[LineNo, ...]
    condition: str | None
    next: Mapping[Exit, BlockId]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """A code object of the snippet: qualified name as `co_qualname` gives it, kind, and its blocks in order."""

    name: str
    kind: ScopeKind
    first_line: LineNo
    blocks: tuple[BlockId, ...]
    parameters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlFlowGraph:
    """All blocks of a snippet, numbered from 1 in source order; `blocks[i].id == i + 1`."""

    level: Level
    blocks: tuple[BasicBlock, ...]
    scopes: tuple[Scope, ...]
    units: tuple[Unit, ...] = field(repr=False)
    text: str = field(repr=False)
    """The block-by-block form that `predict` sends (ORCA, section III)."""

    def block(self, number: BlockId) -> BasicBlock:
        """The block with this number, from 1."""
        return self.blocks[number - 1]
