"""The table of variables: name, type, value before, value after, what changed standing out."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from llmdb.events.model import IntermediateState, Value
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.text import changed_span, cut, cut_pair, pad, safe
from llmdb.values import dataclass

WIDEST_NAME = 20
WIDEST_TYPE = 14
WITH_TYPES = 56
"""Narrower terminals get no column of types."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One variable at one step; `before` or `after` is None where it is not bound; `assumed`: a prefix invented it."""

    name: str
    before: Value | None
    after: Value | None
    changed: bool
    assumed: bool = False

    @property
    def type(self) -> str:
        """The type after, or "int > str" where the step made it another."""
        if self.after is None:
            return self.before.type if self.before else ""
        if self.before and self.before.type != self.after.type:
            return f"{self.before.type}>{self.after.type}"
        return self.after.type


def rows_of(
    before: IntermediateState,
    after: IntermediateState,
    changed: IntermediateState,
    assumed: frozenset[str] = frozenset(),
) -> list[Row]:
    """The rows in the order in which the eye should meet them: what changed first, then as in scope."""
    names = list(dict.fromkeys([*after, *before]))
    rows = [
        Row(
            name=name,
            before=before.get(name),
            after=after.get(name),
            changed=name in changed or (name in before) != (name in after),
            assumed=name in assumed,
        )
        for name in names
    ]
    return sorted(rows, key=lambda row: not row.changed)


def variable_table(rows: list[Row], context: ViewContext, height: int | None = None) -> list[Text]:
    """The table's lines; beyond `height` the last line says how many more there are."""
    if not rows:
        return [Text(" no variables yet", styles.QUIET)]
    shown, left = rows, 0
    if height is not None and len(rows) + 1 > height:
        shown = rows[: max(1, height - 2)]
        left = len(rows) - len(shown)
    columns = _columns(shown, context)
    lines = [_head(columns)]
    legend = f"   {context.glyphs.assumed} assumed"
    if any(row.assumed for row in shown) and lines[0].cell_len + cell_len(legend) <= context.width:
        lines[0].append(legend, styles.ASSUMED)
    lines += [_row(row, columns, context) for row in shown]
    if left:
        lines.append(Text(f"   {context.glyphs.cut} {left} more: `p NAME`, `p locals()`", styles.QUIET))
    return [fitted(line, context) for line in lines]


@dataclass(frozen=True, slots=True)
class _Columns:
    name: int
    type: int
    before: int
    after: int


def _columns(rows: list[Row], context: ViewContext) -> _Columns:
    name = min(WIDEST_NAME, max(4, *(cell_len(safe(row.name)) for row in rows)))
    if context.width < WITH_TYPES:
        name = min(name, max(4, context.width // 4))
        kind = 0
    else:
        kind = min(WIDEST_TYPE, max(4, *(cell_len(row.type) for row in rows)))
    room = context.width - 3 - (name + 3) - (kind + 3 if kind else 0) - 2
    wanted_before = max(6, *(cell_len(_shown(row.before)) for row in rows))
    wanted_after = max(5, *(cell_len(_shown(row.after)) for row in rows))
    before = max(min(wanted_before, room // 2), min(wanted_before, room - wanted_after), 6)
    return _Columns(name, kind, before, max(5, min(wanted_after, room - before)))


def _head(columns: _Columns) -> Text:
    head = Text("   " + pad("name", columns.name + 3), styles.QUIET)
    if columns.type:
        head.append(pad("type", columns.type + 3))
    return head.append(pad("before", columns.before + 2)).append("after")


def _shown(value: Value | None) -> str:
    return safe(value.repr.replace("\n", " ")) if value else ""


def _row(row: Row, columns: _Columns, context: ViewContext) -> Text:
    glyphs = context.glyphs
    base = styles.CHANGED if row.changed else styles.QUIET
    line = Text(no_wrap=True)
    mark = glyphs.changed if row.changed else glyphs.assumed if row.assumed else " "
    line.append(f" {mark} ", styles.CHANGED_MARK if row.changed else styles.ASSUMED)
    name = cut(safe(row.name), columns.name, glyphs.cut)
    line.append(pad(name, columns.name + 3), styles.ASSUMED if row.assumed else base)
    if columns.type:
        line.append(pad(cut(safe(row.type), columns.type, glyphs.cut), columns.type + 3), styles.QUIET)
    before, after = _shown(row.before), _shown(row.after)
    left = cut(before, columns.before, glyphs.cut)
    right = cut(after, columns.after, glyphs.cut)
    if row.before and row.after and before != after:
        width = min(columns.before, columns.after)
        if cell_len(before) > columns.before or cell_len(after) > columns.after:
            left, right = cut_pair(before, after, width, glyphs.cut)
    line.append(pad(left if row.before else glyphs.none, columns.before + 2), styles.QUIET)
    line.append_text(_after(row, left, right, base, context))
    return line


def _after(row: Row, before: str, after: str, base: str, context: ViewContext) -> Text:
    if row.after is None:
        return Text(f"{context.glyphs.none} deleted" if row.before else "", base)
    text = Text(after, base)
    if row.changed and row.before and before != after:
        start, end = changed_span(before, after)
        text.stylize(styles.CHANGED_PART, start, max(end, start + 1))
    elif row.changed and row.before is None:
        text.stylize(styles.CHANGED_PART)
    return text
