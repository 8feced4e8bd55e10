"""`predict`: the told walk beside the recorded one, step by step, and where they part."""

from __future__ import annotations

import textwrap

from rich.text import Text

from llmdb.ask.predictions import Prediction
from llmdb.ask.walks import ComparedStep, Metrics, SymbolTable, WalkError, WalkStep
from llmdb.commands.predict import GuessReport, PredictionReport
from llmdb.program.files import line_label
from llmdb.ui import styles
from llmdb.ui.context import ViewContext
from llmdb.ui.text import cut, pad, safe
from llmdb.ui.views.usage import usage_line

_MOST_VALUES = 4
_FEWEST_ROWS = 6


def view_prediction(result: object, context: object) -> Text:
    """The comparison with its first divergence, or the told walk alone; then the error, scores and usage."""
    assert isinstance(result, PredictionReport)
    assert isinstance(context, ViewContext)
    prediction = result.prediction
    nature = (
        "the recorded walk is a fact, the predicted one a claim" if prediction.actual else "a claim, not run"
    )
    lines = [Text(f"{result.title}: {nature}", styles.QUIET)]
    if prediction.comparison is None:
        lines += _walk_lines(prediction.predicted.steps, prediction.request.table, context)
    else:
        lines += _comparison_lines(prediction, context)
    if prediction.is_cut:
        told = len(prediction.predicted.steps)
        said = f" the answer stops after {told} visit{'s' * (told != 1)}; the rest of it is missing"
        lines.append(Text(said, styles.BAD))
    lines += _error_lines(result, context)
    if prediction.comparison is not None and prediction.comparison.metrics is not None:
        lines.append(_scores(prediction.comparison.metrics, result, context))
    lines += [Text(f" {safe(note)}", styles.QUIET) for note in prediction.notes]
    if prediction.usage is not None:
        lines.append(usage_line(prediction.usage, context))
    return Text("\n").join(lines)


def view_guess(result: object, context: object) -> Text:
    """The user's guess, marked, and the score."""
    assert isinstance(result, GuessReport)
    assert isinstance(context, ViewContext)
    marked = result.marked
    mark = (context.glyphs.good, styles.GOOD) if marked.right else (context.glyphs.bad, styles.BAD)
    line = Text.assemble(" ", mark, f" {safe(marked.asked)}: you said {safe(marked.guess)}")
    if not marked.right:
        line.append(f", recorded {cut(safe(marked.actual), context.width)}")
    return line.append(f"   {result.right} of {result.total} right", styles.QUIET)


def _comparison_lines(prediction: Prediction, context: ViewContext) -> list[Text]:
    """The rows up to where a cut answer stops: of what it does not tell nothing is wrong."""
    assert prediction.comparison is not None
    rows, divergence = prediction.comparison.rows, prediction.comparison.divergence
    if prediction.is_cut:
        rows = rows[: len(prediction.predicted.steps)]
        divergence = divergence if divergence is not None and divergence < len(rows) else None
    return _table(rows, divergence, prediction.request.table, context)


