"""The session's own words: opening, help, breakpoints, messages."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from llmdb.command import Command
from llmdb.commands.results.common import Message, Quit
from llmdb.commands.results.session import HelpList, HelpTopic, Opening, Stops
from llmdb.commands.topics import TOPICS
from llmdb.program.files import line_label
from llmdb.runner.visible_tests import expected_of
from llmdb.stops import Stop
from llmdb.types import LineNo
from llmdb.ui import styles
from llmdb.ui.context import FEWEST_ROWS, ViewContext, fitted
from llmdb.ui.text import cut, pad, safe
from llmdb.ui.views.outcome import outcome_note, outcome_text, seconds_text

_MOST_GAVE = 3
_PLACE = 16
"""Cells for where a breakpoint is; more where a place needs them, up to half of the row."""
_STEP_ROWS = FEWEST_ROWS - 1
"""The first step is drawn below the opening, in a row more than a command's result has beside its prompt."""
_CODE = "   "
"""What a line of the prefix's code begins with among those on what is assumed."""
_IMPORTS = ("   import ", "   from ")
KEYS = (
    "keys: F11 or Alt-Down step, Shift-F11 or Alt-Up back, F10 or Shift-Down next, Shift-F10 or Shift-Up "
    "previous, F5 continue, F1 help, Tab completes, Ctrl-R searches the history"
)


def view_opening(result: object, context: object) -> Text:
    """What is debugged, what was recorded, and what can be done next."""
    assert isinstance(result, Opening)
    assert isinstance(context, ViewContext)
    dot = f" {context.glyphs.dot} "
    files = f"{result.files} files, " if result.files > 1 else ""
    lines = [
        Text(f"llmdb {result.version}", "bold")
        .append(f"{dot}{safe(result.name)}", "bold")
        .append(f"{dot}{files}{_count(result.lines, 'line')}, {_count(result.blocks, 'block')}")
        .append(f"{dot}Python {safe(result.python)}{dot}{safe(result.sandbox)}", styles.QUIET)
    ]
    if result.adapted:
        lines.append(Text(safe(result.adapted), styles.ASSUMED))
    lines += _task(result, context)
    assumed = result.assumed.splitlines()
    before = len(lines)
    took = seconds_text(result.seconds)
    good = result.outcome.kind in ("finished", "exit") and not result.has_failed
    lines.append(
        Text(_recorded(result, took) + dot).append(outcome_text(result.outcome), "" if good else styles.BAD)
    )
    lines += [coded(said) for said in (outcome_note(result.outcome), result.advice) if said]
    if result.breakpoints:
        lines.append(coded(_own_breakpoints(result.breakpoints)))
    lines.append(coded(_next_move(result)))
    if assumed and context.height is not None:
        taken = sum(_rows(line.plain, context.width) for line in lines)
        assumed = _shortened(assumed, context.height - _STEP_ROWS - taken, context)
    lines[before:before] = [Text(safe(line), styles.ASSUMED) for line in assumed]
    return Text("\n").join(lines)


def _shortened(assumed: list[str], room: int, context: ViewContext) -> list[str]:
    """The lines on what is assumed, as many of the prefix's code as there is room for; imports go first.

    Where some are left out, their number stands behind the last one that is left, and the command that shows them
    below it.
    """
    code = [line for line in assumed if line.startswith(_CODE)]
    leave = [line for line in code if line.startswith(_IMPORTS)]
    leave += [line for line in reversed(code) if line not in leave]
    for count in range(max(1, len(leave))):
        left_out = leave[:count]
        kept = [line for line in assumed if line not in left_out]
        last = max((at for at, line in enumerate(kept) if line in code), default=-1)
        if count and last >= 0:
            kept[last] += f"   {context.glyphs.cut} {count} more"
        if sum(_rows(line, context.width) for line in kept) <= room:
            break
    return kept


def _rows(line: str, width: int) -> int:
    """How many rows of the screen a line takes, broken between words."""
    import textwrap

    return len(textwrap.wrap(safe(line), width, drop_whitespace=False)) or 1


def _recorded(result: Opening, took: str) -> str:
    """What was recorded now, or what a session file has of an earlier recording."""
    steps = _count(result.steps, "step")
    return (
        f"opened again: {steps}, recorded in {took}" if result.is_reopened else f"recorded {steps} in {took}"
    )


def _own_breakpoints(lines: Sequence[LineNo]) -> str:
    listed = ", ".join(map(line_label, lines[:8])) + (", ..." if len(lines) > 8 else "")
    if len(lines) == 1:
        return f"the snippet's own breakpoint is a stop: line {listed} (`continue` goes there)"
    return f"the snippet's own breakpoints are stops: lines {listed} (`continue` goes to the next)"


def _next_move(result: Opening) -> str:
    if result.has_failed or result.tests_passed < result.tests_total:
        return "`goto error` shows where it failed, `verdict` the suspects, `help` the commands"
    if result.outcome.kind in ("timeout", "steps", "memory", "crash"):
        return "`goto end` shows where it was stopped, `history NAME` a value, `help` commands"
    if result.steps == 1 and result.lines > 1:
        return "`level line` steps by lines, `history NAME` shows a value, `help` the commands"
    return "`step` and `back` walk the run, `history NAME` shows a value, `help` commands"


