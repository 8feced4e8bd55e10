"""`hunt`: the states that were judged, and the step at which a right one became wrong, or the next question."""

from __future__ import annotations

from rich.text import Text

from llmdb.commands.hunt import USER, Answered, HuntResult
from llmdb.locate.hunt.question import StateQuestion
from llmdb.locate.hunt.states import RETURNED, YIELDED, split_ties
from llmdb.program.files import line_label
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.source import one_line
from llmdb.ui.text import cut, safe
from llmdb.ui.views.usage import usage_line

_OTHER_ROWS = 12
_MARGIN = 5
_NARROWEST = 16
_MOST_VALUES = 8
"""Values of one question that are shown."""


def view_hunt(result: object, context: object) -> Text:
    """What is wrong, the answers in the order of the run, then the root with its evidence or the next question."""
    assert isinstance(result, HuntResult)
    assert isinstance(context, ViewContext)
    lines = [Text(cut(f"wrong  {one_line(result.about)}", context.width, context.glyphs.cut), styles.QUIET)]
    lines += _questions(result, context)
    lines += _root(result, context) if result.root is not None else _next(result, context)
    lines += [fitted(Text(f" {safe(note)}", styles.QUIET), context) for note in result.notes]
    if result.usage is not None:
        lines.append(usage_line(result.usage, context))
    return Text("\n").join(lines)


def _questions(result: HuntResult, context: ViewContext) -> list[Text]:
    rows = result.questions
    room = len(rows) if context.height is None else max(4, context.height - _OTHER_ROWS)
    left_out = len(rows) - room
    lines = [_answer_line(question, said, context) for question, said in rows[max(0, left_out) :]]
    if left_out > 0:
        lines.insert(0, Text(f"   {context.glyphs.cut} {left_out} earlier answers", styles.QUIET))
    return lines


def _answer_line(question: StateQuestion, said: Answered, context: ViewContext) -> Text:
    marks = {
        "right": (context.glyphs.good, styles.GOOD),
        "wrong": (context.glyphs.bad, styles.BAD),
        "unclear": ("?", styles.QUIET),
    }
    line = Text.assemble(
        " ", marks[said.answer], f" step {question.shown:>4}  line {line_label(question.line):>3}  "
    )
    line.append(_facts(question), styles.PLACE)
    by = {USER: "you", "compare": "by comparison"}.get(said.by, said.by)
    line.append(f"  {safe(by)}", styles.QUIET)
    if said.why:
        line.append(f": {one_line(said.why)}", styles.CLAIM)
    return fitted(line, context)


def _facts(question: StateQuestion) -> str:
    """What was recorded: `acc = 7, out = [1]`, or the way of a condition."""
    values = [f"{_given(name)}{one_line(value.repr)}" for name, value in question.values.items()]
    if question.condition:
        values.append(one_line(question.condition))
    how = f"{question.called} called with " if question.called else "read " if question.state.reads else ""
    return safe(how + (", ".join(values) or "no value of its own"))


def _given(name: str) -> str:
    """What stands before a value: a variable's name, or that it was returned or yielded."""
    return {RETURNED: "returned ", YIELDED: "yielded "}.get(name, f"{name} = ")


def _root(result: HuntResult, context: ViewContext) -> list[Text]:
    root = result.root
    assert root is not None
    how = "the fault begins here"
    if root.state == result.halving.missing and root.state.name:
        how = f"{safe(root.state.name)} should be another by now"
        if result.since is not None:
            how += f": a change of it is missing after step {result.since[0]}, line {line_label(result.since[1])}"
    elif not result.halving.certain:
        how += ", as far as was judged"
    elif result.since is not None:
        how += f", or the loop should have been left after step {result.since[0]}, line {line_label(result.since[1])}"
    lines = [
        Text.assemble(
            (f" {context.glyphs.came} step {root.shown}  line {line_label(root.line)}", styles.BAD),
            f"  {how}",
        ),
        Text(f"     {safe(result.source)}", styles.HERE_LINE),
        fitted(Text.assemble("     left ", (_facts(root), styles.PLACE)), context),
    ]
    for made_of in result.made_of:
        line = Text.assemble(f"     from step {made_of.shown}: ", (_facts(made_of), styles.PLACE))
        lines.append(fitted(line, context))
    if result.was_read is not None:
        line = Text.assemble("     ", (_facts(result.was_read), styles.PLACE))
        lines.append(
            fitted(line.append("  (`hunt wrong NAME` if one was out of date)", styles.QUIET), context)
        )
    return lines


def _next(result: HuntResult, context: ViewContext) -> list[Text]:
    asked = result.next
    assert asked is not None
    named = " NAME" if asked.state == asked.state.inputs and len(asked.values) > 1 else ""
    left = f"{result.halving.left} state{'s' * (result.halving.left != 1)} left"
    return [
        Text.assemble(
            (f" ? step {asked.shown}  line {line_label(asked.line)}", styles.HERE),
            f"  {_question(asked)}  ({left})",
        ),
        Text(f"     {safe(result.source)}", styles.HERE_LINE),
        *_asked_lines(asked, context),
        fitted(Text(f" `hunt right`, `hunt wrong{named}` or `hunt unclear`", styles.QUIET), context),
    ]


def _asked_lines(asked: StateQuestion, context: ViewContext) -> list[Text]:
    """What is to be judged, each value in a row of its own."""
    rows = [_value_row(safe(_given(name)), value.repr, context) for name, value in asked.values.items()]
    rows += [one_line(asked.condition)] if asked.condition else []
    if asked.called:
        rows = [f"{asked.called} called with {rows[0] if rows else 'nothing'}", *rows[1:]]
    rows = rows or ["no value of its own: should it run here?"]
    if len(rows) > _MOST_VALUES:
        rows = [*rows[:_MOST_VALUES], f"{context.glyphs.cut} {len(rows) - _MOST_VALUES} more"]
    return [
        fitted(
            Text.assemble("     ", (cut(row, context.width - _MARGIN, context.glyphs.cut), styles.PLACE)),
            context,
        )
        for row in rows
    ]


def _value_row(name: str, text: str, context: ViewContext) -> str:
    """`rows = [[0], [0…, the same object as board`: what others are tied to a value is not cut off with it."""
    value, ties = map(one_line, split_ties(text))
    room = context.width - _MARGIN - len(name) - len(ties)
    return name + (cut(value, max(_NARROWEST, room), context.glyphs.cut) if ties else value) + ties


def _question(asked: StateQuestion) -> str:
    if asked.state.reads:
        return "was this right when it was read?"
    return "is this right after this step, whoever wrote it?" if asked.state.name else "is this right?"