def _table(
    rows: tuple[ComparedStep, ...], divergence: int | None, before: SymbolTable, context: ViewContext
) -> list[Text]:
    column = max(20, (context.width - 12) // 2)
    lines = [Text(f" {'step':>5}   {pad('recorded', column)} predicted", styles.HEAD)]
    first, last = _window(len(rows), divergence, context.height)
    if first:
        lines.append(Text(f"   {context.glyphs.cut} {first} earlier visits", styles.QUIET))
    for index in range(first, last):
        told = _previous(rows, index, before, told=True)
        real = _previous(rows, index, before, told=False)
        lines.append(_row(rows[index], index == divergence, real, told, column, context))
        if index == divergence:
            lines += _divergence_lines(rows[index], context)
    if last < len(rows):
        lines.append(Text(f"   {context.glyphs.cut} {len(rows) - last} more visits", styles.QUIET))
    return lines


def _window(total: int, divergence: int | None, height: int | None) -> tuple[int, int]:
    """The rows to show: all, or those around the first divergence."""
    if height is None or total <= height - 8:
        return 0, total
    room = max(_FEWEST_ROWS, height - 8)
    middle = divergence if divergence is not None else 0
    first = max(0, min(middle - room // 2, total - room))
    return first, min(total, first + room)


def _row(
    row: ComparedStep, diverges: bool, real: SymbolTable, told: SymbolTable, column: int, context: ViewContext
) -> Text:
    line = Text(f" {row.number or '':>5}   ", styles.NUMBER)
    recorded = _visit(row.actual, real, row.wrong, column - 1, context)
    line.append(pad(recorded, column), "" if row.on_path else styles.BAD if diverges else styles.QUIET)
    line.append(" ")
    predicted = _visit(row.predicted, told, row.wrong, column - 3, context)
    line.append(pad(predicted, column - 3), styles.CLAIM)
    mark = (context.glyphs.good, styles.GOOD) if row.agrees else (context.glyphs.bad, styles.BAD)
    return line.append(" ").append(*mark)


def _visit(
    step: WalkStep | None, before: SymbolTable, wrong: tuple[str, ...], width: int, context: ViewContext
) -> str:
    """`B5  acc=1`: the block, the names that its visit changed or that differ, and its error."""
    if step is None:
        return context.glyphs.none
    state = step.state or {}
    changed = [name for name, value in state.items() if name not in before or before[name].repr != value.repr]
    names = [name for name in dict.fromkeys([*wrong, *changed]) if name in state]
    shown = [f"{name}={state[name].repr}" for name in names[:_MOST_VALUES]]
    return cut(
        safe("  ".join([f"B{step.block}", *filter(None, [step.raises]), *shown])), width, context.glyphs.cut
    )


def _previous(rows: tuple[ComparedStep, ...], index: int, before: SymbolTable, *, told: bool) -> SymbolTable:
    for row in reversed(rows[:index]):
        step = row.predicted if told else row.actual
        if step is not None and step.state is not None:
            return step.state
    return before


def _divergence_lines(row: ComparedStep, context: ViewContext) -> list[Text]:
    """What is wrong at the first divergence, and the reason that was given."""
    lines = []
    label = f"         {context.glyphs.bad} first divergence"
    if row.wrong and row.predicted and row.actual and row.predicted.state and row.actual.state:
        for name in row.wrong[:_MOST_VALUES]:
            said = row.predicted.state[name].repr if name in row.predicted.state else "nothing"
            real = row.actual.state[name].repr
            text = f"{label}: {name} is {real}, predicted {said}"
            lines.append(Text(cut(safe(text), context.width, context.glyphs.cut), styles.BAD))
    elif row.error_differs and row.predicted and row.actual:
        raised = f"raised {row.actual.raises}" if row.actual.raises else "no error"
        said = row.predicted.raises or "none"
        lines.append(Text(safe(f"{label}: {raised}, predicted {said}"), styles.BAD))
    else:
        lines.append(Text(label, styles.BAD))
    if row.predicted is not None and row.predicted.why:
        lines += _claim(row.predicted.why, context, indent=11)
    return lines


def _walk_lines(steps: tuple[WalkStep, ...], before: SymbolTable, context: ViewContext) -> list[Text]:
    lines, table = [], before
    for number, step in enumerate(steps, start=1):
        line = Text(f" {number:>5}   ", styles.NUMBER)
        lines.append(line.append(_visit(step, table, (), context.width - 10, context), styles.CLAIM))
        table = step.state if step.state is not None else table
    first, last = _window(len(lines), len(lines) - 1, context.height)
    return lines[first:last]


def _error_lines(result: PredictionReport, context: ViewContext) -> list[Text]:
    error = result.prediction.predicted.error
    if error is None:
        return []
    where = f" at line {line_label(error.line)}" if error.line is not None else ""
    text = f" predicted error: {error.type or 'an error'} in B{error.block}{where}"
    lines = [Text(safe(text), styles.CLAIM)]
    if error.line is not None and (source := _statement_at(result, error)):
        lines.append(
            Text(cut(f"   {line_label(error.line)}  {safe(source)}", context.width, context.glyphs.cut))
        )
    return lines + (_claim(error.reason, context, indent=3) if error.reason else [])


def _statement_at(result: PredictionReport, error: WalkError) -> str:
    block = result.cfg.block(error.block)
    for statement, line in zip(block.statements, block.statement_lines, strict=False):
        if line == error.line:
            return statement.splitlines()[0]
    return ""


def _claim(text: str, context: ViewContext, *, indent: int) -> list[Text]:
    rows = textwrap.wrap(safe(" ".join(text.split())), max(20, context.width - indent - 2))[:3]
    start = " " * indent + context.glyphs.claim + " "
    return [Text.assemble((start, styles.CLAIM_MARK), (row, styles.CLAIM)) for row in rows]


def _scores(metrics: Metrics, result: PredictionReport, context: ViewContext) -> Text:
    """`path 8 of 46 steps · values 71% · predicted no error, recorded AssertionError at 14`."""
    prediction = result.prediction
    assert prediction.actual is not None
    assert prediction.comparison is not None
    right = sum(row.on_path for row in prediction.comparison.rows)
    total = len(prediction.actual.blocks)
    told, real = prediction.predicted.error, prediction.actual.error
    values = "not told" if metrics.value_accuracy is None else f"{metrics.value_accuracy:.0%}"
    dot = f" {context.glyphs.dot} "
    said, was = _error_words(told), _error_words(real)
    if prediction.is_cut:
        said, errors = "", f"the end not told, recorded {was}"
    else:
        errors = f"predicted and recorded {said}" if said == was else f"predicted {said}, recorded {was}"
    text = f" path {right} of {total} visits{dot}values {values}{dot}{errors}"
    return Text(safe(text), styles.GOOD if metrics.exact_match and said == was else "")


def _error_words(error: WalkError | None) -> str:
    if error is None:
        return "no error"
    return (
        f"{error.type or 'an error'} at line {line_label(error.line)}"
        if error.line
        else (error.type or "an error")
    )