def _task(result: Opening, context: ViewContext) -> list[Text]:
    if not (result.task or result.tests_total):
        return []
    line = Text()
    if result.task:
        line.append("task   ", styles.QUIET).append(
            cut(safe(result.task.strip(), keep="\n"), 600, context.glyphs.cut)
        )
    if not result.tests_total:
        return [line]
    passing = result.tests_passed == result.tests_total
    tests = Text("tests  ", styles.QUIET).append(
        f"{result.tests_passed} of {result.tests_total} pass", styles.GOOD if passing else styles.BAD
    )
    failed = [*_first_failure(result, context), *_gave(result, context)]
    if line.plain and "\n" not in line.plain and line.cell_len + tests.cell_len + 4 <= context.width:
        return [Text.assemble(line, "    ", tests), *failed]
    return [line, tests, *failed] if line.plain else [tests, *failed]


def _first_failure(result: Opening, context: ViewContext) -> list[Text]:
    """The first visible test that fails and what came out instead: what is to be found."""
    first = result.first_failure
    if first is None:
        return []
    test = Text("fails  ", styles.QUIET).append(safe(first.test))
    lines = [test]
    if test.cell_len > context.width and (expected := expected_of(first.test)):
        lines.append(Text("       ").append("expected ", styles.QUIET).append(safe(expected)))
    if first.got:
        lines.append(Text("       ").append("got ", styles.QUIET).append(safe(first.got), styles.BAD))
    return [fitted(line, context) for line in lines]


def _gave(result: Opening, context: ViewContext) -> list[Text]:
    """What the tests gave that state no result: whether that is right nobody said."""
    lines = [
        fitted(Text.assemble(("gives  ", styles.QUIET), f"{safe(one.test)}  ", safe(one.got)), context)
        for one in result.gave[:_MOST_GAVE]
    ]
    left = len(result.gave) - len(lines)
    return [*lines, coded(f"       {left} more: `test` shows them")] if left else lines


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def coded(text: str) -> Text:
    """A sentence in which what stands between backquotes is a command to type."""
    drawn = Text(style=styles.QUIET)
    for index, part in enumerate(safe(text, keep="\n").split("`")):
        drawn.append(f"`{part}`" if index % 2 else part, styles.COMMAND if index % 2 else "")
    return drawn


def view_help(result: object, context: object) -> Text:
    """Commands by group, with what each does; their names alone where that would scroll away."""
    assert isinstance(result, HelpList)
    assert isinstance(context, ViewContext)
    lines = _full_help(result, context)
    if context.height is not None and len(lines) + 1 > context.height:
        return _short_help(result, context)
    return Text("\n").join(lines)


