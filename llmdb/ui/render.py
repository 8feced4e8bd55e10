"""One result, drawn: the view is looked up by the result's class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from llmdb.ui import styles
from llmdb.ui.context import ViewContext, context_for
from llmdb.ui.text import cut, drawing_for, safe

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from llmdb.command import Result
    from llmdb.registry import Registry, View


def render(
    result: Result, console: Console, registry: Registry, context: ViewContext | None = None
) -> RenderableType:
    """Draw the result on the console with the view registered for its class, or plainly; returns what was drawn."""
    context = context or context_for(console, registry)
    with drawing_for(console.encoding):
        drawn = draw(result, registry, context)
    if isinstance(drawn, Text) and not drawn.plain:
        return drawn
    flows = (
        isinstance(drawn, Text) and drawn.no_wrap is True
    )  # the terminal breaks it, so that it is copied whole
    console.print(drawn, soft_wrap=flows, markup=False, highlight=False)
    return drawn


def draw(result: Result, registry: Registry, context: ViewContext) -> RenderableType:
    """The rich renderable of a result; a view that raises is replaced by the plain drawing, and named."""
    view = find_view(type(result), registry)
    if view is None:
        return draw_plainly(result, context)
    try:
        return view(result, context)
    except Exception as problem:  # a view may come from a plugin: whatever it raises, the session goes on
        note = Text(
            f"view of {type(result).__name__}: {type(problem).__name__}: {safe(str(problem))}\n", styles.BAD
        )
        return note.append_text(draw_plainly(result, context))


def find_view(result_type: type[object], registry: Registry) -> View | None:
    """The view of the class or of its nearest base that has one."""
    from llmdb.ui.views import late_view

    for base in result_type.__mro__:
        if base in registry.views:
            return registry.views[base]
        if found := late_view(base):
            return found
    return None


def draw_plainly(result: Result, context: ViewContext) -> Text:
    """One line a key of `to_json()`, values as JSON; for results that no view knows."""
    import json

    data = result.to_json()
    widest = max((len(key) for key in data), default=0)
    lines = []
    for key, value in data.items():
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        room = max(10, context.width - widest - 3)
        if "\n" in text:
            body = "\n".join(f"   {line}" for line in safe(text, keep="\n\t").split("\n"))
            lines.append(Text.assemble((key, styles.QUIET), "\n", body))
        else:
            shown = cut(safe(text), room, context.glyphs.cut)
            lines.append(Text.assemble((f"{key:<{widest}}", styles.QUIET), "  ", shown))
    return Text("\n").join(lines)


def render_error(message: str, console: Console) -> None:
    """A command's error: one clear line, in the colour of errors, control characters escaped.

    A terminal's lines are broken between words; a pipe gets one line.
    """
    text = Text(safe(message, keep="\n"), styles.BAD)
    console.print(text, soft_wrap=not console.is_terminal, markup=False, highlight=False)
