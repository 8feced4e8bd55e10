"""`ask`: the model's words, marked as a claim, and the steps they refer to."""

from __future__ import annotations

import textwrap

from rich.text import Text

from llmdb.commands.ask import AskResult
from llmdb.ui import styles
from llmdb.ui.context import ViewContext
from llmdb.ui.text import safe
from llmdb.ui.views.claims import checked_lines
from llmdb.ui.views.usage import usage_line


def view_ask(result: object, context: object) -> Text:
    """Every line of the answer behind the claim's bar."""
    assert isinstance(result, AskResult)
    assert isinstance(context, ViewContext)
    lines = []
    for paragraph in safe(result.text, keep="\n").strip().split("\n"):
        for row in textwrap.wrap(paragraph, max(20, context.width - 4), drop_whitespace=False) or [""]:
            lines.append(Text.assemble((f" {context.glyphs.claim} ", styles.CLAIM_MARK), (row, styles.CLAIM)))
    lines += checked_lines([(one.step, one.claim) for one in result.claims], context, at_steps=True)
    if result.references:
        jumps = "  ".join(f"goto {step}" for step in result.references[:6])
        lines.append(Text(f"   {jumps}", styles.COMMAND))
    lines += [Text(f" {safe(note)}", styles.QUIET) for note in result.notes]
    lines.append(usage_line(result.usage, context))
    return Text("\n").join(lines)
