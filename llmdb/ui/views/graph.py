"""`cfg` in the terminal: the blocks of each scope from top to bottom, jumps as rails at the left."""

from __future__ import annotations

from dataclasses import field

from rich.text import Text

from llmdb.commands.results.common import Graph
from llmdb.program.files import line_label, span_label
from llmdb.program.graph import BasicBlock, Scope
from llmdb.types import BlockId
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.source import as_written, one_line
from llmdb.ui.text import cut, safe, scope_text
from llmdb.ui.views.judgement import judgement_mark
from llmdb.values import dataclass

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
RAILS = {
    UP | DOWN: "│",
    LEFT | RIGHT: "─",
    DOWN | RIGHT: "╭",
    UP | RIGHT: "╰",
    UP | DOWN | RIGHT: "├",
    UP | DOWN | LEFT | RIGHT: "┼",
    DOWN | LEFT | RIGHT: "┬",
    UP | LEFT | RIGHT: "┴",
}
ASCII_RAILS = {UP | DOWN: "|", LEFT | RIGHT: "-"}
MOST_LANES = 12


@dataclass(slots=True)
class _Row:
    text: Text
    target_of: BlockId | None = None
    jump_to: BlockId | None = None


@dataclass(slots=True)
class _Lane:
    target: BlockId
    first: int
    last: int
    ends: set[int] = field(default_factory=set)
    backwards: bool = False


def view_graph(result: object, context: object) -> Text:
    """Every scope's blocks, the current one marked, each with its lines, runs, statements and exits."""
    assert isinstance(result, Graph)
    assert isinstance(context, ViewContext)
    lines: list[Text] = []
    for scope in result.cfg.scopes:
        if result.scope is None or scope.name == result.scope:
            if lines:
                lines.append(Text())
            lines.append(fitted(_heading(scope), context))
            lines += _scope_lines(scope, result, context)
    return Text("\n").join(lines)


def _heading(scope: Scope) -> Text:
    if scope.kind == "module":
        return Text(scope_text(scope.name), styles.FRAME)
    name = scope_text(scope.name)
    given = f"({', '.join(map(safe, scope.parameters))})" if scope.kind in ("function", "lambda") else ""
    return Text(name + given * (name != "body"), styles.FRAME).append(
        f"  {scope.kind}, line {line_label(scope.first_line)}", styles.QUIET
    )


def _scope_lines(scope: Scope, graph: Graph, context: ViewContext) -> list[Text]:
    rows: list[_Row] = []
    blocks = [graph.cfg.block(number) for number in scope.blocks]
    for index, block in enumerate(blocks):
        below = blocks[index + 1].id if index + 1 < len(blocks) else None
        rows += _block_rows(block, below, graph, context)
    lanes = _lanes(rows, set(scope.blocks))
    columns = _columns(lanes)
    if max(columns, default=-1) >= min(MOST_LANES, context.width // 8):
        lanes, columns = [], []
    width = 2 * (max(columns, default=-1) + 1) + 1
    drawn = []
    for number, row in enumerate(rows):
        line = _rails(number, row, lanes, columns, width, context)
        line.append_text(row.text)
        drawn.append(fitted(line, context))
    return drawn


def _block_rows(block: BasicBlock, below: BlockId | None, graph: Graph, context: ViewContext) -> list[_Row]:
    glyphs = context.glyphs
    here = block.id == graph.current
    head = Text(f"{glyphs.here if here else ' '} ", styles.HERE)
    head.append(f"B{block.id}", styles.HERE_NUMBER if here else styles.PLACE)
    first, last = block.lines
    head.append(
        f"  {'line' if first == last else 'lines'} {span_label(first, last)}",
        styles.QUIET,
    )
    if graph.counts is not None:
        ran = graph.counts.get(block.id, 0)
        head.append(f"  {glyphs.times}{ran}" if ran else "  never ran", "" if ran else styles.BAD)
    judged = graph.verdicts.get(block.id)
    if judged is not None:
        head.append("  ").append_text(judgement_mark(judged, context)).append(f" {judged}", styles.QUIET)
    rows = [_Row(head, target_of=block.id)]
    for statement in block.statements:
        code = cut(one_line(as_written(statement)), max(10, context.width - 8), glyphs.cut)
        rows.append(_Row(Text(f"  {glyphs.bar} ", styles.NUMBER).append(code, "bold" if here else "")))
    return rows + _exit_rows(block, below, context)


def _exit_rows(block: BasicBlock, below: BlockId | None, context: ViewContext) -> list[_Row]:
    glyphs = context.glyphs
    if not block.next:
        return [_Row(Text(f"  {glyphs.last} leaves", styles.QUIET))]
    rows = []
    exits = list(block.next.items())
    for index, (how, target) in enumerate(exits):
        branch = glyphs.last if index == len(exits) - 1 else glyphs.fork
        label = "" if how == "always" else f"{how} "
        turn = f" {glyphs.back}" if target <= block.id else ""
        text = Text(f"  {branch} {label}{glyphs.to} B{target}{turn}", styles.QUIET)
        rows.append(_Row(text, jump_to=None if target == below else target))
    return rows


def _lanes(rows: list[_Row], inside: set[BlockId]) -> list[_Lane]:
    """One lane for each target that is not just below; jumps to the same target share it."""
    heads = {row.target_of: number for number, row in enumerate(rows) if row.target_of is not None}
    lanes: dict[tuple[BlockId, bool], _Lane] = {}
    for number, row in enumerate(rows):
        if row.jump_to is None or row.jump_to not in inside:
            continue
        head = heads[row.jump_to]
        backwards = head <= number
        lane = lanes.setdefault(
            (row.jump_to, backwards),
            _Lane(row.jump_to, min(head, number), max(head, number), {head}, backwards),
        )
        lane.first, lane.last = min(lane.first, number), max(lane.last, number)
        lane.ends.add(number)
    return sorted(lanes.values(), key=lambda lane: lane.last - lane.first)


def _columns(lanes: list[_Lane]) -> list[int]:
    """Lane index to column, 0 next to the text; lanes that overlap get different columns."""
    columns: list[int] = []
    for index, lane in enumerate(lanes):
        taken = {
            columns[other]
            for other in range(index)
            if lanes[other].first <= lane.last and lane.first <= lanes[other].last
        }
        columns.append(next(c for c in range(len(lanes) + 1) if c not in taken))
    return columns


def _rails(
    number: int, row: _Row, lanes: list[_Lane], columns: list[int], width: int, context: ViewContext
) -> Text:
    cells = [0] * width
    for lane, column in zip(lanes, columns, strict=True):
        if not lane.first <= number <= lane.last:
            continue
        place = width - 3 - 2 * column
        if number > lane.first:
            cells[place] |= UP
        if number < lane.last:
            cells[place] |= DOWN
        if number in lane.ends:
            cells[place] |= RIGHT
            for cell in range(place + 1, width - 1):
                cells[cell] |= LEFT | RIGHT
    table, other = (RAILS, " ") if context.glyphs.cut == "…" else (ASCII_RAILS, "+")
    drawn = "".join(table.get(bits, other) if bits else " " for bits in cells)
    arrives = row.target_of is not None and any(number in lane.ends for lane in lanes)
    return Text(drawn[:-1] + (context.glyphs.arrow if arrives else " "), styles.RAIL)
