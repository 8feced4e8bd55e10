"""`export cfg.svg`: the basic blocks of each function in source order, with their exits as arrows at the sides."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from llmdb.commands.state.kept_verdicts import verdicts_by_block
from llmdb.program.files import shown_line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from llmdb.program.graph import BasicBlock, ControlFlowGraph
    from llmdb.session import Session

_CHAR, _LINE, _PAD, _GAP, _LANE = 7.3, 17, 10, 26, 13
_MOST_CHARS = 46
_COLORS = {"wrong": "#c62828", "suspect": "#b26a00", "right": "#2e7d32"}
_EXITS = {"true": "#2e7d32", "false": "#c62828", "always": "#607080"}
_STYLE = (
    "text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#1d2733}"
    ".scope{font-weight:bold}.quiet{fill:#607080}"
    "@media(prefers-color-scheme:dark){text{fill:#e6e9ee}.quiet{fill:#9aa7b5}.page{fill:#14181d}"
    ".box{fill:#1f262e}}"
)


def text_of(session: Session, target: Path) -> str:
    """The drawing's text."""
    del target
    cfg, trace = session.cfg, session.trace
    runs = {block.id: len(trace.visits.steps_of_block(block.id)) for block in cfg.blocks}
    return _Drawing(
        cfg,
        session.snippet.text,
        runs,
        {block: str(said) for block, said in verdicts_by_block(session).items()},
    ).text()


class _Drawing:
    """Boxes one below the other; a jump forward runs down at the right, one back runs up at the left."""

    def __init__(
        self, cfg: ControlFlowGraph, source: str, runs: dict[int, int], said: dict[int, str]
    ) -> None:
        self._cfg, self._runs, self._said = cfg, runs, said
        self._texts = {block.id: _rows_of(block, source.split("\n")) for block in cfg.blocks}
        self._rows: dict[int, tuple[float, float]] = {}
        self._widest = max((len(row) for block in cfg.blocks for row in self._texts[block.id]), default=10)
        self._width = max(160.0, self._widest * _CHAR + 2 * _PAD)
        self._lanes = {"left": 0, "right": 0}

    def text(self) -> str:
        """The whole drawing."""
        boxes, y = list[str](), 20.0
        heads = {scope.blocks[0]: scope for scope in self._cfg.scopes if scope.blocks}
        order = [block for scope in self._cfg.scopes for block in scope.blocks]
        left = 40 + _LANE * len(order)
        for number in order:
            block = self._cfg.block(number)
            if (scope := heads.get(number)) is not None:
                y += 16
                shown = scope.name + (f"({', '.join(scope.parameters)})" if scope.kind == "function" else "")
                boxes.append(f'<text class="scope" x="{left:.0f}" y="{y:.0f}">{escape(shown)}</text>')
                y += 10
            height = _LINE * len(self._texts[block.id]) + 2 * _PAD
            self._rows[number] = (y, height)
            boxes.append(self._box(block, left, y, height))
            y += height + _GAP
        arrows = [self._arrow(number, kind, to, left) for number in order for kind, to in self._exits(number)]
        total = left + self._width + 60 + _LANE * len(order)
        markers = "".join(
            f'<marker id="{kind}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
            f'orient="auto"><path d="M0 0L8 4L0 8z" fill="{color}"/></marker>'
            for kind, color in _EXITS.items()
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{total:.0f}" height="{y:.0f}" '
            f'viewBox="0 0 {total:.0f} {y:.0f}"><style>{_STYLE}</style><defs>{markers}</defs>'
            f'<rect class="page" width="100%" height="100%" fill="#ffffff"/>\n'
            + "\n".join([*arrows, *boxes])
            + "\n</svg>\n"
        )

    def _exits(self, number: int) -> list[tuple[str, int]]:
        return [(kind, to) for kind, to in self._cfg.block(number).next.items()]

    def _box(self, block: BasicBlock, x: float, y: float, height: float) -> str:
        color = _COLORS.get(self._said.get(block.id, ""), "#607080")
        ran = self._runs.get(block.id, 0)
        dash = "" if ran else ' stroke-dasharray="4 3"'
        parts = [
            f'<rect class="box" x="{x:.0f}" y="{y:.0f}" width="{self._width:.0f}" height="{height:.0f}" rx="4" '
            f'fill="#f6f8fa" stroke="{color}"{dash}/>',
            f'<text class="quiet" x="{x + self._width - _PAD:.0f}" y="{y - 4:.0f}" text-anchor="end">'
            f"B{block.id} ×{ran:,}</text>",
        ]
        parts += [
            f'<text x="{x + _PAD:.0f}" y="{y + _PAD + 12 + _LINE * place:.0f}" xml:space="preserve">'
            f"{escape(row)}</text>"
            for place, row in enumerate(self._texts[block.id])
        ]
        return "".join(parts)

    def _arrow(self, number: int, kind: str, to: int, x: float) -> str:
        y, height = self._rows[number]
        to_y, to_height = self._rows[to]
        color, mark = _EXITS.get(kind, _EXITS["always"]), kind if kind in _EXITS else "always"
        style = f'fill="none" stroke="{color}" marker-end="url(#{mark})"'
        label = kind if kind != "always" else ""
        bottom, shift = y + height, {"true": -30, "false": 30}.get(kind, 0)
        middle = x + self._width / 2 + shift
        if to_y == bottom + _GAP:
            line = f'<path d="M{middle:.0f} {bottom:.0f}V{to_y:.0f}" {style}/>'
            return line + _label(label, middle + 5, bottom + 14)
        side = "right" if to_y > y else "left"
        self._lanes[side] += 1
        reach = _LANE * self._lanes[side] + 8
        start_y, end_y = y + height / 2, to_y + to_height / 2
        edge = x + self._width if side == "right" else x
        lane = edge + reach if side == "right" else edge - reach
        line = f'<path d="M{edge:.0f} {start_y:.0f}H{lane:.0f}V{end_y:.0f}H{edge:.0f}" {style}/>'
        return line + _label(label, edge + 4 if side == "right" else edge - 38, start_y - 4)


def _label(text: str, x: float, y: float) -> str:
    return f'<text class="quiet" x="{x:.0f}" y="{y:.0f}">{text}</text>' if text else ""


def _rows_of(block: BasicBlock, source: Sequence[str]) -> list[str]:
    """The lines on which its statements begin, each once."""
    lines = dict.fromkeys(block.statement_lines) or {block.lines[0]: None}
    texts = {line: source[line - 1].strip() if 1 <= line <= len(source) else "" for line in lines}
    return [
        f"{shown_line(line):>3}  {text if len(text) <= _MOST_CHARS else text[: _MOST_CHARS - 1] + '…'}"
        for line, text in texts.items()
    ]
