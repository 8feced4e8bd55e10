"""`deps --ask`: what the model says that library calls wrote, apart from what was recorded."""

from __future__ import annotations

from rich.text import Text

from llmdb.ask.library_questions import Asked, Claim
from llmdb.program.files import line_label
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.text import cut, pad, safe
from llmdb.ui.views.usage import usage_line

_RECORDED = {
    "agrees": "the recording agrees",
    "contradicts": "the recording shows no such change",
    "unknown": "not recorded",
}


def asked_lines(asked: Asked, context: ViewContext) -> list[Text]:
    """A row for each claim, the calls that write nothing, and what it took."""
    lines = [Text(" the model says:", styles.QUIET)]
    lines += [_claim_line(claim, context) for claim in asked.claims]
    for words, calls in (("writes nothing", asked.silent), ("not answered", asked.unread)):
        if calls:
            text = f" {context.glyphs.claim} {words}: {safe(', '.join(calls))}"
            lines.append(Text(cut(text, context.width, context.glyphs.cut), styles.QUIET))
    if not (asked.claims or asked.silent or asked.unread):
        lines = [Text(" nothing to ask: the recording and the table tell what the calls wrote", styles.QUIET)]
    if asked.usage is not None:
        lines.append(usage_line(asked.usage, context))
    return lines


def _claim_line(claim: Claim, context: ViewContext) -> Text:
    line = Text.assemble(
        (f" {context.glyphs.claim} ", styles.CLAIM_MARK), (pad(safe(claim.path), 16), styles.CLAIM)
    )
    line.append(
        f"  {context.glyphs.came} step {claim.step}, line {line_label(claim.line)}  model {context.glyphs.dot} "
    )
    wrong = claim.held == "contradicts"
    mark = f"{context.glyphs.bad} " if wrong else f"{context.glyphs.good} " if claim.held == "agrees" else ""
    line.append(f"{mark}{_RECORDED[claim.held]}", styles.BAD if wrong else styles.QUIET)
    line.append(f"  {safe(claim.call)}", styles.PLACE)
    return fitted(line, context)