def _full_help(result: HelpList, context: ViewContext) -> list[Text]:
    import textwrap

    lines: list[Text] = []
    names = {
        command.name: ", ".join((command.name, *command.aliases))
        for _, commands in result.groups
        for command in commands
    }
    widest = min(max(map(cell_len, names.values()), default=0), context.width // 3)
    for group, commands in result.groups:
        lines.append(Text(group, styles.FRAME))
        for command in commands:
            name = cut(names[command.name], widest, context.glyphs.cut)
            said = textwrap.wrap(_summary(command), max(10, context.width - widest - 4))
            lines.append(Text("  ").append(pad(name, widest + 2), styles.COMMAND).append(said[0]))
            lines += [Text(" " * (widest + 4) + row) for row in said[1:]]
            lines[-1].highlight_regex(r"\(asks the model\)$", styles.CLAIM)
    return [*lines, _words(), coded("`help COMMAND` tells more; an empty line repeats the last move")]


def _words() -> Text:
    """What `help` tells of beside the commands."""
    return coded("words: " + ", ".join(f"`help {word}`" for word in sorted({*TOPICS, "options"})))


def _summary(command: Command) -> str:
    asks = command.calls_model and "asks the model" not in command.summary
    return command.summary + (" (asks the model)" if asks else "")


def _short_help(result: HelpList, context: ViewContext) -> Text:
    """The commands' names by group, for a terminal that the full list would scroll away in."""
    lines = []
    widest = max(len(group) for group, _ in result.groups) + 3
    for group, commands in result.groups:
        line, head = Text(), group
        for command in commands:
            short = f" ({command.aliases[0]})" if command.aliases else ""
            if line.cell_len + len(command.name + short) + 2 > context.width - widest and line.plain:
                lines.append(Text(pad(head, widest), styles.FRAME).append_text(line))
                line, head = Text(), ""
            line.append("  " if line.plain else "").append(command.name, styles.COMMAND)
            line.append(short, styles.QUIET)
        lines.append(Text(pad(head, widest), styles.FRAME).append_text(line))
    lines.append(coded(KEYS))
    lines.append(_words())
    lines.append(
        coded("`help COMMAND` tells what one does, as does Tab; an empty line repeats the last move")
    )
    return Text("\n").join(lines)


def view_topic(result: object, context: object) -> Text:
    """One command: how it is called, and what it does."""
    assert isinstance(result, HelpTopic)
    assert isinstance(context, ViewContext)
    lines = [Text(safe(result.usage or result.name), styles.COMMAND)]
    if result.aliases:
        lines[0].append(f"   also: {', '.join(result.aliases)}", styles.QUIET)
    lines.append(coded(result.text))
    if result.rows:
        lines += [Text(), *_two_columns(result.rows, context.width)]
    return Text("\n").join(lines)


def _two_columns(rows: Sequence[tuple[str, str]], width: int) -> list[Text]:
    """What is typed beside what it means; below it where a line has no room for both."""
    import textwrap

    left = max(len(typed) for typed, _ in rows) + 2
    is_narrow = width < 2 * left
    indent = 4 if is_narrow else left
    lines = list[Text]()
    for typed, means in rows:
        wrapped = textwrap.wrap(means, max(10, width - indent), break_on_hyphens=False)
        first, *more = coded("\n".join(wrapped)).split("\n")  # what is typed may go on in the next row
        if is_narrow:
            lines += [Text(typed, styles.COMMAND), Text(" " * indent).append_text(first)]
        else:
            lines.append(Text(f"{typed:<{left}}", styles.COMMAND).append_text(first))
        lines += [Text(" " * indent).append_text(row) for row in more]
    return lines


def view_stops(result: object, context: object) -> Text:
    """Breakpoints and watched names, in the order in which they were set."""
    assert isinstance(result, Stops)
    assert isinstance(context, ViewContext)
    lines = [coded(result.note)] if result.note else []
    if not result.note and not result.stops:
        return coded("no breakpoints; `break LINE`, `break FUNCTION` or `watch NAME` sets one")
    if result.stops and not result.note:
        places = [_place_of(stop) for stop in result.stops]
        room = min(max(_PLACE, *map(cell_len, places)), max(_PLACE, context.width // 2))
        heading = f"   num  kind      {pad('where', room)}  state"
        lines.append(fitted(Text(heading, styles.QUIET), context))
        for stop, place in zip(result.stops, places, strict=True):
            lines += _stop(stop, pad(cut(place, room, context.glyphs.cut), room), context)
    return Text("\n").join(lines)


def _place_of(stop: Stop) -> str:
    return f"line {line_label(stop.line)}" if stop.kind == "line" else safe(stop.place)


def _stop(stop: Stop, place: str, context: ViewContext) -> list[Text]:
    glyph = context.glyphs.stop if stop.enabled else " "
    line = Text(f" {glyph} ", styles.STOP)
    line.append(f"{stop.number:>3}  {pad(stop.kind, 8)}  {place}  ")
    facts = [] if stop.enabled else ["off"]
    facts += ["once"] if stop.temporary else []
    facts += [f"if {safe(stop.condition)}"] if stop.condition else []
    facts += [f"passes {stop.ignore} more"] if stop.ignore else []
    facts.append(f"hit {stop.hits} time{'' if stop.hits == 1 else 's'}")
    line.append(", ".join(facts), styles.QUIET)
    runs = [Text(" " * 18).append(command, styles.COMMAND) for command in map(safe, stop.commands)]
    return [fitted(row, context) for row in (line, *runs)]


def view_message(result: object, context: object) -> Text:
    """A few words."""
    assert isinstance(result, Message)
    del context
    return coded(result.text)


def view_saved(result: object, context: object) -> Text:
    """Where the session is, and how it is opened."""
    from llmdb.commands.save import Saved

    assert isinstance(result, Saved)
    del context
    size = (
        f"{result.size_bytes / 1024:,.0f} KiB" if result.size_bytes >= 1024 else f"{result.size_bytes} bytes"
    )
    said = f"{_count(result.steps, 'step')} and all that was said of them, {size}: "
    return coded(said).append_text(
        coded(f"`llmdb {safe(result.path)}` opens it again, without running anything")
    )


def view_exported(result: object, context: object) -> Text:
    """What was written where."""
    from llmdb.commands.export import Exported

    assert isinstance(result, Exported)
    del context
    return Text(f"{safe(result.path)}: {result.summary}")


def view_lesson(result: object, context: object) -> Text:
    """What a lesson shows, and what to type for it."""
    from llmdb.commands.tour import LESSONS, Lesson

    assert isinstance(result, Lesson)
    del context
    text = Text(f"{result.number} of {len(LESSONS)}  ", styles.QUIET).append_text(coded(result.text))
    text.append("\n  type  ", styles.QUIET).append(result.command, styles.COMMAND)
    return text.append("  and then  ", styles.QUIET).append("tour", styles.COMMAND)


def view_quit(result: object, context: object) -> Text:
    """Nothing."""
    assert isinstance(result, Quit)
    del context
    return Text()
