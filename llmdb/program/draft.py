"""Blocks while they are being built: mutable, tied by reference, numbered at the end."""

from collections.abc import Sequence
from dataclasses import field, replace

from llmdb.program.graph import BasicBlock, Exit, Scope, ScopeKind, Unit, UnitKind
from llmdb.types import BlockId, LineNo
from llmdb.values import dataclass

Place = tuple[LineNo, int]
_EXITS: tuple[Exit, ...] = ("always", "true", "false")


@dataclass(slots=True)
class DraftUnit:
    """A unit whose block has no number yet."""

    kind: UnitKind
    start: Place
    end: Place
    line: LineNo
    leads: bool


@dataclass(slots=True)
class ErrorLabel:
    """Where an exception goes from inside a `try`; the block is known once the body has been walked."""

    block: "DraftBlock | None" = None


@dataclass(eq=False, slots=True)
class DraftScope:
    """A code object and what its text form needs to say about it."""

    name: str
    kind: ScopeKind
    first_line: LineNo
    parameters: tuple[str, ...] = ()
    signature: str = ""
    globals: tuple[str, ...] = ()
    names_outside: frozenset[str] = frozenset()
    """Names declared `global` in it: functions of that name are not its own."""


@dataclass(eq=False, slots=True)
class DraftBlock:
    """A block under construction; `next` ties it to other drafts."""

    scope: DraftScope
    error: ErrorLabel | None
    units: list[DraftUnit] = field(default_factory=list)
    statements: list[str] = field(default_factory=list)
    statement_lines: list[LineNo] = field(default_factory=list)
    last_line: LineNo = 0
    condition: str | None = None
    next: "dict[Exit, DraftBlock]" = field(default_factory=dict)


def merge_scope(blocks: list[DraftBlock], scope: DraftScope) -> DraftBlock | None:
    """All blocks of one scope as a single block, whose further units only tell their lines: `--level function`."""
    own = [block for block in blocks if block.scope is scope]
    units = [unit for block in own for unit in block.units]
    if not units:
        return None
    whole = DraftBlock(scope=scope, error=None)
    start, end = min(unit.start for unit in units), max(unit.end for unit in units)
    first = units[0]
    whole.units = [
        DraftUnit(kind="statement", start=start, end=end, line=first.line, leads=True),
        *(replace(unit, kind="line", leads=False) for unit in units if unit is not first),
    ]
    whole.statements = [text for block in own for text in block.statements]
    whole.statement_lines = [line for block in own for line in block.statement_lines]
    whole.last_line = max(block.last_line for block in own)
    return whole


def number(blocks: list[DraftBlock]) -> dict[int, BlockId]:
    """The number of each block by its `id()`; lambdas come after all others."""
    ordered = sorted(blocks, key=lambda block: block.scope.kind == "lambda")
    return {id(block): position for position, block in enumerate(ordered, 1)}


def finished_block(block: DraftBlock, numbers: dict[int, BlockId]) -> BasicBlock:
    """The value that the draft has become."""
    first = min(block.statement_lines)
    return BasicBlock(
        id=numbers[id(block)],
        scope=block.scope.name,
        lines=(first, max(block.last_line, first)),
        statements=tuple(block.statements),
        statement_lines=tuple(block.statement_lines),
        condition=block.condition,
        next={way: numbers[id(block.next[way])] for way in _EXITS if way in block.next},
    )


def finished_units(block: DraftBlock, numbers: dict[int, BlockId]) -> list[Unit]:
    """The block's units with its number."""
    return [
        Unit(
            kind=unit.kind,
            scope=block.scope.name,
            start=unit.start,
            end=unit.end,
            block=numbers[id(block)],
            line=unit.line,
            leads=unit.leads,
        )
        for unit in block.units
    ]


def finished_scope(scope: DraftScope, blocks: Sequence[BlockId]) -> Scope:
    """The scope with its blocks."""
    return Scope(
        name=scope.name,
        kind=scope.kind,
        first_line=scope.first_line,
        blocks=tuple(sorted(blocks)),
        parameters=scope.parameters,
    )
