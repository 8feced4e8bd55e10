"""Values: expressions, types, arguments, displayed expressions, and what the program wrote."""

from __future__ import annotations

from rich.text import Text

from llmdb.commands.results.common import (
    Arguments,
    Displayed,
    Displays,
    Evaluated,
    Executed,
    ProgramOutput,
    TypeOf,
)
from llmdb.ui import styles
from llmdb.ui.context import ViewContext
from llmdb.ui.text import cut, safe, scope_phrase
from llmdb.ui.views.session import coded

MOST_PRETTY_ROWS = 1000


def view_evaluated(result: object, context: object) -> Text:
    """`p` gives the value's text, as pdb does; `pp` lays containers out over lines."""
    assert isinstance(result, Evaluated)
    assert isinstance(context, ViewContext)
    if result.pretty:
        return _laid_out(result, context)
    if result.written and result.value.type == "NoneType":
        return Text("\n").join(output_lines(result.written, context))
    text, hidden = _two_screens(result.value.repr, context)
    drawn = Text("\n").join([*output_lines(result.written, context), Text(safe(text, keep="\n"))])
    if hidden:
        more = f"{'over ' if result.value.truncated else ''}{hidden:,} characters more"
        drawn.append(f"{context.glyphs.cut} {more}; `pp` shows them", styles.QUIET)
    elif result.value.truncated:
        drawn.append(f"  (shortened: {safe(result.value.type)})", styles.QUIET)
    drawn.no_wrap = True
    return drawn


def _laid_out(result: Evaluated, context: ViewContext) -> Text:
    """What `pprint` wrote, else the recorded text laid out; in a terminal as much as can be scrolled through."""
    text = result.written.removesuffix("\n") or _pretty(result.value.repr, context.width)
    rows = text.split("\n")
    left_out = 0 if context.height is None else max(0, len(rows) - MOST_PRETTY_ROWS)
    drawn = Text("\n".join(safe(row) for row in rows[: len(rows) - left_out]), no_wrap=True)
    if left_out:
        drawn.append(f"\n{context.glyphs.cut} {left_out:,} lines more: ask for a part", styles.QUIET)
    return drawn


def view_executed(result: object, context: object) -> Text:
    """`exec`: what the statement wrote, and what becomes of what it changed."""
    assert isinstance(result, Executed)
    assert isinstance(context, ViewContext)
    lines = output_lines(result.written, context)
    named = dict.fromkeys((*result.changed, *result.objects))
    names = ", ".join(map(safe, named)) or ("an object" if result.changes_objects else "")
    if result.is_kept:
        done = f"changed here: {names}" if names else "done here"
        lines.append(coded(f"{done}; `step`, `next` or `continue` goes on with it, `undo` forgets it"))
    elif names:
        lines.append(
            coded(
                f"changed in a copy of the program: {names}; the run cannot go on with another value of a calling "
                "function's variable (`down`, or an object that it holds)"
            )
        )
    elif not lines and not result.globals:
        lines.append(coded("ran in a copy of the program, and changed nothing there"))
    if result.globals:
        of_module = ", ".join(map(safe, result.globals))
        command = f"!global {of_module}; {safe(result.statement)}"
        lines.append(coded(f"{of_module}: of the module, which keeps its value; `{command}` changes that"))
    return Text("\n").join(lines)


def _two_screens(text: str, context: ViewContext) -> tuple[str, int]:
    """What may scroll by, and how many characters that leaves out; a pipe gets everything."""
    room = len(text) if context.height is None else 2 * context.height * context.width
    return text[:room], max(0, len(text) - room)


def _pretty(text: str, width: int) -> str:
    import ast
    import pprint

    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text
    return pprint.pformat(value, width=min(width, 100), sort_dicts=False)


def view_type(result: object, context: object) -> Text:
    """`whatis`: the type's name."""
    assert isinstance(result, TypeOf)
    del context
    return Text(safe(result.type))


def view_arguments(result: object, context: object) -> Text:
    """`args`: one `name = value` a line."""
    assert isinstance(result, Arguments)
    assert isinstance(context, ViewContext)
    if not result.arguments:
        return Text(f"{scope_phrase(result.scope)} takes no arguments", styles.QUIET)
    lines = []
    for name, value in result.arguments.items():
        shown = cut(safe(value.repr), max(8, context.width - len(name) - 3), context.glyphs.cut)
        lines.append(Text(f"{safe(name)} = ", styles.QUIET).append(shown))
    return Text("\n").join(lines)


def view_displays(result: object, context: object) -> Text:
    """`display`: the expressions and what they are here."""
    assert isinstance(result, Displays)
    assert isinstance(context, ViewContext)
    if not result.displays:
        return Text("nothing is displayed; `display EXPRESSION` shows one after each move", styles.QUIET)
    return Text("\n").join(display_line(shown, context) for shown in result.displays)


def display_line(shown: Displayed, context: ViewContext) -> Text:
    """`   acc + 1 = 5`, or why the expression has no value here."""
    line = Text(f"   {safe(shown.expression)} = ", styles.QUIET)
    room = max(8, context.width - line.cell_len)
    if shown.value is None:
        return line.append(cut(safe(shown.problem), room, context.glyphs.cut), styles.BAD)
    was = "" if shown.old is None else f"  (was {cut(safe(shown.old.repr), room // 3, context.glyphs.cut)})"
    line.append(cut(safe(shown.value.repr), max(8, room - len(was)), context.glyphs.cut))
    return line.append(was, styles.QUIET)


def view_output(result: object, context: object) -> Text:
    """`out`: what the program wrote so far, behind a bar so that it is never taken for llmdb's own words."""
    assert isinstance(result, ProgramOutput)
    assert isinstance(context, ViewContext)
    if not (result.stdout or result.stderr):
        return Text(f"the program has written nothing up to step {result.step}", styles.QUIET)
    parts = []
    for name, text, style in (("stdout", result.stdout, ""), ("stderr", result.stderr, styles.BAD)):
        if text:
            parts.append(Text(f" {name} up to step {result.step}", styles.QUIET))
            parts += output_lines(text, context, style)
    if result.here:
        parts.append(Text(" written by this step", styles.QUIET))
        parts += output_lines(result.here, context, styles.OUTPUT)
    return Text("\n").join(parts)


def output_lines(text: str, context: ViewContext, style: str = "", most: int | None = None) -> list[Text]:
    """The program's output, a bar before each line; of long output the last lines, as many as fit; of none, none."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    rows = most or (None if context.height is None else max(4, context.height - 3))
    drawn = []
    if rows is not None and len(lines) > rows:
        hidden = len(lines) - rows
        said = f"{hidden:,} line{'' if hidden == 1 else 's'} before"
        drawn.append(Text(f" {context.glyphs.cut} {said}", styles.QUIET))
        lines = lines[-rows:]
    for line in lines:
        shown = cut(safe(line.expandtabs(8)), context.width - 3, context.glyphs.cut)
        drawn.append(Text(f" {context.glyphs.bar} ", styles.OUTPUT).append(shown, style))
    return drawn
