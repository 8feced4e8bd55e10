"""`verdict`: the claim beside the recorded facts."""

from __future__ import annotations

import textwrap

from rich.cells import cell_len
from rich.text import Text

from llmdb.ask.verdicts import CheckedVerdict
from llmdb.commands.verdict import VerdictResult
from llmdb.program.files import span_label
from llmdb.ui import styles
from llmdb.ui.context import ViewContext
from llmdb.ui.source import one_line
from llmdb.ui.text import cut, pad, safe
from llmdb.ui.views.claims import checked_lines
from llmdb.ui.views.usage import usage_line


def view_verdict(result: object, context: object) -> Text:
    """One block at length, or a table of blocks."""
    assert isinstance(result, VerdictResult)
    assert isinstance(context, ViewContext)
    verdicts = result.judged.verdicts
    if result.everything:
        lines = _table(result, context)
        wrong = result.judged.first_wrong
        verdicts = (wrong,) if wrong is not None else ()
    else:
        lines = []
    for checked in verdicts:
        lines += _at_length(checked, result, context)
    lines += [Text(f" {safe(note)}", styles.QUIET) for note in result.notes]
    if result.judged.usage is not None:
        lines.append(usage_line(result.judged.usage, context))
    return Text("\n").join(lines)


_WORDS = {
    True: "does what the task needs",
    False: "not what the task needs",
    None: "neither called right nor wrong",
}


def _mark(checked: CheckedVerdict, context: ViewContext) -> Text:
    if checked.verdict.correct is None:
        return Text("?", styles.QUIET)
    if checked.verdict.correct:
        return Text(context.glyphs.good, styles.GOOD)
    return Text(context.glyphs.bad, styles.BAD)


def _at_length(checked: CheckedVerdict, result: VerdictResult, context: ViewContext) -> list[Text]:
    """One verdict with all it says, beside what was recorded."""
    verdict, dot = checked.verdict, context.glyphs.dot
    first, last = result.cfg.block(verdict.block).lines
    place = f"line{'s' * (first != last)} {span_label(first, last)}"
    word = _WORDS[verdict.correct]
    lines = [
        Text(f"B{verdict.block} {dot} {place} {dot} step {verdict.step}"),
        Text.assemble(" ", _mark(checked, context), f" {word}", f"   {result.asked} says:"),
        *_claim_lines(verdict.explanation, context),
        *checked_lines([(verdict.step, claim) for claim in checked.claims], context),
    ]
    if checked.invented:
        names = ", ".join(safe(name) for name in checked.invented)
        lines.append(Text(f"   rests on invented values: {names}", styles.ASSUMED))
    return lines


def _claim_lines(text: str, context: ViewContext) -> list[Text]:
    rows = textwrap.wrap(safe(text), max(20, context.width - 4)) or [""]
    return [
        Text.assemble((f" {context.glyphs.claim} ", styles.CLAIM_MARK), (row, styles.CLAIM)) for row in rows
    ]


def _table(result: VerdictResult, context: ViewContext) -> list[Text]:
    glyphs = context.glyphs
    blocks = (result.cfg.block(one.verdict.block) for one in result.judged.verdicts)
    spans = {block.id: span_label(*block.lines) for block in blocks}
    wide = max(7, *map(cell_len, spans.values()))
    lines = [Text(f" block   {pad('lines', wide)} step   verdict  why", styles.QUIET)]
    for checked in result.judged.verdicts:
        verdict = checked.verdict
        span = pad(spans[verdict.block], wide)
        row = Text(f" {pad(f'B{verdict.block}', 7)} {span} {verdict.step:>4}   ")
        row.append_text(_mark(checked, context)).append(" " * 8)
        here = f"  {glyphs.came} cursor" if verdict.step == result.position else ""
        flag = f" {glyphs.bad} contradicted" if checked.contradicted else ""
        flag += f" {glyphs.dot} invented {', '.join(checked.invented)}" if checked.invented else ""
        room = max(8, context.width - row.cell_len - len(here) - len(flag))
        row.append(cut(one_line(verdict.explanation), room, glyphs.cut), styles.CLAIM)
        row.append(flag, styles.BAD).append(here, styles.HERE)
        row.no_wrap = True
        lines.append(row)
    return lines
