"""The variables of two steps side by side."""

from __future__ import annotations

from rich.text import Text

from llmdb.commands.differences import Differences, Side
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.text import scope_phrase
from llmdb.ui.variables import Row, variable_table
from llmdb.ui.views.steps import changes_text, frame_text


def view_differences(result: object, context: object) -> Text:
    """What differs, then what only one of the steps has."""
    assert isinstance(result, Differences)
    assert isinstance(context, ViewContext)
    one, two, dot = result.first, result.second, context.glyphs.dot
    head = Text(f"step {one.step:,} {context.glyphs.to} step {two.step:,}", styles.PLACE)
    if result.is_one_frame:
        head.append(f" {dot} {scope_phrase(one.scope)}", styles.QUIET)
        lines = [head]
    else:
        said = f"different frames: step {one.step:,} is of {_frame(one)}, step {two.step:,} of {_frame(two)}"
        lines = [head, Text(f"   {said}", styles.ASSUMED)]
    if result.changed:
        rows = [
            Row(name=name, before=before, after=after, changed=True)
            for name, (before, after) in result.changed.items()
        ]
        lines += variable_table(rows, context)
    for side, only in ((one, result.only_first), (two, result.only_second)):
        if only:
            line = Text(f"   only at step {side.step:,}:  ", styles.QUIET)
            lines.append(line.append_text(changes_text(only, context, context.width - line.cell_len)))
    if not (result.changed or result.only_first or result.only_second):
        lines.append(Text("   no variable differs", styles.QUIET))
    elif result.same:
        lines.append(Text(f"   the same: {', '.join(result.same)}", styles.QUIET))
    return Text("\n").join(fitted(line, context) for line in lines)


def _frame(side: Side) -> str:
    return frame_text(side.scope, side.frame)
